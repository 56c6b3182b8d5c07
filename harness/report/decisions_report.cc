#include "harness/report/decisions_report.h"

#include "harness/judging/decisions.h"
#include "harness/report/table.h"

namespace retprobe::harness {
namespace {

std::string choice(const std::vector<std::string>& chosen) {
  constexpr std::size_t most_shown = 4;  // more would not be read
  std::string text;
  for (std::size_t i = 0; i < std::min(chosen.size(), most_shown); ++i)
    text += (i ? " = " : "") + chosen[i];
  if (chosen.size() > most_shown)
    text += " = " + std::to_string(chosen.size() - most_shown) + " more";
  return text;
}

}  // namespace

std::string decision_text(const ResultView& view) {
  const std::vector<Decision> decisions = decide(view);
  if (decisions.empty()) return "";
  Table table;
  table.add({"need", "design", "rows"});
  for (const Decision& decision : decisions) {
    const auto shown = [&](const Answer& answer) {
      return answer.row + " " + fixed(answer.value, decision.unit == "B" ? 0 : 1) + " " +
             decision.unit;
    };
    table.add({decision.need,
               (decision.note.empty() ? "" : decision.note + ": ") + choice(decision.chosen),
               shown(decision.answers.front()) +
                   (decision.next ? "; next " + shown(*decision.next) : "")});
  }
  return "Decisions (a = b: their intervals overlap, so this run does not tell them apart; floors "
         "do not compete)\n\n" +
         table.text();
}

}  // namespace retprobe::harness
