// perf record on the running process, by a software clock. With `dwarf`, perf copies the stack of
// each sample and unwinds it when the samples are read. With `fp`, the kernel follows frame
// pointers and uses no unwind entry.
#include <errno.h>
#include <link.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "harness/scenarios/unwinding/unwind_outside.h"
#include "harness/verify/machine.h"

namespace retprobe::harness {
namespace {

using namespace unwinding;

// perf 6.1 prints the offset of an address in its file, and 6.12 the address itself. Returns the
// address in both cases.
std::uintptr_t mapped(std::uintptr_t printed, std::string_view file) {
  struct Search {
    std::uintptr_t printed;
    std::string_view file;
    std::uintptr_t address = 0;
  } search{printed, file};
  dl_iterate_phdr(
      [](dl_phdr_info* module, std::size_t, void* context) {
        Search& wanted = *static_cast<Search*>(context);
        // Compares only the file names: perf and the dynamic linker know a file by different paths.
        const std::string_view path = module->dlpi_name;
        const auto last = [](std::string_view whole) { return whole.substr(whole.rfind('/') + 1); };
        if (last(path.empty() ? std::string_view(program_invocation_name) : path) !=
            last(wanted.file))
          return 0;
        for (unsigned i = 0; i < module->dlpi_phnum; ++i) {
          const ElfW(Phdr) & segment = module->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X)) continue;
          const std::uintptr_t start = module->dlpi_addr + segment.p_vaddr;
          if (wanted.printed - segment.p_offset < segment.p_filesz)
            wanted.address = start + wanted.printed - segment.p_offset;
          else if (wanted.printed - start < segment.p_filesz)
            wanted.address = wanted.printed;
        }
        return 1;
      },
      &search);
  return search.address;
}

// Reads, for each sample, "   12" and then "\t  7f… symbol (file)" for each frame.
std::vector<StoppedThread> printed(std::string_view text) {
  std::vector<StoppedThread> threads;
  for (const std::string_view line : split(text, '\n')) {
    const bool is_frame = line.starts_with('\t');
    const std::vector<std::string_view> words = split(is_frame ? line.substr(1) : line, ' ');
    if (words.empty()) continue;
    if (!is_frame) {
      threads.push_back({std::stoi(std::string(words[0])), {}});
    } else if (!threads.empty()) {
      std::string_view file = words.back();
      if (file.starts_with('(') && file.ends_with(')')) file = file.substr(1, file.size() - 2);
      threads.back().frames.push_back({mapped(hexadecimal(words[0]), file), 0,
                                       words.size() > 2 ? std::string(words[1]) : std::string()});
    }
  }
  return threads;
}

// Records until there is a sample of each thread.
Outcome look(std::span<const Visit* const> visits, const char* mode,
             const std::vector<std::string>& reading, std::vector<StoppedThread>& seen) {
  const TemporaryFolder folder;
  const std::string samples = folder.file("samples");
  std::set<pid_t> missing;
  // The longer times are for machines that have little time for these threads.
  for (const char* seconds : {"0.3", "2", "8", "32", "128"}) {
    for (const Visit* visit : visits) tell(*visit, spin_on);
    const Ran recorded =
        run_tool({"perf", "record", "-q", "-e", "cpu-clock:u", "-F", "299", "--call-graph", mode,
                  // Usually perf gives up after half a second, and then resolves no address.
                  "--proc-map-timeout", "100000", "-o", samples, "-p", this_process(), "--",
                  "sleep", seconds},
                 "linux-perf");
    for (const Visit* visit : visits) tell(*visit, sleep_on);
    // perf makes the file before it finds that it may not look.
    std::error_code error;
    if (std::filesystem::file_size(samples, error) == 0 || error)
      return tool_failed("perf record", recorded);
    std::vector<std::string> command = {"perf", "script",         "-i",         samples,
                                        "-F",   "tid,ip,sym,dso", "--no-inline"};
    command.insert(command.end(), reading.begin(), reading.end());
    const Ran read = run_tool(command, "linux-perf");
    seen = printed(read.out);
    if (seen.empty() && read.status != 0) return tool_failed("perf script", read);
    missing.clear();
    for (const Visit* visit : visits) missing.insert(visit->tid);
    for (const StoppedThread& thread : seen) missing.erase(thread.tid);
    if (missing.empty()) return pass();
  }
  return unavailable(Lack::time, "the machine was too busy: " + std::to_string(missing.size()) +
                                     " of " + std::to_string(visits.size()) +
                                     " threads that wanted to run all the time have no sample");
}

Outcome look_by_dwarf(std::span<const Visit* const> visits, std::vector<StoppedThread>& seen) {
  const Outcome outcome = look(visits, "dwarf,16384", {"--max-stack", "4096"}, seen);
  // In all frames but the first, perf prints the address of the call: one below where the frame
  // goes on. It prints a frame that it takes for a signal's, or for an interrupted one, as it is.
  for (StoppedThread& thread : seen) {
    const auto visit = std::ranges::find(visits, thread.tid, &Visit::tid);
    if (visit == visits.end()) continue;
    const auto is_as_it_is = [&](std::uintptr_t address) {
      return (*visit)->truths == 3 &&
             (address == (*visit)->truth[1].address || address == (*visit)->truth[2].address);
    };
    for (std::size_t i = 1; i < thread.frames.size(); ++i)
      if (!is_as_it_is(thread.frames[i].address)) ++thread.frames[i].address;
  }
  return outcome;
}

Outcome look_by_fp(std::span<const Visit* const> visits, std::vector<StoppedThread>& seen) {
  return look(visits, "fp", {}, seen);
}

// Places in handlers are left out, because the library calls handlers and has no frame pointers.
// The recursion of 1000 is left out, because the kernel follows only 127 frames.
bool is_for_frame_pointers(const Place& place) {
  return place.where == Where::body && place.function != Function::deep;
}
// The kernel copies at most 64 KiB of a stack, and the recursion of 1000 takes more.
bool is_for_copies(const Place& place) { return place.function != Function::deep; }

// Expects the unprobed chain, with the return trampoline of each probed function in place of its
// caller.
std::string with_trampolines(const Visit& probed, const Chain& seen, const Visit& unprobed,
                             const Chain& reference, const std::vector<const Site*>& sites) {
  const auto is_probed = [&](std::uintptr_t address) {
    return std::ranges::any_of(
        sites, [&](const Site* site) { return address - site->address < site->size; });
  };
  const Chain expected = from_arrival(unprobed, reference), all = from_arrival(probed, seen);
  if (expected.size() < 7)
    return "the unprobed chain has only " + std::to_string(expected.size()) + " frames";
  std::size_t trampolines = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string frame =
        "frame " + std::to_string(i) + " of " + std::to_string(expected.size());
    if (i >= all.size()) return frame + " is missing, which is " + describe(expected[i]);
    if (i > 0 && is_probed(expected[i - 1].address)) {
      ++trampolines;
      if (!is_librarys(all[i], "retprobe_return_trampolines"))
        return frame + " is " + describe(all[i]) + ", not a return trampoline under its name";
    } else if (all[i].address != expected[i].address) {
      return frame + " is " + describe(all[i]) + ", not " + describe(expected[i]);
    }
  }
  if (all.size() != expected.size())
    return "it has " + std::to_string(all.size() - expected.size()) + " frames more";
  return trampolines == 3 ? ""
                          : std::to_string(trampolines) + " return trampolines for 3 probed calls";
}

}  // namespace

SCENARIO(unwind_perf_dwarf, "perf record --call-graph dwarf sees the unprobed chain",
         .seconds = 300, .any_cell = false) {
  return from_outside(cell, look_by_dwarf, {.asked = {.names = true}, .wants = is_for_copies});
}
SCENARIO(unwind_perf_dwarf_trampolines,
         "what perf record --call-graph dwarf sees is right up to a return trampoline, which shows "
         "under its name",
         .seconds = 300, .any_cell = false) {
  return from_outside(
      cell, look_by_dwarf,
      {.asked = {.names = true, .ends_in_trampoline = true}, .wants = is_for_copies});
}
SCENARIO(unwind_perf_fp, "perf record --call-graph fp sees the unprobed chain from bodies",
         .seconds = 300, .any_cell = false) {
  return from_outside(cell, look_by_fp, {.asked = {.names = true}, .wants = is_for_frame_pointers});
}
SCENARIO(unwind_perf_fp_trampolines,
         "perf record --call-graph fp loses nothing but the callers of probed functions, which "
         "show as return trampolines",
         .seconds = 300, .any_cell = false) {
  if (is_framed(cell))
    return from_outside(cell, look_by_fp,
                        {.asked = {.names = true}, .wants = is_for_frame_pointers});
  return from_outside(cell, look_by_fp,
                      {.wants = is_for_frame_pointers, .difference = with_trampolines});
}

}  // namespace retprobe::harness
