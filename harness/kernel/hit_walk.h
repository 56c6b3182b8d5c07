// One hit of a probed function of the guest, walked instruction by instruction. Cold.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/cost/tally.h"
#include "harness/kernel/gdb_remote.h"
#include "harness/kernel/guest.h"

namespace retprobe::harness {

struct WalkedInstruction {
  user_regs_struct registers;  // before it
  std::vector<std::byte> code;
};

/// The addresses that the guest's module tells.
struct GuestAddresses {
  std::uintptr_t begin = 0, end = 0, leaf = 0, callers12 = 0;
};
/// Throws Failure.
GuestAddresses addresses_of(Guest& guest);

/// Counted as `retprobe cost` counts: entry from the site, where a nop stands in an unprobed
/// function, to the body; exit from the body's return to the caller's next instruction.
struct HitWalk {
  Tally entry = {}, exit = {};
  /// Executed returns minus executed calls, of the whole call.
  std::int64_t unbalanced = 0;
  /// How much deeper the stack was than at the function's entry.
  std::uint64_t stack_bytes = 0;
};

/// Throws std::runtime_error where the path has no call of `leaf` with a body.
HitWalk hit_of(const std::vector<WalkedInstruction>& path, std::uintptr_t leaf);
/// Returns that a predictor of 16 entries gets wrong after the probed call of `leaf`, in its twelve
/// callers.
std::uint64_t mispredicted_in_callers(const std::vector<WalkedInstruction>& path,
                                      const GuestAddresses& addresses);

/// Steps a guest through calls. Throws std::runtime_error when the machine fails.
class GuestStepper {
 public:
  GuestStepper(Guest& guest, const GuestAddresses& addresses, double patience_seconds);
  /// The instructions from one mark to the other, around a call of this workload.
  std::vector<WalkedInstruction> walk(const std::string& workload);

 private:
  Guest& guest_;
  GuestAddresses addresses_;
  GdbRemote remote_;
};

}  // namespace retprobe::harness
