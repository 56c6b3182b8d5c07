// The program that harness/run/run_test.cc runs under `retprobe run`. Its first argument says what
// it does. Its functions are patchable.
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <barrier>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "core/testlib/child.h"

#define RP_NOT_INLINED extern "C" [[gnu::noinline]]

RP_NOT_INLINED int leaf(int value) {
  asm volatile("" : "+r"(value));
  return value + 1;
}
RP_NOT_INLINED int throws(int value) {
  if (value % 2) throw value;
  return leaf(value);
}
// Its name has a comma.
template <class A, class B>
[[gnu::noinline]] int of_two(A a, B b) {
  asm volatile("" : "+r"(a));
  return static_cast<int>(a + b);
}
namespace {
jmp_buf back;
}
RP_NOT_INLINED int jumps(int value) {
  if (value % 3 == 0) longjmp(back, 1);
  return leaf(value);
}
RP_NOT_INLINED int recurses(int depth) {
  if (depth == 0) return 0;
  int below = recurses(depth - 1);
  asm volatile("" : "+r"(below));  // so that the call stays one
  return below + 1;
}

RP_NOT_INLINED int seventh(int a, int b, int c, int d, int e, int f, int g) {
  return leaf(a + b + c + d + e + f + g);
}
extern "C" [[gnu::noinline, gnu::naked]] int by_pointer(int, int (*)(int)) { asm("jmp *%rsi"); }

// Its call begins before a fork and ends after it: in the child only.
RP_NOT_INLINED void forks() {
  const pid_t child = fork();
  if (child == 0) return;
  waitpid(child, nullptr, 0);
  raise(SIGKILL);
}

namespace {

[[gnu::patchable_function_entry(0)]] void call_leaf(int times) {
  for (int i = 0; i < times; ++i) leaf(i);
}

void start_threads(int count, bool at_once) {
  std::barrier all(at_once ? count : 1);
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&] {
      call_leaf(100);
      all.arrive_and_wait();  // so that none of them ends before the last has begun
      call_leaf(20'000);
    });
    if (!at_once) threads.back().join();
  }
  if (!at_once) return;
  for (std::thread& thread : threads) thread.join();
}

[[noreturn]] void be_child(int number) {
  call_leaf(100 * (number + 1));
  if (number == 0) _exit(3);
  if (number == 1) raise(SIGKILL);
  exit(4);
}

int open_library(const char* path, int times, bool elsewhere) {
  for (int i = 0; i < times; ++i) {
    void* const library = elsewhere ? dlmopen(LM_ID_NEWLM, path, RTLD_NOW) : dlopen(path, RTLD_NOW);
    if (!library) return std::fprintf(stderr, "%s\n", dlerror()), 1;
    reinterpret_cast<void (*)()>(dlsym(library, "call_opened"))();
    dlclose(library);
  }
  return 0;
}

// Becomes another program, or starts it and waits: in the way that is asked for.
int execute(const std::string& way, char** words) {
  char* const path = words[0];
  const auto wait_for = [](pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  };
  std::string line = path;
  for (char** word = words + 1; *word; ++word) line += std::string(" ") + *word;
  if (way == "cleared") clearenv();
  if (way == "large")
    for (int i = 0; i < 20'000; ++i) setenv(("V" + std::to_string(i)).c_str(), "value", 1);
  if (way == "preload") setenv("LD_PRELOAD", "libm.so.6", 1);
  if (way == "preload_empty") setenv("LD_PRELOAD", "", 1);
  if (way == "execve") execve(path, words, environ);
  if (way == "execv" || way == "cleared" || way == "large" || way.starts_with("preload"))
    execv(path, words);
  if (way == "execvp") execvp(path, words);
  if (way == "execl") execl(path, path, words[1], words[2], nullptr);
  if (way == "no_environment") execve(path, words, nullptr);
  if (way == "fexecve") fexecve(open(path, O_PATH | O_CLOEXEC), words, environ);
  if (way == "execveat") {
    const std::string whole = path;
    const std::string folder = whole.substr(0, whole.rfind('/'));
    execveat(open(folder.c_str(), O_PATH | O_CLOEXEC), whole.substr(folder.size() + 1).c_str(),
             words, environ, 0);
  }
  if (way == "vfork") {
    const pid_t child = vfork();
    if (child == 0) {
      execv(path, words);
      _exit(99);
    }
    return wait_for(child);
  }
  if (way == "spawn") {
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    pid_t child;
    const int error = posix_spawn(&child, path, nullptr, &attributes, words, environ);
    return error != 0 ? 98 : wait_for(child);
  }
  if (way == "system") return WEXITSTATUS(std::system(line.c_str()));
  if (way == "popen") {
    FILE* const stream = popen(line.c_str(), "r");
    for (int next; (next = std::fgetc(stream)) != EOF;) std::putchar(next);
    return WEXITSTATUS(pclose(stream));
  }
  if (way == "threads") {  // one of them is first
    std::vector<std::thread> threads;
    std::latch all_there(8);  // while one executes, no other can be made
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([=, &all_there] {
        all_there.arrive_and_wait();
        for (;;) {
          execv("/nowhere/program", words);
          if (i % 2 == 0) execv(path, words);
        }
      });
    for (std::thread& thread : threads) thread.join();
  }
  if (way == "main_ended")
    retprobe::without_main_thread(
        [=] { return fexecve(open(path, O_PATH | O_CLOEXEC), words, environ); });
  if (way == "many") {
    for (int i = 0; i < 200; ++i)
      if (fork() == 0) {
        execv(path, words);
        _exit(99);
      }
    int status = 0;
    for (int one; wait(&one) > 0;) status = WEXITSTATUS(one);
    return status;
  }
  if (way == "fails") {
    leaf(1);
    execv("/nowhere/program", words);
    std::printf("%s\n", std::strerror(errno));
    execv("/", words);
    std::printf("%s\n", std::strerror(errno));
    execv("/etc/passwd", words);
    std::printf("%s\n", std::strerror(errno));
    std::vector<char> much(200'000, 'x');
    much.back() = '\0';
    char* const environment[] = {much.data(), nullptr};
    execve(path, words, environment);
    std::printf("%s\n", std::strerror(errno));
    return std::fflush(stdout), leaf(3);
  }
  return 97;
}

long used_memory() {
  long pages = 0;
  FILE* const file = std::fopen("/proc/self/statm", "r");
  if (!file || std::fscanf(file, "%*d %ld", &pages) != 1) return 0;
  std::fclose(file);
  return pages * 4;
}

int open_descriptors() {
  int open = 0;
  for (int i = 0; i < 1024; ++i) open += fcntl(i, F_GETFD) != -1;
  return open;
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  const char* const detail = count > 2 ? words[2] : "";
  const int number = std::atoi(detail);
  const bool has_clock = what != "no_clock";
  if (!has_clock && prctl(PR_SET_TSC, PR_TSC_SIGSEGV) != 0) return 3;
  if (what == "calls" || !has_clock) {
    call_leaf(1000);
    for (int i = 0; i < 10; ++i) try {
        throws(i);
      } catch (int) {
      }
    for (static int i = 0; i < 9; ++i)  // static, so that longjmp leaves its value alone
      if (!setjmp(back)) jumps(i);
    return of_two(3, 4L);
  }
  if (what == "words") {
    for (int i = 2; i < count; ++i) std::printf("<%s>\n", words[i]);
    return 0;
  }
  if (what == "leaves") return call_leaf(number), 0;
  if (what == "threads") return start_threads(number, true), 0;
  if (what == "threads_in_turn") return start_threads(number, false), 0;
  if (what == "deep") {
    const bool is_right = recurses(number) == number;
    if (std::strcmp(words[count - 1], "killed") == 0) raise(SIGKILL);
    return is_right ? 0 : 1;
  }
  if (what == "deep_fork") {
    recurses(number);
    if (fork() == 0) exit(recurses(1) - 1);
    wait(nullptr);
    return 0;
  }
  if (what == "forks") {
    for (int i = 0; i < 3; ++i)
      if (fork() == 0) be_child(i);
    while (wait(nullptr) > 0) continue;
    return 0;
  }
  if (what == "fork_inside") {
    forks();
    return leaf(1) - 2;
  }
  if (what == "many_forks") {
    for (int i = 0; i < number; ++i) {
      if (fork() == 0) exit(leaf(i) == i + 1 ? 0 : 1);
      wait(nullptr);
    }
    return 0;
  }
  if (what == "namespace") {  // of processes, in which the first one has the number 1
    if (unshare(CLONE_NEWPID) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) return 77;
    if (const pid_t first = fork(); first != 0) {
      int status = 0;
      return waitpid(first, &status, 0) == first ? WEXITSTATUS(status) : 1;
    }
    for (int i = 0; i < number; ++i) {
      const pid_t child = fork();
      if (child < 0) return 78;  // the others end with this one
      if (child > 0) continue;
      const auto body = [] {
        leaf(1);
        char byte;
        if (read(0, &byte, 1) == 0) leaf(2);
        return 0;
      };
      if (std::strcmp(words[count - 1], "main_ended") == 0) retprobe::without_main_thread(body);
      _exit(body());
    }
    while (wait(nullptr) > 0) continue;
    leaf(3);
    syscall(SYS_exit_group, 0);
  }
  if (what == "vfork") {
    if (const pid_t child = vfork(); child == 0)
      _exit(leaf(1) == 2 ? 0 : 1);
    else
      waitpid(child, nullptr, 0);
    return leaf(1) - 2;
  }
  if (what == "exec") {
    leaf(1);
    execlp("/nowhere/echo", "echo", nullptr);
    leaf(2);
    execlp("echo", "echo", "became", "another", nullptr);
    return 1;
  }
  if (what == "execute" && count > 3) return execute(detail, words + 3);
  if (what == "end") {
    leaf(1);
    if (std::strcmp(detail, "_exit") == 0) _exit(5);
    if (std::strcmp(detail, "quick_exit") == 0) std::quick_exit(5);
    if (std::strcmp(detail, "system_call") == 0) syscall(SYS_exit_group, 5);
    if (std::strcmp(detail, "killed") == 0) raise(SIGKILL);
    return 5;
  }
  if (what == "stack_arguments") {
    int sum = 0;
    for (int i = 0; i < 100; ++i)
      sum += seventh(i, i, i, i, i, i, i + number) + by_pointer(i, leaf);
    return sum == 8 * 4950 + 100 * (number + 2) ? 0 : 1;
  }
  if (what == "open") return open_library(detail, 3, false);
  if (what == "open_times" && count > 3) return open_library(detail, std::atoi(words[3]), false);
  if (what == "open_often") {  // prints the memory after each half, in KiB
    for (int half = 0; half < 2; ++half) {
      if (open_library(detail, 30, false) != 0) return 1;
      std::printf("%ld\n", used_memory());
    }
    return 0;
  }
  if (what == "open_deep") {
    for (int i = 0; i < 3; ++i) {
      void* const library = dlopen(detail, RTLD_NOW);
      if (reinterpret_cast<int (*)(int)>(dlsym(library, "recurse_opened"))(20'000) != 20'000)
        return 1;
      dlclose(library);
    }
    return 0;
  }
  if (what == "open_elsewhere") return open_library(detail, 1, true);
  if (what == "open_unseen") {  // where its own memory cannot be opened
    const std::string path = detail;
    const std::size_t name = path.rfind('/');
    if (chroot(path.substr(0, name).c_str()) == 0)
      return open_library(path.substr(name).c_str(), 1, false);
    prctl(PR_SET_DUMPABLE, 0);
    return open_library(detail, 1, false);
  }
  if (what == "environment") {
    int all = 0;
    while (environ[all]) ++all;
    std::printf("%d words\n", all);
    for (const char* name : {"LD_PRELOAD", "RETPROBE_RUN_BOARD"})
      std::printf("%s=%s\n", name, std::getenv(name) ? std::getenv(name) : "(none)");
    std::printf("%d descriptors\n", open_descriptors());
    return std::fflush(stdout), std::system("echo $LD_PRELOAD; ls /proc/self/fd | wc -l");
  }
  if (what == "copy") {
    for (int next; (next = std::getchar()) != EOF;) std::putchar(leaf(next) - 1);
    return 0;
  }
  if (what == "looks") {  // at its own code
    std::printf("%02x\n", *reinterpret_cast<const unsigned char*>(&leaf));
    return 0;
  }
  if (what == "varies") {
    if (std::strcmp(detail, "output") == 0) std::printf("%d\n", getpid());
    call_leaf(std::strcmp(detail, "calls") == 0 ? getpid() : 1);
    return 0;
  }
  if (what == "stops_calling") {  // once the file that it is given has four bytes
    const int file = open(detail, O_WRONLY | O_APPEND);
    call_leaf(lseek(file, 0, SEEK_END) < 4);
    return write(file, "x", 1) == 1 ? 0 : 1;
  }
  if (what == "interrupts") {  // as Ctrl-C does where the program handles it
    kill(getppid(), SIGINT);
    return 4;
  }
  if (what == "wait_for_signal") {
    leaf(1);
    std::puts("ready");
    std::fflush(stdout);
    for (;;) pause();
  }
  return 2;
}
