// The control of sites: which tracers each site has, which block its jump leads to, and how these
// change. Internal. Only this class patches sites. The records of their blocks are written by the
// design's wiring (wiring.h). Cold, under one lock.
//
// The live block is the one that the site's jump leads to. A change of the tracers first writes the
// record of the new live block. Then, if that is another block, it pokes the site's jump. A slow
// thread that took the old jump finds the old record unchanged, with its tracers or their dead
// handles. So a change misses no call.
#pragma once

#include <deque>
#include <map>
#include <span>
#include <vector>

#include "core/control/wiring.h"
#include "core/patching/text_poke.h"
#include "core/system/fair_lock.h"

namespace retprobe {

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
  std::uint64_t reset_missed(TracerState& tracer);
  std::size_t attached(TracerState& tracer);
  /// The site's current bytes and the block that its jump leads to (or null), for inspection.
  struct SiteView {
    SiteBytes bytes;
    const Record* block;
  };
  SiteView view(const Site& site);

 private:
  Error attach_all(TracerState& tracer, std::span<const Site* const> sites);
  Error detach_all(TracerState& tracer, const std::span<const Site* const>* sites);
  void begin_batch(std::size_t sites);
  Result<std::string> refusal_of(const Site& site);
  Result<SiteControl*> attachable(const TracerState& tracer, const Site& site);
  Error attach_one(TracerState& tracer, const Site& site, std::vector<Handle>& handles);
  Error detach_one(TracerState& tracer, SiteControl& control, std::vector<Handle>& handles);
  Error check_caller(const char* what);
  SiteControl** place_of(const Site& site);
  SiteControl* find_control(const Site& site);
  SiteControl& control_of(const Site& site);
  Error plan(SiteChange& change);
  Error switch_over(Error error);
  SiteChange& begin_change(SiteControl& control);
  void close_gaps(TracerState& tracer);

  // The lock is held across fork, so that a child may attach and detach whatever other threads were
  // doing. It must not be held while waiting for a handler, since a handler may fork. The thread
  // takes signals while it waits, but no cancellation: what comes behind the wait must be done.
  class Locked;
  Error reconfigure(Locked& lock, Configuration wanted);
  Error synchronize_handlers_unlocked(Locked& lock, std::span<const Handle> handles);

  FairLock lock_;
  unsigned waiting_ = 0;  // detaches that wait for handlers without the lock
  // After this, they are given up: a signal handler has jumped out of one.
  std::int64_t waits_end_ns_ = 0;
  unsigned waits_given_up_ = 0;
  int fork_error_ = 0;
  Configuration configuration_;
  const DesignEntry* design_ = nullptr;
  SiteWiring* wiring_ = nullptr;   // of the design with the transfer
  std::deque<SiteControl> sites_;  // of every site that was ever named in an attach
  // The index to sites_. A module's sites are an array; `controls` has the same order.
  struct ModuleSites {
    std::span<const Site> sites;
    IslandRoom islands;
    std::vector<SiteControl*> controls;  // null: never named in an attach
  };
  void take_over(ModuleSites& module);
  std::map<const Site*, ModuleSites> modules_;  // by the module's first site
  ModuleSites* last_module_ = nullptr;          // of the last site that was looked up
  std::uint64_t batches_ = 0;                   // the number of batches so far
  // The current batch's changes, its pokes, and its sites' members before the batch. Their memory
  // is kept for the next batch, since page faults on fresh memory would cost as much as the rest of
  // a batch. (They have at most as many elements as there are blocks: a few MB.) They must not be
  // used across a wait without the lock.
  std::vector<SiteChange> changes_;
  std::vector<SiteControl::Member> members_before_;
  std::vector<Poke> pokes_;
};

}  // namespace retprobe
