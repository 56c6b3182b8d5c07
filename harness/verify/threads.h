// Helpers for scenarios with threads. The waits may stand in handlers: nothing here allocates but
// Threads itself.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "retprobe/probe.h"

namespace retprobe::harness {

/// Waits until `flag` is set: a millisecond at a time, so that two cores are enough for any number
/// of threads. Async-signal-safe.
void wait_until(const std::atomic<bool>& flag);
/// The same with a limit. False: it was not set in time.
bool wait_until(const std::atomic<bool>& flag, unsigned milliseconds);

/// Detaches, and waits for its running handlers for as long as that takes. (Where the machine gives
/// one of their threads no processor for 5 s, Tracer::detach() gives up: Code::busy.)
Error detach_patiently(Tracer& tracer);

/// Threads that are joined before it goes out of scope; an exception in one is thrown on by join().
class Threads {
 public:
  Threads() = default;
  Threads(unsigned count, const std::function<void(unsigned)>& body);
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads();

  void start(std::function<void()> body);
  void join();

 private:
  std::vector<std::thread> threads_;
  std::atomic<bool> failed_{false};
  std::string failure_;
};

}  // namespace retprobe::harness
