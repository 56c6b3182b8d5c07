// lldb, attached to the live process.
#include <algorithm>

#include "harness/scenarios/unwinding/unwind_outside.h"

namespace retprobe::harness {
namespace {

using namespace unwinding;

// lldb shows an inlined function and, after it, the function that it is inlined into. Both are the
// same frame with the same stack pointer. Execution does not go on at the second address, so that
// one is left out.
std::vector<StoppedThread> printed(std::string_view text) {
  std::vector<StoppedThread> threads;
  bool inlined = false;
  for (const std::string_view line : split(text, '\n')) {
    // The echo of a command. Output before `thread backtrace` shows how lldb found the process, and
    // is dropped.
    if (line.starts_with("(lldb)")) threads.clear();
    if (line.starts_with("(lldb)")) continue;
    const std::size_t begin = std::min(line.find("rp-"), line.size());
    const std::vector<std::string_view> words = split(line.substr(begin), ' ');
    if (words.size() >= 2 && words[0] == "rp-thread") {
      threads.push_back({std::stoi(std::string(words[1])), {}});
      inlined = false;
    }
    if (words.size() < 3 || words[0] != "rp-frame" || threads.empty()) continue;
    Chain& frames = threads.back().frames;
    const std::uintptr_t sp = hexadecimal(words[2]);
    if (!inlined || frames.empty() || frames.back().sp != sp)
      frames.push_back(
          {hexadecimal(words[1]), sp, words.size() > 3 ? std::string(words[3]) : std::string()});
    inlined = line.find(" [inlined]") != std::string_view::npos;
  }
  return threads;
}

Outcome look(std::span<const Visit* const>, std::vector<StoppedThread>& seen) {
  const Ran ran = run_tool(
      {"lldb", "--no-lldbinit", "--batch", "--no-use-colors", "-O",
       "settings set thread-stop-format \"rp-thread ${thread.id%tid}\\n\"", "-O",
       "settings set frame-format \"rp-frame ${frame.pc} ${frame.sp} ${function.name}\\n\"", "-p",
       this_process(), "-o", "thread backtrace all"},
      "lldb");
  seen = printed(ran.out);
  return seen.empty() ? tool_failed("lldb -p", ran) : pass();
}

// lldb 19 reads from DWARF 5 that a function is in two parts, and takes all that lies between them
// for that function: the code of others is then unwound by its rules, and so is the function
// itself. GCC makes such functions (their rare code is apart, as `f.cold`), and clang does not.
// docs/unwinding.md has more.
constexpr char split_functions[] =
    "this lldb gets threads wrong that have called nothing probed, too: it takes all between a "
    "function and its .cold part for that function, and unwinds it by wrong rules (lldb 19 "
    "does; docs/unwinding.md)";

}  // namespace

SCENARIO(unwind_lldb, "lldb sees the unprobed chain and stack pointers of threads in every place",
         .seconds = 120, .any_cell = false) {
  return from_outside(cell, look, {.asked = {.names = true}, .inability = split_functions});
}

}  // namespace retprobe::harness
