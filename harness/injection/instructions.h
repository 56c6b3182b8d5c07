// What a stepper has to know about an instruction before a process executes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>

namespace retprobe::harness {

struct Instruction {
  enum class Kind : std::uint8_t {
    other,
    call,
    ret,
    breakpoint,  // int3
    push_flags,  // pushf: leaks the stepper's trap flag into memory
    pop_flags,   // popf: the kernel then takes the trap flag for the program's own
    system_call  // syscall: leaks the trap flag into r11
  };
  Kind kind = Kind::other;
  std::uint8_t bytes = 0;
};

/// Decodes the first instruction of `code`. Throws std::runtime_error where there is none.
Instruction decode(std::span<const std::byte> code);

/// Decodes each address once, so the code must not change while it is stepped through.
class Instructions {
 public:
  template <class Read>  // std::span<const std::byte> read(address)
  Instruction at(std::uintptr_t address, const Read& read) {
    const auto [found, is_new] = known_.try_emplace(address);
    if (is_new) found->second = decode(read(address));
    return found->second;
  }

 private:
  std::unordered_map<std::uintptr_t, Instruction> known_;
};

}  // namespace retprobe::harness
