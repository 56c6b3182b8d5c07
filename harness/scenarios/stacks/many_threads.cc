// Threads: a thread's state is made at its first hit, wherever that is, and released at its end.
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

#include <cstdlib>

#include "harness/verify/fixtures.h"
#include "harness/verify/system.h"
#include "harness/verify/test_bench.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

constexpr std::uintptr_t page_bytes = 4096;

SCENARIO(threads_call_at_once,
         "threads that call at once: each call is seen, or counted where a pool is too small, and "
         "each return comes back right",
         .tracers = {1, 2, 8}) {
  constexpr unsigned count = 8;
  constexpr std::uint64_t rounds = 500, depth = 6, calls = count * rounds * (1 + depth + 1);
  const auto call = [] {
    std::atomic<std::uint64_t> wrong{0};
    Threads(count, [&](unsigned) {
      for (std::uint64_t i = 0; i < rounds; ++i) {
        wrong += fx_leaf(i) != 3 * i + 1;
        wrong += fx_recurse(depth) != depth * (depth + 1) / 2;
      }
    }).join();
    require_equal("calls that returned a wrong value", wrong, 0);
  };
  {
    CountingBench bench(cell, {"fx_*"});
    call();
    require(bench.check_all_ended(calls));
  }
  CountingBench bench(cell, 0);
  bench.add_with_room(cell, count * (depth + 1), "fx_*");
  call();
  return bench.check_all_seen(calls);
}

SCENARIO(threads_come_and_go,
         "64 threads at once, made and joined again and again, leave nothing behind",
         .seconds = 30) {
  mallopt(M_ARENA_MAX, 2);  // else malloc maps memory for each thread
  CountingBench bench(cell, 2);
  bench.attach_all("fx_recurse");
  fx_recurse(1);
  constexpr unsigned count = 64, rounds = 8;
  const auto round = [] {
    Gate gate;
    Threads threads(count, [&](unsigned) {
      fx_recurse(10);
      gate.pass();
      fx_recurse(5);
    });
    gate.wait_for(count);
    gate.open = true;
    threads.join();
  };
  round();
  const std::size_t stacks = usage().stacks, shadow = usage().shadow_bytes,
                    mappings = mapping_count();
  for (unsigned i = 0; i < rounds; ++i) round();
  const Usage after = usage();
  require(after.stacks <= stacks && after.shadow_bytes <= shadow && after.frames == 0,
          "execution stacks " + std::to_string(stacks) + " → " + std::to_string(after.stacks) +
              ", shadow bytes " + std::to_string(shadow) + " → " +
              std::to_string(after.shadow_bytes) + ", frames " + std::to_string(after.frames));
  if (stacks > 2)
    return fail(std::to_string(stacks) + " execution stacks are left of threads that have ended");
  // The C library keeps some stacks of ended threads, and shadow memory stays where a stack once
  // lay. A leak of a thread's own state would be one mapping for each thread: 64 in each round.
  if (const std::size_t now = mapping_count(); now > mappings + rounds * count / 2)
    return fail("memory mappings grew from " + std::to_string(mappings) + " to " +
                std::to_string(now));
  return bench.check_invariant(2 + (rounds + 1) * count * (11 + 6));
}

SCENARIO(threads_attach_meanwhile,
         "threads call while other tracers come and go: those that stay miss nothing",
         .tracers = {1, 2}, .seconds = 20) {
  CountingBench bench(cell, cell.tracers + 1);
  Tap& guest = bench[cell.tracers];
  for (unsigned i = 0; i < cell.tracers; ++i) require(bench[i]->attach("fx_leaf"));
  std::atomic<bool> over{false};
  std::atomic<std::uint64_t> calls{0}, wrong{0};
  std::atomic<unsigned> calling{0};
  Threads threads(3, [&](unsigned) {
    std::uint64_t made = 0;
    for (; !over; ++made) {
      wrong += fx_leaf(made) != 3 * made + 1;
      if (made == 0) ++calling;
    }
    calls += made;
  });
  for (int i = 0; i < 150 || calling < 3; ++i) {
    require(guest->attach("fx_leaf"));
    require(detach_patiently(*guest));
  }
  over = true;
  threads.join();
  if (wrong) return fail(std::to_string(wrong) + " calls returned a wrong value");
  for (unsigned i = 0; i < cell.tracers; ++i) {
    require_equal("entries", bench[i].entries, calls);
    require_equal("returns", bench[i].returned, calls);
  }
  return pass();
}

// ---- The first hit in awkward places ----

std::atomic<std::uint64_t> signal_value{0};

SCENARIO(threads_first_hit_in_signal,
         "a thread's first hit may be in a signal handler, which found it anywhere",
         .tracers = {1, 2}) {
  handle_signal(SIGUSR1, [](int) { signal_value = fx_leaf(5); });
  TestBench bench(cell, {"fx_leaf"});
  constexpr unsigned rounds = 20;
  std::atomic<std::uint64_t> wrong{0};
  for (unsigned i = 0; i < rounds; ++i)
    Threads(1, [&](unsigned) {
      signal_value = 0;
      raise(SIGUSR1);
      wrong += signal_value != 16;
      wrong += fx_leaf(1) != 4;
    }).join();
  if (wrong) return fail(std::to_string(wrong) + " calls returned a wrong value");
  return bench.check_all_seen(2 * rounds);
}

// Interrupts malloc while it holds its lock. The page with the header of the free memory that
// malloc is about to cut from is made inaccessible, so that malloc faults. The fault's handler then
// makes the thread's first hit.
struct Caught {
  std::byte* page = nullptr;
  std::uint64_t value = 0;
  unsigned faults = 0;
};
Caught caught;

void on_fault(int, siginfo_t* info, void*) {
  const auto* address = static_cast<std::byte*>(info->si_addr);
  if (!caught.page || address < caught.page || address >= caught.page + page_bytes) {
    signal(SIGSEGV, SIG_DFL);  // not the expected fault: let it crash where it is
    return;
  }
  mprotect(caught.page, page_bytes, PROT_READ | PROT_WRITE);
  ++caught.faults;
  caught.value = fx_leaf(5);
}

SCENARIO(threads_first_hit_in_malloc,
         "a thread's first hit may be inside malloc, with malloc's lock held", .tracers = {1, 2}) {
  handle_signal(SIGSEGV, on_fault);
  TestBench bench(cell, {"fx_leaf"});
  std::string failure;
  Threads thread(1, [&](unsigned) {
    // In a thread, malloc hands out pieces of that thread's arena, one behind the other. The header
    // of the rest lies at the end of the last piece. The piece is large enough that its last page
    // holds nothing else, and small enough not to get a mapping of its own.
    void* piece = std::malloc(60'000);
    // Or the compiler may leave out a pair of malloc and free.
    asm volatile("" : "+r"(piece));
    const auto end = reinterpret_cast<std::uintptr_t>(piece) + malloc_usable_size(piece);
    caught.page = reinterpret_cast<std::byte*>(end & ~(page_bytes - 1));
    if (mprotect(caught.page, page_bytes, PROT_NONE))
      failure = "mprotect refused a page of the heap";
    void* next = std::malloc(50'000);
    asm volatile("" : "+r"(next));
    if (caught.faults != 1)
      failure = "malloc did not fault, so nothing was tried";
    else if (caught.value != 16)
      failure = "the call inside malloc returned " + std::to_string(caught.value);
    std::free(next);
    std::free(piece);
    if (fx_leaf(1) != 4) failure = "the call after it returned a wrong value";
  });
  thread.join();
  signal(SIGSEGV, SIG_DFL);
  if (!failure.empty()) return fail(failure);
  return bench.check_all_seen(2);
}

// ---- The last hits ----

// A destructor of thread-specific data that asks to be called again as often as the system allows.
// The library's own destructor may run before, between and after its calls.
struct LastCalls {
  pthread_key_t key{};
  std::atomic<std::uint64_t> calls{0}, wrong{0};
  static void destructor(void* value) {
    auto& last = *static_cast<LastCalls*>(value);
    last.wrong += fx_leaf(3) != 10;
    ++last.calls;
    pthread_setspecific(last.key, value);
  }
};

SCENARIO(threads_call_while_ending,
         "calls by destructors of an ending thread are seen or counted, and return right",
         .tracers = {1, 2}) {
  static LastCalls last;
  require(pthread_key_create(&last.key, LastCalls::destructor) == 0, "pthread_key_create failed");
  TestBench bench(cell, {"fx_leaf"});
  constexpr unsigned count = 10;
  Threads threads(count, [](unsigned thread) {
    pthread_setspecific(last.key, &last);
    // Every second thread has its first hit when it is about to end.
    if (thread % 2) last.wrong += fx_leaf(1) != 4;
  });
  threads.join();
  if (last.calls < count) return fail("the destructors did not run");
  if (last.wrong) return fail(std::to_string(last.wrong) + " calls returned a wrong value");
  require_equal("calls in flight", usage().frames, 0);
  return bench.check_invariant(last.calls + count / 2);
}

SCENARIO(threads_own_order, "calls of two threads that interleave keep their own order",
         .tracers = {2}) {
  // One thread's call begins inside the other's and ends after it.
  TestBench bench(cell, {"fx_body"});
  struct Both {
    Gate first;
    std::atomic<bool> first_out{false};
  } both;
  Threads threads;
  threads.start([&] {
    fx_body(Gate::step, &both.first, 1);
    both.first_out = true;
  });
  threads.start([&] {
    both.first.wait_for();
    fx_body(
        [](void* argument) {
          auto& [first, first_out] = *static_cast<Both*>(argument);
          first.open = true;
          wait_until(first_out);
        },
        &both, 1);
  });
  threads.join();
  return compare(bench.events.text(), ">A >B >A >B <B <A <B <A");
}

}  // namespace
}  // namespace retprobe::harness
