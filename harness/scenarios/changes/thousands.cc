#include "harness/scenarios/changes/thousands.h"

#include <dlfcn.h>

#include <string>

#include "harness/verify/test_bench.h"

namespace retprobe::harness {

std::span<const std::uintptr_t> load_thousands() {
  Dl_info here{};
  require(dladdr(reinterpret_cast<void*>(&load_thousands), &here) != 0,
          "dladdr does not know this library");
  std::string path(here.dli_fname);
  path = path.substr(0, path.rfind('/') + 1) + "libretprobe_ten_thousand.so";
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  require(module != nullptr, "cannot load " + path + ": " + (module ? "" : dlerror()));
  const auto* table = static_cast<const std::uintptr_t*>(dlsym(module, "ten_thousand_leaves"));
  require(table != nullptr, path + " has no table of its functions");
  return {table, thousands_count};
}

}  // namespace retprobe::harness
