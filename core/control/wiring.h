// How sites are wired to blocks: which block a site's jump leads to, and what the records of its
// blocks say. Internal. Cold, under Control's lock.
//
// A site's blocks are made when they are first needed, one for each register set and transfer in
// use. They belong to the site for ever:
//
//     shared wiring    direct block: one tracer        iterating block: two or more
//     framed wiring    the same two, for each size of frame area (powers of two)
//     chained wiring   a head block, and one block per further attachment, each calling the next
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/control/stack_arguments.h"
#include "core/control/tracer_state.h"
#include "core/hooks/design_table.h"
#include "core/patching/island.h"
#include "retprobe/site.h"

namespace retprobe {

struct BlockKey {
  const DesignEntry* design;
  Transfer transfer;
  RegisterSet set;
  Path path;
  std::uint32_t frame_bytes;  // framed wiring; else 0
  bool operator==(const BlockKey&) const = default;
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
  DesignWord design_word = {};               // the design's word for the function
  std::uint64_t named_in = 0;                // the number of the last batch that named it
  std::optional<StackLook> stack_look = {};  // framed wiring; once it was needed
};
using Members = std::span<const SiteControl::Member>;

/// The change of one site's tracers in a batch.
struct SiteChange {
  SiteControl* control = nullptr;
  Record* live_before = nullptr;
  std::uint32_t first_before = 0, count_before = 0;  // its members before: Control::members_before_
  std::uint32_t place = 0;  // of a detach: the site's index in the tracer's list
  SiteBytes bytes_before = {};
  Record* live_after = nullptr;
  Handle single = {};                     // the new tracer of a direct block
  const HandlerList* list = nullptr;      // the new list of an iterating block
  const HandlerList* replaced = nullptr;  // once published: the list that it replaces
};

/// The wiring of one design with one transfer. This class is that of a design without hooks. Each
/// change is planned, then published (unless its batch has failed), then settled or put back.
class SiteWiring {
 public:
  SiteWiring(const DesignEntry& design, Transfer transfer, Shape blocks = Shape::slot)
      : shape(blocks), design_(design), transfer_(transfer) {}
  const Shape shape;

  /// Where the jump of a site with members leads to: to the block that this finds or makes
  /// (`live_after`), here to the next instruction. Changes nothing that a hook reads.
  virtual Result<std::uintptr_t> plan(SiteChange& change) {
    return change.control->entry + sizeof(SiteBytes);
  }
  /// Writes the planned members into the record of `live_after`. Cannot fail.
  virtual void publish(SiteChange&) {}
  virtual void settle(SiteChange&, Members /*before*/) {}
  /// The site still has the planned members. Threads may still be where a published change led to.
  virtual void put_back(SiteChange&, Members /*before*/, bool /*published*/) {}
  /// Writes the site's design word into its records.
  virtual void publish_design_word(const SiteControl&) {}

 protected:
  /// The key of the direct block. It saves the strongest register set of the members.
  BlockKey key_of(Members members) const;
  /// Finds or makes the site's block and makes it the planned one. Returns where it is entered.
  Result<std::uintptr_t> plan_block(SiteChange& change, const BlockKey& key, DesignWord word) const;
  Result<Record*> make_block(const Site& site, const BlockKey& key, DesignWord word) const;

  const DesignEntry& design_;
  const Transfer transfer_;
};

/// The one place that asks for a design's wiring. Always the same object for the same arguments.
SiteWiring& wiring_of(const DesignEntry& design, Transfer transfer);
SiteWiring* make_chained_wiring(const DesignEntry& design, Transfer transfer);

}  // namespace retprobe
