// Runs parts of a test in a child process.
#pragma once

#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
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

/// For the main thread, which this ends. Then a thread that is left runs `body`, and ends the
/// process with what that returns.
template <class Body>
[[noreturn]] void without_main_thread(Body body) {
  std::thread([body] {
    const auto is_gone = [] {
      std::ifstream stat("/proc/self/stat");
      const std::string text((std::istreambuf_iterator<char>(stat)), {});
      return text.find(") Z ") != text.npos;
    };
    while (!is_gone()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    _exit(body());
  }).detach();
  // Ends this thread only, without the unwinding that the test framework would catch.
  for (;;) syscall(SYS_exit, 0);
}
template <class Body>
int in_child_without_main_thread(Body body) {
  return in_child([body] { without_main_thread(body); });
}

/// Runs `work` in a child. The text that it returns, and how the child ended if that was not well.
/// It is killed after a minute.
template <class Work>
std::string text_of_child(Work work) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child < 0) return "no child";
  if (child == 0) {
    alarm(60);
    close(ends[0]);
    const std::string text = work();
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t n = write(ends[1], text.data() + done, text.size() - done);
      if (n <= 0) _exit(3);
      done += static_cast<std::size_t>(n);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    return text + " [died of signal " + std::to_string(WTERMSIG(status)) + "]";
  if (WEXITSTATUS(status) != 0)
    return text + " [exited with " + std::to_string(WEXITSTATUS(status)) + "]";
  return text;
}

}  // namespace retprobe
