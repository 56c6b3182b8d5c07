// Text of machine code. Cold.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace retprobe::harness {

/// "symbol+0x12", or "" for an address that has no name.
using NameOf = std::function<std::string(std::uintptr_t)>;

/// One instruction where it is, or is to be.
struct DecodedLine {
  std::uintptr_t address;
  std::vector<std::uint8_t> bytes;
  std::string text;    // AT&T syntax as in the sources
  std::string target;  // where a jump or call leads to, through memory too, by name; or ""
  std::string note;    // what the place is called in the documents; or ""
};
/// Padding (int3 and long nops) at the end is left out; a byte that begins no instruction is a line
/// of its own.
std::vector<DecodedLine> decode_lines(std::uintptr_t at, std::span<const std::uint8_t> bytes,
                                      const NameOf& name_of);
/// Address, bytes, text and, behind "#", target and note; with its newline.
std::string text_of(const DecodedLine& line);

/// One line per instruction: address, bytes, AT&T syntax as in the sources; behind it where a jump
/// or call leads to, through memory too, by name. Padding (int3 and long nops) at the end is left
/// out. `at` is where the bytes are, or are to be.
std::string disassemble(std::uintptr_t at, std::span<const std::uint8_t> bytes,
                        const NameOf& name_of);
/// Of this process's own code.
std::string disassemble_memory(std::uintptr_t begin, std::uintptr_t end, const NameOf& name_of);
/// One instruction in AT&T syntax without what moves when other code changes: places are given by
/// name, or, where they have none, as "(data)". Longer `bytes` do no harm.
std::string stable_text(std::uintptr_t at, std::span<const std::uint8_t> bytes,
                        const NameOf& name_of);
/// Where the first instruction at `at`, a jump, leads to; 0 when it is none.
std::uintptr_t jump_target(std::uintptr_t at, std::span<const std::uint8_t> bytes);

}  // namespace retprobe::harness
