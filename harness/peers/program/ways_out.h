// Programs that leave functions in other ways than by `ret`. Cold.
#pragma once

#include <string>
#include <string_view>

namespace retprobe::peers {

struct WayOut {
  std::string_view name;
  unsigned calls;        // of probed functions (wl_way_*, wl_bare_*) that it makes
  std::string (*run)();  // what it saw: the same text whenever it goes right
};

/// Or nullptr.
const WayOut* find_way_out(std::string_view name);

}  // namespace retprobe::peers
