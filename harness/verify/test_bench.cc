#include "harness/verify/test_bench.h"

#include <cstring>

#include "harness/verify/findings.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

Events& events_of(Tap& tap) { return thread_events ? *thread_events : *tap.events; }
// (Where each instruction of a handler is interrupted, none may be between two libraries.)
[[gnu::always_inline]] inline bool records(const Tap& tap, const auto& call) {
  return tap.records && (!tap.unrecorded || &call.site() != tap.unrecorded);
}

bool bench_entry(void* context, EntryFrame& call) {
  note_handler();
  Tap& tap = *static_cast<Tap*>(context);
  const std::uint64_t number = ++tap.entries;
  bool accepts = tap.declines_every == 0 || number % tap.declines_every != 0;
  const char letter = tap.names_functions ? function_letter(call.site()) : '\0';
  // The event follows the decision. An at_entry that does not come back (it jumps) records none.
  if (tap.at_entry) accepts = tap.at_entry(tap, call) && accepts;
  if (records(tap, call)) events_of(tap).entry(tap.index, accepts, letter);
  tap.accepted += accepts;
  return accepts;
}

void bench_exit(void* context, ReturnFrame& call) {
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
  if (records(tap, call))
    events_of(tap).exit(tap.index, call.reason(),
                        tap.names_functions ? function_letter(call.site()) : '\0');
  if (tap.at_exit) tap.at_exit(tap, call);
}

// What a tracer saw: "tracer A: 5 entries, 4 returned, 0 unwound, 0 abandoned, 1 missed".
std::string account_of(Tap& tap) {
  return "tracer " + tracer_letter(tap.index) + ": " + std::to_string(tap.entries) + " entries, " +
         std::to_string(tap.returned) + " returned, " + std::to_string(tap.unwound) + " unwound, " +
         std::to_string(tap.abandoned) + " abandoned, " + std::to_string(tap->missed()) + " missed";
}

}  // namespace

void Tap::run_at(bool entry, void (*runs)(Tap&)) {
  handler = runs;
  if (entry)
    at_entry = [](Tap& self, EntryFrame&) { return self.handler(self), true; };
  else
    at_exit = [](Tap& self, ReturnFrame&) { self.handler(self); };
}

SiteBytes bytes_at(const Site& site) {
  SiteBytes bytes;
  std::memcpy(bytes.data(), reinterpret_cast<const void*>(site.entry), bytes.size());
  return bytes;
}

Configuration other_transfer() {
  Configuration other = configuration();
  other.transfer = other.transfer == "paired" ? "push_ret" : "paired";
  return other;
}

const Site& site_of(std::string_view name) { return *require(find_sites(name)).front(); }

char function_letter(const Site& site) { return site.symbol.empty() ? '?' : site.symbol.back(); }

TestBench::TestBench(const Cell& cell, unsigned tracers, std::size_t data)
    : registers_(cell.registers), data_(data) {
  for (unsigned i = 0; i < tracers; ++i) add();
}

TestBench::TestBench(const Cell& cell, std::initializer_list<std::string_view> patterns)
    : TestBench(cell, cell.tracers) {
  for (const std::string_view pattern : patterns) attach_all(pattern);
}

Tap& TestBench::add(const std::function<void(TracerOptions&)>& adjust) {
  Tap& tap = taps_.emplace_back();
  tap.index = static_cast<unsigned>(taps_.size() - 1);
  tap.events = &events;
  tap.records = records_;
  TracerOptions options{.name = tracer_letter(tap.index),
                        .on_entry = bench_entry,
                        .on_return = bench_exit,
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
  for (Tap& tap : taps_)
    if (tap.entries + tap->missed() != calls)
      return fail(account_of(tap) + "; entries + missed is not " + std::to_string(calls) +
                  " calls");
  return pass();
}

Outcome TestBench::check_all_ended(std::uint64_t calls) {
  for (Tap& tap : taps_)
    if (tap.exits() != tap.entries) return fail(account_of(tap) + "; an entry has no exit");
  return check_invariant(calls);
}

Outcome TestBench::check_all_seen(std::uint64_t calls) {
  for (Tap& tap : taps_)
    if (tap.entries != calls || tap.returned != calls || tap.exits() != calls || tap->missed())
      return fail(account_of(tap) + " of " + std::to_string(calls) + " calls that return");
  return pass();
}

Outcome TestBench::check_exits(std::uint64_t returned, std::uint64_t unwound,
                               std::uint64_t abandoned) {
  for (const Tap& tap : taps_)
    if (tap.returned != returned || tap.unwound != unwound || tap.abandoned != abandoned)
      return fail("tracer " + tracer_letter(tap.index) + " was notified of " +
                  std::to_string(tap.returned) + " returned, " + std::to_string(tap.unwound) +
                  " unwound, " + std::to_string(tap.abandoned) + " abandoned; should be " +
                  std::to_string(returned) + ", " + std::to_string(unwound) + ", " +
                  std::to_string(abandoned));
  return pass();
}

}  // namespace retprobe::harness
