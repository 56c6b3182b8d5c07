// Tests pokes together with other activity in the process: other users of SIGTRAP, signals, forks,
// seccomp, and threads that are cancelled or end.
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/membarrier.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csetjmp>
#include <cstdio>
#include <string>

#include "core/testlib/child.h"
#include "core/testlib/poked_code.h"

namespace retprobe {
namespace {

std::atomic<std::uint64_t> others{0};

TEST(TextPoke, OtherUsersOfSigtrapGetTheirs) {
  struct sigaction theirs{}, before{};
  theirs.sa_handler = [](int) { ++others; };
  ASSERT_EQ(sigaction(SIGTRAP, &theirs, &before), 0);
  const auto site = address(poked_0);
  user_breakpoint();
  EXPECT_EQ(others, 1u);

  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> hits{0};
  Callers callers(1, {poked_0});
  std::thread user([&] {
    for (; !stop; hits += 2) {
      user_breakpoint();
      raise(SIGTRAP);
    }
  });
  for (int round = 0; round < 2000 || hits == 0; ++round) {
    must_poke(poke_to(site, round % 2 == 0 ? encode_jump(site, address(stub_a)) : nop));
  }
  stop = true;
  user.join();
  callers.finish();
  EXPECT_EQ(others, 1 + hits);
  const Paths paths = callers.paths(0);
  EXPECT_EQ(paths.body + paths.a, callers.calls());
  user_breakpoint();
  EXPECT_EQ(others, 2 + hits);
  ASSERT_EQ(sigaction(SIGTRAP, &before, nullptr), 0);
}

TEST(TextPoke, SomebodyElsesBreakpointAtAnIdleSiteIsTheirs) {
  const Code code(1, 64);
  must_poke({code.site(0), nop, encode_jump(code.site(0), code.site(0))});
  must_poke(poke_to(code.site(0), nop));
  struct sigaction theirs{}, before{};
  theirs.sa_handler = [](int) { ++others; };
  ASSERT_EQ(sigaction(SIGTRAP, &theirs, &before), 0);
  must_poke(poke_to(code.site(0), encode_jump(code.site(0), code.site(0))));
  must_poke(poke_to(code.site(0), nop));
  others = 0;
  ASSERT_EQ(mprotect(code.memory(), 4096, PROT_READ | PROT_WRITE), 0);
  std::memcpy(code.memory(), "\xcc\x90\x90\x90\x90", 5);
  ASSERT_EQ(mprotect(code.memory(), 4096, PROT_READ | PROT_EXEC), 0);
  Paths paths;
  call(code.site(0), paths);
  EXPECT_EQ(others, 1u);
  EXPECT_EQ(paths.body, 1u);
  ASSERT_EQ(sigaction(SIGTRAP, &before, nullptr), 0);
}

// A thread that is preempted between the breakpoint and the handler arrives after the poke is over.
TEST(TextPoke, ALateTrapRunsTheInstructionThatIsThereNow) {
  const auto site = address(poked_0);
  must_poke(jump_to(site, stub_a));
  must_poke(poke_to(site, nop));
  struct sigaction ours{};
  ASSERT_EQ(sigaction(SIGTRAP, nullptr, &ours), 0);
  ASSERT_TRUE(ours.sa_flags & SA_SIGINFO);
  siginfo_t info{};
  info.si_signo = SIGTRAP;
  info.si_code = SI_KERNEL;
  ucontext_t context{};
  context.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(site + 1);
  ours.sa_sigaction(SIGTRAP, &info, &context);
  EXPECT_EQ(static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]), site);
}

TEST(TextPoke, ForkAtAnyMomentLeavesNoBreakpointAndPatchesOnlyTheChild) {
  const auto site = address(poked_0);
  std::atomic<bool> stop{false};
  std::atomic<int> failures{0};
  std::thread poker([&] {
    for (int round = 0; !stop; ++round) {
      // The expected bytes are those that this thread wrote. A child that patched its parent would
      // make this check fail.
      const SiteBytes was = round % 2 == 0 ? nop : encode_jump(site, address(stub_a));
      const SiteBytes next = round % 2 == 0 ? encode_jump(site, address(stub_a)) : nop;
      const Poke poke{site, was, next};
      if (try_poke(poke)) ++failures;
      if (stop && round % 2 == 0) {
        const Poke back{site, next, nop};
        if (try_poke(back)) ++failures;
      }
    }
  });
  // With two threads, one is always poking and one is waiting.
  std::thread second([&] {
    while (!stop) {
      const auto other = address(poked_1);
      if (try_poke(jump_to(other, stub_a))) ++failures;
      if (try_poke(poke_to(other, nop))) ++failures;
    }
  });
  for (int round = 0; round < 300; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const SiteBytes now = bytes_at(site);
      if (now[0] == 0xcc) _exit(2);
      Paths paths;
      poked_0(&paths);
      if (paths.a + paths.body != 1) _exit(3);
      for (int poke = 0; poke < 3; ++poke) {
        if (try_poke(jump_to(site, stub_b))) _exit(4);
        poked_0(&paths);
        if (paths.b != static_cast<std::uint64_t>(poke + 1)) _exit(5);
        if (try_poke(poke_to(site, nop))) _exit(6);
      }
      // Breakpoints are emulated in a child with threads, too.
      std::atomic<bool> done{false};
      std::uint64_t calls = 0;
      Paths under;
      std::thread caller([&] {
        for (; !done; ++calls) poked_0(&under);
      });
      for (int poke = 0; poke < 10; ++poke) {
        const SiteBytes next = poke % 2 == 0 ? encode_jump(site, address(stub_b)) : nop;
        if (try_poke(poke_to(site, next))) _exit(7);
      }
      done = true;
      caller.join();
      _exit(under.body + under.b == calls ? 0 : 8);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << status;
    ASSERT_EQ(WEXITSTATUS(status), 0) << "in round " << round;
  }
  stop = true;
  poker.join();
  second.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(bytes_at(site), nop);
}

TEST(TextPoke, SignalsDoNotDisturb) {
  // Many signals hit the callers and the poker. The handler calls the poked function, and sometimes
  // leaves by siglongjmp.
  static std::atomic<std::uint64_t> signal_calls{0}, signal_ways{0}, jumps{0};
  static thread_local sigjmp_buf* back = nullptr;
  struct sigaction action{}, before{};
  action.sa_handler = [](int) {
    Paths paths;
    poked_0(&paths);
    ++signal_calls;
    signal_ways += paths.body + paths.a;
    if (back != nullptr && ++jumps % 16 == 0) siglongjmp(*back, 1);
  };
  ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
  const auto site = address(poked_0);
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> calls{0};
  std::thread caller([&] {
    sigjmp_buf here;
    Paths paths;
    sigsetjmp(here, 1);
    back = &here;
    while (!stop) {
      poked_0(&paths);
      ++calls;
    }
    back = nullptr;
  });
  const pthread_t poker = pthread_self();
  std::thread storm([&] {
    while (!stop) {
      pthread_kill(caller.native_handle(), SIGUSR1);
      pthread_kill(poker, SIGUSR1);
      std::this_thread::yield();
    }
  });
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (int round = 0; (round < 3000 || jumps < 160) && std::chrono::steady_clock::now() < deadline;
       ++round) {
    must_poke(poke_to(site, round % 2 == 0 ? encode_jump(site, address(stub_a)) : nop));
  }
  must_poke(poke_to(site, nop));
  stop = true;
  storm.join();
  caller.join();
  EXPECT_GT(signal_calls, 0u);
  EXPECT_EQ(signal_calls, signal_ways);
  EXPECT_GE(jumps, 160u) << "too few signals reached the caller in " << patience.count() << " s";
  EXPECT_GT(calls, 0u);
  ASSERT_EQ(sigaction(SIGUSR1, &before, nullptr), 0);
}

TEST(TextPoke, ASignalHandlerThatForksOnThePokingThreadDoesNotHang) {
  EXPECT_EQ(in_child([] {
              static std::atomic<int> forks{0}, broken{0};
              static const auto site = address(poked_0);
              struct sigaction action{};
              action.sa_handler = [](int) {
                const pid_t child = fork();
                if (child == 0) _exit(bytes_at(site)[0] == 0xcc ? 1 : 0);
                int status = 0;
                if (waitpid(child, &status, 0) != child || status != 0) ++broken;
                ++forks;
              };
              sigaction(SIGALRM, &action, nullptr);
              const itimerval often{{0, 700}, {0, 700}};
              setitimer(ITIMER_REAL, &often, nullptr);
              while (forks < 100) {
                if (try_poke(jump_to(site, stub_a))) return 2;
                if (try_poke(poke_to(site, nop))) return 3;
              }
              return broken == 0 ? 0 : 4;
            }),
            0);
}

/// From here on the kernel refuses membarrier: every command, or `command` alone.
bool forbid_membarrier(std::uint32_t command = 0) {
  constexpr auto first_argument = offsetof(seccomp_data, args);
  const std::uint8_t all = command == 0;
  std::array<sock_filter, 6> filter{
      {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
       BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 3),
       BPF_STMT(BPF_LD | BPF_W | BPF_ABS, first_argument),
       BPF_JUMP(BPF_JMP | (all ? BPF_JGE : BPF_JEQ) | BPF_K, command, 0, 1),
       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
  const sock_fprog program{filter.size(), filter.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST(TextPoke, SaysSoWhereMembarrierIsForbidden) {
  EXPECT_EQ(in_child([] {
              if (!forbid_membarrier()) return 2;
              const auto site = address(poked_0);
              const Error error = try_poke(jump_to(site, stub_a));
              if (error.code() != Error::Code::unsupported || bytes_at(site) != nop) return 4;
              return error.message().find("membarrier") != std::string::npos ? 0 : 5;
            }),
            0);
}

TEST(TextPoke, ASyncThatFailsIsTakenBack) {
  EXPECT_EQ(in_child([] {
              if (!forbid_membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE)) return 2;
              const auto site = address(poked_0);
              const Error error = try_poke(jump_to(site, stub_a));
              if (error.code() != Error::Code::system || bytes_at(site) != nop) return 4;
              Paths paths;
              poked_0(&paths);
              if (paths.body != 1) return 5;
              return error.message().starts_with("text poke: membarrier failed before ") &&
                             error.message().find("(nothing was changed)") != std::string::npos
                         ? 0
                         : 6;
            }),
            0);
}

TEST(TextPoke, SaysSoWhereNoFileCanBeOpened) {
  EXPECT_EQ(in_child([] {
              const rlimit none{};
              if (setrlimit(RLIMIT_NOFILE, &none) != 0) return 2;
              const auto site = address(poked_0);
              const Error error = try_poke(jump_to(site, stub_a));
              if (error.code() != Error::Code::system || bytes_at(site) != nop) return 3;
              return error.message().starts_with("cannot open /proc/thread-self/mem") ? 0 : 4;
            }),
            0);
}

TEST(TextPoke, ManyThreadsPokeAtOnce) {
  const std::array<void (*)(Paths*), 4> functions{poked_0, poked_1, poked_2, poked_3};
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (void (*function)(Paths*) : functions) {
    threads.emplace_back([&, function] {
      const auto site = address(function);
      for (int round = 0; round < 300; ++round) {
        if (try_poke(jump_to(site, stub_a))) ++failures;
        Paths paths;
        function(&paths);
        if (paths.a != 1) ++failures;
        if (try_poke(poke_to(site, nop))) ++failures;
        function(&paths);
        if (paths.body != 1) ++failures;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
}

TEST(TextPoke, ACancelledThreadFinishesItsBatch) {
  const Code code(2000, 64);
  for (int round = 0; round < 50; ++round) {
    std::vector<Poke> batch;
    for (std::size_t at = 0; at < 2000; ++at) {
      const std::uintptr_t site = code.site(at);
      batch.push_back(poke_to(site, bytes_at(site) == nop ? encode_jump(site, code.site(0)) : nop));
    }
    pthread_t thread;
    ASSERT_EQ(pthread_create(
                  &thread, nullptr,
                  [](void* work) -> void* {
                    const Error error = text_poke(*static_cast<std::vector<Poke>*>(work));
                    return error ? work : nullptr;
                  },
                  &batch),
              0);
    std::this_thread::sleep_for(std::chrono::microseconds(round * 20));
    pthread_cancel(thread);
    pthread_join(thread, nullptr);
    for (std::size_t at = 0; at < 2000; ++at)
      ASSERT_EQ(bytes_at(code.site(at)), batch[at].replacement);
  }
}

TEST(TextPoke, WorksWhenTheMainThreadIsGone) {
  EXPECT_EQ(in_child_without_main_thread([] {
              const auto site = address(poked_0);
              const Error error = try_poke(jump_to(site, stub_a));
              Paths paths;
              poked_0(&paths);
              return !error && paths.a == 1 ? 0 : 1;
            }),
            0);
}

}  // namespace
}  // namespace retprobe
