#include "core/text_poke.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace retprobe {
namespace {

using namespace std::chrono_literals;

/// What a poked function counts into: rdi points to one of these per thread.
struct Paths {
  std::uint64_t body = 0, a = 0, b = 0;
};

// poked_0 .. poked_3: a five-byte nop, then the body. The stubs are what pokes lead to. poked_caller calls,
// or not. Everything keeps its data in the caller's Paths, so that counts are exact per thread.
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

SiteBytes bytes_at(std::uintptr_t where) {
  SiteBytes bytes;  // volatile: the compiler takes code for constant
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    bytes[at] = reinterpret_cast<const volatile std::uint8_t*>(where)[at];
  }
  return bytes;
}

SiteBytes encode_call(std::uintptr_t from, std::uintptr_t to) {
  SiteBytes bytes = encode_jump(from, to);
  bytes[0] = 0xe8;
  return bytes;
}

/// From whatever is there now.
Poke poke_to(std::uintptr_t where, const SiteBytes& replacement) {
  return {where, bytes_at(where), replacement};
}

void must_poke(std::span<const Poke> batch) {
  const Error error = text_poke(batch);
  ASSERT_FALSE(error) << error.message();
}
void must_poke(const Poke& poke) { must_poke(std::span(&poke, 1)); }

/// Threads that do nothing but call `functions`, and count how often they did.
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

  /// After finish(): all threads' paths through one function, and how often each function was called.
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

/// Memory of functions like poked_0, `stride` bytes apart, executable and not writable.
class Code {
 public:
  Code(std::size_t count, std::size_t stride, std::size_t offset = 0)
      : size_((count * stride + offset + 4096 + 4095) / 4096 * 4096), stride_(stride), offset_(offset) {
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

void call(std::uintptr_t function, Paths& paths) { reinterpret_cast<void (*)(Paths*)>(function)(&paths); }

TEST(TextPoke, EncodesAndDecodes) {
  EXPECT_EQ(encode_jump(0x1000, 0x1005), (SiteBytes{0xe9, 0, 0, 0, 0}));
  EXPECT_EQ(encode_jump(0x1000, 0x1000), (SiteBytes{0xe9, 0xfb, 0xff, 0xff, 0xff}));
  for (const std::uintptr_t to :
       {0x500000000ul + 0x7fffffff + 5, 0x500000000ul - 0x80000000 + 5, 0x500001234ul}) {
    EXPECT_EQ(decode_target(0x500000000, encode_jump(0x500000000, to)), to);
  }
  EXPECT_DEATH(encode_jump(0x500000000, 0x500000000 + 0x80000000ul + 5),
               "no jmp rel32 leads from 0x500000000");
}

TEST(TextPoke, EachKindOfReplacement) {
  const auto site = address(poked_0);
  Paths paths;
  must_poke(poke_to(site, encode_jump(site, address(stub_a))));
  poked_0(&paths);
  must_poke(poke_to(site, encode_jump(site, address(stub_b))));
  poked_0(&paths);
  poked_0(&paths);
  must_poke(poke_to(site, nop));
  poked_0(&paths);
  EXPECT_EQ(paths.a, 1u);
  EXPECT_EQ(paths.b, 2u);
  EXPECT_EQ(paths.body, 1u);

  const auto caller = address(poked_caller_site);
  must_poke(poke_to(caller, encode_call(caller, address(stub_a))));
  EXPECT_EQ(poked_caller(&paths), 0);
  EXPECT_EQ(paths.a, 2u);
  EXPECT_EQ(paths.body, 2u);
  must_poke(poke_to(caller, nop));
}

// The bug of 2019: with a breakpoint that acts as a nop, a call during "jmp A -> jmp B" runs the original
// body.
TEST(TextPoke, NoCallIsMissedBetweenTwoJumps) {
  const auto site = address(poked_0);
  must_poke(poke_to(site, encode_jump(site, address(stub_a))));
  const PokeCounters before = poke_counters();
  Callers callers(2, {poked_0});
  int pokes = 0;
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while ((pokes < 4000 || poke_counters().emulated - before.emulated < 100) &&
         std::chrono::steady_clock::now() < deadline) {
    must_poke(poke_to(site, encode_jump(site, address(pokes++ % 2 == 0 ? stub_b : stub_a))));
  }
  callers.finish();
  must_poke(poke_to(site, nop));
  const Paths paths = callers.paths(0);
  EXPECT_EQ(paths.body, 0u);
  EXPECT_EQ(paths.a + paths.b, callers.calls());
  EXPECT_GT(paths.a, 0u);
  EXPECT_GT(paths.b, 0u);
  EXPECT_GE(poke_counters().emulated - before.emulated, 100u) << "no thread ran into a breakpoint in 20 s";
}

TEST(TextPoke, OneBatchMixesAllChangesUnderLoad) {
  const std::array<std::uintptr_t, 4> sites{address(poked_0), address(poked_1), address(poked_2),
                                            address(poked_3)};
  const auto jump = [&](int site, void (*to)(Paths*)) {
    return encode_jump(sites[static_cast<std::size_t>(site)], address(to));
  };
  // 0: nop <-> jmp A   1: jmp A <-> jmp B   2: jmp B <-> nop   3: stays jmp B
  const std::array<std::array<SiteBytes, 4>, 2> phases{
      {{nop, jump(1, stub_a), jump(2, stub_b), jump(3, stub_b)},
       {jump(0, stub_a), jump(1, stub_b), nop, jump(3, stub_b)}}};
  const auto go_to = [&](std::size_t phase) {
    const std::array<std::size_t, 4> order{2, 0, 3, 1};
    std::vector<Poke> batch;
    for (const std::size_t at : order) batch.push_back(poke_to(sites[at], phases[phase][at]));
    must_poke(batch);
  };
  go_to(0);
  Callers callers(2, {poked_0, poked_1, poked_2, poked_3});
  const auto until = std::chrono::steady_clock::now() + 1s;
  std::size_t pokes = 0;
  for (; pokes < 300 || std::chrono::steady_clock::now() < until; ++pokes) go_to((pokes + 1) % 2);
  callers.finish();
  std::array<Paths, 4> paths;
  for (std::size_t at = 0; at < 4; ++at) {
    paths[at] = callers.paths(at);
    EXPECT_EQ(paths[at].body + paths[at].a + paths[at].b, callers.calls()) << at;
  }
  EXPECT_EQ(paths[0].b, 0u);
  EXPECT_EQ(paths[1].body, 0u);
  EXPECT_EQ(paths[2].a, 0u);
  EXPECT_EQ(paths[3].b, callers.calls());
  for (const std::uintptr_t site : sites) must_poke(poke_to(site, nop));
  Paths quiet;
  poked_1(&quiet);
  EXPECT_EQ(quiet.body, 1u);
}

TEST(TextPoke, CallsAreEmulated) {
  const auto site = address(poked_caller_site);
  must_poke(poke_to(site, encode_call(site, address(stub_a))));
  const PokeCounters before = poke_counters();
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0};
  std::vector<Paths> paths(2);
  std::vector<std::uint64_t> calls(2);
  std::vector<std::thread> threads;
  for (std::size_t at = 0; at < 2; ++at) {
    threads.emplace_back([&, at] {
      Paths mine;  // not shared: the other thread's line would slow this one down
      std::uint64_t count = 0;
      for (; !stop.load(std::memory_order_relaxed); ++count) wrong += poked_caller(&mine);
      paths[at] = mine;
      calls[at] = count;
    });
  }
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  int pokes = 0;
  while ((pokes < 2000 || poke_counters().emulated - before.emulated < 100) &&
         std::chrono::steady_clock::now() < deadline) {
    must_poke(poke_to(site, encode_call(site, address(pokes++ % 2 == 0 ? stub_b : stub_a))));
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  must_poke(poke_to(site, nop));
  EXPECT_EQ(wrong, 0);
  EXPECT_GE(poke_counters().emulated - before.emulated, 100u) << "no thread ran into a breakpoint in 20 s";
  for (std::size_t at = 0; at < 2; ++at) {
    EXPECT_EQ(paths[at].body, calls[at]);
    EXPECT_EQ(paths[at].a + paths[at].b, calls[at]);
  }
}

TEST(TextPoke, AfterAPokeReturnsNobodyRunsTheOldCode) {
  const auto site = address(poked_0);
  struct alignas(64) Shared {
    std::atomic<std::uint64_t> epoch{0};
    std::atomic<std::uint64_t> errors{0};
    std::atomic<bool> stop{false};
  } shared;
  must_poke(poke_to(site, encode_jump(site, address(stub_a))));
  // Even epochs: only A may run. Odd: a poke is under way. A call within one epoch must have gone its way.
  std::thread caller([&] {
    while (!shared.stop) {
      const std::uint64_t before = shared.epoch;
      Paths paths;
      poked_0(&paths);
      if (before != shared.epoch || before % 2 != 0) continue;
      const bool right = (before / 2) % 2 == 0 ? paths.a == 1 : paths.b == 1;
      if (!right) ++shared.errors;
    }
  });
  for (std::uint64_t round = 1; round <= 3000; ++round) {
    ++shared.epoch;
    must_poke(poke_to(site, encode_jump(site, address(round % 2 == 1 ? stub_b : stub_a))));
    ++shared.epoch;
  }
  shared.stop = true;
  caller.join();
  EXPECT_EQ(shared.errors, 0u);
  must_poke(poke_to(site, nop));
}

TEST(TextPoke, ThreeSyncsForTenThousandSitesAnyOrderAcrossPages) {
  // 37 bytes apart: many lie across a page boundary.
  const std::size_t count = 10000, stride = 37;
  const Code code(count, stride, 3);
  const Code targets(1, 16);
  std::size_t straddling = 0;
  std::vector<Poke> batch;
  for (std::size_t at = 0; at < count; ++at) {
    const std::uintptr_t site = code.site((at * 7919) % count);
    if (site / 4096 != (site + 4) / 4096) ++straddling;
    batch.push_back({site, nop, encode_jump(site, targets.site(0))});
  }
  EXPECT_GT(straddling, 0u);
  std::vector<std::uint8_t> expected = code.bytes();
  for (const Poke& poke : batch) {
    std::memcpy(&expected[poke.address - reinterpret_cast<std::uintptr_t>(code.memory())],
                poke.replacement.data(), 5);
  }
  const PokeCounters before = poke_counters();
  must_poke(batch);
  const PokeCounters after = poke_counters();
  EXPECT_EQ(after.syncs - before.syncs, 3u);
  EXPECT_EQ(after.sites - before.sites, count);
  EXPECT_EQ(after.batches - before.batches, 1u);
  EXPECT_LE(after.writes - before.writes, 3 * (count * stride / 4096 + 2));
  EXPECT_TRUE(code.bytes() == expected);
  Paths paths;
  for (std::size_t at = 0; at < count; ++at) call(code.site(at), paths);
  EXPECT_EQ(paths.body, count);

  for (Poke& poke : batch) std::swap(poke.expected, poke.replacement);
  must_poke(batch);
  EXPECT_EQ(poke_counters().syncs - after.syncs, 3u);
}

TEST(TextPoke, UnchangedSitesCostNothingButAreVerified) {
  const auto site = address(poked_0);
  const PokeCounters before = poke_counters();
  must_poke({site, nop, nop});
  EXPECT_EQ(poke_counters().syncs, before.syncs);
  EXPECT_EQ(poke_counters().writes, before.writes);
  const SiteBytes other = encode_jump(site, address(stub_a));
  const Poke wrong{site, other, other};
  EXPECT_EQ(text_poke(std::span(&wrong, 1)).code(), Error::Code::refused);
  must_poke(std::span<const Poke>{});
}

TEST(TextPoke, WrongExpectationsLeaveEverythingUntouched) {
  const Code code(100, 64);
  const std::vector<std::uint8_t> before = code.bytes();
  std::vector<Poke> batch;
  for (std::size_t at = 0; at < 100; ++at) {
    batch.push_back({code.site(at), nop, encode_jump(code.site(at), code.site(0))});
  }
  batch[57].expected = encode_jump(code.site(57), code.site(1));
  const PokeCounters counters = poke_counters();
  const Error error = text_poke(batch);
  EXPECT_EQ(error.code(), Error::Code::refused);
  EXPECT_NE(error.message().find("found 0f 1f 44 00 00"), std::string::npos) << error.message();
  char where[32];
  std::snprintf(where, sizeof where, "0x%lx", static_cast<unsigned long>(code.site(57)));
  EXPECT_NE(error.message().find(where), std::string::npos) << error.message();
  EXPECT_TRUE(code.bytes() == before);
  EXPECT_EQ(poke_counters().writes, counters.writes);
  EXPECT_EQ(poke_counters().syncs, counters.syncs);
}

TEST(TextPoke, RefusesWhatItCannotDo) {
  const Code code(4, 64);
  const auto refusal = [&](std::vector<Poke> batch) {
    batch.push_back({code.site(3), nop, encode_jump(code.site(3), code.site(0))});
    const std::vector<std::uint8_t> before = code.bytes();
    const Error error = text_poke(batch);
    EXPECT_TRUE(code.bytes() == before);
    EXPECT_NE(error.message(), "");
    return error.code();
  };
  const SiteBytes jump = encode_jump(code.site(0), code.site(1));
  EXPECT_EQ(refusal({{code.site(0), nop, jump}, {code.site(0), nop, jump}}), Error::Code::usage);
  EXPECT_EQ(refusal({{code.site(0), nop, jump}, {code.site(0) + 4, nop, jump}}), Error::Code::usage);
  EXPECT_EQ(refusal({{UINTPTR_MAX - 2, nop, jump}}), Error::Code::usage);
  // mov $1, %eax cannot be emulated; five one-byte nops are not one instruction
  EXPECT_EQ(refusal({{code.site(0), nop, {0xb8, 1, 0, 0, 0}}}), Error::Code::refused);
  EXPECT_EQ(refusal({{code.site(0), nop, {0x90, 0x90, 0x90, 0x90, 0x90}}}), Error::Code::refused);
  EXPECT_EQ(refusal({{code.site(0), {0x90, 0x90, 0x90, 0x90, 0x90}, jump}}), Error::Code::refused);
  // unmapped, and mapped but not executable
  EXPECT_EQ(refusal({{0x1000, nop, jump}}), Error::Code::refused);
  const Code data(1, 64);
  ASSERT_EQ(mprotect(data.memory(), 4096, PROT_READ), 0);
  EXPECT_EQ(refusal({{data.site(0), nop, jump}}), Error::Code::refused);
  ASSERT_EQ(munmap(data.memory(), 4096), 0);
  EXPECT_EQ(refusal({{data.site(0), nop, jump}}), Error::Code::refused);
}

TEST(TextPoke, AWriteThatFailsHalfwayIsTakenBack) {
  // The second page is shared memory that may not be written through this mapping: it passes every check but
  // the write.
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  ASSERT_EQ(std::fwrite("\x0f\x1f\x44\x00\x00\x48\xff\x07\xc3", 1, 9, file), 9u);  // as in Code
  std::fflush(file);
  ASSERT_EQ(ftruncate(fileno(file), 4096), 0);
  const std::string path = "/proc/self/fd/" + std::to_string(fileno(file));
  const int readable = open(path.c_str(), O_RDONLY);
  ASSERT_GE(readable, 0);
  const Code code(1, 64);
  void* const unwritable =
      mmap(code.memory() + 4096, 4096, PROT_READ | PROT_EXEC, MAP_SHARED | MAP_FIXED, readable, 0);
  ASSERT_NE(unwritable, MAP_FAILED);
  const auto first = code.site(0), second = first + 4096;
  const std::array<Poke, 2> batch{
      {{second, nop, encode_jump(second, first)}, {first, nop, encode_jump(first, second)}}};

  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> calls{0};
  Paths paths;
  std::thread caller([&] {
    for (; !stop; ++calls) call(first, paths);
  });
  while (calls == 0) std::this_thread::yield();
  for (int round = 0; round < 300; ++round) {
    const Error error = text_poke(batch);
    ASSERT_EQ(error.code(), Error::Code::system);
    EXPECT_NE(error.message().find("nothing was changed"), std::string::npos) << error.message();
    EXPECT_EQ(bytes_at(first), nop);
    EXPECT_EQ(bytes_at(second), nop);
  }
  stop = true;
  caller.join();
  EXPECT_EQ(paths.body, calls);  // by the one body or, while a batch was failing, by the other
  std::fclose(file);
  close(readable);
}

// ------------------------------------------------------------------------------------------------ others and
// SIGTRAP

std::atomic<std::uint64_t> others{0};

TEST(TextPoke, OtherUsersOfSigtrapGetTheirs) {
  struct sigaction theirs {
  }, before{};
  theirs.sa_handler = [](int) { ++others; };
  ASSERT_EQ(sigaction(SIGTRAP, &theirs, &before), 0);
  const auto site = address(poked_0);
  user_breakpoint();
  EXPECT_EQ(others, 1u);

  std::atomic<bool> stop{false};
  std::uint64_t hits = 0;
  Callers callers(1, {poked_0});
  std::thread user([&] {
    for (; !stop; hits += 2) {
      user_breakpoint();
      raise(SIGTRAP);
    }
  });
  for (int round = 0; round < 2000; ++round) {
    must_poke(poke_to(site, round % 2 == 0 ? encode_jump(site, address(stub_a)) : nop));
  }
  stop = true;
  user.join();
  callers.finish();
  EXPECT_GT(hits, 0u);
  EXPECT_EQ(others, 1 + hits);
  const Paths paths = callers.paths(0);
  EXPECT_EQ(paths.body + paths.a, callers.calls());
  user_breakpoint();
  EXPECT_EQ(others, 2 + hits);
  ASSERT_EQ(sigaction(SIGTRAP, &before, nullptr), 0);
}

TEST(TextPoke, SomebodyElsesBreakpointAtAnIdleSiteIsTheirs) {
  const Code code(1, 64);
  must_poke({code.site(0), nop, encode_jump(code.site(0), code.site(0))});
  must_poke(poke_to(code.site(0), nop));
  struct sigaction theirs {
  }, before{};
  theirs.sa_handler = [](int) { ++others; };
  ASSERT_EQ(sigaction(SIGTRAP, &theirs, &before), 0);
  must_poke(poke_to(code.site(0), encode_jump(code.site(0), code.site(0))));
  must_poke(poke_to(code.site(0), nop));
  others = 0;
  ASSERT_EQ(mprotect(code.memory(), 4096, PROT_READ | PROT_WRITE), 0);
  std::memcpy(code.memory(), "\xcc\x90\x90\x90\x90", 5);
  ASSERT_EQ(mprotect(code.memory(), 4096, PROT_READ | PROT_EXEC), 0);
  Paths paths;
  call(code.site(0), paths);
  EXPECT_EQ(others, 1u);
  EXPECT_EQ(paths.body, 1u);
  ASSERT_EQ(sigaction(SIGTRAP, &before, nullptr), 0);
}

// A thread that was preempted between the breakpoint and the handler comes when the poke is over.
TEST(TextPoke, ALateTrapRunsTheInstructionThatIsThereNow) {
  const auto site = address(poked_0);
  must_poke(poke_to(site, encode_jump(site, address(stub_a))));
  must_poke(poke_to(site, nop));
  struct sigaction ours {};
  ASSERT_EQ(sigaction(SIGTRAP, nullptr, &ours), 0);
  ASSERT_TRUE(ours.sa_flags & SA_SIGINFO);
  siginfo_t info{};
  info.si_signo = SIGTRAP;
  info.si_code = SI_KERNEL;
  ucontext_t context{};
  context.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(site + 1);
  ours.sa_sigaction(SIGTRAP, &info, &context);
  EXPECT_EQ(static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]), site);
}

// ----------------------------------------------------------------------------------------------- fork,
// signals, threads

TEST(TextPoke, ForkAtAnyMomentLeavesNoBreakpointAndPatchesOnlyTheChild) {
  const auto site = address(poked_0);
  std::atomic<bool> stop{false};
  std::atomic<int> failures{0};
  std::thread poker([&] {
    for (int round = 0; !stop; ++round) {
      // The expected bytes are what this thread wrote: a child that patched its parent would be noticed here.
      const SiteBytes was = round % 2 == 0 ? nop : encode_jump(site, address(stub_a));
      const SiteBytes next = round % 2 == 0 ? encode_jump(site, address(stub_a)) : nop;
      const Poke poke{site, was, next};
      if (text_poke(std::span(&poke, 1))) ++failures;
      if (stop && round % 2 == 0) {
        const Poke back{site, next, nop};
        if (text_poke(std::span(&back, 1))) ++failures;
      }
    }
  });
  std::thread second([&] {  // so that there is always one at work and one waiting
    while (!stop) {
      const auto other = address(poked_1);
      if (text_poke(std::array{poke_to(other, encode_jump(other, address(stub_a)))})) ++failures;
      if (text_poke(std::array{poke_to(other, nop)})) ++failures;
    }
  });
  for (int round = 0; round < 300; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const SiteBytes now = bytes_at(site);
      if (now[0] == 0xcc) _exit(2);
      Paths paths;
      poked_0(&paths);
      if (paths.a + paths.body != 1) _exit(3);
      for (int poke = 0; poke < 3; ++poke) {
        if (text_poke(std::array{poke_to(site, encode_jump(site, address(stub_b)))})) _exit(4);
        poked_0(&paths);
        if (paths.b != static_cast<std::uint64_t>(poke + 1)) _exit(5);
        if (text_poke(std::array{poke_to(site, nop)})) _exit(6);
      }
      // A child with threads has breakpoints emulated, too.
      std::atomic<bool> done{false};
      std::uint64_t calls = 0;
      Paths under;
      std::thread caller([&] {
        for (; !done; ++calls) poked_0(&under);
      });
      for (int poke = 0; poke < 10; ++poke) {
        const SiteBytes next = poke % 2 == 0 ? encode_jump(site, address(stub_b)) : nop;
        if (text_poke(std::array{poke_to(site, next)})) _exit(7);
      }
      done = true;
      caller.join();
      _exit(under.body + under.b == calls ? 0 : 8);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << status;
    ASSERT_EQ(WEXITSTATUS(status), 0) << "in round " << round;
  }
  stop = true;
  poker.join();
  second.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(bytes_at(site), nop);
}

TEST(TextPoke, SignalsDoNotDisturb) {
  // A signal storm on callers and poker; the handler calls the poked function, and now and then leaves by a
  // long jump.
  static std::atomic<std::uint64_t> signal_calls{0}, signal_ways{0}, jumps{0};
  static thread_local sigjmp_buf* back = nullptr;
  struct sigaction action {
  }, before{};
  action.sa_handler = [](int) {
    Paths paths;
    poked_0(&paths);
    ++signal_calls;
    signal_ways += paths.body + paths.a;
    if (back != nullptr && ++jumps % 16 == 0) siglongjmp(*back, 1);
  };
  ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
  const auto site = address(poked_0);
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> calls{0};
  std::thread caller([&] {
    sigjmp_buf here;
    Paths paths;
    sigsetjmp(here, 1);
    back = &here;
    while (!stop) {
      poked_0(&paths);
      ++calls;
    }
    back = nullptr;
  });
  const pthread_t poker = pthread_self();
  std::thread storm([&] {
    while (!stop) {
      pthread_kill(caller.native_handle(), SIGUSR1);
      pthread_kill(poker, SIGUSR1);
      std::this_thread::yield();
    }
  });
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  for (int round = 0; (round < 3000 || jumps < 160) && std::chrono::steady_clock::now() < deadline; ++round) {
    must_poke(poke_to(site, round % 2 == 0 ? encode_jump(site, address(stub_a)) : nop));
  }
  must_poke(poke_to(site, nop));
  stop = true;
  storm.join();
  caller.join();
  EXPECT_GT(signal_calls, 0u);
  EXPECT_EQ(signal_calls, signal_ways);
  EXPECT_GE(jumps, 160u) << "too few signals reached the caller in 20 s";
  EXPECT_GT(calls, 0u);
  ASSERT_EQ(sigaction(SIGUSR1, &before, nullptr), 0);
}

/// The exit status of `body` in a child, which is killed when it takes longer than 20 s.
template <class Body>
int in_child(Body body) {
  const pid_t child = fork();
  if (child == 0) _exit(body());
  int status = 0;
  for (int tick = 0; tick < 2000; ++tick) {
    if (waitpid(child, &status, WNOHANG) == child)
      return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
    std::this_thread::sleep_for(10ms);
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return -1;
}

TEST(TextPoke, ASignalHandlerThatForksOnThePokingThreadDoesNotHang) {
  EXPECT_EQ(in_child([] {
              static std::atomic<int> forks{0}, broken{0};
              static const auto site = address(poked_0);
              struct sigaction action {};
              action.sa_handler = [](int) {
                const pid_t child = fork();
                if (child == 0) _exit(bytes_at(site)[0] == 0xcc ? 1 : 0);
                int status = 0;
                if (waitpid(child, &status, 0) != child || status != 0) ++broken;
                ++forks;
              };
              sigaction(SIGALRM, &action, nullptr);
              const itimerval often{{0, 700}, {0, 700}};
              setitimer(ITIMER_REAL, &often, nullptr);
              while (forks < 100) {
                if (text_poke(std::array{poke_to(site, encode_jump(site, address(stub_a)))})) return 2;
                if (text_poke(std::array{poke_to(site, nop)})) return 3;
              }
              return broken == 0 ? 0 : 4;
            }),
            0);
}

TEST(TextPoke, SaysSoWhereMembarrierIsForbidden) {
  EXPECT_EQ(
      in_child([] {
        std::array<sock_filter, 4> filter{{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                                           BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
                                           BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
                                           BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
        const sock_fprog program{filter.size(), filter.data()};
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 2;
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return 3;
        const auto site = address(poked_0);
        const Error error = text_poke(std::array{poke_to(site, encode_jump(site, address(stub_a)))});
        if (error.code() != Error::Code::unsupported || bytes_at(site) != nop) return 4;
        return error.message().find("membarrier") != std::string::npos ? 0 : 5;
      }),
      0);
}

TEST(TextPoke, ManyThreadsPokeAtOnce) {
  const std::array<void (*)(Paths*), 4> functions{poked_0, poked_1, poked_2, poked_3};
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (void (*function)(Paths*) : functions) {
    threads.emplace_back([&, function] {
      const auto site = address(function);
      for (int round = 0; round < 300; ++round) {
        if (text_poke(std::array{poke_to(site, encode_jump(site, address(stub_a)))})) ++failures;
        Paths paths;
        function(&paths);
        if (paths.a != 1) ++failures;
        if (text_poke(std::array{poke_to(site, nop)})) ++failures;
        function(&paths);
        if (paths.body != 1) ++failures;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
}

TEST(TextPoke, ACancelledThreadFinishesItsBatch) {
  const Code code(2000, 64);
  for (int round = 0; round < 50; ++round) {
    std::vector<Poke> batch;
    for (std::size_t at = 0; at < 2000; ++at) {
      const std::uintptr_t site = code.site(at);
      batch.push_back(poke_to(site, bytes_at(site) == nop ? encode_jump(site, code.site(0)) : nop));
    }
    pthread_t thread;
    ASSERT_EQ(pthread_create(
                  &thread, nullptr,
                  [](void* work) -> void* {
                    const Error error = text_poke(*static_cast<std::vector<Poke>*>(work));
                    return error ? work : nullptr;
                  },
                  &batch),
              0);
    std::this_thread::sleep_for(std::chrono::microseconds(round * 20));
    pthread_cancel(thread);
    pthread_join(thread, nullptr);
    for (std::size_t at = 0; at < 2000; ++at) ASSERT_EQ(bytes_at(code.site(at)), batch[at].replacement);
  }
}

TEST(TextPoke, WorksWhenTheMainThreadIsGone) {
  const pid_t child = fork();
  if (child == 0) {
    std::thread([] {
      std::this_thread::sleep_for(50ms);
      const auto site = address(poked_0);
      const Error error = text_poke(std::array{poke_to(site, encode_jump(site, address(stub_a)))});
      Paths paths;
      poked_0(&paths);
      _exit(!error && paths.a == 1 ? 0 : 1);
    }).detach();
    syscall(SYS_exit, 0);  // this thread only, and without the unwinding that the test framework would catch
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

}  // namespace
}  // namespace retprobe
