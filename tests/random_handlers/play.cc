#include "play.h"

#include <unistd.h>

#include <cstdio>

namespace random_handlers {

Play play;

void fail(const char* what, long a, long b, long c) {
  char text[256];
  const int length = snprintf(text, sizeof text, "  FAILED: %s (%ld %ld %ld)\n", what, a, b, c);
  (void)!write(2, text, static_cast<std::size_t>(length));
  _exit(41);
}

void tell(const char* format, long a, const char* what, long b, const char* more) {
  char text[120];
  const int length = snprintf(text, sizeof text, format, a, what, b, more);
  (void)!write(2, text, static_cast<std::size_t>(length));
}

namespace {
thread_local Thread thread_;
}

// The empty asm keeps the compiler from taking a second call for the first one's result.
[[gnu::noinline]] Thread& this_thread() {
  asm volatile("");
  return thread_;
}
[[gnu::noinline]] Stack& this_stack() {
  asm volatile("");
  return *thread_.stack;
}

Snapshot::Snapshot() {
  const Thread& thread = this_thread();
  stack_ = thread.stack;
  count_ = stack_->count;
  guards_ = stack_->guards;
  caught_ = stack_->caught;
  catches_all_ = stack_->catches_all;
  guards_outside_ = stack_->guards_outside;
  caught_outside_ = stack_->caught_outside;
  landings_outside_ = stack_->landings_outside;
  handlers_ = thread.handlers;
  destructors_ = thread.destructors;
  signals_ = thread.signals;
  jump_to_ = thread.jump_to;
  on_alternate_stack_ = thread.on_alternate_stack;
}

void Snapshot::restore() const {
  Thread& thread = this_thread();
  thread.stack = stack_;
  stack_->count = count_;
  stack_->guards = guards_;
  stack_->caught = caught_;
  stack_->catches_all = catches_all_;
  stack_->guards_outside = guards_outside_;
  stack_->caught_outside = caught_outside_;
  stack_->landings_outside = landings_outside_;
  thread.handlers = handlers_;
  thread.destructors = destructors_;
  thread.signals = signals_;
  thread.jump_to = jump_to_;
  thread.on_alternate_stack = on_alternate_stack_;
}

Contained::Contained() {
  Stack& stack = this_stack();
  stack.guards_outside = stack.guards;
  stack.caught_outside = stack.caught;
  stack.landings_outside = stack.count;
  ++this_thread().destructors;
}

}  // namespace random_handlers
