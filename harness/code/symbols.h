// The functions of one loaded module, by address. `inspect` uses them to find where a trampoline
// ends and what a call leads to. Cold.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "retprobe/error.h"

namespace retprobe::harness {

class Symbols {
 public:
  /// Reads the module that contains `address`.
  static Result<Symbols> of_module_at(std::uintptr_t address);

  /// "name" or "name+0x12", demangled; "" when no function of the module contains the address.
  std::string name(std::uintptr_t address) const;
  struct Range {
    std::uintptr_t begin = 0, end = 0;
  };
  /// The range of the function that contains `address`. It ends after its symbol's size or, if
  /// assembly gave none, at the next symbol.
  Range range(std::uintptr_t address) const;

 private:
  struct Function {
    std::uintptr_t size;
    std::string name;
  };
  std::map<std::uintptr_t, Function> functions_;
};

}  // namespace retprobe::harness
