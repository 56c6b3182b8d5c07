// Semantics 11, without mercy: every single request for memory (mmap, mprotect, madvise, mremap, munmap, brk, clone,
// memfd_create) that happens in a part of a traced program's life fails in turn, alone and together with all that
// follow it. Nothing may crash or hang; a cold call is done or comes back with an Error that speaks of memory; a probed
// call returns right and is seen or counted. With memory back, a thousand calls are all seen.
#include <alloca.h>
#include <dlfcn.h>
#include <linux/capability.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

#include "core/thread.h"
#include "harness/injection/failing_calls.h"
#include "harness/scenarios/bench.h"
#include "harness/scenarios/coroutine.h"
#include "harness/scenarios/fixtures.h"
#include "harness/scenarios/machine.h"
#include "harness/scenarios/threads.h"

namespace retprobe::harness {
namespace {

using Sites = std::vector<const Site*>;
using Part = void (*)(const Cell& cell, Shortage& shortage);

constexpr unsigned patience_seconds = 20;
constexpr std::uint64_t later_calls = 1000;

// Set before a part is run: the heap has nothing left either, so that every malloc is a request for memory.
bool squeezes_heap = false;

void squeeze_heap() {
  // What malloc cannot cut from memory it has, it maps; so take all that it has, for good.
  mallopt(M_TOP_PAD, 0);
  mallopt(M_MMAP_THRESHOLD, 0);
  malloc_trim(0);
  // The smallest requests take apart all that is free but what glibc keeps by size, of which this is the largest (its tcache). Each size
  // that is tried costs two system calls, of which the process that lets them fail hears.
  constexpr std::size_t largest = 1032;
  for (std::size_t bytes = 24; bytes <= largest; bytes += 16) {
    for (;;) {
      auto* piece = static_cast<std::size_t*>(std::malloc(bytes));
      asm volatile("" : "+r"(piece) : : "memory");  // from here on, any memory to the compiler
      // glibc keeps a chunk's size, and in bit 1 whether it was mapped for itself, in the word before it.
      if (!piece || (piece[-1] & 2)) {
        std::free(piece);
        break;
      }
    }
  }
}

/// Memory is short while this lives.
class Short {
 public:
  explicit Short(Shortage& shortage) : shortage_(shortage) {
    if (squeezes_heap) squeeze_heap();
    shortage_.begin();
  }
  ~Short() { shortage_.end(); }
  Short(const Short&) = delete;
  Short& operator=(const Short&) = delete;

 private:
  Shortage& shortage_;
};

/// What a cold call may come back with while memory is short. Kept, since text may not be made then.
bool refuses_well(const Error& error) {
  return !error || ((error.code() == Error::Code::exhausted || error.code() == Error::Code::system) &&
                    error.message().size() > 10);
}

/// Tracers on some functions, and the calls that each of them had to hear of.
class Traced {
 public:
  Traced(const Cell& cell, std::string_view pattern) : bench_(cell), sites_(require(find_sites(pattern))) {
    std::erase_if(sites_, [](const Site* site) { return !site->refusal.empty(); });
    require(!sites_.empty(), "no site to attach to");
    for (Tap& tap : bench_) tap.records = false;
  }

  Bench& bench() { return bench_; }
  const Sites& sites() const { return sites_; }
  bool attached(Tap& tap) const { return tap->attached() == sites_.size(); }

  /// Attaches whoever is not yet. Refusals are looked at by `check`.
  void attach() {
    for (Tap& tap : bench_)
      if (!attached(tap)) note(tap->attach(sites_));
  }
  void attach_or_throw() {
    for (Tap& tap : bench_)
      if (!attached(tap)) require(tap->attach(sites_));
  }
  void detach() {
    for (Tap& tap : bench_)
      if (attached(tap)) note(tap->detach(sites_));
  }
  void detach_or_throw() {
    for (Tap& tap : bench_)
      if (attached(tap)) require(tap->detach(sites_));
  }

  /// Calls of probed functions that whoever is attached now has to hear of. Before they are made.
  void expect(std::uint64_t calls) {
    for (Tap& tap : bench_)
      if (attached(tap)) expected_[tap.index] += calls;
  }
  void expect_seen_from(const Tap& tap, std::uint64_t calls) { expected_[tap.index] += calls; }
  void leaf(std::uint64_t calls) {
    expect(calls);
    for (std::uint64_t i = 0; i < calls; ++i) wrong_ += fx_leaf(i) != 3 * i + 1;
  }
  void recurse(std::uint64_t depth) {
    expect(depth + 1);
    wrong_ += fx_recurse(depth) != depth * (depth + 1) / 2;
  }
  std::atomic<std::uint64_t>& wrong() { return wrong_; }

  void note(const Error& error) { bad_refusal_ |= !refuses_well(error); }

  /// With memory back: what was refused can be had, a thousand calls are all seen, and nothing was lost.
  void settle(void (*calls)(Traced&) = [](Traced& self) { self.leaf(later_calls); }) {
    require(!bad_refusal_, "a refusal did not speak of memory");
    attach_or_throw();
    std::vector<std::uint64_t> entries, missed, expected;
    for (Tap& tap : bench_) {
      entries.push_back(tap.entries);
      missed.push_back(tap->missed());
      expected.push_back(expected_[tap.index]);
    }
    calls(*this);
    require(wrong_ == 0, std::to_string(wrong_) + " calls returned a wrong value");
    for (Tap& tap : bench_) {
      const std::string who = "tracer " + std::string(1, static_cast<char>('A' + tap.index)) + ": ";
      const std::uint64_t due = expected_[tap.index] - expected[tap.index];
      require(tap.entries - entries[tap.index] == due,
              who + "with memory back " + std::to_string(tap.entries - entries[tap.index]) + " of " +
                  std::to_string(due) + " calls are seen, " +
                  std::to_string(tap->missed() - missed[tap.index]) + " missed");
      require(tap.entries + tap->missed() == expected_[tap.index],
              who + std::to_string(tap.entries) + " entries + " + std::to_string(tap->missed()) +
                  " missed of " + std::to_string(expected_[tap.index]) + " calls");
      require(tap.exits() == tap.accepted, who + std::to_string(tap.exits()) + " exits of " +
                                               std::to_string(tap.accepted) + " accepted calls");
    }
    require(usage().frames == 0, std::to_string(usage().frames) + " calls count as in flight");
    detach_or_throw();
    for (std::uint64_t i = 0; i < 10; ++i) require(fx_leaf(i) == 3 * i + 1, "a wrong value after detach");
  }

 private:
  Bench bench_;
  Sites sites_;
  std::uint64_t expected_[64] = {};
  std::atomic<std::uint64_t> wrong_{0};
  bool bad_refusal_ = false;
};

/// Runs a part of a life again and again, with the 1st, 2nd, … request for memory failing, until there are no more;
/// then the same with all requests failing from there on.
Outcome fail_each(const Cell& cell, Part part) {
  std::uint64_t runs = 0;
  const auto body = [&](Shortage& shortage) -> std::string {
    part(cell, shortage);
    return "";
  };
  try {
    const FailedRun whole = run_with_failing_calls(body, {}, patience_seconds);
    if (!whole.ending.well() || !whole.report.empty())
      return fail("with all the memory there is: " +
                  (whole.ending.well() ? whole.report : whole.ending.text()));
    // About a hundred of them where there are many, unless everything is to be tried.
    const std::uint64_t step = exhaustive() ? 1 : 1 + whole.calls / 100;
    for (const bool all_after : {false, true}) {
      for (std::uint64_t n = 1;; n += step) {
        const FailedRun run = run_with_failing_calls(body, {n, all_after}, patience_seconds);
        const std::string which = "request " + std::to_string(n) + (all_after ? " and all after it" : "") +
                                  " (" + run.victim + ") without memory: ";
        if (!run.ending.well()) return fail(which + run.ending.text());
        if (!run.report.empty()) return fail(which + run.report);
        if (run.failed == 0) break;
        ++runs;
      }
    }
  } catch (const NotPermitted& error) {
    return unavailable(error.what());
  }
  Outcome outcome = pass();
  outcome.detail = std::to_string(runs) + " runs, each with another request that fails";
  return outcome;
}

#define MEMORY_SCENARIO(NAME, WHAT, ...)                                         \
  void part_##NAME(const Cell& cell, Shortage& shortage);                        \
  SCENARIO(memory_fails_##NAME, WHAT ": every request for memory fails in turn", \
           __VA_ARGS__ __VA_OPT__(, ).seconds = 120, .any_cell = false) {        \
    return fail_each(cell, part_##NAME);                                         \
  }                                                                              \
  void part_##NAME([[maybe_unused]] const Cell& cell, [[maybe_unused]] Shortage& shortage)

MEMORY_SCENARIO(make, "a tracer is made and attached for the first time") {
  Traced traced(cell, "fx_leaf");
  {
    const Short now(shortage);
    TracerOptions options{.name = "late"};
    Result<Tracer> tracer = Tracer::make(options);
    if (tracer.ok())
      traced.note(tracer->attach(traced.sites()));
    else
      traced.note(tracer.error());
  }
  traced.settle();
}

MEMORY_SCENARIO(attach, "tracers are attached to one function", .tracers = {1, 2, 8}) {
  Traced traced(cell, "fx_leaf");
  {
    const Short now(shortage);
    traced.attach();
    traced.leaf(3);
  }
  traced.settle();
}

MEMORY_SCENARIO(attach_many, "tracers are attached to all fixtures at once", .tracers = {2}) {
  Traced traced(cell, "fx_*");
  {
    const Short now(shortage);
    traced.attach();
    traced.leaf(3);
  }
  traced.settle();
}

MEMORY_SCENARIO(first_hit, "a process's first probed calls", .tracers = {1, 2}) {
  Traced traced(cell, "fx_recurse");
  traced.attach_or_throw();
  {
    const Short now(shortage);
    for (int i = 0; i < 10; ++i) traced.recurse(3);
  }
  traced.settle([](Traced& self) {
    for (int i = 0; i < 250; ++i) self.recurse(3);
  });
}

/// A thread with a stack of `bytes`, joined at the end.
class OwnThread {
 public:
  explicit OwnThread(void (*body)(void*), void* argument, std::size_t bytes = 256 << 10)
      : body_(body), argument_(argument) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, bytes);
    const auto run = [](void* self) -> void* {
      static_cast<OwnThread*>(self)->body_(static_cast<OwnThread*>(self)->argument_);
      return nullptr;
    };
    made_ = pthread_create(&thread_, &attributes, run, this) == 0;
    pthread_attr_destroy(&attributes);
  }
  ~OwnThread() {
    if (made_) pthread_join(thread_, nullptr);
  }
  OwnThread(const OwnThread&) = delete;
  OwnThread& operator=(const OwnThread&) = delete;
  bool made() const { return made_; }

 private:
  void (*body_)(void*);
  void* argument_;
  pthread_t thread_{};
  bool made_;
};

struct Waiting {
  Traced* traced;
  std::atomic<bool> go{false}, done{false}, over{false};
};

MEMORY_SCENARIO(thread_first_hit, "the first hits of a thread that was there before", .tracers = {1, 2}) {
  Traced traced(cell, "fx_recurse");
  traced.attach_or_throw();
  traced.recurse(1);
  Waiting waiting{&traced};
  {
    const OwnThread thread(
        [](void* argument) {
          auto& all = *static_cast<Waiting*>(argument);
          wait_until(all.go);
          for (int i = 0; i < 10; ++i) all.traced->recurse(3);
          all.done = true;
          wait_until(all.over);
          for (int i = 0; i < 10; ++i) all.traced->recurse(3);
        },
        &waiting);
    require(thread.made(), "no thread");
    {
      const Short now(shortage);
      waiting.go = true;
      wait_until(waiting.done);
    }
    waiting.over = true;
  }
  traced.settle([](Traced& self) {
    for (int i = 0; i < 250; ++i) self.recurse(3);
  });
}

MEMORY_SCENARIO(thread, "a thread is made, calls and ends", .tracers = {1, 2}) {
  Traced traced(cell, "fx_recurse");
  traced.attach_or_throw();
  {
    const Short now(shortage);
    const OwnThread thread(
        [](void* argument) {
          for (int i = 0; i < 10; ++i) static_cast<Traced*>(argument)->recurse(3);
        },
        &traced);
  }
  traced.settle([](Traced& self) {
    for (int i = 0; i < 250; ++i) self.recurse(3);
  });
}

// Below the caller's frame by more than a granule of the parallel shadow, and calls there.
[[gnu::noinline]] void far_below(void* argument) {
  constexpr std::size_t granule = std::size_t{16} << 20;
  auto* const frame = static_cast<volatile char*>(alloca(granule + 4096));
  frame[0] = 1;
  static_cast<Traced*>(argument)->leaf(3);
  static_cast<Traced*>(argument)->recurse(20);
}

MEMORY_SCENARIO(growth, "a stack grows beyond what has a shadow", .tracers = {1, 2}) {
  Traced traced(cell, "fx_*");
  traced.attach_or_throw();
  Waiting waiting{&traced};
  {
    const OwnThread thread(
        [](void* argument) {
          auto& all = *static_cast<Waiting*>(argument);
          all.traced->leaf(3);
          wait_until(all.go);
          all.traced->expect(1);
          all.traced->wrong() += fx_body(far_below, all.traced, 1) != 4;
          all.done = true;
          wait_until(all.over);
          all.traced->expect(1);
          all.traced->wrong() += fx_body(far_below, all.traced, 1) != 4;
        },
        &waiting, std::size_t{64} << 20);
    require(thread.made(), "no thread");
    {
      const Short now(shortage);
      waiting.go = true;
      wait_until(waiting.done);
    }
    waiting.over = true;
  }
  traced.settle();
}

Traced* in_signals;
void on_alternate_stack(int) {
  in_signals->recurse(3);
  in_signals->leaf(1);
}

MEMORY_SCENARIO(alternate_stack, "the first hits on an alternate signal stack", .tracers = {1, 2}) {
  Traced traced(cell, "fx_*");
  traced.attach_or_throw();
  traced.leaf(1);
  constexpr std::size_t bytes = 64 << 10;
  const std::unique_ptr<char[]> memory(new char[bytes]);
  const stack_t stack{.ss_sp = memory.get(), .ss_flags = 0, .ss_size = bytes};
  struct sigaction action {};
  action.sa_handler = on_alternate_stack;
  action.sa_flags = SA_ONSTACK;
  in_signals = &traced;
  require(sigaltstack(&stack, nullptr) == 0 && sigaction(SIGUSR1, &action, nullptr) == 0,
          "sigaltstack or sigaction refused");
  {
    const Short now(shortage);
    for (int i = 0; i < 3; ++i) raise(SIGUSR1);
  }
  traced.settle([](Traced& self) {
    for (std::uint64_t i = 0; i < later_calls / 5; ++i) raise(SIGUSR1);
    self.leaf(1);
  });
}

// Calls on a coroutine's stack, some of them in flight across the switches.
void in_and_out(Traced& traced, Coroutine& coroutine) {
  struct Both {
    Traced& traced;
    Coroutine& coroutine;
  } both{traced, coroutine};
  for (int i = 0; i < 2; ++i) {
    traced.expect(1);
    traced.wrong() += fx_body(
                          [](void* argument) {
                            auto& [all, self] = *static_cast<Both*>(argument);
                            all.leaf(1);
                            self.yield();
                            all.recurse(3);
                          },
                          &both, 2) != 7;
  }
}

void switch_stacks(const Cell& cell, Shortage& shortage, Switch kind) {
  Traced traced(cell, "fx_*");
  traced.attach_or_throw();
  traced.leaf(1);
  constexpr std::size_t bytes = 256 << 10;
  // Mapped, and not from the heap: far from every stack that is known.
  void* const memory = mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  require(memory != MAP_FAILED, "no memory for a coroutine's stack");
  const std::span<std::byte> stacks(static_cast<std::byte*>(memory), 2 * bytes);
  const auto run = [&](std::span<std::byte> stack) {
    Coroutine coroutine(kind, stack, [&](Coroutine& self) { in_and_out(traced, self); });
    while (!coroutine.done()) {
      coroutine.resume();
      traced.leaf(1);
    }
  };
  {
    const Short now(shortage);
    run(stacks.first(bytes));
    run(stacks.last(bytes));
  }
  run(stacks.first(bytes));
  traced.settle();
}

MEMORY_SCENARIO(second_stack, "a second execution stack that makecontext tells of, and switches to and fro",
                .tracers = {1, 2}) {
  switch_stacks(cell, shortage, Switch::context);
}

MEMORY_SCENARIO(unknown_stack, "a second execution stack that nobody tells of, and switches to and fro",
                .tracers = {1, 2}) {
  switch_stacks(cell, shortage, Switch::assembly);
}

// Leaving takes no memory but from the heap: see heap_fails_*.
void part_detach(const Cell& cell, Shortage& shortage) {
  Traced traced(cell, "fx_leaf");
  traced.attach_or_throw();
  traced.leaf(3);
  {
    const Short now(shortage);
    traced.detach();
    traced.leaf(3);
  }
  for (Tap& tap : traced.bench())
    require(tap->attached() == 0 || traced.attached(tap), "a tracer is left on a part of its functions");
  traced.settle();
}

void part_come_and_go(const Cell& cell, Shortage& shortage) {
  Traced traced(cell, "fx_leaf");
  Tap& guest = traced.bench()[traced.bench().size() - 1];
  for (Tap& tap : traced.bench())
    if (&tap != &guest) require(tap->attach(traced.sites()));
  traced.leaf(3);
  const std::uint64_t missed = traced.bench().missed();
  {
    const Short now(shortage);
    for (int i = 0; i < 3; ++i) {
      traced.note(guest->attach(traced.sites()));
      traced.leaf(2);
      if (traced.attached(guest)) traced.note(guest->detach(traced.sites()));
      traced.leaf(2);
    }
  }
  require(traced.bench().missed() == missed, "calls were missed while a guest came and went");
  traced.settle();
}

std::string beside_fixtures(const char* file) {
  Dl_info here{};
  require(dladdr(reinterpret_cast<void*>(&fx_leaf), &here) != 0, "dladdr does not know the fixtures");
  const std::string path(here.dli_fname);
  return path.substr(0, path.rfind('/') + 1) + file;
}

MEMORY_SCENARIO(module, "a module is loaded, its functions are found, probed and left", .tracers = {2}) {
  using Work = std::uint64_t (*)(std::uint64_t);
  Traced traced(cell, "fx_leaf");
  const std::string path = beside_fixtures("libretprobe_plugin.so");
  bool wrong = false;
  const auto use = [&] {
    void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module) return false;  // glibc's refusal, not ours
    const auto work = reinterpret_cast<Work>(dlsym(module, "plugin_work"));
    bool probed = false;
    if (auto sites = find_sites("plugin_work"); sites.ok()) {
      Tap& tap = traced.bench()[0];
      if (Error error = tap->attach(*sites)) {
        traced.note(error);
      } else {
        traced.expect_seen_from(tap, 3);
        for (std::uint64_t i = 0; i < 3; ++i) wrong |= work(i) != 9 * i + 4;
        probed = true;
        Error left = tap->detach(*sites);
        traced.note(left);
        if (left) return false;  // tried again later, with the module still there
      }
    } else if (sites.error().code() != Error::Code::not_found) {
      // A module that could not be read is said to be without sites.
      traced.note(sites.error());
    }
    if (work) wrong |= work(5) != 49;
    dlclose(module);
    return probed;
  };
  {
    const Short now(shortage);
    (void)use();
  }
  if (auto sites = find_sites("plugin_work"); sites.ok() && traced.bench()[0]->attached())
    require(traced.bench()[0]->detach(*sites));
  require(use(), "with memory back a module's function is not probed");
  require(!wrong, "plugin_work returned a wrong value");
  traced.settle();
}

MEMORY_SCENARIO(fork, "a process forks; parent and child go on calling", .tracers = {1, 2}) {
  Traced traced(cell, "fx_recurse");
  traced.attach_or_throw();
  {
    const Short now(shortage);
    const pid_t child = fork();
    if (child == 0) {
      for (int i = 0; i < 5; ++i) traced.recurse(3);
      traced.detach();
      traced.attach();
      for (int i = 0; i < 5; ++i) traced.recurse(3);
      shortage.end();
      try {
        traced.settle([](Traced& self) { self.recurse(9); });
      } catch (const std::exception& error) {
        (void)!write(2, error.what(), std::string_view(error.what()).size());
        _exit(1);
      }
      _exit(0);
    }
    for (int i = 0; i < 5; ++i) traced.recurse(3);
    if (child > 0) {
      int status = 0;
      while (waitpid(child, &status, 0) < 0) {
      }
      require(status == 0, "the child ended with status " + std::to_string(status));
    }
  }
  traced.settle([](Traced& self) {
    for (int i = 0; i < 250; ++i) self.recurse(3);
  });
}

// ---- Memory that must be locked ----

// Without this capability RLIMIT_MEMLOCK holds; it is root's.
bool drop_ipc_lock() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
  if (syscall(SYS_capget, &header, data)) return false;
  data[0].effective &= ~(1u << CAP_IPC_LOCK);
  return syscall(SYS_capset, &header, data) == 0;
}

SCENARIO(
    memory_locked,
    "mlockall(MCL_FUTURE) under RLIMIT_MEMLOCK: what cannot be locked is not had; calls are seen or counted",
    .tracers = {1, 2}, .any_cell = false) {
  Traced traced(cell, "fx_recurse");
  traced.attach_or_throw();
  if (!drop_ipc_lock()) return unavailable("capset refused to give up CAP_IPC_LOCK");
  constexpr rlim_t little = 4 << 20;
  const rlimit limit{little, little};
  require(setrlimit(RLIMIT_MEMLOCK, &limit) == 0, "setrlimit refused RLIMIT_MEMLOCK");
  if (mlockall(MCL_FUTURE))
    return unavailable("mlockall(MCL_FUTURE) is refused: raise RLIMIT_MEMLOCK (ulimit -l)");
  for (int i = 0; i < 10; ++i) traced.recurse(3);
  {
    const OwnThread thread(
        [](void* argument) {
          for (int i = 0; i < 10; ++i) static_cast<Traced*>(argument)->recurse(3);
        },
        &traced);
  }
  const std::uint64_t missed = traced.bench().missed();
  munlockall();
  if (!is_framed(cell) && configuration().design != "none" && missed == 0)
    return fail("nothing was missed: the limit did not hold, and nothing was tried");
  traced.settle([](Traced& self) {
    for (int i = 0; i < 250; ++i) self.recurse(3);
  });
  return pass();
}

// ---- The same with a heap that has nothing left: every malloc of a cold call may be the one that fails. ----

#define HEAP_SCENARIO(NAME, WHAT, ...)                                                                       \
  SCENARIO(heap_fails_##NAME, WHAT ": every malloc fails in turn", __VA_ARGS__ __VA_OPT__(, ).seconds = 120, \
           .any_cell = false) {                                                                              \
    squeezes_heap = true;                                                                                    \
    return fail_each(cell, part_##NAME);                                                                     \
  }

HEAP_SCENARIO(make, "a tracer is made and attached for the first time")
HEAP_SCENARIO(attach, "tracers are attached to one function", .tracers = {1, 2})
HEAP_SCENARIO(detach, "tracers are detached", .tracers = {1, 2, 8})
HEAP_SCENARIO(come_and_go, "a tracer comes and goes beside others, who miss nothing", .tracers = {2})
HEAP_SCENARIO(second_stack, "a second execution stack that makecontext tells of, and switches to and fro")

}  // namespace
}  // namespace retprobe::harness
