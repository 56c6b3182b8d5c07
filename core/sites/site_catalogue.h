// The state behind include/retprobe/site.h: which modules were read, and what was found in them.
//
// A Module is never changed once it is published, and a Snapshot (the modules that are loaded now)
// is replaced as a whole by one store of a pointer: a fork at any moment leaves the child with a
// whole one. Sites outlive their modules; a module that went away is kept on a list for that.
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
  IslandRoom islands;                  // that it brought along
  std::vector<Site> sites;             // in address order; never resized once published
  std::string problem;   // why its sites, or some of them, are not known; empty when all are
  bool pending = false;  // it may still be being loaded, or is gone: read it again next time
  std::uintptr_t marker =
      0;  // where the byte is that tells this mapping from a later one; 0: nowhere

  /// Every name by which a site can be asked for: symbols (aliases too), demangled, without
  /// parameters, without return type. The views point into `sites` and `aliases`.
  std::unordered_multimap<std::string_view, const Site*> names;
  std::deque<std::string> aliases;

  SiteModule* next_retired = nullptr;
};

/// Puts the mark into the memory of a module, so that `still_there` can tell it from another one at
/// the same address; where it cannot be written, `marker` stays 0. Returns false if the module is
/// not loaded any more.
using Mark = bool(SiteModule&, const OwnMemory&);
Mark mark_if_loaded;
Mark mark_in_place;  // trusts that it is there

/// Reads the file and the memory of a module; what is wrong with it ends up in `problem`. Another
/// thread may unload the module meanwhile, and load something else into its place: what was read
/// counts only if it is `still_there` afterwards, by its mark, or if the loader's counters are what
/// they were when it was listed.
std::unique_ptr<SiteModule> read_module(const LoadedModule& loaded, const OwnMemory& memory,
                                        Mark* mark = mark_if_loaded);

/// The build-id that a module carries in memory; empty where it has none.
std::vector<std::uint8_t> build_id_in_memory(const LoadedModule& loaded, const OwnMemory& memory);

struct SiteSnapshot {
  std::vector<SiteModule*> modules;
  std::vector<const Site*> sites;  // of all modules, in address order
  LoaderCounters counters;
  bool pending = false;
};

/// Whether `module` is the one that is `loaded` now.
bool still_there(const SiteModule& module, const LoadedModule& loaded, const OwnMemory& memory);

/// The module that `site` is one of, loaded or gone: all of its sites, which lie side by side for
/// good, and its room for islands. A site that no module has is alone.
struct ModuleOfSite {
  std::span<const Site> sites;
  IslandRoom islands;
};
ModuleOfSite module_of(const Site& site);

/// Brings the catalogue up to date and hands it out together with the lock that keeps it as it is.
class SiteCatalogue {
 public:
  class Locked {
   public:
    const SiteSnapshot& operator*() const { return *snapshot_; }
    const SiteSnapshot* operator->() const { return snapshot_; }

   private:
    friend class SiteCatalogue;
    Locked(std::unique_lock<std::mutex> lock, const SiteSnapshot* snapshot)
        : lock_(std::move(lock)), snapshot_(snapshot) {}
    std::unique_lock<std::mutex> lock_;
    const SiteSnapshot* snapshot_;
  };

  static Result<Locked> current();
};

}  // namespace retprobe
