#include "steps.h"

#include <link.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstring>

namespace random_handlers {
namespace {

constexpr long most_steps = 30000;
constexpr greg_t trap_flag = 0x100;

std::uintptr_t library, library_bytes;
std::atomic<long> actions_until;
long instruction, in_library, steps;
bool has_come = false;

// Not inlined, because the two use the stack below a frame that the compiler may have put words in.
[[gnu::noinline]] void set_trap_flag() {
  asm volatile("pushf; orq $0x100, (%%rsp); popf" : : : "memory", "cc");
}
[[gnu::noinline]] void clear_trap_flag() {
  asm volatile("pushf; andq $~0x100, (%%rsp); popf" : : : "memory", "cc");
}

void on_trap(int, siginfo_t*, void* context) {
  auto& interrupted = *static_cast<ucontext_t*>(context);
  auto& registers = interrupted.uc_mcontext.gregs;
  const auto at = static_cast<std::uintptr_t>(registers[REG_RIP]);
  if (++steps > most_steps) registers[REG_EFL] &= ~trap_flag;
  if (at - library >= library_bytes) return;
  // Where the library blocks signals, none would come.
  if (sigismember(&interrupted.uc_sigmask, SIGUSR1)) return;
  if (++in_library != instruction || has_come) return;
  registers[REG_EFL] &= ~trap_flag;
  has_come = true;
  if (play.tells)
    tell("  [%ld] %s0x%lx%s\n", gettid(), "a signal at libretprobe.so+",
         static_cast<long>(at - library));
  if (this_thread().stack) play_in_signal_handler(play.program->at_step, false);
}

void find_library() {
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void*) {
        if (!strstr(object->dlpi_name, "libretprobe.so")) return 0;
        for (int each = 0; each < object->dlpi_phnum; ++each) {
          const ElfW(Phdr) & segment = object->dlpi_phdr[each];
          if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X)) continue;
          library = object->dlpi_addr + segment.p_vaddr;
          library_bytes = segment.p_memsz;
        }
        return 1;
      },
      nullptr);
}

}  // namespace

void prepare_steps(const Moment& moment) {
  actions_until = moment.action;
  instruction = moment.instruction;
  find_library();
  struct sigaction action{};
  action.sa_sigaction = on_trap;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGTRAP, &action, nullptr);
}

void count_action() {
  if (--actions_until == 0) set_trap_flag();
}
bool signal_has_come() { return has_come; }
void end_steps() { clear_trap_flag(); }

void limit_time() { alarm(30); }

}  // namespace random_handlers
