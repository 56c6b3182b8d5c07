// Helpers for scenarios with threads. Handlers may call the waits: only Threads allocates.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "retprobe/probe.h"

namespace retprobe::harness {

/// Waits until `flag` is set. It sleeps a millisecond at a time, so that two cores are enough for
/// any number of threads. Async-signal-safe.
void wait_until(const std::atomic<bool>& flag);
/// The same with a limit. False: the flag was not set in time.
bool wait_until(const std::atomic<bool>& flag, unsigned milliseconds);

/// Where threads wait, in bodies or handlers, until it is open.
struct Gate {
  std::atomic<unsigned> inside{0}, left{0};
  std::atomic<bool> open{false};
  void pass() {
    ++inside;
    wait_until(open);
    ++left;
  }
  static void step(void* gate) { static_cast<Gate*>(gate)->pass(); }  // for fx_body
  /// Waits until `count` threads have come.
  void wait_for(unsigned count = 1) const;
};

/// Detaches, and waits for the tracer's running handlers without a limit. (Tracer::detach() gives
/// up with Code::busy when a thread in a handler gets no processor for 5 s.)
Error detach_patiently(Tracer& tracer);

/// Threads that the destructor joins. join() rethrows the message of the first exception in one.
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
