// Fork beside other threads and in handlers: the child carries on with tracing. Also exit() on the
// main thread, which runs no handler.
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "harness/verify/findings.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/system.h"
#include "harness/verify/test_bench.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

void require_ended_well(pid_t child) {
  const std::string trouble = trouble_of(child);
  require(trouble.empty(), "the child: " + trouble);
}

// Checks that tracing works here as everywhere: attach, detach, order, calls.
void require_all_works(TestBench& bench) {
  bench.events.clear();
  require_equal("fx_leaf", fx_leaf(2), 7);
  require(compare(bench.events.text(), ">A >B <B <A"));
  require(bench[0]->detach());
  require(bench[0]->attach("fx_leaf"));
  bench.events.clear();
  fx_leaf(2);
  require(compare(bench.events.text(), ">B >A <A <B"), "after detach and attach: ");
  bench.events.clear();
  Threads(1, [](unsigned) { fx_leaf(3); }).join();
  require(compare(bench.events.text(), ">B >A <A <B"), "in a new thread: ");
}

SCENARIO(fork_beside_running_handler,
         "a child does not wait for a handler that ran in a thread it does not have") {
  TestBench bench(cell, 1);
  Gate gate;
  bench[0].extra = &gate;
  bench[0].at_entry = [](Tap& self, EntryFrame& call) {
    if (call.registers.rdi == 77) static_cast<Gate*>(self.extra)->pass();
    return true;
  };
  bench.attach_all("fx_leaf");
  Threads other(1, [](unsigned) { fx_leaf(77); });
  gate.wait_for();
  const pid_t child = fork_child([&] {
    require_equal("fx_leaf", fx_leaf(1), 4);
    require(bench[0]->detach());
    require(bench[0]->attach("fx_leaf"));
    const std::uint64_t before = bench[0].entries;
    require(fx_leaf(1) == 4 && bench[0].entries == before + 1,
            "after attaching again fx_leaf is not seen");
  });
  const std::string trouble = trouble_of(child);
  gate.open = true;
  other.join();
  return trouble.empty() ? pass() : fail("the child: " + trouble);
}

SCENARIO(fork_beside_waiting_detach,
         "another thread's detach waits for a handler: the child, which has no such thread, "
         "changes its settings, attaches and detaches") {
  TestBench bench(cell, 2);
  Gate gate;
  bench[0].extra = &gate;
  bench[0].run_at(true, [](Tap& tap) { static_cast<Gate*>(tap.extra)->pass(); });
  require(bench[0]->attach("fx_leaf"));
  Threads other(1, [](unsigned) { fx_leaf(1); });
  gate.wait_for();
  std::atomic<bool> has_waited{false};
  std::string detach_error;
  Threads detaching(1, [&](unsigned) {
    detach_error = bench[0]->detach().message();
    has_waited = true;
  });
  // The count is under the lock that detach holds until it waits.
  while (bench[0]->attached() != 0) usleep(500);
  const pid_t child = fork_child([&] {
    bench[0].at_entry = nullptr;
    require(configure(other_transfer()));
    bench.attach_all("fx_leaf");
    require_all_works(bench);
  });
  const bool too_late = has_waited;
  const std::string trouble = trouble_of(child);
  gate.open = true;
  other.join();
  detaching.join();
  require(trouble.empty(), "the child: " + trouble);
  if (too_late)
    return unavailable(Lack::time, "the detach gave up before the fork: " + detach_error);
  // The parent may change its settings, too, now that nothing waits.
  require(configure(other_transfer()));
  bench[0].at_entry = nullptr;
  bench.attach_all("fx_leaf");
  bench.events.clear();
  require_equal("fx_leaf", fx_leaf(1), 4);
  return compare(bench.events.text(), ">A >B <B <A");
}

// ---- Calls in flight of threads that are gone. Where a design has pools, they must come back ----

constexpr unsigned most_in_flight = 4;

void add_small_pools(TestBench& bench, unsigned tracers) {
  for (unsigned i = 0; i < tracers; ++i)
    bench.add([](TracerOptions& options) { options.maxactive = most_in_flight; });
  bench.attach_all("fx_body");
}

void call_nested(unsigned depth) {
  fx_body(
      [](void* depth) {
        if (const unsigned left = *static_cast<unsigned*>(depth) - 1) call_nested(left);
      },
      &depth, 1);
}

void require_whole_pools(TestBench& bench) {
  require_equal("calls in flight", usage().frames, 0);
  const std::uint64_t before = bench.entries();
  call_nested(most_in_flight);
  require_equal("entries", bench.entries() - before, most_in_flight * bench.size());
  require_equal("missed", bench.missed(), 0);
  for (Tap& tap : bench) require(tap->detach());
  require(configure(other_transfer()));
}

SCENARIO(fork_beside_calls_in_flight,
         "other threads have calls in flight: they are none in the child, and take nothing there",
         .tracers = {1, 2}) {
  TestBench bench(cell, 0);
  add_small_pools(bench, cell.tracers);
  Gate gate;
  Threads others(most_in_flight, [&](unsigned) { fx_body(Gate::step, &gate, 1); });
  gate.wait_for(most_in_flight);
  const pid_t child = fork_child([&] { require_whole_pools(bench); });
  const std::string trouble = trouble_of(child);
  gate.open = true;
  others.join();
  require(trouble.empty(), "the child: " + trouble);
  require_whole_pools(bench);
  return bench.check_all_ended(2 * most_in_flight);
}

std::atomic<pid_t> ending{0};
void end_in_a_call(int) {
  ending = gettid();
  fx_body([](void*) { syscall(SYS_exit, 0); }, nullptr, 1);
}

// A thread can be joined before the kernel has forgotten it. Until then, its calls are in flight.
void wait_until_forgotten() {
  while (tgkill(getpid(), ending, 0) == 0) sched_yield();
}

SCENARIO(threads_end_unnoticed,
         "threads end by the system call, which nobody notices, in calls on their own stack and on "
         "an alternate one: they keep nothing",
         .tracers = {1, 2}) {
  TestBench bench(cell, 0);
  add_small_pools(bench, cell.tracers);
  handle_signal(SIGUSR1, end_in_a_call, SA_ONSTACK);
  for (unsigned i = 0; i < most_in_flight / 2; ++i) {
    Threads(1, [](unsigned) { end_in_a_call(0); }).join();
    wait_until_forgotten();
    Threads(1, [](unsigned) {
      const AlternateStack stack;
      raise(SIGUSR1);
    }).join();
    wait_until_forgotten();
  }
  require_whole_pools(bench);
  return bench.check_invariant(2 * most_in_flight);
}

void* end_at_gate(void* gate) {
  fx_body(
      [](void* where) {
        Gate::step(where);
        pthread_exit(nullptr);
      },
      gate, 1);
  return nullptr;
}

SCENARIO(
    threads_end_in_calls,
    "threads end in calls, half of them by pthread_cancel, the others at once by pthread_exit: "
    "they keep nothing",
    .tracers = {1, 2}) {
  TestBench bench(cell, 0);
  add_small_pools(bench, cell.tracers);
  constexpr unsigned rounds = 8;
  for (unsigned round = 0; round < rounds; ++round) {
    Gate gate;
    pthread_t threads[most_in_flight];
    for (pthread_t& thread : threads)
      require(pthread_create(&thread, nullptr, end_at_gate, &gate) == 0, "no thread");
    gate.wait_for(most_in_flight);
    constexpr unsigned cancelled = most_in_flight / 2;
    for (unsigned i = 0; i < most_in_flight; ++i) {
      if (i < cancelled) require(pthread_cancel(threads[i]) == 0, "pthread_cancel refused");
      if (i == cancelled) gate.open = true;
      require(pthread_join(threads[i], nullptr) == 0, "pthread_join refused");
    }
  }
  require_whole_pools(bench);
  return bench.check_all_ended((rounds + 1) * most_in_flight);
}

// A thread that has one of libc's locks makes its first hit, as a signal handler in malloc may,
// while another thread's fork waits for that lock. Here it is the lock of stdio's list of files,
// which a flush of all files holds while it writes.
struct Flushing {
  std::atomic<bool> has_lock{false};
  std::atomic<int> forker{0};
  bool right = false;
};
std::atomic<int>* forkers_place = nullptr;

ssize_t hit_while_flushing(void* argument, const char*, std::size_t size) {
  auto& flushing = *static_cast<Flushing*>(argument);
  flushing.has_lock = true;
  // Waits until the forking thread sleeps in fork().
  char state = 'R';
  while (flushing.forker == 0 || state != 'S') {
    const std::string path = "/proc/self/task/" + std::to_string(flushing.forker) + "/stat";
    char text[256] = {};
    if (const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC); file >= 0) {
      if (read(file, text, sizeof text - 1) < 0) text[0] = 0;
      close(file);
    }
    if (const char* const behind_name = std::strrchr(text, ')')) state = behind_name[2];
    sched_yield();
  }
  flushing.right = fx_leaf(1) == 4;
  return static_cast<ssize_t>(size);
}

SCENARIO(fork_beside_first_hit_in_libc,
         "a fork waits for a lock of libc's, whose holder makes its first hit meanwhile",
         .tracers = {1, 2}) {
  TestBench bench(cell, {"fx_leaf"});
  Flushing flushing;
  FILE* const file = fopencookie(&flushing, "w", {nullptr, hit_while_flushing, nullptr, nullptr});
  require(file != nullptr && std::fputs("x", file) >= 0, "no file");
  forkers_place = &flushing.forker;
  // Of the functions that fork runs first, those that were registered last come first.
  require(pthread_atfork(
              [] {
                if (forkers_place) *forkers_place = gettid();
              },
              nullptr, nullptr) == 0,
          "pthread_atfork failed");
  Threads flush(1, [](unsigned) { std::fflush(nullptr); });
  wait_until(flushing.has_lock);
  const pid_t child = fork();  // not fork_child, which flushes
  forkers_place = nullptr;
  if (child == 0) {
    if (fx_leaf(1) != 4) note_wrong("fx_leaf returned a wrong value");
    if (Error error = bench[0]->detach()) note_wrong("detach: " + error.message());
    _exit(0);
  }
  require_ended_well(child);
  flush.join();
  std::fclose(file);
  if (!flushing.right) return fail("the first hit returned a wrong value");
  return bench.check_invariant(1);
}

SCENARIO(fork_in_handler, "a handler that forks: both processes finish the call") {
  for (const bool at_entry : {true, false}) {
    TestBench bench(cell, 2);
    static pid_t child;
    child = -1;
    bench[0].run_at(at_entry, [](Tap&) { child = child == -1 ? fork() : child; });
    bench.attach_all("fx_leaf");
    const std::uint64_t value = fx_leaf(1);
    try {
      require_equal("fx_leaf", value, 4);
      require(compare(bench.events.text(), ">A >B <B <A"));
      require_all_works(bench);
    } catch (const std::exception& error) {
      note_wrong(error.what());
    }
    if (child == 0) _exit(0);
    require_ended_well(child);
  }
  return pass();
}

SCENARIO(exit_of_main_thread,
         "exit() with calls in flight on the main thread ends the process and runs no handler") {
  const pid_t child = fork_child([&] {
    CountingBench bench(cell, 2);
    for (Tap& tap : bench)
      tap.at_exit = [](Tap&, ReturnFrame&) { note_wrong("an exit handler ran"); };
    bench.attach_all("fx_body*");
    fx_body([](void*) { fx_body_other([](void*) { std::exit(0); }, nullptr, 1); }, nullptr, 1);
    note_wrong("exit() came back");
  });
  require_ended_well(child);
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
