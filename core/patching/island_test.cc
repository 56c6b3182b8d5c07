// Tests near islands: where they are placed, what they lead to, and how fork affects them.
#include "core/patching/island.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/patching/text_poke.h"
#include "core/testlib/child.h"

namespace retprobe {
namespace {

constexpr std::uintptr_t gibibyte = 1 << 30;

// The targets of the islands. They are far from the sites of these tests, which are in memory that
// the tests map.
asm(R"(
  .text
  .type far_target, @function
far_target:
  lea 1(%rdi), %rax
  ret
  .type farther_target, @function
farther_target:
  lea 2(%rdi), %rax
  ret
)");
extern "C" {
long far_target(long);
long farther_target(long);
}

template <class Function>
std::uintptr_t address(Function* function) {
  return reinterpret_cast<std::uintptr_t>(function);
}

/// Pages of code far from everything else. A site is the start of any of its 64-byte lines.
class FarCode {
 public:
  explicit FarCode(std::uintptr_t where, std::size_t size = 4096) : size_(size) {
    memory_ = mmap(reinterpret_cast<void*>(where), size, PROT_READ | PROT_EXEC,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    EXPECT_NE(memory_, MAP_FAILED) << std::strerror(errno);
  }
  ~FarCode() { munmap(memory_, size_); }
  FarCode(const FarCode&) = delete;
  FarCode& operator=(const FarCode&) = delete;

  std::uintptr_t site(std::size_t line = 0) const {
    return reinterpret_cast<std::uintptr_t>(memory_) + line * 64;
  }

  /// A function at `line` that consists of one jump to `where`.
  long (*jump_at(std::size_t line, std::uintptr_t where))(long) {
    const SiteBytes bytes = encode_jump(site(line), where);
    mprotect(memory_, size_, PROT_READ | PROT_WRITE);
    std::memcpy(reinterpret_cast<void*>(site(line)), bytes.data(), bytes.size());
    mprotect(memory_, size_, PROT_READ | PROT_EXEC);
    return reinterpret_cast<long (*)(long)>(site(line));
  }

 private:
  void* memory_;
  std::size_t size_;
};

std::uintptr_t must_reach(std::uintptr_t site, std::uintptr_t target) {
  const auto found = reachable(site, target);
  EXPECT_TRUE(found.ok()) << (found.ok() ? "" : found.error().message());
  return found.ok() ? *found : 0;
}

/// Where the `jmp *distance(%rip)` of an island leads.
std::uintptr_t leads_to(std::uintptr_t island) {
  std::array<std::uint8_t, 6> code;
  std::memcpy(code.data(), reinterpret_cast<const void*>(island), code.size());
  if (code[0] != 0xff || code[1] != 0x25) return 0;
  std::int32_t distance;
  std::memcpy(&distance, &code[2], sizeof distance);
  std::uintptr_t target;
  const std::uintptr_t at =
      island + code.size() + static_cast<std::uintptr_t>(std::int64_t{distance});
  std::memcpy(&target, reinterpret_cast<const void*>(at), sizeof target);
  return target;
}

/// The protection of the mapping at `where`, from /proc/self/maps.
std::string protection(std::uintptr_t where) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0, end = 0;
    std::array<char, 5> words{};
    if (std::sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, words.data()) != 3) continue;
    if (begin <= where && where < end) return words.data();
  }
  return "";
}

TEST(Island, NearTargetsNeedNone) {
  const auto target = address(far_target);
  EXPECT_EQ(must_reach(target + 0x1000, target), target);
  EXPECT_EQ(must_reach(target - 0x70000000, target), target);
  EXPECT_EQ(island_target(target), 0u);
}

TEST(Island, LeadsFromAFarSiteToItsTarget) {
  FarCode code(0x200000000000);
  const std::uintptr_t first = must_reach(code.site(0), address(far_target));
  const std::uintptr_t second = must_reach(code.site(1), address(farther_target));
  EXPECT_NE(first, address(far_target));
  EXPECT_NE(first, second);
  EXPECT_EQ(code.jump_at(0, first)(41), 42);
  EXPECT_EQ(code.jump_at(1, second)(41), 43);
  EXPECT_EQ(island_target(first), address(far_target));
  EXPECT_EQ(island_target(second), address(farther_target));
  EXPECT_EQ(island_target(first + 1), 0u);
  // The same target and neighbourhood give the same island.
  EXPECT_EQ(must_reach(code.site(2), address(far_target)), first);
  // Another neighbourhood gives another island.
  FarCode elsewhere(0x210000000000);
  const std::uintptr_t third = must_reach(elsewhere.site(0), address(far_target));
  EXPECT_NE(third, first);
  EXPECT_EQ(elsewhere.jump_at(0, third)(1), 2);
}

TEST(Island, NothingIsWritableAndExecutable) {
  FarCode code(0x220000000000);
  const std::uintptr_t island = must_reach(code.site(0), address(far_target));
  EXPECT_EQ(protection(island), "r-xs");
  std::ifstream maps("/proc/self/maps");
  std::size_t lines = 0;
  for (std::string line; std::getline(maps, line); ++lines) {
    const std::string words = line.substr(line.find(' ') + 1, 4);
    EXPECT_FALSE(words[1] == 'w' && words[2] == 'x') << line;
  }
  EXPECT_GT(lines, 10u);
}

TEST(Island, ManyTargetsFillSeveralChunksAndAllLeadRight) {
  FarCode code(0x230000000000, 1 << 20);
  // More islands than fit in one chunk, each with its own target: a far address that is never run.
  constexpr std::size_t count = 6000;
  std::set<std::uintptr_t> islands;
  std::vector<std::uintptr_t> in_order;
  for (std::size_t at = 0; at < count; ++at) {
    in_order.push_back(must_reach(code.site(at), 0x100000000000 + at * 16));
    islands.insert(in_order.back());
  }
  EXPECT_EQ(islands.size(), count);
  for (std::size_t at = 0; at < count; ++at) {
    ASSERT_EQ(leads_to(in_order[at]), 0x100000000000 + at * 16);
    ASSERT_EQ(island_target(in_order[at]), 0x100000000000 + at * 16);
    ASSERT_EQ(must_reach(code.site(count - at), 0x100000000000 + at * 16), in_order[at]);
  }
  const std::uintptr_t last = must_reach(code.site(0), address(far_target));
  EXPECT_EQ(code.jump_at(0, last)(6), 7);
}

TEST(Island, FindsAPlaceOnEitherSideAndSaysWhenThereIsNone) {
  // The child's address space around a site is full, except for one gap.
  const auto with_gap = [](std::uintptr_t gap) {
    return [gap] {
      constexpr std::uintptr_t middle = 0x300000000000;
      FarCode code(middle);
      const auto fill = [](std::uintptr_t from, std::uintptr_t to) {
        return mmap(reinterpret_cast<void*>(from), to - from, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
                    0) != MAP_FAILED;
      };
      const std::uintptr_t room = 1 << 20;
      const std::uintptr_t low = middle - 3 * gibibyte, high = middle + 3 * gibibyte;
      bool filled = true;
      if (gap == 0) {
        filled = fill(low, middle) && fill(middle + 4096, high);
      } else if (gap < middle) {
        filled = fill(low, gap) && fill(gap + room, middle) && fill(middle + 4096, high);
      } else {
        filled = fill(low, middle) && fill(middle + 4096, gap) && fill(gap + room, high);
      }
      if (!filled) return 2;
      const auto found = reachable(code.site(0), address(far_target));
      if (gap == 0) {
        if (found.ok()) return 3;
        if (found.error().message().find("0x300000000000") == std::string::npos) return 4;
        return found.error().code() == Error::Code::exhausted ? 0 : 5;
      }
      if (!found.ok()) return 6;
      if (*found < gap || *found >= gap + room) return 7;
      return code.jump_at(0, *found)(9) == 10 ? 0 : 8;
    };
  };
  constexpr std::uintptr_t middle = 0x300000000000;
  EXPECT_EQ(in_child(with_gap(middle - 16 * 4096 - (1 << 20))), 0);
  EXPECT_EQ(in_child(with_gap(middle + 16 * 4096)), 0);
  EXPECT_EQ(in_child(with_gap(middle - gibibyte)), 0);
  EXPECT_EQ(in_child(with_gap(middle + gibibyte)), 0);
  EXPECT_EQ(in_child(with_gap(middle - 2 * gibibyte + (32 << 20))), 0);
  EXPECT_EQ(in_child(with_gap(middle + 2 * gibibyte - (32 << 20))), 0);
  EXPECT_EQ(in_child(with_gap(0)), 0);
}

/// Leaves no free address space between `from` and `to`.
bool fill_gaps(std::uintptr_t from, std::uintptr_t to) {
  std::ifstream maps("/proc/self/maps");
  std::vector<std::array<std::uintptr_t, 2>> gaps;
  std::uintptr_t free_from = from;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx", &begin, &end) != 2) continue;
    if (begin > free_from) gaps.push_back({free_from, std::min(begin, to)});
    free_from = std::max(free_from, end);
    if (free_from >= to) break;
  }
  if (free_from < to) gaps.push_back({free_from, to});
  for (const auto& [begin, end] : gaps) {
    if (mmap(reinterpret_cast<void*>(begin), end - begin, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
             0) == MAP_FAILED) {
      return false;
    }
  }
  return true;
}

TEST(Island, TheNearerOfTwoPlacesIsTaken) {
  constexpr std::uintptr_t middle = 0x300000000000, room = 1 << 20;
  const auto with_gaps = [](std::uintptr_t below, std::uintptr_t above) {
    return [below, above] {
      FarCode code(middle);
      void* const gaps[] = {reinterpret_cast<void*>(below), reinterpret_cast<void*>(above)};
      for (void* const gap : gaps)
        if (mmap(gap, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) !=
            gap)
          return 2;
      if (!fill_gaps(middle - 3 * gibibyte, middle + 3 * gibibyte)) return 3;
      for (void* const gap : gaps) munmap(gap, room);
      const std::uintptr_t nearer = middle - below < above - middle ? below : above;
      const auto found = reachable(code.site(0), address(far_target));
      return found.ok() && *found >= nearer && *found < nearer + room ? 0 : 4;
    };
  };
  EXPECT_EQ(in_child(with_gaps(middle - gibibyte, middle + 16 * 4096)), 0);
  EXPECT_EQ(in_child(with_gaps(middle - 16 * 4096 - room, middle + gibibyte)), 0);
}

/// A module: a page of code with `count` jumps from `offset` on, and their words in the next page.
/// patchable_islands.S makes the same.
class Module {
 public:
  explicit Module(std::uintptr_t where, std::size_t offset = 2048, std::size_t count = 2)
      : room{.code = where + offset, .targets = where + 4096, .count = count, .stays = true},
        code_(where) {
    words_ = mmap(reinterpret_cast<void*>(room.targets), 4096, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    EXPECT_NE(words_, MAP_FAILED) << std::strerror(errno);
    mprotect(reinterpret_cast<void*>(where), 4096, PROT_READ | PROT_WRITE);
    // Each jump and each word takes eight bytes, so all jumps are the same.
    const auto distance = static_cast<std::uint32_t>(room.targets - room.code - 6);
    for (std::size_t i = 0; i < count; ++i) {
      auto* const jump = reinterpret_cast<std::uint8_t*>(room.code + i * room_island_size);
      jump[0] = 0xff, jump[1] = 0x25;
      std::memcpy(jump + 2, &distance, sizeof distance);
    }
    mprotect(reinterpret_cast<void*>(where), 4096, PROT_READ | PROT_EXEC);
  }
  ~Module() { munmap(words_, 4096); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  std::uintptr_t reach(std::size_t line, std::uintptr_t target) const {
    const auto found = reachable(code_.site(line), target, room);
    EXPECT_TRUE(found.ok());
    return found.ok() ? *found : 0;
  }
  FarCode& code() { return code_; }

  const IslandRoom room;

 private:
  FarCode code_;
  void* words_;
};

TEST(Island, AModulesOwnRoomComesFirst) {
  constexpr std::uintptr_t where = 0x280000000000;
  {
    Module module(where);
    const IslandRoom& room = module.room;
    EXPECT_EQ(module.reach(0, address(far_target)), room.code);
    EXPECT_EQ(module.reach(1, address(farther_target)), room.code + 8);
    EXPECT_EQ(module.reach(2, address(far_target)), room.code)
        << "the same target: the same island";
    EXPECT_EQ(module.code().jump_at(0, room.code)(41), 42);
    EXPECT_EQ(module.code().jump_at(1, room.code + 8)(41), 43);
    EXPECT_EQ(island_target(room.code + 8), address(farther_target));
    // No room is left in the module.
    const std::uintptr_t other = module.reach(3, address(far_target) + 1);
    EXPECT_TRUE(other != 0 && other - room.code >= room.count * room_island_size);
  }
  // Another module is loaded at the same place.
  Module module(where);
  EXPECT_EQ(module.reach(4, address(farther_target)), module.room.code);
  EXPECT_EQ(module.code().jump_at(4, module.room.code)(41), 43);
}

TEST(Island, ARoomOfOneIsFilled) {
  const Module module(0x2b0000000000, 2048, 1);
  EXPECT_EQ(module.reach(0, address(far_target)), module.room.code);
  const std::uintptr_t other = module.reach(1, address(farther_target));
  EXPECT_TRUE(other != 0 && other - module.room.code >= room_island_size);
}

TEST(Island, OneOfAModuleThatWentIsNotTakenForTheNextModules) {
  constexpr std::uintptr_t where = 0x290000000000;
  const std::uintptr_t target = address(far_target);
  {
    const Module module(where, 2048);
    EXPECT_EQ(module.reach(0, target), where + 2048);
  }
  // In the next module, that address lies in the middle of an island.
  const Module module(where, 2044);
  EXPECT_EQ(module.reach(0, target), where + 2044);
  EXPECT_EQ(module.reach(1, target), where + 2044);
}

TEST(Island, OneOfAModuleThatWentIsNotTakenForOneInAChunk) {
  EXPECT_EQ(in_child([] {
              constexpr std::uintptr_t middle = 0x2a0000000000, where = middle + (1 << 20);
              constexpr std::uintptr_t hole = 61440;  // a chunk fits
              const FarCode code(middle);
              const std::uintptr_t target = address(far_target);
              {
                const Module module(where);
                if (module.reach(0, target) != where + 2048) return 2;
                if (!fill_gaps(middle - 2 * gibibyte, where)) return 3;
                if (!fill_gaps(where + hole, where + 2 * gibibyte)) return 4;
              }
              const std::uintptr_t other = must_reach(code.site(0), address(farther_target));
              if (other != where) return 5;
              return leads_to(must_reach(code.site(1), target)) == target ? 0 : 6;
            }),
            0);
}

TEST(Island, LeavesTheHeapRoomToGrow) {
  // Everything is full up to the program break. The nearest gap is the space that the heap grows
  // into.
  EXPECT_EQ(in_child([] {
              const std::uintptr_t site = address(far_target);
              const auto heap = reinterpret_cast<std::uintptr_t>(sbrk(0));
              if (heap < site || heap - site > gibibyte - (64 << 20))
                return 0;  // the heap is not near the program here
              if (!fill_gaps(site / 4096 * 4096 - 2 * gibibyte, heap)) return 2;
              const auto found = reachable(site, 0x100000000000);
              if (!found.ok()) return 3;
              if (*found < heap + gibibyte) return 4;
              return sbrk(512 << 20) == reinterpret_cast<void*>(-1) ? 5 : 0;
            }),
            0);
}

TEST(Island, LeavesTheStackRoomToGrow) {
  // A site half a gibibyte below the main thread's stack. Everything around it is full, up to 64
  // MiB below the stack.
  EXPECT_EQ(in_child([] {
              std::uintptr_t stack = 0;
              std::ifstream maps("/proc/self/maps");
              for (std::string line; std::getline(maps, line);) {
                if (line.ends_with("[stack]") && std::sscanf(line.c_str(), "%lx-", &stack) != 1)
                  return 2;
              }
              if (stack == 0) return 3;
              const std::uintptr_t site = stack - gibibyte / 2;
              if (!fill_gaps(site - 2 * gibibyte, stack - (64 << 20))) return 4;
              const auto found = reachable(site, 0x100000000000);
              // An island above the stack is fine, and so is no island.
              if (!found.ok()) return found.error().code() == Error::Code::exhausted ? 0 : 5;
              return *found < stack ? 6 : 0;
            }),
            0);
}

// A tracer may be attached to a site whose module another thread has just closed. Its islands are
// not looked at then, and what lies there is left as it is.
TEST(Island, ARoomThatWentIsNotUsed) {
  const auto reached_without = [](auto take_away) {
    return in_child([&] {
      Module module(0x2a0000000000, 2048, 4);
      IslandRoom room = module.room;
      const auto reach = [&](std::size_t line, std::uintptr_t target) {
        const auto found = reachable(module.code().site(line), target, room);
        return found.ok() ? *found : 0;
      };
      room.stays = false;
      room.module = loaded_modules()->modules.front();
      if (reach(0, address(far_target)) != room.code) return 1;
      room.module.base += 4096;
      take_away(room);
      for (std::size_t line = 0; line < 2; ++line) {
        const std::uintptr_t found =
            reach(line, line == 0 ? address(far_target) : address(farther_target));
        if (found == 0 || found - room.code < room.count * room_island_size) return 2;
      }
      return 0;
    });
  };
  const auto unmap = [](std::uintptr_t part) {
    munmap(reinterpret_cast<void*>(part & ~std::uintptr_t{4095}), 4096);
  };
  EXPECT_EQ(reached_without([&](const IslandRoom& room) {
              unmap(room.code);
              unmap(room.targets);
            }),
            0);
  // It is being loaded again: its code is mapped, the words are not yet.
  EXPECT_EQ(reached_without([&](const IslandRoom& room) { unmap(room.targets); }), 0);
  // Another module lies there, or the same one is loaded again.
  EXPECT_EQ(reached_without([](const IslandRoom&) {}), 0);
}

TEST(Island, AChildNeverWritesToItsParents) {
  FarCode code(0x240000000000);
  const std::uintptr_t before = must_reach(code.site(0), 0x100000000000);
  std::array<int, 2> pipe_ends;
  ASSERT_EQ(pipe(pipe_ends.data()), 0);
  for (const bool bypass : {false, true}) {
    // The child makes many islands, and the parent makes one at the same time. Each must keep its
    // own.
    const pid_t child = bypass ? _Fork() : fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      // An island from before the fork works in the child, too.
      if (must_reach(code.site(1), 0x100000000000) != before) _exit(2);
      for (std::uintptr_t at = 0; at < 100; ++at) {
        const std::uintptr_t target = 0x110000000000 + at * 16;
        if (island_target(must_reach(code.site(0), target)) != target) _exit(3);
      }
      const auto island = must_reach(code.site(0), address(far_target));
      if (code.jump_at(0, island)(1) != 2) _exit(4);
      // A grandchild does not write to the child's islands.
      const int grandchild = in_child([&] {
        const auto mine = must_reach(code.site(0), address(farther_target));
        return island_target(mine) == address(farther_target) &&
                       island_target(island) == address(far_target)
                   ? 0
                   : 1;
      });
      if (grandchild != 0) _exit(5);
      char byte = 0;
      if (read(pipe_ends[0], &byte, 1) != 1)
        _exit(6);  // waits until the parent has made its island
      for (std::uintptr_t at = 0; at < 100; ++at) {
        const std::uintptr_t target = 0x110000000000 + at * 16;
        if (island_target(must_reach(code.site(0), target)) != target) _exit(7);
      }
      if (code.jump_at(0, island)(1) != 2) _exit(8);
      _exit(0);
    }
    const std::uintptr_t target = 0x120000000000 + (bypass ? 16 : 0);
    const std::uintptr_t after = must_reach(code.site(0), target);
    ASSERT_EQ(write(pipe_ends[1], "x", 1), 1);
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    EXPECT_EQ(island_target(after), target);
    EXPECT_EQ(island_target(before), 0x100000000000u);
    // The parent can still use the next place in its chunk.
    EXPECT_EQ(island_target(must_reach(code.site(0), target + 0x1000)), target + 0x1000);
  }
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

/// Answers memfd_create with this error where its flags have one of `flags`; where `flags` is 0,
/// always.
bool refuse_memfd(unsigned flags, unsigned error) {
  const auto test = static_cast<std::uint16_t>(flags ? BPF_JSET : BPF_JGE);
  std::array<sock_filter, 6> filter{
      {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
       BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 0, 3),
       BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[1])),
       BPF_JUMP(static_cast<std::uint16_t>(BPF_JMP | BPF_K | test), flags, 0, 1),
       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
  const sock_fprog program{filter.size(), filter.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST(Island, SaysSoWhereMemfdIsForbidden) {
  EXPECT_EQ(in_child([] {
              if (!refuse_memfd(0, EPERM)) return 2;
              const auto found = reachable(0x250000000000, address(far_target));
              if (found.ok()) return 4;
              return found.error().message().find("memfd_create") != std::string::npos ? 0 : 5;
            }),
            0);
}

TEST(Island, KernelsThatDoNotKnowExecutableMemfdsHaveThem) {
  EXPECT_EQ(in_child([] {
              constexpr unsigned mfd_exec = 0x10;  // Linux 6.3
              if (!refuse_memfd(mfd_exec, EINVAL)) return 2;
              FarCode code(0x250000000000);
              const std::uintptr_t island = must_reach(code.site(0), address(far_target));
              return code.jump_at(0, island)(41) == 42 ? 0 : 3;
            }),
            0);
}

TEST(Island, ThreadsShareThem) {
  FarCode code(0x260000000000);
  std::vector<std::thread> threads;
  std::vector<std::vector<std::uintptr_t>> found(4);
  for (auto& mine : found) {
    threads.emplace_back([&] {
      for (std::uintptr_t at = 0; at < 500; ++at) {
        const auto island = reachable(code.site(0), 0x130000000000 + at * 16);
        mine.push_back(island.ok() ? *island : 0);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::uintptr_t at = 0; at < 500; ++at) {
    EXPECT_EQ(island_target(found[0][at]), 0x130000000000 + at * 16);
    for (const auto& mine : found) EXPECT_EQ(mine[at], found[0][at]);
  }
}

TEST(Island, APokedSiteGoesThereUnderLoad) {
  FarCode code(0x270000000000);
  const std::uintptr_t site = code.site(0);
  auto* const function = code.jump_at(0, must_reach(site, address(far_target)));
  const SiteBytes one = encode_jump(site, must_reach(site, address(far_target)));
  const SiteBytes two = encode_jump(site, must_reach(site, address(farther_target)));
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> calls{0}, wrong{0};
  std::thread caller([&] {
    for (long at = 0; !stop; ++at, ++calls) {
      const long more = function(at) - at;
      if (more != 1 && more != 2) ++wrong;
    }
  });
  for (int round = 0; round < 1000 || calls < 1000; ++round) {
    const Poke poke{site, round % 2 == 0 ? one : two, round % 2 == 0 ? two : one};
    const Error error = text_poke(std::span(&poke, 1));
    ASSERT_FALSE(error) << error.message();
  }
  stop = true;
  caller.join();
  EXPECT_EQ(wrong, 0u);
}

}  // namespace
}  // namespace retprobe
