// The program that harness/run/unchanged_test.cc runs, with `retprobe run` and without. Its first
// argument says what it does. What it prints or returns must not depend on `retprobe run`.
#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#define RP_NOT_INLINED extern "C" [[gnu::noinline]]

RP_NOT_INLINED int leaf(int value) {
  asm volatile("" : "+r"(value));
  return value + 1;
}

RP_NOT_INLINED int recurses(int depth) {
  if (depth == 0) return 0;
  int below = recurses(depth - 1);
  asm volatile("" : "+r"(below));  // so that the call stays one
  return below + 1;
}
RP_NOT_INLINED int takes_stack(int depth) {
  char room[96];
  room[0] = 1;
  asm volatile("" ::"r"(room) : "memory");  // clang would make one byte of the room
  return depth == 0 ? 0 : takes_stack(depth - 1) + room[0];
}
RP_NOT_INLINED void* leaves_thread(void*) { pthread_exit(nullptr); }
RP_NOT_INLINED void* sees_return_address() { return __builtin_return_address(0); }
RP_NOT_INLINED void ends_process() { std::exit(0); }
RP_NOT_INLINED void waits_forever(std::atomic<bool>& begun) {
  begun = true;
  for (;;) pause();
}

namespace {

std::atomic<pid_t> signals_children_of;  // 0: of no process
volatile int signals;
void signal_child() {
  const pid_t parent = signals_children_of;
  if (parent != 0 && parent != getpid()) raise(SIGUSR1);
}

// Before the constructors of libraries, so that it runs in a child of fork before their handlers.
void register_signal() { pthread_atfork(nullptr, nullptr, signal_child); }
[[gnu::section(".preinit_array"), gnu::used]] void (*const before_libraries)() = register_signal;

}  // namespace

// The agent calls it in a child, before the child has counts of its own.
extern "C" [[gnu::patchable_function_entry(0)]] void* mremap(void* from, std::size_t before,
                                                             std::size_t after, int flags,
                                                             ...) noexcept {
  signal_child();
  return reinterpret_cast<void*>(syscall(SYS_mremap, from, before, after, flags, nullptr));
}

namespace {

long kib_behind(const std::string& line, const char* name) {
  return line.starts_with(name) ? std::atol(line.c_str() + std::strlen(name)) : 0;
}

// KiB of addresses, KiB that a core file would have, KiB in memory after mlockall.
void print_memory() {
  long addresses = 0, dumped = 0, locked = 0;
  std::string line;
  for (std::ifstream status("/proc/self/status"); std::getline(status, line);)
    addresses += kib_behind(line, "VmSize:");
  long bytes = 0;
  for (std::ifstream maps("/proc/self/smaps"); std::getline(maps, line);) {
    if (const long here = kib_behind(line, "Size:")) bytes = here;
    if (line.starts_with("VmFlags:") && line.find(" dd") == std::string::npos) dumped += bytes;
  }
  if (mlockall(MCL_CURRENT) == 0)
    for (std::ifstream status("/proc/self/status"); std::getline(status, line);)
      locked += kib_behind(line, "VmRSS:");
  std::printf("%ld %ld %ld\n", addresses, dumped, locked);
}

int use_memory(int threads) {
  std::barrier called(threads + 1), printed(threads + 1);
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i)
    all.emplace_back([&] {
      leaf(i);
      called.arrive_and_wait();
      printed.arrive_and_wait();
    });
  leaf(0);
  called.arrive_and_wait();
  print_memory();
  printed.arrive_and_wait();
  for (std::thread& thread : all) thread.join();
  return 0;
}

// Without the privilege to lock more than 64 MiB.
int lock_under_limit() {
  const rlimit limit{64 << 20, 64 << 20};
  setrlimit(RLIMIT_MEMLOCK, &limit);
  if (geteuid() == 0 && setuid(65534) != 0) return 3;
  if (mlockall(MCL_CURRENT) != 0) std::printf("mlockall: %s\n", std::strerror(errno));
  return leaf(1) - 2;
}

// 0 if execl uses no heap.
int execl_in_vforks() {
  const struct mallinfo2 before = mallinfo2();
  for (int i = 0; i < 20; ++i) {
    const pid_t child = vfork();
    if (child == 0) {
      execl("/bin/true", "true", nullptr);
      _exit(1);
    }
    waitpid(child, nullptr, 0);
  }
  return mallinfo2().uordblks != before.uordblks;
}

// _Fork and execv are async-signal-safe, although other threads open libraries.
int exec_beside_dlopen(const char* library) {
  std::atomic<bool> done{false};
  std::thread opener([&] {
    while (!done)
      if (void* const opened = dlopen(library, RTLD_NOW)) dlclose(opened);
  });
  int bad = 0;
  for (int i = 0; i < 20 && bad == 0; ++i) {
    usleep(1000);
    const pid_t child = _Fork();
    if (child == 0) {
      alarm(20);
      char* const words[] = {const_cast<char*>("true"), nullptr};
      execv("/bin/true", words);
      _exit(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    bad += status != 0;
  }
  done = true;
  opener.join();
  return bad;
}

constexpr int many = 1'000'000;
void call_many() {
  for (int i = 0; i < many; ++i) leaf(i);
}

int fork_and_call() {
  const pid_t child = _Fork();
  call_many();
  if (child == 0) _exit(0);
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

// Makes a process by clone, calls beside it, and waits for it.
int clone_and_call(int flags) {
  static std::atomic<int> wrong = 0;
  constexpr std::size_t bytes = 1 << 20;
  auto* const stack = static_cast<char*>(
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  const auto call = [](void*) {
    for (int i = 0; i < 100'000; ++i) wrong += recurses(10) != 10;
    return 4;
  };
  leaf(1);
  const pid_t child = clone(call, stack + bytes, flags | SIGCHLD, nullptr);
  call(nullptr);
  int status = 0;
  waitpid(child, &status, 0);
  leaf(1);
  return wrong == 0 ? WEXITSTATUS(status) : 1;
}

// With --functions leaf: a signal comes to a child while the agent begins there. Returns how often
// the handler ran.
int signal_new_child(const std::string& way) {
  const auto call = [](void*) {
    signals_children_of = 0;
    return leaf(signals) - 1;
  };
  struct sigaction action = {};
  action.sa_handler = [](int) { signals = leaf(signals); };
  sigaction(SIGUSR1, &action, nullptr);
  leaf(1);
  signals_children_of = getpid();
  alignas(16) static char stack[1 << 16];
  const pid_t child = way == "fork"    ? fork()
                      : way == "_Fork" ? _Fork()
                                       : clone(call, std::end(stack), SIGCHLD, nullptr);
  if (child == 0) _exit(call(nullptr));
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

// From now on, the kernel answers a system call so.
bool filter(unsigned call, unsigned answer) {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, answer),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filters{std::size(program), program};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filters) == 0;
}

int call_in_filtered_threads(unsigned answer) {
  if (!filter(SYS_gettid, answer)) return 3;
  std::vector<std::thread> all;
  for (int i = 0; i < 2; ++i) all.emplace_back(call_many);
  for (std::thread& thread : all) thread.join();
  return 0;
}

int run_thread(void* (*routine)(void*)) {
  pthread_t thread;
  return pthread_create(&thread, nullptr, routine, nullptr) || pthread_join(thread, nullptr);
}

// A thread whose calls need more than 16 MiB of stack, which is mapped before the filter.
int call_deep_under_filter(unsigned answer) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 << 20);
  static unsigned given;
  given = answer;
  const auto call = [](void*) -> void* {
    constexpr int calls = 200'000;  // of 96 bytes at least
    return filter(SYS_mmap, given) && takes_stack(calls) == calls ? &given : nullptr;
  };
  pthread_t thread;
  void* right = nullptr;
  if (pthread_create(&thread, &attributes, call, nullptr)) return 3;
  pthread_join(thread, &right);
  return right ? 0 : 1;
}

// More threads that cannot be made than may be on their way at once.
int make_threads_in_vain() {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{1} << 47);
  pthread_t thread;
  for (int i = 0; i < 5000; ++i)
    if (pthread_create(
            &thread, &attributes, [](void*) -> void* { return nullptr; }, nullptr) != EAGAIN)
      return 4;
  return call_in_filtered_threads(SECCOMP_RET_KILL_PROCESS);
}

// The child is not noticed. It ends as a process does, and then its parent is killed.
int fork_by_system_call() {
  const auto child = static_cast<pid_t>(syscall(SYS_fork));
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return raise(SIGKILL);
}

// With --functions recurses: the first probed call comes after the filter, which allows read, write
// and exit only.
int call_in_strict_mode() {
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) return 3;
  syscall(SYS_exit, recurses(20));
  return 1;
}

// With --functions leaf: each instruction of a call, with its probe's, is jumped out of.
int jump_from_each_instruction() {
  static sigjmp_buf begin;
  static int left;
  struct sigaction action = {};
  action.sa_handler = [](int) {
    if (--left == 0) siglongjmp(begin, 1);
  };
  sigaction(SIGTRAP, &action, nullptr);
  static volatile bool ended = false;
  for (static int steps = 1; !ended; ++steps) {
    left = steps;
    if (sigsetjmp(begin, 1) != 0) continue;
    constexpr unsigned long trap_flag = 0x100;
    asm volatile("pushfq; orq %0, (%%rsp); popfq" : : "i"(trap_flag) : "memory", "cc");
    leaf(1);
    asm volatile("pushfq; andq %0, (%%rsp); popfq" : : "i"(~trap_flag) : "memory", "cc");
    ended = true;
  }
  return 0;
}

// Whether a function sees that it was called from here.
bool sees_caller() {
  Dl_info seen{}, own{};
  return dladdr(sees_return_address(), &seen) != 0 &&
         dladdr(reinterpret_cast<void*>(&leaf), &own) != 0 && seen.dli_fbase == own.dli_fbase;
}

int handle_sigtrap() {
  signal(SIGTRAP, [](int) { _exit(9); });
  return leaf(-1);
}

// One signal's frame has room on the stack, and a second one has not. How much a frame takes
// depends on the processor and is less than _SC_MINSIGSTKSZ where the program does not use all
// registers.
int call_on_small_signal_stack() {
  static char memory[1 << 20];
  static char* handler_stack;
  const auto raise_on = [](std::size_t size, void (*handler)(int)) {
    const stack_t stack{memory + sizeof memory - size, 0, size};
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK;
    return sigaltstack(&stack, nullptr) == 0 && sigaction(SIGUSR1, &action, nullptr) == 0 &&
           raise(SIGUSR1) == 0;
  };
  const auto measure = [](int) { handler_stack = static_cast<char*>(__builtin_frame_address(0)); };
  if (!raise_on(sizeof memory, measure)) return 3;
  const auto frame = static_cast<std::size_t>(memory + sizeof memory - handler_stack);
  return raise_on(frame + 1024, [](int number) { leaf(number); }) ? 0 : 3;
}

// Whether the memory that the kernel filled with the environment names the agent.
bool environment_shows_agent() {
  std::ifstream file("/proc/self/environ");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return text.find("libretprobe_agent.so") != std::string::npos;
}

int exit_beside_thread() {
  static std::atomic<bool> begun = false;
  std::thread([] { waits_forever(begun); }).detach();
  while (!begun) std::this_thread::yield();
  return 0;
}

int map_under_limit() {
  const rlimit limit{1ul << 30, 1ul << 30};
  setrlimit(RLIMIT_AS, &limit);
  leaf(1);
  void* const memory =
      mmap(nullptr, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED;
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  const int number = count > 2 ? std::atoi(words[2]) : 0;
  if (what == "memory") return use_memory(number);
  if (what == "limit") return map_under_limit();
  if (what == "lock") return lock_under_limit();
  if (what == "execl") return execl_in_vforks();
  if (what == "exec_beside_dlopen") return exec_beside_dlopen(words[2]);
  if (what == "_Fork") return fork_and_call();
  if (what == "clone") return clone_and_call(0);
  if (what == "clone_vm") return clone_and_call(CLONE_VM);
  if (what == "fork") return fork() == 0 ? 0 : (wait(nullptr), 0);
  if (what == "signal_new_child") return signal_new_child(words[2]);
  if (what == "exit") ends_process();
  if (what == "exit_beside_thread") return exit_beside_thread();
  if (what == "filter_refuses") return call_in_filtered_threads(SECCOMP_RET_ERRNO | EPERM);
  if (what == "filter_kills") return call_in_filtered_threads(SECCOMP_RET_KILL_PROCESS);
  if (what == "filter_deep_refuses") return call_deep_under_filter(SECCOMP_RET_ERRNO | EPERM);
  if (what == "filter_deep_kills") return call_deep_under_filter(SECCOMP_RET_KILL_PROCESS);
  if (what == "threads_in_vain") return make_threads_in_vain();
  if (what == "system_call_fork") return fork_by_system_call();
  if (what == "jumps") return jump_from_each_instruction();
  if (what == "return_address") return sees_caller() ? 0 : 1;
  if (what == "sigtrap") return handle_sigtrap();
  if (what == "signal_stack") return call_on_small_signal_stack();
  if (what == "environ") return environment_shows_agent();
  if (what == "pthread_exit") return run_thread(leaves_thread);
  if (what == "strict") return call_in_strict_mode();
  return 2;
}
