// The control of sites: which tracers each has, which block its jump leads to, and the changes from
// one state to the next. Internal; the only writer of records and sites. Cold, under one lock.
//
// A site's blocks are made when they are first needed and stay its own:
//
//     shared wiring    direct block: one tracer        iterating block: two or more
//     framed wiring    the same two, for each size of frame area (powers of two)
//     chained wiring   a head block, and one block per further attachment, each calling the next
//
// (times register set and transfer.) A change of the tracers writes the record of the block that is
// to be live, then pokes the site's jump if that is another block. A slow thread that took the old
// jump finds the old record as it was: its tracers, or their dead handles. So a change misses no
// call.
#pragma once

#include <deque>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/blocks/block.h"
#include "core/control/tracer_state.h"
#include "core/hooks/design_table.h"
#include "core/patching/island.h"
#include "core/patching/text_poke.h"
#include "core/system/fair_lock.h"
#include "retprobe/error.h"
#include "retprobe/site.h"

namespace retprobe {

struct BlockKey {
  const DesignEntry* design;
  Transfer transfer;
  RegisterSet set;
  Path path;
  std::uint32_t frame_bytes;  // framed wiring; else 0
  auto operator<=>(const BlockKey&) const = default;
};

struct SiteControl {
  const Site* site = nullptr;
  std::uintptr_t entry = 0;  // of the site, as are its original bytes: beside the rest, since a
                             // batch waits for memory more than for all else
  SiteBytes original = {};
  const IslandRoom* islands = nullptr;  // of the site's module
  struct Member {
    TracerState* tracer = nullptr;
    Handle handle = {};
    Record* stage = nullptr;  // chained wiring: its block
    std::uint32_t place = 0;  // in the tracer's list of sites
  };
  std::vector<Member> members = {};  // attach order
  struct Block {
    BlockKey key;
    Record* record;
  };
  std::vector<Block> blocks = {};  // one or two, as a rule
  Record* live =
      nullptr;  // the block that the site's jump leads to; null: the site is as it was built
  SiteBytes installed =
      {};  // the five bytes that are there now; in a batch that is under way: that will be
  DesignWord design_word = {};  // the design's own, for the function
  std::uint64_t attaches = 0;   // how many there ever were: the epoch of lists
  std::uint64_t named_in = 0;   // the number of the batch that named it last
};

class Control {
 public:
  static Control& instance();
  void hold_across_forks();  // once, when the library is loaded

  Error configure(const Configuration& wanted);
  const Configuration& configuration() const { return configuration_; }
  Error attach(TracerState& tracer, std::span<const Site* const> sites);
  /// From `sites`, or from everything when it is null.
  Error detach(TracerState& tracer, const std::span<const Site* const>* sites);
  Usage usage();
  std::uint64_t missed(TracerState& tracer);
  std::size_t attached(TracerState& tracer);
  /// The bytes that are at the site now, and the block its jump leads to (or null), for inspection.
  struct SiteView {
    SiteBytes bytes;
    const Record* block;
  };
  SiteView view(const Site& site);

 private:
  struct Change;

  Error attach_all(TracerState& tracer, std::span<const Site* const> sites);
  Error detach_all(TracerState& tracer, const std::span<const Site* const>* sites);
  void begin_batch(std::size_t sites);
  Result<SiteControl*> attachable(const TracerState& tracer, const Site& site);
  Error attach_one(TracerState& tracer, const Site& site, std::vector<Handle>& handles);
  Error detach_one(TracerState& tracer, SiteControl& control, std::vector<Handle>& handles);
  Error check_caller(const char* what);
  SiteControl** place_of(const Site& site);
  SiteControl* find_control(const Site& site);
  SiteControl& control_of(const Site& site);
  Result<Record*> block_for(SiteControl& control, const BlockKey& key);
  Result<Record*> stage_block(const SiteControl& control, const BlockKey& key);
  Error plan(Change& change);
  Error plan_chain(Change& change);
  Error switch_over(Error error);
  Change& begin_change(SiteControl& control);
  std::span<const SiteControl::Member> members_before(const Change& change) const;
  void close_gaps(TracerState& tracer);
  void publish(Change& change);
  void publish_design_word(SiteControl& control);
  void settle(Change& change);
  void put_back(Change& change, bool published);
  void take_back(Change& change);
  void publish_chain(Change& change);
  void retire_stages(SiteControl& control, std::span<const SiteControl::Member> kept,
                     std::span<const SiteControl::Member> gone);
  void reclaim();
  void empty_records(SiteControl& control);
  BlockKey key_of(std::span<const SiteControl::Member> members);

  // Held across fork: a child may attach and detach, whatever other threads were at. Nothing that
  // waits for a handler may hold it, since a handler may fork.
  class Locked;
  Error synchronize_handlers_unlocked(Locked& lock, std::span<const Handle> handles);

  FairLock lock_;
  unsigned waiting_ = 0;  // detaches that wait, unlocked, for handlers
  int fork_error_ = 0;
  Configuration configuration_;
  const DesignEntry* design_ = nullptr;
  Transfer transfer_ = Transfer::paired;
  std::deque<SiteControl> sites_;  // of every site that was ever named in an attach
  // Where they are found: by the site's place among those of its module, which lie side by side.
  struct ModuleSites {
    std::span<const Site> sites;
    IslandRoom islands;
    std::vector<SiteControl*> controls;  // as many; null: never named
  };
  std::map<const Site*, ModuleSites> modules_;  // by the module's first site
  ModuleSites* last_module_ = nullptr;          // of the last site that was looked for
  std::uint64_t batches_ = 0;                   // how many lists of sites there were
  // A batch's changes, what is poked, and the members of its sites before. Their memory is kept for
  // the next batch: page faults on fresh memory cost as much as all else. (There are no more than
  // blocks, so a few MB at most.) Nobody uses them across a wait without the lock.
  std::vector<Change> changes_;
  std::vector<SiteControl::Member> members_before_;
  std::vector<Poke> pokes_;
  std::vector<Handle> handles_of_one_;  // what key_of asks the design about
  std::map<BlockKey, std::vector<Record*>> free_stages_;
  std::vector<std::pair<Record*, BlockKey>>
      parked_stages_;  // no hook is in them; calls in flight may be
};

}  // namespace retprobe
