// Tests recordings in memory: their sizes, and what is in their heads.
#include <gtest/gtest.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "clients/graph/recorder.h"
#include "clients/graph/trace.h"
#include "clients/testlib/held_recording.h"
#include "retprobe/probe.h"

namespace retprobe::graph {
namespace {

TEST(Recording, HoldsItsOwnRecords) {
  Held held(2, 3);
  const CallRecord* const first = held->calls(0);
  EXPECT_EQ(reinterpret_cast<const void*>(first), &held->lane(2));
  EXPECT_EQ(held->calls(1), first + 3);
  EXPECT_TRUE(held->holds(first));
  EXPECT_TRUE(held->holds(first + 5));
  EXPECT_FALSE(held->holds(first + 6));
  EXPECT_FALSE(held->holds(first - 1));
}

// The first recordings of the process. A thread that has recorded nothing has noted the id 0.
Held earliest[] = {Held(1, 1), Held(1, 1), Held(1, 1)};

TEST(Recording, NoneHasTheIdOfNone) {
  for (Held& held : earliest) EXPECT_NE(held->id, 0u);
}

TEST(Recording, HasTheSizesThatAreAskedFor) {
  Held held(2, 3, {100, 200}), another(4, 5);
  EXPECT_EQ(held->lane_count, 2u);
  EXPECT_EQ(held->calls_per_lane, 3u);
  EXPECT_EQ(held->core_begin, 100u);
  EXPECT_EQ(held->core_end, 200u);
  EXPECT_NE(held->id, 0u);
  EXPECT_NE(held->id, another->id);
}

TEST(Recording, TakesTheBytesOfItsParts) {
  const auto bytes = [](std::size_t threads, std::size_t calls) -> std::size_t {
    const auto wanted = recording_bytes("name", threads, calls);
    return wanted.ok() ? *wanted : 0;
  };
  EXPECT_EQ(bytes(1, 1), sizeof(Recording) + sizeof(Lane) + sizeof(CallRecord));
  EXPECT_EQ(bytes(2, 3), sizeof(Recording) + 2 * sizeof(Lane) + 6 * sizeof(CallRecord));
  Held held(2, 3);
  EXPECT_EQ(reinterpret_cast<const std::byte*>(held->calls(2)),
            reinterpret_cast<const std::byte*>(&*held) + bytes(2, 3));
}

TEST(Recording, OfNoCallIsRefused) {
  for (const auto& [threads, calls] : {std::pair(0, 1), std::pair(1, 0)}) {
    const auto bytes =
        recording_bytes("name", static_cast<std::size_t>(threads), static_cast<std::size_t>(calls));
    ASSERT_FALSE(bytes.ok());
    EXPECT_EQ(bytes.error().code(), Error::Code::usage);
    EXPECT_TRUE(bytes.error().message().starts_with("name: room for no call at all"))
        << bytes.error().message();
  }
}

// Each of these overflows in another place.
TEST(Recording, BeyondAllAddressesIsRefused) {
  static_assert(sizeof(Lane) == 64 && sizeof(CallRecord) == 40);
  constexpr std::size_t one = 1;
  const std::pair<std::size_t, std::size_t> sizes[] = {
      {one << 58, 1},                             // the lanes
      {1, one << 61},                             // the records of one lane
      {one << 40, one << 40},                     // those of all
      {(one << 58) - 1, 1},                       // lanes and records together
      {1, (~std::size_t{0} - sizeof(Lane)) / 40}  // with what is in front of them
  };
  for (const auto& [threads, calls] : sizes) {
    const auto bytes = recording_bytes("name", threads, calls);
    ASSERT_FALSE(bytes.ok()) << threads << " x " << calls << ": " << *bytes;
    EXPECT_EQ(bytes.error().code(), Error::Code::usage);
    EXPECT_TRUE(bytes.error().message().starts_with("name: " + std::to_string(threads) +
                                                    " threads x " + std::to_string(calls) +
                                                    " calls are more than there are addresses"))
        << bytes.error().message();
  }
}

TEST(Recording, TheCoresCodeIsItsWholeModule) {
  const auto inside =
      reinterpret_cast<std::uintptr_t>(static_cast<Error (*)(const Configuration&)>(configure));
  struct Bounds {
    std::uintptr_t inside, begin, end;
  } bounds{inside, ~std::uintptr_t{0}, 0};
  dl_iterate_phdr(
      [](dl_phdr_info* module, std::size_t, void* context) {
        Bounds& wanted = *static_cast<Bounds*>(context);
        Bounds found{0, ~std::uintptr_t{0}, 0};
        for (int i = 0; i < module->dlpi_phnum; ++i) {
          const ElfW(Phdr) & part = module->dlpi_phdr[i];
          if (part.p_type != PT_LOAD) continue;
          found.begin = std::min(found.begin, module->dlpi_addr + part.p_vaddr);
          found.end = std::max(found.end, module->dlpi_addr + part.p_vaddr + part.p_memsz);
        }
        if (wanted.inside >= found.begin && wanted.inside < found.end) {
          wanted.begin = found.begin;
          wanted.end = found.end;
        }
        return 0;
      },
      &bounds);
  const CodeRange core = core_code();
  EXPECT_EQ(core.begin, bounds.begin);
  EXPECT_EQ(core.end, bounds.end);
}

}  // namespace
}  // namespace retprobe::graph
