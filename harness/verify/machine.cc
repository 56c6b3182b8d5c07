#include "harness/verify/machine.h"

#include <algorithm>

#include "core/hooks/design_table.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {

bool is_framed(const Cell& cell) {
  return find_design(cell.design)->facts.wiring == Wiring::framed;
}

bool takes(const Cell& cell, const Site& site) {
  return site.refusal.empty() &&
         (!is_framed(cell) || site.stack_arguments() != StackArguments::some);
}

std::vector<const Site*> sites_of(const std::vector<std::string_view>& patterns) {
  std::vector<const Site*> all;
  for (const std::string_view pattern : patterns)
    for (const Site* site : require(find_sites(pattern)))
      if (std::ranges::find(all, site) == all.end()) all.push_back(site);
  return all;
}

CountingTracers::CountingTracers(const Cell& cell, const std::vector<std::string_view>& patterns,
                                 AtEntry at_entry, AtExit at_exit)
    : CountingTracers(cell.registers) {
  const std::vector<const Site*> sites = sites_of(patterns);
  for (unsigned i = 0; i < cell.tracers; ++i) add(sites, at_entry, at_exit);
}

void CountingTracers::add(std::span<const Site* const> sites, AtEntry at_entry, AtExit at_exit,
                          void* extra, std::size_t entry_data_bytes) {
  Tap& tap = CountingBench::add([&](TracerOptions& options) {
    options.maxactive = 4096;
    options.entry_data_bytes = entry_data_bytes;
  });
  tap.at_entry = at_entry;
  tap.at_exit = at_exit;
  tap.extra = extra;
  require(tap->attach(sites));
}

Error CountingTracers::remove_last() {
  if (Error error = detach_patiently(*taps_.back())) return error;
  taps_.pop_back();
  return {};
}

}  // namespace retprobe::harness
