// Coroutines, switched by swapcontext or by machine_switch.
#include "harness/player/coroutine.h"

#include <cstdint>
#include <cstdlib>

extern "C" {
void machine_switch(void** left, void* next);
void machine_switch_start();
}

namespace retprobe::harness {

Coroutine::Coroutine(Switch kind, std::span<std::byte> stack, std::function<void(Coroutine&)> body)
    : kind_(kind), body_(std::move(body)) {
  const auto self = reinterpret_cast<std::uintptr_t>(this);
  if (kind == Switch::context) {
    getcontext(&inside_context_);
    inside_context_.uc_stack.ss_sp = stack.data();
    inside_context_.uc_stack.ss_size = stack.size();
    makecontext(&inside_context_, reinterpret_cast<void (*)()>(start), 2,
                static_cast<unsigned>(self >> 32), static_cast<unsigned>(self));
    return;
  }
  const auto top =
      reinterpret_cast<std::uintptr_t>(stack.data() + stack.size()) & ~std::uintptr_t{15};
  auto* words = reinterpret_cast<std::uint64_t*>(top) - 8;
  words[0] = 0x037f'0000'1f80;  // the ABI's initial values of MXCSR and the x87 control word
  words[1] = words[2] = words[3] = words[4] = 0;
  words[5] = self;                                               // rbx
  words[6] = reinterpret_cast<std::uintptr_t>(&Coroutine::run);  // rbp
  words[7] = reinterpret_cast<std::uintptr_t>(&machine_switch_start);
  inside_ = words;
}

void Coroutine::start(unsigned high, unsigned low) {
  run(reinterpret_cast<Coroutine*>(std::uintptr_t{high} << 32 | low));
}

void Coroutine::run(Coroutine* self) {
  self->body_(*self);
  self->done_ = true;
  self->yield();
  std::abort();  // it was resumed after its end
}

void Coroutine::resume() {
  if (kind_ == Switch::context)
    swapcontext(&outside_context_, &inside_context_);
  else
    machine_switch(&outside_, inside_);
}

void Coroutine::yield() {
  if (kind_ == Switch::context)
    swapcontext(&inside_context_, &outside_context_);
  else
    machine_switch(&inside_, outside_);
}

}  // namespace retprobe::harness
