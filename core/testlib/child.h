// Runs parts of a test in a child process.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>
#include <type_traits>

namespace retprobe {

/// Runs `body` in a child. The exit status, which is what `body` returns; the negative number of
/// the signal that killed the child; 1000 if there is no child. It is killed after two minutes.
template <class Body>
int in_child(Body body) {
  const pid_t child = fork();
  if (child < 0) return 1000;
  if (child == 0) {
    if constexpr (std::is_void_v<std::invoke_result_t<Body>>)
      body();
    else
      _exit(body());
    _exit(0);
  }
  int status = 0;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  while (waitpid(child, &status, WNOHANG) != child) {
    if (std::chrono::steady_clock::now() > deadline) kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace retprobe
