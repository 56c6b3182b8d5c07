#include "harness/verify/machine.h"

#include <algorithm>
#include <memory>

#include "core/hooks/design_table.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {

Outcome differs(std::string_view what, std::uint64_t expected, std::uint64_t seen) {
  return fail(std::string(what) + ": expected " + std::to_string(expected) + ", seen " +
              std::to_string(seen));
}

Outcome failed(const Error& error) { return fail(error.message()); }

bool is_framed(const Cell& cell) {
  return find_design(cell.design)->facts.wiring == Wiring::framed;
}

Result<std::vector<const Site*>> sites_of(const std::vector<std::string_view>& patterns) {
  std::vector<const Site*> all;
  for (const std::string_view pattern : patterns) {
    Result<std::vector<const Site*>> some = find_sites(pattern);
    if (!some.ok()) return some.error();
    for (const Site* site : *some)
      if (std::ranges::find(all, site) == all.end()) all.push_back(site);
  }
  return all;
}

Error CountingTracers::add(const std::vector<std::string_view>& patterns) {
  Result<std::vector<const Site*>> sites = sites_of(patterns);
  if (!sites.ok()) return sites.error();
  auto counts = std::make_unique<Counts>();
  Result<Tracer> tracer =
      Tracer::make({.name = "tracer " + std::to_string(tracers_.size()),
                    .on_entry = entry_,
                    .on_return = exit_,
                    .context = counts.get(),
                    .registers = registers_,
                    .maxactive = 4096});  // more than any scenario has in flight
  if (!tracer.ok()) return tracer.error();
  if (Error error = tracer->attach(*sites)) return error;
  counts_.push_back(std::move(counts));
  tracers_.push_back(std::move(*tracer));
  return {};
}

Error CountingTracers::add_all(const Cell& cell, const std::vector<std::string_view>& patterns) {
  for (unsigned i = 0; i < cell.tracers; ++i)
    if (Error error = add(patterns)) return error;
  return {};
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
  MACHINE_PASS(invariant(calls));
  for (std::size_t i = 0; i < tracers_.size(); ++i) {
    MACHINE_EQUAL("tracer " + std::to_string(i) + "'s missed calls", tracers_[i].missed(), 0);
    MACHINE_EQUAL("tracer " + std::to_string(i) + "'s returned calls", counts_[i]->returned, calls);
  }
  return pass();
}

}  // namespace retprobe::harness
