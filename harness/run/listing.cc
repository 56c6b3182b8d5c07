#include "harness/run/listing.h"

#include <map>
#include <set>
#include <utility>

#include "harness/run/report.h"

namespace retprobe::run {

std::string list_text(const LaunchPlan& plan, const Launched& launched, bool refused) {
  if (!launched.problem.empty())
    return escaped(plan.command[0]) + ": nothing can be listed: " + launched.problem + "\n";
  // Several functions can have one name.
  std::map<std::string, std::set<std::pair<std::string, std::string>>> modules;
  for (const ListedFunction& function : launched.listed)
    if (function.refusal.empty() != refused)
      modules[function.module].emplace(function.name, function.refusal);
  std::string text;
  for (const auto& [module, functions] : modules) {
    text += (text.empty() ? "" : "\n") + escaped(module) + ": " + grouped(functions.size()) +
            (functions.size() == 1 ? " function" : " functions") +
            (refused ? " that must not be probed\n" : "\n");
    for (const auto& [name, refusal] : functions)
      text += "  " + escaped(name) + (refused ? "  # " + refusal : "") + "\n";
  }
  if (text.empty() && refused)
    text = "no selected function must be left alone\n";
  else if (text.empty())
    text = "no function can be probed: " + why_none_was_probed(plan, launched) + "\n";
  if (launched.left_out != 0)
    text += grouped(launched.left_out) + " more functions are not listed: --functions selects\n";
  return text;
}

nlohmann::ordered_json list_json(const LaunchPlan& plan, const Launched& launched) {
  auto rows = nlohmann::ordered_json::array();
  for (const ListedFunction& function : launched.listed)
    rows.push_back({{"name", escaped(function.name)},
                    {"module", escaped(function.module)},
                    {"refusal", function.refusal}});
  return {{"list", {{"command", escaped(plan.command)}, {"problem", launched.problem}}},
          {"rows", rows}};
}

}  // namespace retprobe::run
