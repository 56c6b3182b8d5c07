// Tests which memory counts as executable, with both ways to ask the kernel.
#include "core/system/executable_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace retprobe {
namespace {

constexpr std::size_t page = 4096;

/// Five pages: one without access, three with the access that a test sets, one without access.
class Pages {
 public:
  Pages()
      : memory_(static_cast<std::uint8_t*>(
            mmap(nullptr, 5 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {}
  ~Pages() { munmap(memory_, 5 * page); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  std::uintptr_t at(std::size_t number) const {
    return reinterpret_cast<std::uintptr_t>(memory_) + number * page;
  }
  void protect(std::size_t number, int access) const {
    ASSERT_EQ(mprotect(memory_ + number * page, page, access), 0);
  }

 private:
  std::uint8_t* memory_;
};

class Asked : public testing::TestWithParam<ExecutableMemory::Ask> {
 protected:
  /// Asks with a new object, as each batch does.
  static bool holds(std::uintptr_t begin, std::uintptr_t end) {
    ExecutableMemory memory(GetParam());
    const auto found = memory.holds(begin, end);
    EXPECT_TRUE(found.ok());
    return found.ok() && *found;
  }
};

TEST_P(Asked, CodeIsAndDataIsNot) {
  static int data = 0;
  const auto code = reinterpret_cast<std::uintptr_t>(&mprotect);
  EXPECT_TRUE(holds(code, code + 5));
  const auto word = reinterpret_cast<std::uintptr_t>(&data);
  EXPECT_FALSE(holds(word, word + sizeof data));
  EXPECT_FALSE(holds(page, page + 5));
  EXPECT_FALSE(holds(UINTPTR_MAX / 2, UINTPTR_MAX / 2 + 5));
}

TEST_P(Asked, EveryByteCounts) {
  const Pages pages;
  pages.protect(1, PROT_READ | PROT_EXEC);
  pages.protect(2, PROT_READ | PROT_WRITE | PROT_EXEC);  // a second, adjoining mapping
  pages.protect(3, PROT_READ);
  EXPECT_TRUE(holds(pages.at(1), pages.at(2)));
  EXPECT_TRUE(holds(pages.at(1), pages.at(3)));
  EXPECT_TRUE(holds(pages.at(2) - 3, pages.at(2) + 2));
  EXPECT_FALSE(holds(pages.at(1) - 1, pages.at(1) + 4));
  EXPECT_FALSE(holds(pages.at(3) - 4, pages.at(3) + 1));
  EXPECT_FALSE(holds(pages.at(1), pages.at(4)));
}

TEST_P(Asked, OneAfterTheOtherInAnyOrder) {
  const Pages pages;
  pages.protect(1, PROT_READ | PROT_EXEC);
  pages.protect(3, PROT_READ | PROT_EXEC);
  ExecutableMemory memory(GetParam());
  const auto asked = [&](std::size_t number) {
    return *memory.holds(pages.at(number), pages.at(number) + 5);
  };
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(asked(3));
    EXPECT_FALSE(asked(2));
    EXPECT_TRUE(asked(1));
    EXPECT_FALSE(asked(0));
  }
}

// The list of all mappings is longer than one piece of it that is read.
TEST_P(Asked, EachOfManyMappings) {
  constexpr std::size_t count = 1024;
  auto* const memory = static_cast<std::uint8_t*>(
      mmap(nullptr, count * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(memory, MAP_FAILED);
  for (std::size_t i = 0; i < count; i += 2)
    ASSERT_EQ(mprotect(memory + i * page, page, PROT_READ | PROT_EXEC), 0);
  ExecutableMemory mappings(GetParam());
  for (std::size_t i = 0; i < count; ++i) {
    const auto begin = reinterpret_cast<std::uintptr_t>(memory + i * page);
    const auto found = mappings.holds(begin, begin + page);
    ASSERT_TRUE(found.ok());
    ASSERT_EQ(*found, i % 2 == 0) << i;
  }
  munmap(memory, count * page);
}

// A new object must see a change of access.
TEST_P(Asked, AChangeOfAccessIsSeen) {
  const Pages pages;
  pages.protect(1, PROT_READ | PROT_EXEC);
  EXPECT_TRUE(holds(pages.at(1), pages.at(1) + 5));
  pages.protect(1, PROT_READ);
  EXPECT_FALSE(holds(pages.at(1), pages.at(1) + 5));
}

INSTANTIATE_TEST_SUITE_P(Kernel, Asked,
                         testing::Values(ExecutableMemory::Ask::one_address,
                                         ExecutableMemory::Ask::whole_list));

}  // namespace
}  // namespace retprobe
