// Tests what a batch of pokes does and what it refuses, also while threads run through its sites.
#include "core/patching/text_poke.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <string>

#include "core/testlib/expect.h"
#include "core/testlib/poked_code.h"

namespace retprobe {
namespace {

using namespace std::chrono_literals;

/// A page of a file that begins with a nop. It is mapped over page 1 of `code`, so that it can be
/// read and executed but not written to.
class UnwritablePage {
 public:
  explicit UnwritablePage(const Code& code) : file_(std::tmpfile()) {
    if (file_ == nullptr) return;
    std::fwrite("\x0f\x1f\x44\x00\x00\x48\xff\x07\xc3", 1, 9, file_);  // the same code as in Code
    std::fflush(file_);
    const std::string path = "/proc/self/fd/" + std::to_string(fileno(file_));
    readable_ = open(path.c_str(), O_RDONLY);
    is_there_ = ftruncate(fileno(file_), 4096) == 0 &&
                mmap(code.memory() + 4096, 4096, PROT_READ | PROT_EXEC, MAP_SHARED | MAP_FIXED,
                     readable_, 0) != MAP_FAILED;
  }
  ~UnwritablePage() {
    if (readable_ >= 0) close(readable_);
    if (file_ != nullptr) std::fclose(file_);
  }
  UnwritablePage(const UnwritablePage&) = delete;
  UnwritablePage& operator=(const UnwritablePage&) = delete;
  bool is_there() const { return is_there_; }

 private:
  std::FILE* file_;
  int readable_ = -1;
  bool is_there_ = false;
};

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
  must_poke(jump_to(site, stub_a));
  poked_0(&paths);
  must_poke(jump_to(site, stub_b));
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

// The bug of 2019: if the breakpoint acts as a nop, a call during "jmp A -> jmp B" runs the
// original body.
TEST(TextPoke, NoCallIsMissedBetweenTwoJumps) {
  const auto site = address(poked_0);
  must_poke(jump_to(site, stub_a));
  const PokeCounters before = poke_counters();
  Callers callers(2, {poked_0});
  int pokes = 0;
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while ((pokes < 4000 || poke_counters().emulated - before.emulated < 100) &&
         std::chrono::steady_clock::now() < deadline) {
    must_poke(jump_to(site, pokes++ % 2 == 0 ? stub_b : stub_a));
  }
  callers.finish();
  must_poke(poke_to(site, nop));
  const Paths paths = callers.paths(0);
  EXPECT_EQ(paths.body, 0u);
  EXPECT_EQ(paths.a + paths.b, callers.calls());
  EXPECT_GT(paths.a, 0u);
  EXPECT_GT(paths.b, 0u);
  EXPECT_GE(poke_counters().emulated - before.emulated, 100u)
      << "no thread ran into a breakpoint in " << patience.count() << " s";
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
      Paths mine;  // local, so that the two threads share no cache line
      std::uint64_t count = 0;
      for (; !stop.load(std::memory_order_relaxed); ++count) wrong += poked_caller(&mine);
      paths[at] = mine;
      calls[at] = count;
    });
  }
  const auto deadline = std::chrono::steady_clock::now() + patience;
  int pokes = 0;
  while ((pokes < 2000 || poke_counters().emulated - before.emulated < 100) &&
         std::chrono::steady_clock::now() < deadline) {
    must_poke(poke_to(site, encode_call(site, address(pokes++ % 2 == 0 ? stub_b : stub_a))));
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  must_poke(poke_to(site, nop));
  EXPECT_EQ(wrong, 0);
  EXPECT_GE(poke_counters().emulated - before.emulated, 100u)
      << "no thread ran into a breakpoint in " << patience.count() << " s";
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
  must_poke(jump_to(site, stub_a));
  // Even epoch: no poke is under way, and one known target is current. Odd epoch: a poke is under
  // way. A call that starts and ends in one even epoch must have gone to that target.
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
    must_poke(jump_to(site, round % 2 == 1 ? stub_b : stub_a));
    ++shared.epoch;
  }
  shared.stop = true;
  caller.join();
  EXPECT_EQ(shared.errors, 0u);
  must_poke(poke_to(site, nop));
}

TEST(TextPoke, ThreeSyncsForTenThousandSitesAnyOrderAcrossPages) {
  // With 37 bytes between sites, some sites cross a page boundary.
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
  // Adjoining pages are written together, up to 16 of them.
  EXPECT_LE(after.writes - before.writes, 3 * (count * stride / (16 * 4096) + 2));
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
  EXPECT_EQ(try_poke(wrong).code(), Error::Code::refused);
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
  EXPECT_HAS(error.message(), "found 0f 1f 44 00 00");
  char where[32];
  std::snprintf(where, sizeof where, "0x%lx", static_cast<unsigned long>(code.site(57)));
  EXPECT_HAS(error.message(), where);
  EXPECT_TRUE(code.bytes() == before);
  EXPECT_EQ(poke_counters().writes, counters.writes);
  EXPECT_EQ(poke_counters().syncs, counters.syncs);
}

// The word of an island, whose module may have been loaded again: then it holds 0.
TEST(TextPoke, TheWordOfAnIslandIsCompared) {
  const Code code(1, 64);
  std::uintptr_t word = address(stub_a);
  Poke poke{code.site(0), nop, encode_jump(code.site(0), code.site(0) + 64),
            reinterpret_cast<std::uintptr_t>(&word), word};
  word = 0;
  const std::vector<std::uint8_t> before = code.bytes();
  const Error error = try_poke(poke);
  EXPECT_EQ(error.code(), Error::Code::refused);
  EXPECT_HAS(error.message(), "was its module loaded again?");
  EXPECT_TRUE(code.bytes() == before);
  word = poke.word_expected;
  must_poke(poke);
  std::swap(poke.expected, poke.replacement);
  poke.word = 8;  // unmapped
  EXPECT_EQ(try_poke(poke).code(), Error::Code::refused);
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
  EXPECT_EQ(refusal({{code.site(0), nop, jump}, {code.site(0) + 4, nop, jump}}),
            Error::Code::usage);
  EXPECT_EQ(refusal({{UINTPTR_MAX - 2, nop, jump}}), Error::Code::usage);
  // mov $1, %eax cannot be emulated. Five one-byte nops are not one instruction.
  EXPECT_EQ(refusal({{code.site(0), nop, {0xb8, 1, 0, 0, 0}}}), Error::Code::refused);
  EXPECT_EQ(refusal({{code.site(0), nop, {0x90, 0x90, 0x90, 0x90, 0x90}}}), Error::Code::refused);
  EXPECT_EQ(refusal({{code.site(0), {0x90, 0x90, 0x90, 0x90, 0x90}, jump}}), Error::Code::refused);
  // Unmapped memory, and memory that is mapped but not executable.
  EXPECT_EQ(refusal({{0x1000, nop, jump}}), Error::Code::refused);
  const Code data(1, 64);
  ASSERT_EQ(mprotect(data.memory(), 4096, PROT_READ), 0);
  EXPECT_EQ(refusal({{data.site(0), nop, jump}}), Error::Code::refused);
  ASSERT_EQ(munmap(data.memory(), 4096), 0);
  EXPECT_EQ(refusal({{data.site(0), nop, jump}}), Error::Code::refused);
}

TEST(TextPoke, AWriteThatFailsHalfwayIsTakenBack) {
  // The second page is shared memory that cannot be written through this mapping. It passes every
  // check, but the write fails.
  const Code code(1, 64);
  const UnwritablePage page(code);
  ASSERT_TRUE(page.is_there());
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
    EXPECT_HAS(error.message(), "nothing was changed");
    EXPECT_EQ(bytes_at(first), nop);
    EXPECT_EQ(bytes_at(second), nop);
  }
  stop = true;
  caller.join();
  EXPECT_EQ(paths.body, calls);  // calls that a failing batch sent to `second` count, too
}

// The page in between is shared memory that cannot be written through this mapping. One write over
// all three pages would fail.
TEST(TextPoke, APageBetweenSitesIsNotWritten) {
  const Code code(4, 4096);
  const UnwritablePage page(code);
  ASSERT_TRUE(page.is_there());
  std::vector<Poke> batch;
  for (const auto at : {std::size_t{0}, std::size_t{2}})
    batch.push_back({code.site(at), nop, encode_jump(code.site(at), code.site(3))});
  must_poke(batch);
  for (const Poke& poke : batch) EXPECT_EQ(bytes_at(poke.address), poke.replacement);
  for (Poke& poke : batch) std::swap(poke.expected, poke.replacement);
  must_poke(batch);
}

// A page whose sites all stay as they are is not written to either, but their bytes are compared.
TEST(TextPoke, APageWhoseSitesStayIsComparedAndNotWritten) {
  const Code code(4, 4096);
  const UnwritablePage page(code);
  ASSERT_TRUE(page.is_there());
  const SiteBytes jump = encode_jump(code.site(0), code.site(3));
  std::array<Poke, 3> batch{
      {{code.site(0), nop, jump}, {code.site(1), nop, nop}, {code.site(2), nop, jump}}};
  must_poke(batch);
  EXPECT_EQ(bytes_at(code.site(0)), jump);
  EXPECT_EQ(bytes_at(code.site(1)), nop);
  EXPECT_EQ(bytes_at(code.site(2)), jump);
  for (Poke& poke : batch) std::swap(poke.expected, poke.replacement);
  batch[1] = {code.site(1), jump, jump};
  EXPECT_EQ(text_poke(batch).code(), Error::Code::refused);
  EXPECT_EQ(bytes_at(code.site(0)), jump);
}

// The middle one of three pages cannot be written to, and one write would cover all three.
TEST(TextPoke, AWriteThatFailsInTheMiddleOfARunIsTakenBack) {
  const Code code(4, 4096);
  const UnwritablePage page(code);
  ASSERT_TRUE(page.is_there());
  const std::vector<std::uint8_t> before = code.bytes();
  std::vector<Poke> batch;
  for (std::size_t at = 0; at < 3; ++at)
    batch.push_back({code.site(at), nop, encode_jump(code.site(at), code.site(3))});
  const Error error = text_poke(batch);
  EXPECT_EQ(error.code(), Error::Code::system);
  EXPECT_HAS(error.message(), "nothing was changed");
  EXPECT_TRUE(code.bytes() == before);
}

// Sites that are far apart form many runs, each with its own pages. The memory that one batch
// leaves behind must not affect the next batch.
// A batch in address order is not copied. No step reads beyond its end.
TEST(TextPoke, ABatchMayEndWhereItsMemoryEnds) {
  constexpr std::size_t page = 4096, count = 3;
  auto* const memory = static_cast<std::byte*>(
      mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(memory, MAP_FAILED);
  ASSERT_EQ(mprotect(memory + page, page, PROT_NONE), 0);
  const Code code(count + 1, 64);
  const std::span batch(reinterpret_cast<Poke*>(memory + page) - count, count);
  for (std::size_t at = 0; at < count; ++at)
    batch[at] = poke_to(code.site(at), encode_jump(code.site(at), code.site(count)));
  must_poke(batch);
  Paths paths;
  for (std::size_t at = 0; at < count; ++at) call(code.site(at), paths);
  EXPECT_EQ(paths.body, count);
  for (Poke& poke : batch) EXPECT_EQ(bytes_at(poke.address), poke.replacement);
  munmap(memory, 2 * page);
}

TEST(TextPoke, BatchesOfAllSizesOneAfterTheOther) {
  const std::size_t count = 3000;
  const Code code(count, 48);
  const std::vector<std::uint8_t> before = code.bytes();
  for (const std::size_t step : std::array<std::size_t, 6>{1, 1000, 7, 86, 250, 1}) {
    std::vector<Poke> batch;
    for (std::size_t at = 0; at < count; at += step)
      batch.push_back({code.site(at), nop, encode_jump(code.site(at), code.site(0))});
    must_poke(batch);
    for (const Poke& poke : batch) ASSERT_EQ(bytes_at(poke.address), poke.replacement);
    for (Poke& poke : batch) std::swap(poke.expected, poke.replacement);
    must_poke(batch);
    ASSERT_TRUE(code.bytes() == before);
  }
}

}  // namespace
}  // namespace retprobe
