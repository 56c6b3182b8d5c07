// Exceptions with LLVM's libunwind as the unwinder instead of libgcc's. Each scenario here runs one
// of exceptions.cc, jumps.cc or this file in another program. That program has LLVM's libunwind
// preloaded, behind this suite's library. A program that clang has built with --unwindlib=libunwind
// has the same order.
//
// pthread_exit and pthread_cancel through frames of C++ are left out. glibc unwinds these frames
// with libgcc's unwinder. The C++ runtime, bound to LLVM's, cannot read that, so such a program
// crashes even without probes. Through frames of C it works: ways_out_llvm_thread_ends.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "harness/injection/stepper.h"
#include "harness/scenarios/ways_out/llvm_runner.h"
#include "harness/verify/findings.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/system.h"
#include "harness/verify/test_bench.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

std::string read_all(int descriptor) {
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

Outcome under_llvm(const Cell& cell, const char* scenario) {
  const std::string program = beside_scenarios(llvm_runner_file);
  if (access(program.c_str(), X_OK) != 0)
    return unavailable(Lack::package, program + " is not there: build it");

  Dl_info core{};
  require(dladdr(reinterpret_cast<void*>(&retprobe::configure), &core) != 0,
          "dladdr does not know libretprobe.so");
  std::string preload = std::string("LD_PRELOAD=") + core.dli_fname + ":" + llvm_unwinder;
  std::vector<char*> environment;
  for (char** variable = environ; *variable; ++variable)
    if (std::strncmp(*variable, "LD_PRELOAD=", 11) == 0)
      preload += std::string(":") + (*variable + 11);
    else
      environment.push_back(*variable);
  environment.push_back(preload.data());
  environment.push_back(nullptr);

  std::string words[] = {program,
                         scenario,
                         cell.design,
                         cell.transfer,
                         std::string(to_string(cell.registers)),
                         std::to_string(cell.tracers)};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  int out[2];
  require(pipe2(out, O_CLOEXEC) == 0, "cannot make a pipe for the verdict");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  pid_t child = -1;
  const int error =
      posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  close(out[1]);
  const std::string text = error ? std::string() : read_all(out[0]);
  close(out[0]);
  require(error == 0, "cannot start " + program + ": " + std::strerror(error));
  Ending ending;
  while (waitpid(child, &ending.status, 0) < 0)
    require(errno == EINTR, "cannot wait for " + program);
  if (WIFSIGNALED(ending.status)) return fail(ending.text());
  const int status = WEXITSTATUS(ending.status);
  if (status == llvm_runner_status(Verdict::pass, {})) {
    note_handler();  // the program has looked whether one ran
    return {Verdict::pass, text};
  }
  if (status == llvm_runner_status(Verdict::fail, {})) return fail(text);
  for (std::size_t i = 0; i < lack_count; ++i)
    if (status == llvm_runner_status(Verdict::unavailable, static_cast<Lack>(i)))
      return unavailable(static_cast<Lack>(i), text);
  return fail(program + ": " + ending.text());
}

#define UNDER_LLVM(NAME, OF, ...)                                                                \
  SCENARIO(NAME, #OF " with LLVM's libunwind as the unwinder", __VA_ARGS__, .any_cell = false) { \
    return under_llvm(cell, #OF);                                                                \
  }

UNDER_LLVM(exceptions_llvm_caught, exceptions_caught, .tracers = {1, 2, 8})
UNDER_LLVM(exceptions_llvm_nested, exceptions_nested, .tracers = {1, 2})
UNDER_LLVM(exceptions_llvm_destructors, exceptions_destructors, .tracers = {1, 2})
UNDER_LLVM(exceptions_llvm_tail_calls, exceptions_tail_calls, .tracers = {1, 2})
UNDER_LLVM(exceptions_llvm_some_decline, exceptions_some_decline, .tracers = {1})
UNDER_LLVM(exceptions_llvm_random, exceptions_random, .tracers = {1, 3}, .seconds = 30)
UNDER_LLVM(ways_out_llvm_no_handler, ways_out_no_handler, .tracers = {1, 2})
UNDER_LLVM(ways_out_llvm_no_handler_tail, ways_out_no_handler_tail, .tracers = {1, 2})
UNDER_LLVM(ways_out_llvm_foreign, ways_out_foreign, .tracers = {1, 2})
UNDER_LLVM(ways_out_llvm_forced, ways_out_forced, .tracers = {1, 2})
UNDER_LLVM(ways_out_llvm_terminate, ways_out_terminate, .tracers = {1, 2})
UNDER_LLVM(ways_out_llvm_thousand_frames, ways_out_thousand_frames, .tracers = {1, 2})
UNDER_LLVM(ways_out_llvm_eight_threads, ways_out_eight_threads, .tracers = {1, 2}, .seconds = 30)
UNDER_LLVM(ways_out_llvm_thrown_in_handlers, ways_out_thrown_in_handlers, .tracers = {1, 2})
UNDER_LLVM(ways_out_llvm_thread_ends, ways_out_thread_ends, .tracers = {1, 2})

// ------------------------------------------------------------------ a thread ends in frames of C

using Step = void (*)(void*);

// Between a thread's start and its end, only the frames of the probes have a personality routine.
void* call_and_end(void* end) {
  fx_body(
      [](void* argument) {
        fx_body_other(*static_cast<Step*>(argument), nullptr, 2);
        asm volatile("");  // no tail call
      },
      end, 1);
  return nullptr;
}

SCENARIO(ways_out_thread_ends,
         "pthread_exit and pthread_cancel in probed calls, where no function of C++ has anything "
         "to clean up",
         .tracers = {1, 2}) {
  CountingBench bench(cell, {"fx_body", "fx_body_other"});
  static std::atomic<bool> inside;
  for (unsigned i = 0; i < 20; ++i) {
    inside = false;
    pthread_t thread;
    static Step ends[] = {[](void*) {
                            inside = true;
                            for (;;) pause();
                          },
                          [](void*) { pthread_exit(nullptr); }};
    require(pthread_create(&thread, nullptr, call_and_end, &ends[i % 2]) == 0, "no thread");
    if (i % 2 == 0) {
      wait_until(inside);
      pthread_cancel(thread);
    }
    pthread_join(thread, nullptr);
  }
  for (int i = 0; i < 1000; ++i) require_equal("fx_body", fx_body([](void*) {}, nullptr, 5), 16);
  require(bench.check_exits(1000, 40));
  require_equal("missed calls", bench.missed(), 0);
  return bench.check_invariant(1040);
}

}  // namespace
}  // namespace retprobe::harness
