// Unwinders that look at a thread from outside: other processes, at this live process or at its
// core file, and libdwfl. Two threads at once visit every place. One of them entered the functions
// before any tracer was attached, and its stack is the reference. The other entered them
// afterwards. An unwinder looks once, and sees both.
//
// A new unwinder is one file: a Look, and a SCENARIO that hands it to from_outside.
#pragma once

#include <functional>

#include "harness/scenarios/unwinding/unwind_places.h"

namespace retprobe::harness::unwinding {

struct StoppedThread {
  pid_t tid;
  Chain frames;
};

/// Looks at the threads of `visits`. They all sleep in one function (`tell` lets them run in it). A
/// thread may be seen more than once, and each time is compared.
using Look = Outcome (*)(std::span<const Visit* const> visits, std::vector<StoppedThread>& seen);

struct OutsideOptions {
  bool hold = false;  // a signal holds each thread, with its registers in Visit::stopped_at
  Asked asked = {};
  std::function<bool(const Place&)> wants = nullptr;  // the places to visit; null: all
  // Replaces the comparison with the unprobed chain. `sites` are the probed functions.
  std::string (*difference)(const Visit& probed, const Chain& seen, const Visit& unprobed,
                            const Chain& reference,
                            const std::vector<const Site*>& sites) = nullptr;
  // A known inability of the unwinder that has nothing to do with probes. Where a comparison fails,
  // and the unwinder shows a wrong chain of the calling thread, too, which has called nothing that
  // is probed, the cell is unavailable for this reason. null: it fails.
  const char* inability = nullptr;
};
Outcome from_outside(const Cell& cell, Look look, const OutsideOptions& options);

// ---- Tools ----

/// A command's output and its exit status.
struct Ran {
  int status = 0;
  std::string out, err;
};
/// Runs the command and waits for it. Throws Unavailable where there is no such program.
Ran run_tool(const std::vector<std::string>& command, const char* package);
/// The outcome for a tool that did not do its work, with its last words. A refused ptrace or perf
/// counts as unavailable, not as a failure.
Outcome tool_failed(const std::string& what, const Ran& ran);

/// A folder that is removed with this object, and with all files in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  std::string file(const char* name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

std::string this_process();  // its id, as a word of a command line

/// The parts of a text: its lines, or the words of a line.
std::vector<std::string_view> split(std::string_view text, char separator);
/// A number in hexadecimal, with or without 0x. Returns 0 where there is none.
std::uintptr_t hexadecimal(std::string_view word);

// ---- Shared by several scenarios ----

/// The command that has gdb print all chains of `target`, exactly. gdb_printed reads its output.
std::vector<std::string> gdb_command(const std::vector<std::string>& target);
std::vector<StoppedThread> gdb_printed(std::string_view text);
/// Reads eu-stack's output.
std::vector<StoppedThread> eu_stack_printed(std::string_view text);

}  // namespace retprobe::harness::unwinding
