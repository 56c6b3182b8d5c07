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
  /// For a stopped process whose modules do not change: they are looked up once. Throws
  /// std::runtime_error.
  explicit OutsideUnwinder(pid_t process);
  ~OutsideUnwinder();

  /// The addresses of the frames of a thread with these registers, the newest first. Ends where
  /// libdwfl ends. `trouble` says why when that was not the regular end, and is empty otherwise.
  std::vector<std::uintptr_t> chain(const user_regs_struct& registers, std::string& trouble);

  /// "symbol+0x12 (libfoo.so)", or "0x7f… (outside of any module)".
  std::string name(std::uintptr_t address) const;
  /// The symbol at the address. Empty where there is none.
  std::string symbol(std::uintptr_t address) const;
  /// The file name of the address's module, without folders. Empty outside of any module.
  std::string module(std::uintptr_t address) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace retprobe::harness
