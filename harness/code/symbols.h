// The functions of one loaded module, by address: what `inspect` needs to know where a trampoline
// ends and what a call leads to. Cold.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "retprobe/error.h"

namespace retprobe::harness {

class Symbols {
 public:
  /// Of the module that holds `address`.
  static Result<Symbols> of_module_at(std::uintptr_t address);

  /// "name" or "name+0x12", demangled; "" when it lies in no function of the module.
  std::string name(std::uintptr_t address) const;
  struct Range {
    std::uintptr_t begin = 0, end = 0;
  };
  /// Of the function that holds `address`: to its symbol's size, or, where assembly gave none, to
  /// the next symbol.
  Range range(std::uintptr_t address) const;

 private:
  struct Function {
    std::uintptr_t size;
    std::string name;
  };
  std::map<std::uintptr_t, Function> functions_;
};

}  // namespace retprobe::harness
