// What a stepper has to know of an instruction before it lets a process execute it.
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
    pop_flags,   // popf: the kernel takes the trap flag for the program's own from then on
    system_call  // syscall: leaks it into r11
  };
  Kind kind = Kind::other;
  std::uint8_t bytes = 0;
};

/// Decodes what `code` begins with. Throws std::runtime_error where that is no instruction.
Instruction decode(std::span<const std::byte> code);

/// Each address is decoded once: for code that does not change while it is stepped through.
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
