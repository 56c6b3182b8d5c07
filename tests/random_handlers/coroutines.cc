#include "coroutines.h"

#include <cxxabi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <utility>
#include <vector>

#include "retprobe/probe.h"

/// Pushes the registers that a call preserves, stores the stack pointer, and takes another stack's.
extern "C" void random_handlers_switch(void** from, void* to);
asm(R"(
        .text
        .type random_handlers_switch, @function
random_handlers_switch:
        push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15
        mov %rsp, (%rdi)
        mov %rsi, %rsp
        pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp
        ret
        .size random_handlers_switch, . - random_handlers_switch
)");

namespace random_handlers {

// Enough for a handler that jumps out of each exit of the jump before, in all actions of a program:
// each level holds the vector registers, 2.5 KB with AVX-512.
constexpr std::size_t stack_bytes = 4 << 20, guard_bytes = 4096;
constexpr std::size_t scribbled_bytes = 192 << 10;  // the top: few programs get further

/// The C++ runtime's state of a thread: what is caught, and how many exceptions are under way.
struct Exceptions {
  void* caught = nullptr;
  unsigned under_way = 0;
};

struct Coroutine {
  enum class State { none, suspended, running } state = State::none;
  // makecontext announces its stack to the library. Not announced: that is taken back.
  enum class Way { not_announced, announced, by_hand } way = Way::announced;
  char* memory = nullptr;
  std::size_t offset = 0;  // of the stack in the memory: not always the same
  Stack stack;
  const Action* action = nullptr;
  ucontext_t context, resumer;
  void *stack_pointer = nullptr, *resumers_stack_pointer = nullptr;
  Exceptions exceptions, resumers_exceptions;
  int bound_to = 0;  // the thread in one of whose handlers it is suspended
};
struct CoroutineTable {
  static constexpr int size = 4;
  Coroutine coroutines[size];
  Coroutine& of(const Action& action) { return coroutines[action.a % size]; }
};

namespace {

using State = Coroutine::State;
using Way = Coroutine::Way;

Exceptions exchange(const Exceptions& exceptions) {
  auto& own = *reinterpret_cast<Exceptions*>(abi::__cxa_get_globals());
  return std::exchange(own, exceptions);
}
[[gnu::noinline]] void switch_to(Coroutine& coroutine) {
  coroutine.resumers_exceptions = exchange(coroutine.exceptions);
  if (coroutine.way == Way::by_hand)
    random_handlers_switch(&coroutine.resumers_stack_pointer, coroutine.stack_pointer);
  else
    swapcontext(&coroutine.resumer, &coroutine.context);
}
[[gnu::noinline]] void switch_from(Coroutine& coroutine) {
  coroutine.exceptions = exchange(coroutine.resumers_exceptions);
  if (coroutine.way == Way::by_hand)
    random_handlers_switch(&coroutine.stack_pointer, coroutine.resumers_stack_pointer);
  else
    swapcontext(&coroutine.context, &coroutine.resumer);
}

void give_up(Coroutine& coroutine) {
  if (coroutine.state == State::none) return;
  coroutine.state = State::running;  // a signal handler that comes now leaves it alone
  if (coroutine.way == Way::announced) retprobe::remove_stack(coroutine.memory + coroutine.offset);
  coroutine.state = State::none;
}

void run_to_the_end(Coroutine* coroutine) {
  try {
    play_actions(coroutine->action->inside);
  } catch (OneException&) {
    store_current_exception(0);
  } catch (OtherException&) {
    store_current_exception(1);
  }
  coroutine->stack = Stack();
  coroutine->state = State::none;
  switch_from(*coroutine);
  fail("a coroutine that has ended went on");
}
// makecontext passes arguments of 32 bits.
void begin_with_context(unsigned high, unsigned low) {
  run_to_the_end(reinterpret_cast<Coroutine*>(std::uint64_t{high} << 32 | low));
}
thread_local Coroutine* beginning;
void begin_by_hand() { run_to_the_end(beginning); }

void run(Coroutine& coroutine) {
  const Restore restore;
  Stack* const resumer = this_thread().stack;
  coroutine.state = State::running;
  coroutine.stack.resumer = resumer;
  this_thread().stack = &coroutine.stack;
  switch_to(coroutine);
  this_thread().stack = resumer;
  const bool has_ended = coroutine.state == State::none;
  coroutine.state = State::suspended;
  if (has_ended) give_up(coroutine);
}

struct Memory {
  std::uintptr_t low, high;
};
std::vector<Memory> memory_of_all;
pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;

}  // namespace

CoroutineTable* make_coroutines() {
  const Lock lock(memory_lock);
  auto* const table = new CoroutineTable;
  for (Coroutine& coroutine : table->coroutines) {
    void* const guard = mmap(nullptr, guard_bytes + stack_bytes, PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (guard == MAP_FAILED) _exit(0);  // no fault of the library
    coroutine.memory = static_cast<char*>(guard) + guard_bytes;
    if (mprotect(coroutine.memory, stack_bytes, PROT_READ | PROT_WRITE) != 0) _exit(0);
    const auto low = reinterpret_cast<std::uintptr_t>(coroutine.memory);
    memory_of_all.push_back({low, low + stack_bytes});
  }
  return table;
}

void start_coroutine(const Action& action) {
  Coroutine& coroutine = this_thread().coroutines->of(action);
  if (coroutine.state == State::running) return;
  give_up(coroutine);
  coroutine.state = State::running;
  coroutine.stack = Stack();
  coroutine.stack.coroutine = &coroutine;
  coroutine.way = static_cast<Way>(action.b % 3);
  coroutine.offset = static_cast<std::size_t>((action.b / 3) * 16 + (action.id % 3) * 4096);
  coroutine.action = &action;
  coroutine.exceptions = {};
  coroutine.bound_to = 0;
  char* const low = coroutine.memory + coroutine.offset;
  const std::size_t bytes =
      stack_bytes - coroutine.offset - static_cast<std::size_t>(action.id % 5) * 16;
  if (coroutine.way == Way::by_hand) {
    const auto high = reinterpret_cast<std::uintptr_t>(low + bytes) & ~std::uintptr_t{15};
    auto* top = reinterpret_cast<std::uintptr_t*>(high);
    *--top = 0;  // begin_by_hand has no return address
    *--top = reinterpret_cast<std::uintptr_t>(&begin_by_hand);
    for (int popped = 0; popped < 6; ++popped) *--top = 0;
    coroutine.stack_pointer = top;
    beginning = &coroutine;
  } else {
    getcontext(&coroutine.context);
    coroutine.context.uc_stack = {.ss_sp = low, .ss_flags = 0, .ss_size = bytes};
    coroutine.context.uc_link = nullptr;
    const auto argument = reinterpret_cast<std::uint64_t>(&coroutine);
    makecontext(&coroutine.context, reinterpret_cast<void (*)()>(begin_with_context), 2,
                static_cast<unsigned>(argument >> 32), static_cast<unsigned>(argument));
    if (coroutine.way == Way::not_announced) retprobe::remove_stack(low);
  }
  run(coroutine);
}

void resume_coroutine(const Action& action) {
  Coroutine& coroutine = this_thread().coroutines->of(action);
  if (coroutine.state != State::suspended) return;
  // hit.h: a handler must go on in the thread in which it began.
  if (coroutine.bound_to && coroutine.bound_to != gettid()) return;
  run(coroutine);
}

void yield_coroutine() {
  Stack& stack = this_stack();
  if (!stack.coroutine) return;
  // The handlers and destructors that run stay behind, with their stack.
  const Restore restore;
  const Thread& thread = this_thread();
  stack.coroutine->bound_to = thread.handlers || thread.signals ? gettid() : 0;
  switch_from(*stack.coroutine);
  this_thread().stack = &stack;
}

void scribble(const Action& action) {
  Coroutine& coroutine = this_thread().coroutines->of(action);
  if (coroutine.state == State::running) return;
  give_up(coroutine);
  auto* const words =
      reinterpret_cast<std::uint64_t*>(coroutine.memory + stack_bytes - scribbled_bytes);
  for (std::size_t word = 0; word < scribbled_bytes / sizeof *words; ++word)
    words[word] = action.b & 1 ? 0 : word * 0x9e3779b97f4a7c15;
}

void give_up_running(Stack* from, const Stack* to) {
  for (Stack* stack = from; stack && stack != to; stack = stack->resumer)
    if (Coroutine* const coroutine = stack->coroutine;
        coroutine && coroutine->state == State::running) {
      exchange(coroutine->resumers_exceptions);
      give_up(*coroutine);
    }
}

void give_up_all(CoroutineTable& table) {
  for (Coroutine& coroutine : table.coroutines) give_up(coroutine);
}

bool is_coroutine_memory(std::uintptr_t address) {
  for (const auto [low, high] : memory_of_all)
    if (address - low < high - low) return true;
  return false;
}

}  // namespace random_handlers
