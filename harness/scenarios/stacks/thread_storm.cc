// Stress for threads: thousands of them begin and end under a storm of signals, whose handlers call
// probed functions. The signals are sent to the process, and only these threads take them. A signal
// that comes while no thread can take it stays pending. It is delivered to the next thread as soon
// as that unblocks signals, before its first own instruction. Other signals hit threads in the
// destructors of their thread-specific data, before and after the library's own.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>

#include "harness/verify/fixtures.h"
#include "harness/verify/system.h"
#include "harness/verify/test_bench.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

constexpr int storm_signal = SIGUSR1;

struct Tally {
  std::atomic<std::uint64_t> calls{0}, wrong{0}, signals{0}, first_in_signal{0}, destructors{0};
  std::atomic<bool> over{false};
};
Tally tally;

// What a signal handler needs to know of its thread. It exists from the thread's first instruction
// on, and access to it never allocates.
[[gnu::tls_model("initial-exec")]] constinit thread_local bool has_called = false;
[[gnu::tls_model("initial-exec")]] constinit thread_local std::atomic<bool> leaves_by_signal{false};

void leaf(std::uint64_t x) {
  ++tally.calls;
  has_called = true;
  tally.wrong += fx_leaf(x) != 3 * x + 1;
}

void leave(void*) { pthread_exit(nullptr); }

// A call in flight that never returns.
void leave_within_a_call() {
  ++tally.calls;
  fx_body(leave, nullptr, 1);
  ++tally.wrong;  // it came back
}

void on_signal(int) {
  ++tally.signals;
  tally.first_in_signal += !has_called;
  leaf(7);
  if (leaves_by_signal.exchange(false)) leave_within_a_call();
}

// Called in every round of destructors that the system makes.
pthread_key_t last_words;
void speak(void* value) {
  ++tally.destructors;
  leaf(3);
  pthread_setspecific(last_words, value);
}

enum class Way : unsigned {
  returns,
  exits,
  exits_within_a_call,
  leaves_by_signal,
  calls_at_the_end,
  calls_nothing
};
constexpr unsigned way_count = 6;

void* live(void* argument) {
  const Way way = *static_cast<Way*>(argument);
  if (way == Way::calls_nothing) return nullptr;  // only its signal handlers call
  pthread_setspecific(last_words, &last_words);
  if (way == Way::calls_at_the_end) return nullptr;
  leaf(1);
  if (way == Way::exits) pthread_exit(nullptr);
  if (way == Way::exits_within_a_call) leave_within_a_call();
  if (way == Way::leaves_by_signal) {
    leaves_by_signal = true;
    for (;;) pause();
  }
  leaf(2);
  return nullptr;
}

void send_signals() {
  const pid_t process = getpid();
  while (!tally.over) {
    kill(process, storm_signal);
    usleep(20);
  }
}

// Makes `count` threads at a time, which live in different ways. These threads take the signal,
// unlike the thread that makes them.
void live_and_die(unsigned count) {
  pthread_attr_t attributes;
  sigset_t none;
  sigemptyset(&none);
  require(pthread_attr_init(&attributes) == 0 &&
              pthread_attr_setstacksize(&attributes, 128 << 10) == 0 &&
              pthread_attr_setsigmask_np(&attributes, &none) == 0,
          "a thread's attributes cannot be set");
  std::vector<pthread_t> threads(count);
  std::vector<Way> ways(count);
  for (unsigned i = 0; i < count; ++i) {
    ways[i] = static_cast<Way>(i % way_count);
    require(pthread_create(&threads[i], &attributes, live, &ways[i]) == 0, "cannot make a thread");
  }
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

// The kernel, and so the core, may know a thread for a moment after it was joined.
std::size_t stacks_at_rest(std::ptrdiff_t threads) {
  const auto there = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
  };
  while (there() > threads) usleep(1000);
  return usage().stacks;
}

}  // namespace

SCENARIO(threads_in_a_storm,
         "threads begin and end by the thousand while signals, whose handlers call, hit them at "
         "their very beginning and end: every call is seen or counted, nothing is left behind",
         .tracers = {1, 2}, .seconds = 60, .any_cell = false) {
  constexpr unsigned at_once = 4 * way_count;
  const unsigned rounds = exhaustive() ? 1000 : 60;
  handle_signal(storm_signal, on_signal, SA_RESTART);
  sigset_t storm;
  sigemptyset(&storm);
  sigaddset(&storm, storm_signal);
  require(pthread_sigmask(SIG_BLOCK, &storm, nullptr) == 0 &&
              pthread_key_create(&last_words, speak) == 0,
          "pthread_sigmask or pthread_key_create refused");
  CountingBench bench(cell, {"fx_leaf", "fx_body"});
  leaf(1);
  Threads sender(1, [](unsigned) { send_signals(); });
  live_and_die(at_once);
  const std::size_t stacks = stacks_at_rest(2), mappings = mapping_count();
  // More rounds follow where few signals have come.
  const auto is_storm = [rounds] {
    return tally.signals >= rounds && tally.first_in_signal != 0 && tally.destructors != 0;
  };
  for (unsigned i = 0; i < rounds || !is_storm(); ++i) live_and_die(at_once);
  tally.over = true;
  sender.join();
  const std::size_t stacks_after = stacks_at_rest(1);
  const Usage after = usage();
  if (tally.wrong)
    return fail(std::to_string(tally.wrong) + " calls returned a wrong value, or returned at all");
  if (stacks_after > stacks || stacks > 1 || after.frames)
    return fail("execution stacks " + std::to_string(stacks) + " → " +
                std::to_string(stacks_after) + ", " + std::to_string(after.frames) +
                " calls count as in flight");
  if (const std::size_t now = mapping_count(); now > mappings + 2 * at_once)
    return fail("memory mappings grew from " + std::to_string(mappings) + " to " +
                std::to_string(now));
  for (Tap& tap : bench) require_equal("exits of accepted calls", tap.exits(), tap.accepted);
  return bench.check_invariant(tally.calls);
}

}  // namespace retprobe::harness
