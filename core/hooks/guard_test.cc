// Tests of the recursion guard that a jump out of a hook has left behind.
#include <errno.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "core/blocks/block.h"
#include "core/hooks/stack_lookup.h"
#include "core/hooks/thread_registry.h"
#include "core/testlib/child.h"
#include "core/testlib/stack_calls.h"
#include "retprobe/probe.h"

namespace retprobe {

// The library's own, as in stacks_test.cc.
extern Registry registry [[gnu::weak]];

namespace {

ucontext_t thread_context, coroutine_context;
sigjmp_buf before_the_call;
bool jumps = false;
int jumps_made = 0, exit_handlers = 0;

void to_the_coroutine() { swapcontext(&thread_context, &coroutine_context); }

// One call of pf_meanwhile, which is in flight across the switch back to the thread.
void coroutine() {
  (void)call_during(
      [](int value) {
        swapcontext(&coroutine_context, &thread_context);
        return value;
      },
      1);
}

// Jumps out of the hook that has asked for the alternate stack, or answers for the kernel.
void on_sigsys(int, siginfo_t*, void* context) {
  if (jumps) {
    jumps = false;
    ++jumps_made;
    siglongjmp(before_the_call, 1);
  }
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RAX] = -EPERM;
}

bool trap_sigaltstack() {
  struct sigaction action{};
  action.sa_sigaction = on_sigsys;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSYS, &action, nullptr);
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sigaltstack, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{std::size(filter), filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// An entry handler switches to a coroutine, where a call returns beneath the handler: its exit
// handler does not run. A signal handler jumps out of that return. From then on, exit handlers run
// again: also that of a call whose frame turns out to be stale.
int leave_a_return_beneath_a_hook(const std::string& design) {
  if (configure({.design = design})) return 2;
  constexpr std::size_t bytes = 256 << 10;
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 3;
  TracerOptions options{.name = "mine",
                        .on_entry = [](void*, EntryFrame&) { return true; },
                        .on_return = [](void*, ReturnFrame&) { ++exit_handlers; }};
  static Result<Tracer> tracer = Tracer::make(options);
  options.on_entry = [](void*, EntryFrame&) {
    to_the_coroutine();
    return false;
  };
  static Result<Tracer> switching = Tracer::make(options);
  if (tracer->attach("pf_meanwhile") || switching->attach("pf_one")) return 4;
  getcontext(&coroutine_context);
  coroutine_context.uc_stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = bytes};
  coroutine_context.uc_link = &thread_context;
  makecontext(&coroutine_context, coroutine, 0);
  remove_stack(memory);  // so the hooks ask whether it is the alternate stack
  to_the_coroutine();
  if (!trap_sigaltstack()) return 5;
  jumps = true;
  if (sigsetjmp(before_the_call, 1) == 0) (void)call_plain(1);
  if (jumps_made != 1 || exit_handlers != 0) return 6;
  if (sigsetjmp(before_the_call, 0) == 0)
    (void)call_during([](int) -> int { siglongjmp(before_the_call, 1); }, 1);
  (void)call_during([](int value) { return value; }, 1);
  return exit_handlers == 2 ? 0 : 10 + exit_handlers;
}

// Sets guards for a thread that has had its first hit, and asks what a hit makes of them.
class Hits {
 public:
  Hits() {
    if (configure({}) || tracer_->attach("pf_one")) return;
    (void)call_plain(1);
    thread = registry.threads ? registry.threads->thread : nullptr;
    const Result<Record*> slot = take_block(Shape::slot), framed = take_block(Shape::framed);
    if (!slot.ok() || !framed.ok()) return;
    // The pool's first block is none, so a block's number is that of the blocks taken so far.
    slot_records = *slot - pool_use(Shape::slot).taken;
    framed_records = *framed - pool_use(Shape::framed).taken;
  }
  // Whether the guard is found stale by a hit, by a return, and by what handlers must not call. A
  // hit that does not find it stale is missed.
  bool is_stale(retprobe::Guard guard, const void* hit) {
    const auto slot = reinterpret_cast<std::uintptr_t>(hit);
    const auto is_clear = [this] {
      const bool clear = !thread->guard.is_set() && !thread->running && !thread->muted;
      thread->guard = {};
      return clear;
    };
    const auto set = [&] {
      thread->guard = guard;
      thread->running = &some;
      thread->muted = true;
    };
    const std::uint64_t missed_before = tracer_->missed();
    set();
    const bool entry = admit(*thread, *record, slot, false);
    bool as_expected = is_clear() == entry;
    set();
    const bool at_return = admit_return(*thread, slot);
    as_expected &= is_clear() == at_return && at_return == entry;
    thread->muted = false;
    as_expected &= tracer_->missed() - missed_before == (entry ? 0 : 1);
    if (!as_expected) ++contradictions;
    return entry;
  }
  bool entry_is_stale(const std::uintptr_t* hook, const void* hit) {
    return is_stale(retprobe::Guard::of_entry(reinterpret_cast<std::uintptr_t>(hook)), hit);
  }

  Thread* thread = nullptr;
  static inline const Record* record = nullptr;
  Record *slot_records = nullptr, *framed_records = nullptr;
  int contradictions = 0;

 private:
  Attachment some{};
  Result<Tracer> tracer_ = Tracer::make({.name = "mine", .on_entry = [](void*, EntryFrame& call) {
                                           record = call.record;
                                           return true;
                                         }});
};

// The word that an entry hook leaves below the address that its guard names is a record.
int guards_of_entries() {
  Hits hits;
  if (!hits.framed_records) return 2;
  std::uintptr_t words[4] = {};
  const std::uintptr_t* const hook = words + 2;
  const auto is_stale = [&](const void* held) {
    words[1] = reinterpret_cast<std::uintptr_t>(held);
    return hits.entry_is_stale(hook, words + 1);
  };
  for (const Record* records : {hits.slot_records, hits.framed_records})
    for (const Record* record : {records, records + 2500, records + (RP_BLOCK_COUNT - 1)})
      if (is_stale(record)) return 3;
  const auto* const first = std::min(hits.slot_records, hits.framed_records);
  const auto* const last = std::max(hits.slot_records, hits.framed_records) + RP_BLOCK_COUNT;
  for (const Record* other : {first - 1, last, static_cast<const Record*>(nullptr)})
    if (!is_stale(other)) return 4;
  // A hit there proves that the hook's frame is gone, whatever the word is.
  words[1] = reinterpret_cast<std::uintptr_t>(hits.record);
  if (!hits.entry_is_stale(hook, hook) || !hits.entry_is_stale(hook, hook + 1)) return 5;
  return hits.contradictions ? 6 : 0;
}

int guards_of_returns() {
  Hits hits;
  if (!hits.thread) return 2;
  Registers registers;
  const retprobe::Guard guard = retprobe::Guard::of_return(registers.set);
  const auto* const below = reinterpret_cast<const std::byte*>(&registers.set) - 8;
  for (const RegisterSet set : {RegisterSet::scalar, RegisterSet::full}) {
    registers.describe(set, ReturnReason::returned);
    if (hits.is_stale(guard, below)) return 3;
    if (!hits.is_stale(guard, &registers.set)) return 4;
  }
  registers.zero = 1;
  if (!hits.is_stale(guard, below)) return 5;
  registers.zero = 0;
  registers.mark = 0;
  if (!hits.is_stale(guard, below)) return 6;
  return hits.contradictions ? 7 : 0;
}

// A hook on another stack than the hit: where the two lie says nothing.
int guards_of_other_stacks() {
  Hits hits;
  if (!hits.framed_records) return 2;
  constexpr std::size_t bytes = 64 << 10;
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 3;
  auto* const far = static_cast<std::uintptr_t*>(memory) + 100;  // below the thread's stack
  std::uintptr_t words[200] = {};
  auto* const hook = words + 100;
  far[-1] = hook[-1] = reinterpret_cast<std::uintptr_t>(hits.record);
  if (hits.entry_is_stale(far, words) || hits.entry_is_stale(hook, far)) return 4;
  far[-1] = hook[-1] = 0;
  if (!hits.entry_is_stale(far, words) || !hits.entry_is_stale(hook, far)) return 5;

  // A stack that lies within the thread's. It ends between the two.
  far[-1] = hook[-1] = reinterpret_cast<std::uintptr_t>(hits.record);
  if (add_stack(words, sizeof words / 2 + 64)) return 6;
  if (hits.entry_is_stale(hook, words + 150)) return 7;
  if (!hits.entry_is_stale(words + 150, hook)) return 8;
  if (!hits.entry_is_stale(hook, hook + 1)) return 9;
  remove_stack(words);
  if (!hits.entry_is_stale(hook, words + 150)) return 10;

  // The last hit was on a stack of its own, where the hook is, too, or is not.
  if (add_stack(memory, bytes)) return 11;
  const ExecutionStack* const own = hits.thread->current;
  getcontext(&coroutine_context);
  coroutine_context.uc_stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = bytes};
  coroutine_context.uc_link = &thread_context;
  makecontext(&coroutine_context, [] { (void)call_plain(1); }, 0);
  to_the_coroutine();
  if (hits.thread->current == own) return 12;
  if (!hits.entry_is_stale(far, far) || !hits.entry_is_stale(far, far + 1)) return 13;
  if (hits.entry_is_stale(far, far - 1)) return 14;
  if (hits.entry_is_stale(far, words) || hits.entry_is_stale(hook, far)) return 15;
  if (hits.entry_is_stale(hook, hook - 1) || !hits.entry_is_stale(hook, hook)) return 16;
  far[-1] = 0;
  if (!hits.entry_is_stale(far, far - 1)) return 17;
  remove_stack(memory);
  (void)call_plain(1);
  munmap(memory, bytes);
  if (!hits.entry_is_stale(far, words)) return 18;
  return hits.contradictions ? 19 : 0;
}

using Guard = CallsOnStacks;
TEST_F(Guard, OfAnEntryHookThatIsGone) { EXPECT_EQ(in_child(guards_of_entries), 0); }
TEST_F(Guard, OfAReturnHookThatIsGone) { EXPECT_EQ(in_child(guards_of_returns), 0); }
TEST_F(Guard, OfAHookOnAnotherStack) { EXPECT_EQ(in_child(guards_of_other_stacks), 0); }

TEST_F(Guard, AJumpOutOfAReturnBeneathAHook) {
  for (const char* design : {"bitmask", "chained_trampolines", "counted_shadow"})
    EXPECT_EQ(in_child([design] { return leave_a_return_beneath_a_hook(design); }), 0) << design;
}

}  // namespace
}  // namespace retprobe
