// What scenarios want of the system: memory, threads on stacks of their own, signals, timers, child
// processes, libraries. A refusal ends the scenario (require.h).
#pragma once

#include <signal.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <time.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace retprobe::harness {

// ---- Memory and stacks ----

/// Memory of whole pages, all zero. `flags` are added to mmap's.
class Mapping {
 public:
  explicit Mapping(std::size_t bytes, int flags = MAP_PRIVATE | MAP_NORESERVE);
  ~Mapping() { munmap(memory_, bytes_); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  std::byte* data() const { return memory_; }
  std::span<std::byte> whole() const { return {memory_, bytes_}; }
  std::span<std::byte> part(std::size_t from, std::size_t bytes) const {
    return {memory_ + from, bytes};
  }

 private:
  std::size_t bytes_;
  std::byte* memory_;
};

std::size_t mapping_count();  // the mappings of this process

/// The calling thread's alternate signal stack, until the destructor.
class AlternateStack {
 public:
  explicit AlternateStack(std::size_t bytes = 256 << 10);
  ~AlternateStack();
  bool contains(const void* address) const {
    return static_cast<std::size_t>(static_cast<const std::byte*>(address) - memory_.data()) <
           memory_.whole().size();
  }

 private:
  Mapping memory_;
};

/// Runs `body` on a thread with this stack, and waits for its end.
void on_thread(std::span<std::byte> stack, const std::function<void()>& body);
/// The same on a stack of this size, which the system provides.
void on_thread(std::size_t stack_bytes, const std::function<void()>& body);

// ---- Signals ----

void handle_signal(int signal, void (*handler)(int), int flags = 0);
void handle_signal(int signal, void (*handler)(int, siginfo_t*, void*), int flags = 0);

/// Sends the thread that made it SIGUSR1. Where no timer can be made, the scenario is unavailable:
/// make one before there are other threads.
class ThreadTimer {
 public:
  ThreadTimer();
  ~ThreadTimer() { timer_delete(timer_); }
  ThreadTimer(const ThreadTimer&) = delete;
  ThreadTimer& operator=(const ThreadTimer&) = delete;
  void arm(std::uint64_t nanoseconds, bool again_and_again = false);

 private:
  timer_t timer_{};
};

// ---- Children ----

/// Forks a child that runs `body` and ends. What `body` throws is noted (findings.h).
pid_t fork_child(const std::function<void()>& body);
/// Waits for a child. Returns what it noted, or how it ended if that was not well, or "".
std::string trouble_of(pid_t child);

// ---- Libraries ----

/// The path of the scenarios' own library.
std::string scenarios_library();
/// The path of a file in the same folder.
std::string beside_scenarios(const std::string& file);
/// Loads a library from there.
void* load_beside_scenarios(const std::string& file);

}  // namespace retprobe::harness
