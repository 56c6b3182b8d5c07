// The control of sites: which tracers each site has, which block its jump leads to, and how these
// change. Internal. Only this class writes records and patches sites. Cold, under one lock.
//
// A site's blocks are made when they are first needed, one for each register set and transfer in
// use. They belong to the site for ever:
//
//     shared wiring    direct block: one tracer        iterating block: two or more
//     framed wiring    the same two, for each size of frame area (powers of two)
//     chained wiring   a head block, and one block per further attachment, each calling the next
//
// The live block is the one that the site's jump leads to. A change of the tracers first writes the
// record of the new live block. Then, if that is another block, it pokes the site's jump. A slow
// thread that took the old jump finds the old record unchanged, with its tracers or their dead
// handles. So a change misses no call.
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
  // Copies of the site's entry and original bytes. They are beside the other members because a
  // batch spends most of its time waiting for memory.
  std::uintptr_t entry = 0;
  SiteBytes original = {};
  const IslandRoom* islands = nullptr;  // of the site's module
  struct Member {
    TracerState* tracer = nullptr;
    Handle handle = {};
    Record* stage = nullptr;  // chained wiring: the record of its block
    std::uint32_t place = 0;  // the site's index in the tracer's list of sites
  };
  std::vector<Member> members = {};  // in attach order
  struct Block {
    BlockKey key;
    Record* record;
  };
  std::vector<Block> blocks = {};  // usually one or two
  // The block that the site's jump leads to. Null: the site is not patched, or leads to no block.
  Record* live = nullptr;
  // The site's five bytes now; during a batch, after its poke.
  SiteBytes installed = {};
  DesignWord design_word = {};  // the design's word for the function
  std::uint64_t attaches = 0;   // the number of attaches so far: the epoch of lists
  std::uint64_t named_in = 0;   // the number of the last batch that named it
};

class Control {
 public:
  static Control& instance();
  void hold_across_forks();  // once, when the library is loaded

  Error configure(const Configuration& wanted);
  const Configuration& configuration() const { return configuration_; }
  Error attach(TracerState& tracer, std::span<const Site* const> sites);
  /// Detaches from `sites`, or from all sites when it is null.
  Error detach(TracerState& tracer, const std::span<const Site* const>* sites);
  Usage usage();
  std::uint64_t missed(TracerState& tracer);
  std::uint64_t missed(const TracerState& tracer, const Site& site);
  std::size_t attached(TracerState& tracer);
  /// The site's current bytes and the block that its jump leads to (or null), for inspection.
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
  void empty_records(SiteControl& control);
  BlockKey key_of(std::span<const SiteControl::Member> members);

  // The lock is held across fork, so that a child may attach and detach whatever other threads were
  // doing. It must not be held while waiting for a handler, since a handler may fork.
  class Locked;
  Error synchronize_handlers_unlocked(Locked& lock, std::span<const Handle> handles);

  FairLock lock_;
  unsigned waiting_ = 0;  // detaches that wait for handlers without the lock
  int fork_error_ = 0;
  Configuration configuration_;
  const DesignEntry* design_ = nullptr;
  Transfer transfer_ = Transfer::paired;
  std::deque<SiteControl> sites_;  // of every site that was ever named in an attach
  // The index to sites_. A module's sites are an array; `controls` has the same order.
  struct ModuleSites {
    std::span<const Site> sites;
    IslandRoom islands;
    std::vector<SiteControl*> controls;  // null: never named in an attach
  };
  std::map<const Site*, ModuleSites> modules_;  // by the module's first site
  ModuleSites* last_module_ = nullptr;          // of the last site that was looked up
  std::uint64_t batches_ = 0;                   // the number of batches so far
  // The current batch's changes, its pokes, and its sites' members before the batch. Their memory
  // is kept for the next batch, since page faults on fresh memory would cost as much as the rest of
  // a batch. (They have at most as many elements as there are blocks: a few MB.) They must not be
  // used across a wait without the lock.
  std::vector<Change> changes_;
  std::vector<SiteControl::Member> members_before_;
  std::vector<Poke> pokes_;
  std::vector<Handle> handles_of_one_;  // key_of passes them to the design
  std::map<BlockKey, std::vector<Record*>> free_stages_;
};

}  // namespace retprobe
