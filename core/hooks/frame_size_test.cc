// Tests that the room which a hit looks for on the shadow stack (HandlerList::words) is what its
// frame takes.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/blocks/block.h"
#include "core/hooks/execution_stack.h"
#include "core/hooks/thread_registry.h"
#include "core/testlib/child.h"
#include "core/testlib/stack_calls.h"
#include "retprobe/probe.h"

namespace retprobe {

// The library's own, as in stacks_test.cc.
extern Registry registry [[gnu::weak]];

namespace {

const Record* hit_record = nullptr;
const std::uint64_t* top_in_flight = nullptr;

const std::uint64_t* top() { return registry.threads->thread->current->top; }

// How many words a call of several tracers has on the shadow stack, and how many were looked for.
// The latter may be one more for each tracer with data, for what aligns it.
int size_of_a_frame(const char* design, std::size_t tracers, std::size_t data_bytes) {
  if (configure({.design = design})) return 2;
  std::vector<Result<Tracer>> attached;
  for (std::size_t i = 0; i < tracers; ++i) {
    attached.push_back(Tracer::make({.name = "mine",
                                     .on_entry =
                                         [](void*, EntryFrame& call) {
                                           hit_record = call.record;
                                           return true;
                                         },
                                     .on_return = [](void*, ReturnFrame&) {},
                                     .entry_data_bytes = data_bytes}));
    if (!attached.back().ok() || attached.back()->attach("pf_meanwhile")) return 3;
  }
  const auto look = [](int value) {
    top_in_flight = top();
    return value;
  };
  (void)call_during(look, 1);
  const std::uint64_t* const before = top();
  (void)call_during(look, 1);
  const auto words = static_cast<std::size_t>(top_in_flight - before);
  const std::size_t wanted = hit_record->list.load()->words;
  if (top() != before || words > wanted) return 4;
  return words + (data_bytes ? tracers : 0) >= wanted ? 0 : 5;
}

using FrameSize = CallsOnStacks;
TEST_F(FrameSize, IsWhatAHitLooksFor) {
  for (const char* design : {"bitmask", "counted_shadow"})
    for (const unsigned tracers : {2u, 8u, 64u, 65u, 130u})
      for (const unsigned data_bytes : {0u, 16u, 40u})
        EXPECT_EQ(in_child([&] { return size_of_a_frame(design, tracers, data_bytes); }), 0)
            << design << ", " << tracers << " tracers with " << data_bytes << " bytes";
}

}  // namespace
}  // namespace retprobe
