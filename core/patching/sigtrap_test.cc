// Tests the SIGTRAP handler together with other handlers, default actions and sent signals.
#include "core/patching/sigtrap.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <thread>

#include "core/testlib/child.h"

namespace retprobe {
namespace {

// A breakpoint that belongs to the internal user of these tests, and one that has no owner.
asm(R"(
  .text
  .type own_breakpoint, @function
own_breakpoint:
  int3
own_breakpoint_end:
  ret
  .type foreign_breakpoint, @function
foreign_breakpoint:
  int3
foreign_breakpoint_end:
  ret
  .type long_breakpoint, @function
long_breakpoint:                  # the two-byte form of int3
  .byte 0xcd, 0x03
  ret
)");
extern "C" {
void own_breakpoint();
extern const char own_breakpoint_end[];
void foreign_breakpoint();
extern const char foreign_breakpoint_end[];
void long_breakpoint();
}

std::atomic<int> own_seen{0};
std::atomic<int> others_seen{0};  // traps that reached an older handler
siginfo_t last_info;
ucontext_t last_context;
sigset_t mask_inside;

std::uintptr_t rip(const ucontext_t& context) {
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
}

bool own_user(ucontext_t& context) {
  if (rip(context) != reinterpret_cast<std::uintptr_t>(own_breakpoint_end)) return false;
  errno = EDOM;  // this change of errno must not be visible
  ++own_seen;
  return true;
}

void counting_action(int, siginfo_t* info, void* context) {
  last_info = *info;
  std::memcpy(&last_context, context, sizeof last_context);
  pthread_sigmask(SIG_BLOCK, nullptr, &mask_inside);
  ++others_seen;
}

void counting_handler(int) { ++others_seen; }

struct sigaction make_action(void (*handler)(int), int flags = 0) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  return action;
}

struct sigaction make_action(void (*handler)(int, siginfo_t*, void*), int flags = 0) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = flags | SA_SIGINFO;
  return action;
}

void claim() {
  const Error error = claim_sigtrap(TrapUser::return_trap, own_user);
  ASSERT_FALSE(error) << error.message();
}

/// Installs the test's own action first, then claims SIGTRAP over it.
void claim_over(const struct sigaction& before) {
  ASSERT_EQ(sigaction(SIGTRAP, &before, nullptr), 0);
  claim();
  own_seen = 0;
  others_seen = 0;
}

TEST(Sigtrap, OwnTrapsAreOursAndForeignOnesAreNot) {
  claim_over(make_action(counting_action));
  errno = E2BIG;
  own_breakpoint();
  EXPECT_EQ(errno, E2BIG);
  EXPECT_EQ(own_seen, 1);
  EXPECT_EQ(others_seen, 0);

  foreign_breakpoint();
  EXPECT_EQ(others_seen, 1);
  EXPECT_EQ(last_info.si_signo, SIGTRAP);
  EXPECT_EQ(last_info.si_code, SI_KERNEL);
  EXPECT_EQ(rip(last_context), reinterpret_cast<std::uintptr_t>(foreign_breakpoint_end));
  long_breakpoint();
  EXPECT_EQ(others_seen, 2);
  EXPECT_EQ(own_seen, 1);
}

TEST(Sigtrap, SentSignalsKeepTheirSender) {
  claim_over(make_action(counting_action));
  raise(SIGTRAP);
  EXPECT_EQ(others_seen, 1);
  EXPECT_EQ(last_info.si_code, SI_TKILL);
  EXPECT_EQ(last_info.si_pid, getpid());
  sigval value{};
  value.sival_int = 42;
  ASSERT_EQ(sigqueue(getpid(), SIGTRAP, value), 0);
  EXPECT_EQ(others_seen, 2);
  EXPECT_EQ(last_info.si_code, SI_QUEUE);
  EXPECT_EQ(last_info.si_value.sival_int, 42);
}

TEST(Sigtrap, SingleStepsReachTheirHandler) {
  claim_over(make_action(+[](int, siginfo_t* info, void* raw) {
    if (info->si_code == TRAP_TRACE) ++others_seen;
    static_cast<ucontext_t*>(raw)->uc_mcontext.gregs[REG_EFL] &= ~0x100;
  }));
  asm volatile(
      "lea -128(%%rsp), %%rsp\n pushfq\n orq $0x100, (%%rsp)\n popfq\n nop\n lea 128(%%rsp), "
      "%%rsp" ::
          : "memory", "cc");
  EXPECT_EQ(others_seen, 1);
}

TEST(Sigtrap, PlainHandlersAndTheirMask) {
  claim_over(make_action(counting_handler));
  foreign_breakpoint();
  EXPECT_EQ(others_seen, 1);

  struct sigaction masking = make_action(counting_action);
  sigaddset(&masking.sa_mask, SIGUSR1);
  claim_over(masking);
  foreign_breakpoint();
  EXPECT_TRUE(sigismember(&mask_inside, SIGUSR1));
  EXPECT_TRUE(sigismember(&mask_inside, SIGTRAP));
  EXPECT_FALSE(sigismember(&mask_inside, SIGUSR2));
  sigset_t after;
  pthread_sigmask(SIG_BLOCK, nullptr, &after);
  EXPECT_FALSE(sigismember(&after, SIGUSR1));
  EXPECT_FALSE(sigismember(&after, SIGTRAP));

  claim_over(make_action(counting_action, SA_NODEFER));
  foreign_breakpoint();
  EXPECT_FALSE(sigismember(&mask_inside, SIGTRAP));
}

// Behind the handler is the default action, which kills: who takes it for the next one is seen.
TEST(Sigtrap, AHandlerMayLeaveByALongJump) {
  static sigjmp_buf back;
  claim_over(make_action(SIG_DFL));
  claim_over(make_action(+[](int) {
    ++others_seen;
    siglongjmp(back, 1);
  }));
  int left = 0;
  for (void (*const signal)() : {foreign_breakpoint, +[] { raise(SIGTRAP); }})
    for (int round = 1; round <= 3; ++round) {
      if (sigsetjmp(back, 1) == 0) signal();
      EXPECT_EQ(others_seen, ++left);
      own_breakpoint();
      EXPECT_EQ(own_seen, left);
    }
}

TEST(Sigtrap, DefaultActionKills) {
  claim_over(make_action(SIG_DFL));
  EXPECT_EQ(in_child([] { own_breakpoint(); }), 0);
  EXPECT_EQ(in_child(foreign_breakpoint), -SIGTRAP);
  EXPECT_EQ(in_child(long_breakpoint), -SIGTRAP);
  EXPECT_EQ(in_child([] { raise(SIGTRAP); }), -SIGTRAP);
  EXPECT_EQ(in_child([] { kill(getpid(), SIGTRAP); }), -SIGTRAP);
  EXPECT_EQ(in_child([] { std::thread(foreign_breakpoint).join(); }), -SIGTRAP);
}

TEST(Sigtrap, IgnoredMeansSentOnesOnly) {
  claim_over(make_action(SIG_IGN));
  EXPECT_EQ(in_child([] {
              raise(SIGTRAP);
              kill(getpid(), SIGTRAP);
              own_breakpoint();
            }),
            0);
  // The same as without this library: the kernel kills a process that ignores its own breakpoint.
  EXPECT_EQ(in_child(foreign_breakpoint), -SIGTRAP);
}

TEST(Sigtrap, OneShotHandlersShootOnce) {
  claim_over(make_action(counting_handler, static_cast<int>(SA_RESETHAND)));
  foreign_breakpoint();
  EXPECT_EQ(others_seen, 1);
  // Installed again, so it has one signal again.
  EXPECT_EQ(in_child(foreign_breakpoint), -SIGTRAP);
  claim_over(make_action(counting_handler, static_cast<int>(SA_RESETHAND)));
  foreign_breakpoint();
  EXPECT_EQ(others_seen, 1);
}

TEST(Sigtrap, WhoReplacesUsIsBehindUsAfterTheNextClaim) {
  claim_over(make_action(SIG_DFL));
  const struct sigaction theirs = make_action(counting_handler);
  ASSERT_EQ(sigaction(SIGTRAP, &theirs, nullptr), 0);
  claim();
  own_breakpoint();
  EXPECT_EQ(own_seen, 1);
  EXPECT_EQ(others_seen, 0);
  foreign_breakpoint();
  EXPECT_EQ(others_seen, 1);
}

// Handlers that pass unknown traps on to the previous handler, which may be this library's.
struct sigaction saved_by_first, saved_by_second;
std::atomic<int> first_seen{0}, second_seen{0};
void first_forwarder(int signal, siginfo_t* info, void* context) {
  ++first_seen;
  if ((saved_by_first.sa_flags & SA_SIGINFO) != 0)
    saved_by_first.sa_sigaction(signal, info, context);
}
void second_forwarder(int signal, siginfo_t* info, void* context) {
  ++second_seen;
  if ((saved_by_second.sa_flags & SA_SIGINFO) != 0)
    saved_by_second.sa_sigaction(signal, info, context);
}

TEST(Sigtrap, ForwardersDoNotGoRoundInCircles) {
  claim_over(make_action(counting_action));
  const struct sigaction first = make_action(first_forwarder),
                         second = make_action(second_forwarder);
  ASSERT_EQ(sigaction(SIGTRAP, &first, &saved_by_first), 0);
  own_breakpoint();  // its handler runs first, and forwards this trap
  EXPECT_EQ(own_seen, 1);
  EXPECT_EQ(first_seen, 1);
  claim();
  ASSERT_EQ(sigaction(SIGTRAP, &second, &saved_by_second), 0);
  claim();
  first_seen = 0;
  for (int round = 1; round <= 3; ++round) {
    foreign_breakpoint();  // order: ours, second, ours, first, ours, counting
    EXPECT_EQ(second_seen, round);
    EXPECT_EQ(first_seen, round);
    EXPECT_EQ(others_seen, round);
  }
  own_breakpoint();
  EXPECT_EQ(own_seen, 2);
  EXPECT_EQ(first_seen, 3);

  // With a forwarder and only the default action behind it, the process dies and does not recurse.
  EXPECT_EQ(in_child([] {
              const struct sigaction by_default = make_action(SIG_DFL),
                                     again = make_action(first_forwarder);
              sigaction(SIGTRAP, &by_default, nullptr);
              if (claim_sigtrap(TrapUser::return_trap, own_user)) _exit(3);
              sigaction(SIGTRAP, &again, &saved_by_first);
              if (claim_sigtrap(TrapUser::return_trap, own_user)) _exit(4);
              foreign_breakpoint();
            }),
            -SIGTRAP);
}

// The kernel puts the context of both traps at the same address. The handler behind us returns from
// the first one, or leaves it by a jump.
TEST(Sigtrap, AForwarderAboveUsFindsWhoIsBehindUsAfterAnEarlierTrap) {
  static sigjmp_buf back;
  for (const auto& behind : {make_action(counting_action), make_action(+[](int) {
                               if (++others_seen == 1) siglongjmp(back, 1);
                             })}) {
    claim_over(make_action(SIG_DFL));
    claim_over(behind);
    EXPECT_EQ(in_child([] {
                const struct sigaction above =
                    make_action(+[](int signal, siginfo_t* info, void* context) {
                      saved_by_first.sa_sigaction(signal, info, context);
                      first_seen = 1;  // so that it is no tail call, which looks like the kernel's
                    });
                first_seen = 0;
                for (std::atomic<int> trap = 0; trap < 2; ++trap) {
                  if (trap == 1) sigaction(SIGTRAP, &above, &saved_by_first);
                  if (sigsetjmp(back, 1) == 0) foreign_breakpoint();
                }
                if (first_seen != 1 || others_seen != 2) _exit(3);
              }),
              0);
  }
}

TEST(Sigtrap, AHandlerThatIsInstalledAgainIsCalledOnce) {
  claim_over(make_action(counting_action));
  const struct sigaction again = make_action(first_forwarder);
  for (int times = 1; times <= 3; ++times) {
    ASSERT_EQ(sigaction(SIGTRAP, &again, &saved_by_first), 0);
    claim();
    first_seen = 0;
    foreign_breakpoint();
    EXPECT_EQ(first_seen, 1);
    EXPECT_EQ(others_seen, times);
  }
}

// A claim of what is claimed already does not put this library's handler behind itself.
TEST(Sigtrap, AfterTwoClaimsAUserIsAskedOnce) {
  static std::atomic<int> asked{0};
  claim_over(make_action(counting_action));
  for (int times = 0; times < 2; ++times)
    ASSERT_FALSE(claim_sigtrap(
        TrapUser::text_poke, +[](ucontext_t&) {
          ++asked;
          return false;
        }));
  foreign_breakpoint();
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(others_seen, 1);
}

TEST(Sigtrap, AThirdHandlerIsAskedInItsOrder) {
  // return_trap is asked before text_poke.
  static std::atomic<int> order{0};
  claim_over(make_action(SIG_DFL));
  static std::atomic<int> poke_turn{0}, trap_turn{0};
  ASSERT_FALSE(claim_sigtrap(
      TrapUser::text_poke, +[](ucontext_t&) {
        poke_turn = ++order;
        return true;
      }));
  ASSERT_FALSE(claim_sigtrap(
      TrapUser::return_trap, +[](ucontext_t&) {
        trap_turn = ++order;
        return false;
      }));
  foreign_breakpoint();
  EXPECT_EQ(trap_turn, 1);
  EXPECT_EQ(poke_turn, 2);
  ASSERT_FALSE(claim_sigtrap(TrapUser::text_poke, +[](ucontext_t&) { return false; }));
}

TEST(Sigtrap, ReplacedUnderLoadNoOwnTrapIsLostAfterAClaim) {
  // Other threads install and remove handlers that forward, while this thread claims SIGTRAP again
  // and again.
  claim_over(make_action(counting_handler));
  std::atomic<bool> stop{false};
  std::thread churn([&] {
    const struct sigaction theirs = make_action(first_forwarder);
    while (!stop) {
      struct sigaction was;
      sigaction(SIGTRAP, &theirs, &was);
      if (was.sa_sigaction != first_forwarder) saved_by_first = was;
      std::this_thread::yield();
    }
  });
  int taken = 0;
  for (int round = 0; round < 20000; ++round) {
    const Error error = claim_sigtrap(TrapUser::return_trap, own_user);
    if (error) break;
    own_breakpoint();
    ++taken;
  }
  stop = true;
  churn.join();
  EXPECT_EQ(taken, 20000);
  EXPECT_EQ(own_seen, 20000);
}

}  // namespace
}  // namespace retprobe
