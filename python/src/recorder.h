// Records when each call began and how long it took, in arrays that numpy reads in place.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace retprobe::python {

/// Nanoseconds of CLOCK_MONOTONIC. Async-signal-safe.
std::int64_t now_ns();

class Recorder {
 public:
  explicit Recorder(std::size_t capacity);

  /// Adds a call that has returned. Any thread; async-signal-safe. When the arrays are full, the
  /// call is only counted.
  void add(std::int64_t begin_ns, std::int64_t end_ns, std::uint32_t function);

  /// How many calls are in the arrays, up to the first that another thread is still adding.
  std::size_t size();
  /// How many calls found the arrays full.
  std::uint64_t lost() const;

  // One element per call, in the order of the returns. Only the first size() elements are valid.
  // They never change.
  const std::int64_t* begin_ns() const { return begin_ns_.data(); }  // since the recorder was made
  const std::int64_t* duration_ns() const { return duration_ns_.data(); }
  // An index into the probe's functions.
  const std::uint32_t* function() const { return function_.data(); }
  const std::int32_t* thread() const { return thread_.data(); }  // the kernel's thread id

 private:
  std::int64_t made_ns_;
  std::atomic<std::uint64_t> count_{0};   // elements that add() took
  std::atomic<std::size_t> finished_{0};  // what size() last found
  std::vector<std::int64_t> begin_ns_, duration_ns_;
  std::vector<std::uint32_t> function_;
  std::vector<std::int32_t> thread_;  // written last; 0 in an element that is not finished
};

}  // namespace retprobe::python
