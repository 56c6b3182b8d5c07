#include "harness/cli/kernel_verify.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/kernel/scenarios.h"
#include "harness/report/table.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

constexpr double patience_seconds = 120;

std::string cell_of(const KernelVerdict& verdict, Footnotes& notes) {
  std::string word(to_string(verdict.verdict));
  return verdict.detail.empty() ? word : word + " " + notes.mark(verdict.detail);
}

// A line for each scenario and mechanism, a column for each kernel.
std::string matrix_of(const std::vector<KernelVerdict>& verdicts) {
  std::vector<std::string> head = {"scenario", "mechanism"}, kernels;
  for (const KernelVerdict& verdict : verdicts)
    if (std::ranges::find(kernels, verdict.kernel) == kernels.end()) {
      kernels.push_back(verdict.kernel);
      head.push_back(verdict.release.empty() ? verdict.kernel : verdict.release);
    }
  Table table;
  table.add(head);
  Footnotes notes;
  std::string legend;
  for (const KernelScenario& scenario : kernel_scenarios) {
    std::string name = scenario.name;
    for (const PlayedMechanism& mechanism : played_mechanisms) {
      std::vector<std::string> line = {name, mechanism.name};
      for (const KernelVerdict& verdict : verdicts)
        if (verdict.scenario == scenario.name && verdict.mechanism == mechanism.name)
          line.push_back(cell_of(verdict, notes));
      if (line.size() == 2) continue;
      if (!name.empty()) legend += name + ": " + scenario.what + "\n";
      name.clear();
      table.add(line);
    }
  }
  return "What Linux's own mechanisms tell their users\n\n" + table.text() + "\n" + notes.text() +
         "\n" + legend;
}

ordered_json json_of(const std::vector<KernelVerdict>& verdicts) {
  ordered_json rows = ordered_json::array();
  for (const KernelVerdict& verdict : verdicts) {
    ordered_json row = {{"kernel", verdict.kernel},
                        {"mechanism", verdict.mechanism},
                        {"scenario", verdict.scenario},
                        {"verdict", to_string(verdict.verdict)},
                        {"detail", verdict.detail}};
    if (!verdict.release.empty()) row["release"] = verdict.release;
    rows.push_back(row);
  }
  return {{"linux_verdicts", rows}};
}

}  // namespace

int verify_kernels(const CommonOptions& options, const KernelScenarioOptions& guests) {
  const Output output(options.out), saved(guests.save);
  const auto images = must(read_images(guests.images, *guests.kernels));
  if (const std::string why = why_no_guest(); !why.empty()) throw CannotHere(why);
  std::size_t scenarios = 0;
  for (const KernelScenario& scenario : kernel_scenarios)
    scenarios += is_selected(options.selection.scenarios, scenario.name);
  if (scenarios == 0) throw wrong_use("--kernel has no such scenario");
  const std::size_t total = images.size() * scenarios * std::size(played_mechanisms);
  std::vector<KernelVerdict> verdicts;
  Progress progress("verify Linux", options);
  for (const KernelImage& image : images) {
    progress(verdicts.size(), total, "boots " + image.name);
    std::size_t done = verdicts.size();
    const auto played =
        play_scenarios(image, options.selection.scenarios, guests.planted, patience_seconds,
                       [&](const KernelVerdict& verdict) {
                         progress(++done, total, verdict.scenario + " " + verdict.mechanism);
                       });
    verdicts.insert(verdicts.end(), played.begin(), played.end());
  }
  progress.clear();
  output.write(options.json() ? json_text(json_of(verdicts)) : matrix_of(verdicts));
  if (!guests.save.empty()) saved.write(json_text(json_of(verdicts)));
  return exit_ok;
}

}  // namespace retprobe::harness
