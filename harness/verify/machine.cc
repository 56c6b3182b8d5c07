#include "harness/verify/machine.h"

#include <algorithm>
#include <memory>

#include "core/hooks/design_table.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {

bool is_framed(const Cell& cell) {
  return find_design(cell.design)->facts.wiring == Wiring::framed;
}

std::vector<const Site*> sites_of(const std::vector<std::string_view>& patterns) {
  std::vector<const Site*> all;
  for (const std::string_view pattern : patterns)
    for (const Site* site : require(find_sites(pattern)))
      if (std::ranges::find(all, site) == all.end()) all.push_back(site);
  return all;
}

CountingTracers::CountingTracers(const Cell& cell, const std::vector<std::string_view>& patterns,
                                 EntryHandler entry, ExitHandler exit)
    : registers_(cell.registers), entry_(entry), exit_(exit) {
  for (unsigned i = 0; i < cell.tracers; ++i) add(patterns);
}

void CountingTracers::add(const std::vector<std::string_view>& patterns) {
  auto counts = std::make_unique<Counts>();
  Tracer tracer =
      require(Tracer::make({.name = "tracer " + std::to_string(tracers_.size()),
                            .on_entry = entry_,
                            .on_return = exit_,
                            .context = counts.get(),
                            .registers = registers_,
                            .maxactive = 4096}));  // more than any scenario has in flight
  require(tracer.attach(sites_of(patterns)));
  counts_.push_back(std::move(counts));
  tracers_.push_back(std::move(tracer));
}

Error CountingTracers::remove_last() {
  if (Error error = detach_patiently(tracers_.back())) return error;
  tracers_.pop_back();
  counts_.pop_back();
  return {};
}

Outcome CountingTracers::invariant(std::uint64_t calls) const {
  for (std::size_t i = 0; i < tracers_.size(); ++i) {
    const std::string who =
        "tracer " + std::to_string(i) + " of " + std::to_string(tracers_.size());
    const Counts& counts = *counts_[i];
    const std::uint64_t missed = tracers_[i].missed();
    if (counts.entries + missed != calls)
      return fail(who + ": " + std::to_string(counts.entries) + " entries + " +
                  std::to_string(missed) + " missed is not " + std::to_string(calls) + " calls");
    if (counts.exits() != counts.entries)
      return fail(who + ": " + std::to_string(counts.entries) + " entries, but " +
                  std::to_string(counts.returned) + " returned, " + std::to_string(counts.unwound) +
                  " unwound, " + std::to_string(counts.abandoned) + " abandoned");
  }
  return pass();
}

Outcome CountingTracers::all_seen(std::uint64_t calls) const {
  require(invariant(calls));
  for (std::size_t i = 0; i < tracers_.size(); ++i) {
    require_equal("tracer " + std::to_string(i) + "'s missed calls", tracers_[i].missed(), 0);
    require_equal("tracer " + std::to_string(i) + "'s returned calls", counts_[i]->returned, calls);
  }
  return pass();
}

}  // namespace retprobe::harness
