#include "harness/verify/threads.h"

#include <time.h>

#include <cstdio>
#include <exception>
#include <stdexcept>

#include "core/hooks/grace_period.h"
#include "core/hooks/stacks.h"

namespace retprobe::harness {
namespace {

void nap() {
  const timespec millisecond{0, 1'000'000};
  nanosleep(&millisecond, nullptr);
}

}  // namespace

void wait_until(const std::atomic<bool>& flag) {
  while (!flag.load()) nap();
}

bool wait_until(const std::atomic<bool>& flag, unsigned milliseconds) {
  for (unsigned i = 0; i < milliseconds && !flag.load(); ++i) nap();
  return flag.load();
}

void Gate::wait_for(unsigned count) const {
  while (inside < count) nap();
}

Error detach_patiently(Tracer& tracer) {
  Error error = tracer.detach();
  while (error.code() == Error::Code::busy && !in_handler()) {
    std::fprintf(stderr, "%s\n", error.message().c_str());
    error = synchronize_hooks();
  }
  return error;
}

Threads::Threads(unsigned count, const std::function<void(unsigned)>& body) {
  for (unsigned i = 0; i < count; ++i) start([body, i] { body(i); });
}

Threads::~Threads() {
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

void Threads::start(std::function<void()> body) {
  threads_.emplace_back([this, body = std::move(body)] {
    try {
      body();
    } catch (const std::exception& exception) {
      if (!failed_.exchange(true)) failure_ = exception.what();
    }
  });
}

void Threads::join() {
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
  threads_.clear();
  if (failed_) throw std::runtime_error(failure_);
}

}  // namespace retprobe::harness
