// What Linux's mechanisms tell their users, judged by the rules for retprobe's designs. The guest
// plays one step after another (guest/module/scene.c, guest/init/scene.c); the scenarios are here.
// Cold.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/kernel/guest.h"
#include "harness/verify/scenario.h"

namespace retprobe::harness {

/// A scenario's script, one word for each step:
///   +ID[.WISH…]  attaches a user; WISH: declines, entry (no exit handler), exit (no entry
///   handler),
///                data (it keeps a number for each call), stack (it looks at the stack)
///   -ID, ~ID     detaches it; ~: its memory is not given back before the end
///   f[N]         a call, N deep
///   look         a call whose body looks at the stack
///   (  )         the begin of a call, which sleeps in the body, and its end
///   nowhere      a user that attaches to what is no function must be refused
///   many         users are attached until one is refused
///   depth[N]     a call, N deep, of which entries and exits are counted
/// Behind the script, one more call is told to every attached user, all are detached, and nothing
/// may stay behind: no traced function, and no warning of the kernel.
struct KernelScenario {
  const char* name;
  const char* what;  // must hold
  const char* script;
};
inline constexpr KernelScenario kernel_scenarios[] = {
    {"order", "exits of three users come in the reverse order of their entries", "+0 +1 +2 order"},
    {"declined", "a user that declines an entry is not told the exit; another user is",
     "+0.declines +1 f"},
    {"detached", "a user that is detached while a call is in flight is told nothing afterwards",
     "+0 ( -0 )"},
    {"detached_of_two", "the same beside a user that stays, and is told the exit", "+0 +1 ( -0 )"},
    {"attached", "a user that is attached while a call is in flight is not told its exit",
     "( +0 )"},
    {"attached_to_one", "the same beside a user that is told the exit", "+0 ( +1 )"},
    {"replaced", "one of 16 users is replaced by another in a call, which is not told its exit",
     "+0 +1 +2 +3 +4 +5 +6 +7 +8 +9 +10 +11 +12 +13 +14 +15 ( -0 +99 )"},
    {"replaced_alone", "the same with one user", "+0 ( -0 +99 )"},
    {"replaced_of_two", "the same beside a user that stays", "+0 +1 ( -1 +99 )"},
    {"replaced_elsewhere", "the same, and the newcomer has other memory", "+0 +1 ( ~1 +99 )"},
    {"data", "what a user keeps for a call is its own: two nested calls, two users",
     "+0.data +1.data f2"},
    {"mixed", "users with one handler and with both, removed in one order",
     "+0.entry +1 +2.exit f -0 f -1 f -2"},
    {"mixed_back", "the same, removed in the other order", "+0.entry +1 +2.exit f -2 f -1 f -0"},
    {"refused", "a user whose attach fails is not attached, and leaves nothing", "nowhere +0 f"},
    {"stack", "one user sees the callers: at entry behind the function itself, and at exit",
     "+0.stack f"},
    {"stack_of_three", "the same beside two other users", "+1 +0.stack +2 f"},
    {"stack_of_body", "the function's body sees itself and its callers, with three users",
     "+0 +1 +2 look"},
    {"users", "a user too many is refused, and the others stay", "many"},
    {"depth", "all of 1,000 nested calls are followed, or those that are not are declared",
     "+0 depth"},
    {"depth_of_two", "the same with two users", "+0 +1 depth"},
};

/// What users of a mechanism can do.
struct PlayedMechanism {
  const char* name;
  bool entry;         // they are told entries
  bool one_handler;   // they need not have both
  bool declines;      // of an entry
  bool data;          // they can keep something for a call
  bool memory;        // theirs is not freed by detaching them
  const char* since;  // what is known of the kernel that brought it; "": every kernel here has it
};
inline constexpr PlayedMechanism played_mechanisms[] = {
    {"kretprobe", true, true, true, true, true, ""},
    {"fprobe", true, true, true, true, true, ""},
    {"fgraph", true, true, true, true, true, ""},
    {"fexit", false, false, false, false, false, ""},
    {"fentry_fexit", true, true, false, false, false, ""},
    {"kretprobe.multi", false, false, false, false, false, ""},
    {"kprobe.session", true, false, true, true, false, "Linux 6.10"},
    {"fsession", true, false, false, true, false, "a kernel after 6.12"},
    {"fexit.multi", false, false, false, false, false, "a kernel after 6.12"},
    {"fsession.multi", true, false, false, true, false, "a kernel after 6.12"},
};

struct KernelVerdict {
  std::string kernel, release, mechanism, scenario;
  Verdict verdict = Verdict::unavailable;
  std::string detail = {};    // what was seen; empty for a plain pass
  bool did_not_boot = false;  // the kernel is there, and its guest did not start
};

/// Says a line to a guest, and returns its answer (Guest::ask()).
using AskGuest = std::function<Result<GuestAnswer>(const std::string& line)>;

/// Plays one scenario, and clears up behind it. An answer without the fields that it must have is a
/// failure. `planted`: a mistake in what is told, for tests of the judge (guest/journal.h), or "".
Outcome play_scenario(const AskGuest& ask, const KernelScenario& scenario,
                      const PlayedMechanism& mechanism, const std::string& release,
                      const std::string& planted);

/// Plays the scenarios that match `globs`, each with all mechanisms, in guests of one kernel. A
/// guest that ends costs the scenario that it was at, and another one is booted for the rest.
std::vector<KernelVerdict> play_scenarios(
    const KernelImage& image, const std::vector<std::string>& globs, const std::string& planted,
    double patience_seconds, const std::function<void(const KernelVerdict&)>& progress);

}  // namespace retprobe::harness
