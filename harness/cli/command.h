// Shared by the commands of `retprobe`: options, output, progress.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/bench/milestones.h"
#include "harness/must.h"
#include "harness/selection.h"
#include "harness/verify/verify.h"
#include "retprobe/error.h"

namespace retprobe::harness {

inline constexpr int exit_ok = 0;
inline constexpr int exit_failed = 1;  // a failed verification or a regression
inline constexpr int exit_usage = 2;   // wrong use, or not possible on this machine
// This machine does not permit what the command needs: ptrace (for `cost`), or any probe at all.
// Test runners call this status "skipped".
inline constexpr int exit_not_permitted = 77;

struct CommonOptions {
  Selection selection;
  std::string format = "text";
  std::string out;
  std::string progress = "line";
  bool json() const { return format == "json"; }
  bool progress_as_json() const { return progress == "json"; }
};

/// The selections that a command accepts.
struct Takes {
  bool cells = false, scenarios = false, workloads = false;
};
/// These selections, --format and --out.
void add_options(CLI::App& command, CommonOptions& options, Takes takes,
                 const std::vector<std::string>& formats = {"text", "json"});
/// A list option: repeatable, and each word may be a comma list.
void add_list(CLI::App& command, const std::string& name, std::vector<std::string>& into,
              const std::string& help);
/// Takes a number from `low` to `high`. CLI::Range also takes NaN.
CLI::Validator finite_in(double low, double high);
/// Adds --shard, which takes i/n.
CLI::Option* add_shard(CLI::App& command, std::optional<Shard>& shard, const std::string& help);
/// Adds --progress, for commands that take long.
void add_progress(CLI::App& command, CommonOptions& options);
/// Adds an option that stands alone or has globs (--peers=xray,'u*').
void add_globs(CLI::App& command, const std::string& name,
               std::optional<std::vector<std::string>>& globs, const std::string& help);

/// An Error of wrong use.
Failure wrong_use(const std::string& message);
/// This machine does not permit what the command needs: it ends with exit_not_permitted.
struct CannotHere : std::runtime_error {
  using runtime_error::runtime_error;
};
/// Throws CannotHere if functions cannot be probed.
void must_probe();

/// Reads a file of results, unchanged. The Failure names the path if the file cannot be read or is
/// not JSON.
nlohmann::ordered_json read_json(const std::string& path);
/// A document as text, in lines that people and `git diff` can read: a row of a result is one line.
std::string json_text(const nlohmann::ordered_json& document);

/// A command's output: standard output, or a file that appears completely or not at all. What
/// cannot be written there, as on a full disk, is left in a temporary file, which the Failure
/// names.
class Output {
 public:
  /// Fails at once when the file cannot be written, not after an hour of work.
  explicit Output(const std::string& path, const std::string& option = "--out");
  /// Where there is no room for a temporary file either, standard output has the text.
  void write(const std::string& text) const;
  /// The same, of parts that need not be in memory together: `make` passes each to its argument.
  using Parts = std::function<void(const std::function<void(const std::string& part)>&)>;
  void write_parts(const Parts& make) const;

 private:
  void put(const Parts& make) const;
  void put_or_rescue(const Parts& make, bool may_print) const;
  std::string path_, option_;
  // A regular file. It is written to a temporary file beside it, which is then renamed.
  bool whole_ = false;
};

/// Shows progress: one line on standard error, rewritten as the work goes on. If standard error is
/// no terminal, it prints a line now and then (Milestones). For programs that show progress
/// themselves, it prints one JSON object per step, on a line of its own: {"stage", "done", "total",
/// "detail"}. If such a program closes its end, SIGPIPE ends the work.
class Progress {
 public:
  Progress(std::string what, const CommonOptions& options);
  ~Progress();
  void operator()(std::size_t done, std::size_t total, const std::string& detail);
  void operator()(std::size_t done, std::size_t total, const CellResult& last);
  /// Removes the line, before other text appears.
  void clear();

 private:
  std::string what_;
  bool json_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Milestones milestones_;
};

// The commands. Each adds itself to the program and returns the function to run when it is chosen.
// The function's Failure ends the program with its message and exit_usage (main.cc).
struct Command {
  CLI::App* app;
  std::function<int()> run;
  // Takes the words behind "--", if the command runs a program; null: CLI11 parses them.
  std::function<void(std::vector<std::string> words)> take_program = nullptr;
};
Command list_command(CLI::App& program);
Command verify_command(CLI::App& program);
Command bench_command(CLI::App& program);
Command compare_command(CLI::App& program);
Command cost_command(CLI::App& program);
Command inspect_command(CLI::App& program);
Command kernel_command(CLI::App& program);
Command regress_command(CLI::App& program);
Command prices_command(CLI::App& program);
Command run_command(CLI::App& program);
Command soak_command(CLI::App& program);

}  // namespace retprobe::harness
