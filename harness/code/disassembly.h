// Turns machine code into text. Cold.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace retprobe::harness {

/// "symbol+0x12", or "" for an address that has no name.
using NameOf = std::function<std::string(std::uintptr_t)>;

/// One instruction at its address, or at the address where it will be.
struct DecodedLine {
  std::uintptr_t address;
  std::vector<std::uint8_t> bytes;
  std::string text;  // AT&T syntax as in the sources
  // The name of a jump's or call's target, also of one through memory; or "".
  std::string target;
  std::string note;  // the documents' name for the place; or ""
};
/// Leaves out padding (int3 and long nops) at the end. A byte that begins no instruction is a line
/// of its own.
std::vector<DecodedLine> decode_lines(std::uintptr_t at, std::span<const std::uint8_t> bytes,
                                      const NameOf& name_of);
/// Address, bytes, text and, after "#", target and note; ends with a newline.
std::string text_of(const DecodedLine& line);

/// One instruction in AT&T syntax, in a form that does not change when other code moves: an address
/// is shown by name, or as "(data)" if it has none. `bytes` may be longer than the instruction.
std::string stable_text(std::uintptr_t at, std::span<const std::uint8_t> bytes,
                        const NameOf& name_of);
/// The target of the first instruction at `at` if that is a jump, else 0.
std::uintptr_t jump_target(std::uintptr_t at, std::span<const std::uint8_t> bytes);

}  // namespace retprobe::harness
