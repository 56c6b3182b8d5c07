// Code for text pokes, and threads that call it. Include it once per test program, because it
// defines functions in assembly.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "core/patching/text_poke.h"

namespace retprobe {
namespace {

/// How long a test waits for what must happen. It happens at once where the machine has time.
constexpr std::chrono::seconds patience{120};

/// The counters of a poked function. rdi points to one such object per thread.
struct Paths {
  std::uint64_t body = 0, a = 0, b = 0;
};

// poked_0 .. poked_3: a five-byte nop, then the body. Pokes replace the nop by a jump to one of the
// stubs. poked_caller has a site for a call instead. All of them count in the caller's Paths, so
// the counts are exact for each thread.
asm(R"(
  .text
  .macro poked name
  .balign 16
  .type \name, @function
\name:
  .byte 0x0f, 0x1f, 0x44, 0x00, 0x00
  incq 0(%rdi)
  ret
  .endm
  poked poked_0
  poked poked_1
  poked poked_2
  poked poked_3

  .type stub_a, @function
stub_a:
  incq 8(%rdi)
  ret
  .type stub_b, @function
stub_b:
  incq 16(%rdi)
  ret

  .type poked_caller, @function
poked_caller:                     # returns 0 when the stack and the registers are as they should be
  push %rbx
  mov %rsp, %rbx
poked_caller_site:
  .byte 0x0f, 0x1f, 0x44, 0x00, 0x00
  xor %eax, %eax
  cmp %rsp, %rbx
  setne %al
  incq 0(%rdi)
  pop %rbx
  ret

  .type user_breakpoint, @function
user_breakpoint:
  int3
  ret
)");
extern "C" {
void poked_0(Paths*);
void poked_1(Paths*);
void poked_2(Paths*);
void poked_3(Paths*);
void stub_a(Paths*);
void stub_b(Paths*);
int poked_caller(Paths*);
extern char poked_caller_site[];
void user_breakpoint();
}

constexpr SiteBytes nop{0x0f, 0x1f, 0x44, 0x00, 0x00};

template <class Function>
std::uintptr_t address(Function* function) {
  return reinterpret_cast<std::uintptr_t>(function);
}

[[maybe_unused]] SiteBytes bytes_at(std::uintptr_t where) {
  SiteBytes bytes;  // volatile, because the compiler treats code as constant
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    bytes[at] = reinterpret_cast<const volatile std::uint8_t*>(where)[at];
  }
  return bytes;
}

[[maybe_unused]] SiteBytes encode_call(std::uintptr_t from, std::uintptr_t to) {
  SiteBytes bytes = encode_jump(from, to);
  bytes[0] = 0xe8;
  return bytes;
}

/// A poke that replaces the bytes that are there now.
[[maybe_unused]] Poke poke_to(std::uintptr_t where, const SiteBytes& replacement) {
  return {where, bytes_at(where), replacement};
}

/// One that makes a jump to a stub of the bytes that are there now.
[[maybe_unused]] Poke jump_to(std::uintptr_t where, void (*stub)(Paths*)) {
  return poke_to(where, encode_jump(where, address(stub)));
}

[[maybe_unused]] Error try_poke(const Poke& poke) { return text_poke(std::span(&poke, 1)); }
[[maybe_unused]] void must_poke(std::span<const Poke> batch) {
  const Error error = text_poke(batch);
  ASSERT_FALSE(error) << error.message();
}
[[maybe_unused]] void must_poke(const Poke& poke) { must_poke(std::span(&poke, 1)); }

/// Threads that only call `functions`, and count the rounds.
class Callers {
 public:
  Callers(int threads, std::vector<void (*)(Paths*)> functions) : functions_(std::move(functions)) {
    for (int at = 0; at < threads; ++at) {
      states_.push_back(std::make_unique<State>());
      states_.back()->paths.resize(functions_.size());
      threads_.emplace_back([this, state = states_.back().get()] {
        while (!stop_.load(std::memory_order_relaxed)) {
          for (std::size_t f = 0; f < functions_.size(); ++f) functions_[f](&state->paths[f]);
          state->rounds.fetch_add(1, std::memory_order_relaxed);
        }
      });
    }
    for (const auto& state : states_) {
      while (state->rounds == 0) std::this_thread::yield();
    }
  }
  ~Callers() { finish(); }

  void finish() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  /// After finish(): the sum of all threads' Paths for one function.
  Paths paths(std::size_t function) const {
    Paths sum;
    for (const auto& state : states_) {
      sum.body += state->paths[function].body;
      sum.a += state->paths[function].a;
      sum.b += state->paths[function].b;
    }
    return sum;
  }
  std::uint64_t calls() const {
    std::uint64_t sum = 0;
    for (const auto& state : states_) sum += state->rounds;
    return sum;
  }

 private:
  struct State {
    std::vector<Paths> paths;
    std::atomic<std::uint64_t> rounds{0};
  };

  std::vector<void (*)(Paths*)> functions_;
  std::vector<std::unique_ptr<State>> states_;
  std::vector<std::thread> threads_;
  std::atomic<bool> stop_{false};
};

/// Memory filled with functions like poked_0, `stride` bytes apart; executable and not writable.
class Code {
 public:
  Code(std::size_t count, std::size_t stride, std::size_t offset = 0)
      : size_((count * stride + offset + 4096 + 4095) / 4096 * 4096),
        stride_(stride),
        offset_(offset) {
    memory_ = static_cast<std::uint8_t*>(
        mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    std::memset(memory_, 0xf4, size_);
    for (std::size_t at = 0; at < count; ++at) {
      std::memcpy(memory_ + offset + at * stride, nop.data(), nop.size());
      std::memcpy(memory_ + offset + at * stride + 5, "\x48\xff\x07\xc3", 4);  // incq (%rdi); ret
    }
    mprotect(memory_, size_, PROT_READ | PROT_EXEC);
  }
  ~Code() { munmap(memory_, size_); }
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  std::uintptr_t site(std::size_t at) const {
    return reinterpret_cast<std::uintptr_t>(memory_) + offset_ + at * stride_;
  }
  std::vector<std::uint8_t> bytes() const { return {memory_, memory_ + size_}; }
  std::uint8_t* memory() const { return memory_; }

 private:
  std::uint8_t* memory_;
  std::size_t size_, stride_, offset_;
};

[[maybe_unused]] void call(std::uintptr_t function, Paths& paths) {
  reinterpret_cast<void (*)(Paths*)>(function)(&paths);
}

}  // namespace
}  // namespace retprobe
