// Tests recordings in memory: which lane a thread gets, what fits, and what the trees are that are
// made of records.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <future>
#include <thread>
#include <tuple>
#include <vector>

#include "clients/graph/graph.h"
#include "clients/graph/recorder.h"
#include "clients/testlib/fixture.h"

namespace retprobe::graph {
namespace {

// ---- Lanes ----

// A recording in memory of its own. There is room behind it, for what goes too far.
class Held {
 public:
  Held(std::size_t threads, std::size_t calls, CodeRange core = {})
      : memory_(*recording_bytes("test", threads, calls) / sizeof(Line) + 16),
        recording_(begin_recording(memory_.data(), threads, calls, core)) {}
  Recording* operator->() { return &recording_; }
  Recording& operator*() { return recording_; }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::vector<Line> memory_;
  Recording& recording_;
};

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

// ---- Sizes ----

TEST(Recording, HoldsItsOwnRecords) {
  Held held(2, 3);
  const CallRecord* const first = held->calls(0);
  EXPECT_EQ(reinterpret_cast<const void*>(first), &held->lane(2));
  EXPECT_EQ(held->calls(1), first + 3);
  EXPECT_TRUE(held->holds(first));
  EXPECT_TRUE(held->holds(first + 5));
  EXPECT_FALSE(held->holds(first + 6));
  EXPECT_FALSE(held->holds(first - 1));
}

// The first recordings of the process. A thread that has recorded nothing has noted the id 0.
Held earliest[] = {Held(1, 1), Held(1, 1), Held(1, 1)};

TEST(Recording, NoneHasTheIdOfNone) {
  for (Held& held : earliest) EXPECT_NE(held->id, 0u);
}

TEST(Recording, IsOfThisProcess) {
  Held held(2, 3, {100, 200}), another(4, 5);
  EXPECT_EQ(held->process, getpid());
  EXPECT_EQ(held->lane_count, 2u);
  EXPECT_EQ(held->calls_per_lane, 3u);
  EXPECT_EQ(held->core_begin, 100u);
  EXPECT_EQ(held->core_end, 200u);
  EXPECT_NE(held->id, 0u);
  EXPECT_NE(held->id, another->id);
}

TEST(Recording, TakesTheBytesOfItsParts) {
  const auto bytes = [](std::size_t threads, std::size_t calls) -> std::size_t {
    const auto wanted = recording_bytes("name", threads, calls);
    return wanted.ok() ? *wanted : 0;
  };
  EXPECT_EQ(bytes(1, 1), sizeof(Recording) + sizeof(Lane) + sizeof(CallRecord));
  EXPECT_EQ(bytes(2, 3), sizeof(Recording) + 2 * sizeof(Lane) + 6 * sizeof(CallRecord));
  Held held(2, 3);
  EXPECT_EQ(reinterpret_cast<const std::byte*>(held->calls(2)),
            reinterpret_cast<const std::byte*>(&*held) + bytes(2, 3));
}

TEST(Recording, OfNoCallIsRefused) {
  for (const auto& [threads, calls] : {std::pair(0, 1), std::pair(1, 0)}) {
    const auto bytes =
        recording_bytes("name", static_cast<std::size_t>(threads), static_cast<std::size_t>(calls));
    ASSERT_FALSE(bytes.ok());
    EXPECT_EQ(bytes.error().code(), Error::Code::usage);
    EXPECT_TRUE(bytes.error().message().starts_with("name: room for no call at all"))
        << bytes.error().message();
  }
}

// Each of these overflows in another place.
TEST(Recording, BeyondAllAddressesIsRefused) {
  static_assert(sizeof(Lane) == 64 && sizeof(CallRecord) == 40);
  constexpr std::size_t one = 1;
  const std::pair<std::size_t, std::size_t> sizes[] = {
      {one << 58, 1},                             // the lanes
      {1, one << 61},                             // the records of one lane
      {one << 40, one << 40},                     // those of all
      {(one << 58) - 1, 1},                       // lanes and records together
      {1, (~std::size_t{0} - sizeof(Lane)) / 40}  // with what is in front of them
  };
  for (const auto& [threads, calls] : sizes) {
    const auto bytes = recording_bytes("name", threads, calls);
    ASSERT_FALSE(bytes.ok()) << threads << " x " << calls << ": " << *bytes;
    EXPECT_EQ(bytes.error().code(), Error::Code::usage);
    EXPECT_TRUE(bytes.error().message().starts_with("name: " + std::to_string(threads) +
                                                    " threads x " + std::to_string(calls) +
                                                    " calls are more than there are addresses"))
        << bytes.error().message();
  }
}

TEST(Recording, TheCoresCodeIsItsWholeModule) {
  const auto inside =
      reinterpret_cast<std::uintptr_t>(static_cast<Error (*)(const Configuration&)>(configure));
  struct Bounds {
    std::uintptr_t inside, begin, end;
  } bounds{inside, ~std::uintptr_t{0}, 0};
  dl_iterate_phdr(
      [](dl_phdr_info* module, std::size_t, void* context) {
        Bounds& wanted = *static_cast<Bounds*>(context);
        Bounds found{0, ~std::uintptr_t{0}, 0};
        for (int i = 0; i < module->dlpi_phnum; ++i) {
          const ElfW(Phdr) & part = module->dlpi_phdr[i];
          if (part.p_type != PT_LOAD) continue;
          found.begin = std::min(found.begin, module->dlpi_addr + part.p_vaddr);
          found.end = std::max(found.end, module->dlpi_addr + part.p_vaddr + part.p_memsz);
        }
        if (wanted.inside >= found.begin && wanted.inside < found.end) {
          wanted.begin = found.begin;
          wanted.end = found.end;
        }
        return 0;
      },
      &bounds);
  const CodeRange core = core_code();
  EXPECT_EQ(core.begin, bounds.begin);
  EXPECT_EQ(core.end, bounds.end);
}

// ---- Trees ----

struct Given {
  std::uint64_t start, ticks;
  std::uintptr_t slot;
  CallState state = CallState::returned;
  bool is_tail_call = false;
};

std::vector<CallRecord> records_of(const std::vector<Given>& given) {
  std::vector<CallRecord> records(given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    records[i].start = given[i].start;
    records[i].ticks = given[i].ticks;
    records[i].slot = given[i].slot;
    records[i].state = given[i].state;
    records[i].is_tail_call = given[i].is_tail_call;
  }
  return records;
}

// The parents of the calls, with - for none.
std::string parents_of(const std::vector<Given>& given) {
  const std::vector<CallRecord> records = records_of(given);
  const std::vector<Call> calls = make_tree(records);
  std::string text;
  for (const Call& call : calls) {
    const bool has_parent = call.parent != Call::none;
    EXPECT_EQ(call.depth, has_parent ? calls[call.parent].depth + 1 : 0);
    text += has_parent ? std::to_string(call.parent) : "-";
  }
  return text;
}

TEST(Tree, TheTimesDecide) {
  EXPECT_EQ(parents_of({{100, 50, 10}, {149, 1, 20}}), "-0");
  EXPECT_EQ(parents_of({{100, 50, 10}, {150, 1, 5}}), "--") << "it was over at that tick";
  EXPECT_EQ(parents_of({{100, 50, 10}, {151, 1, 5}}), "--");
  EXPECT_EQ(parents_of({{100, 50, 10, CallState::unwound}, {149, 1, 20}}), "-0");
  EXPECT_EQ(parents_of({{100, 50, 10, CallState::abandoned}, {150, 1, 5}}), "--");
}

TEST(Tree, WithoutAnExitTheStackDecides) {
  constexpr CallState none = CallState::in_flight;
  EXPECT_EQ(parents_of({{100, 0, 10, none}, {200, 1, 9}}), "-0");
  EXPECT_EQ(parents_of({{100, 0, 10, none}, {200, 1, 11}}), "--");
  EXPECT_EQ(parents_of({{100, 0, 10, none}, {200, 1, 10}}), "--");
  EXPECT_EQ(parents_of({{100, 0, 10, none}, {200, 1, 10, CallState::returned, true}}), "-0");
  EXPECT_EQ(parents_of({{100, 0, 10, none}, {200, 1, 11, CallState::returned, true}}), "--");
  EXPECT_EQ(parents_of({{100, 900, 10, none}, {200, 1, 11}}), "--") << "it has no length";
}

TEST(Tree, ParentsAreNumberedInTheOrderOfEntries) {
  EXPECT_EQ(parents_of({{0, 100, 9}, {1, 10, 8}, {2, 5, 7}, {20, 10, 8}, {25, 1, 7}, {200, 1, 9}}),
            "-0103-");
}

TEST(Tree, ACallWithoutAnExitHasNoLength) {
  const std::vector<CallRecord> records =
      records_of({{100, 77, 10, CallState::in_flight}, {200, 66, 9}});
  const std::vector<Call> calls = make_tree(records);
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].ticks, 0u);
  EXPECT_EQ(calls[0].ending, Ending::in_flight);
  EXPECT_EQ(calls[1].ticks, 66u);
  EXPECT_EQ(calls[1].start, 200u);
}

TEST(Tree, EveryEndingHasAName) {
  EXPECT_STREQ(to_string(Ending::returned), "returned");
  EXPECT_STREQ(to_string(Ending::unwound), "unwound");
  EXPECT_STREQ(to_string(Ending::abandoned), "abandoned");
  EXPECT_STREQ(to_string(Ending::unheard), "unheard");
  EXPECT_STREQ(to_string(Ending::in_flight), "in_flight");
}

// Notes what it learns: "+depth" for a call that is entered, and "-depth until" for one that is
// left, with * behind the depth of one that is unheard.
class Noting final : public CallVisitor {
 public:
  void enter(const Call& call) override { text += "+" + of(call) + " "; }
  void leave(const Call& call, std::uint64_t until) override {
    text += "-" + of(call) + "@" + (until == never ? "never" : std::to_string(until)) + " ";
  }
  std::string text;

 private:
  static std::string of(const Call& call) {
    return std::to_string(call.depth) + (call.ending == Ending::unheard ? "*" : "");
  }
};

TEST(Tree, AVisitorLearnsWhenACallWasOver) {
  const std::vector<CallRecord> records = records_of({{100, 50, 10},
                                                      {110, 5, 9},
                                                      {120, 0, 9, CallState::in_flight},
                                                      {130, 0, 8, CallState::in_flight},
                                                      {160, 10, 10}});
  Noting noting;
  CallTree tree(noting);
  for (const CallRecord& record : records) tree.add(record, nullptr);
  EXPECT_EQ(noting.text, "+0 +1 -1@120 +1 +2 -2*@160 -1*@160 -0@160 +0 ");
  noting.text.clear();
  tree.finish();
  EXPECT_EQ(noting.text, "-0@never ");
}

TEST(Tree, OfACallThatIsKnownToBeUnheardTheStackDecides) {
  const std::vector<CallRecord> records =
      records_of({{100, 0, 10, CallState::in_flight}, {120, 5, 9}, {130, 5, 10}});
  Noting noting;
  CallTree tree(noting);
  tree.add(records[0], nullptr, true);
  tree.add(records[1], nullptr);
  tree.add(records[2], nullptr);
  tree.finish();
  EXPECT_EQ(noting.text, "+0* +1 -1@130 -0*@130 +0 -0@never ");
}

}  // namespace
}  // namespace retprobe::graph
