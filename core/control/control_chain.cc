// Chained wiring. Each attachment has a block, called a *stage*, and each stage calls the next. A
// stage is reused for other functions when no thread can be in it.
#include <algorithm>

#include "core/control/wiring.h"
#include "core/hooks/grace_period.h"

namespace retprobe {
namespace {

// Whether a chain's head may serve this tracer. A slow thread in an old head may have read a link
// to a stage of the same tracer. If the head served it now, the thread would tell it of the call
// twice.
bool may_serve(const Record& head, Handle tracer) {
  const Handle served = head.single.load(std::memory_order_relaxed);
  const bool unused = served.empty() && head.next_stage.load(std::memory_order_relaxed).empty();
  return unused || served.bits == tracer.bits;
}

// Links the stages from the last to the first, and writes a stage's tracer before the link that
// leads to it. So a hook always finds a complete chain. Slow threads may still enter an old head
// block, so its link now leads to the new head. A hook reads that link once, as one word. A hook
// that read it before goes through the old stages, which stay unchanged for a grace period.
void publish_chain(Members members, Record* head, Record* old_head) {
  const Record* next = nullptr;
  for (auto member = members.rbegin(); member != members.rend(); ++member) {
    if (member->stage == head) continue;
    member->stage->single.store(member->handle, std::memory_order_relaxed);
    member->stage->next_stage.store(ChainLink::to(next), std::memory_order_release);
    next = member->stage;
  }
  const bool head_taken = !members.empty() && members[0].stage == head;
  head->single.store(head_taken ? members[0].handle : Handle{}, std::memory_order_relaxed);
  head->next_stage.store(ChainLink::to(next), std::memory_order_release);
  if (old_head && old_head != head)
    old_head->next_stage.store(ChainLink::past_own_tracer_to(head), std::memory_order_release);
}

class Chained final : public SiteWiring {
 public:
  using SiteWiring::SiteWiring;

  // All stages of a function save the largest register set of its tracers. If that set changes, a
  // new chain is made. The head block serves the first tracer. When that tracer has detached, the
  // head only leads to the next stage, until the function has no tracer at all.
  Result<std::uintptr_t> plan(SiteChange& change) override {
    SiteControl& control = *change.control;
    const BlockKey key = key_of(control.members);
    Result<std::uintptr_t> target = plan_block(change, key, no_link);
    if (!target.ok()) return target;
    Record* head = change.live_after;
    const bool rebuild = change.live_before != head;
    for (auto& member : control.members) {
      if (member.stage && !rebuild) continue;
      const bool first = &member == control.members.data();
      const Result<Record*> stage = first && rebuild && may_serve(*head, member.handle)
                                        ? head
                                        : take_stage(*control.site, key);
      if (!stage.ok()) return stage.error();  // put_back retires those taken before this one
      member.stage = *stage;
    }
    return target;
  }

  void publish(SiteChange& change) override {
    publish_chain(change.control->members, change.live_after, change.live_before);
  }

  void settle(SiteChange& change, Members before) override {
    retire_stages(*change.control, change.control->members, before);
  }

  void put_back(SiteChange& change, Members before, bool published) override {
    if (published && change.live_before)
      publish_chain(before, change.live_before, change.live_after);
    retire_stages(*change.control, before, change.control->members);
  }

 private:
  // A block for a stage other than the head. Threads reach it only through the stage before it,
  // with the guard set. So it may be reused for another function after a grace period. A call that
  // was entered through it may still be in flight: its T leads to the same return trampoline, and
  // its handlers get the function from their attachments.
  Result<Record*> take_stage(const Site& site, const BlockKey& key) {
    auto& free = free_stages_[static_cast<std::size_t>(key.set)];
    if (free.empty()) return make_block(site, key, no_link);
    Record* record = free.back();
    free.pop_back();
    record->body = site.body();
    record->site = &site;
    return record;
  }

  // Retires the stages that members in `gone` have and no member in `kept` has. Empties the heads
  // when no member is kept.
  void retire_stages(const SiteControl& control, Members kept, Members gone) {
    auto& free = free_stages_[static_cast<std::size_t>(key_of(gone).set)];
    for (const auto& member : gone) {
      Record* const stage = member.stage;
      if (!stage || std::ranges::count(kept, stage, &SiteControl::Member::stage) != 0 ||
          std::ranges::count(control.blocks, stage, &SiteControl::Block::record) != 0)
        continue;  // none yet, or kept, or a head
      // The stage stays unchanged for a grace period, since a hook may be passing through it.
      call_after_grace_period_if_possible([stage, &free] {
        stage->single.store({}, std::memory_order_release);
        free.push_back(stage);
      });
    }
    if (!kept.empty()) return;
    for (const auto& [key, record] : control.blocks)
      if (key.design == &design_) publish_chain({}, record, nullptr);
  }

  static constexpr DesignWord no_link{};  // the same bits as an empty ChainLink
  std::vector<Record*> free_stages_[register_set_count];
};

}  // namespace

SiteWiring* make_chained_wiring(const DesignEntry& design, Transfer transfer) {
  return new Chained(design, transfer);
}

}  // namespace retprobe
