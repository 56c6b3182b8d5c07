#include "harness/bench/tracers.h"

#include <unordered_set>

#include "harness/bench/handlers.h"

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
  for (unsigned i = 0; i < cell.tracers; ++i) {
    TracerOptions options;
    options.name = "bench" + std::to_string(i);
    const bool declines = variant.kind == Variant::Kind::declining && i % 2 == 0;
    options.on_entry = calls ? count_call : declines ? decline_call : accept_call;
    options.on_return = hear_return;
    options.context = calls;
    options.registers = cell.registers;
    if (variant.kind == Variant::Kind::data) options.entry_data_bytes = variant.number;
    if (variant.kind == Variant::Kind::maxactive) options.maxactive = variant.number;
    auto tracer = Tracer::make(std::move(options));
    if (!tracer.ok()) return tracer.error();
    if (Error error = tracer->attach(sites)) return error;
    result.tracers_.push_back(std::move(*tracer));
  }
  return result;
}

std::uint64_t CaseTracers::missed() const {
  std::uint64_t sum = 0;
  for (const Tracer& tracer : tracers_) sum += tracer.missed();
  return sum;
}

Error CaseTracers::detach() {
  for (Tracer& tracer : tracers_)
    if (Error error = tracer.detach()) return error;
  return {};
}

}  // namespace retprobe::harness
