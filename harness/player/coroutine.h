// Coroutines for the stack scenarios. The caller provides the stack. There are two ways to switch.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <functional>
#include <span>

namespace retprobe::harness {

enum class Switch {
  context,   // makecontext and swapcontext
  assembly,  // by hand: no library call announces the switch
};

/// Begins with the first resume(). Any thread may resume it, one at a time. Its body may yield()
/// and must end. The exception: a coroutine that is given up for good need not end, and its memory
/// may be used for anything.
class Coroutine {
 public:
  Coroutine(Switch kind, std::span<std::byte> stack, std::function<void(Coroutine&)> body);
  Coroutine(const Coroutine&) = delete;
  Coroutine& operator=(const Coroutine&) = delete;

  void resume();
  void yield();
  bool done() const { return done_; }

 private:
  static void start(unsigned high, unsigned low);
  static void run(Coroutine* self);

  Switch kind_;
  std::function<void(Coroutine&)> body_;
  bool done_ = false;
  ucontext_t inside_context_{}, outside_context_{};
  void* inside_ = nullptr;
  void* outside_ = nullptr;
};

}  // namespace retprobe::harness
