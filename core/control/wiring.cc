// The wirings in which all tracers of a function share one block, and the choice of a wiring.
#include "core/control/wiring.h"

#include <algorithm>
#include <bit>
#include <map>
#include <new>

#include "core/hooks/grace_period.h"

namespace retprobe {
namespace {

constexpr HandlerList empty_list{};
constexpr std::uint32_t least_frame_bytes = 64;

// A list begins at a cache line, so that reading it costs the same in every run.
constexpr std::align_val_t line{64};

HandlerList* make_list(Members members, const DesignEntry& design) {
  const std::size_t bytes = sizeof(HandlerList) + members.size() * sizeof(Handle);
  auto* list = static_cast<HandlerList*>(::operator new(bytes, line));
  list->count = static_cast<std::uint32_t>(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) list->handles[i] = members[i].handle;
  list->words = design.cold.words({list->handles, list->count});
  return list;
}

void free_list(const HandlerList* list) { ::operator delete(const_cast<HandlerList*>(list), line); }

void retire_list(const HandlerList* list) {
  if (list && list != &empty_list) call_after_grace_period_if_possible([list] { free_list(list); });
}

// All tracers share a block, of the slot shape or framed. The direct block's record has the one
// tracer, the iterating block's record has the list.
class Shared final : public SiteWiring {
 public:
  using SiteWiring::SiteWiring;

  Result<std::uintptr_t> plan(SiteChange& change) override {
    const SiteControl& control = *change.control;
    BlockKey key = key_of(control.members);
    DesignWord word = control.design_word;
    change.single = control.members[0].handle;
    if (control.members.size() > 1) {
      key.path = Path::iterating;
      change.list = make_list(control.members, design_);
    }
    if (shape == Shape::framed) {
      const std::uint32_t words =
          change.list ? change.list->words : design_.cold.words({&change.single, 1});
      key.frame_bytes = std::bit_ceil(std::max(words * 8, least_frame_bytes));
      word = DesignWord::of_number(key.frame_bytes);
    }
    return plan_block(change, key, word);
  }

  // This and settle do not read the site's memory in an attach: it is not in the cache any more.
  void publish(SiteChange& change) override {
    if (change.list)
      change.replaced = change.live_after->list.exchange(change.list, std::memory_order_acq_rel);
    else
      change.live_after->single.store(change.single, std::memory_order_release);
  }

  void settle(SiteChange& change, Members) override {
    retire_list(change.replaced);
    if (!change.live_after && change.control->members.empty()) empty(*change.control);
  }

  void put_back(SiteChange& change, Members before, bool) override {
    if (change.replaced)
      retire_list(change.live_after->list.exchange(change.replaced, std::memory_order_acq_rel));
    else
      free_list(change.list);  // not published
    if (before.empty()) empty(*change.control);
  }

  void publish_design_word(const SiteControl& control) override {
    for (const auto& [key, record] : control.blocks)
      if (key.design == &design_)
        record->design_word.store(control.design_word, std::memory_order_release);
  }

 private:
  // The last tracer has detached: a slow thread that still enters a block finds no tracer, even if
  // the design changes. The design words stay, for the time when their design is chosen again.
  static void empty(SiteControl& control) {
    for (auto& [key, record] : control.blocks) {
      record->single.store({}, std::memory_order_release);
      retire_list(record->list.exchange(&empty_list, std::memory_order_acq_rel));
    }
  }
};

}  // namespace

BlockKey SiteWiring::key_of(Members members) const {
  BlockKey key{&design_, transfer_, RegisterSet::scalar, Path::direct, 0};
  for (const auto& member : members) key.set = std::max(key.set, member.tracer->options.registers);
  return key;
}

Result<std::uintptr_t> SiteWiring::plan_block(SiteChange& change, const BlockKey& key,
                                              DesignWord word) const {
  SiteControl& control = *change.control;
  auto block = std::ranges::find(control.blocks, key, &SiteControl::Block::key);
  if (block == control.blocks.end()) {
    control.blocks.reserve(control.blocks.size() + 1);
    Result<Record*> made = make_block(*control.site, key, word);
    if (!made.ok()) return made.error();
    if (Error error = make_direct(**made, design_.facts.body_in_frame(key.set))) return error;
    block = control.blocks.insert(control.blocks.end(), {key, *made});
  }
  change.live_after = block->record;
  return entry_of_block(block_of(*block->record), key.set);
}

Result<Record*> SiteWiring::make_block(const Site& site, const BlockKey& key,
                                       DesignWord word) const {
  Result<Record*> block = take_block(shape);
  if (!block.ok()) return block;
  Record& record = **block;
  record.enter = design_.entry_trampoline(key.transfer, key.path, key.set);
  record.leave = design_.return_trampoline(key.transfer, key.set);
  record.call = block_of(record) + RP_BLOCK_CALL;
  if (key.transfer == Transfer::trap) record.call += RP_BLOCK_TRAP - RP_BLOCK_T;
  record.body = site.body();
  record.site = &site;
  record.list.store(&empty_list, std::memory_order_relaxed);
  record.design_word.store(word, std::memory_order_release);
  return block;
}

SiteWiring& wiring_of(const DesignEntry& design, Transfer transfer) {
  // Never destroyed, like Control.
  static auto& made = *new std::map<std::pair<const DesignEntry*, Transfer>, SiteWiring*>;
  SiteWiring*& wiring = made[{&design, transfer}];
  const Wiring kind = design.facts.wiring;
  if (wiring) return *wiring;
  if (kind == Wiring::unhooked) wiring = new SiteWiring(design, transfer);
  if (kind == Wiring::framed)  // its blocks have no transfer
    wiring = new Shared(design, Transfer::paired, Shape::framed);
  if (kind == Wiring::shared) wiring = new Shared(design, transfer);
  if (kind == Wiring::chained) wiring = make_chained_wiring(design, transfer);
  return *wiring;
}

}  // namespace retprobe
