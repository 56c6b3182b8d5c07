// Measures the mechanisms of a kernel: boots guests, attaches users, counts instructions. Cold.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/kernel/guest.h"
#include "harness/kernel/hit_walk.h"

namespace retprobe::harness {

/// In the order of the tables.
inline constexpr const char* kernel_mechanisms[] = {
    "kretprobe",    "fprobe",          "fgraph",         "fexit",
    "fentry_fexit", "kretprobe.multi", "kprobe.session", "fsession"};

struct KernelPlan {
  std::vector<std::string> mechanisms;
  std::vector<unsigned> users;
  std::vector<bool> mitigations;  // a guest is booted for each
  bool walks = true;
  std::string handlers = "empty";  // or "nop": one instruction more in each entry handler
  double patience_seconds = 120;
};

enum class KernelState {
  measured,
  absent,   // the kernel, or this mechanism in it
  refused,  // so many users cannot be attached
  failed,   // the guest ended, hung or said something wrong
};
std::string to_string(KernelState state);

struct KernelRow {
  std::string kernel, release;  // the image's
  bool mitigations = false;
  std::string mechanism;
  unsigned users = 0;
  KernelState state = KernelState::failed;
  std::string why = {};  // unless measured
  /// Instructions of a call beyond those of the unprobed one, by the guest's clock.
  double added = 0;
  std::optional<HitWalk> walk = {};
  /// Instructions by the clock that the walk has not, or has too many (negative).
  double not_walked = 0;
  /// Returns mispredicted in the twelve callers above a hit.
  std::uint64_t callers12 = 0;
};

struct KernelRun {
  std::vector<KernelRow> rows;
  /// What the kernel says of its mitigations, for each of the plan's settings that booted.
  std::vector<std::pair<bool, std::string>> mitigations;
};

/// Called after each row.
using KernelProgress = std::function<void(const KernelRow&)>;

/// Measures one kernel. A guest that fails costs the row that it was at, and another one is booted
/// for the rest.
KernelRun measure_kernel(const KernelImage& image, const KernelPlan& plan,
                         const KernelProgress& progress);

}  // namespace retprobe::harness
