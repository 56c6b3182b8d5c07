// Functions that read or change their return slot, and return slots in unusual places.
// docs/architecture.md, "Return slots", says what users have to expect.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cstdlib>
#include <string>

#include "harness/verify/fixtures.h"
#include "harness/verify/machine.h"
#include "harness/verify/notified.h"
#include "harness/verify/system.h"

extern "C" {
// Sites (return_slots_x86_64.S). x -> 3x + 1, unless they say otherwise.
std::uintptr_t fx_slot_read(std::uint64_t);  // what its return slot holds
std::uint64_t fx_slot_jump(std::uint64_t x);
std::uint64_t fx_slot_push(std::uint64_t x);
void fx_slot_switch(void** keep, void* other);
// No sites.
// 1000 + fx_slot_set(x), which returns to another address than that of its call.
std::uint64_t return_slots_call_set(std::uint64_t x);
// x + 3, by a call of fx_slot_pops, which pops its stack arguments.
std::uint64_t return_slots_call_pops(std::uint64_t x);
// function(x), with its return slot right below `at`.
std::uint64_t return_slots_call_at(std::uint64_t (*function)(std::uint64_t), std::uint64_t x,
                                   std::uintptr_t at);
extern const char return_slots_begin[];
}

namespace retprobe::harness {
namespace {

SCENARIO(return_slots_read,
         "a function finds a return trampoline in its return slot, and the caller where its exit "
         "is declined",
         .tracers = {1, 2}) {
  const auto caller = reinterpret_cast<std::uintptr_t>(fixture_return_point);
  if (fixture_call(fx_slot_read, 0) != caller)
    return fail("unprobed, the slot does not hold the caller's address");
  NamingBench bench(cell, {"fx_slot_read"});
  static std::uintptr_t notified_caller, notified_at_exit;
  bench[0].at_entry = [](Tap&, EntryFrame& call) {
    return notified_caller = call.return_address(), true;
  };
  bench[0].at_exit = [](Tap&, ReturnFrame& call) { notified_at_exit = call.return_address(); };
  const std::uintptr_t seen = fixture_call(fx_slot_read, 0);
  if (seen == caller) return fail("the slot holds the caller's address although an exit is due");
  if (notified_caller != caller || notified_at_exit != caller)
    return fail("a handler got another return address");
  require(bench.notified_is(">d <d"));
  bench[0].at_entry = nullptr;
  bench[0].at_exit = nullptr;
  for (Tap& tap : bench) tap.declines_every = 1;
  const std::uintptr_t declined = fixture_call(fx_slot_read, 0);
  (void)bench.take_notified();
  // In a framed design the block always calls the body.
  if (!is_framed(cell) && declined != caller)
    return fail("the slot holds something else although no exit is due");
  for (Tap& tap : bench) tap.declines_every = 0;
  return bench.thousand_more(1, [] { return fx_slot_read(0) != 0; });
}

SCENARIO(return_slots_copied,
         "functions that return through a copy of their return address, or put it back",
         .tracers = {1, 2}) {
  NamingBench bench(cell, {"fx_slot_jump", "fx_slot_push", "fx_body"});
  if (fx_slot_jump(2) != 7 || fx_slot_push(3) != 10) return fail("a wrong value");
  require(bench.notified_is(">p <p >h <h"));
  fx_body([](void*) { fx_slot_push(fx_slot_jump(1)); }, nullptr, 1);
  require(bench.notified_is(">y >p <p >h <h <y"));
  return bench.thousand_more(2, [] { return fx_slot_jump(5) == 16 && fx_slot_push(5) == 16; });
}

SCENARIO(
    return_slots_overwritten,
    "a function returns elsewhere: its frame is found to be stale, and its tracers are notified",
    .tracers = {1, 2}) {
  NamingBench bench(cell, {"fx_slot_set", "fx_leaf", "fx_body"});
  for (int round = 0; round < 3; ++round) {
    if (return_slots_call_set(2) != 1007) return fail("a wrong value");
    require(bench.notified_is(">t"));
    // The next hit is above the stale frame and finds it.
    fx_body([](void*) { fx_leaf(1); }, nullptr, 1);
    require(bench.notified_is("!t >y >f <f <y"));
  }
  for (Tap& tap : bench) tap.records = false;
  for (std::uint64_t i = 0; i < 1000; ++i)
    require_equal("a call afterwards", return_slots_call_set(i), 1001 + 3 * i);
  fx_leaf(1);
  for (const Tap& tap : bench) require_equal("abandoned calls", tap.abandoned, 1003);
  require_equal("missed calls", bench.missed(), 0);
  return bench.check_invariant(3 * 3 + 1000 + 1);
}

// ------------------------------------------------------------------ returns on another stack

// The stack that fx_slot_switch switches to and from.
struct Other {
  void* inside = nullptr;
  void* outside = nullptr;
} other;

void other_side() {
  for (;;) {
    fx_leaf(1);
    fx_slot_switch(&other.inside, other.outside);
  }
}

SCENARIO(return_slots_switched,
         "a probed function that switches stacks: called on one, it returns on the other",
         .tracers = {1, 2}) {
  alignas(16) static std::array<std::byte, 64 << 10> stack;
  auto* words = reinterpret_cast<std::uint64_t*>(stack.data() + stack.size()) - 8;
  // The words from low to high: r15, r14, r13, r12, rbx, rbp, the address that the first switch
  // returns to.
  for (int i = 0; i < 6; ++i) words[i] = 0;
  words[4] = reinterpret_cast<std::uintptr_t>(&other_side);  // rbx
  words[6] = reinterpret_cast<std::uintptr_t>(return_slots_begin);
  other.inside = words;
  NamingBench bench(cell, {"fx_slot_switch", "fx_leaf"});
  fx_slot_switch(&other.outside, other.inside);
  require(bench.notified_is(">h >f <f >h <h"));
  fx_slot_switch(&other.outside, other.inside);
  require(bench.notified_is(">h <h >f <f >h <h"));
  return bench.thousand_more(3, [] {
    fx_slot_switch(&other.outside, other.inside);
    return true;
  });
}

// ------------------------------------------------------------------ arguments that the callee pops

// The function reaches the return trampoline with a stack pointer that belongs to no frame.
SCENARIO(return_slots_popped,
         "a function that takes its arguments off the stack ends in a clear message, not in a "
         "wrong return",
         .tracers = {1, 2}) {
  if (return_slots_call_pops(1) != 4) return fail("unprobed, it returns a wrong value");
  int said[2];
  require(pipe2(said, O_CLOEXEC) == 0, "no pipe");
  TestBench bench(cell);
  bench.attach_all("fx_slot_pops");
  const pid_t child = fork();
  require(child >= 0, "cannot fork");
  if (child == 0) {
    dup2(said[1], STDERR_FILENO);
    _exit(return_slots_call_pops(1) == 4 ? 0 : 1);
  }
  close(said[1]);
  std::string text(512, '\0');
  const ssize_t count = read(said[0], text.data(), text.size());
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  close(said[0]);
  int status = 0;
  require(waitpid(child, &status, 0) == child, "cannot wait");
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return pass();
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT &&
      text.find("no frame for the return slot") != text.npos)
    return pass();
  return fail((WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                   : "exit status " + std::to_string(WEXITSTATUS(status))) +
              ", and it said: " + text);
}

// ------------------------------------------------------------------ unusual places

std::uint64_t leaf_of_call(std::uint64_t x) { return machine_call(machine_leaf, x); }

SCENARIO(
    return_slots_places,
    "return slots at unusual addresses: misaligned, in low memory, where parts of the shadow meet",
    .tracers = {1, 2}) {
  CountingTracers tracers(cell, {"machine_leaf", "machine_call"});
  std::uint64_t calls = 0;
  constexpr std::size_t part = std::size_t{16} << 20;  // of the parallel shadow
  const Mapping low_memory(1 << 20, MAP_PRIVATE | MAP_32BIT), large(3 * part);
  const auto high_of = [](const Mapping& memory) {
    return reinterpret_cast<std::uintptr_t>(memory.data() + memory.whole().size());
  };
  const std::uintptr_t meeting = (high_of(large) - part) & ~(part - 1);
  alignas(16) std::array<std::byte, 16 << 10> here;
  const auto own = reinterpret_cast<std::uintptr_t>(here.data() + here.size());
  for (const std::uintptr_t at : {high_of(low_memory), meeting, meeting + 8, meeting + 16,
                                  meeting - 8, own, own - 8, own - 3}) {
    for (int again = 0; again < 10; ++again) {
      require_equal("machine_leaf", return_slots_call_at(machine_leaf, 7, at), leaf_value(7));
      require_equal("machine_call", return_slots_call_at(leaf_of_call, 7, at & ~std::uintptr_t{15}),
                    leaf_value(7) + 1);
      calls += 3;
    }
  }
  for (int i = 0; i < 1000; ++i, ++calls)
    require_equal("machine_leaf", machine_leaf(9), leaf_value(9));
  return tracers.check_all_seen(calls);
}

// A call at an edge, as its entry handler saw it.
struct AtEdge {
  const std::uintptr_t* slot;
  std::uintptr_t original;
  bool framed;  // then the slot keeps the original address
} at_edge;

// The stack pointer is misaligned here where the slot is.
[[gnu::force_align_arg_pointer]] std::uint64_t slot_resolves(std::uint64_t) {
  if (at_edge.framed) return *at_edge.slot == at_edge.original;
  return resolve_return_address(at_edge.slot) == at_edge.original;
}

// The library knows the stack's bounds here. So a hit looks first whether it lies in the same part
// of the shadow as the thread's last one.
SCENARIO(
    return_slots_around_edge,
    "a thread's calls at each word around an edge of 16 MiB, one behind the other in any order",
    .tracers = {1, 2}) {
  CountingTracers tracers(cell, {"machine_call"}, [](Tap&, EntryFrame& call) {
    at_edge.slot = call.slot();
    at_edge.original = call.return_address();
    return true;
  });
  at_edge.framed = is_framed(cell);
  constexpr std::size_t part = std::size_t{16} << 20, half = std::size_t{1} << 20;
  const Mapping memory(3 * part);
  const auto low = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::uintptr_t edge = (low + 2 * part) & ~(part - 1);
  // return_slots_call_at passes its second argument twice: slot_resolves is called with itself.
  const auto function = std::bit_cast<std::uint64_t (*)(std::uint64_t)>(&machine_call);
  const auto step = reinterpret_cast<std::uint64_t>(slot_resolves);
  constexpr std::ptrdiff_t places[] = {-16, -8, 0, 8, 16};
  std::uint64_t calls = 0;
  std::string wrong;
  on_thread(memory.part(edge - half - low, 2 * half), [&] {
    for (const std::ptrdiff_t first : places)
      for (const std::ptrdiff_t second : places)
        for (const std::ptrdiff_t place : {first, second}) {
          const std::uintptr_t slot = edge + static_cast<std::uintptr_t>(place);
          const std::uint64_t value = return_slots_call_at(function, step, slot + 8);
          ++calls;
          if (value != 2 || reinterpret_cast<std::uintptr_t>(at_edge.slot) != slot)
            wrong = "the slot " + std::to_string(place) + " bytes from the edge, behind one at " +
                    std::to_string(first) + ", resolves to another address";
        }
  });
  require(wrong.empty(), wrong);
  return tracers.check_all_seen(calls);
}

}  // namespace
}  // namespace retprobe::harness
