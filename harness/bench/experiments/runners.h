// Threads that call functions in a loop, for as long as the object lives.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace retprobe::harness {

class Runners {
 public:
  /// Returns when each thread has run `round` once.
  Runners(unsigned threads, const std::function<void()>& round)
      : lines_(new Line[threads]), count_(threads) {
    for (unsigned i = 0; i < threads; ++i)
      threads_.emplace_back([&rounds = lines_[i].rounds, round](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
          round();
          rounds.fetch_add(1, std::memory_order_relaxed);
        }
      });
    for (unsigned i = 0; i < threads; ++i)
      while (lines_[i].rounds.load() == 0) std::this_thread::yield();
  }
  /// All rounds so far. When two results differ, a thread was running in between.
  std::uint64_t rounds() const {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < count_; ++i) sum += lines_[i].rounds.load(std::memory_order_relaxed);
    return sum;
  }

 private:
  struct alignas(64) Line {
    std::atomic<std::uint64_t> rounds = 0;
  };
  std::unique_ptr<Line[]> lines_;
  unsigned count_;
  // Last, because the threads use the other members. Its destructor stops the threads and waits.
  std::vector<std::jthread> threads_;
};

}  // namespace retprobe::harness
