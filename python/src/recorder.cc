#include "python/src/recorder.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

namespace retprobe::python {
namespace {

thread_local std::int32_t this_thread_number = 0;

// In the child of a fork, the thread that forked has another number.
[[maybe_unused]] const int reset_in_children =
    pthread_atfork(nullptr, nullptr, [] { this_thread_number = 0; });

}  // namespace

std::int64_t now_ns() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

Recorder::Recorder(std::size_t capacity)
    : made_ns_(now_ns()),
      begin_ns_(capacity),
      duration_ns_(capacity),
      function_(capacity),
      thread_(capacity) {}

void Recorder::add(std::int64_t begin_ns, std::int64_t end_ns, std::uint32_t function) {
  const std::uint64_t at = count_.fetch_add(1, std::memory_order_relaxed);
  if (at >= begin_ns_.size()) return;
  if (this_thread_number == 0) this_thread_number = gettid();
  begin_ns_[at] = begin_ns - made_ns_;
  duration_ns_[at] = end_ns - begin_ns;
  function_[at] = function;
  std::atomic_ref(thread_[at]).store(this_thread_number, std::memory_order_release);
}

std::size_t Recorder::size() {
  const auto taken =
      static_cast<std::size_t>(std::min<std::uint64_t>(count_.load(), begin_ns_.size()));
  const std::size_t before = finished_.load(std::memory_order_acquire);
  std::size_t finished = before;
  while (finished < taken && std::atomic_ref(thread_[finished]).load(std::memory_order_acquire))
    ++finished;
  if (finished > before) finished_.store(finished, std::memory_order_release);
  return finished;
}

std::uint64_t Recorder::lost() const {
  const std::uint64_t count = count_.load();
  return count > begin_ns_.size() ? count - begin_ns_.size() : 0;
}

}  // namespace retprobe::python
