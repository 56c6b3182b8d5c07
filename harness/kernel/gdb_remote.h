// The debugger's side of GDB's remote serial protocol, as far as a stepper needs it: QEMU's stub
// for x86-64. Everything throws std::runtime_error when the connection or the machine fails. Cold.
#pragma once

#include <sys/user.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/session/process.h"

namespace retprobe::harness {

class GdbRemote {
 public:
  /// Connects to a Unix socket. The machine stops.
  GdbRemote(const std::string& socket, double patience_seconds);

  void stop_at(std::uintptr_t address);
  /// Lets the machine run, without waiting.
  void run();
  /// Waits until a running machine has stopped.
  void wait();
  void step();
  user_regs_struct registers();
  std::vector<std::byte> read(std::uintptr_t address, std::size_t bytes);

 private:
  std::string ask(const std::string& packet);
  void send(const std::string& packet);
  std::string receive();
  void fill();

  Descriptor socket_;
  double patience_;
  std::string pending_;
};

}  // namespace retprobe::harness
