// `retprobe list`: shows what can be selected.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/hooks/design_table.h"
#include "harness/bench/experiments/experiment.h"
#include "harness/bench/plan.h"
#include "harness/bench/variants/variant.h"
#include "harness/cli/command.h"
#include "harness/report/table.h"
#include "harness/verify/declared.h"
#include "harness/verify/scenario.h"
#include "harness/verify/verify.h"
#include "harness/workloads/workload.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

const char* words(Wiring wiring) {
  switch (wiring) {
    case Wiring::unhooked:
      return "patched sites, no hook";
    case Wiring::framed:
      return "calls the body from a frame of its own";
    case Wiring::shared:
      return "shadow stack, one trampoline per function";
    case Wiring::chained:
      return "shadow stack, one trampoline per tracer";
  }
  return "";
}

ordered_json contents(const Selection& selection) {
  ordered_json designs = ordered_json::array(), shown = ordered_json::array(),
               measured = ordered_json::array(), variants = ordered_json::array(),
               checks = ordered_json::array();
  must(check_globs("design", selection.designs, design_names()));
  must(check_scenarios(selection.scenarios));
  const std::vector<WorkloadVariant> chosen = must(select_workloads(selection, false));
  const auto is_chosen = [&](std::string_view name) {
    return std::ranges::find(chosen, name, &WorkloadVariant::workload) != chosen.end();
  };
  for (const DesignEntry* design : design_table()) {
    if (!is_selected(selection.designs, design->name)) continue;
    ordered_json declared = ordered_json::array();
    for (const Inability& inability : declared_by(design->name))
      declared.push_back(
          {{"scenario", inability.scenario}, {"why", inability.why}, {"fails", inability.fails}});
    designs.push_back({{"name", design->name},
                       {"idea", design->facts.idea},
                       {"proposed_by", design->facts.proposed_by},
                       {"wiring", words(design->facts.wiring)},
                       {"transfers", design->facts.has_transfers()},
                       {"declared", declared}});
  }
  for (const Workload& workload : workloads())
    if (is_chosen(workload.name))
      shown.push_back(
          {{"name", workload.name}, {"what", workload.what}, {"probed", workload.probed}});
  for (const Experiment& experiment : experiments())
    if (is_chosen(experiment.name))
      measured.push_back({{"name", experiment.name}, {"what", experiment.what}});
  for (const VariantHelp& variant : variant_help())
    variants.push_back({{"form", variant.form}, {"what", variant.what}});
  for (const Scenario* scenario : scenarios())
    if (is_selected(selection.scenarios, scenario->name))
      checks.push_back({{"name", scenario->name},
                        {"what", scenario->what},
                        {"tracers", scenario->options.tracers}});
  ordered_json transfers = ordered_json::array();
  for (const std::string_view transfer : transfer_names()) transfers.push_back(transfer);
  return {
      {"designs", designs}, {"transfers", transfers},  {"registers", {"scalar", "vector", "full"}},
      {"workloads", shown}, {"experiments", measured}, {"variants", variants},
      {"scenarios", checks}};
}

std::string text_of(const ordered_json& all) {
  std::ostringstream text;
  const auto section = [&](const char* title, const char* key, const char* name, const char* what) {
    if (all[key].empty()) return;
    text << title << "\n";
    Table table;
    for (const auto& row : all[key]) table.add({"  " + row[name].get<std::string>(), row[what]});
    text << table.text() << "\n";
  };
  section("Designs (--design)", "designs", "name", "idea");
  text << "Return transfers (--transfer)\n ";
  for (const auto& transfer : all["transfers"]) text << " " << transfer.get<std::string>();
  text << "\n\nRegister sets (--registers)\n  scalar vector full\n\n";
  section("Workloads (--workload)", "workloads", "name", "what");
  section("Variants of a workload, e.g. leaf+data64", "variants", "form", "what");
  section("Experiments (--workload, too)", "experiments", "name", "what");
  section("Scenarios (--scenario)", "scenarios", "name", "what");
  return text.str();
}

}  // namespace

Command list_command(CLI::App& program) {
  auto* app =
      program.add_subcommand("list", "List designs, transfers, workloads, variants and scenarios");
  auto options = std::make_shared<CommonOptions>();
  add_list(*app, "--design", options->selection.designs, "only these designs");
  add_options(*app, *options, {.scenarios = true, .workloads = true});
  app->footer(
      "Examples:\n"
      "  retprobe list\n"
      "  retprobe list --scenario 'tail_*' --format json");
  return {app, [options] {
            must(load_declared());
            const Output output(options->out);
            const ordered_json all = contents(options->selection);
            output.write(options->json() ? json_text(all) : text_of(all));
            return exit_ok;
          }};
}

}  // namespace retprobe::harness
