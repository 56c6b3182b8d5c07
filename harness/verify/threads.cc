#include "harness/verify/threads.h"

#include <signal.h>
#include <time.h>

#include <cstdio>
#include <exception>
#include <stdexcept>

#include "core/hooks/grace_period.h"
#include "core/hooks/thread.h"

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

AlternateStack::AlternateStack() {
  constexpr std::size_t bytes = 256 << 10;
  memory_.reset(new std::byte[bytes]);
  const stack_t stack{.ss_sp = memory_.get(), .ss_flags = 0, .ss_size = bytes};
  if (sigaltstack(&stack, nullptr) != 0) throw std::runtime_error("sigaltstack failed");
}

AlternateStack::~AlternateStack() {
  const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
  sigaltstack(&none, nullptr);
}

}  // namespace retprobe::harness
