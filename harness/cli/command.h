// What the commands of `retprobe` share: options, output, progress.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/bench/milestones.h"
#include "harness/selection.h"
#include "retprobe/error.h"

namespace retprobe::harness {

inline constexpr int exit_ok = 0;
inline constexpr int exit_failed = 1;  // a failed verification or a regression
inline constexpr int exit_usage = 2;   // wrong use, or a machine on which it cannot be done
// This machine does not permit what it takes: ptrace (cost), or any probe at all. What test runners
// call skipped.
inline constexpr int exit_not_permitted = 77;

struct CommonOptions {
  Selection selection;
  std::string format = "text";
  std::string out;
  std::string progress = "line";
  bool json() const { return format == "json"; }
  bool progress_as_json() const { return progress == "json"; }
};

/// Which of the selections a command takes.
struct Takes {
  bool cells = false, scenarios = false, workloads = false;
};
void add_options(CLI::App& command, CommonOptions& options, Takes takes);
/// A list option: repeatable, and each word may be a comma list.
void add_list(CLI::App& command, const std::string& name, std::vector<std::string>& into,
              const std::string& help);

/// --progress, for the commands that take long.
void add_progress(CLI::App& command, CommonOptions& options);
/// --peers, alone or with globs (--peers=xray,'u*').
void add_peers(CLI::App& command, bool& with_peers, std::vector<std::string>& globs,
               const std::string& help);

/// One line on standard error; exit_usage.
int report(const std::string& command, const Error& error);

/// exit_ok where functions can be probed; else one line on standard error that says why not, and
/// exit_not_permitted.
int check_probing(const std::string& command);

/// A file of results, as it is. Error where it cannot be read or is not JSON, with the path.
Result<nlohmann::ordered_json> read_json(const std::string& path);

/// Where a command's output goes: standard output, or a file that appears whole or not at all.
class Output {
 public:
  /// Fails now, and not after an hour of work, when the file cannot be written.
  static Result<Output> open(const std::string& path);
  Error write(const std::string& text) const;

 private:
  std::string path_;
  bool whole_ = false;  // a regular file, which is written beside its place and put there at once
};

/// A line on standard error that is rewritten as work goes on; where standard error is no terminal,
/// a line now and then (Milestones). Or, for programs that show it themselves, one JSON object per
/// step and line: {"stage", "done", "total", "detail"}. Whoever asked for these and went away ends
/// the work: SIGPIPE.
class Progress {
 public:
  Progress(std::string what, const CommonOptions& options);
  ~Progress();
  void at(std::size_t done, std::size_t total, const std::string& detail);
  /// Takes the line away, before other text appears.
  void clear();

 private:
  std::string what_;
  bool json_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Milestones milestones_;
};

// The commands. Each adds itself to the program and returns what to run when it is chosen.
struct Command {
  CLI::App* app;
  std::function<int()> run;
};
Command list_command(CLI::App& program);
Command verify_command(CLI::App& program);
Command bench_command(CLI::App& program);
Command compare_command(CLI::App& program);
Command cost_command(CLI::App& program);
Command inspect_command(CLI::App& program);
Command regress_command(CLI::App& program);

}  // namespace retprobe::harness
