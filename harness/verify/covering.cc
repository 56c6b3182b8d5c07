#include "harness/verify/covering.h"

#include <algorithm>
#include <compare>
#include <map>
#include <set>

namespace retprobe::harness {
namespace {

// With more tracers than this, a scenario takes noticeably longer.
constexpr unsigned few_tracers = 8;

// A function with one tracer has the direct path.
std::string hooks_of(const Cell& cell) {
  return cell.design + "/" + cell.transfer + "/" + to_string(cell.registers) + "/" +
         (cell.tracers > 1 ? "iterating" : "direct");
}

// A cell that may be taken. Of cells that cover as much, the least is taken.
struct Candidate {
  double seconds;
  unsigned many_tracers;
  std::uint64_t random;
  std::size_t index;
  auto operator<=>(const Candidate&) const = default;
};

Candidate candidate_of(const std::vector<ScenarioCell>& product, std::size_t index,
                       std::uint64_t seed) {
  const ScenarioCell& cell = product[index];
  return {
      cell.seconds, cell.cell.tracers > few_tracers ? cell.cell.tracers : 0,
      digest(std::to_string(seed) + " " + std::string(cell.scenario) + " " + to_string(cell.cell)),
      index};
}

// Selects cells until nothing is left to cover: each time the one that covers most.
void cover(const std::vector<ScenarioCell>& product, std::vector<Candidate> candidates,
           std::set<std::string> left, std::vector<bool>& selected) {
  std::ranges::sort(candidates);
  while (!left.empty()) {
    std::size_t best = 0, most = 0;
    for (const Candidate& candidate : candidates) {
      const auto count = static_cast<std::size_t>(
          std::ranges::count_if(covered_by(product[candidate.index]),
                                [&](const std::string& what) { return left.contains(what); }));
      if (count > most) best = candidate.index, most = count;
    }
    selected[best] = true;
    for (const std::string& what : covered_by(product[best])) left.erase(what);
  }
}

}  // namespace

std::uint64_t digest(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a; std::hash may differ between libraries
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  // FNV's high bits hardly depend on the last letters, and the order looks at them first.
  hash = (hash ^ (hash >> 32)) * 0x9e3779b97f4a7c15;
  return hash ^ (hash >> 32);
}

std::vector<std::string> covered_by(const ScenarioCell& cell) {
  const std::string scenario = std::string(cell.scenario) + ": ";
  const Cell& at = cell.cell;
  std::vector<std::string> covers = {scenario + "design " + at.design};
  if (cell.wiring == Wiring::unhooked) return covers;
  covers.push_back(scenario + "transfer " + at.transfer);
  covers.push_back(scenario + "registers " + to_string(at.registers));
  covers.push_back(scenario + "tracers " + std::to_string(at.tracers));
  covers.push_back(hooks_of(at));
  return covers;
}

std::vector<bool> covering_selection(const std::vector<ScenarioCell>& product, std::uint64_t seed) {
  std::vector<bool> selected(product.size());
  std::map<std::string_view, std::vector<Candidate>> by_scenario;
  for (std::size_t i = 0; i < product.size(); ++i)
    by_scenario[product[i].scenario].push_back(candidate_of(product, i, seed));
  for (const auto& [scenario, candidates] : by_scenario) {
    std::set<std::string> left;
    for (const Candidate& candidate : candidates)
      for (const std::string& what : covered_by(product[candidate.index]))
        if (what.starts_with(std::string(scenario) + ": ")) left.insert(what);
    cover(product, candidates, std::move(left), selected);
  }

  std::map<std::string, std::vector<Candidate>> by_hooks;
  for (std::size_t i = 0; i < product.size(); ++i) {
    if (product[i].wiring == Wiring::unhooked) continue;
    by_hooks[hooks_of(product[i].cell)].push_back(candidate_of(product, i, seed));
  }
  for (const auto& [hooks, candidates] : by_hooks)
    if (std::ranges::none_of(candidates,
                             [&](const Candidate& candidate) { return selected[candidate.index]; }))
      selected[std::ranges::min(candidates).index] = true;
  return selected;
}

}  // namespace retprobe::harness
