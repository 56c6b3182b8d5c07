// Tests of which calls tracers hear and what of them, and of what is counted: missed calls, forgone
// exits, calls in flight.
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/hooks/stacks.h"
#include "core/testlib/probe_fixture.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

TEST_F(Probe, StopSwitch) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                Counted tracer;
                MUST(tracer->attach("pf_*"));
                stop_tracing();
                if (!tracing_stopped()) return "not stopped";
                for (int i = 0; i < 3; ++i) (void)function("pf_calls_one")(i);
                std::string text = tracer.text();
                start_tracing();
                (void)function("pf_calls_one")(1);
                text += " " + tracer.text();
                // A call in flight when tracing stops returns correctly, without its exit handler.
                const int result = meanwhile(
                    [](int value) {
                      stop_tracing();
                      return value + 7;
                    },
                    1);
                text += " " + tracer.text() + " " + std::to_string(result);
                start_tracing();
                (void)function("pf_one")(1);
                return text + " " + tracer.text() + " missed " + std::to_string(tracer->missed());
              }),
              "0/0 2/2 3/2 8 4/3 missed 0")
        << design;
  }
}

TEST_F(Probe, MissedCountsAndDetachFromAHandler) {
  static Result<Tracer> tracer = Error{Code::none, ""};
  static std::string said;
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                static Counts counts;
                TracerOptions options = counting(counts);
                options.on_entry = [](void*, EntryFrame&) {
                  ++counts.entries;
                  (void)function("pf_two")(1);  // counts as missed
                  said = code_name(tracer->detach());
                  const Site* sites[] = {site("pf_calls_one")};
                  said += "\n" + code_name(tracer->attach(sites));
                  said += "\n" + code_name(configure({.design = "none"}));
                  return true;
                };
                tracer = Tracer::make(options);
                const Site* sites[] = {site("pf_one"), site("pf_two")};
                MUST(tracer->attach(sites));
                (void)function("pf_one")(1);
                const std::string self = std::to_string(gettid());
                for (std::size_t at; (at = said.find(self)) != std::string::npos;)
                  said.replace(at, self.size(), "N");
                MUST(tracer->detach());
                const std::string missed =
                    std::to_string(tracer->missed());  // still known after the detach
                tracer = Error{Code::none, ""};
                return said + "\n" + counts.text() + " missed " + missed;
              }),
              "busy: detach called from a handler (thread N), which it would have to wait for; "
              "call it when the handler has returned\n"
              "busy: attach called from a handler (thread N), which it would have to wait for; "
              "call it when the handler has returned\n"
              "busy: configure called from a handler (thread N), which it would have to wait for; "
              "call it when the handler has returned\n"
              "1/1 missed 1")
        << design;
  }
}

// A seccomp filter may end a process for it.
TEST_F(Probe, AHitInAHandlerDoesNotReadItsStackThroughTheKernel) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                static Counts counts;
                TracerOptions options = counting(counts);
                options.on_entry = [](void*, EntryFrame&) {
                  ++counts.entries;
                  return function("pf_two")(1) == 1;  // missed
                };
                static auto tracer = Tracer::make(options);  // a detach asks for more
                MUST(tracer->attach("pf_*"));
                (void)function("pf_one")(1);
                sock_filter filter[] = {
                    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
                    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
                    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
                };
                const sock_fprog program{std::size(filter), filter};
                if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
                    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
                  return "no filter";
                (void)function("pf_one")(1);
                return std::to_string(counts.entries) + " missed " +
                       std::to_string(tracer->missed());
              }),
              "2 missed 2")
        << design;
  }
}

// The count begins anew, also that of functions that the tracer has left.
TEST_F(Probe, MissedCallsAreReset) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              static Counts counts;
              TracerOptions options = counting(counts);
              options.on_entry = [](void*, EntryFrame&) {
                (void)function("pf_two")(1);  // counts as missed
                return true;
              };
              Result<Tracer> tracer = Tracer::make(options);
              const Site *one[] = {site("pf_one")}, *two[] = {site("pf_two")};
              MUST(tracer->attach(one));
              MUST(tracer->attach(two));
              (void)function("pf_one")(1);
              MUST(tracer->detach(two));
              MUST(tracer->attach(two));
              (void)function("pf_one")(1);
              (void)function("pf_one")(1);
              std::string text = std::to_string(tracer->missed(*two[0]));
              const auto add = [&](std::uint64_t number) { text += " " + std::to_string(number); };
              for (int i = 0; i < 2; ++i) add(tracer->reset_missed());
              for (const Site* site : {one[0], two[0]}) add(tracer->missed(*site));
              (void)function("pf_one")(1);
              add(tracer->missed());
              return text;
            }),
            "2 3 0 0 0 1");
}

// One call has two tracers, which detach one after the other. Another tracer takes the first one's
// place before the call returns.
TEST_F(Probe, ExitsThatADetachForgoesAreCounted) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                static std::optional<Counted> first, second, third;
                static std::string text;
                first.emplace(), second.emplace(), third.emplace();
                for (auto* tracer : {&first, &second}) MUST((**tracer)->attach("pf_meanwhile"));
                const auto in_call = [](int value) {
                  if (const Error error = (*first)->detach()) text += code_name(error);
                  if (value == 2) {
                    if (const Error error = (*second)->detach()) text += code_name(error);
                    if (const Error error = (*third)->attach("pf_meanwhile"))
                      text += code_name(error);
                  }
                  return value;
                };
                for (int value = 1; value <= 2; ++value) {
                  (void)meanwhile(in_call, value);
                  text += std::to_string(usage().forgone_exits) + " ";
                }
                (void)meanwhile(
                    [](int value) {
                      stop_tracing();
                      return value;
                    },
                    1);
                start_tracing();
                return text + first->text() + " " + second->text() + " " + third->text() + " " +
                       std::to_string(usage().forgone_exits);
              }),
              "1 2 1/0 2/1 1/0 3")
        << design;
  }
}

// The calls in flight of the thread that asks: none before its first hit, and another thread's do
// not count. A design without a list of them says 0.
TEST_F(Probe, AThreadKnowsItsCallsInFlight) {
  for (const std::string& design : hooked_designs()) {
    const std::string inside = find_design(design)->cold.frames ? "2" : "0";
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                Counted mine;
                MUST(mine->attach("pf_meanwhile"));
                static std::string text;
                text = std::to_string(own_frames());
                const auto ask = [](int value) {
                  text += " " + std::to_string(own_frames());
                  std::thread([] { text += " " + std::to_string(own_frames()); }).join();
                  return value;
                };
                static const Function asking = ask;
                (void)meanwhile([](int value) { return meanwhile(asking, value); }, 1);
                return text + " " + std::to_string(own_frames());
              }),
              "0 " + inside + " 0 0")
        << design;
  }
}

// No exit handler is due for a call that its tracers declined, nor for one that a handler makes.
TEST_F(Probe, OfADeclinedCallNoExitIsForgone) {
  for (const std::string& design : hooked_designs()) {
    for (const int tracers : {1, 2}) {
      EXPECT_EQ(CASE({
                  MUST(configure({.design = design}));
                  static int exits = 0;
                  TracerOptions options{.name = "mine",
                                        .on_entry =
                                            [](void*, EntryFrame&) {
                                              (void)function("pf_one")(1);
                                              return false;
                                            },
                                        .on_return = [](void*, ReturnFrame&) { ++exits; }};
                  std::vector<Result<Tracer>> declining;
                  for (int i = 0; i < tracers; ++i) {
                    declining.push_back(Tracer::make(options));
                    MUST(declining.back()->attach("pf_one"));
                  }
                  (void)function("pf_one")(1);
                  return std::to_string(exits) + " " + std::to_string(usage().forgone_exits) + " " +
                         std::to_string(declining[0]->missed());
                }),
                "0 0 " + std::to_string(tracers))
          << design;
    }
  }
}

// Nor for one that its first entry handler leaves by a jump.
TEST_F(Probe, OfACallThatNobodyHasAcceptedYetNoExitIsForgone) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                static bool jumps = true;
                static jmp_buf before_the_call;
                static int exits = 0;
                TracerOptions options{.name = "mine",
                                      .on_entry =
                                          [](void*, EntryFrame&) {
                                            if (std::exchange(jumps, false))
                                              longjmp(before_the_call, 1);
                                            return true;
                                          },
                                      .on_return = [](void*, ReturnFrame&) { ++exits; }};
                Result<Tracer> tracers[] = {Tracer::make(options), Tracer::make(options)};
                for (Result<Tracer>& tracer : tracers) MUST(tracer->attach("pf_one"));
                if (setjmp(before_the_call) == 0) (void)function("pf_one")(1);
                (void)function("pf_one")(1);
                return std::to_string(exits) + " " + std::to_string(usage().forgone_exits);
              }),
              "2 0")
        << design;
  }
}

// Three calls are in flight on one slot and two on others. Two tracers have accepted each, but the
// second one declines one call of the function that calls itself.
TEST_F(Probe, ACallInFlightCountsOnce) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                static std::string text;
                Counted plain;
                TracerOptions options = counting(plain);
                options.on_entry = [](void*, EntryFrame& call) { return call.registers.rsi != 4; };
                Result<Tracer> choosy = Tracer::make(options);
                MUST(plain->attach("pf_*"));
                MUST(choosy->attach("pf_*"));
                using Tail = int (*)(Function, int);
                const auto tail = reinterpret_cast<Tail>(fixture().symbol("pf_tail"));
                static const Function look = [](int value) {
                  text += std::to_string(usage().frames) + " ";
                  return value;
                };
                (void)meanwhile(look, 1);
                (void)meanwhile([](int value) { return meanwhile(look, value); }, 1);
                (void)tail(look, 5);
                text += std::to_string(usage().frames);
                return text;
              }),
              design == "call_through" ? "0 0 0 0" : "1 2 7 0")
        << design;
  }
}

// A call that two tracers with data see. `accepting` of them want its exit.
TEST_F(Probe, TracersWithDataDeclineACall) {
  for (const std::string& design : hooked_designs()) {
    for (const int accepting : {0, 1, 2}) {
      const std::string exits = std::to_string(accepting);
      EXPECT_EQ(CASE({
                  MUST(configure({.design = design}));
                  static int willing;
                  willing = accepting;
                  static Counts counts;
                  TracerOptions options = counting(counts);
                  options.entry_data_bytes = 16;
                  options.on_entry = [](void*, EntryFrame&) { return counts.entries++ < willing; };
                  Result<Tracer> first = Tracer::make(options), second = Tracer::make(options);
                  MUST(first->attach("pf_meanwhile"));
                  MUST(second->attach("pf_meanwhile"));
                  const int result = meanwhile([](int value) { return value; }, 7);
                  return counts.text() + " " + std::to_string(result);
                }),
                "2/" + exits + " 7")
          << design;
    }
  }
}

// What lies on the stack where the return hook will lie.
void leave_ones_on_the_stack() {
  char room[1 << 14];
  std::memset(room, 1, sizeof room);
  asm volatile("" : : "r"(room) : "memory");
}

// The slot of a call that a jump has left is the call's, or 0 in a design that does not know it.
// The two calls return to different addresses, since instance_pool tells them apart by these.
TEST_F(Probe, TheSlotOfAnAbandonedCall) {
  for (const std::string& design : hooked_designs()) {
    if (find_design(design)->facts.is_framed()) continue;  // nobody notices the jump
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                static void* above[5];
                // The abandoned call's slot lies between them.
                static void *caller_frame, *body_frame;
                static const auto inner =
                    reinterpret_cast<int (*)(Function, int)>(fixture().symbol("pf_meanwhile"));
                static int told = 0, right = 0;
                TracerOptions options;
                options.on_return = [](void*, ReturnFrame& call) {
                  if (call.reason() != ReturnReason::abandoned) return;
                  ++told;
                  auto* const slot = reinterpret_cast<void*>(call.slot);
                  right += call.registers.slot_is_copy &&
                           (!slot || (slot > body_frame && slot < caller_frame));
                };
                auto tracer = Tracer::make(options);
                MUST(tracer->attach("pf_meanwhile"));
                meanwhile(
                    [](int value) {
                      caller_frame = __builtin_frame_address(0);
                      if (!__builtin_setjmp(above))
                        inner(
                            [](int) -> int {
                              body_frame = __builtin_frame_address(0);
                              __builtin_longjmp(above, 1);
                            },
                            1);
                      leave_ones_on_the_stack();
                      return value;
                    },
                    1);
                return std::to_string(told) + " abandoned, " + std::to_string(right) + " right";
              }),
              "1 abandoned, 1 right")
        << design;
  }
}

}  // namespace
}  // namespace retprobe
