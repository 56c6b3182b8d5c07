// Unwinders that look from outside of the thread: other processes at this live one, or at its core
// file, and libdwfl. Every place is visited at once, by two threads each: one entered the functions
// before any tracer was attached, its stack is the reference; the other one after. So an unwinder
// looks once, and sees both.
//
// A newcomer is one file: a Look, and a SCENARIO that hands it to from_outside.
#pragma once

#include <functional>

#include "harness/scenarios/unwinding/unwind_places.h"

namespace retprobe::harness::unwinding {

struct StoppedThread {
  pid_t tid;
  Chain frames;
};

/// Looks at the threads of `visits`, which sleep, all in one function (`tell` lets them run in it).
/// A thread may be seen more than once: each time counts.
using Look = Outcome (*)(std::span<const Visit* const> visits, std::vector<StoppedThread>& seen);

struct OutsideOptions {
  bool hold = false;  // a signal holds each thread: its registers are in Visit::stopped_at
  Asked asked = {};
  std::function<bool(const Place&)> wants = nullptr;  // not every place
  // What is to hold instead of equality with the unprobed chain; `sites` are the probed functions.
  std::string (*difference)(const Visit& probed, const Chain& seen, const Visit& unprobed,
                            const Chain& reference,
                            const std::vector<const Site*>& sites) = nullptr;
};
Outcome from_outside(const Cell& cell, Look look, const OutsideOptions& options);

// ---- Tools ----

/// What a command wrote, and its exit status.
struct Ran {
  int status = 0;
  std::string out, err;
};
/// Runs it and waits for it. Throws Unavailable where there is no such program.
Ran run_tool(const std::vector<std::string>& command, const char* package);
/// For a tool that did not do it: why, as far as its last words say. A refused ptrace or perf is no
/// failure.
Outcome tool_failed(const std::string& what, const Ran& ran);

/// A folder that goes with it, all files in it included.
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

/// Lines, and the words of one.
std::vector<std::string_view> split(std::string_view text, char separator);
/// A number in hexadecimal, with or without 0x. 0 where there is none.
std::uintptr_t hexadecimal(std::string_view word);

// ---- What several scenarios share ----

/// gdb on what `target` says, printing all chains, exactly; and what it printed.
std::vector<std::string> gdb_command(const std::vector<std::string>& target);
std::vector<StoppedThread> gdb_printed(std::string_view text);
/// What eu-stack printed.
std::vector<StoppedThread> eu_stack_printed(std::string_view text);

}  // namespace retprobe::harness::unwinding
