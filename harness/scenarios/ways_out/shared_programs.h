// Programs that leave functions in other ways than by `ret`. Each is a scenario in every cell of
// this suite (shared_programs_verdicts.cc), and a program for every peer that is verified
// (harness/peers/peer_programs.h). The programs know of no tracer. Cold.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace retprobe::harness {

struct WayOut {
  std::string_view name;  // the scenario's
  // Of the program's calls of probed functions: how many return, and how many are left in another
  // way.
  unsigned returned, left;
  void (*leave)();

  unsigned calls() const { return returned + left; }
  /// Leaves the functions, and then calls once more. Returns what the program saw, which is always
  /// the same text when all goes right. Only one thread may run it at a time.
  std::string run() const;
};

/// The functions to probe (shared_program_sites.h), as a glob.
inline constexpr const char* way_out_functions = "way_out_*_[1-5]";

std::span<const WayOut> ways_out();
/// Returns nullptr where there is none of that name.
const WayOut* find_way_out(std::string_view name);

}  // namespace retprobe::harness
