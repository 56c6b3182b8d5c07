#include <algorithm>
#include <vector>

#include "harness/report/report.h"
#include "harness/report/table.h"
#include "harness/results/context_words.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

std::string nanoseconds(double value) {
  return value < 1000  ? printed("%.1f ns", value)
         : value < 1e6 ? printed("%.1f µs", value / 1e3)
                       : printed("%.2f ms", value / 1e6);
}

// "hit_p50_ns" belongs to the distribution "hit". "bare_ns" and "pages" stand alone.
constexpr std::string_view parts[] = {"_p50_ns", "_p99_ns", "_max_ns", "_mean_ns"};
std::string stem_of(const std::string& name) {
  for (const std::string_view part : parts)
    if (name.ends_with(part)) return name.substr(0, name.size() - part.size());
  return name;
}

std::string cell_of(const ordered_json& figures, const std::string& stem) {
  const auto value = [&](const std::string& name) -> const ordered_json* {
    const auto found = figures.find(name);
    return found == figures.end() ? nullptr : &found->at("median");
  };
  if (const ordered_json* alone = value(stem)) {
    if (stem.ends_with("_ns")) return nanoseconds(alone->get<double>());
    return fixed(alone->get<double>(), 0);
  }
  std::string text;
  for (const std::string_view part : parts)
    if (const ordered_json* one = value(stem + std::string(part)))
      text += (text.empty() ? "" : " / ") + (part == "_mean_ns" ? "mean " : std::string()) +
              nanoseconds(one->get<double>());
  return text;
}

}  // namespace

std::string experiments_text(const ResultView& view) {
  // Experiments in the order of the file.
  std::vector<std::string> names;
  std::vector<const ordered_json*> rows;
  for (const ordered_json& row : view.all_rows()) {
    if (row["design"] == "unprobed" || row["run_type"] != "aggregate" || !row.contains("figures") ||
        is_void(row))
      continue;
    const std::string name = row["workload"].get<std::string>() + ", " +
                             number_of(row["tracers"], "tracer") + ", " +
                             row["registers"].get<std::string>();
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    rows.push_back(&row);
  }
  std::string text;
  for (const std::string& name : names) {
    std::vector<std::string> titles = {name}, stems;
    std::vector<const ordered_json*> shown;
    for (const ordered_json* row : rows) {
      if (!name.starts_with((*row)["workload"].get<std::string>() + ", " +
                            (*row)["tracers"].dump() + " ") ||
          !name.ends_with(", " + (*row)["registers"].get<std::string>()))
        continue;
      titles.push_back((*row)["design"].get<std::string>() + "/" +
                       (*row)["transfer"].get<std::string>());
      shown.push_back(row);
      for (const auto& [figure, value] : (*row)["figures"].items())
        if (const std::string stem = stem_of(figure); std::ranges::find(stems, stem) == stems.end())
          stems.push_back(stem);
    }
    Table table;
    table.add(titles);
    for (const std::string& stem : stems) {
      std::vector<std::string> cells = {"  " + stem};
      for (const ordered_json* row : shown) cells.push_back(cell_of((*row)["figures"], stem));
      table.add(cells);
    }
    text += table.text() + "\n";
  }
  if (!text.empty())
    text +=
        "Medians over the processes. Three numbers are p50 / p99 / max within each process. "
        "Nothing is subtracted: clock is the cost\nof the clock itself, and unprobed_… is the same "
        "without a probe.\n" +
        load_line(view.context());
  return text;
}

}  // namespace retprobe::harness
