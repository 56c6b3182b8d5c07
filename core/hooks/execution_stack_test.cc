// Tests of where a machine stack and its shadow stack end, and of a shadow stack's reuse.
#include "core/hooks/execution_stack.h"

#include <gtest/gtest.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include "core/hooks/thread_registry.h"
#include "core/testlib/child.h"
#include "core/testlib/stack_calls.h"
#include "retprobe/probe.h"
#include "retprobe/shadow_view.h"

namespace retprobe {
namespace {

using ExecutionStacks = CallsOnStacks;

int deeper(int calls) { return calls ? call_during(deeper, calls - 1) + 1 : 0; }

int wanted, reached;
ucontext_t here, there;

// Makes `calls` calls, one within the other, on a stack of `bytes`. The stack is announced until
// then. False: not all calls were made.
bool nest(std::byte* low, std::size_t bytes, int calls) {
  wanted = calls;
  reached = 0;
  if (add_stack(low, bytes)) return false;
  getcontext(&there);
  there.uc_stack = {.ss_sp = low, .ss_flags = 0, .ss_size = bytes};
  there.uc_link = &here;
  makecontext(&there, [] { reached = deeper(wanted); }, 0);
  swapcontext(&here, &there);
  remove_stack(low);
  return reached == calls;
}

// A shadow stack has the size that its machine stack asks for. One of an ended stack is too small
// for the next one, which is larger: it must not be used again.
TEST_F(ExecutionStacks, ASmallOneIsNotReusedForALargerOne) {
  const auto status = in_child([] {
    constexpr std::size_t small = 64 << 10, large = std::size_t{64} << 20;
    void* const memory = mmap(nullptr, small + large, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED || configure({})) return 2;
    TracerOptions options{.name = "mine",
                          .on_entry = [](void*, EntryFrame&) { return true; },
                          .on_return = [](void*, ReturnFrame&) {}};
    options.entry_data_bytes = 4096;  // the most
    Result<Tracer> tracer = Tracer::make(options);
    if (!tracer.ok() || tracer->attach("pf_meanwhile")) return 3;
    auto* const low = static_cast<std::byte*>(memory);
    if (!nest(low, small, 1)) return 4;
    // The frames have 40 MiB. The least shadow stack has 32.
    if (!nest(low + small, large, 10'000)) return 5;
    return tracer->missed() == 0 ? 0 : 6;
  });
  EXPECT_EQ(status, 0);
}

// The call has its return slot at `slot`, on another stack of the calling thread than now.
int call_at(std::uintptr_t slot, Function function, int value) {
  long result = value;
  asm volatile(
      "mov %%rsp, %%rbx\n\t"
      "lea 8(%[slot]), %%rsp\n\t"
      "call *%[function]\n\t"
      "mov %%rbx, %%rsp"
      : "+D"(result), "=a"(value)
      : [slot] "r"(slot), [function] "r"(function)
      : "rbx", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3",
        "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
        "xmm15", "memory", "cc");
  return value;
}

// A coroutine's stack is an array in a frame, and the word behind it is the thread's. A call there
// does not mean that the coroutine's calls, which lie lower, were passed over.
TEST_F(ExecutionStacks, TheWordBehindACoroutinesStackIsTheThreads) {
  const auto status = in_child([] {
    static int returned, others;
    TracerOptions options{.name = "mine",
                          .on_entry = [](void*, EntryFrame&) { return true; },
                          .on_return =
                              [](void*, ReturnFrame& call) {
                                ++(call.reason() == ReturnReason::returned ? returned : others);
                              }};
    Result<Tracer> tracer = configure({}) ? Error{} : Tracer::make(options);
    if (!tracer.ok() || tracer->attach("pf_meanwhile") || tracer->attach("pf_one")) return 2;
    // The coroutine begins low in its stack: above it is room for the call at the stack's end.
    constexpr std::size_t used = 64 << 10, bytes = used + (16 << 10) + 8;
    alignas(16) std::byte memory[bytes + 64];
    getcontext(&there);
    there.uc_stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = used};
    there.uc_link = &here;
    const auto wait = [](int value) {
      swapcontext(&there, &here);
      return value;
    };
    static Function waits;
    waits = wait;
    makecontext(&there, [] { (void)call_during(waits, 1); }, 0);
    if (add_stack(memory, bytes)) return 3;
    swapcontext(&here, &there);
    (void)call_at(reinterpret_cast<std::uintptr_t>(memory + bytes), call_plain, 1);
    if (returned != 1 || others != 0) return 4;
    swapcontext(&here, &there);
    remove_stack(memory);
    return returned == 2 && others == 0 && tracer->missed() == 0 ? 0 : 5;
  });
  EXPECT_EQ(status, 0);
}

// The bounds of the stack that a hit lies on, as its entry handler finds them.
struct Extent {
  std::uintptr_t low = 0, high = 0;
  bool operator==(const Extent&) const = default;
};
Extent extent_seen;
Extent seen_at(std::uintptr_t slot, Function probed) {
  extent_seen = {};
  (void)call_at(slot, probed, 1);
  return extent_seen;
}
TracerOptions looking_at_extents() {
  return {.name = "looking",
          .on_entry =
              [](void*, EntryFrame&) {
                const ShadowView view = view_shadow_stack();
                extent_seen = {view.low, view.low + view.bytes};
                return true;
              },
          .on_return = [](void*, ReturnFrame&) {},
          .registers = RegisterSet::full};
}

// Three announced stacks are parts of an array in a frame, two of them side by side. A hit finds
// its stack's bounds whatever the last one's were: in the first and the last word of each stack, of
// the gaps between them, and of what lies around them.
int hit_at_each_edge() {
  if (configure({})) return 2;
  Result<Tracer> tracer = Tracer::make(looking_at_extents());
  if (!tracer.ok() || tracer->attach("pf_one")) return 3;
  constexpr std::size_t part = 64 << 10;
  alignas(16) std::byte memory[5 * part + 64];
  std::uintptr_t at[6];
  for (std::size_t i = 0; i < std::size(at); ++i)
    at[i] = reinterpret_cast<std::uintptr_t>(memory) + i * part;
  const Bounds native = native_bounds();
  const auto announce = [](std::uintptr_t low, std::uintptr_t high) {
    return !add_stack(reinterpret_cast<const void*>(low), high - low);
  };
  const auto withdraw = [](std::uintptr_t low) { remove_stack(reinterpret_cast<void*>(low)); };
  // The extents, from the lowest to the highest, for each set of announced stacks.
  const auto all_are_found = [&](std::initializer_list<std::uintptr_t> inner) {
    std::vector<std::uintptr_t> edges{native.low};
    edges.insert(edges.end(), inner);
    edges.push_back(native.high);
    std::vector<std::pair<std::uintptr_t, Extent>> expected;
    for (std::size_t i = 1; i < edges.size(); ++i) {
      const Extent extent{edges[i - 1], edges[i]};
      if (i > 1) expected.emplace_back(extent.low, extent);
      if (i + 1 < edges.size()) expected.emplace_back(extent.high - 8, extent);
    }
    for (const auto& [last, its_own] : expected)
      for (const auto& [slot, extent] : expected)
        if (seen_at(last, call_plain) != its_own || seen_at(slot, call_plain) != extent)
          return false;
    return true;
  };
  if (!announce(at[1], at[2]) || !all_are_found({at[1], at[2]})) return 4;
  // The thread's part is smaller at once, though its last hit was there.
  if (seen_at(at[4], call_plain) != Extent{at[2], native.high} || !announce(at[4], at[5])) return 5;
  if (seen_at(at[4], call_plain) != Extent{at[4], at[5]}) return 6;
  if (!all_are_found({at[1], at[2], at[4], at[5]})) return 7;
  if (!announce(at[2], at[3]) || !all_are_found({at[1], at[2], at[3], at[4], at[5]})) return 8;
  withdraw(at[1]);
  if (!all_are_found({at[2], at[3], at[4], at[5]})) return 9;
  withdraw(at[4]);
  if (!all_are_found({at[2], at[3]})) return 10;
  withdraw(at[2]);
  return tracer->missed() == 0 && seen_at(at[2], call_plain) == Extent{native.low, native.high}
             ? 0
             : 11;
}

TEST_F(ExecutionStacks, AHitFindsItsBounds) { EXPECT_EQ(in_child(hit_at_each_edge), 0); }

// The alternate signal stack is an array in a frame, and takes other bounds. The calls that show
// them are within a call of the thread's, whose frame lies lower. At last there is none: its place
// is the thread's again.
int hit_on_alternate_stacks() {
  if (configure({})) return 2;
  Result<Tracer> tracer = Tracer::make(looking_at_extents());
  if (!tracer.ok() || tracer->attach("pf_one") || tracer->attach("pf_meanwhile")) return 3;
  constexpr std::size_t part = 64 << 10;
  alignas(16) std::byte memory[4 * part + 64];
  static std::uintptr_t at[5];
  static int wrong;
  for (std::size_t i = 0; i < std::size(at); ++i)
    at[i] = reinterpret_cast<std::uintptr_t>(memory) + i * part;
  const Bounds native = native_bounds();
  const struct {
    std::size_t low, high;
  } ranges[] = {{1, 3}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {1, 3}};
  int round = 0;
  for (const auto& range : ranges) {
    ++round;
    static Extent alternate;
    alternate = {at[range.low], at[range.high]};
    const stack_t stack{.ss_sp = memory + range.low * part,
                        .ss_flags = 0,
                        .ss_size = alternate.high - alternate.low};
    if (sigaltstack(&stack, nullptr)) return 4;
    (void)call_during(
        [](int value) {
          for (const std::uintptr_t slot :
               {alternate.high - 8, alternate.low, alternate.low + 16, alternate.high - 16})
            wrong += seen_at(slot, call_plain) != alternate;
          return value;
        },
        1);
    if (wrong) return 10 + round;
    if (seen_at(alternate.low - 8, call_plain) != Extent{native.low, alternate.low})
      return 20 + round;
    if (seen_at(alternate.high, call_plain) != Extent{alternate.high, native.high})
      return 30 + round;
  }
  const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
  if (sigaltstack(&none, nullptr)) return 6;
  if (seen_at(at[2], call_plain) != Extent{native.low, native.high}) return 7;
  return tracer->missed() == 0 && usage().frames == 0 ? 0 : 5;
}

TEST_F(ExecutionStacks, AHitOnAnAlternateStackFindsItsBounds) {
  EXPECT_EQ(in_child(hit_on_alternate_stacks), 0);
}

// The thread's last hit was on its alternate stack, whose place another one has taken since. A jump
// on that one finds it out. The next hit must not look at what the first one had.
int jump_on_the_next_alternate_stack() {
  if (configure({})) return 2;
  Result<Tracer> tracer = Tracer::make(looking_at_extents());
  if (!tracer.ok() || tracer->attach("pf_one")) return 3;
  constexpr std::size_t part = 256 << 10;
  void* const memory =
      mmap(nullptr, 2 * part, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 4;
  const auto low = reinterpret_cast<std::uintptr_t>(memory), middle = low + part;
  const std::uintptr_t high = middle + part;
  const stack_t first{.ss_sp = memory, .ss_flags = 0, .ss_size = part},
      next{.ss_sp = static_cast<std::byte*>(memory) + part, .ss_flags = 0, .ss_size = part};
  if (sigaltstack(&first, nullptr)) return 5;
  if (seen_at(middle - 8, call_plain) != Extent{low, middle}) return 6;
  if (sigaltstack(&next, nullptr)) return 7;
  const auto jump = [](int value) {
    jmp_buf landing;
    if (setjmp(landing) == 0) longjmp(landing, 1);
    return value;
  };
  if (call_at(high - 8, jump, 9) != 9) return 8;
  if (seen_at(high - 16, call_plain) != Extent{middle, high}) return 9;
  return tracer->missed() == 0 ? 0 : 10;
}

TEST_F(ExecutionStacks, AJumpOnTheNextAlternateStack) {
  EXPECT_EQ(in_child(jump_on_the_next_alternate_stack), 0);
}

// Where the alternate stack is far from the thread's, the word behind it is on a stack that nobody
// announced: it is one of its own.
int hit_behind_an_alternate_stack() {
  if (configure({})) return 2;
  Result<Tracer> tracer = Tracer::make(looking_at_extents());
  if (!tracer.ok() || tracer->attach("pf_one")) return 3;
  constexpr std::size_t part = 64 << 10;
  void* const memory =
      mmap(nullptr, 3 * part, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 4;
  const auto low = reinterpret_cast<std::uintptr_t>(memory) + part, high = low + part;
  const stack_t stack{
      .ss_sp = static_cast<std::byte*>(memory) + part, .ss_flags = 0, .ss_size = part};
  if (sigaltstack(&stack, nullptr)) return 5;
  for (int round = 0; round < 2; ++round) {
    for (const std::uintptr_t slot : {high, low - 8})
      if (seen_at(slot, call_plain) != Extent{slot, slot}) return 10 + round;
    for (const std::uintptr_t slot : {high - 8, low})
      if (seen_at(slot, call_plain) != Extent{low, high}) return 20 + round;
  }
  return tracer->missed() == 0 ? 0 : 6;
}

TEST_F(ExecutionStacks, TheWordBehindAnAlternateStackIsAnothers) {
  EXPECT_EQ(in_child(hit_behind_an_alternate_stack), 0);
}

// Four times the machine stack, 32 MiB at least and 1 GiB at most, in whole pages. The last page is
// a guard page, and core files leave all of it out.
TEST_F(ExecutionStacks, HasTheSizeThatItsMachineStackAsksFor) {
  const auto status = in_child([] {
    if (configure({})) return 2;
    using Kind = ExecutionStack::Kind;
    constexpr std::size_t mib = std::size_t{1} << 20;
    const struct {
      Kind kind;
      std::size_t bytes, reserved;
    } expected[] = {
        {Kind::single_slot, 0, 2 * mib},       {Kind::region, 64, 32 * mib},
        {Kind::region, 8 * mib, 32 * mib},     {Kind::region, 8 * mib + 1, 32 * mib + 4096},
        {Kind::region, 64 * mib, 256 * mib},   {Kind::alternate, 64 * mib, 256 * mib},
        {Kind::region, 256 * mib, 1024 * mib}, {Kind::region, 255 * mib + 1025, 1020 * mib + 8192},
        {Kind::region, 300 * mib, 1024 * mib}, {Kind::region, 4096 * mib, 1024 * mib},
    };
    for (const auto& each : expected) {
      ExecutionStack* const stack = make_stack(each.kind, 1 << 20, each.bytes, nullptr);
      if (!stack || stack->reserved_bytes != each.reserved || !stack->empty()) return 3;
      auto* const end = reinterpret_cast<std::byte*>(stack) + each.reserved;
      // Beyond the limit there is room for a frame with the most data, and no more than that page.
      const auto beyond = end - 4096 - reinterpret_cast<std::byte*>(stack->limit);
      if (beyond < 4096 || beyond > 8192) return 4;
      // The first word of the guard page, and the one before.
      const auto is_writable = [](std::byte* word) {
        return in_child([word] { *reinterpret_cast<volatile int*>(word) = 1; }) == 0;
      };
      if (!is_writable(end - 4096 - 8) || is_writable(end - 4096) || is_writable(end - 8)) return 5;
      destroy_stack(stack);
    }
    return 0;
  });
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace retprobe
