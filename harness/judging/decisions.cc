#include "harness/judging/decisions.h"

#include <algorithm>

#include "harness/judging/need_table.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;
using Candidate = ResultView::Candidate;

bool is_time(const Need& need) { return std::string_view(need.counter) == "added_ns"; }

std::optional<Answer> answer_of(const ResultView& view, const Need& need,
                                const Candidate& candidate) {
  const ordered_json* row = view.row(need.workload, candidate, need.registers, need.tracers);
  if (!row || is_void(*row)) return std::nullopt;
  const double value = row->at(need.counter);
  if (!is_time(need)) return Answer{candidate, row_name(*row), value, value, value};
  return Answer{candidate, row_name(*row), value, row->at("added_ns_low"),
                row->at("added_ns_high")};
}

// The best first. Floors are left out: they run no handlers, or cannot run every function.
std::vector<Answer> ranked(const ResultView& view, const Need& need) {
  std::vector<Answer> answers;
  for (const Candidate& candidate : view.candidates()) {
    if (candidate.floor) continue;
    auto answer = answer_of(view, need, candidate);
    // A design that needs no memory for a call in flight took it when the tracer was attached. This
    // figure does not show that memory.
    if (!answer || (!is_time(need) && answer->value == 0)) continue;
    answers.push_back(std::move(*answer));
  }
  std::ranges::stable_sort(answers, {}, &Answer::value);
  return answers;
}

Decision decision_of(std::size_t number, const Need& need, std::vector<Answer> answers) {
  Decision decision{.number = number,
                    .need = need.what,
                    .note = {},
                    .workload = need.workload,
                    .registers = need.registers,
                    .tracers = need.tracers,
                    .unit = is_time(need) ? "ns" : "B",
                    .chosen = {},
                    .answers = std::move(answers),
                    .next = {}};
  // Memory depends on the design, not on the transfer.
  const auto name = [&](const Answer& answer) {
    return is_time(need) ? answer.candidate.text() : answer.candidate.design;
  };
  const Answer& best = decision.answers.front();
  for (const Answer& answer : decision.answers) {
    const std::string text = name(answer);
    if (answer.low <= best.high) {
      if (std::ranges::find(decision.chosen, text) == decision.chosen.end())
        decision.chosen.push_back(text);
    } else if (!decision.next && text != name(best)) {
      decision.next = answer;
    }
  }
  return decision;
}

// What the floor saves. It can be used only where no function takes stack arguments.
std::optional<Decision> floor_decision(const ResultView& view) {
  const Need& need = need_table().front();
  std::vector<Answer> answers = ranked(view, need);
  if (answers.empty()) return std::nullopt;
  for (const Candidate& candidate : view.candidates()) {
    if (candidate.design != "call_through" || !candidate.floor) continue;
    const auto floor = answer_of(view, need, candidate);
    if (!floor) continue;
    const bool cheaper = floor->high < answers.front().low;
    const Answer next = cheaper ? answers.front() : *floor;
    answers.insert(answers.begin() + (cheaper ? 0 : 1), *floor);
    Decision decision = decision_of(need_table().size(), need, std::move(answers));
    decision.need = "no function takes stack arguments";
    if (!cheaper) decision.note = candidate.text() + " is no cheaper";
    decision.chosen = {decision.answers.front().candidate.text()};
    decision.next = next;
    return decision;
  }
  return std::nullopt;
}

ordered_json to_json(const Answer& answer) {
  return {{"design", answer.candidate.design},
          {"transfer", answer.candidate.transfer},
          {"floor", answer.candidate.floor},
          {"row", answer.row},
          {"value", answer.value},
          {"low", answer.low},
          {"high", answer.high}};
}

}  // namespace

std::vector<Decision> decide(const ResultView& view) {
  std::vector<Decision> decisions;
  for (std::size_t i = 0; i < need_table().size(); ++i)
    if (auto answers = ranked(view, need_table()[i]); answers.size() > 1)
      decisions.push_back(decision_of(i, need_table()[i], std::move(answers)));
  if (auto floor = floor_decision(view)) decisions.push_back(std::move(*floor));
  return decisions;
}

ordered_json decision_json(const ResultView& view) {
  ordered_json decisions = ordered_json::array();
  for (const Decision& decision : decide(view)) {
    ordered_json& one = decisions.emplace_back(ordered_json{{"number", decision.number},
                                                            {"need", decision.need},
                                                            {"note", decision.note},
                                                            {"workload", decision.workload},
                                                            {"registers", decision.registers},
                                                            {"tracers", decision.tracers},
                                                            {"unit", decision.unit},
                                                            {"chosen", decision.chosen}});
    for (const Answer& answer : decision.answers) one["answers"].push_back(to_json(answer));
    if (decision.next) one["next"] = to_json(*decision.next);
  }
  return decisions;
}

}  // namespace retprobe::harness
