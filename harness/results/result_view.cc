#include "harness/results/result_view.h"

#include <algorithm>

#include "harness/results/result_check.h"

namespace retprobe::harness {

using nlohmann::ordered_json;

Result<ResultView> ResultView::parse(ordered_json file, const std::string& name) {
  const auto wrong = [&](const std::string& why) {
    return Error{Error::Code::usage, name + " is no result of 'retprobe bench': " + why};
  };
  if (const std::string why = why_no_result(file); !why.empty()) return wrong(why);
  ResultView view;
  const ordered_json& designs = file.at("context").at("designs");
  for (const ordered_json& row : file.at("benchmarks")) {
    Candidate candidate{row.at("design"), row.at("transfer"), false};
    if (candidate.design == "unprobed" || is_peer(row)) continue;
    candidate.floor = designs.at(candidate.design).at("floor");
    if (std::ranges::find(view.candidates_, candidate) == view.candidates_.end())
      view.candidates_.push_back(std::move(candidate));
  }
  view.file_ = std::move(file);
  return view;
}

std::vector<const ordered_json*> ResultView::rows() const {
  std::vector<const ordered_json*> rows;
  for (const ordered_json& row : file_.at("benchmarks"))
    if (row["design"] != "unprobed" && !is_peer(row) &&
        (is_void(row) || (row["run_type"] == "aggregate" && !row.contains("figures"))))
      rows.push_back(&row);
  return rows;
}

std::vector<const ordered_json*> ResultView::peer_rows() const {
  std::vector<const ordered_json*> rows;
  for (const ordered_json& row : file_.at("benchmarks"))
    if (is_peer(row) && (is_void(row) || row["run_type"] == "aggregate")) rows.push_back(&row);
  return rows;
}

const ordered_json* ResultView::row(const std::string& workload, const Candidate& candidate,
                                    const std::string& registers, unsigned tracers) const {
  const std::string name = workload + "/" + candidate.design + "/" + candidate.transfer + "/" +
                           registers + "/" + std::to_string(tracers);
  for (const ordered_json* row : rows())
    if ((*row)["run_name"] == name) return row;
  return nullptr;
}

bool is_peer(const ordered_json& row) {
  return row["design"].get<std::string>().starts_with("peer:");
}
std::string row_name(const ordered_json& row) { return row["run_name"]; }
bool is_void(const ordered_json& row) { return row.contains("void"); }

}  // namespace retprobe::harness
