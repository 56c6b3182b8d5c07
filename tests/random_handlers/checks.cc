#include "checks.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "coroutines.h"
#include "functions.h"
#include "retprobe/probe.h"

namespace random_handlers {
namespace {

/// A call that a tracer was notified of.
struct Seen {
  enum State { unused, at_entry, accepted, at_exit };
  std::atomic<int> state{unused};
  std::size_t tracer;
  const retprobe::Site* site;
  std::uint64_t argument;
  std::uintptr_t slot;  // the address of the return address
};
constexpr std::uint64_t most_seen = 1 << 16;
Seen* seen;  // by serial number, which begin at 1
std::atomic<std::uint64_t> next_serial{1};

/// What an entry handler leaves for the exit handler of its call.
struct EntryData {
  std::uint64_t serial, check;
  bool is_of(std::size_t tracer) const {
    return serial > 0 && serial < most_seen && check == check_of(serial, tracer);
  }
  static std::uint64_t check_of(std::uint64_t serial, std::size_t tracer) {
    return value_of(serial) + tracer;
  }
};

/// What the handlers of a tracer count.
struct Counts {
  std::atomic<int> entries, accepted, exits, runs_at_entry, runs_at_exit;
  std::atomic<int> entries_of[functions];
};
Counts counts[most_tracers];
std::vector<retprobe::Result<retprobe::Tracer>> tracers;
const retprobe::Site* sites[functions];

unsigned function_of(const retprobe::Site& site) {
  for (unsigned function = 0; function < functions; ++function)
    if (&site == sites[function]) return function;
  fail("a site that no function has");
}

void play_handlers(std::size_t tracer, bool at_exit) {
  Counts& own = counts[tracer];
  const int run = at_exit ? own.runs_at_exit++ : own.runs_at_entry++;
  for (const Script& script : play.program->scripts)
    if (static_cast<std::size_t>(script.tracer) == tracer && script.at_exit == at_exit &&
        run >= script.first && (run - script.first) % script.every == 0)
      play_in_handler(script);
}

bool on_entry(void* context, retprobe::EntryFrame& frame) {
  const auto tracer = reinterpret_cast<std::size_t>(context);
  Counts& own = counts[tracer];
  const int entry = own.entries++;
  ++own.entries_of[function_of(frame.site())];
  auto& data = *reinterpret_cast<EntryData*>(frame.entry_data);
  const int declines = play.program->tracers[tracer].declines;
  if (declines && entry % declines == 0) {
    data = {1, 2};  // no exit may find this
    play_handlers(tracer, false);
    return false;
  }
  const std::uint64_t serial = next_serial++;
  if (serial >= most_seen) _exit(exit_not_checked);  // too long a program
  Seen& call = seen[serial];
  call.tracer = tracer;
  call.site = &frame.site();
  call.argument = frame.registers.rsi;
  call.slot = reinterpret_cast<std::uintptr_t>(frame.slot());
  call.state = Seen::at_entry;
  data = {serial, EntryData::check_of(serial, tracer)};
  play_handlers(tracer, false);
  if (data.serial != serial || !data.is_of(tracer))
    fail("entry data changed while their handler ran", static_cast<long>(tracer));
  call.state = Seen::accepted;
  ++own.accepted;
  return true;
}

void on_exit(void* context, retprobe::ReturnFrame& frame) {
  const auto tracer = reinterpret_cast<std::size_t>(context);
  const auto number = static_cast<long>(tracer), reason = static_cast<long>(frame.reason());
  const EntryData data = *reinterpret_cast<EntryData*>(frame.entry_data);
  if (!data.is_of(tracer))
    fail("an exit finds data of no entry", number, static_cast<long>(data.serial), reason);
  Seen& call = seen[data.serial];
  if (call.tracer != tracer || call.site != &frame.site())
    fail("an exit finds another call's data", number, static_cast<long>(data.serial), reason);
  const int state = call.state.exchange(Seen::at_exit);
  if (state == Seen::at_exit) fail("a second exit of a call", number, 0, reason);
  if (state != Seen::accepted) fail("an exit before its entry handler's end", number, 0, reason);
  ++counts[tracer].exits;
  // A weak design may take a call for another one (designs/*/declared.json).
  if (frame.reason() == retprobe::ReturnReason::returned && !play.weak &&
      frame.registers.rax != value_of(call.argument))
    fail("an exit finds another call's value", number);
  play_handlers(tracer, true);
}

std::optional<retprobe::Tracer> toggled;
bool is_toggled = false, was_toggled = false;

/// Whether a call may be neither seen nor missed, or counted twice.
bool may_miscount() {
  const Program& program = *play.program;
  return
      // A signal handler may leave a hook before its entry handlers, or after them and before the
      // call.
      (play.steps && program.step_may_leave) ||
      // hit.h: the tracers behind an entry handler that jumps are not notified, and it does not
      // count as missed. A coroutine that a handler has begun may be given up, which is the same.
      (program.entry_handlers_leave && program.tracers.size() > 1) ||
      // The library does not see setcontext: it takes a handler that was left so as one that still
      // runs, and calls meanwhile as made by it.
      (play.any_unseen_jump && program.handlers_jump) ||
      // A handler whose stack is given up still runs, as far as anybody knows.
      program.handlers_switch ||
      // No call is seen or missed meanwhile.
      play.has_stopped;
}

/// Whether an accepted call may have no exit.
bool may_lose_exits() {
  const Program& program = *play.program;
  // The first as above. A jump that the library does not see, out of a handler or a signal
  // handler, leaves the hook whose calls it would find later. What was accepted before stop_tracing
  // may return after it. A signal handler that leaves a hook by another stack is like a handler
  // that does.
  return program.handlers_switch || play.unseen_jump_left || play.has_stopped ||
         (play.steps && program.step_may_switch);
}
/// How many may have none nevertheless: a signal handler that jumps between an entry handler's last
/// instruction and the hook's next ones takes that handler's exit along, and no other's.
std::uint64_t exits_lost_at_most() { return play.steps && play.program->step_may_leave ? 1 : 0; }

}  // namespace

pthread_mutex_t toggling = PTHREAD_MUTEX_INITIALIZER;

void play_handlers_without_probes(bool at_exit) {
  if (play.probed || this_thread().handlers > 0) return;
  for (std::size_t tracer = 0; tracer < play.program->tracers.size(); ++tracer)
    play_handlers(tracer, at_exit);
}

void attach_tracers(const How& how) {
  seen = static_cast<Seen*>(mmap(nullptr, most_seen * sizeof(Seen), PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (seen == MAP_FAILED) fail("no memory");
  if (retprobe::configure({.design = how.design, .transfer = how.transfer}))
    fail("configure was refused");
  for (unsigned function = 0; function < functions; ++function) {
    const auto found = retprobe::find_sites(function_names[function]);
    if (!found.ok() || (*found).size() != 1) fail("a function is no site", function);
    sites[function] = (*found)[0];
  }
  const auto make = [](std::string name, auto at_entry, auto at_exit, std::size_t context,
                       retprobe::RegisterSet registers) {
    return retprobe::Tracer::make({.name = std::move(name),
                                   .on_entry = at_entry,
                                   .on_return = at_exit,
                                   .context = reinterpret_cast<void*>(context),
                                   .entry_data_bytes = sizeof(EntryData),
                                   .registers = registers,
                                   .maxactive = 4096});
  };
  const auto& plans = play.program->tracers;
  tracers.reserve(plans.size());
  for (std::size_t tracer = 0; tracer < plans.size(); ++tracer) {
    tracers.push_back(make(
        "t" + std::to_string(tracer), on_entry, on_exit, tracer,
        plans[tracer].declines & 1 ? retprobe::RegisterSet::full : retprobe::RegisterSet::vector));
    if (!tracers.back().ok()) fail("no tracer could be made");
    std::vector<const retprobe::Site*> its_sites;
    for (unsigned function = 0; function < functions; ++function)
      if (plans[tracer].functions >> function & 1) its_sites.push_back(sites[function]);
    if (tracers.back()->attach(its_sites)) fail("attach was refused");
  }
  auto one_more = make(
      "toggled", [](void*, retprobe::EntryFrame&) { return true; },
      [](void*, retprobe::ReturnFrame&) {}, 0, retprobe::RegisterSet::vector);
  if (!one_more.ok()) fail("no tracer could be made");
  toggled.emplace(std::move(*one_more));
}

void toggle_tracer() {
  if (!toggled) return;
  const Lock lock(toggling);
  was_toggled = true;
  // Either may be refused, where a handler that was left counts as running.
  if (is_toggled)
    (void)static_cast<bool>(toggled->detach());
  else
    (void)static_cast<bool>(toggled->attach(all_functions));
  is_toggled = !is_toggled;
}

void check_counts() {
  if (!play.probed) return;
  for (std::size_t tracer = 0; tracer < tracers.size(); ++tracer)
    if (counts[tracer].exits > counts[tracer].accepted)
      fail("more exits than entries", static_cast<long>(tracer), counts[tracer].exits,
           counts[tracer].accepted);
}

void check_all_events() {
  check_counts();
  // What the weak designs lose is declared (designs/*/declared.json).
  if (!play.probed || play.weak) return;
  const Program& program = *play.program;
  if (!may_miscount())
    for (std::size_t tracer = 0; tracer < tracers.size(); ++tracer)
      for (unsigned function = 0; function < functions; ++function)
        if (program.tracers[tracer].functions >> function & 1) {
          const auto missed = static_cast<long>(tracers[tracer]->missed(*sites[function]));
          const int entries = counts[tracer].entries_of[function];
          if (entries + missed != made[function])
            fail("entries and missed calls are not all calls", entries, missed, made[function]);
        }
  // Only calls that handlers make are missed, and those after a thread's state has been taken down.
  if (program.scripts.empty() && !program.calls_at_thread_ends && !play.steps && !play.has_stopped)
    for (auto& tracer : tracers)
      if (tracer->missed() != 0) fail("missed calls", static_cast<long>(tracer->missed()));
  std::uint64_t open = 0, lost = 0;
  for (std::uint64_t serial = 1; serial < next_serial; ++serial) {
    const Seen& call = seen[serial];
    if (call.state != Seen::accepted) continue;
    ++open;
    // A coroutine that is given up has no exits any more, and nothing says so.
    if (!may_lose_exits() && !is_coroutine_memory(call.slot) && ++lost > exits_lost_at_most())
      fail("an accepted call without an exit", static_cast<long>(serial),
           static_cast<long>(call.tracer), function_of(*call.site));
  }
  // A frame is of a call that a tracer has accepted and that has had no exit. The toggled tracer's
  // are not in `seen`. A handler that jumps leaves a frame whose entry it has not finished.
  const auto frames = retprobe::usage().frames;
  if (frames > open && !program.handlers_jump && !play.steps && !was_toggled)
    fail("more frames than open calls", static_cast<long>(frames), static_cast<long>(open));
}

void detach_tracers() {
  for (auto& tracer : tracers) {
    const auto error = tracer->detach();
    // Refused where a handler that was left without the library's knowledge counts as running.
    if (error && !play.program->handlers_switch && !play.unseen_jump_left && !play.steps)
      fail(error.message().c_str());
  }
}

}  // namespace random_handlers
