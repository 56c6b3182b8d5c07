// Counts what one warm hit executes, by walking a probed call of the `leaf` workload instruction by
// instruction. No clock is read. So the figures are the same on each run and on each machine with
// the same compiler and, for cells that save vector registers, the same CPU.
//
// Counted at entry: from the site's first instruction to the one before the body. Counted at exit:
// from T to the instruction before the caller's next one. The tracers' handlers do nothing
// (bench/handlers.h) and are counted too. The kernel's work (in the `trap` transfer) is not
// counted.
//
// Cold. Needs ptrace. Errors of the machine are thrown as NotPermitted
// (harness/injection/stepper.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/cost/tally.h"
#include "harness/selection.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// An executed instruction, named and written so that the text does not change when other code
/// moves.
struct CodeLine {
  std::string function;  // "" in code without a name
  std::uint64_t offset;  // in bytes from the function's start
  std::string text;      // AT&T syntax; places by name, jumps within the function as "(here)"
};

/// All instructions that walks executed, by address. One book serves all walks of a process.
class CodeBook {
 public:
  CodeBook();
  ~CodeBook();
  CodeBook(const CodeBook&) = delete;
  CodeBook& operator=(const CodeBook&) = delete;
  const CodeLine& at(std::uintptr_t address, std::span<const std::byte> code);
  /// The instructions by function, sorted by name; within a function by address.
  std::map<std::string, std::vector<const CodeLine*>> functions() const;

 private:
  struct Names;
  std::unique_ptr<Names> names_;
  std::map<std::uintptr_t, CodeLine> lines_;
};

struct HitCost {
  Cell cell;
  Tally entry = {}, exit = {};
  /// Executed returns minus executed calls: a return predictor is wrong by this many entries for
  /// the callers afterwards.
  std::int64_t unbalanced = 0;
  /// How much deeper the stack was than at the function's entry.
  std::uint64_t stack_bytes = 0;
  /// Returns that a predictor of 16 entries gets wrong after a hit, in twelve unprobed callers.
  std::uint64_t callers12 = 0;
  /// Calls of the whole hit, that of the body too. Each has its return, unless `unbalanced` says
  /// otherwise.
  std::uint64_t pairs() const { return entry.calls + exit.calls; }
  // In the order of execution; the lines belong to the book.
  std::vector<const CodeLine*> entry_path = {}, exit_path = {};
};

Result<HitCost> cost_of(const Cell& cell, CodeBook& book);

/// The properties that the figures depend on: {"compiler", "build", "vectors", "xsave_bytes"}.
struct CostContext {
  std::string compiler = "";    // "gcc 12.2.0"
  std::string build = "";       // "RelWithDebInfo"
  std::string vectors = "xmm";  // or "ymm", "zmm": the widest vector register
  std::uint32_t xsave_bytes = 0;
  bool same_cpu(const CostContext& other) const {
    return vectors == other.vectors && xsave_bytes == other.xsave_bytes;
  }
};
CostContext cost_context();
/// Whether a cell's figures depend on the CPU: it saves vector registers, or has a signal
/// delivered.
bool depends_on_cpu(const Cell& cell);

}  // namespace retprobe::harness
