// A core file of the process, read by gdb and by eu-stack. gdb makes it, so that nothing depends on
// the machine's core_pattern.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "harness/scenarios/unwinding/unwind_outside.h"
#include "harness/verify/require.h"

namespace retprobe::harness {
namespace {

using namespace unwinding;

// At the other places gdb is tried alive only: see unwind_gdb.cc.
bool is_for_gdb(const Place& place) { return !place.on_trampoline; }

std::string program() {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return {path, size > 0 ? static_cast<std::size_t>(size) : 0};
}

// gdb also copies pages that were never touched: gigabytes of them. (The kernel leaves holes in
// their place.) So large mappings are searched for such pages, which are left out of the core file.
void leave_untouched_pages_out() {
  constexpr std::size_t large = std::size_t{16} << 20, page = 4096, pages_per_step = 256;
  std::ifstream maps("/proc/self/maps");
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> ranges;
  for (std::string line; std::getline(maps, line);) {
    const std::size_t dash = line.find('-');
    const std::uintptr_t low = hexadecimal(line.substr(0, dash)),
                         high = hexadecimal(line.substr(dash + 1));
    if (high - low >= large && line.find('/') == line.npos) ranges.emplace_back(low, high);
  }
  const int pages = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  std::array<std::uint64_t, pages_per_step> entries;
  for (const auto& [low, high] : ranges)
    for (std::uintptr_t at = low; at + pages_per_step * page <= high; at += pages_per_step * page) {
      const auto place = static_cast<off_t>(at / page * sizeof entries[0]);
      if (pread(pages, entries.data(), sizeof entries, place) == sizeof entries &&
          std::ranges::all_of(entries, [](std::uint64_t entry) { return entry >> 62 == 0; }))
        madvise(reinterpret_cast<void*>(at), pages_per_step * page, MADV_DONTDUMP);
    }
  close(pages);
}

// Writing a core file needs no debugging information, and gdb would take seconds to read it.
Outcome dump(const std::string& file) {
  leave_untouched_pages_out();
  const Ran ran = run_tool({"gdb", "-nx", "-readnever", "-batch", "-p", this_process(), "-ex",
                            "generate-core-file " + file},
                           "gdb");
  return access(file.c_str(), R_OK) == 0 ? pass() : tool_failed("gdb's generate-core-file", ran);
}

Outcome look_by_gdb(std::span<const Visit* const>, std::vector<StoppedThread>& seen) {
  const TemporaryFolder folder;
  const std::string core = folder.file("core");
  require(dump(core));
  const Ran ran = run_tool(gdb_command({program(), core}), "gdb");
  seen = gdb_printed(ran.out);
  return seen.empty() ? tool_failed("gdb of the core file", ran) : pass();
}

Outcome look_by_eu_stack(std::span<const Visit* const>, std::vector<StoppedThread>& seen) {
  const TemporaryFolder folder;
  const std::string core = folder.file("core");
  require(dump(core));
  const Ran ran = run_tool({"eu-stack", "-n", "0", "--core=" + core, "-e", program()}, "elfutils");
  seen = eu_stack_printed(ran.out);
  return seen.empty() ? tool_failed("eu-stack --core", ran) : pass();
}

}  // namespace

SCENARIO(unwind_core_gdb, "gdb sees the unprobed chains in a core file", .seconds = 180,
         .any_cell = false) {
  return from_outside(cell, look_by_gdb, {.asked = {.names = true}, .wants = is_for_gdb});
}
SCENARIO(unwind_core_eu_stack, "eu-stack sees the unprobed chains in a core file", .seconds = 180,
         .any_cell = false) {
  return from_outside(cell, look_by_eu_stack, {.asked = {.names = true}});
}

}  // namespace retprobe::harness
