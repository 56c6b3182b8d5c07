#include <algorithm>
#include <cmath>
#include <optional>

#include "harness/report/report.h"
#include "harness/report/table.h"
#include "harness/results/context_words.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

std::string number(double value) {
  if (!std::isfinite(value)) return "∞";
  return fixed(value, value >= 100 ? 0 : value < 0.1 ? 4 : 2);
}

std::string value_text(const Spread& value) {
  if (value.low == value.high && value.median == std::floor(value.median))
    return fixed(value.median, 0);  // a number of bytes
  if (value.low == value.high) return number(value.median);
  return number(value.median) + " [" + number(value.low) + ", " + number(value.high) + "]";
}

std::string cell_text(const GoalCell& cell, Footnotes& notes, const char* not_met) {
  if (!cell.value && cell.note.empty()) return "";
  if (!cell.value) return "not measured " + notes.mark(cell.note);
  const std::string text = value_text(*cell.value);
  switch (cell.state) {
    case GoalState::met:
      return text + " met";
    case GoalState::not_met:
      return text + " " + not_met;
    case GoalState::undecided:
      return text + " undecided";
    case GoalState::too_few:
      return text + " ?";
    default:
      return text;
  }
}

std::string where(const ResultView& view) {
  const ordered_json& context = view.context();
  return processor_name(context) + ", " + context_word(context, "cores") + " cores, hypervisor " +
         context_word(context, "hypervisor") + ", " + context_word(context, "date").substr(0, 10) +
         ", commit " + context_word(context, "commit").substr(0, 12) + ", " +
         context_word(context, "processes") + " processes" +
         (context["verified"].get<bool>() ? "" : ", UNVERIFIED");
}

bool is_floor(const GoalCell& cell) { return cell.candidate.ends_with("/-"); }
std::string title_of(const GoalCell& cell) {
  return is_floor(cell) ? cell.candidate.substr(0, cell.candidate.size() - 2) + " (floor)"
                        : cell.candidate;
}

bool some_too_few(const std::vector<GoalRow>& goals) {
  return std::ranges::any_of(goals, [](const GoalRow& row) {
    return std::ranges::any_of(
        row.cells, [](const GoalCell& cell) { return cell.state == GoalState::too_few; });
  });
}

std::string too_few_note() {
  return "?: measured in fewer than " + std::to_string(goal_processes) +
         " processes, too few to decide.";
}

std::string counts(const std::vector<GoalRow>& goals) {
  std::size_t met = 0, not_met = 0, undecided = 0, not_measured = 0;
  for (const GoalRow& row : goals)
    for (const GoalCell& cell : row.cells) {
      met += cell.state == GoalState::met;
      not_met += cell.state == GoalState::not_met;
      undecided += cell.state == GoalState::undecided || cell.state == GoalState::too_few;
      not_measured += !is_floor(cell) && cell.state == GoalState::not_measured;
    }
  return std::to_string(met) + " met, " + std::to_string(not_met) + " not met, " +
         std::to_string(undecided) + " undecided" +
         (not_measured ? ", " + std::to_string(not_measured) + " not measured" : "");
}

// Nothing where no goal can be judged.
std::optional<Table> table_of(const std::vector<GoalRow>& goals, Footnotes& notes,
                              const char* not_met) {
  if (goals.empty() || goals.front().cells.empty()) return std::nullopt;
  Table table;
  std::vector<std::string> titles = {"goal", "limit"};
  for (const GoalCell& cell : goals.front().cells) titles.push_back(title_of(cell));
  table.add(titles);
  for (const GoalRow& row : goals) {
    std::vector<std::string> cells = {row.goal, row.limit};
    for (const GoalCell& cell : row.cells) cells.push_back(cell_text(cell, notes, not_met));
    table.add(cells);
  }
  return table;
}

constexpr const char* nothing_to_judge =
    "No design with a shadow stack was measured in the transfer 'paired': no goal can be "
    "judged. 'retprobe bench --goals' measures what they need.\n";

}  // namespace

std::string goals_text(const ResultView& view, const std::vector<GoalRow>& goals) {
  Footnotes notes;
  const auto table = table_of(goals, notes, "NOT MET");
  if (!table) return nothing_to_judge;
  std::string text = where(view) + "\n\n" + table->text() +
                     "\nRatios of the time that a probe adds to a call (medians over fresh "
                     "processes), [95 % interval]; met: the whole interval keeps the limit; "
                     "undecided: only a part of it does.\n" +
                     load_line(view.context()) + counts(goals) + "\n";
  if (some_too_few(goals)) text += too_few_note() + "\n";
  return text + notes.text();
}

std::string goals_markdown(const ResultView& view, const std::vector<GoalRow>& goals) {
  Footnotes notes;
  const auto table = table_of(goals, notes, "**not met**");
  if (!table) return nothing_to_judge;
  std::string text = table->markdown() + "\n" + counts(goals) + ". " + where(view) + ".\n" +
                     load_line(view.context());
  if (some_too_few(goals)) text += too_few_note() + "\n";
  if (!notes.empty()) text += "\n";
  return text + notes.markdown();
}

ordered_json goals_json(const ResultView& view, const std::vector<GoalRow>& goals) {
  ordered_json rows = ordered_json::array();
  for (const GoalRow& row : goals) {
    ordered_json cells = ordered_json::array();
    for (const GoalCell& cell : row.cells) {
      ordered_json one = {
          {"candidate", cell.candidate}, {"state", to_string(cell.state)}, {"rows", cell.rows}};
      if (cell.value) {
        one["value"] = cell.value->median;
        // JSON has no infinity: such an end is left out.
        if (std::isfinite(cell.value->low)) one["low"] = cell.value->low;
        if (std::isfinite(cell.value->high)) one["high"] = cell.value->high;
      }
      if (!cell.note.empty()) one["note"] = cell.note;
      cells.push_back(one);
    }
    rows.push_back(
        {{"goal", row.goal}, {"limit", row.limit}, {"against", row.against}, {"cells", cells}});
  }
  return {{"machine", context_word(view.context(), "machine")},
          {"processor", processor_name(view.context())},
          {"commit", context_word(view.context(), "commit")},
          {"processes", view.context().value("processes", ordered_json())},
          {"verified", view.context()["verified"]},
          {"summary", counts(goals)},
          {"goals", rows}};
}

}  // namespace retprobe::harness
