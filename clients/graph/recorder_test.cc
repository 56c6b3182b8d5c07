// Tests the handlers that record: which lane a thread gets, what fits, what they write, and what
// other threads see and do meanwhile.
#include "clients/graph/recorder.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "clients/graph/trace.h"
#include "clients/testlib/fixture.h"
#include "clients/testlib/held_recording.h"
#include "retprobe/probe.h"

namespace retprobe::graph {
namespace {

// ---- Lanes ----

// For each thread: its number, the calls that it has recorded, and those that did not fit.
using Counts = std::vector<std::tuple<int, std::size_t, std::uint64_t>>;
Counts counts_of(Recording& recording) {
  Counts counts;
  for (const ThreadTrace& thread : read_recording(recording))
    counts.emplace_back(thread.thread, thread.calls.size(), thread.dropped);
  return counts;
}

void await_end(int thread) {
  // A thread can be joined a moment before the kernel forgets it.
  while (syscall(SYS_tgkill, getpid(), thread, 0) == 0 || errno != ESRCH) sched_yield();
}

// Does it in a thread that has ended then. Returns the thread's number.
template <class Work>
int in_thread(Work work) {
  int number = 0;
  std::thread([&] {
    number = gettid();
    work();
  }).join();
  await_end(number);
  return number;
}

int thread_with_calls(int count) {
  return in_thread([count] {
    for (int i = 0; i < count; ++i) (void)fx_leaf(i);
  });
}

// A tracer of fx_leaf and fx_hold that records where the test says.
class Lanes : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const Error error = configure({});
    ASSERT_FALSE(error) << error.message();
  }
  void SetUp() override { trace(record_entry); }
  void TearDown() override { detach(); }
  void trace(EntryHandler on_entry, ExitHandler on_return = record_exit) {
    detach();
    Result<Tracer> made = Tracer::make({.name = "lanes",
                                        .on_entry = on_entry,
                                        .on_return = on_return,
                                        .context = &recorder_,
                                        .entry_data_bytes = sizeof(EntryData)});
    ASSERT_TRUE(made.ok()) << made.error().message();
    tracer_ = std::make_unique<Tracer>(*std::move(made));
    for (const char* function : {"fx_leaf", "fx_hold"}) {
      const Error error = tracer_->attach(function);
      ASSERT_FALSE(error) << error.message();
    }
  }
  void detach() {
    if (!tracer_) return;
    const Error error = tracer_->detach();
    EXPECT_FALSE(error) << error.message();
  }
  static void record_in(Held& held) { recorder_.recording = &*held; }

  inline static Recorder recorder_;
  std::unique_ptr<Tracer> tracer_;
};

TEST_F(Lanes, AThreadThatComesBackGoesOnInItsLane) {
  Held first(2, 8), second(2, 8);
  const int number = in_thread([&] {
    for (int i = 0; i < 3; ++i) {
      record_in(first);
      (void)fx_leaf(1);
      record_in(second);
      (void)fx_leaf(1);
      (void)fx_leaf(1);
    }
  });
  EXPECT_EQ(counts_of(*first), (Counts{{number, 3, 0}}));
  EXPECT_EQ(counts_of(*second), (Counts{{number, 6, 0}}));
  EXPECT_EQ(first->lanes_taken, 1u);
  EXPECT_EQ(second->lanes_taken, 1u);
}

TEST_F(Lanes, AThreadHasTheNumberThatItWasTold) {
  Held first(1, 2), second(1, 2);
  (void)in_thread([&] {
    prepare_thread(4711);
    record_in(first);
    (void)fx_leaf(1);
    record_in(second);
    (void)fx_leaf(1);
  });
  EXPECT_EQ(counts_of(*first), (Counts{{4711, 1, 0}}));
  EXPECT_EQ(counts_of(*second), (Counts{{4711, 1, 0}}));
}

TEST_F(Lanes, OthersGoOnWhereAThreadHasEnded) {
  Held held(1, 5);
  record_in(held);
  const int first = thread_with_calls(1);
  const int second = thread_with_calls(1);
  const int third = thread_with_calls(3);
  EXPECT_EQ(counts_of(*held), (Counts{{first, 1, 0}, {second, 1, 0}, {third, 1, 2}}));
  EXPECT_EQ(held->laneless, 0u);
  (void)thread_with_calls(2);
  EXPECT_EQ(held->laneless, 2u);
  EXPECT_EQ(counts_of(*held).size(), 3u);
  EXPECT_EQ(held->lanes_taken, 1u);
}

// The mark of the end would take the last place.
TEST_F(Lanes, ALaneWithRoomForNoCallIsNotTakenOver) {
  Held held(1, 2);
  record_in(held);
  const int first = thread_with_calls(1);
  (void)thread_with_calls(1);
  EXPECT_EQ(counts_of(*held), (Counts{{first, 1, 0}}));
  EXPECT_EQ(held->laneless, 1u);
}

TEST_F(Lanes, TheLaneWithMostRoomIsTakenOver) {
  Held held(3, 10);
  record_in(held);
  const int a = thread_with_calls(3), b = thread_with_calls(1), c = thread_with_calls(1);
  EXPECT_EQ(counts_of(*held), (Counts{{a, 3, 0}, {b, 1, 0}, {c, 1, 0}}));
  // Of two lanes with equal room it is the first.
  const int d = thread_with_calls(1);
  EXPECT_EQ(counts_of(*held), (Counts{{a, 3, 0}, {b, 1, 0}, {d, 1, 0}, {c, 1, 0}}));
  const int e = thread_with_calls(2);
  EXPECT_EQ(counts_of(*held), (Counts{{a, 3, 0}, {b, 1, 0}, {d, 1, 0}, {c, 1, 0}, {e, 2, 0}}));
  const int f = thread_with_calls(1);
  EXPECT_EQ(counts_of(*held),
            (Counts{{a, 3, 0}, {f, 1, 0}, {b, 1, 0}, {d, 1, 0}, {c, 1, 0}, {e, 2, 0}}));
}

// A handler that a jump leaves may have written half of a record.
TEST_F(Lanes, TheMarkOfTheEndReplacesHalfARecord) {
  Held held(1, 5);
  record_in(held);
  const int first = thread_with_calls(1);
  held->calls(0)[1].site = held->calls(0)[0].site;
  const int second = thread_with_calls(1);
  EXPECT_EQ(counts_of(*held), (Counts{{first, 1, 0}, {second, 1, 0}}));
}

TEST_F(Lanes, AThreadWithoutALaneLooksAgainAfterAThousandCalls) {
  Held held(1, 5);
  record_in(held);
  std::promise<int> has_called;
  std::promise<void> may_end;
  std::thread owner([&] {
    (void)fx_leaf(1);
    has_called.set_value(gettid());
    may_end.get_future().wait();
  });
  const int first = has_called.get_future().get();
  const int second = in_thread([&] {
    (void)fx_leaf(1);
    EXPECT_EQ(held->laneless, 1u);
    may_end.set_value();
    owner.join();
    await_end(first);
    for (int i = 0; i < 1000; ++i) (void)fx_leaf(i);
    EXPECT_EQ(held->laneless, 1001u);
    EXPECT_EQ(held->lane(0).thread, first);
    (void)fx_leaf(1);
    (void)fx_leaf(1);
  });
  EXPECT_EQ(held->laneless, 1001u);
  EXPECT_EQ(held->lanes_taken, 1u) << "the counter went past the end";
  EXPECT_EQ(counts_of(*held), (Counts{{first, 1, 0}, {second, 2, 0}}));
}

TEST_F(Lanes, AThreadWithoutALaneLooksAtOnceInAnotherRecording) {
  Held full(1, 5), next(1, 5);
  record_in(full);
  full->lanes_taken = 1;
  const int thread = in_thread([&] {
    (void)fx_leaf(1);
    EXPECT_EQ(full->laneless, 1u);
    record_in(next);
    (void)fx_leaf(1);
  });
  EXPECT_EQ(next->laneless, 0u);
  EXPECT_EQ(counts_of(*next), (Counts{{thread, 1, 0}}));
}

// Another thread is between the two stores that take a lane.
TEST_F(Lanes, ALaneThatIsJustTakenIsNobodys) {
  Held held(2, 5);
  record_in(held);
  held->lanes_taken = 1;
  EXPECT_EQ(counts_of(*held), Counts());
  const int thread = thread_with_calls(1);
  EXPECT_EQ(counts_of(*held), (Counts{{thread, 1, 0}}));
  EXPECT_EQ(held->lane(0).thread, 0);
  EXPECT_EQ(held->lane(1).thread, thread);
}

// Threads that look for a lane at once count past the end. What is behind the lanes is no lane,
// even if it begins with the thread's number.
TEST_F(Lanes, NoLaneIsBehindTheLast) {
  Held held(1, 5);
  record_in(held);
  held->lane(0).thread = gettid();
  held->lanes_taken = 2;
  (void)in_thread([&] {
    reinterpret_cast<Lane*>(held->calls(0))->thread = gettid();
    (void)fx_leaf(1);
  });
  EXPECT_EQ(held->laneless, 1u);
  EXPECT_EQ(counts_of(*held), (Counts{{gettid(), 0, 0}}));
}

TEST_F(Lanes, ALaneBehindTheLastIsNotTakenOver) {
  Held held(1, 5);
  const int ended = in_thread([] {});
  record_in(held);
  held->lane(0).thread = gettid();
  held->lanes_taken = 1;
  reinterpret_cast<Lane*>(held->calls(0))->thread = ended;
  (void)thread_with_calls(1);
  EXPECT_EQ(held->laneless, 1u);
}

TEST_F(Lanes, AThreadThatHasRecordedNothingHasItsMark) {
  Held held(1, 5);
  const int ended = in_thread([] {});
  record_in(held);
  held->lane(0).thread = ended;
  held->lanes_taken = 1;
  const int thread = thread_with_calls(1);
  EXPECT_EQ(counts_of(*held), (Counts{{ended, 0, 0}, {thread, 1, 0}}));
}

TEST_F(Lanes, AThreadComesBackToALaneThatIsNotTheFirst) {
  Held first(3, 8), second(3, 8);
  record_in(first);
  const int one = thread_with_calls(1);
  const int other = in_thread([&] {
    for (Held* held : {&first, &second, &first}) {
      record_in(*held);
      (void)fx_leaf(1);
    }
  });
  EXPECT_EQ(counts_of(*first), (Counts{{one, 1, 0}, {other, 2, 0}}));
}

// Such a call has no data, so its exit would find that of an earlier call.
TEST_F(Lanes, TheExitOfACallThatDoesNotFitIsNotHeard) {
  Held held(1, 1);
  record_in(held);
  (void)in_thread([&] {
    (void)fx_leaf(1);
    held->calls(0)[0].state = CallState::in_flight;
    (void)fx_leaf(1);
    EXPECT_EQ(held->lane(0).dropped, 1u);
    EXPECT_EQ(held->calls(0)[0].state, CallState::in_flight) << "it did not fit";
  });
}

std::size_t exits_heard;

TEST_F(Lanes, TheExitOfACallWithoutALaneIsNotHeard) {
  trace(record_entry, [](void*, ReturnFrame&) { ++exits_heard; });
  Held held(1, 5);
  record_in(held);
  exits_heard = 0;
  const int ended = thread_with_calls(1);
  EXPECT_EQ(exits_heard, 1u);
  EXPECT_EQ(held->lane(0).thread, ended);
  held->lane(0).thread = gettid();
  (void)thread_with_calls(1);
  EXPECT_EQ(held->laneless, 1u);
  EXPECT_EQ(exits_heard, 1u);
}

// ---- What the handlers write ----

const void* slot_seen;

TEST_F(Lanes, ARecordHasTheFunctionAndTheReturnSlot) {
  trace([](void* context, EntryFrame& call) {
    slot_seen = call.slot();
    return record_entry(context, call);
  });
  Held held(1, 5);
  record_in(held);
  (void)thread_with_calls(1);
  const CallRecord& record = held->calls(0)[0];
  EXPECT_EQ(record.site->symbol, "fx_leaf");
  EXPECT_EQ(record.slot, reinterpret_cast<std::uintptr_t>(slot_seen));
  EXPECT_EQ(record.state, CallState::returned);
}

// Where the core's code begins and ends, from the address that the call goes back to.
struct {
  std::intptr_t begin, end;
} core_seen;

TEST_F(Lanes, ACallThatGoesBackToTheCoreIsATailCall) {
  trace([](void* context, EntryFrame& call) {
    Recording& recording = *static_cast<Recorder*>(context)->recording.load();
    recording.core_begin = call.return_address() + static_cast<std::uintptr_t>(core_seen.begin);
    recording.core_end = call.return_address() + static_cast<std::uintptr_t>(core_seen.end);
    return record_entry(context, call);
  });
  const struct {
    std::intptr_t begin, end;
    bool is_tail_call;
  } cases[] = {{0, 1, true}, {-1, 1, true}, {-1, 0, false}, {1, 2, false}, {1, 1, false}};
  for (const auto& [begin, end, is_tail_call] : cases) {
    Held held(1, 5);
    record_in(held);
    core_seen = {begin, end};
    (void)thread_with_calls(1);
    EXPECT_EQ(held->calls(0)[0].is_tail_call, is_tail_call) << begin << " " << end;
  }
}

Held* held_next;

TEST_F(Lanes, TheExitOfAnotherRecordingsCallIsNotRecorded) {
  Held first(1, 5), second(1, 5);
  held_next = &second;
  record_in(first);
  (void)in_thread([] {
    (void)fx_hold(
        [](int value) {
          record_in(*held_next);
          return fx_leaf(value);
        },
        1);
  });
  EXPECT_EQ(first->calls(0)[0].state, CallState::in_flight);
  EXPECT_EQ(second->calls(0)[0].site->symbol, "fx_leaf");
  EXPECT_EQ(second->calls(0)[0].state, CallState::returned);
}

// ---- What other threads see and do meanwhile ----

// What they do behind each instruction of the handlers.
void (*behind_an_instruction)() = nullptr;

void on_trap(int, siginfo_t*, void* context) {
  constexpr greg_t single_step = 0x100;
  auto& flags = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL];
  flags = behind_an_instruction ? flags | single_step : flags & ~single_step;
  if (behind_an_instruction) behind_an_instruction();
}

void (*meanwhile)() = nullptr;

bool record_entry_in_steps(void* context, EntryFrame& call) {
  behind_an_instruction = meanwhile;
  asm volatile("int3");
  const bool is_recorded = record_entry(context, call);
  behind_an_instruction = nullptr;
  return is_recorded;
}
void record_exit_in_steps(void* context, ReturnFrame& call) {
  behind_an_instruction = meanwhile;
  asm volatile("int3");
  record_exit(context, call);
  behind_an_instruction = nullptr;
}

class LanesInSteps : public Lanes {
 protected:
  void SetUp() override {
    trace(record_entry_in_steps, record_exit_in_steps);
    struct sigaction action{};
    action.sa_flags = SA_SIGINFO;
    action.sa_sigaction = on_trap;
    ASSERT_EQ(sigaction(SIGTRAP, &action, &before_), 0);
  }
  void TearDown() override {
    sigaction(SIGTRAP, &before_, nullptr);
    Lanes::TearDown();
  }
  struct sigaction before_{};
};

Recording* recording_seen;
std::size_t steps_seen, incomplete_seen;
int owner_seen;

TEST_F(LanesInSteps, ARecordIsCompleteWhenItIsSeen) {
  Held held(1, 6, {0, ~std::uintptr_t{0}});
  record_in(held);
  recording_seen = &*held;
  steps_seen = incomplete_seen = 0;
  meanwhile = [] {};
  owner_seen = thread_with_calls(1);
  constexpr std::uint64_t unwritten = ~std::uint64_t{0};
  for (std::size_t i = 1; i < 6; ++i) held->calls(0)[i].ticks = unwritten;
  meanwhile = [] {
    ++steps_seen;
    for (std::size_t i = 0; i < recording_seen->lane(0).used; ++i) {
      const CallRecord& record = recording_seen->calls(0)[i];
      if (!record.site)
        incomplete_seen += record.slot != static_cast<std::uintptr_t>(owner_seen);
      else
        incomplete_seen += record.slot == 0 || record.start == 0 || !record.is_tail_call ||
                           (record.state == CallState::returned && record.ticks == unwritten);
    }
  };
  const int thread = thread_with_calls(2);
  EXPECT_EQ(counts_of(*held), (Counts{{owner_seen, 1, 0}, {thread, 2, 0}}));
  EXPECT_GT(steps_seen, 100u) << "no single steps";
  EXPECT_EQ(incomplete_seen, 0u);
}

std::size_t steps_left;

// It finds one that is free and takes it, or comes too late.
TEST_F(LanesInSteps, AnotherThreadTakesTheLastLane) {
  owner_seen = gettid();
  meanwhile = [] {
    if (steps_left == 0 || --steps_left != 0) return;
    if (recording_seen->lanes_taken.fetch_add(1) == 0) recording_seen->lane(0).thread = owner_seen;
  };
  std::size_t at = 1, late = 0;
  for (;; ++at) {
    Held held(1, 5);
    record_in(held);
    recording_seen = &*held;
    steps_left = at;
    const int thread = thread_with_calls(1);
    if (steps_left != 0) break;
    const bool is_late = held->lane(0).thread == thread;
    late += is_late;
    EXPECT_EQ(held->laneless, is_late ? 0u : 1u) << at;
    EXPECT_EQ(held->lane(0).used, is_late ? 1u : 0u) << at;
    EXPECT_EQ(held->calls(0)[0].site != nullptr, is_late) << at;
  }
  EXPECT_GT(late, 0u);
  EXPECT_GT(at - late, 10u);
}

}  // namespace
}  // namespace retprobe::graph
