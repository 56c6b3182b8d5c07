#include "core/site_catalogue.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <new>

namespace retprobe {
namespace {

// Needs no constructor and has no destructor: sites are asked for in constructors and handed out as pointers
// that are used in destructors, and a fork finds nothing half-made.
struct State {
  std::mutex mutex;  // serialises those who look; what they look at is always whole (see the header)
  std::atomic<SiteSnapshot*> snapshot{nullptr};
  SiteModule* retired = nullptr;  // gone modules, for their Site objects
};
constinit State state;

// In the child of a fork no thread is left that could unlock it.
[[maybe_unused]] const int registered =
    pthread_atfork(nullptr, nullptr, [] { new (&state.mutex) std::mutex; });

// dlopen in a loop on another thread can keep us from a consistent look, but not for long.
constexpr int kMaxAttempts = 100;

// Modules by load address, of the last snapshot and of this update: what is still there is taken over.
class Update {
 public:
  explicit Update(const SiteSnapshot* last) : last_(last) {}

  Error run(const OwnMemory& memory) {
    for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
      auto list = loaded_modules();
      if (!list.ok()) return list.error();
      take(*list, memory);
      if (loader_counters() == list->counters) {
        next_->counters = list->counters;
        return {};
      }
    }
    return {Error::Code::busy, "modules are loaded and unloaded faster than they can be read; try again"};
  }

  // Nothing below here can fail, so that no half of an update is ever seen.
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
          retire(*module);
        }
      }
    }
    return published;
  }

 private:
  SiteModule* known(const LoadedModule& loaded, const OwnMemory& memory) const {
    if (last_ != nullptr) {
      for (SiteModule* module : last_->modules) {
        if (module->loaded.base == loaded.base && still_there(*module, loaded, memory)) return module;
      }
    }
    for (const auto& module : fresh_) {
      if (module->loaded.base == loaded.base && still_there(*module, loaded, memory)) return module.get();
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
        mark(*module, memory);
      }
      next_->modules.push_back(module);
      next_->pending |= module->pending;
      for (const Site& site : module->sites) next_->sites.push_back(&site);
    }
    std::sort(next_->sites.begin(), next_->sites.end(),
              [](const Site* a, const Site* b) { return a->address < b->address; });
  }

  static void retire(SiteModule& module) {
    for (Site& site : module.sites) std::atomic_ref(site.mapped).store(false, std::memory_order_relaxed);
    module.names.clear();
    module.aliases.clear();
    module.next_retired = state.retired;
    state.retired = &module;
  }

  const SiteSnapshot* last_;
  std::unique_ptr<SiteSnapshot> next_;
  std::vector<std::unique_ptr<SiteModule>> fresh_;
};

}  // namespace

std::span<const Site> sites_beside(const Site& site) {
  const std::lock_guard lock(state.mutex);
  const auto has = [&](const SiteModule* module) {
    const Site* const first = module->sites.data();
    return &site >= first && &site < first + module->sites.size();
  };
  if (const SiteSnapshot* snapshot = state.snapshot.load(std::memory_order_acquire)) {
    const auto found = std::ranges::find_if(snapshot->modules, has);
    if (found != snapshot->modules.end()) return (*found)->sites;
  }
  for (const SiteModule* module = state.retired; module; module = module->next_retired)
    if (has(module)) return module->sites;
  return {&site, 1};
}

Result<SiteCatalogue::Locked> SiteCatalogue::current() {
  std::unique_lock lock(state.mutex);
  SiteSnapshot* const last = state.snapshot.load(std::memory_order_acquire);
  if (last != nullptr && !last->pending && last->counters == loader_counters()) {
    return Locked(std::move(lock), last);
  }
  try {
    auto memory = OwnMemory::open();
    if (!memory.ok()) return memory.error();
    Update update(last);
    if (Error error = update.run(*memory)) return error;
    SiteSnapshot* const published = update.publish();
    const std::unique_ptr<SiteSnapshot> old(last);
    return Locked(std::move(lock), published);
  } catch (const std::bad_alloc&) {
    return Error(Error::Code::exhausted, "not enough memory for the catalogue of sites");
  }
}

}  // namespace retprobe
