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
#include <cstdio>
#include <cstring>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/blocks/block.h"
#include "core/hooks/stack_lookup.h"
#include "core/hooks/stacks.h"
#include "core/hooks/thread_registry.h"
#include "core/testlib/child.h"
#include "core/testlib/each_step.h"
#include "core/testlib/stack_calls.h"
#include "retprobe/probe.h"

namespace retprobe {

// The library's own, as in stacks_test.cc.
extern Registry registry [[gnu::weak]];

namespace {

ucontext_t thread_context, interrupted_context, coroutine_contexts[2];
sigjmp_buf before_the_call;
void* unnoticed_landing[5];
bool jumps = false, switches = false, leaves_a_call = false;
int interruptions = 0, exit_handlers = 0;

void to_the_coroutine(int number) { swapcontext(&thread_context, &coroutine_contexts[number]); }

// Jumps as nothing notices: not by the C library.
[[noreturn, gnu::noinline]] void jump_unnoticed() { __builtin_longjmp(unnoticed_landing, 1); }

// Its frame stays, and is stale.
[[gnu::noinline]] void leave_a_call() {
  if (__builtin_setjmp(unnoticed_landing) == 0)
    (void)call_during([](int) -> int { jump_unnoticed(); }, 1);
}

// One call of pf_meanwhile, which is in flight across the switch back to the thread.
void coroutine(int number) {
  (void)call_during(
      [](int self) {
        if (leaves_a_call) leave_a_call();
        swapcontext(&coroutine_contexts[self], &thread_context);
        return self;
      },
      number);
}

// Begins the coroutine, up to its switch back.
bool begin_coroutine(int number, ucontext_t* next) {
  constexpr std::size_t bytes = 256 << 10;
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  ucontext_t& context = coroutine_contexts[number];
  getcontext(&context);
  context.uc_stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = bytes};
  context.uc_link = next;
  makecontext(&context, reinterpret_cast<void (*)()>(coroutine), 1, number);
  // So the hooks ask whether it is the alternate stack. But nobody looks for stale frames there.
  if (!leaves_a_call) remove_stack(memory);
  to_the_coroutine(number);
  return true;
}

// A signal arrives while the hook asks for the alternate stack. Answers for the kernel.
void on_sigsys(int, siginfo_t*, void* context) {
  if (jumps || switches) raise(SIGUSR1);
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RAX] = -EPERM;
}
// Jumps, or lets the second coroutine's call return beneath the hook.
void on_sigusr1(int) {
  interruptions += jumps || switches;
  if (std::exchange(jumps, false)) siglongjmp(before_the_call, 1);
  if (std::exchange(switches, false)) swapcontext(&interrupted_context, &coroutine_contexts[1]);
}

bool trap_system_call(std::uint32_t number, void (*on_sigsys)(int, siginfo_t*, void*)) {
  struct sigaction action{};
  action.sa_sigaction = on_sigsys;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;  // the jump asks the kernel, too
  sigaction(SIGSYS, &action, nullptr);
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{std::size(filter), filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// An entry handler switches to a coroutine, where a call returns beneath the handler: its exit
// handler does not run. That return ends, it drops a stale frame first, or a signal arrives
// meanwhile. The signal's handler waits for that return to end. Then another call returns beneath
// the entry handler, or it jumps out of that, or back into it. The entry handler accepts its call,
// whose exit handler runs. From then on, exit handlers run again: also that of a call whose frame
// turns out to be stale.
enum class Way { ends, drops, switches, jumps_out, jumps_back };
int return_beneath_a_hook(const std::string& design, Way way) {
  if (configure({.design = design})) return 2;
  TracerOptions options{.name = "mine",
                        .on_entry = [](void*, EntryFrame&) { return true; },
                        .on_return = [](void*, ReturnFrame&) { ++exit_handlers; }};
  static Result<Tracer> tracer = Tracer::make(options);
  static bool jumps_back;
  jumps_back = way == Way::jumps_back;
  options.on_entry = [](void*, EntryFrame&) {
    if (!jumps_back || sigsetjmp(before_the_call, 1) == 0) to_the_coroutine(0);
    return true;
  };
  static int accepted_exits;
  accepted_exits = 0;
  options.on_return = [](void*, ReturnFrame&) { ++accepted_exits; };
  static Result<Tracer> switching = Tracer::make(options);
  if (tracer->attach("pf_meanwhile") || switching->attach("pf_one")) return 4;
  leaves_a_call = way == Way::drops;
  if (!begin_coroutine(0, &thread_context)) return 3;
  if (way == Way::switches && !begin_coroutine(1, &interrupted_context)) return 3;
  jumps = way == Way::jumps_out || jumps_back;
  switches = way == Way::switches;
  const bool is_interrupted = way != Way::ends && way != Way::drops;
  signal(SIGUSR1, on_sigusr1);
  if (is_interrupted && !trap_system_call(SYS_sigaltstack, on_sigsys)) return 5;
  if (sigsetjmp(before_the_call, 1) == 0) (void)call_plain(1);
  if (interruptions != is_interrupted || exit_handlers != 0) return 6;
  if (accepted_exits != (way != Way::jumps_out)) return 7;
  if (sigsetjmp(before_the_call, 0) == 0)
    (void)call_during([](int) -> int { siglongjmp(before_the_call, 1); }, 1);
  (void)call_during([](int value) { return value; }, 1);
  return exit_handlers == 2 ? 0 : 10 + exit_handlers;
}

// An entry handler jumps back into the call around its own. The return of that call is the first to
// see that the guard is stale. It sets its own: the call that its exit handler makes is missed.
int return_behind_a_stale_guard(const std::string& design) {
  if (configure({.design = design})) return 2;
  static int entries;
  entries = 0;
  TracerOptions options{.name = "mine", .on_entry = [](void*, EntryFrame&) -> bool {
                          if (++entries == 1) jump_unnoticed();
                          return false;
                        }};
  static Result<Tracer> inner = Tracer::make(options);
  options.on_entry = [](void*, EntryFrame&) { return true; };
  options.on_return = [](void*, ReturnFrame&) {
    ++exit_handlers;
    (void)call_plain(1);
  };
  static Result<Tracer> outer = Tracer::make(options);
  if (inner->attach("pf_one") || outer->attach("pf_meanwhile")) return 3;
  const auto in_the_call = [](int value) {
    if (__builtin_setjmp(unnoticed_landing) == 0) (void)call_plain(1);
    return value;
  };
  (void)call_during(in_the_call, 1);
  if (exit_handlers != 1 || inner->missed() != 1) return 4;
  return entries == 1 ? 0 : 5;
}

// Sets guards for a thread that has had its first hit, and asks what a hit makes of them.
class Hits {
 public:
  explicit Hits(const char* design = "counted_shadow", std::size_t tracers = 1) {
    if (configure({.design = design})) return;
    for (std::size_t i = 0; i < tracers; ++i)
      if (!attach(RegisterSet::scalar)) return;
    (void)call_plain(1);
    thread = registry.threads ? registry.threads->thread : nullptr;
    const Result<Record*> slot = take_block(Shape::slot), framed = take_block(Shape::framed);
    if (!slot.ok() || !framed.ok()) return;
    // The pool's first block is none, so a block's number is that of the blocks taken so far.
    slot_records = *slot - pool_use(Shape::slot).taken;
    framed_records = *framed - pool_use(Shape::framed).taken;
  }
  bool attach(RegisterSet registers) {
    tracers_.push_back(Tracer::make({.name = "mine",
                                     .on_entry = on_entry,
                                     .on_return = [](void*, ReturnFrame&) {},
                                     .registers = registers}));
    return tracers_.back().ok() && !tracers_.back()->attach("pf_one");
  }
  // Whether the guard is found stale by a hit, by a return, and by what handlers must not call. A
  // hit that does not find it stale is missed.
  bool is_stale(retprobe::Guard guard, const void* hit) {
    const auto slot = reinterpret_cast<std::uintptr_t>(hit);
    const auto is_clear = [this] {
      const bool clear = !thread->guard.is_set() && !thread->running;
      thread->guard = {};
      return clear;
    };
    const auto set = [&] {
      thread->guard = guard;
      thread->running = &some_;
    };
    const std::uint64_t missed_before = missed();
    set();
    const bool entry = admit(*thread, *record, slot, false);
    bool as_expected = is_clear() == entry;
    set();
    const bool at_return = admit_return(*thread, slot);
    as_expected &= is_clear() == at_return && at_return == entry;
    as_expected &= missed() - missed_before == (entry ? 0 : 1);
    if (!as_expected) ++contradictions;
    return entry;
  }
  bool entry_is_stale(const std::uintptr_t* hook, const void* hit) {
    return is_stale(retprobe::Guard::of_entry(reinterpret_cast<std::uintptr_t>(hook)), hit);
  }

  Thread* thread = nullptr;
  // Calls that all tracers have missed.
  std::uint64_t missed() const {
    const std::uint64_t calls = tracers_[0]->missed();
    for (const auto& tracer : tracers_)
      if (tracer->missed() != calls) return ~std::uint64_t{0};
    return calls;
  }

  static inline const Record* record = nullptr;  // the first one that a hit has
  Record *slot_records = nullptr, *framed_records = nullptr;
  int contradictions = 0;

 private:
  Attachment some_{};
  static bool on_entry(void*, EntryFrame& call) {
    if (!record) record = call.record;
    return true;
  }
  std::vector<Result<Tracer>> tracers_;
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
  ucontext_t& context = coroutine_contexts[0];
  getcontext(&context);
  context.uc_stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = bytes};
  context.uc_link = &thread_context;
  makecontext(&context, [] { (void)call_plain(1); }, 0);
  to_the_coroutine(0);
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

// A hit that finds a hook gone whose handlers have accepted nothing leaves no frame.
int nothing_is_recovered(const char* design) {
  Hits hits(design, 2);
  if (!hits.thread) return 2;
  std::uintptr_t words[4] = {};
  for (int i = 0; i < 2; ++i)
    if (!hits.entry_is_stale(words + 2, words + 2) || usage().frames != 0) return 3;
  return hits.contradictions ? 4 : 0;
}

// Each tracer of a function misses the call, those of all stages of a chain, too. `in_old_head`:
// the hit is a slow one, in the head of a chain that another chain has replaced.
int missed_by_all(const char* design, bool in_old_head) {
  Hits hits(design, 3);
  if (!hits.thread || (in_old_head && !hits.attach(RegisterSet::full))) return 2;
  const bool is_chain = std::strcmp(design, "chained_trampolines") == 0;
  const auto missed_by_a_hit = [&](bool is_known) {
    ThreadRecord* const known = hits.thread->record;
    if (!is_known) hits.thread->record = nullptr;
    std::uintptr_t words[4] = {};
    words[1] = reinterpret_cast<std::uintptr_t>(hits.record);
    hits.thread->guard = retprobe::Guard::of_entry(reinterpret_cast<std::uintptr_t>(words + 2));
    const std::uint64_t before = hits.missed();
    const auto slot = reinterpret_cast<std::uintptr_t>(words);
    const bool goes_on = admit(*hits.thread, *hits.record, slot, is_chain);
    hits.thread->record = known;
    hits.thread->guard = {};
    return goes_on ? std::uint64_t{100} : hits.missed() - before;
  };
  if (missed_by_a_hit(true) != 1 || missed_by_a_hit(false) != 1) return 3;
  stop_tracing();
  return missed_by_a_hit(true) == 0 ? 0 : 4;
}

// The guard of a thread that has had no hit yet, and of one that has ended.
int threads_become_known() {
  Hits hits;
  if (!hits.thread) return 2;
  Thread& thread = *hits.thread;
  std::uintptr_t words[4] = {};
  words[1] = reinterpret_cast<std::uintptr_t>(hits.record);
  const auto slot = reinterpret_cast<std::uintptr_t>(words + 2);
  if (!make_known(thread, slot) || thread.guard.is_set()) return 3;
  thread.guard = retprobe::Guard::of_entry(slot);
  if (!make_known(thread, slot) || thread.guard.frame_end() != slot) return 4;
  ThreadRecord* const known = std::exchange(thread.record, nullptr);
  if (make_known(thread, slot) || thread.guard.frame_end() != slot) return 5;
  thread.record = known;
  const auto first_hit = [&](auto what) {
    thread.guard = retprobe::Guard::first_hit();
    const std::uint64_t missed_before = hits.missed();
    const bool goes_on = what();
    const bool is_first_hit = thread.guard.is_first_hit(), is_clear = !thread.guard.is_set();
    thread.guard = {};
    return std::to_string(goes_on) +
           (is_first_hit ? " first"
            : is_clear   ? " clear"
                         : " set") +
           " missed " + std::to_string(hits.missed() - missed_before);
  };
  const auto by_call = [&] { return admit(thread, *hits.record, slot, false); };
  const auto by_return = [&] { return admit_return(thread, slot); };
  if (first_hit(by_call) != "1 clear missed 0") return 6;
  if (first_hit(by_return) != "1 clear missed 0") return 7;
  thread.finished = true;
  if (first_hit(by_call) != "0 first missed 1") return 8;
  if (first_hit(by_return) != "0 first missed 0") return 9;
  thread.finished = false;
  stop_tracing();
  if (first_hit(by_call) != "0 first missed 0") return 10;
  return 0;
}

// The hooks ask for the thread's id at its first hit. A signal handler interrupts them there, and a
// call of it is missed.
int hit_while_it_becomes_known() {
  static int entries = 0, interruptions = 0;
  if (configure({})) return 2;
  static Result<Tracer> tracer = Tracer::make({.name = "mine", .on_entry = [](void*, EntryFrame&) {
                                                 ++entries;
                                                 return true;
                                               }});
  if (tracer->attach("pf_one")) return 3;
  const auto answer = [](int, siginfo_t*, void* context) {
    ++interruptions;
    (void)call_plain(1);
    static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RAX] = getpid();
  };
  if (!trap_system_call(SYS_gettid, answer)) return 4;
  (void)call_plain(1);
  if (interruptions != 1) return 5;
  return entries == 1 && tracer->missed() == 1 ? 0 : 6;
}

sigjmp_buf before_the_steps;
bool calls_and_returns = false;
void on_signal_at_a_step(int) {
  if (!calls_and_returns) siglongjmp(before_the_steps, 1);
  (void)call_plain(1);
}

int entries = 0, exits = 0;
bool leaves_a_handler = false, jumps_unnoticed = false;
Result<Tracer>& counting_tracer() {
  static Result<Tracer> tracer = Tracer::make({.name = "counting",
                                               .on_entry =
                                                   [](void*, EntryFrame&) {
                                                     ++entries;
                                                     return true;
                                                   },
                                               .on_return = [](void*, ReturnFrame&) { ++exits; }});
  return tracer;
}
bool leave_a_handler(void*, EntryFrame&) {
  if (!std::exchange(leaves_a_handler, false)) return true;
  if (jumps_unnoticed) jump_unnoticed();
  step_from_here();
  siglongjmp(before_the_steps, 1);
}

// The call's slot is lower than those of a signal handler's calls, while the next call cleans up.
[[gnu::noinline]] void call_plain_further_in() {
  char room[64 << 10];
  asm volatile("" : : "r"(room) : "memory");
  (void)call_plain(1);
  asm volatile("" : : "r"(room) : "memory");
}

// The cleanup after a jump out of an entry handler, by the jump itself or by the next call. The
// first tracer has accepted the call, and gets its exit, once.
int interrupted_cleanup() {
  // The words above the first frame are those of other calls.
  (void)call_during([](int) { return call_during(call_plain, 1); }, 1);
  entries = exits = 0;
  leaves_a_handler = true;
  if (sigsetjmp(before_the_steps, 1) == 0) {
    if (__builtin_setjmp(unnoticed_landing) == 0) call_plain_further_in();
    step_from_here();  // the jump was not noticed
    (void)call_plain(1);
  }
  step_no_further();
  for (int i = 0; i < 3; ++i) (void)call_plain(1);
  const int calls = 4 + jumps_unnoticed + (is_child && calls_and_returns);
  const int not_begun = is_child && jumps_unnoticed && !calls_and_returns;
  const int seen = entries + static_cast<int>(counting_tracer()->missed());
  if (seen > calls || seen < calls - not_begun) return 10;
  // Where a call's frame is popped, or its entry handler has begun, a jump loses the exit.
  const int lost = entries - exits, most_lost = calls_and_returns ? 0 : 1 + jumps_unnoticed;
  return lost < 0 || lost > most_lost || usage().frames != 0 ? 11 : 0;
}

// A thread's first hit. Its later calls are all seen.
int interrupted_first_hit() {
  if (sigsetjmp(before_the_steps, 1) == 0) {
    step_from_here();
    (void)call_plain(1);
  }
  step_no_further();
  const int before = entries;
  for (int i = 0; i < 10; ++i) (void)call_plain(1);
  return entries - before == 10 ? 0 : 12;
}

// At each step there is a signal, of a thread of its own.
int interrupted_at_each_step(const char* design, int (*play)()) {
  static Result<Tracer> leaving = Tracer::make({.name = "leaving", .on_entry = leave_a_handler});
  if (configure({.design = design}) || counting_tracer()->attach("pf_one")) return 2;
  if (play == interrupted_cleanup) {
    if (leaving->attach("pf_one")) return 3;
    Tracer* const tracers[] = {&*counting_tracer(), &*leaving};
    for (Tracer* const tracer : tracers)
      if (tracer->attach("pf_meanwhile")) return 3;
  }
  install_steps(on_signal_at_a_step);
  std::thread([&] { end_steps(play()); }).join();
  return result_of_steps();
}

// A signal handler leaves a call of pf_one, which has two stages and is redirected. Then pf_two is
// called at the same slot.
int redirected(int value) { return value + 100; }
Function volatile called_at_one_slot;
void leave_the_step(int) { jump_unnoticed(); }

[[gnu::noinline]] int two_calls_at_one_slot(Function second) {
  if (__builtin_setjmp(unnoticed_landing) == 0) {
    step_from_here();
  } else {
    step_no_further();
    called_at_one_slot = second;
  }
  const int result = called_at_one_slot(1);
  step_no_further();
  const int expected = called_at_one_slot == second ? 3 : redirected(1);
  return result == expected ? 0 : 13;
}
int left_between_stages(Function second) {
  const auto redirect = [](void*, EntryFrame& frame) {
    frame.registers.rip = reinterpret_cast<std::uintptr_t>(redirected);
    return true;
  };
  if (configure({.design = "chained_trampolines"})) return 2;
  Result<Tracer> first = Tracer::make({.name = "first",
                                       .on_entry = redirect,
                                       .registers = RegisterSet::full,
                                       .redirects = true}),
                 other = Tracer::make({.name = "other", .registers = RegisterSet::full});
  if (first->attach("pf_one") || other->attach("pf_one") || other->attach("pf_two")) return 3;
  called_at_one_slot = call_plain;
  (void)called_at_one_slot(1);  // the thread's first hit
  install_steps(leave_the_step);
  end_steps(two_calls_at_one_slot(second));
  return result_of_steps();
}

int in_handlers() {
  Hits hits;
  if (!hits.thread) return 2;
  std::uintptr_t words[4] = {};
  const auto is_in_handler = [&](const Record* held) {
    words[1] = reinterpret_cast<std::uintptr_t>(held);
    hits.thread->guard = retprobe::Guard::of_entry(reinterpret_cast<std::uintptr_t>(words + 2));
    const bool answer = in_handler();
    const bool is_kept = hits.thread->guard.is_set();
    hits.thread->guard = {};
    return answer == is_kept ? int{answer} : 100;
  };
  if (in_handler()) return 3;
  if (is_in_handler(hits.record) != 1) return 4;
  return is_in_handler(nullptr) == 0 ? 0 : 5;
}

using Guard = CallsOnStacks;
TEST_F(Guard, OfAHookThatHasAcceptedNothing) {
  for (const char* design : {"bitmask", "counted_shadow", "instance_pool"})
    EXPECT_EQ(in_child([design] { return nothing_is_recovered(design); }), 0) << design;
}
TEST_F(Guard, CountsWhatItTurnsAway) {
  for (const char* design : {"bitmask", "chained_trampolines", "counted_shadow"})
    EXPECT_EQ(in_child([design] { return missed_by_all(design, false); }), 0) << design;
  EXPECT_EQ(in_child([] { return missed_by_all("chained_trampolines", true); }), 0);
}
TEST_F(Guard, OfAThreadThatIsNotKnown) { EXPECT_EQ(in_child(threads_become_known), 0); }
TEST_F(Guard, OfAThreadThatBecomesKnown) { EXPECT_EQ(in_child(hit_while_it_becomes_known), 0); }
TEST_F(Guard, TellsWhetherAHandlerRuns) { EXPECT_EQ(in_child(in_handlers), 0); }
TEST_F(Guard, OfAnEntryHookThatIsGone) { EXPECT_EQ(in_child(guards_of_entries), 0); }
TEST_F(Guard, OfAReturnHookThatIsGone) { EXPECT_EQ(in_child(guards_of_returns), 0); }
TEST_F(Guard, OfAHookOnAnotherStack) { EXPECT_EQ(in_child(guards_of_other_stacks), 0); }

TEST_F(Guard, ASignalInTheCleanup) {
  for (const char* design : {"bitmask", "chained_trampolines", "counted_shadow"})
    for (const bool calls : {false, true})
      for (const bool unnoticed : {false, true}) {
        calls_and_returns = calls;
        jumps_unnoticed = unnoticed;
        EXPECT_EQ(in_child([&] { return interrupted_at_each_step(design, interrupted_cleanup); }),
                  0)
            << design << ", calls " << calls << ", unnoticed " << unnoticed;
      }
}
TEST_F(Guard, ASignalInTheFirstHit) {
  for (const char* design : {"call_through", "counted_shadow"})
    for (const bool calls : {false, true}) {
      calls_and_returns = calls;
      EXPECT_EQ(in_child([&] { return interrupted_at_each_step(design, interrupted_first_hit); }),
                0)
          << design << ", calls " << calls;
    }
}

TEST_F(Guard, BetweenTwoStages) {
  const auto second = reinterpret_cast<Function>(library().symbol("pf_two"));
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(in_child([&] { return left_between_stages(second); }), 0);
}

TEST_F(Guard, AReturnBehindAStaleGuard) {
  for (const char* design :
       {"bitmask", "call_through", "chained_trampolines", "counted_shadow", "instance_pool"})
    EXPECT_EQ(in_child([&] { return return_behind_a_stale_guard(design); }), 0) << design;
}

TEST_F(Guard, AReturnBeneathAHook) {
  for (const char* design : {"bitmask", "chained_trampolines", "counted_shadow"})
    for (const Way way : {Way::ends, Way::drops, Way::switches, Way::jumps_out, Way::jumps_back})
      EXPECT_EQ(in_child([&] { return return_beneath_a_hook(design, way); }), 0)
          << design << ", way " << static_cast<int>(way);
}

}  // namespace
}  // namespace retprobe
