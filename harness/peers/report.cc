#include <algorithm>
#include <map>
#include <set>

#include "harness/peers/results.h"
#include "harness/report/table.h"
#include "harness/results/context_words.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

std::string number(double value) { return fixed(value, value < 1000 ? 1 : 0); }

std::string added(const ordered_json& row) {
  return number(row["added_ns"]) + " ±" +
         number((row["added_ns_high"].get<double>() - row["added_ns_low"].get<double>()) / 2);
}

// What the rows say, each word once.
std::string optimised(const std::map<std::string, const ordered_json*>& rows) {
  std::set<std::string> words;
  for (const auto& [workload, row] : rows)
    if (row->contains("optimised")) words.insert((*row)["optimised"]);
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace

std::string peers_text(const ResultView& view) {
  const auto context = view.context().find("peers");
  if (context == view.context().end() || view.peer_rows().empty()) return "";
  std::vector<std::string> workloads;
  // By variant of a peer, then by workload.
  std::map<std::string, std::map<std::string, const ordered_json*>> by_name;
  for (const ordered_json* row : view.peer_rows()) {
    if (row->contains("figures")) continue;  // experiments are shown with those of the candidates
    const std::string workload = (*row)["workload"];
    if (std::ranges::find(workloads, workload) == workloads.end()) workloads.push_back(workload);
    by_name[(*row)["design"].get<std::string>().substr(5) + "/" +
            (*row)["transfer"].get<std::string>()][workload] = row;
  }
  if (workloads.empty()) return "";
  const bool uprobes = std::ranges::any_of(
      view.peer_rows(), [](const ordered_json* row) { return row->contains("optimised"); });
  Table table = Table::of_numbers();
  std::vector<std::string> head = {"peer"};
  head.insert(head.end(), workloads.begin(), workloads.end());
  head.insert(head.begin() + 2, "x floor");
  if (uprobes) head.emplace_back("optimised");
  table.add(head);
  Footnotes notes;
  for (const auto& [name, rows] : by_name) {
    const std::string peer = name.substr(0, name.find('/')),
                      variant = name.substr(name.find('/') + 1);
    const ordered_json& said = context->at(peer).at("variants").at(variant);
    if (said.contains("absent")) {
      table.add({name, "absent " + notes.mark(said["absent"])});
      continue;
    }
    std::vector<std::string> cells = {name};
    for (const std::string& workload : workloads) {
      const auto row = rows.find(workload);
      if (row == rows.end()) {
        cells.emplace_back();
      } else if (is_void(*row->second)) {
        cells.push_back("void " + notes.mark((*row->second)["void"]));
      } else {
        cells.push_back(added(*row->second));
      }
      if (cells.size() != 2) continue;
      const bool ratio = row != rows.end() && row->second->contains("ratio_to_call_through");
      cells.push_back(ratio ? number((*row->second)["ratio_to_call_through"]) : "");
    }
    if (uprobes) cells.push_back(optimised(rows));
    table.add(cells);
  }
  std::string text =
      "Peers: nanoseconds that a peer adds to a call of its own unprobed run, measured in turns "
      "with the table above. For each number,\nthe hits were counted, and are the calls that "
      "were made (in a real program: the same in every pass, as many exits as "
      "entries;\ndocs/peers.md names an exception).\nx "
      "floor: " +
      workloads.front() + ", divided by call_through's in this run. ±: half of the " +
      interval_words(view.context()) + ".\n" +
      (uprobes ? "optimised: whether the kernel had made calls of the uprobes, as seen in the "
                 "functions.\n"
               : "") +
      load_line(view.context()) + "\n" + table.text();
  return text + notes.text();
}

}  // namespace retprobe::harness
