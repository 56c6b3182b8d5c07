// Fork: the child carries on with tracing. Also exit() on the main thread, which runs no handler.
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "harness/verify/call_tree.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

// Lies in memory that parent and child share. Holds what the child found.
struct Shared {
  char failure[512];
  std::atomic<std::uint64_t> handlers;

  static Shared& make() {
    void* memory =
        mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    require(memory != MAP_FAILED, "cannot map memory to share with the child");
    return *new (memory) Shared{};
  }
  void say(const std::string& what) {
    if (!failure[0]) std::strncpy(failure, what.c_str(), sizeof failure - 1);
  }
};

// Waits for the child. Returns what it said or what is wrong with its end; empty: nothing.
std::string end_of(pid_t child, Shared& shared) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (shared.failure[0]) return std::string("in the child: ") + shared.failure;
  if (WIFSIGNALED(status)) return "the child died of signal " + std::to_string(WTERMSIG(status));
  if (WEXITSTATUS(status))
    return "the child ended with status " + std::to_string(WEXITSTATUS(status));
  return {};
}

// Checks that tracing works here as everywhere: attach, detach, order, calls.
void check_all_works(TestBench& bench, Shared& shared) {
  bench.events.clear();
  if (fx_leaf(2) != 7) shared.say("fx_leaf returned a wrong value");
  if (const Outcome outcome = compare(bench.events.text(), ">A >B <B <A");
      outcome.verdict != Verdict::pass)
    shared.say(outcome.detail);
  if (Error error = bench[0]->detach()) shared.say(error.message());
  if (Error error = bench[0]->attach("fx_leaf")) shared.say(error.message());
  bench.events.clear();
  fx_leaf(2);
  if (const Outcome outcome = compare(bench.events.text(), ">B >A <A <B");
      outcome.verdict != Verdict::pass)
    shared.say("after detach and attach: " + outcome.detail);
  Threads thread(1, [&](unsigned) {
    bench.events.clear();
    fx_leaf(3);
  });
  thread.join();
  if (const Outcome outcome = compare(bench.events.text(), ">B >A <A <B");
      outcome.verdict != Verdict::pass)
    shared.say("in a new thread: " + outcome.detail);
}

SCENARIO(fork_in_flight,
         "fork with calls in flight: parent and child both return through them and go on") {
  return play_all(cell, 2, "f(g(y)) f -A +A f t[f]");
}

SCENARIO(fork_from_second_thread,
         "the same from a thread that is not the first, while others have calls in flight") {
  return play_all(cell, 2, "f(t[f(g(y)) f -A +A f t[f]])");
}

SCENARIO(fork_beside_running_handler,
         "a child does not wait for a handler that ran in a thread it does not have") {
  TestBench bench(cell, 1);
  struct Stay {
    std::atomic<bool> inside{false}, go{false};
  } stay;
  bench[0].extra = &stay;
  bench[0].at_entry = [](Tap& self, EntryFrame& call) {
    auto& here = *static_cast<Stay*>(self.extra);
    if (call.registers.rdi == 77) {
      here.inside = true;
      wait_until(here.go);
    }
    return true;
  };
  bench.attach_all("fx_leaf");
  Threads other(1, [](unsigned) { fx_leaf(77); });
  wait_until(stay.inside);
  Shared& shared = Shared::make();
  const pid_t child = fork();
  if (child == 0) {
    if (fx_leaf(1) != 4) shared.say("fx_leaf returned a wrong value");
    if (Error error = bench[0]->detach()) shared.say("detach: " + error.message());
    if (Error error = bench[0]->attach("fx_leaf")) shared.say("attach: " + error.message());
    const std::uint64_t before = bench[0].entries;
    if (fx_leaf(1) != 4 || bench[0].entries != before + 1)
      shared.say("after attaching again fx_leaf is not seen");
    _exit(shared.failure[0] ? 1 : 0);
  }
  const std::string wrong = end_of(child, shared);
  stay.go = true;
  other.join();
  return wrong.empty() ? pass() : fail(wrong);
}

// A configuration with another return transfer.
Configuration other_transfer() {
  Configuration other = configuration();
  other.transfer = other.transfer == "paired" ? "push_ret" : "paired";
  return other;
}

SCENARIO(fork_beside_waiting_detach,
         "another thread's detach waits for a handler: the child, which has no such thread, "
         "changes its settings, attaches and detaches") {
  TestBench bench(cell, 2);
  struct Stay {
    std::atomic<bool> inside{false}, go{false};
  } stay;
  bench[0].extra = &stay;
  bench[0].at_entry = [](Tap& self, EntryFrame&) {
    auto& here = *static_cast<Stay*>(self.extra);
    here.inside = true;
    wait_until(here.go);
    return true;
  };
  require(bench[0]->attach("fx_leaf"));
  Threads other(1, [](unsigned) { fx_leaf(1); });
  wait_until(stay.inside);
  std::atomic<bool> has_waited{false};
  std::string detach_error;
  Threads detaching(1, [&](unsigned) {
    detach_error = bench[0]->detach().message();
    has_waited = true;
  });
  // The count is under the lock that detach holds until it waits.
  while (bench[0]->attached() != 0) usleep(500);
  Shared& shared = Shared::make();
  const pid_t child = fork();
  if (child == 0) {
    bench[0].at_entry = nullptr;
    if (Error error = configure(other_transfer())) shared.say("configure: " + error.message());
    if (Error error = bench[0]->attach("fx_leaf")) shared.say("attach: " + error.message());
    if (Error error = bench[1]->attach("fx_leaf")) shared.say("attach: " + error.message());
    check_all_works(bench, shared);
    _exit(shared.failure[0] ? 1 : 0);
  }
  const bool too_late = has_waited;
  const std::string wrong = end_of(child, shared);
  stay.go = true;
  other.join();
  detaching.join();
  if (!wrong.empty()) return fail(wrong);
  if (too_late)
    return unavailable(Lack::time, "the detach gave up before the fork: " + detach_error);
  // The parent may change its settings, too, now that nothing waits.
  require(configure(other_transfer()));
  bench[0].at_entry = nullptr;
  bench.attach_all("fx_leaf");
  bench.events.clear();
  if (fx_leaf(1) != 4) return fail("fx_leaf returned a wrong value");
  return compare(bench.events.text(), ">A >B <B <A");
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
  TestBench bench(cell);
  bench.attach_all("fx_leaf");
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
  Shared& shared = Shared::make();
  const pid_t child = fork();
  forkers_place = nullptr;
  if (child == 0) {
    if (fx_leaf(1) != 4) shared.say("fx_leaf returned a wrong value");
    if (Error error = bench[0]->detach()) shared.say("detach: " + error.message());
    _exit(shared.failure[0] ? 1 : 0);
  }
  const std::string wrong = end_of(child, shared);
  flush.join();
  std::fclose(file);
  if (!wrong.empty()) return fail(wrong);
  if (!flushing.right) return fail("the first hit returned a wrong value");
  return bench.check_invariant(1);
}

SCENARIO(fork_in_handler, "a handler that forks: both processes finish the call") {
  for (const bool at_entry : {true, false}) {
    TestBench bench(cell, 2);
    static pid_t child;
    child = -1;
    if (at_entry)
      bench[0].at_entry = [](Tap&, EntryFrame&) {
        return child = child == -1 ? fork() : child, true;
      };
    else
      bench[0].at_exit = [](Tap&, ReturnFrame&) { child = child == -1 ? fork() : child; };
    bench.attach_all("fx_leaf");
    Shared& shared = Shared::make();
    if (fx_leaf(1) != 4) shared.say("fx_leaf returned a wrong value");
    if (const Outcome outcome = compare(bench.events.text(), ">A >B <B <A");
        outcome.verdict != Verdict::pass)
      shared.say(outcome.detail);
    check_all_works(bench, shared);
    if (child == 0) _exit(shared.failure[0] ? 1 : 0);
    if (std::string wrong = end_of(child, shared); !wrong.empty()) return fail(wrong);
  }
  return pass();
}

SCENARIO(fork_generations, "children of children, attaching and detaching on the way") {
  std::string script;
  for (int generation = 0; generation < 4; ++generation) script += "f -A +A f t[f] -A -B +A +B y ";
  return play_all(cell, 2, script);
}

SCENARIO(exit_of_main_thread,
         "exit() with calls in flight on the main thread ends the process and runs no handler") {
  Shared& shared = Shared::make();
  const pid_t child = fork();
  if (child == 0) {
    TestBench bench(cell, 2);
    for (Tap& tap : bench) {
      tap.records = false;
      tap.extra = &shared;
      tap.at_exit = [](Tap& self, ReturnFrame&) { ++static_cast<Shared*>(self.extra)->handlers; };
    }
    bench.attach_all("fx_body*");
    fx_body([](void*) { fx_body_other([](void*) { std::exit(0); }, nullptr, 1); }, nullptr, 1);
    _exit(9);
  }
  if (std::string wrong = end_of(child, shared); !wrong.empty()) return fail(wrong);
  if (shared.handlers) return fail(std::to_string(shared.handlers) + " exit handlers ran");
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
