// Tests reading memory that may be unmapped, with and without the preferred system calls.
#include "core/system/raw_syscall.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "core/system/proc_file.h"
#include "core/testlib/child.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

// And openat of a file that would stay open in a program that another thread starts.
bool deny(const std::vector<long>& calls) {
  std::vector<sock_filter> filter{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  for (const long call : calls) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(call), 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  }
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3));
  filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_CLOEXEC, 1, 0));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// Two pages. The second one is not mapped.
class TwoPages {
 public:
  TwoPages()
      : low_(static_cast<std::uint8_t*>(
            mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    for (std::size_t i = 0; i < page; ++i) low_[i] = static_cast<std::uint8_t>(i * 7);
    munmap(low_ + page, page);
  }
  ~TwoPages() { munmap(low_, page); }
  static constexpr std::size_t page = 4096;
  std::uint8_t* end() const { return low_ + page; }

 private:
  std::uint8_t* low_;
};

// Returns what is wrong, as an exit status; 0 when nothing is.
int read_memory_right() {
  const TwoPages pages;
  const auto end = reinterpret_cast<std::uintptr_t>(pages.end());
  std::array<std::uint8_t, 24> read{};
  if (!read_memory(end - read.size(), read.data(), read.size())) return 1;
  if (std::memcmp(read.data(), pages.end() - read.size(), read.size()) != 0) return 2;
  if (!read_memory(end - 13, read.data(), 11)) return 3;  // not aligned to a word
  if (!read_memory(end - 7, read.data(), 7)) return 10;
  if (read_memory(end, read.data(), 8)) return 4;
  if (read_memory(end - 8, read.data(), 16)) return 5;  // the second half is not there
  if (read_memory(0, read.data(), 8)) return 6;
  if (read_memory(0x8000000000000000, read.data(), 8)) return 7;  // not a canonical address
  if (read_memory(~std::uintptr_t{7}, read.data(), 16)) return 8;
  // A chain of frame pointers that leads into unmapped memory ends there.
  const std::uintptr_t frame[] = {end, 0x1234};
  std::array<std::uintptr_t, 8> addresses{};
  const std::size_t count = walk_frames(0x5678, reinterpret_cast<std::uintptr_t>(frame), addresses);
  return count == 2 && addresses[0] == 0x5678 && addresses[1] == 0x1234 ? 0 : 9;
}

// The same across pages: `mapped` of them, and behind them none.
int read_pages_right() {
  constexpr std::size_t page = TwoPages::page, mapped = 3;
  auto* const low =
      static_cast<std::uint8_t*>(reserve_memory((mapped + 1) * page));  // zeros, for both
  const auto begin = reinterpret_cast<std::uintptr_t>(low);
  release_memory(low + mapped * page, page);
  for (std::size_t i = 0; i < mapped * page; ++i) low[i] = static_cast<std::uint8_t>(i % 251 + 1);
  std::vector<std::uint8_t> read(mapped * page);
  if (!read_memory(begin, read.data(), read.size())) return 1;
  for (std::size_t i = 0; i < read.size(); ++i)
    if (read[i] != i % 251 + 1 || low[i] != read[i]) return 2;
  if (read_memory(begin, read.data(), read.size() + 1)) return 3;
  if (read_memory(begin + page + 1, read.data(), 2 * page)) return 4;
  if (!read_memory(begin + page - 1, read.data(), 1) || read[0] != low[page - 1]) return 5;
  if (!read_memory(begin + page - 1, read.data(), 2) || read[1] != low[page]) return 6;
  release_memory(low + page, page);  // one in the middle
  if (read_memory(begin, read.data(), read.size())) return 7;
  if (!read_memory(begin + 2 * page, read.data(), page)) return 8;
  release_memory(low, mapped * page);
  return read_memory(begin, read.data(), 1) ? 9 : 0;
}

// Behind pages of an even and of an odd number: a page that is not there, between two that are.
int read_over_gaps_right() {
  constexpr std::size_t page = TwoPages::page;
  auto* const low = static_cast<std::uint8_t*>(reserve_memory(6 * page));
  for (const std::size_t gap : {1u, 4u}) {
    release_memory(low + gap * page, page);
    const auto edge = reinterpret_cast<std::uintptr_t>(low + gap * page);
    std::array<std::uint8_t, 16> read{};
    for (const std::size_t before : {1u, 2u, 9u})
      if (read_memory(edge - before, read.data(), before + 1)) return static_cast<int>(gap);
  }
  for (const std::size_t there : {0u, 2u, 3u, 5u}) release_memory(low + there * page, page);
  return 0;
}
constexpr int (*const all_right[])() = {read_memory_right, read_pages_right, read_over_gaps_right};

int in_child_without(const std::vector<long>& calls, int (*right)()) {
  const pid_t child = fork();
  if (child == 0) _exit(deny(calls) ? right() : 100);
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

// Without rt_sigprocmask, the last way takes all memory for readable. So it must not come to that.
TEST(ReadMemory, WithProcessVmReadvAlone) {
  for (const auto right : all_right)
    EXPECT_EQ(in_child_without({SYS_openat, SYS_rt_sigprocmask}, right), 0);
}
TEST(ReadMemory, WithTheFileAlone) {
  for (const auto right : all_right)
    EXPECT_EQ(in_child_without({SYS_process_vm_readv, SYS_rt_sigprocmask}, right), 0);
}
TEST(ReadMemory, WithNeither) {
  for (const auto right : all_right)
    EXPECT_EQ(in_child_without({SYS_process_vm_readv, SYS_openat}, right), 0);
}

TEST(ReadMemory, WhenTheMainThreadIsGone) {
  for (const long first_way : {SYS_openat, SYS_process_vm_readv})
    for (const auto right : all_right)
      EXPECT_EQ(in_child_without_main_thread(
                    [=] { return deny({first_way, SYS_rt_sigprocmask}) ? right() : 100; }),
                0);
}

TEST(ReadMemory, LeavesNoFileOpen) {
  const auto right = [] {
    const int before = open("/dev/null", O_RDONLY | O_CLOEXEC);
    std::uint64_t from = 1, to = 0;
    if (!read_memory(reinterpret_cast<std::uintptr_t>(&from), &to, sizeof to) || to != 1) return 1;
    return open("/dev/null", O_RDONLY | O_CLOEXEC) == before + 1 ? 0 : 2;
  };
  EXPECT_EQ(in_child_without({SYS_process_vm_readv}, right), 0);
}

TEST(ReserveMemory, IsZerosOrNone) {
  auto* const memory = static_cast<std::uint8_t*>(reserve_memory(2 * TwoPages::page));
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(memory[0], 0);
  EXPECT_EQ(memory[2 * TwoPages::page - 1]++, 0);
  release_memory(memory, 2 * TwoPages::page);
  EXPECT_EQ(reserve_memory(~std::size_t{0} >> 1), nullptr) << "more than there are addresses";
}

// The kernel transfers what is in front of an unmapped page, and says so.
TEST(ProcFile, APartIsNotAll) {
  const TwoPages pages;
  const auto end = reinterpret_cast<std::uintptr_t>(pages.end());
  std::array<std::uint8_t, 24> bytes{};
  const ProcFile memory("/proc/thread-self/mem", O_RDWR);
  ASSERT_EQ(memory.error(), 0);
  EXPECT_EQ(memory.read_at(end - bytes.size(), bytes.data(), bytes.size()), 0);
  EXPECT_EQ(std::memcmp(bytes.data(), pages.end() - bytes.size(), bytes.size()), 0);
  EXPECT_EQ(memory.read_at(end - 16, bytes.data(), bytes.size()), EIO);
  EXPECT_EQ(memory.write_at(end - 16, bytes.data(), bytes.size()), EIO);
}

}  // namespace
}  // namespace retprobe
