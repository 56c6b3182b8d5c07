// Chained wiring: a block for each attachment, a *stage*, each calling the next. How a function's
// stages are found, linked, and used again for another function once nobody can be in them.
#include <algorithm>
#include <iterator>

#include "core/control/control.h"
#include "core/control/control_change.h"
#include "core/hooks/stacks.h"

namespace retprobe {

// A later stage's block is reachable only through the stage before it, under the guard: so it may
// serve another function once every hook has ended, and every call that was entered through it (see
// reclaim).
Result<Record*> Control::stage_block(const SiteControl& control, const BlockKey& key) {
  auto& free = free_stages_[key];
  Record* record;
  if (!free.empty()) {
    record = free.back();
    free.pop_back();
  } else {
    SiteControl owner_of_one{.site = control.site};
    Result<Record*> fresh = block_for(owner_of_one, key);
    if (!fresh.ok()) return fresh;
    record = *fresh;
  }
  record->body = control.site->body();
  record->site = control.site;
  record->next_stage.store({}, std::memory_order_relaxed);
  return record;
}

// All stages of a function save the strongest register set of its tracers; a change of the set
// makes a new chain. The head block takes the first tracer; once that one is gone it passes through
// until the function has no tracer at all.
Error Control::plan_chain(Change& change) {
  SiteControl& control = *change.control;
  Record* head = change.live_after;
  const bool rebuild = change.live_before != head;
  const BlockKey key = key_of(control.members);
  for (std::size_t i = 0; i < control.members.size(); ++i) {
    auto& member = control.members[i];
    if (member.stage && !rebuild) continue;
    if (i == 0 && rebuild) {
      member.stage = head;
      continue;
    }
    Result<Record*> block = stage_block(control, key);
    if (!block.ok()) return block.error();  // those that were taken before: retire_stages
    member.stage = *block;
  }
  return {};
}

// Links the stages from the last to the first, so that a hook finds each link complete, and writes
// a stage's tracer before the link that leads to it. An old head, which slow threads may still
// enter, leads to the new one: one word, read once by a hook, says so, and whoever read the word
// before goes through the old stages, which stay as they are until every hook has ended.
void Control::publish_chain(Change& change) {
  SiteControl& control = *change.control;
  Record* head = change.live_after;
  const Record* next = nullptr;
  for (auto member = control.members.rbegin(); member != control.members.rend(); ++member) {
    if (member->stage == head) continue;
    member->stage->single.store(member->handle, std::memory_order_relaxed);
    member->stage->next_stage.store(ChainLink::to(next), std::memory_order_release);
    next = member->stage;
  }
  const bool head_taken = control.members.front().stage == head;
  head->single.store(head_taken ? control.members.front().handle : Handle{},
                     std::memory_order_relaxed);
  head->next_stage.store(ChainLink::to(next), std::memory_order_release);
  if (change.live_before && change.live_before != head)
    change.live_before->next_stage.store(ChainLink::past_own_tracer_to(head),
                                         std::memory_order_release);
}

// Stages that only `gone` has, and `kept` has not.
void Control::retire_stages(SiteControl& control, std::span<const SiteControl::Member> kept,
                            std::span<const SiteControl::Member> gone) {
  for (const auto& member : gone) {
    Record* stage = member.stage;
    if (!stage) continue;
    const bool used =
        std::ranges::any_of(kept, [&](const auto& other) { return other.stage == stage; });
    const bool head = std::ranges::any_of(control.blocks,
                                          [&](const auto& block) { return block.record == stage; });
    if (used || head) continue;
    // It stays as it is meanwhile: a hook may be on its way through.
    const BlockKey key = key_of(gone);
    call_after_grace_period_if_possible([this, stage, key] {
      stage->single.store({}, std::memory_order_release);
      parked_stages_.emplace_back(stage, key);
    });
  }
}

// Runs what is due. A stage serves anew when no call in flight has it in its frame, where an exit
// handler finds the function's name, and every return hook has ended that may have popped such a
// frame just now.
void Control::reclaim() {
  run_due_callbacks();
  if (parked_stages_.empty()) return;
  const std::vector<bool> in_flight = records_in_flight();
  const auto is_free = [&](const auto& parked) { return !in_flight[index_of(*parked.first)]; };
  std::vector<std::pair<Record*, BlockKey>> empty;
  std::ranges::copy_if(parked_stages_, std::back_inserter(empty), is_free);
  if (empty.empty()) return;
  call_after_grace_period([this, empty = std::move(empty)]() mutable {
    for (; !empty.empty(); empty.pop_back())
      free_stages_[empty.back().second].push_back(empty.back().first);
  });
  std::erase_if(parked_stages_,
                is_free);  // last: nothing is lost where memory for the rest was not to be had
}

}  // namespace retprobe
