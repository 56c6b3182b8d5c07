// What one warm hit executes: a probed call of the `leaf` workload, walked instruction by
// instruction. No clock is read, so the figures are the same on each run, and on each machine with
// the same compiler and, for what saves vector registers, the same CPU.
//
// Counted: at entry, from the site's first instruction to the one before the body; at exit, from T
// to the one before the caller's next. The tracers' handlers do nothing (bench/handlers.h) and are
// counted too. What the kernel does (the `trap` transfer) is not.
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

/// An instruction that was executed, under a name and in words that do not move when other code
/// does.
struct CodeLine {
  std::string function;  // "" in code without a name
  std::uint64_t offset;  // in the function, bytes
  std::string text;      // AT&T syntax; places by name, jumps within the function as "(here)"
};

/// All instructions that walks came to, by address. One for all walks of a process.
class CodeBook {
 public:
  CodeBook();
  ~CodeBook();
  CodeBook(const CodeBook&) = delete;
  CodeBook& operator=(const CodeBook&) = delete;
  const CodeLine& at(std::uintptr_t address, std::span<const std::byte> code);
  /// By function, in the order of names; in each by address.
  std::map<std::string, std::vector<const CodeLine*>> functions() const;

 private:
  struct Names;
  std::unique_ptr<Names> names_;
  std::map<std::uintptr_t, CodeLine> lines_;
};

struct HitCost {
  Cell cell;
  Tally entry = {}, exit = {};
  /// Returns executed beyond calls: by so many entries a return predictor is off for the callers.
  std::int64_t unbalanced = 0;
  std::vector<const CodeLine*> entry_path = {},
                               exit_path =
                                   {};  // in the order of execution; the lines are the book's
};

Result<HitCost> cost_of(const Cell& cell, CodeBook& book);

/// What the figures depend on: {"compiler", "build", "vectors", "xsave_bytes"}.
struct CostContext {
  std::string compiler = "";    // "gcc 12.2.0"
  std::string build = "";       // "RelWithDebInfo"
  std::string vectors = "xmm";  // "zmm": the width of a vector register
  std::uint32_t xsave_bytes = 0;
  bool same_build(const CostContext& other) const {
    return compiler == other.compiler && build == other.build;
  }
  bool same_cpu(const CostContext& other) const {
    return vectors == other.vectors && xsave_bytes == other.xsave_bytes;
  }
};
CostContext cost_context();
/// Whether a cell's figures depend on the CPU: it saves vector registers, or a signal is delivered.
bool depends_on_cpu(const Cell& cell);

}  // namespace retprobe::harness
