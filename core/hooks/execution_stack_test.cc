// Tests of where a shadow stack ends, and of its reuse.
#include "core/hooks/execution_stack.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "core/testlib/child.h"
#include "core/testlib/site_fixture.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

using Function = int (*)(int);
int (*meanwhile)(Function, int);  // pf_meanwhile, which calls the function

int deeper(int calls) { return calls ? meanwhile(deeper, calls - 1) + 1 : 0; }

int wanted, reached;
ucontext_t here, there;

// Makes `calls` calls, one within the other, on a stack of `bytes`. The stack is announced until
// then. False: not all calls were made.
bool nest(std::byte* low, std::size_t bytes, int calls) {
  wanted = calls;
  reached = 0;
  if (add_stack(low, bytes)) return false;
  getcontext(&there);
  there.uc_stack = {.ss_sp = low, .ss_flags = 0, .ss_size = bytes};
  there.uc_link = &here;
  makecontext(&there, [] { reached = deeper(wanted); }, 0);
  swapcontext(&here, &there);
  remove_stack(low);
  return reached == calls;
}

// A shadow stack has the size that its machine stack asks for. One of an ended stack is too small
// for the next one, which is larger: it must not be used again.
TEST(ExecutionStack, ASmallOneIsNotReusedForALargerOne) {
  const Library library(fixtures() / "libprobe_fixture.so");
  meanwhile = reinterpret_cast<decltype(meanwhile)>(library.symbol("pf_meanwhile"));
  ASSERT_NE(meanwhile, nullptr);
  const auto status = in_child([] {
    constexpr std::size_t small = 64 << 10, large = std::size_t{64} << 20;
    void* const memory = mmap(nullptr, small + large, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED || configure({})) return 2;
    TracerOptions options{.name = "mine",
                          .on_entry = [](void*, EntryFrame&) { return true; },
                          .on_return = [](void*, ReturnFrame&) {}};
    options.entry_data_bytes = 4096;  // the most
    Result<Tracer> tracer = Tracer::make(options);
    if (!tracer.ok() || tracer->attach("pf_meanwhile")) return 3;
    auto* const low = static_cast<std::byte*>(memory);
    if (!nest(low, small, 1)) return 4;
    // The frames have 40 MiB. The least shadow stack has 32.
    if (!nest(low + small, large, 10'000)) return 5;
    return tracer->missed() == 0 ? 0 : 6;
  });
  EXPECT_EQ(status, 0);
}

// The call has its return slot at `slot`, on another stack of the calling thread than now.
int call_at(std::uintptr_t slot, Function function, int value) {
  long result = value;
  asm volatile(
      "mov %%rsp, %%rbx\n\t"
      "lea 8(%[slot]), %%rsp\n\t"
      "call *%[function]\n\t"
      "mov %%rbx, %%rsp"
      : "+D"(result), "=a"(value)
      : [slot] "r"(slot), [function] "r"(function)
      : "rbx", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3",
        "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
        "xmm15", "memory", "cc");
  return value;
}

// A coroutine's stack is an array in a frame, and the word behind it is the thread's. A call there
// does not mean that the coroutine's calls, which lie lower, were passed over.
TEST(ExecutionStack, TheWordBehindACoroutinesStackIsTheThreads) {
  const Library library(fixtures() / "libprobe_fixture.so");
  meanwhile = reinterpret_cast<decltype(meanwhile)>(library.symbol("pf_meanwhile"));
  static Function one;
  one = reinterpret_cast<Function>(library.symbol("pf_one"));
  ASSERT_TRUE(meanwhile && one);
  const auto status = in_child([] {
    static int returned, others;
    TracerOptions options{.name = "mine",
                          .on_entry = [](void*, EntryFrame&) { return true; },
                          .on_return =
                              [](void*, ReturnFrame& call) {
                                ++(call.reason() == ReturnReason::returned ? returned : others);
                              }};
    Result<Tracer> tracer = configure({}) ? Error{} : Tracer::make(options);
    if (!tracer.ok() || tracer->attach("pf_meanwhile") || tracer->attach("pf_one")) return 2;
    // The coroutine begins low in its stack: above it is room for the call at the stack's end.
    constexpr std::size_t used = 64 << 10, bytes = used + (16 << 10) + 8;
    alignas(16) std::byte memory[bytes + 64];
    getcontext(&there);
    there.uc_stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = used};
    there.uc_link = &here;
    const auto wait = [](int value) {
      swapcontext(&there, &here);
      return value;
    };
    static Function waits;
    waits = wait;
    makecontext(&there, [] { (void)meanwhile(waits, 1); }, 0);
    if (add_stack(memory, bytes)) return 3;
    swapcontext(&here, &there);
    (void)call_at(reinterpret_cast<std::uintptr_t>(memory + bytes), one, 1);
    if (returned != 1 || others != 0) return 4;
    swapcontext(&here, &there);
    remove_stack(memory);
    return returned == 2 && others == 0 && tracer->missed() == 0 ? 0 : 5;
  });
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace retprobe
