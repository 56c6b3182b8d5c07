// Unwinds a stopped process from outside, with elfutils' libdwfl, as eu-stack does.
#pragma once

#include <sys/types.h>
#include <sys/user.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace retprobe::harness {

class OutsideUnwinder {
 public:
  /// For a process that is stopped and stays what it is: the modules are looked up once. Throws
  /// std::runtime_error.
  explicit OutsideUnwinder(pid_t process);
  ~OutsideUnwinder();

  /// The addresses of the frames of a thread with these registers, the newest first. Ends where
  /// libdwfl ends; why, when it was no regular end, is in `trouble`.
  std::vector<std::uintptr_t> chain(const user_regs_struct& registers, std::string& trouble);

  /// "symbol+0x12 (libfoo.so)"; where no module is, the address and "outside of any module".
  std::string name(std::uintptr_t address) const;
  /// The symbol at the address; empty where there is none.
  std::string symbol(std::uintptr_t address) const;
  /// The file name of its module, without folders; empty outside of any module.
  std::string module(std::uintptr_t address) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace retprobe::harness
