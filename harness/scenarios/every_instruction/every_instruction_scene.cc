// The code that runs in the stepped process. It is compiled with -fnon-call-exceptions, because
// exceptions that begin at any instruction pass through it.
#include <alloca.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>
#include <unwind.h>

#include <atomic>
#include <cstring>

#include "core/blocks/parallel_shadow.h"
#include "core/hooks/design_table.h"
#include "harness/scenarios/every_instruction/every_instruction.h"
#include "harness/verify/system.h"

namespace {
struct Thrown {};
[[gnu::noinline]] std::uint64_t step_throwing(std::uint64_t) { throw Thrown{}; }
}  // namespace

[[gnu::noinline]] std::uint64_t step_catching(std::uint64_t) {
  try {
    return step_outer(step_throwing, 0) + 1;
  } catch (const Thrown&) {
    return 1;
  }
}

namespace retprobe::harness {

Stage* current_stage = nullptr;

namespace {

constexpr std::uint64_t argument = 7;
sigjmp_buf way_back;

/// What the handler throws.
struct Injected {
  int word;
};
constexpr int injected_word = 4711;

_Unwind_Reason_Code note_frame(_Unwind_Context* context, void* argument) {
  auto& shared = *static_cast<StepShared*>(argument);
  if (shared.frame_count == shared.frames.size()) return _URC_END_OF_STACK;
  shared.frames[shared.frame_count++] = _Unwind_GetIP(context);
  return _URC_NO_REASON;
}

void take_trace(StepShared& shared) {
  shared.frame_count = 0;
  _Unwind_Backtrace(note_frame, &shared);
}

[[gnu::noinline]] void throw_injected() { throw Injected{injected_word}; }

// The chain that unwinders have to show. Each function changes the result after its call, so that
// the call is not a tail call.
[[gnu::noinline]] std::uint64_t open_second(std::uintptr_t outer) {
  return step_call(outer, reinterpret_cast<std::uintptr_t>(step_inner), argument) + 1;
}
[[gnu::noinline]] std::uint64_t open_first(std::uintptr_t outer) { return open_second(outer) + 1; }

[[gnu::noinline]] Stage::Way open_jumping(std::uintptr_t outer, std::uint64_t& result) {
  if (sigsetjmp(way_back, 1) != 0) return Stage::Way::jumped;
  result = open_first(outer);
  return Stage::Way::returned;
}

// Puts the interrupted calls deeper in the stack than the calls that are made afterwards. The first
// of those then shows that the interrupted ones were passed over.
constexpr std::size_t deeper_bytes = 16 * 1024;
[[gnu::noinline]] Stage::Way open_catching(std::uintptr_t outer, std::uint64_t& result) {
  std::byte deeper[deeper_bytes];
  asm volatile("" : : "r"(deeper) : "memory");
  try {
    return open_jumping(outer, result);
  } catch (const Injected& injected) {
    if (injected.word != injected_word) current_stage->shared().say("another exception was caught");
    return Stage::Way::thrown;
  }
}

std::string number(std::uint64_t value) { return std::to_string(value); }

// Does `work` where no call crosses an edge of the parallel shadow's granules: the first call
// beyond an edge takes a longer way. So two walks execute the same instructions, wherever the
// kernel has put their stacks.
template <class Work>
[[gnu::noinline]] void away_from_edges(Work work) {
  constexpr std::size_t deepest_bytes = 256 * 1024;
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const std::size_t to_edge = here % shadow_granule_bytes;
  void* beyond = to_edge < deepest_bytes ? alloca(to_edge) : nullptr;
  asm volatile("" : : "r"(beyond) : "memory");
  work();
}

}  // namespace

/// A detach waits for the handlers that it might end. The second thread stands in one of them, or
/// behind it in the same hook, and goes on only afterwards. So a thread of its own detaches.
class Visitors {
 public:
  explicit Visitors(std::vector<const Site*> sites) : sites_(std::move(sites)) {
    require(first_.attach(sites_));
  }
  Visitors(const Visitors&) = delete;
  Visitors& operator=(const Visitors&) = delete;

  /// In the process that has the second threads.
  Error start() {
    const int error = pthread_create(&thread_, nullptr, detach_in_thread, this);
    return error ? system_error("pthread_create", error) : Error();
  }
  void stop() {
    ask(Wish::end);
    pthread_join(thread_, nullptr);
  }
  Error change() {
    ask(Wish::detach);
    while (first_.attached() != 0) sched_yield();
    if (Error error = fleeting_.attach(sites_)) return error;
    return fleeting_.detach();
  }
  Error wait_until_gone() {
    wish_.wait(Wish::detach);
    return error_;
  }

 private:
  enum class Wish { none, detach, end };

  static Tracer make(const char* name, RegisterSet set) {
    return require(Tracer::make({.name = name,
                                 .on_entry = [](void*, EntryFrame&) { return true; },
                                 .on_return = [](void*, ReturnFrame&) {},
                                 .registers = set,
                                 .maxactive = 64}));
  }
  void ask(Wish wish) {
    wish_ = wish;
    wish_.notify_all();
  }
  static void* detach_in_thread(void* argument) {
    auto& self = *static_cast<Visitors*>(argument);
    for (;;) {
      self.wish_.wait(Wish::none);
      if (self.wish_ == Wish::end) return nullptr;
      self.error_ = self.first_.detach();
      self.ask(Wish::none);
    }
  }

  std::vector<const Site*> sites_;
  Tracer first_ = make("the first", RegisterSet::scalar),
         fleeting_ = make("the fleeting one", RegisterSet::full);
  std::atomic<Wish> wish_{Wish::none};
  Error error_;
  pthread_t thread_{};
};

void StepShared::say(const std::string& what) {
  if (failure[0] == 0) std::strncpy(failure, what.c_str(), sizeof failure - 1);
}

void StepShared::expect(const std::string& what, std::uint64_t seen, std::uint64_t expected) {
  if (seen != expected) say(what + ": expected " + number(expected) + ", seen " + number(seen));
}

Stage::Stage(const Cell& cell) : cell_(cell) {
  const Facts& facts = find_design(cell.design)->facts;
  notifies_ = facts.wiring != Wiring::framed && facts.keyed_by_slot;
  void* far = dlsym(RTLD_DEFAULT, "step_far_outer");
  outer_ =
      far ? reinterpret_cast<std::uintptr_t>(far) : reinterpret_cast<std::uintptr_t>(step_outer);
  functions_ = {"step_inner", "step_outer", "step_recurse"};
  if (far) functions_.emplace_back("step_far_outer");
  shared_ = new (memory_.data()) StepShared;
  if (cell.transfer == "trap") shared_->rounds /= 4;  // each call takes a hundred times as long
  shared_->failure[0] = 0;
}

Stage::~Stage() = default;

void Stage::attach(bool with_visitors) {
  if (with_visitors) visitors_ = std::make_unique<Visitors>(sites_of(functions_));
  tracers_ = std::make_unique<CountingTracers>(cell_.registers);
  // Of eight tracers, each other one has entry data: the designs have other code for that.
  for (unsigned i = 0; i < cell_.tracers; ++i)
    tracers_->add(sites_of(functions_), nullptr, nullptr, nullptr,
                  cell_.tracers == 8 && i % 2 == 1 ? 24 : 0);
}

Stage::Seen Stage::seen_by(std::size_t tracer) const {
  Tap& tap = (*tracers_)[tracer];
  return {tap.entries, tap.exits(), tap.returned, tap->missed()};
}

void Stage::call_pair(std::uint64_t x, const char* where) {
  using Outer = std::uint64_t(std::uint64_t (*)(std::uint64_t), std::uint64_t);
  const std::uint64_t value = reinterpret_cast<Outer*>(outer_)(step_inner, x);
  calls_ += 2;
  shared_->expect(std::string("a call ") + where, value, leaf_value(x) + 1);
}

Stage::SeenByEach Stage::seen() const {
  SeenByEach all{};
  for (std::size_t i = 0; tracers_ && i < tracers_->size(); ++i) all[i] = seen_by(i);
  return all;
}

void Stage::note_calls() {
  calls_at_signal_ = calls_;
  at_signal_ = seen();
}

void Stage::handle() {
  if (shared_->act == Act::trace) {
    take_trace(*shared_);
    step_mark();
    return;
  }
  note_calls();
  call_pair(3, "by the signal handler");
  switch (shared_->act) {
    case Act::trace:
      break;
    case Act::come_back: {
      try {
        throw_injected();
      } catch (const Injected&) {
        call_pair(4, "by the signal handler in a catch clause");
      }
      take_trace(*shared_);
      bool shown = false;
      for (std::size_t i = 0; i < shared_->frame_count; ++i)
        shown = shown || shared_->frames[i] == reinterpret_cast<std::uintptr_t>(step_call_after);
      if (shared_->expects_caller && !shown)
        shared_->say("the signal handler's backtrace does not show the caller");
      break;
    }
    case Act::jump:
      siglongjmp(way_back, 1);
    case Act::raise:
      throw_injected();
  }
}

int Stage::play() {
  current_stage = this;
  away_from_edges([this] { play_here(); });
  return shared_->failure[0] != 0;
}

void Stage::play_here() {
  // No mask to restore when an exception leaves the handler.
  handle_signal(SIGUSR1, [](int) { current_stage->handle(); }, SA_NODEFER);
  // The first call makes the thread's state and the unwinder's tables. That is not to be stepped
  // through.
  call_pair(1, "before the walk");
  take_trace(*shared_);
  std::uint64_t result = 0;
  const Way way = open_catching(outer_, result);
  const Way expected = shared_->act == Act::jump    ? Way::jumped
                       : shared_->act == Act::raise ? Way::thrown
                                                    : Way::returned;
  if (way != expected) shared_->say("the call was not left as it should have been");
  check_way(way, result);
  if (way != Way::returned) check_detach();
}

void Stage::check_way(Way way, std::uint64_t result) {
  if (way == Way::returned) {
    calls_ += 2;
    shared_->expect("the interrupted call", result, leaf_value(argument) + 3);
  }
  if (!tracers_) return;

  const SeenByEach before = seen();
  for (unsigned round = 0; round < shared_->rounds; ++round) call_pair(round, "afterwards");
  for (std::size_t i = 0; i < tracers_->size(); ++i) {
    const std::string who = "tracer " + number(i) + ": ";
    const Seen now = seen_by(i), then = at_signal_[i];
    const std::uint64_t missed_after = now.missed - before[i].missed;
    shared_->missed_after = std::max(shared_->missed_after, static_cast<unsigned>(missed_after));
    if (way == Way::returned) {
      // Of all calls, only the handler's own may be missed.
      shared_->expect(who + "entries and missed calls", now.entries + now.missed, calls_);
      shared_->expect(who + "exits", now.exits, now.entries);
      shared_->expect(who + "returned calls", now.returned, now.entries);
      shared_->expect(who + "missed calls afterwards", missed_after, 0);
      continue;
    }
    const std::uint64_t later = calls_ - calls_at_signal_, seen_later = now.entries - then.entries;
    shared_->expect(who + "entries and missed calls since the signal",
                    seen_later + now.missed - then.missed, later);
    // Each later call returned. Each call that was left was reported so, exactly once.
    const Seen& judged = judged_[i];
    const std::uint64_t in_flight = then.entries - judged.entries - (then.exits - judged.exits),
                        left = now.exits - judged.exits - (now.returned - judged.returned),
                        unnotified = now.entries - judged.entries - (now.exits - judged.exits);
    shared_->expect(who + "returned calls since the signal", now.returned - then.returned,
                    seen_later);
    shared_->expect(who + "calls in flight that were left, notified or not", left + unnotified,
                    in_flight);
    shared_->unnotified = std::max(shared_->unnotified, static_cast<unsigned>(unnotified));
  }
  judged_ = seen();
}

// A detach must not wait for a thread that has left a handler for good.
void Stage::check_detach() {
  if (!tracers_) return;
  if (Error error = tracers_->remove_last())
    shared_->say("afterwards a tracer cannot detach: " + error.message());
}

int Stage::check_child() {
  note_calls();
  for (unsigned round = 0; round < shared_->rounds; ++round) call_pair(round, "in the child");
  const std::uint64_t calls = calls_ - calls_at_signal_;
  for (std::size_t i = 0; i < tracers_->size(); ++i) {
    const Seen now = seen_by(i), then = at_signal_[i];
    const std::string who = "in the child, tracer " + number(i) + ": ";
    shared_->expect(who + "entries", now.entries - then.entries, calls);
    shared_->expect(who + "returned calls", now.returned - then.returned, calls);
    shared_->expect(who + "exits", now.exits - then.exits, calls);
  }
  return shared_->failure[0] != 0;
}

// ---- With a second thread ----

namespace {

struct Walker {
  Stage* stage;
  bool cancelled;
  std::uint64_t result = 0;
};

void* walk_in_thread(void* argument) {
  away_from_edges([&walker = *static_cast<Walker*>(argument)] {
    walker.stage->call_pair(2, "by the second thread");
    if (walker.cancelled) pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
    walker.result = open_first(walker.stage->outer());
    if (walker.cancelled) pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, nullptr);
  });
  return nullptr;
}

}  // namespace

void Stage::do_deed(Deed deed, pthread_t walker) {
  note_calls();
  switch (deed) {
    case Deed::cancel:
      pthread_cancel(walker);
      break;
    case Deed::fork: {
      const pid_t child = fork();
      if (child == 0) _exit(check_child());
      if (const std::string trouble = trouble_of(child); !trouble.empty())
        shared_->say("the child " + trouble);
      break;
    }
    case Deed::change:
      if (Error error = visitors_->change()) shared_->say(error.message());
  }
}

void Stage::walk_beside(Deed deed) {
  const std::size_t stacks = usage().stacks;
  Walker walker{this, deed == Deed::cancel};
  pthread_t thread;
  if (pthread_create(&thread, nullptr, walk_in_thread, &walker) != 0)
    return shared_->say("pthread_create failed");
  step_mark();  // stops until the other thread stands at the wanted boundary
  do {
    do_deed(deed, thread);
    step_mark();  // stops until the other thread stands at the next boundary, or may go on
  } while (shared_->another_deed.load());
  void* ended = nullptr;
  pthread_join(thread, &ended);
  if ((ended == PTHREAD_CANCELED) != (deed == Deed::cancel))
    shared_->say("the thread did not end as it should have");
  if (deed == Deed::change)
    if (Error error = visitors_->wait_until_gone()) shared_->say(error.message());
  const Usage left = usage();
  shared_->expect("calls in flight after the thread has ended", left.frames, 0);
  shared_->expect("execution stacks after the thread has ended", left.stacks, stacks);
  check_way(deed == Deed::cancel ? Way::thrown : Way::returned, walker.result);
}

int Stage::play_threads(Deed deed) {
  current_stage = this;
  if (deed == Deed::change)
    if (Error error = visitors_->start()) shared_->say(error.message());
  call_pair(1, "before the walk");
  judged_ = seen();
  for (step_mark(); shared_->another_walk.load(); step_mark()) walk_beside(deed);
  if (deed == Deed::cancel) check_detach();
  if (deed == Deed::change) visitors_->stop();
  return shared_->failure[0] != 0;
}

}  // namespace retprobe::harness
