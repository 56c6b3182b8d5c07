#include "harness/scenarios/changes/thousands.h"

#include <dlfcn.h>

#include "harness/verify/require.h"
#include "harness/verify/system.h"

namespace retprobe::harness {

std::span<const std::uintptr_t> load_thousands() {
  void* const module = load_beside_scenarios("libretprobe_ten_thousand.so");
  const auto* table = static_cast<const std::uintptr_t*>(dlsym(module, "ten_thousand_leaves"));
  require(table != nullptr, "the library has no table of its functions");
  return {table, thousands_count};
}

}  // namespace retprobe::harness
