// The state behind include/retprobe/site.h: which modules were read, and what was found in them.
//
// A Module never changes once it is published. A Snapshot holds the modules that are loaded now. It
// is replaced as a whole by one store of a pointer, so a fork at any moment leaves the child with a
// complete one. Sites outlive their modules: an unloaded module that has any is kept on a list.
//
// Cold: everything here allocates, locks or reads files.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/patching/island.h"
#include "core/system/module_list.h"
#include "retprobe/error.h"
#include "retprobe/site.h"

namespace retprobe {

struct SiteModule {
  LoadedModule loaded;
  std::vector<std::uint8_t> build_id;  // as found in memory
  IslandRoom islands;                  // the room in its own code
  std::vector<Site> sites;             // in address order; never resized once published
  // Why some or all of its sites are not known; empty when all are known.
  std::string problem;
  // The module may still be loading, or is gone: read it again next time.
  bool pending = false;
  // The address of the mark that tells this mapping from a later one; 0: there is no mark.
  std::uintptr_t marker = 0;

  /// Every name by which a site can be found: symbols and aliases, demangled, also without
  /// parameters and without the return type. The views point into `sites` and `aliases`.
  std::unordered_multimap<std::string_view, const Site*> names;
  std::deque<std::string> aliases;

  SiteModule* next_retired = nullptr;
};

/// Writes the mark into the memory of a module, so that `still_there` can tell it from another
/// module at the same address. If the mark cannot be written, `marker` stays 0. Returns false if
/// the module is no longer loaded.
using Mark = bool(SiteModule&, const OwnMemory&);
Mark mark_if_loaded;
Mark mark_in_place;  // assumes that the module is loaded

/// Reads the file and the memory of a module. Errors end up in `problem`. Meanwhile another thread
/// may unload the module and load another one at its place. So what was read is valid only if the
/// module is `still_there` afterwards, by its mark, or if the loader's counters are unchanged since
/// it was listed.
std::unique_ptr<SiteModule> read_module(const LoadedModule& loaded, const OwnMemory& memory,
                                        Mark* mark = mark_if_loaded);

/// The build-id in a module's memory; empty when it has none.
std::vector<std::uint8_t> build_id_in_memory(const LoadedModule& loaded, const OwnMemory& memory);

struct SiteSnapshot {
  std::vector<SiteModule*> modules;
  std::vector<const Site*> sites;  // of all modules, in address order
  LoaderCounters counters;
  bool pending = false;
};

/// Whether `module` is the one that is `loaded` now.
bool still_there(const SiteModule& module, const LoadedModule& loaded, const OwnMemory& memory);

/// The module of `site`, loaded or gone: all of its sites, which stay side by side for good, and
/// its room for islands. A site that no module has is returned alone, without a room.
struct ModuleOfSite {
  std::span<const Site> sites;
  IslandRoom islands;
};
ModuleOfSite module_of(const Site& site);

/// Brings the catalogue up to date and returns it, together with the lock that keeps it unchanged.
class SiteCatalogue {
 public:
  class LockedSnapshot {
   public:
    const SiteSnapshot& operator*() const { return *snapshot_; }
    const SiteSnapshot* operator->() const { return snapshot_; }

   private:
    friend class SiteCatalogue;
    LockedSnapshot(std::unique_lock<std::mutex> lock, const SiteSnapshot* snapshot)
        : lock_(std::move(lock)), snapshot_(snapshot) {}
    std::unique_lock<std::mutex> lock_;
    const SiteSnapshot* snapshot_;
  };

  static Result<LockedSnapshot> current();
};

}  // namespace retprobe
