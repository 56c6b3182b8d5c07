#include <algorithm>
#include <map>

#include "harness/judging/decisions.h"
#include "harness/report/report.h"
#include "harness/report/table.h"
#include "harness/results/context_words.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

// The default transfer is not named.
std::string short_name(const std::string& candidate) {
  return candidate.ends_with("/paired") ? candidate.substr(0, candidate.find('/')) : candidate;
}

std::string choice(const std::vector<std::string>& chosen) {
  return joined(chosen, " = ", short_name);
}

std::string figure(const Answer& answer, const std::string& unit) {
  const int digits = unit == "B" || answer.value >= 100 ? 0 : 1;
  return fixed(answer.value, digits) + " " + unit +
         (answer.low == answer.high
              ? ""
              : " [" + fixed(answer.low, digits) + ", " + fixed(answer.high, digits) + "]");
}

std::string next_text(const Decision& decision) {
  if (!decision.next) return "";
  const auto& candidate = decision.next->candidate;
  return (decision.unit == "B" ? candidate.design : short_name(candidate.text())) + " " +
         figure(*decision.next, decision.unit);
}

// "instance_pool (recursion): missed 12 calls", a line for each design and reason.
std::vector<std::string> left_out(const std::vector<Decision>& decisions) {
  std::map<std::pair<std::string, std::string>, std::string> needs;
  for (const Decision& decision : decisions) {
    if (!decision.is_common()) continue;
    for (const auto& [design, why] : decision.left_out) {
      std::string& all = needs[{design, why}];
      all += (all.empty() ? "" : ", ") + decision.need;
    }
  }
  std::vector<std::string> lines;
  for (const auto& [what, in] : needs)
    lines.push_back("left out: " + what.first + " (" + in + "): " + what.second);
  return lines;
}

// How far the decisions can be relied on.
std::string reliance(const ResultView& view) {
  const auto& context = view.context();
  std::string text = "a = b: a tie, their intervals overlap or their medians differ by less than " +
                     fixed(100 * tie, 0) + " %. [low, high]: the " + interval_words(context) + ".";
  if (has_short_interval(context)) text += " That is a short interval: a whole run has 96.9 %.";
  if (const std::string load = load_words(context); !load.empty())
    text += " Measured " + load + ".";
  if (!context["verified"].get<bool>()) text += " UNVERIFIED: nobody checked the candidates.";
  return text;
}

}  // namespace

std::string answer_text(const ResultView& view, AnswerFormat format) {
  const std::vector<Decision> decisions = decide(view);
  const std::string all = overall(decisions);
  if (all.empty()) return "";
  Table table;
  table.add({"need", "take", "it costs", "the next"});
  for (const Decision& decision : decisions)
    if (decision.is_common())
      table.add({decision.need, choice(decision.chosen),
                 figure(decision.answers.front(), decision.unit), next_text(decision)});
  std::string notes;
  for (const std::string& line : left_out(decisions)) notes += line + "\n";
  if (format == AnswerFormat::markdown)
    return "**overall: " + all + "**\n\n" + table.markdown() + "\n" + reliance(view) + "\n" + notes;
  return reliance(view) + "\n\noverall: " + all + "\n" + table.text() + notes;
}

std::string decision_text(const ResultView& view) {
  const std::vector<Decision> decisions = decide(view);
  if (decisions.empty()) return "";
  Table table;
  table.add({"need", "take", "it costs", "the next", "rows"});
  for (const Decision& decision : decisions)
    table.add(
        {decision.need, choice(decision.chosen), figure(decision.answers.front(), decision.unit),
         next_text(decision),
         decision.workload + ", " + decision.registers + ", " + std::to_string(decision.tracers)});
  return "All decisions. " + reliance(view) + "\n\n" + table.text();
}

}  // namespace retprobe::harness
