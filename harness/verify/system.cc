#include "harness/verify/system.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>

#include "harness/verify/findings.h"
#include "harness/verify/require.h"

namespace retprobe::harness {
namespace {

void run_and_join(pthread_attr_t& attributes, const std::function<void()>& body) {
  pthread_t thread;
  const auto run = [](void* argument) -> void* {
    (*static_cast<const std::function<void()>*>(argument))();
    return nullptr;
  };
  const int error =
      pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&body));
  pthread_attr_destroy(&attributes);
  if (error) require(system_error("cannot make a thread with a stack of its own", error));
  pthread_join(thread, nullptr);
}

}  // namespace

Mapping::Mapping(std::size_t bytes, int flags)
    : bytes_(bytes),
      memory_(static_cast<std::byte*>(
          mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0))) {
  require(memory_ != MAP_FAILED, "no memory");
}

std::size_t mapping_count() {
  std::ifstream maps("/proc/self/maps");
  std::size_t lines = 0;
  for (std::string line; std::getline(maps, line);) ++lines;
  return lines;
}

AlternateStack::AlternateStack(std::size_t bytes) : memory_(bytes) {
  const stack_t stack{.ss_sp = memory_.data(), .ss_flags = 0, .ss_size = bytes};
  require(sigaltstack(&stack, nullptr) == 0, "sigaltstack failed");
}

AlternateStack::~AlternateStack() {
  const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
  sigaltstack(&none, nullptr);
}

void on_thread(std::span<std::byte> stack, const std::function<void()>& body) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  require(pthread_attr_setstack(&attributes, stack.data(), stack.size()) == 0, "no such stack");
  run_and_join(attributes, body);
}

void on_thread(std::size_t stack_bytes, const std::function<void()>& body) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  require(pthread_attr_setstacksize(&attributes, stack_bytes) == 0,
          "no stack of " + std::to_string(stack_bytes) + " bytes");
  run_and_join(attributes, body);
}

void handle_signal(int signal, void (*handler)(int), int flags) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  require(sigaction(signal, &action, nullptr) == 0, "sigaction failed");
}

void handle_signal(int signal, void (*handler)(int, siginfo_t*, void*), int flags) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | flags;
  require(sigaction(signal, &action, nullptr) == 0, "sigaction failed");
}

ThreadTimer::ThreadTimer() {
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGUSR1;
  event._sigev_un._tid = gettid();
  if (timer_create(CLOCK_MONOTONIC, &event, &timer_) != 0)
    throw Unavailable(Lack::permission,
                      "no timer: timer_create: " + std::string(std::strerror(errno)));
}

void ThreadTimer::arm(std::uint64_t nanoseconds, bool again_and_again) {
  const timespec time{.tv_sec = 0, .tv_nsec = static_cast<long>(nanoseconds)};
  const itimerspec when{.it_interval = again_and_again ? time : timespec{}, .it_value = time};
  timer_settime(timer_, 0, &when, nullptr);
}

pid_t fork_child(const std::function<void()>& body) {
  std::fflush(nullptr);
  const pid_t child = fork();
  require(child >= 0, "cannot fork");
  if (child != 0) return child;
  try {
    body();
  } catch (const std::exception& error) {
    note_wrong(error.what());
    _exit(1);
  }
  _exit(0);
}

std::string trouble_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return "cannot be waited for";
  if (WIFSIGNALED(status)) return "died of signal " + std::to_string(WTERMSIG(status));
  if (findings->wrong_written) return findings->wrong;
  return status == 0 ? "" : "ended with status " + std::to_string(WEXITSTATUS(status));
}

std::string scenarios_library() {
  Dl_info here{};
  require(dladdr(reinterpret_cast<void*>(&scenarios_library), &here) != 0,
          "dladdr does not know the scenarios' library");
  return here.dli_fname;
}

std::string beside_scenarios(const std::string& file) {
  const std::string own = scenarios_library();
  return own.substr(0, own.rfind('/') + 1) + file;
}

void* load_beside_scenarios(const std::string& file) {
  void* const module = dlopen(beside_scenarios(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  require(module != nullptr, module ? "" : dlerror());
  return module;
}

}  // namespace retprobe::harness
