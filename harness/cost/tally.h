// Sums over executed instructions: everything that can be counted without a clock.
#pragma once

#include <sys/user.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <span>

namespace retprobe::harness {

/// All sums of one hit, in the order in which they are shown. Integers.
struct Tally {
  std::uint64_t instructions = 0;
  // Memory operands read, including those of push, pop, call and ret. An xsave or xrstor counts as
  // one.
  std::uint64_t loads = 0;
  std::uint64_t stores = 0;    // memory operands written
  std::uint64_t branches = 0;  // jumps, conditional or not; no calls, no returns
  std::uint64_t indirect = 0;  // jumps and calls through a register or memory
  std::uint64_t calls = 0;
  std::uint64_t returns = 0;
  std::uint64_t mispredicted = 0;  // returns that a 16-entry predictor gets wrong
  std::uint64_t code_lines = 0;    // distinct cache lines of 64 bytes
  std::uint64_t data_lines = 0;

  bool operator==(const Tally&) const = default;
};

struct TallyField {
  const char* name;
  const char* heading;  // of a column
  std::uint64_t Tally::* value;
};
inline constexpr std::array<TallyField, 10> tally_fields = {{
    {"instructions", "instr", &Tally::instructions},
    {"loads", "loads", &Tally::loads},
    {"stores", "stores", &Tally::stores},
    {"branches", "jumps", &Tally::branches},
    {"indirect_branches", "indirect", &Tally::indirect},
    {"calls", "calls", &Tally::calls},
    {"returns", "rets", &Tally::returns},
    {"mispredicted_returns", "mispred.", &Tally::mispredicted},
    {"code_lines", "code lines", &Tally::code_lines},
    {"data_lines", "data lines", &Tally::data_lines},
}};

/// Counts instructions one after the other. The owner of the predictor model sets `mispredicted`.
class Tallier {
 public:
  Tallier();
  ~Tallier();
  Tallier(const Tallier&) = delete;
  Tallier& operator=(const Tallier&) = delete;

  /// Counts an instruction that is about to run with these registers. `code` holds its bytes, or
  /// more. Throws std::runtime_error if they are no instruction.
  void count(const user_regs_struct& registers, std::span<const std::byte> code);
  /// Returns what was counted since the last take().
  Tally take();
  /// The cache lines (addresses / 64) of data used since the last take(): all lines, and the lines
  /// that were written to.
  const std::set<std::uintptr_t>& data_lines() const { return data_; }
  const std::set<std::uintptr_t>& stored_lines() const { return stored_; }

 private:
  struct Decoder;
  std::unique_ptr<Decoder> decoder_;
  Tally tally_;
  std::set<std::uintptr_t> code_, data_, stored_;
};

/// How much deeper a stack gets than it was where it was seen first.
class StackDepth {
 public:
  void at(std::uintptr_t stack_pointer) {
    if (first_ == 0) first_ = lowest_ = stack_pointer;
    lowest_ = std::min(lowest_, stack_pointer);
  }
  std::uint64_t bytes() const { return first_ - lowest_; }

 private:
  std::uintptr_t first_ = 0, lowest_ = 0;
};

}  // namespace retprobe::harness
