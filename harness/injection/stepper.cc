#include "harness/injection/stepper.h"

#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "harness/injection/time_limit.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

constexpr std::uint64_t trap_flag = 1 << 8;
constexpr unsigned patience_seconds = 20;
constexpr int exit_not_traced = 125;  // the child's exit status where ptrace was refused

std::string errno_text() { return std::strerror(errno); }

// Interrupts waitpid with EINTR once a second. SIGALRM's handler does nothing.
class EverySecond {
 public:
  EverySecond() {
    struct sigaction interrupting{};
    interrupting.sa_handler = [](int) {};
    sigemptyset(&interrupting.sa_mask);
    sigaction(SIGALRM, &interrupting, &before_);
    const itimerval second{{1, 0}, {1, 0}};
    setitimer(ITIMER_REAL, &second, nullptr);
  }
  ~EverySecond() {
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    sigaction(SIGALRM, &before_, nullptr);
  }
  EverySecond(const EverySecond&) = delete;
  EverySecond& operator=(const EverySecond&) = delete;

 private:
  struct sigaction before_{};
};

long traced(int request, pid_t thread, std::uintptr_t address, std::uintptr_t data,
            const char* what) {
  const long result = ptrace(static_cast<__ptrace_request>(request), thread, address, data);
  if (result == -1 && errno != 0)
    throw std::runtime_error(std::string("ptrace cannot ") + what + ": " + errno_text());
  return result;
}

}  // namespace

std::string Ending::text() const {
  if (timed_out) return "it hung and was killed";
  if (WIFSIGNALED(status)) return "it was killed by " + signal_name(WTERMSIG(status));
  return "it ended with exit status " + std::to_string(WEXITSTATUS(status));
}

Ending wait_for_end(pid_t child, unsigned seconds) {
  const EverySecond interrupts;
  TimeLimit limit(child, seconds);
  Ending ending;
  while (waitpid(child, &ending.status, 0) < 0) {
    if (errno != EINTR) throw std::runtime_error("cannot wait for a process: " + errno_text());
    if (ending.timed_out || limit.look() == TimeLimit::State::within) continue;
    ending.timed_out = true;
    kill(child, SIGKILL);
  }
  if (limit.state() == TimeLimit::State::starved) throw TooBusy(limit.text());
  return ending;
}

// ---- TracedThread ----

TracedThread::TracedThread(pid_t process, pid_t thread, std::span<const std::uintptr_t> marks)
    : process_(process), thread_(thread), marks_(marks) {
  wait_for_stop(true);
  read_registers();
}

void TracedThread::read_registers() {
  errno = 0;
  traced(PTRACE_GETREGS, thread_, 0, reinterpret_cast<std::uintptr_t>(&registers_),
         "read registers");
}

void TracedThread::write_registers(const user_regs_struct& registers) {
  errno = 0;
  traced(PTRACE_SETREGS, thread_, 0, reinterpret_cast<std::uintptr_t>(&registers),
         "write registers");
}

void TracedThread::resume(int request, int signal) {
  errno = 0;
  traced(request, thread_, 0, static_cast<std::uintptr_t>(signal), "let a thread run");
}

void TracedThread::wait_for_stop(bool may_take_long) {
  pid_t stopped;
  if (may_take_long) {
    const EverySecond interrupts;
    TimeLimit limit(process_, patience_seconds);
    while ((stopped = waitpid(thread_, &status_, __WALL)) < 0 && errno == EINTR) {
      const TimeLimit::State state = limit.look();
      if (state == TimeLimit::State::within) continue;
      kill(process_, SIGKILL);
      if (state == TimeLimit::State::starved) throw TooBusy(limit.text());
      throw std::runtime_error("the traced process hung: it " + limit.text());
    }
  } else {
    do stopped = waitpid(thread_, &status_, __WALL);
    while (stopped < 0 && errno == EINTR);
  }
  if (stopped < 0) throw std::runtime_error("cannot wait for a traced thread: " + errno_text());
  if (!WIFSTOPPED(status_))
    throw std::runtime_error("the traced process is gone: " + Ending{.status = status_}.text());
}

std::size_t read_process(pid_t process, std::uintptr_t address, void* to, std::size_t bytes) {
  const iovec local{to, bytes}, remote{reinterpret_cast<void*>(address), bytes};
  const ssize_t got = process_vm_readv(process, &local, 1, &remote, 1, 0);
  if (got < 0 && (errno == EPERM || errno == ENOSYS))
    throw NotPermitted("no process's memory can be read here (process_vm_readv: " + errno_text() +
                       "; see the container's seccomp profile)");
  return got < 0 ? 0 : static_cast<std::size_t>(got);
}

std::span<const std::byte> TracedThread::code_at(std::uintptr_t address) {
  // An instruction has at most 15 bytes. Fewer may be left in the mapping.
  std::size_t got = read_process(process_, address, code_, sizeof code_);
  if (got == 0)
    got = read_process(process_, address, code_, std::min(4096 - address % 4096, sizeof code_));
  if (got == 0) throw std::runtime_error("the traced process runs where no memory is");
  return {code_, got};
}

std::uint64_t TracedThread::word(std::uintptr_t address) const {
  std::uint64_t value;
  if (read_process(process_, address, &value, sizeof value) != sizeof value)
    throw std::runtime_error("cannot read the traced process's memory: " + errno_text());
  return value;
}

TracedThread::Step TracedThread::step() {
  Step step{.instruction =
                instructions_.at(registers_.rip, [this](std::uintptr_t at) { return code_at(at); }),
            .before = registers_.rip};
  if (step.instruction.kind == Instruction::Kind::pop_flags) {
    run_to(registers_.rip + step.instruction.bytes, 0);  // without the trap flag
    return step;
  }
  const bool to_user_state = registers_.rax == SYS_rt_sigreturn;
  resume(PTRACE_SINGLESTEP, 0);
  wait_for_stop(false);
  const int signal = WSTOPSIG(status_);
  if (step.instruction.kind == Instruction::Kind::breakpoint || signal != SIGTRAP) {
    resume(PTRACE_SINGLESTEP, signal);
    wait_for_stop(false);
    step.signal = true;
  }
  read_registers();
  if (step.signal) {
    step.restorer = word(registers_.rsp);
  } else if (step.instruction.kind == Instruction::Kind::push_flags) {
    write_word(registers_.rsp, word(registers_.rsp) & ~trap_flag);
  } else if (step.instruction.kind == Instruction::Kind::system_call && !to_user_state) {
    registers_.r11 &= ~trap_flag;  // sigreturn restores r11 with all other registers
    write_registers(registers_);
  }
  return step;
}

void TracedThread::write_word(std::uintptr_t address, std::uint64_t value) {
  errno = 0;
  traced(PTRACE_POKEDATA, thread_, address, value, "write memory");
}

void TracedThread::run_to(std::uintptr_t address, std::size_t occurrence) {
  constexpr std::uint64_t low_byte = 0xff, int3 = 0xcc;
  const std::uint64_t code = word(address);
  for (std::size_t seen = 0;; ++seen) {
    if (registers_.rip != address) {
      write_word(address, (code & ~low_byte) | int3);
      for (int signal = 0;;) {
        resume(PTRACE_CONT, signal);
        wait_for_stop(true);
        signal = WSTOPSIG(status_);
        if (signal != SIGTRAP) continue;
        read_registers();
        if (registers_.rip == address + 1) break;
      }
      write_word(address, code);
      registers_.rip = address;
      write_registers(registers_);
    }
    if (seen == occurrence) return;
    step();
  }
}

bool TracedThread::at_mark() const {
  return std::ranges::find(marks_, registers_.rip) != marks_.end();
}

void TracedThread::run(int signal) {
  // The signal is sent, not injected: ptrace cannot inject one at the stop at a signal handler's
  // first instruction.
  if (signal != 0 && tgkill(process_, thread_, signal) != 0)
    throw std::runtime_error("cannot send a signal to the traced process: " + errno_text());
  for (signal = 0;;) {
    resume(PTRACE_CONT, signal);
    wait_for_stop(true);
    signal = WSTOPSIG(status_);
    if (status_ >> 16) signal = 0;  // a ptrace event, not a signal
    if (signal != SIGTRAP) continue;
    read_registers();
    if (at_mark()) return;
  }
}

pid_t TracedThread::run_until_thread() {
  for (int signal = 0;;) {
    resume(PTRACE_CONT, signal);
    wait_for_stop(true);
    signal = WSTOPSIG(status_);
    if (status_ >> 8 != (SIGTRAP | PTRACE_EVENT_CLONE << 8)) continue;
    unsigned long made = 0;
    errno = 0;
    traced(PTRACE_GETEVENTMSG, thread_, 0, reinterpret_cast<std::uintptr_t>(&made),
           "name a new thread");
    return static_cast<pid_t>(made);
  }
}

pid_t TracedThread::copy_here(std::uintptr_t gadget, int signal) {
  const user_regs_struct here = registers_;
  user_regs_struct forking = here;
  forking.rip = gadget;
  // CLONE_PARENT makes the copy a child of this process, which can then wait for it.
  forking.rax = SYS_clone;
  forking.rdi = CLONE_PARENT | SIGCHLD;
  forking.rsi = forking.rdx = forking.r10 = forking.r8 = 0;
  forking.orig_rax = ~0ull;  // not in a system call, so the kernel restarts none
  write_registers(forking);
  resume(PTRACE_CONT, 0);
  wait_for_stop(true);
  if (status_ >> 8 != (SIGTRAP | PTRACE_EVENT_FORK << 8))
    throw std::runtime_error("the traced process could not be copied: stopped by " +
                             signal_name(WSTOPSIG(status_)));
  unsigned long made = 0;
  errno = 0;
  traced(PTRACE_GETEVENTMSG, thread_, 0, reinterpret_cast<std::uintptr_t>(&made),
         "name a new process");
  resume(PTRACE_CONT, 0);  // to the int3 behind the system call
  wait_for_stop(true);
  registers_ = here;
  write_registers(here);

  const auto copy = static_cast<pid_t>(made);
  TracedThread at_start(copy, copy, {});
  user_regs_struct there = here;
  there.orig_rax = ~0ull;
  there.eflags &= ~trap_flag;
  at_start.write_registers(there);
  at_start.release(signal);
  return copy;
}

void TracedThread::release(int signal) { resume(PTRACE_DETACH, signal); }

// ---- OneProcessor ----

OneProcessor::OneProcessor() {
  // A failure here costs only time.
  if (sched_getaffinity(0, sizeof before_, &before_) != 0) CPU_ZERO(&before_);
  const int here = sched_getcpu();
  if (here < 0 || CPU_COUNT(&before_) == 0) return;
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(static_cast<std::size_t>(here), &only);
  sched_setaffinity(0, sizeof only, &only);
}

OneProcessor::~OneProcessor() {
  if (CPU_COUNT(&before_) != 0) sched_setaffinity(0, sizeof before_, &before_);
}

// ---- TracedProcess ----

TracedProcess::TracedProcess(const std::function<int()>& body, Options options)
    : options_(std::move(options)) {
  process_ = fork();
  if (process_ < 0) throw NotPermitted("cannot fork a process to step through: " + errno_text());
  if (process_ == 0) {
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0) _exit(exit_not_traced);
    raise(SIGSTOP);
    _exit(body());
  }
  try {
    main_ = std::make_unique<TracedThread>(process_, process_, options_.marks);
    errno = 0;
    const int follow = options_.threads ? PTRACE_O_TRACECLONE : PTRACE_O_TRACEFORK;
    traced(PTRACE_SETOPTIONS, process_, 0, static_cast<std::uintptr_t>(PTRACE_O_EXITKILL | follow),
           "set its options");
  } catch (const std::runtime_error& error) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, __WALL);
    throw NotPermitted(
        std::string("no process can be stepped through here (needs ptrace: see "
                    "/proc/sys/kernel/yama/ptrace_scope and the container's seccomp profile): ") +
        error.what());
  }
}

TracedProcess::~TracedProcess() {
  if (process_ <= 0) return;
  kill(process_, SIGKILL);
  // A process ends when all its threads have ended. A traced thread has ended only when its tracer
  // has waited for it.
  threads_.push_back(process_);
  for (const pid_t thread : threads_) {
    int status = 0;
    for (;;) {
      const pid_t changed = waitpid(thread, &status, __WALL);
      if (changed < 0 && errno == EINTR) continue;
      if (changed < 0 || WIFSIGNALED(status) || WIFEXITED(status)) break;
    }
  }
}

TracedThread TracedProcess::make_thread(pid_t id) {
  threads_.push_back(id);
  return {process_, id, options_.marks};
}

Ending TracedProcess::wait(unsigned seconds) {
  const Ending ending = wait_for_end(process_, seconds);
  process_ = -1;
  return ending;
}

}  // namespace retprobe::harness
