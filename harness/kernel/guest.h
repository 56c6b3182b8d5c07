// A guest under QEMU's emulator, which executes one instruction for each tick of its clock. Cold.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/kernel/answer.h"
#include "harness/kernel/images.h"
#include "retprobe/error.h"

namespace retprobe::harness {

struct GuestOptions {
  bool mitigations = false;       // the kernel's defaults; without, mitigations=off
  double patience_seconds = 120;  // a guest that says nothing for so long hangs
};

/// Why no guest can be started on this machine, with what to do; empty where one can.
std::string why_no_guest();

/// A booted guest. It ends with this object.
class Guest {
 public:
  /// A kernel that dies while it boots is booted a second time: one did, on a null pointer, and
  /// the same image booted the next time. Nothing is measured before the boot has ended.
  static Result<Guest> boot(const KernelImage& kernel, const GuestOptions& options);
  Guest(Guest&&) noexcept;
  ~Guest();

  /// Says a line and waits for the answer. The Error says how the guest has ended, or what it
  /// answered instead of "ok". After `ended()`, every line is one.
  Result<GuestAnswer> ask(const std::string& line);
  /// The two halves of ask().
  Error tell(const std::string& line);
  Result<GuestAnswer> answer();
  /// Whether the guest no longer answers.
  bool ended() const;
  /// The path of QEMU's socket for a debugger.
  std::string debugger_socket() const;

 private:
  struct Machine;
  static Result<Guest> boot_once(const KernelImage& kernel, const GuestOptions& options,
                                 bool* died);
  explicit Guest(std::unique_ptr<Machine> machine);
  std::unique_ptr<Machine> machine_;
};

}  // namespace retprobe::harness
