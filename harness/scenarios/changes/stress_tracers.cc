// The tracers of the stress test: the visitors, the resident, and the checks in their handlers. See
// stress.h.
#include "harness/scenarios/changes/stress.h"
#include "harness/scenarios/changes/stress_ledger.h"
#include "harness/verify/findings.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness::stress {

Wrongs wrongs;
std::atomic<std::uint64_t> in_force[place_count];
[[gnu::tls_model("initial-exec")]] thread_local constinit Ledger ledger{};

namespace {

// More calls than these threads can have in flight.
constexpr std::uint64_t frames_at_once = 128;
// More calls than they can have in flight in one function.
constexpr std::size_t instances = 48;

// ---- Handlers: no vector registers, no system calls ----

/// What an entry handler leaves for its exit handler.
struct Ticket {
  static constexpr std::uint64_t open = 0x7469636b65740001, closed = 0x7469636b65740002;
  std::uint64_t state;
  const Site* site;
  std::uintptr_t return_address;
  std::uint64_t padding;
};

void issue(EntryFrame& call) {
  auto& ticket = *reinterpret_cast<Ticket*>(call.entry_data);
  ticket.site = &call.site();
  ticket.return_address = call.return_address();
  ticket.state = Ticket::open;
}

void redeem(ReturnFrame& call) {
  auto& ticket = *reinterpret_cast<Ticket*>(call.entry_data);
  if (ticket.state != Ticket::open) ++wrongs.exit_twice;
  if (ticket.site != &call.site()) ++wrongs.other_site;
  if (ticket.return_address != call.return_address()) ++wrongs.other_address;
  if (call.reason() != ReturnReason::returned) ++wrongs.not_returned;
  ticket.state = Ticket::closed;
}

bool resident_entry(void* context, EntryFrame& call) {
  note_handler();
  if (ledger.loose)
    ++static_cast<Resident*>(context)->loose_entries;
  else
    ++ledger.entries;
  issue(call);
  return true;
}

void resident_exit(void* context, ReturnFrame& call) {
  if (ledger.loose)
    ++static_cast<Resident*>(context)->loose_exits;
  else
    ++ledger.exits;
  redeem(call);
}

// Clobbers some vector registers. A handler of the vector set or the full set may do this. The
// handlers here are compiled without vector registers, so they would not do it by themselves.
void clobber_vectors() {
  asm volatile(
      "pcmpeqd %xmm0, %xmm0\n\tpcmpeqd %xmm1, %xmm1\n\tpcmpeqd %xmm2, %xmm2\n\tpcmpeqd %xmm7, "
      "%xmm7\n\tpcmpeqd %xmm15, %xmm15");
}

bool visit_entry(void* context, EntryFrame& call) {
  note_handler();
  auto& visit = *static_cast<Visit*>(context);
  if (visit.gone) ++wrongs.after_detach;
  if (!ledger.loose) ledger.heard |= 1u << visit.place;
  if (call.registers.set < visit.set) ++wrongs.weak_set;
  if (visit.set != RegisterSet::scalar) clobber_vectors();
  if (visit.redirects && call.registers.rip != 0 && &call.site() == visit.redirected)
    call.registers.rip = reinterpret_cast<std::uintptr_t>(stress_replacement);
  issue(call);
  visit.accepted += !visit.declines;
  if (visit.gone) ++wrongs.after_detach;
  return !visit.declines;
}

void visit_exit(void* context, ReturnFrame& call) {
  auto& visit = *static_cast<Visit*>(context);
  if (visit.gone) ++wrongs.after_detach;
  ++visit.exits;
  redeem(call);
  if (call.registers.set < visit.set) ++wrongs.weak_set;
  if (visit.set != RegisterSet::scalar) clobber_vectors();
  if (visit.gone) ++wrongs.after_detach;
}

}  // namespace

std::string Wrongs::text() const {
  std::string text;
  const auto add = [&](const std::atomic<std::uint64_t>& count, const char* what) {
    if (count) text += (text.empty() ? "" : "; ") + std::to_string(count) + " " + what;
  };
  add(after_detach, "handlers ran after detach had returned");
  add(exit_twice, "exits without an entry of their own");
  add(other_site, "exits with another function than their entries");
  add(other_address, "exits with another return address than their entries");
  add(not_returned, "exits of calls that returned, with another reason");
  add(weak_set, "handlers ran with fewer registers saved than they asked for");
  add(results, "calls with a wrong value");
  add(unheard, "calls that a tracer attached throughout did not hear of");
  return text;
}

void Visit::attach(std::span<const Site* const> sites) {
  if (redirects)
    for (const Site* site : sites)
      if (site->symbol == "stress_hot_patched") redirected = site;
  tracer.emplace(require(Tracer::make({.name = "visitor " + std::to_string(place),
                                       .on_entry = visit_entry,
                                       .on_return = visit_exit,
                                       .context = this,
                                       .entry_data_bytes = sizeof(Ticket),
                                       .registers = set,
                                       .redirects = redirects,
                                       .maxactive = instances})));
  require(tracer->attach(sites));
}

void Visit::detach() {
  require(detach_patiently(*tracer));
  gone = true;
  const std::uint64_t notified = exits, promised = accepted;
  tracer.reset();
  require(notified <= promised && promised - notified <= frames_at_once,
          "a visitor accepted " + std::to_string(promised) + " calls and was notified of " +
              std::to_string(notified) + " exits");
}

void Resident::attach(std::span<const Site* const> sites, RegisterSet set) {
  tracer.emplace(require(Tracer::make({.name = "the one that stays",
                                       .on_entry = resident_entry,
                                       .on_return = resident_exit,
                                       .context = this,
                                       .entry_data_bytes = sizeof(Ticket),
                                       .registers = set,
                                       .maxactive = instances})));
  require(tracer->attach(sites));
}

}  // namespace retprobe::harness::stress
