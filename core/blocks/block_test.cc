// Tests how code gets into the pools of blocks, and what happens when it cannot.
#include "core/blocks/block.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "core/testlib/child.h"

namespace retprobe {
namespace {

// The steps of a test in a child process, each with what it gives and what it should give.
int wrong_steps = 0;
void expect(int step, const std::string& is, const std::string& wanted) {
  if (is == wanted) return;
  std::fprintf(stderr, "step %d: '%s' instead of '%s'\n", step, is.c_str(), wanted.c_str());
  ++wrong_steps;
}

std::size_t taken_at_first[] = {pool_use(Shape::slot).taken, pool_use(Shape::framed).taken};

TEST(Blocks, NoneIsTakenAtFirst) {
  EXPECT_EQ(taken_at_first[0], 0u);
  EXPECT_EQ(taken_at_first[1], 0u);
}

TEST(ChainLink, LeadsToTheNextStage) {
  const Result<Record*> next = take_block(Shape::slot);
  ASSERT_TRUE(next.ok());
  const std::uintptr_t block = block_of(**next);
  for (const ChainLink end : {ChainLink(), ChainLink::to(nullptr)}) {
    EXPECT_TRUE(end.empty());
    EXPECT_FALSE(end.has_next());
    EXPECT_FALSE(end.passes_own_tracer());
    EXPECT_EQ(end.next_block(), 0u);
  }
  const ChainLink plain = ChainLink::to(*next), past = ChainLink::past_own_tracer_to(*next);
  for (const ChainLink link : {plain, past}) {
    EXPECT_FALSE(link.empty());
    EXPECT_TRUE(link.has_next());
    EXPECT_EQ(link.next_block(), block);
  }
  EXPECT_FALSE(plain.passes_own_tracer());
  EXPECT_EQ(plain.next_block_of_plain(), block);
  EXPECT_TRUE(past.passes_own_tracer());
}

TEST(Record, LeadsToItsAddresses) {
  Record record{};
  record.call = 0x1000;
  EXPECT_EQ(record.trampoline(), 0x1000u + (RP_BLOCK_T - RP_BLOCK_CALL));
  record.frame_bytes = 48;
  EXPECT_EQ(slot_of_area(0x2000, record), 0x2000u + 48 + 8);
  EXPECT_EQ(entry_of_block(0x3000, RegisterSet::full), 0x3000u);
  EXPECT_EQ(entry_of_block(0x3000, RegisterSet::vector), 0x3000u + RP_BLOCK_LEA);
  EXPECT_EQ(entry_of_block(0x3000, RegisterSet::scalar), 0x3000u + RP_BLOCK_LEA);
}

TEST(Pools, HaveTwoMibEach) {
  EXPECT_EQ(pool_bytes, 2u << 20);
  EXPECT_EQ(pool_use(Shape::slot).total, 65'536u - 512);
  EXPECT_EQ(pool_use(Shape::framed).total, 65'536u - 512);
}

// What a call gives: the error's text, or "done".
std::string text_of(const Error& error) { return error ? error.message() : "done"; }

// A block, with jumps and a body that are near.
Record* take(Shape shape = Shape::slot) {
  Result<Record*> taken = take_block(shape);
  if (!taken.ok()) return nullptr;
  (*taken)->enter = (*taken)->leave = (*taken)->body = block_of(**taken);
  return *taken;
}
// Takes blocks up to the last one of a page.
Record* take_last_of_page() {
  Record* taken;
  do taken = take();
  while (taken && block_of(*taken) % 4096 != 4096 - RP_BLOCK_BYTES);
  return taken;
}

bool is_direct(const Record* record) {
  return *reinterpret_cast<const volatile unsigned char*>(block_of(*record) + RP_BLOCK_ENTER) ==
         0xe9;
}

// Whether the process has a page of its own there, and so the kernel puts it into core files. Of
// the library's file otherwise.
bool is_own_page(std::uintptr_t address) {
  (void)*reinterpret_cast<const volatile char*>(address);
  std::uint64_t entry = 0;
  const int map = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  const ssize_t got =
      pread(map, &entry, sizeof entry, static_cast<off_t>(address / 4096 * sizeof entry));
  close(map);
  constexpr std::uint64_t of_a_file = std::uint64_t{1} << 61, swapped = std::uint64_t{1} << 62,
                          present = std::uint64_t{1} << 63;
  return got == sizeof entry && (entry & (present | swapped)) && !(entry & of_a_file);
}

TEST(Blocks, ThePagesInUseAreInCoreFiles) {
  EXPECT_EQ(in_child([] {
              for (int page = 0; page < 3; ++page) {
                const Record* const last = take_last_of_page();
                if (!last) return 2;
                const std::uintptr_t at = block_of(*last) / 4096 * 4096;
                if (!is_own_page(at)) return 3 + page;
                if (is_own_page(at + 4096)) return 6 + page;
              }
              return 0;
            }),
            0);
}

// The number of files that the process can open.
void limit_files(rlim_t number) {
  rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = number;
  setrlimit(RLIMIT_NOFILE, &limit);
}

TEST(Blocks, WithoutAFileNothingIsLost) {
  EXPECT_EQ(in_child([] {
              const std::string no_file =
                  "cannot open /proc/thread-self/mem, through which code is patched: Too many open "
                  "files";
              rlimit before;
              getrlimit(RLIMIT_NOFILE, &before);
              if (!take_last_of_page()) return 100;
              const std::size_t taken = pool_use(Shape::slot).taken;
              limit_files(0);
              const Result<Record*> refused = take_block(Shape::slot);
              expect(1, refused.ok() ? "" : refused.error().message(), no_file);
              expect(2, std::to_string(pool_use(Shape::slot).taken), std::to_string(taken));
              limit_files(before.rlim_cur);

              const Record* const first = take();
              const Record* const beside = take();
              const Record* const left_out = take();
              const Record* const far = take();
              if (!first || !beside || !left_out || !far) return 101;
              expect(3, std::to_string(block_of(*first) % 4096), std::to_string(RP_BLOCK_BYTES));
              expect(4, text_of(make_direct(*first, false)), "done");
              expect(5, text_of(make_direct(*beside, false)), "done");
              limit_files(0);
              expect(6, text_of(write_blocks()), no_file);
              // It does not lie beside the others, which are to be written now.
              expect(7, text_of(make_direct(*far, false)), no_file);
              limit_files(before.rlim_cur);
              expect(8, is_direct(first) || is_direct(beside) ? "direct" : "", "");
              expect(9, text_of(write_blocks()), "done");
              expect(10, is_direct(first) && is_direct(beside) ? "direct" : "", "direct");
              expect(11, is_direct(far) ? "direct" : "", "");
              // Nothing is left to write, so no file is opened.
              limit_files(0);
              expect(12, text_of(write_blocks()), "done");
              return wrong_steps;
            }),
            0);
}

TEST(Blocks, AreWrittenThroughStandardInputsPlace) {
  EXPECT_EQ(in_child([] {
              close(0);
              const Record* const block = take();
              if (!block) return 100;
              expect(1, text_of(make_direct(*block, false)), "done");
              expect(2, text_of(write_blocks()), "done");
              expect(3, is_direct(block) ? "direct" : "", "direct");
              // The file is closed again.
              expect(4, fcntl(0, F_GETFD) == -1 ? "closed" : "open", "closed");
              return wrong_steps;
            }),
            0);
}

TEST(Blocks, AFailedWriteIsReported) {
  const auto with_pwrite = [](int error, const std::string& why) {
    return in_child([&] {
      sock_filter filter[] = {
          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pwrite64, 0, 1),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(error)),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      };
      const sock_fprog program{std::size(filter), filter};
      const Record* const block = take();
      if (!block || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
          prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        return 100;
      const std::string text =
          "cannot write to the pool of blocks through /proc/thread-self/mem: " + why;
      expect(1, text_of(make_direct(*block, false)), "done");
      errno = EBUSY;
      expect(2, text_of(write_blocks()), text);
      expect(3, is_direct(block) ? "direct" : "", "");
      return wrong_steps;
    });
  };
  EXPECT_EQ(with_pwrite(ENOSPC, "No space left on device"), 0);
  EXPECT_EQ(with_pwrite(0, "Input/output error"), 0);  // nothing is written
}

}  // namespace
}  // namespace retprobe
