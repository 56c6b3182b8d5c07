// Chained wiring. Each attachment has a block, called a *stage*, and each stage calls the next.
// This file finds a function's stages, links them, and reuses them for other functions when no
// thread can be in them.
#include <algorithm>
#include <iterator>

#include "core/control/control.h"
#include "core/control/control_change.h"
#include "core/hooks/stacks.h"

namespace retprobe {

// A block for a stage other than the head. Threads reach it only through the stage before it, with
// the guard set. So it may be reused for another function after a grace period. A call that was
// entered through it may still be in flight: its T leads to the same return trampoline, and its
// handlers get the function from their attachments.
Result<Record*> Control::stage_block(const SiteControl& control, const BlockKey& key) {
  auto& free = free_stages_[key];
  Record* record = nullptr;
  if (free.empty()) {
    SiteControl owner_of_one{.site = control.site};
    Result<Record*> fresh = block_for(owner_of_one, key);
    if (!fresh.ok()) return fresh;
    record = *fresh;
  } else {
    record = free.back();
    free.pop_back();
  }
  record->body = control.site->body();
  record->site = control.site;
  record->next_stage.store({}, std::memory_order_relaxed);
  return record;
}

namespace {

// Whether a chain's head may serve this tracer. A slow thread in an old head may have read a link
// to a stage of the same tracer. If the head served it now, the thread would tell it of the call
// twice.
bool may_serve(const Record& head, Handle tracer) {
  const Handle served = head.single.load(std::memory_order_relaxed);
  const bool unused = served.empty() && head.next_stage.load(std::memory_order_relaxed).empty();
  return unused || served.bits == tracer.bits;
}

}  // namespace

// All stages of a function save the largest register set of its tracers. If that set changes, a new
// chain is made. The head block serves the first tracer. When that tracer has detached, the head
// only leads to the next stage, until the function has no tracer at all.
Error Control::plan_chain(Change& change) {
  SiteControl& control = *change.control;
  Record* head = change.live_after;
  const bool rebuild = change.live_before != head;
  const BlockKey key = key_of(control.members);
  for (std::size_t i = 0; i < control.members.size(); ++i) {
    auto& member = control.members[i];
    if (member.stage && !rebuild) continue;
    if (i == 0 && rebuild && may_serve(*head, member.handle)) {
      member.stage = head;
      continue;
    }
    Result<Record*> block = stage_block(control, key);
    if (!block.ok()) return block.error();  // retire_stages frees the stages taken before this one
    member.stage = *block;
  }
  return {};
}

// Links the stages from the last to the first, and writes a stage's tracer before the link that
// leads to it. So a hook always finds a complete chain. Slow threads may still enter an old head
// block, so its link now leads to the new head. A hook reads that link once, as one word. A hook
// that read it before goes through the old stages, which stay unchanged for a grace period.
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

// Retires the stages that members in `gone` have and no member in `kept` has.
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
    // The stage stays unchanged for a grace period, since a hook may be passing through it.
    const BlockKey key = key_of(gone);
    call_after_grace_period_if_possible([this, stage, key] {
      stage->single.store({}, std::memory_order_release);
      free_stages_[key].push_back(stage);
    });
  }
}

}  // namespace retprobe
