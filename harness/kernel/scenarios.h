// What Linux's mechanisms tell their users, judged by the rules for retprobe's designs. The
// guest's module plays the scenarios (guest/module/play.c). Cold.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/kernel/guest.h"
#include "harness/verify/scenario.h"

namespace retprobe::harness {

struct KernelScenario {
  const char* name;
  const char* what;  // must hold
};
inline constexpr KernelScenario kernel_scenarios[] = {
    {"order", "exits of three users come in the reverse order of their entries"},
    {"declined", "a user that declines an entry is not told the exit; another user is"},
    {"detached", "a user that is detached while a call is in flight is told nothing afterwards"},
    {"attached", "a user that is attached while a call is in flight is not told its exit"},
    {"replaced", "one of 16 users is replaced by another in a call, which is not told its exit"},
    {"depth", "all of 1,000 nested calls are followed, or those that are not are declared"},
    {"depth_of_two", "the same with two users"},
    {"users", "a user too many is refused, and the others stay"},
};

/// The mechanisms that the module attaches itself.
inline constexpr const char* played_mechanisms[] = {"kretprobe", "fprobe", "fgraph"};

struct KernelVerdict {
  std::string kernel, release, mechanism, scenario;
  Verdict verdict = Verdict::unavailable;
  std::string detail = {};  // what was seen; empty for a plain pass
};

/// Judges what was seen. An answer without the fields that it must have is a failure.
Outcome judge_played(const std::string& scenario, const std::string& mechanism,
                     const std::string& release, const GuestAnswer& answer);

/// Plays the scenarios that match `globs`, each with all mechanisms, in guests of one kernel.
/// `planted`: a mistake in what is told, for tests of the judge (guest/module/guest.h), or "".
std::vector<KernelVerdict> play_scenarios(
    const KernelImage& image, const std::vector<std::string>& globs, const std::string& planted,
    double patience_seconds, const std::function<void(const KernelVerdict&)>& progress);

}  // namespace retprobe::harness
