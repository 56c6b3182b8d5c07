// Tests of configure(): which designs and transfers there are, when a change is refused or waits,
// and what the library does before the first one.
#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>
#include <unwind.h>

#include <atomic>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include "core/hooks/design_table.h"
#include "core/testlib/probe_fixture.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

TEST_F(Probe, ConfigureNamesWhatThereIs) {
  EXPECT_EQ(CASE({ return code_name(configure({.design = "magic"})); }).substr(0, 44),
            "not_found: no design 'magic'; there are bitm");
  EXPECT_EQ(
      CASE({ return code_name(configure({.transfer = "teleport"})); }),
      "not_found: no return transfer 'teleport'; there are paired, push_ret, call_ret, jump, trap");
  EXPECT_EQ(CASE({
              for (const std::string& design : design_names())
                for (const std::string_view transfer : transfer_names()) {
                  MUST(configure({design, std::string(transfer)}));
                  if (configuration().design != design || configuration().transfer != transfer)
                    return "another one";
                }
              return "ok";
            }),
            "ok");
}

TEST_F(Probe, AttachBeforeConfigureTakesTheDefault) {
  EXPECT_EQ(CASE({
              Counted tracer;
              MUST(tracer->attach("pf_one"));
              (void)function("pf_one")(1);
              MUST(configure({}));  // changes nothing
              return tracer.text();
            }),
            "1/1");
}

TEST_F(Probe, ConfigureWhileAttachedOrInFlight) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counted tracer;
              MUST(tracer->attach("pf_one"));
              MUST(configure({}));  // the configuration that is set already
              const std::string text = code_name(configure({.design = "bitmask"}));
              MUST(tracer->detach());
              MUST(configure({.design = "bitmask"}));
              return text;
            }),
            "busy: cannot change design or transfer while a tracer is attached to 'pf_one'; detach "
            "all tracers first");
  EXPECT_EQ(
      CASE({
        MUST(configure({}));
        static Counted tracer;
        static std::string text;
        MUST(tracer->attach("pf_meanwhile"));
        const int result = meanwhile(
            [](int value) {
              if (const Error error = tracer->detach()) text = code_name(error);
              text += code_name(configure({.design = "bitmask"}));
              return value + 5;
            },
            1);
        return text + " " + std::to_string(result) + " " + tracer.text() + " then " +
               code_name(configure({.design = "bitmask"}));
      }),
      "busy: cannot change design or transfer: 1 probed calls are in flight 6 1/0 then none: ");
}

// A call that a jump has left is not in flight, though nobody has noticed the jump yet.
TEST_F(Probe, ConfigureAfterAJumpOutOfACall) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counted tracer;
              MUST(tracer->attach("pf_meanwhile"));
              static void* above[5];
              // Below where configure will look.
              static void (*volatile const far_below)() = [] {
                char room[1 << 16];
                asm volatile("" : : "r"(room) : "memory");
                meanwhile([](int) -> int { __builtin_longjmp(above, 1); }, 1);
                asm volatile("" : : "r"(room) : "memory");  // so that it is no tail call
              };
              if (!__builtin_setjmp(above)) far_below();
              MUST(tracer->detach());
              MUST(configure({.design = "bitmask"}));
              return tracer.text() + " " + configuration().design;
            }),
            "1/0 bitmask");
}

// The library interposes the unwinder's functions in programs that choose no design, too.
TEST_F(Probe, ARaiseWithoutAHandlerOrADesign) {
  EXPECT_EQ(CASE({
              static _Unwind_Reason_Code raised;
              pthread_t thread;
              const auto raise = [](void*) -> void* {
                _Unwind_Exception exception{};
                std::memcpy(&exception.exception_class, "of nobod",
                            sizeof exception.exception_class);
                raised = _Unwind_RaiseException(&exception);
                return nullptr;
              };
              if (pthread_create(&thread, nullptr, raise, nullptr)) return "no thread";
              pthread_join(thread, nullptr);
              return std::to_string(raised);
            }),
            std::to_string(_URC_END_OF_STACK));
}

TEST_F(Probe, CallsReturnByEachTransfer) {
  for (const std::string& design : hooked_designs())
    for (const std::string_view transfer : transfer_names())
      EXPECT_EQ(CASE({
                  MUST(configure({design, std::string(transfer)}));
                  Counted tracer;
                  MUST(tracer->attach("pf_*"));
                  const int result = function("pf_calls_one")(1);
                  return tracer.text() + " " + std::to_string(result);
                }),
                "2/2 12")
          << design << " " << transfer;
}

// A design's data for a function survives a change to another design, which uses other blocks of
// the function.
TEST_F(Probe, DesignsTakeTurnsOnAFunction) {
  EXPECT_EQ(CASE({
              for (int round = 0; round < 2; ++round) {
                for (const std::string& first : design_names()) {
                  for (const std::string& design : {first, std::string("bitmask")}) {
                    MUST(configure({.design = design}));
                    Counted tracer;
                    MUST(tracer->attach("pf_one"));
                    if (function("pf_one")(1) != 2) return design + " after others: a wrong result";
                    MUST(tracer->detach());
                    const bool hears = find_design(design)->facts.wiring != Wiring::unhooked;
                    if (tracer.text() != (hears ? "1/1" : "0/0"))
                      return design + " after others: " + tracer.text();
                  }
                }
              }
              return std::string("ok");
            }),
            "ok");
}

// A change of design must wait for a thread that is ending, since that thread reads its stacks
// without a lock. The thread here is in the exit handler of a call that it abandons. So detach and
// configure each wait their 5 s and fail.
TEST_F(Probe, ADesignIsChosenWhileAThreadEnds) {
  EXPECT_EQ(CASE({
              static std::atomic<bool> in_handler{false}, go_on{false};
              MUST(configure({}));
              Result<Tracer> tracer =
                  Tracer::make({.name = "mine",
                                .on_return =
                                    [](void*, ReturnFrame& frame) {
                                      if (frame.reason() != ReturnReason::abandoned) return;
                                      in_handler = true;
                                      while (!go_on) usleep(1000);
                                    },
                                .registers = RegisterSet::full});
              MUST(tracer->attach("pf_meanwhile"));
              pthread_t thread;
              static void* above[5];
              const auto leave_a_call = [](void*) -> void* {
                if (!__builtin_setjmp(above))
                  meanwhile([](int) -> int { __builtin_longjmp(above, 1); }, 1);
                return nullptr;
              };
              if (pthread_create(&thread, nullptr, leave_a_call, nullptr)) return "no thread";
              while (!in_handler) usleep(1000);
              const std::string detached = code_name(tracer->detach()).substr(0, 4);
              const std::string chosen = code_name(configure({.design = "bitmask"})).substr(0, 4);
              if (configuration().design != Configuration{}.design) return "it has changed";
              go_on = true;
              pthread_join(thread, nullptr);
              MUST(configure({.design = "bitmask"}));
              Counted after;
              MUST(after->attach("pf_one"));
              (void)function("pf_one")(1);
              MUST(after->detach());
              return detached + " " + chosen + " " + after.text();
            }),
            "busy busy 1/1");
}

// Whether a thread of this process sleeps: in a system call that waits for something.
bool is_asleep(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  return name_end != text.npos && text.substr(name_end).starts_with(") S");
}

// A detach ends with the design that it began with: a change of design waits for it.
TEST_F(Probe, ADesignIsChosenWhileADetachWaits) {
  EXPECT_EQ(CASE({
              static std::atomic<bool> in_handler{false}, go_on{false};
              static std::atomic<pid_t> chooser{0};
              MUST(configure({}));
              Result<Tracer> tracer = Tracer::make({.name = "mine",
                                                    .on_entry =
                                                        [](void*, EntryFrame&) {
                                                          in_handler = true;
                                                          while (!go_on) usleep(1000);
                                                          return true;
                                                        },
                                                    .registers = RegisterSet::full});
              MUST(tracer->attach("pf_one"));
              std::thread caller([] { (void)function("pf_one")(1); });
              while (!in_handler) usleep(1000);
              std::string detached, chosen;
              std::thread detacher([&] { detached = code_name(tracer->detach()); });
              while (tracer->attached() != 0) usleep(1000);
              std::thread configurer([&] {
                chooser = gettid();
                chosen = code_name(configure({.design = "bitmask"}));
              });
              while (chooser == 0 || !is_asleep(chooser)) usleep(1000);
              const bool waits = configuration().design == Configuration{}.design;
              go_on = true;
              for (std::thread* thread : {&caller, &detacher, &configurer}) thread->join();
              Counted after;
              MUST(after->attach("pf_one"));
              (void)function("pf_one")(1);
              MUST(after->detach());
              return detached + chosen + configuration().design + " " + after.text() +
                     (waits ? "" : ", but it did not wait");
            }),
            "none: none: bitmask 1/1");
}

}  // namespace
}  // namespace retprobe
