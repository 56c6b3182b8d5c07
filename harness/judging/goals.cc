#include "harness/judging/goals.h"

#include <algorithm>
#include <array>

#include "harness/judging/goal_table.h"
#include "harness/judging/ratio.h"
#include "harness/results/context_words.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;
using Candidate = ResultView::Candidate;

constexpr const char* measure_all = "retprobe bench --goals measures it";
constexpr const char* measure_peers = "./compare --peers measures it";

std::vector<double> numbers(const ordered_json& list) {
  std::vector<double> values;
  for (const ordered_json& each : list)
    if (each.is_number()) values.push_back(each.get<double>());
  return values;
}

// The values of one row, in the order of the processes, or why there are none.
struct Samples {
  std::string row;
  std::vector<double> values;
  std::string why;
};

// A key "figures/NAME" is a figure of an experiment; any other key is a counter.
const ordered_json* find_value(const ordered_json& row, const std::string& key) {
  constexpr std::string_view prefix = "figures/";
  const bool figure = key.starts_with(prefix);
  const ordered_json* in = &row;
  if (figure) {
    const auto figures = row.find("figures");
    if (figures == row.end() || !figures->is_object()) return nullptr;
    in = &*figures;
  }
  const auto found = in->find(figure ? key.substr(prefix.size()) : key);
  return found == in->end() ? nullptr : &*found;
}

// The median row carries all samples, and a trimmed file has no other rows. Where there is no
// median row, as there may be for peers, the samples come from the rows of the processes.
Samples samples_of(const ResultView& view, const std::string& row_name, const std::string& key) {
  Samples samples{row_name, {}, {}};
  for (const ordered_json& row : view.all_rows()) {
    if (row["design"] == "unprobed" || row["run_name"] != row_name) continue;
    if (is_void(row)) {
      samples.why = "void: " + row["void"].get<std::string>();
      return samples;
    }
    const bool median = row["run_type"] == "aggregate";
    const ordered_json* value =
        find_value(row, median && !key.starts_with("figures/") ? key + "_samples" : key);
    if (!value) continue;
    if (!median && value->is_number()) samples.values.push_back(value->get<double>());
    if (!median) continue;
    const ordered_json list = value->is_object() ? value->value("samples", ordered_json()) : *value;
    if (!list.is_array() || list.empty()) continue;
    samples.values = numbers(list);
    return samples;
  }
  if (samples.values.empty()) samples.why = "not in this result";
  return samples;
}

std::string row_of(const std::string& workload, const std::string& candidate, unsigned tracers) {
  return workload + "/" + candidate + "/scalar/" + std::to_string(tracers);
}
// A peer's kind of handlers is in its own name, and not in the workload's.
std::string row_of_peer(const std::string& workload, const std::string& peer) {
  return workload.substr(0, workload.find('+')) + "/" + peer + "/-/1";
}

// The time of the unprobed run in each process. A row has it as the difference of two counters.
std::vector<double> unprobed_of(const Samples& all, const Samples& added) {
  std::vector<double> values;
  for (std::size_t i = 0; i < std::min(all.values.size(), added.values.size()); ++i)
    values.push_back(all.values[i] - added.values[i]);
  return values;
}

class Evaluation {
 public:
  Evaluation(const ResultView& view, const Goal& goal, const Candidate& candidate)
      : view_(view),
        goal_(goal),
        limit_(goal.limit_of(candidate.design).on(microarchitecture(view.context()))),
        cell_{candidate.design + "/" + candidate.transfer, GoalState::not_measured, {}, {}, {}} {}

  GoalCell cell() {
    switch (goal_.kind) {
      case Goal::Kind::floor:
        divide("added_ns", row(goal_.workload),
               row_of(goal_.workload, std::string(goal_.other) + "/-", goal_.tracers));
        break;
      case Goal::Kind::peer:
        divide("added_ns", row(goal_.workload), row_of_peer(goal_.workload, goal_.other),
               measure_peers);
        break;
      case Goal::Kind::further: {
        const std::string floor = std::string(goal_.other) + "/-";
        const Samples ours = further(cell_.candidate);
        compare(ours, further(floor));
        break;
      }
      case Goal::Kind::workload:
        pair(get(row(goal_.workload), "added_ns"), get(row(goal_.other), "added_ns"));
        break;
      case Goal::Kind::unprobed: {
        const Samples all = get(row(goal_.workload), "ns_per_call");
        pair(all, {all.row, unprobed_of(all, get(row(goal_.workload), "added_ns")), all.why});
        break;
      }
      case Goal::Kind::scaling:
        scale();
        break;
      case Goal::Kind::figures: {
        const std::string other = "figures/" + std::string(goal_.other),
                          figure = "figures/" + std::string(goal_.figure);
        if (goal_.peer)
          divide(figure, row(goal_.workload), row_of_peer(goal_.workload, goal_.peer),
                 measure_peers, other);
        else
          pair(get(row(goal_.workload), figure), get(row(goal_.workload), other));
        break;
      }
      case Goal::Kind::amount:
        amount();
        break;
    }
    return std::move(cell_);
  }

 private:
  std::string row(const std::string& workload) const {
    return row_of(workload, cell_.candidate, goal_.tracers);
  }

  Samples get(const std::string& row_name, const std::string& key,
              const char* remedy = measure_all) {
    Samples samples = samples_of(view_, row_name, key);
    if (std::ranges::find(cell_.rows, row_name) == cell_.rows.end()) cell_.rows.push_back(row_name);
    if (!samples.why.empty() && cell_.note.empty())
      cell_.note = row_name + ": " + samples.why +
                   (samples.why.starts_with("void") ? "" : std::string("; ") + remedy);
    return samples;
  }

  void divide(const std::string& key, const std::string& above, const std::string& below,
              const char* remedy = measure_all, const std::string& other_key = "") {
    const Samples dividends = get(above, key);
    compare(dividends, get(below, other_key.empty() ? key : other_key, remedy));
  }

  // Processes of the same number were alive in the same minutes, so that what slowed one slowed the
  // other. Without as many on both sides nobody knows which were.
  void compare(const Samples& dividends, const Samples& divisors) {
    if (dividends.values.size() == divisors.values.size()) return pair(dividends, divisors);
    judge(ratio_of_medians(dividends.values, divisors.values),
          std::min(dividends.values.size(), divisors.values.size()));
  }

  // What the tracers beyond the first cost, in each process. The number of tracers is the same on
  // both sides of the ratio, so it is not divided by.
  Samples further(const std::string& candidate) {
    Samples all = get(row_of(goal_.workload, candidate, goal_.tracers), "added_ns");
    const Samples one = get(row_of(goal_.workload, candidate, 1), "added_ns");
    if (all.values.size() != one.values.size()) {
      unpaired();
      return all;
    }
    for (std::size_t i = 0; i < all.values.size(); ++i) all.values[i] -= one.values[i];
    return all;
  }

  void pair(const Samples& dividends, const Samples& divisors) {
    judge(ratio_of_pairs(dividends.values, divisors.values), dividends.values.size());
  }

  // How much longer a probed call takes with two threads than with one, over the same ratio of the
  // unprobed run. It is 1 where probes do not change how the workload scales.
  void scale() {
    const Samples two = get(row(goal_.workload), "ns_per_call"),
                  two_added = get(row(goal_.workload), "added_ns"),
                  one = get(row(goal_.other), "ns_per_call"),
                  one_added = get(row(goal_.other), "added_ns");
    if (two.values.size() != one.values.size()) return unpaired();
    std::vector<double> above = unprobed_of(two, two_added), below = unprobed_of(one, one_added);
    if (above.size() != two.values.size() || below.size() != one.values.size()) return unpaired();
    for (std::size_t i = 0; i < above.size(); ++i) {
      above[i] *= one.values[i];
      below[i] *= two.values[i];
    }
    judge(ratio_of_pairs(above, below), above.size());
  }
  void unpaired() {
    if (cell_.note.empty()) cell_.note = "its rows are of different processes";
  }

  void amount() {
    const std::string name = row(goal_.workload);
    cell_.rows = {name};
    for (const ordered_json* each : view_.rows()) {
      if (row_name(*each) != name || is_void(*each)) continue;
      const double value = each->at(goal_.other).get<double>();
      return judge(Spread{value, value, value}, goal_processes);  // exact: one process is enough
    }
    (void)get(name, goal_.other);
  }

  void judge(const std::optional<Spread>& value, std::size_t processes) {
    if (!cell_.note.empty()) return;
    if (!value) {
      cell_.note =
          cell_.rows.back() +
          ": what is divided by is not above zero in each process, or its processes are others";
      return;
    }
    cell_.value = value;
    if (limit_ == 0)
      cell_.state = GoalState::shown;
    else if (processes < goal_processes)
      cell_.state = GoalState::too_few;
    else
      cell_.state = keeps(value->low) && keeps(value->high)   ? GoalState::met
                    : keeps(value->low) || keeps(value->high) ? GoalState::undecided
                                                              : GoalState::not_met;
  }

  bool keeps(double value) const { return goal_.at_least ? value >= limit_ : value <= limit_; }

  const ResultView& view_;
  const Goal& goal_;
  double limit_;
  GoalCell cell_;
};

// A design without a shadow stack keeps its frames elsewhere. Its rows say that a frame takes no
// bytes of the shadow stack.
std::vector<Candidate> judged(const ResultView& view) {
  std::vector<Candidate> candidates;
  for (const Candidate& candidate : view.candidates()) {
    if (candidate.floor || candidate.transfer != "paired") continue;
    const bool no_frames = std::ranges::any_of(view.rows(), [&](const ordered_json* row) {
      return (*row)["design"] == candidate.design && !is_void(*row) &&
             (*row)["bytes_per_frame"] == 0;
    });
    if (!no_frames) candidates.push_back(candidate);
  }
  return candidates;
}

GoalCell shown_only(GoalCell cell) {
  if (cell.value) cell.state = GoalState::shown;
  return cell;
}

std::string limit_text(const Goal& goal, const std::string& processor) {
  if (goal.limit.on(processor) == 0) return "";
  const auto written = [&](double limit) {
    return printed("%s %.4g", goal.at_least ? "≥" : "≤", limit);
  };
  std::string text = written(goal.limit.on(processor));
  for (const Goal::Exception& exception : goal.exceptions)
    if (const double limit = exception.limit.on(processor); limit != 0)
      text += "; " + std::string(exception.design) + " " + written(limit);
  return text;
}

}  // namespace

std::string to_string(GoalState state) {
  constexpr std::array names = {"met",   "not met",           "undecided",
                                "shown", "too few processes", "not measured"};
  return names.at(static_cast<std::size_t>(state));
}

std::vector<GoalRow> evaluate_goals(const ResultView& view) {
  std::vector<GoalRow> rows;
  const std::vector<Candidate> candidates = judged(view);
  const std::string processor = microarchitecture(view.context());
  for (const Goal& goal : goal_table()) {
    GoalRow& row =
        rows.emplace_back(GoalRow{goal.what, limit_text(goal, processor), goal.other, {}});
    for (const Candidate& candidate : candidates) {
      GoalCell cell = Evaluation(view, goal, candidate).cell();
      row.cells.push_back(goal.of_floor ? shown_only(std::move(cell)) : std::move(cell));
    }
    for (const Candidate& candidate : view.candidates())
      if (candidate.design == "call_through" && !candidates.empty())
        row.cells.push_back(
            goal.kind == Goal::Kind::floor || goal.kind == Goal::Kind::further || goal.not_of_floor
                ? GoalCell{candidate.design + "/" + candidate.transfer, GoalState::shown, {}}
            : goal.of_floor ? Evaluation(view, goal, candidate).cell()
                            : shown_only(Evaluation(view, goal, candidate).cell()));
  }
  return rows;
}

}  // namespace retprobe::harness
