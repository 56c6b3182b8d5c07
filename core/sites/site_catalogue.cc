#include "core/sites/site_catalogue.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <new>

#include "core/system/fair_lock.h"
#include "core/system/no_memory.h"

namespace retprobe {
namespace {

// Has no constructor to run and no destructor, because sites are requested in constructors and used
// through pointers in destructors. A fork never finds it half-made.
struct State {
  // Serialises the callers. The data is always complete (see the header).
  std::mutex mutex;
  std::atomic<SiteSnapshot*> snapshot{nullptr};
  SiteModule* retired = nullptr;  // unloaded modules with sites, kept for their Site objects
};
constinit State state;

// In the child of a fork, the thread that held the mutex does not exist. So the child gets a new
// one.
[[maybe_unused]] const int registered =
    pthread_atfork(nullptr, nullptr, [] { new (&state.mutex) std::mutex; });

// Builds the next snapshot. Modules are found by load address, among those of the last snapshot and
// those of this update. Modules that are still there are taken over.
class Update {
 public:
  explicit Update(const SiteSnapshot* last) : last_(last) {}

  Error run(const OwnMemory& memory) {
    auto list = loaded_modules();
    if (!list.ok()) return list.error();
    take(*list, memory);
    // The counters are those of the moment of the list. If they change afterwards, the next call
    // reads the new modules.
    next_->counters = list->counters;
    if (loader_counters() != list->counters) {
      const auto now = loaded_modules();
      if (!now.ok()) return now.error();
      leave_out_gone(*now, memory);
    }
    for (const SiteModule* module : next_->modules) {
      next_->pending |= module->pending;
      for (const Site& site : module->sites) next_->sites.push_back(&site);
    }
    std::sort(next_->sites.begin(), next_->sites.end(),
              [](const Site* a, const Site* b) { return a->address < b->address; });
    return {};
  }

  // Nothing below can fail, so no half of an update is ever visible.
  SiteSnapshot* publish() {
    SiteSnapshot* const published = next_.release();
    state.snapshot.store(published, std::memory_order_release);
    for (auto& module : fresh_) {
      if (std::find(published->modules.begin(), published->modules.end(), module.get()) !=
          published->modules.end()) {
        module.release();
      }
    }
    if (last_ != nullptr) {
      for (SiteModule* module : last_->modules) {
        if (std::find(published->modules.begin(), published->modules.end(), module) ==
            published->modules.end()) {
          retire(module);
        }
      }
    }
    return published;
  }

 private:
  SiteModule* known(const LoadedModule& loaded, const OwnMemory& memory) const {
    if (last_ != nullptr) {
      for (SiteModule* module : last_->modules) {
        if (module->loaded.base == loaded.base && still_there(*module, loaded, memory))
          return module;
      }
    }
    return nullptr;
  }

  void take(const ModuleList& list, const OwnMemory& memory) {
    next_ = std::make_unique<SiteSnapshot>();
    for (const LoadedModule& loaded : list.modules) {
      SiteModule* module = known(loaded, memory);
      if (module == nullptr) {
        fresh_.push_back(read_module(loaded, memory));
        module = fresh_.back().get();
      }
      next_->modules.push_back(module);
    }
  }

  // Handles that something was loaded or unloaded while modules were read. If a module went away,
  // the memory that was read may have been another module's: the loader maps the whole file to the
  // module's place before it maps its segments. A module that still has the mark set before the
  // reading was there all the time.
  void leave_out_gone(const ModuleList& now, const OwnMemory& memory) {
    std::erase_if(next_->modules, [&](const SiteModule* module) {
      const bool fresh = std::any_of(fresh_.begin(), fresh_.end(),
                                     [&](const auto& read) { return read.get() == module; });
      // Without a mark, what was read cannot be confirmed, unless only the module's file was read.
      if (fresh && module->marker == 0 && (!module->sites.empty() || !module->problem.empty()))
        return true;
      return std::none_of(now.modules.begin(), now.modules.end(), [&](const LoadedModule& loaded) {
        return still_there(*module, loaded, memory);
      });
    });
  }

  static void retire(SiteModule* module) {
    if (module->sites.empty()) return delete module;  // nobody points into it
    for (Site& site : module->sites)
      std::atomic_ref(site.mapped).store(false, std::memory_order_relaxed);
    module->names.clear();
    module->aliases.clear();
    module->next_retired = state.retired;
    state.retired = module;
  }

  const SiteSnapshot* last_;
  std::unique_ptr<SiteSnapshot> next_;
  std::vector<std::unique_ptr<SiteModule>> fresh_;
};

}  // namespace

ModuleOfSite module_of(const Site& site) {
  const std::lock_guard lock(state.mutex);
  const auto has = [&](const SiteModule* module) {
    const Site* const first = module->sites.data();
    return &site >= first && &site < first + module->sites.size();
  };
  if (const SiteSnapshot* snapshot = state.snapshot.load(std::memory_order_acquire)) {
    const auto found = std::ranges::find_if(snapshot->modules, has);
    if (found != snapshot->modules.end()) return {(*found)->sites, (*found)->islands};
  }
  for (const SiteModule* module = state.retired; module; module = module->next_retired)
    if (has(module)) return {module->sites, module->islands};
  return {{&site, 1}, {}};
}

Result<SiteCatalogue::LockedSnapshot> SiteCatalogue::current() {
  const CancelDisabled cancel_disabled;
  std::unique_lock lock(state.mutex);
  SiteSnapshot* const last = state.snapshot.load(std::memory_order_acquire);
  if (last != nullptr && !last->pending && last->counters == loader_counters()) {
    return LockedSnapshot(std::move(lock), last);
  }
  try {
    auto memory = OwnMemory::open();
    if (!memory.ok()) return memory.error();
    Update update(last);
    if (Error error = update.run(*memory)) return error;
    SiteSnapshot* const published = update.publish();
    const std::unique_ptr<SiteSnapshot> old(last);
    return LockedSnapshot(std::move(lock), published);
  } catch (const std::bad_alloc&) {
    return no_memory([] { return "not enough memory for the catalogue of sites"; });
  }
}

}  // namespace retprobe
