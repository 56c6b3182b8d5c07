// Threads that call functions in a loop, for as long as the object lives.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace retprobe::harness {

class Runners {
 public:
  /// Returns when each of them has been through `round` once: all of them run then.
  Runners(unsigned threads, const std::function<void()>& round) {
    for (unsigned i = 0; i < threads; ++i)
      threads_.emplace_back([this, round](const std::stop_token& stop) {
        round();
        running_.fetch_add(1);
        while (!stop.stop_requested()) round();
      });
    while (running_.load() < threads) std::this_thread::yield();
  }

 private:
  std::atomic<unsigned> running_ = 0;
  std::vector<std::jthread> threads_;  // last: they use the other; its end asks them to stop and waits
};

}  // namespace retprobe::harness
