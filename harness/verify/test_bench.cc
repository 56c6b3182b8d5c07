#include "harness/verify/test_bench.h"

#include <stdexcept>

#include "harness/verify/findings.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

Events& events_of(Tap& tap) { return thread_events ? *thread_events : *tap.events; }

bool on_entry(void* context, EntryFrame& call) {
  note_handler();
  Tap& tap = *static_cast<Tap*>(context);
  const std::uint64_t number = ++tap.entries;
  bool accepts = tap.declines_every == 0 || number % tap.declines_every != 0;
  const char letter = tap.names_functions ? function_letter(call.site()) : '\0';
  // The event follows the decision. An at_entry that does not come back (it jumps) records none.
  if (tap.at_entry) accepts = tap.at_entry(tap, call) && accepts;
  if (tap.records) events_of(tap).entry(tap.index, accepts, letter);
  tap.accepted += accepts;
  return accepts;
}

void on_return(void* context, ReturnFrame& call) {
  note_handler();
  Tap& tap = *static_cast<Tap*>(context);
  switch (call.reason()) {
    case ReturnReason::returned:
      ++tap.returned;
      break;
    case ReturnReason::unwound:
      ++tap.unwound;
      break;
    case ReturnReason::abandoned:
      ++tap.abandoned;
      break;
  }
  if (tap.records)
    events_of(tap).exit(tap.index, call.reason(),
                        tap.names_functions ? function_letter(call.site()) : '\0');
  if (tap.at_exit) tap.at_exit(tap, call);
}

}  // namespace

void require(const Error& error) {
  if (error) throw std::runtime_error(error.message());
}

void require(bool holds, const std::string& otherwise) {
  if (!holds) throw std::runtime_error(otherwise);
}

char function_letter(const Site& site) { return site.symbol.empty() ? '?' : site.symbol.back(); }

TestBench::TestBench(const Cell& cell, unsigned tracers, std::size_t data)
    : registers_(cell.registers), data_(data) {
  for (unsigned i = 0; i < tracers; ++i) add();
}

Tap& TestBench::add(const std::function<void(TracerOptions&)>& adjust) {
  Tap& tap = taps_.emplace_back();
  tap.index = static_cast<unsigned>(taps_.size() - 1);
  tap.events = &events;
  TracerOptions options{.name = tracer_letter(tap.index),
                        .on_entry = on_entry,
                        .on_return = on_return,
                        .context = &tap,
                        .entry_data_bytes = data_,
                        .registers = registers_};
  if (adjust) adjust(options);
  tap.tracer.emplace(require(Tracer::make(std::move(options))));
  return tap;
}

void TestBench::attach_all(std::string_view pattern) {
  for (Tap& tap : taps_) require(tap->attach(pattern));
}

void TestBench::detach_all() {
  for (Tap& tap : taps_) require(detach_patiently(*tap));
}

std::uint64_t TestBench::entries() const {
  std::uint64_t sum = 0;
  for (const Tap& tap : taps_) sum += tap.entries;
  return sum;
}

std::uint64_t TestBench::missed() const {
  std::uint64_t sum = 0;
  for (const Tap& tap : taps_) sum += tap.tracer ? tap.tracer->missed() : 0;
  return sum;
}

Outcome TestBench::check_invariant(std::uint64_t calls) {
  for (Tap& tap : taps_) {
    const std::uint64_t missed = tap->missed();
    if (tap.entries + missed != calls)
      return fail("tracer " + tracer_letter(tap.index) + ": " + std::to_string(tap.entries) +
                  " entries + " + std::to_string(missed) + " missed is not " +
                  std::to_string(calls) + " calls");
  }
  return pass();
}

}  // namespace retprobe::harness
