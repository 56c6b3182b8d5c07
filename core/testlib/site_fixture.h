// Shared by the catalogue's tests: finds the libraries of this folder, and loads one of them.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "retprobe/site.h"

namespace retprobe {

namespace fs = std::filesystem;
using Sites = std::vector<const Site*>;

// Searches upwards from the test's own program, so that it does not matter where the build puts
// programs.
inline fs::path fixtures() {
  for (fs::path at = fs::read_symlink("/proc/self/exe").parent_path(); at != at.root_path();
       at = at.parent_path()) {
    for (const char* below : {"core/testlib", "testlib"}) {
      if (fs::exists(at / below / "libsite_rules.so")) return at / below;
    }
  }
  std::fprintf(
      stderr,
      "site_test: core/testlib/libsite_rules.so is not in the build; build all targets first\n");
  std::exit(1);
}

// A loaded library, closed at the end of the scope.
class Library {
 public:
  explicit Library(const fs::path& path)
      : path_(path), handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) {
      ADD_FAILURE() << dlerror();
      return;
    }
    link_map* map = nullptr;
    dlinfo(handle_, RTLD_DI_LINKMAP, &map);
    base_ = map->l_addr;
  }
  ~Library() { close(); }
  void close() {
    if (handle_ != nullptr) dlclose(handle_);
    handle_ = nullptr;
  }
  std::uintptr_t base() const { return base_; }
  void* symbol(const char* name) const { return dlsym(handle_, name); }

  Sites sites() const {
    const auto all = all_sites();
    EXPECT_TRUE(all.ok()) << all.error().message();
    Sites mine;
    if (!all.ok()) return mine;
    std::copy_if(all->begin(), all->end(), std::back_inserter(mine),
                 [this](const Site* site) { return site->module == path_.string(); });
    return mine;
  }

  const Site* site(const std::string& symbol) const {
    const auto found = find_sites(symbol);
    for (const Site* site : found.ok() ? *found : Sites{}) {
      if (site->module == path_.string()) return site;
    }
    ADD_FAILURE() << "no site " << symbol << " in " << path_
                  << (found.ok() ? "" : ": " + found.error().message());
    static const Site none;
    return &none;
  }

 private:
  fs::path path_;
  void* handle_;
  std::uintptr_t base_ = 0;
};

inline std::string error_of(const std::string& pattern) {
  const auto found = find_sites(pattern);
  return found.ok() ? "found " + std::to_string(found->size()) : found.error().message();
}

}  // namespace retprobe
