#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "harness/report/report.h"
#include "harness/report/table.h"
#include "harness/results/context_words.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;
using Candidate = ResultView::Candidate;

constexpr std::array<const char*, 3> kinds = {"empty", "counting", "recording"};
constexpr std::array<const char*, 2> workloads = {"leaf", "fib"};

// A column: a workload with a kind of handlers. A line has a row for each, or nullptr.
constexpr std::size_t columns = kinds.size() * workloads.size();
using Line = std::array<const ordered_json*, columns>;

std::string workload_with(const char* workload, std::size_t kind) {
  return std::string(workload) + (kind == 0 ? "" : std::string("+") + kinds[kind]);
}

Line line_of(const ResultView& view, const Candidate& candidate) {
  Line line{};
  for (std::size_t column = 0; column < columns; ++column)
    line[column] =
        view.row(workload_with(workloads[column / kinds.size()], column % kinds.size()), candidate);
  return line;
}

// A peer's variants are in one line, unless two of them have the same kind of handlers.
std::map<std::string, Line> lines_of_peers(const ResultView& view) {
  std::map<std::string, std::map<std::string, std::string>> kind_of;  // peer, variant
  for (const ordered_json* row : view.peer_rows())
    if (row->contains("handlers"))
      kind_of[(*row)["design"].get<std::string>().substr(5)][(*row)["transfer"]] =
          (*row)["handlers"];
  std::map<std::string, Line> lines;
  for (const ordered_json* row : view.peer_rows()) {
    if (!row->contains("handlers") || row->contains("figures")) continue;
    const std::string peer = (*row)["design"].get<std::string>().substr(5),
                      variant = (*row)["transfer"], kind = (*row)["handlers"];
    const auto& variants = kind_of.at(peer);
    const bool several = std::ranges::any_of(variants, [&](const auto& other) {
      return std::ranges::count_if(
                 variants, [&](const auto& each) { return each.second == other.second; }) > 1;
    });
    const auto place = std::ranges::find(kinds, kind);
    for (std::size_t i = 0; i < workloads.size(); ++i)
      if ((*row)["workload"] == workloads[i] && place != kinds.end())
        lines[several ? peer + "/" + variant : peer]
             [i * kinds.size() + static_cast<std::size_t>(place - kinds.begin())] = row;
  }
  std::erase_if(lines, [](const auto& each) {
    return std::ranges::all_of(each.second, [](const ordered_json* row) {
      return !row || row->value("void", "").starts_with("absent: ");
    });
  });
  return lines;
}

std::optional<double> added_of(const ordered_json* row) {
  if (!row || is_void(*row)) return std::nullopt;
  return (*row)["added_ns"].get<double>();
}

std::string cell_of(const ordered_json* row, const ordered_json* floor, Footnotes& notes) {
  if (!row) return "";
  if (is_void(*row)) return "void " + notes.mark((*row)["void"]);
  const auto below = added_of(floor);
  return fixed(*added_of(row), 1) +
         (below && *below > 0 ? " (" + fixed(*added_of(row) / *below, 2) + ")" : "");
}

}  // namespace

std::string handlers_text(const ResultView& view) {
  std::vector<std::pair<std::string, Line>> lines;
  Line floor{};
  for (const Candidate& candidate : view.candidates()) {
    const Line line = line_of(view, candidate);
    bool any = false;
    for (std::size_t column = 0; column < columns; ++column)
      any = any || (column % kinds.size() != 0 && line[column]);
    if (!any) continue;
    if (candidate.design == "call_through") floor = line;
    lines.emplace_back(candidate.text() + (candidate.floor ? " (floor)" : ""), line);
  }
  if (lines.empty()) return "";
  for (const auto& [peer, line] : lines_of_peers(view)) lines.emplace_back("peer " + peer, line);

  Table table = Table::of_numbers();
  std::vector<std::string> titles = {"handlers"};
  for (const char* workload : workloads)
    for (const char* kind : kinds) titles.push_back(std::string(workload) + " " + kind);
  table.add(titles);
  Footnotes notes;
  for (const auto& [name, line] : lines) {
    std::vector<std::string> cells = {name};
    for (std::size_t column = 0; column < columns; ++column)
      cells.push_back(cell_of(line[column], floor[column], notes));
    table.add(cells);
  }
  return "Handlers: added nanoseconds with one tracer. empty: handlers do nothing. counting: each "
         "increments a counter. recording:\neach writes the time and 32 bytes into a ring of its "
         "thread. In brackets: the ratio to call_through with the same handlers.\nA peer has only "
         "the kinds that it supports.\n" +
         load_line(view.context()) + "\n" + table.text() + notes.text();
}

}  // namespace retprobe::harness
