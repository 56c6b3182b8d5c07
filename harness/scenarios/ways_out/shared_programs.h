// Programs that leave functions in other ways than by `ret`. Each is a scenario in every cell of
// ours (shared_programs_verdicts.cc), and a program of every peer's that is verified
// (harness/peers/peer_programs.h). Knows no tracer. Cold.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace retprobe::harness {

struct WayOut {
  std::string_view name;  // the scenario's
  // Of the calls that it makes of functions to be probed, how many return, and how many are left in
  // another way.
  unsigned returned, left;
  void (*leave)();

  unsigned calls() const { return returned + left; }
  /// Leaves, and calls once more as if nothing had been. What it saw: the same text whenever it
  /// goes right. In one thread at a time.
  std::string run() const;
};

/// The functions that are to be probed (shared_program_sites.h), as a glob.
inline constexpr const char* way_out_functions = "way_out_*_[1-5]";

std::span<const WayOut> ways_out();
/// Or nullptr.
const WayOut* find_way_out(std::string_view name);

}  // namespace retprobe::harness
