#include "harness/session/visitor.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "harness/bench/timing.h"
#include "harness/must.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

struct Step {
  std::string name;
  std::vector<std::pair<Visitor*, std::size_t>> turns;
};

std::vector<Step> steps_of(const std::vector<std::unique_ptr<Visitor>>& visitors,
                           std::mt19937_64& random) {
  std::map<std::string, std::map<std::string, Step>> by_workload;
  for (const auto& visitor : visitors)
    for (std::size_t i = 0; i < visitor->cases().size(); ++i) {
      const Visitor::Case& one = visitor->cases()[i];
      Step& step = by_workload[one.workload][one.comparison_key];
      step.name = one.comparison_key;
      step.turns.emplace_back(visitor.get(), i);
    }
  std::vector<std::vector<Step>> workloads;
  for (auto& [workload, cases] : by_workload) {
    std::vector<Step>& steps = workloads.emplace_back();
    for (auto& [key, step] : cases) steps.push_back(std::move(step));
    std::ranges::shuffle(steps, random);
  }
  std::ranges::shuffle(workloads, random);
  std::vector<Step> all;
  for (auto& steps : workloads) std::ranges::move(steps, std::back_inserter(all));
  return all;
}

}  // namespace

void Visitor::start() {
  Child child = must(fresh_process());
  if (!child.next_line(patience()))
    throw Failure(
        {Error::Code::system, "a benchmark process of " + name_ +
                                  " ended before its first case: " + last_words(child.end())});
  child_.emplace(std::move(child));
}

void Visitor::visit(std::size_t which) {
  if (over_[which]) return;
  if (!child_) start();
  child_->tell(std::to_string(which));
  const auto text = child_->next_line(patience());
  if (!text) {
    over_[which] = true;
    refuse(which, last_words(child_->end()));
    return child_.reset();
  }
  const json line = json::parse(*text, nullptr, false);
  if (!line.is_object())
    throw Failure({Error::Code::system,
                   "a benchmark process of " + name_ + " wrote what is no result: " + *text});
  if (line.contains("void")) {
    over_[which] = true;
    refuse(which, line["void"]);
  } else {
    take(which, line);
  }
}

void Visitor::end() {
  if (child_) {
    const ProcessEnd end = child_->end(patience());
    child_.reset();
    if (!end.why.empty())
      for (std::size_t i = 0; i < cases_.size(); ++i)
        refuse(i, "its process did not end well: " + last_words(end));
  }
  finish();
}

std::size_t turns_of(const std::vector<std::unique_ptr<Visitor>>& visitors) {
  std::mt19937_64 random;
  return visits * steps_of(visitors, random).size();
}

void visit_in_turns(const std::vector<std::unique_ptr<Visitor>>& visitors, std::mt19937_64& random,
                    const std::function<void(const std::string&)>& show) {
  std::vector<Step> steps = steps_of(visitors, random);
  for (const auto& visitor : visitors) visitor->start();
  in_rounds(steps.size(), [&](unsigned round, std::size_t which) {
    Step& step = steps[which];
    show(step.name + ", visit " + std::to_string(round + 1) + " of " + std::to_string(visits));
    std::ranges::shuffle(step.turns, random);
    for (const auto& [visitor, index] : step.turns)
      if (round < visitor->cases()[index].visits) visitor->visit(index);
  });
  for (const auto& visitor : visitors) visitor->end();
}

}  // namespace retprobe::harness
