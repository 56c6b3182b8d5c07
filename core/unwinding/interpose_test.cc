// Which hooks a jump leaves, by where the hook, the jump and its target are. Jumps that something
// interrupts.
#include <gtest/gtest.h>
#include <setjmp.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstddef>
#include <span>
#include <utility>

#include "core/hooks/stacks.h"
#include "core/hooks/thread_registry.h"
#include "core/testlib/child.h"
#include "core/testlib/each_step.h"
#include "core/testlib/stack_calls.h"
#include "core/testlib/unknown_stacks.h"
#include "retprobe/probe.h"

namespace retprobe {

// The library's own, as in stacks_test.cc.
extern Registry registry [[gnu::weak]];

namespace {

constexpr std::size_t stack_bytes = 64 << 10;

struct Stack {
  explicit Stack(std::span<std::byte> its) : memory(its) {}
  std::span<std::byte> memory;
  ucontext_t context{};
  sigjmp_buf landing;
  // Places of hooks: below all that runs on the stack, and above it.
  std::uintptr_t low() const { return reinterpret_cast<std::uintptr_t>(memory.data()) + 64; }
  std::uintptr_t high() const { return low() + memory.size() - 72; }
};

Thread* thread = nullptr;
ucontext_t thread_context;
Stack *from, *to;  // none: the thread's own
std::uintptr_t hook;
sigjmp_buf landing_on_thread;
bool has_jumped;

[[noreturn]] void jump() {
  has_jumped = true;
  thread->guard = Guard::of_entry(hook);
  siglongjmp(to ? to->landing : landing_on_thread, 1);
}

void enter(Stack& stack, void (*what)()) {
  getcontext(&stack.context);
  stack.context.uc_stack = {
      .ss_sp = stack.memory.data(), .ss_flags = 0, .ss_size = stack.memory.size()};
  static void (*body)();
  body = what;
  makecontext(&stack.context, [] { body(); }, 0);
  swapcontext(&thread_context, &stack.context);
}

void wait_for_the_jump() {
  if (sigsetjmp(to->landing, 0) == 0) {
    if (from == to) jump();
    swapcontext(&to->context, &thread_context);
  }
  setcontext(&thread_context);
}

// A jump from one stack to another while a hook seems to run. Whether it has left the hook.
bool leaves(std::uintptr_t where, Stack* start, Stack* end) {
  hook = where;
  from = start;
  to = end;
  has_jumped = false;
  if (to) enter(*to, wait_for_the_jump);
  if (!has_jumped && sigsetjmp(landing_on_thread, 0) == 0) {
    if (from) {
      enter(*from, jump);
    } else {
      getcontext(&thread_context);
      if (!has_jumped) jump();
    }
  }
  const bool left = !thread->guard.is_set();
  thread->guard = {};
  return left;
}

int jumps() {
  if (configure({.design = "counted_shadow"})) return 100;
  Result<Tracer> tracer =
      Tracer::make({.name = "mine", .on_entry = [](void*, EntryFrame&) { return true; }});
  if (tracer->attach("pf_one")) return 101;
  (void)call_plain(1);
  thread = registry.threads ? registry.threads->thread : nullptr;
  if (!thread) return 102;
  void* const memory =
      mmap(nullptr, 3 * stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 103;
  const std::span all(static_cast<std::byte*>(memory), 3 * stack_bytes);
  Stack below(all.first(stack_bytes)), known(all.subspan(stack_bytes, stack_bytes)),
      above(all.last(stack_bytes));
  alignas(16) std::byte array[stack_bytes];
  Stack within(array);

  // On the thread's own stack.
  const auto here =
      reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) & ~std::uintptr_t{15};
  const std::uintptr_t further_in = here - 2 * stack_bytes, further_out = here + 64;
  if (!leaves(further_in, nullptr, nullptr)) return 1;
  if (leaves(further_out, nullptr, nullptr)) return 2;
  // The hook is on a stack that the jump has nothing to do with.
  for (const std::uintptr_t other : {known.low(), below.high()})
    if (leaves(other, nullptr, nullptr)) return 3;
  auto* const over_there = reinterpret_cast<std::byte*>(further_in) - 64;
  if (add_stack(over_there, 4096)) return 104;
  if (leaves(further_in, nullptr, nullptr)) return 4;
  remove_stack(over_there);

  // From a stack that is an array in a frame, and to it.
  if (!leaves(within.low(), &within, nullptr) || !leaves(within.high(), &within, nullptr)) return 5;
  if (!leaves(further_in, &within, nullptr)) return 6;
  if (!leaves(within.low(), &within, &within) || leaves(within.high(), &within, &within)) return 7;
  if (leaves(further_out, &within, &within)) return 8;

  // On a stack of known bounds where the last hit was.
  enter(known, [] {
    (void)call_plain(1);
    setcontext(&thread_context);
  });
  if (!thread->current->contains(known.low())) return 105;
  if (!leaves(known.low(), &known, &known) || leaves(known.high(), &known, &known)) return 9;
  if (!leaves(known.low(), &known, nullptr) || !leaves(known.high(), &known, nullptr)) return 10;
  if (leaves(further_in, &known, &known)) return 11;
  // From there to others, whose bounds are not known.
  const auto forget = [&] {
    remove_stack(below.memory.data());
    remove_stack(above.memory.data());
  };
  forget();
  for (const std::uintptr_t there : {known.low(), known.high()})
    if (!leaves(there, &known, &below) || !leaves(there, &known, &above)) return 12;
  // The hook's stack is left by a switch, and the jump is on another one.
  if (leaves(known.low(), &above, nullptr) || leaves(known.low(), &below, nullptr)) return 13;
  // Nothing is known of the hook's stack, which the jump has nothing to do with.
  for (const std::uintptr_t there : {above.low(), above.high(), below.low(), below.high()}) {
    forget();
    if (leaves(there, &known, &known)) return 14;
  }
  forget();
  if (leaves(above.high(), &known, &below)) return 15;
  forget();
  if (leaves(below.low(), &known, &above)) return 16;
  return 0;
}

using Jumps = CallsOnStacks;
TEST_F(Jumps, LeaveTheHooksThatTheyPassOver) { EXPECT_EQ(in_child(jumps), 0); }

constexpr const char* designs[] = {"bitmask", "chained_trampolines", "counted_shadow"};

void jump_on_the_inner_stack() {
  sigjmp_buf landing;
  if (sigsetjmp(landing, 0) == 0) siglongjmp(landing, 1);
}

// An entry handler switches from a stack of unknown bounds to a higher one, and something jumps
// there. The handler's hook is not left.
int jump_on_another_unknown_stack(const char* design) {
  static ucontext_t handler, inner_context, outer_context;
  Result<Tracer> tracer = Tracer::make({.name = "mine", .on_entry = [](void*, EntryFrame&) {
                                          swapcontext(&handler, &inner_context);
                                          return true;
                                        }});
  std::byte* const memory = two_unknown_stacks();
  if (!memory || configure({.design = design}) || tracer->attach("pf_one")) return 100;
  static int result;
  make_unknown(inner_context, memory + unknown_stack_bytes, &handler, jump_on_the_inner_stack);
  make_unknown(outer_context, memory, &thread_context, [] { result = call_plain(1); });
  swapcontext(&thread_context, &outer_context);
  return result == 2 ? 0 : 1;
}
TEST_F(Jumps, OnAStackThatAHandlerSwitchesTo) {
  for (const char* design : designs)
    EXPECT_EQ(in_child([&] { return jump_on_another_unknown_stack(design); }), 0) << design;
}

// An entry handler jumps from a stack of unknown bounds to a lower one. Its hook is left.
int jump_to_a_lower_unknown_stack(const char* design) {
  static ucontext_t inner_context, outer_context;
  static sigjmp_buf landing;
  Result<Tracer> tracer = Tracer::make(
      {.name = "mine", .on_entry = [](void*, EntryFrame&) -> bool { siglongjmp(landing, 1); }});
  std::byte* const memory = two_unknown_stacks();
  if (!memory || configure({.design = design}) || tracer->attach("pf_one")) return 100;
  make_unknown(inner_context, memory + unknown_stack_bytes, nullptr, [] { (void)call_plain(1); });
  make_unknown(outer_context, memory, &thread_context, [] {
    if (sigsetjmp(landing, 0) == 0) setcontext(&inner_context);
  });
  swapcontext(&thread_context, &outer_context);
  return tracer->detach() ? 1 : 0;  // refused in a handler
}
TEST_F(Jumps, FromAStackToALowerOne) {
  for (const char* design : {"bitmask", "call_through", "counted_shadow", "instance_pool"})
    EXPECT_EQ(in_child([&] { return jump_to_a_lower_unknown_stack(design); }), 0) << design;
}

// An entry handler goes back to the code that has resumed its coroutine. That resumes another one,
// at a lower address, which jumps out of itself. Nothing is known of either's stack. Then the
// handler goes on.
int jump_while_a_handler_waits(const char* design) {
  static ucontext_t handler, upper_context, lower_context;
  static sigjmp_buf landing;
  static int entries, result;
  Result<Tracer> tracer = Tracer::make({.name = "mine", .on_entry = [](void*, EntryFrame&) {
                                          if (++entries == 1)
                                            swapcontext(&handler, &thread_context);
                                          return true;
                                        }});
  std::byte* const memory = two_unknown_stacks();
  if (!memory || configure({.design = design}) || tracer->attach("pf_one")) return 100;
  make_unknown(upper_context, memory + unknown_stack_bytes, &thread_context,
               [] { result = call_plain(1); });
  make_unknown(lower_context, memory, nullptr, [] { siglongjmp(landing, 1); });
  swapcontext(&thread_context, &upper_context);
  if (sigsetjmp(landing, 0) == 0) setcontext(&lower_context);
  if (call_plain(1) != 2 || entries != 1) return 1;  // it is missed: the handler has not ended
  swapcontext(&thread_context, &handler);
  return result == 2 && call_plain(1) == 2 && entries == 2 ? 0 : 2;
}
TEST_F(Jumps, WhileAHandlerWaits) {
  for (const char* design : designs)
    EXPECT_EQ(in_child([&] { return jump_while_a_handler_waits(design); }), 0) << design;
}

// While a jump out of two calls is on its way, their exit handlers run. One of them jumps back into
// the inner call. Both calls return, and nobody is notified of them again.
sigjmp_buf inner_landing, outer_landing;
int exits = 0;
int give_up_a_jump(const char* design) {
  Result<Tracer> tracer = Tracer::make({.name = "mine", .on_return = [](void*, ReturnFrame&) {
                                          if (++exits == 2) siglongjmp(inner_landing, 1);
                                        }});
  if (configure({.design = design}) || tracer->attach("pf_meanwhile")) return 100;
  const auto jump_out = [](int value) {
    if (sigsetjmp(inner_landing, 0) == 0) siglongjmp(outer_landing, 1);
    return value;
  };
  static const Function innermost = jump_out;
  if (sigsetjmp(outer_landing, 0) != 0) return 1;
  if (call_during([](int value) { return call_during(innermost, value); }, 5) != 5) return 2;
  return exits == 2 && usage().frames == 0 ? 0 : 3;
}
// A signal handler jumps out of an entry hook, behind the handler of the call's second tracer. Each
// tracer that is notified of the call's end finds its entry data, and the first tracer is notified.
bool data_is_lost = false;
int exits_of_first = 0;
void look_for_data(void* is_second, ReturnFrame& call) {
  exits_of_first += is_second == nullptr;
  data_is_lost |= call.entry_data == nullptr || call.entry_data[0] != std::byte{7};
}
int jump_out_of_an_entry_hook(const char* design) {
  TracerOptions options{.name = "first",
                        .on_entry =
                            [](void*, EntryFrame& call) {
                              call.entry_data[0] = std::byte{7};
                              return true;
                            },
                        .on_return = look_for_data,
                        .entry_data_bytes = 24};
  Result<Tracer> first = Tracer::make(options);
  options.context = &options;
  options.on_entry = [](void*, EntryFrame& call) {
    static bool has_stepped = false;
    call.entry_data[0] = std::byte{7};
    if (!std::exchange(has_stepped, true)) step_from_here();
    return true;
  };
  Result<Tracer> second = Tracer::make(options);
  if (configure({.design = design}) || first->attach("pf_meanwhile") ||
      second->attach("pf_meanwhile"))
    return 100;
  install_steps([](int) { siglongjmp(outer_landing, 1); });
  const auto body = [](int value) {
    step_no_further();
    return value;
  };
  if (sigsetjmp(outer_landing, 1) == 0) (void)call_during(body, 1);
  (void)call_during(body, 1);
  end_steps(data_is_lost ? 1 : exits_of_first == 2 ? 0 : 2);
  return result_of_steps(50);
}
TEST_F(Jumps, OutOfAnEntryHookAtEachStep) {
  for (const char* design : designs)
    EXPECT_EQ(in_child([&] { return jump_out_of_an_entry_hook(design); }), 0) << design;
}

TEST_F(Jumps, AreGivenUpForAnInnerOne) {
  for (const char* design : designs)
    EXPECT_EQ(in_child([&] { return give_up_a_jump(design); }), 0) << design;
}

}  // namespace
}  // namespace retprobe
