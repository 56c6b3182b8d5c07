#include "harness/cli/kernel_verify.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "harness/kernel/guest.h"
#include "harness/kernel/reproduce.h"
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

// A line for each reproducer, a column for each kernel.
std::string table_of(const std::vector<Reproduced>& all) {
  std::vector<std::string> head = {"reproducer"};
  std::vector<std::vector<std::string>> lines;
  Footnotes notes;
  for (const Reproduced& one : all) {
    if (std::ranges::find(head, one.release) == head.end()) head.push_back(one.release);
    auto line = std::ranges::find(lines, one.reproducer, [](const auto& at) { return at[0]; });
    if (line == lines.end()) line = lines.insert(line, {one.reproducer});
    line->push_back(one.state + " " + notes.mark(one.detail));
  }
  Table table;
  table.add(head);
  for (const auto& line : lines) table.add(line);
  return "Small programs and modules, and whether they show what Linux does otherwise\n\n" +
         table.text() + "\n" + notes.text();
}

ordered_json json_of(const std::vector<Reproduced>& all) {
  ordered_json rows = ordered_json::array();
  for (const Reproduced& one : all)
    rows.push_back({{"kernel", one.kernel},
                    {"release", one.release},
                    {"reproducer", one.reproducer},
                    {"state", one.state},
                    {"detail", one.detail}});
  return {{"linux_reproducers", rows}};
}

std::vector<KernelImage> images_of(const KernelScenarioOptions& guests) {
  const auto images = must(read_images(guests.images, *guests.kernels));
  if (const std::string why = why_no_guest(); !why.empty()) throw CannotHere(why);
  return images;
}

}  // namespace

int verify_kernels(const CommonOptions& options, const KernelScenarioOptions& guests) {
  const Output output(options.out), saved(guests.save, "--save");
  const auto images = images_of(guests);
  std::size_t scenarios = 0;
  for (const KernelScenario& scenario : kernel_scenarios)
    scenarios += is_selected(options.selection.scenarios, scenario.name);
  if (scenarios == 0) throw wrong_use("--kernel has no such scenario");
  const std::size_t total = images.size() * scenarios * std::size(played_mechanisms);
  std::vector<KernelVerdict> verdicts;
  std::string complaints;  // a line for each kernel that did not boot
  Progress progress("verify Linux", options);
  for (const KernelImage& image : images) {
    progress(verdicts.size(), total, "boots " + image.name);
    std::size_t done = verdicts.size();
    const auto played =
        play_scenarios(image, options.selection.scenarios, guests.planted, patience_seconds,
                       [&](const KernelVerdict& verdict) {
                         progress(++done, total, verdict.scenario + " " + verdict.mechanism);
                       });
    const auto unbooted = std::ranges::find_if(played, &KernelVerdict::did_not_boot);
    if (unbooted != played.end())
      complaints += "retprobe: kernel " + image.name + ": " + unbooted->detail + "\n";
    verdicts.insert(verdicts.end(), played.begin(), played.end());
  }
  progress.clear();
  if (!guests.save.empty()) saved.write(json_text(json_of(verdicts)));
  output.write(options.json() ? json_text(json_of(verdicts)) : matrix_of(verdicts));
  std::fputs(complaints.c_str(), stderr);
  return complaints.empty() ? exit_ok : exit_failed;
}

int reproduce_findings(const CommonOptions& options, const KernelScenarioOptions& guests) {
  const Output output(options.out), saved(guests.save, "--save");
  std::vector<Reproduced> all;
  Progress progress("verify Linux", options);
  const auto images = images_of(guests);
  for (std::size_t at = 0; at < images.size(); ++at) {
    progress(at, images.size(), "reproducers in " + images[at].name);
    const auto reproduced = must(reproduce(images[at], patience_seconds));
    all.insert(all.end(), reproduced.begin(), reproduced.end());
  }
  progress.clear();
  if (!guests.save.empty()) saved.write(json_text(json_of(all)));
  output.write(options.json() ? json_text(json_of(all)) : table_of(all));
  return exit_ok;
}

}  // namespace retprobe::harness
