// Tests of what the registry knows of threads that end, and of a child of fork.
#include <gtest/gtest.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <latch>
#include <thread>

#include "core/hooks/stacks.h"
#include "core/hooks/thread_registry.h"
#include "core/testlib/blocked.h"
#include "core/testlib/child.h"
#include "core/testlib/stack_calls.h"
#include "retprobe/probe.h"
#include "retprobe/shadow_view.h"

namespace retprobe {

// The library's own, as in stacks_test.cc.
extern Registry registry [[gnu::weak]];

namespace {

int records_in(const ThreadRecord* record) {
  int count = 0;
  for (; record; record = record->next) ++count;
  return count;
}
int known_threads() { return records_in(registry.threads); }

int entries_seen = 0;
Result<Tracer>& counting_tracer() {
  static Result<Tracer> tracer = Tracer::make({.name = "mine",
                                               .on_entry =
                                                   [](void*, EntryFrame&) {
                                                     ++entries_seen;
                                                     return true;
                                                   },
                                               .on_return = [](void*, ReturnFrame&) {}});
  return tracer;
}

// A destructor that a thread calls in all four rounds, with a probed call from `first_call` on.
pthread_key_t in_each_round;
int rounds = 0, first_call = 1;
bool was_in_handler = false;
void destroy(void* value) {
  ++rounds;
  was_in_handler |= in_handler();
  if (rounds >= first_call) (void)call_plain(1);
  if (rounds < 4) pthread_setspecific(in_each_round, value);
}

// The library releases a thread in the last round, before the thread's own destructors run.
int calls_of_destructors() {
  if (configure({}) || counting_tracer()->attach("pf_one")) return 2;
  if (pthread_key_create(&in_each_round, destroy) != 0) return 3;
  (void)call_plain(1);
  const int records = known_threads() + records_in(registry.free_threads);
  std::thread([] {
    pthread_setspecific(in_each_round, &rounds);
    (void)call_plain(1);
  }).join();
  if (rounds != 4 || was_in_handler || entries_seen != 5 || counting_tracer()->missed() != 1)
    return 4;
  if (known_threads() != 1) return 5;

  // The registry is not notified of a thread that has its first hit after that.
  rounds = 0;
  first_call = 4;
  std::thread([] { pthread_setspecific(in_each_round, &rounds); }).join();
  if (rounds != 4 || entries_seen != 6) return 6;
  if (known_threads() != 2) return 7;
  while (known_threads() != 1) {  // until the kernel has forgotten it
    const RegistryLock lock;
    forget_ended_threads();
  }
  if (registry.threads->tid != getpid()) return 8;
  return known_threads() + records_in(registry.free_threads) == records ? 0 : 9;
}

// Nobody waits for a thread that has been released. So its hits read the list of tracers with the
// registry's lock held, which the reuse of a list needs.
std::latch released{1}, locked{1};
std::atomic<int> late_thread{0};
std::atomic<bool> late_call_ended{false};
void call_late(void* value) {
  if (++rounds < 4) return (void)pthread_setspecific(in_each_round, value);
  late_thread = gettid();
  released.count_down();
  locked.wait();
  (void)call_plain(1);
  late_call_ended = true;
}
int call_while_the_registry_is_locked() {
  Result<Tracer> other = Tracer::make({.name = "other", .on_return = [](void*, ReturnFrame&) {}});
  if (configure({}) || counting_tracer()->attach("pf_one") || other->attach("pf_one")) return 2;
  if (pthread_key_create(&in_each_round, call_late) != 0) return 3;
  std::thread late([] {
    pthread_setspecific(in_each_round, &rounds);
    (void)call_plain(1);
  });
  released.wait();
  bool waited = false;
  {
    const RegistryLock lock;
    locked.count_down();
    // Who waits for the lock blocks all signals.
    while (!waited && !late_call_ended) waited = blocks_signal(late_thread, SIGUSR1);
    waited = waited && !late_call_ended;  // a thread that ends blocks them, too
  }
  late.join();
  if (entries_seen != 1 || counting_tracer()->missed() != 1 || other->missed() != 1) return 4;
  return waited ? 0 : 5;
}

// A child of _Fork, which runs no handler, forgets the other threads, and not its own.
int fork_without_handlers() {
  if (configure({}) || counting_tracer()->attach("pf_one")) return 2;
  (void)call_plain(1);
  std::latch known{1}, end{1};
  std::thread other([&] {
    (void)call_plain(1);
    known.count_down();
    end.wait();
  });
  known.wait();
  const pid_t child = _Fork();
  if (child == 0) {
    {
      const RegistryLock lock;
      forget_ended_threads();
    }
    if (known_threads() != 1 || registry.threads->tid != getpid()) _exit(10);
    (void)call_plain(1);
    _exit(entries_seen == 3 && counting_tracer()->missed() == 0 ? 0 : 11);
  }
  end.count_down();
  other.join();
  int status = 0;
  if (waitpid(child, &status, 0) != child) return 3;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 4;
}

// A child of fork has one thread, whose signals are as before.
int fork_beside_threads() {
  if (configure({}) || counting_tracer()->attach("pf_one")) return 2;
  (void)call_plain(1);
  std::latch known{2}, end{1};
  std::thread threads[2];
  for (std::thread& thread : threads)
    thread = std::thread([&] {
      (void)call_plain(1);
      known.count_down();
      end.wait();
    });
  known.wait();
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
  const auto mask_is_kept = [] {
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, nullptr, &now);
    return sigismember(&now, SIGUSR1) && !sigismember(&now, SIGUSR2) && !sigismember(&now, SIGTERM);
  };
  const int in_the_child = in_child([&] {
    if (!mask_is_kept()) return 10;
    if (known_threads() != 1 || registry.threads->tid != getpid()) return 11;
    unsigned free_natives = 0;
    for (const ExecutionStack* stack = registry.free_natives; stack; stack = stack->next)
      ++free_natives;
    if (registry.free_native_count != free_natives) return 12;
    (void)call_plain(1);
    return entries_seen == 4 && counting_tracer()->missed() == 0 ? 0 : 13;
  });
  if (in_the_child != 0) return in_the_child;
  if (!mask_is_kept()) return 3;
  {
    const RegistryLock lock;
    forget_ended_threads();
  }
  const int known_before = known_threads();
  end.count_down();
  for (std::thread& thread : threads) thread.join();
  return known_before == 3 && known_threads() == 1 ? 0 : 4;
}

// The lock is another thread's, which the child does not have.
int fork_while_the_registry_is_locked() {
  if (configure({}) || counting_tracer()->attach("pf_one")) return 2;
  (void)call_plain(1);
  std::latch locked{1}, end{1};
  std::thread holder([&] {
    const RegistryLock lock;
    locked.count_down();
    end.wait();
  });
  locked.wait();
  // A child that waits for the lock does so in fork, with its signals blocked, and without end.
  const rlimit seconds{20, 20};
  setrlimit(RLIMIT_CPU, &seconds);
  const int in_the_child = in_child([] {
    {
      const RegistryLock lock;
      if (known_threads() != 1) return 10;
    }
    (void)call_plain(1);
    return entries_seen == 2 ? 0 : 11;
  });
  end.count_down();
  holder.join();
  return in_the_child;
}

// A thread's last call was on a stack that nobody knows.
ucontext_t thread_context, coroutine_context;
int end_with_a_single_slot() {
  constexpr std::size_t bytes = 64 << 10;
  if (configure({}) || counting_tracer()->attach("pf_one")) return 2;
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 3;
  std::thread([memory] {
    getcontext(&coroutine_context);
    coroutine_context.uc_stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = bytes};
    coroutine_context.uc_link = &thread_context;
    makecontext(&coroutine_context, [] { (void)call_plain(1); }, 0);
    remove_stack(memory);
    swapcontext(&thread_context, &coroutine_context);
  }).join();
  if (entries_seen != 1 || known_threads() != 0) return 4;
  for (const ExecutionStack* stack : registry.single_slots)
    if (stack) return 5;
  return registry.free_small && !registry.free_small->next ? 0 : 6;
}

// A thread's last call was on its alternate stack. In the last round, a destructor asks what the
// thread's shadow stack holds.
pthread_key_t looks_at_the_end;
int views = 0;
bool saw_calls = false;
void look(void* value) {
  if (++views < 4) return (void)pthread_setspecific(looks_at_the_end, value);
  saw_calls = !view_shadow_stack().frames.empty();
}
int view_after_the_end() {
  if (configure({}) || counting_tracer()->attach("pf_one")) return 2;
  if (pthread_key_create(&looks_at_the_end, look) != 0) return 3;
  struct sigaction action{};
  action.sa_handler = [](int) { (void)call_plain(1); };
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &action, nullptr);
  std::thread([] {
    static std::byte memory[64 << 10];
    const stack_t alternate{.ss_sp = memory, .ss_flags = 0, .ss_size = sizeof memory};
    sigaltstack(&alternate, nullptr);
    pthread_setspecific(looks_at_the_end, &views);
    pthread_kill(pthread_self(), SIGUSR1);
  }).join();
  return entries_seen == 1 && views == 4 && !saw_calls ? 0 : 4;
}

// The library's key has a value in a thread that had no hit: an ended thread has left it on a stack
// that the C library uses again.
int with_anothers_value() {
  const auto value_of = [](pthread_key_t key) {
    return static_cast<char*>(pthread_getspecific(key));
  };
  std::array<bool, PTHREAD_KEYS_MAX> before{};
  for (pthread_key_t key = 0; key < PTHREAD_KEYS_MAX; ++key) before[key] = value_of(key);
  if (configure({}) || counting_tracer()->attach("pf_one")) return 2;
  (void)call_plain(1);
  pthread_key_t key = 0;
  while (key < PTHREAD_KEYS_MAX && (before[key] || !value_of(key))) ++key;
  if (key == PTHREAD_KEYS_MAX) return 3;
  const auto offset = value_of(key) - static_cast<char*>(__builtin_thread_pointer());
  std::thread([key, offset] {
    pthread_setspecific(key, static_cast<char*>(__builtin_thread_pointer()) + offset);
  }).join();
  return known_threads() == 1 ? 0 : 4;
}

using EndedThreads = CallsOnStacks;
// In this process, where no fork has released the lock.
TEST_F(EndedThreads, ThereAreNoneAtTheBeginning) {
  const RegistryLock lock;
  forget_ended_threads();
  EXPECT_EQ(known_threads(), 0);
}
TEST_F(EndedThreads, HitsInTheLastRoundOfDestructors) {
  EXPECT_EQ(in_child(calls_of_destructors), 0);
}
TEST_F(EndedThreads, ReadTracersWithTheRegistryLocked) {
  EXPECT_EQ(in_child(call_while_the_registry_is_locked), 0);
}
TEST_F(EndedThreads, AreNotInAChildOf_Fork) { EXPECT_EQ(in_child(fork_without_handlers), 0); }
TEST_F(EndedThreads, AreNotInAChildOfFork) { EXPECT_EQ(in_child(fork_beside_threads), 0); }
TEST_F(EndedThreads, HaveNoLockInAChildOfFork) {
  EXPECT_EQ(in_child(fork_while_the_registry_is_locked), 0);
}
TEST_F(EndedThreads, LeaveASingleSlot) { EXPECT_EQ(in_child(end_with_a_single_slot), 0); }
TEST_F(EndedThreads, LeaveAValueToAnother) { EXPECT_EQ(in_child(with_anothers_value), 0); }
TEST_F(EndedThreads, HaveNoShadowStack) { EXPECT_EQ(in_child(view_after_the_end), 0); }

}  // namespace
}  // namespace retprobe
