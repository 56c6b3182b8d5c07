#include "harness/bench/tracers.h"

#include <unordered_set>

#include "harness/bench/recorder.h"

namespace retprobe::harness {

Result<std::vector<const Site*>> sites_of(const std::vector<std::string>& patterns) {
  std::vector<const Site*> sites;
  std::unordered_set<const Site*> taken;  // a set, because there may be 40,000
  for (const std::string& pattern : patterns) {
    auto found = find_sites(pattern);
    if (!found.ok()) return found.error();
    for (const Site* site : *found)
      if (site->refusal.empty() && taken.insert(site).second) sites.push_back(site);
  }
  if (sites.empty()) return Error{Error::Code::refused, "every function that it probes is refused"};
  return sites;
}

Result<CaseTracers> CaseTracers::attach(const Cell& cell, const Variant& variant,
                                        const std::vector<const Site*>& sites,
                                        std::uint64_t* calls) {
  CaseTracers result;
  result.handlers_ = calls ? "empty" : handlers_of(variant);
  if (result.handlers_ == "recording") begin_recording();
  for (unsigned i = 0; i < cell.tracers; ++i) {
    TracerOptions options;
    options.name = "bench" + std::to_string(i);
    const bool declines = variant.kind == Variant::Kind::declining && i % 2 == 0;
    options.on_entry = calls ? count_call : declines ? decline_call : accept_call;
    options.on_return = ignore_return;
    options.context = calls;
    if (result.handlers_ == "counting") {
      options.on_entry = count_entry;
      options.on_return = count_exit;
      options.context = result.counts_.emplace_back(std::make_unique<Handled>()).get();
    } else if (result.handlers_ == "recording") {
      options.on_entry = record_entry;
      options.on_return = record_exit;
    }
    options.registers = cell.registers;
    if (variant.kind == Variant::Kind::data) options.entry_data_bytes = variant.number;
    if (variant.kind == Variant::Kind::maxactive) options.maxactive = variant.number;
    auto tracer = Tracer::make(std::move(options));
    if (!tracer.ok()) return tracer.error();
    if (Error error = tracer->attach(sites)) return error;
    if (tracer->attached() != sites.size())
      return Error{Error::Code::refused, cell.design + " refuses " +
                                             std::to_string(sites.size() - tracer->attached()) +
                                             " of the functions"};
    result.tracers_.push_back(std::move(*tracer));
  }
  return result;
}

std::uint64_t CaseTracers::missed() const {
  std::uint64_t sum = 0;
  for (const Tracer& tracer : tracers_) sum += tracer.missed();
  return sum;
}

std::optional<Handled> CaseTracers::handled() const {
  if (handlers_ == "empty") return std::nullopt;
  if (handlers_ == "recording") return Handled{own_recorder->entries(), own_recorder->exits()};
  Handled sum;
  for (const auto& count : counts_) {
    sum.entries += count->entries;
    sum.exits += count->exits;
  }
  return sum;
}

Error CaseTracers::detach() {
  for (Tracer& tracer : tracers_)
    if (Error error = tracer.detach()) return error;
  return {};
}

}  // namespace retprobe::harness
