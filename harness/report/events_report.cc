// Prints what the processor counted per call.
#include <map>

#include "harness/report/report.h"
#include "harness/report/table.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

std::string per_call(const ordered_json& row, const std::string& event) {
  const auto events = row.find("events");
  if (events == row.end() || !events->contains(event)) return "-";
  const double value = (*events)[event];
  return printed(value >= 100 ? "%.0f" : value >= 0.01 || value == 0 ? "%.2f" : "%.0e", value);
}

}  // namespace

std::string events_text(const ResultView& view) {
  const auto events = view.context().find("events");
  if (events == view.context().end()) return "";
  std::vector<std::string> names;
  std::map<std::string, std::vector<std::string>> absent;  // the reason → the events
  for (const auto& [name, state] : events->items()) {
    names.push_back(name);
    if (state != "counted") absent[state].push_back(name);
  }
  Table table = Table::of_numbers();
  std::vector<std::string> head = {"events per call"};
  head.insert(head.end(), names.begin(), names.end());
  table.add(head);
  for (const ordered_json& row : view.all_rows()) {
    if (row.value("run_type", "") != "aggregate" || row.contains("figures") || is_peer(row))
      continue;
    std::vector<std::string> cells = {row["run_name"]};
    for (const std::string& name : names) cells.push_back(per_call(row, name));
    table.add(cells);
  }
  std::string text = "\n" + table.text();
  for (const auto& [why, which] : absent) {
    text += joined(which) + ": " + why + "\n";
  }
  return text;
}

}  // namespace retprobe::harness
