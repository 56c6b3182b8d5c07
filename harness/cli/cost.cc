// `retprobe cost`: counts what a hit executes, and is the gate that keeps the costs from rising.
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/cli/command.h"
#include "harness/cost/reference.h"
#include "harness/report/table.h"

namespace retprobe::harness {
namespace {

struct CostOptions : CommonOptions {
  std::string reference;
  bool accept = false, path = false;
};

std::string table_of(const std::vector<HitCost>& costs) {
  std::vector<std::string> head = {"design/transfer/registers/tracers", ""};
  for (const TallyField& field : tally_fields) head.emplace_back(field.heading);
  for (const char* of_the_hit : {"pairs", "unbalanced", "callers12", "stack B"})
    head.emplace_back(of_the_hit);
  Table table = Table::of_numbers(2);
  table.add(head);
  for (const HitCost& cost : costs) {
    const auto row = [&](const std::string& name, const char* part, const Tally& tally,
                         const std::vector<std::string>& of_the_hit) {
      std::vector<std::string> cells = {name, part};
      for (const TallyField& field : tally_fields)
        cells.push_back(std::to_string(tally.*field.value));
      cells.insert(cells.end(), of_the_hit.begin(), of_the_hit.end());
      table.add(cells);
    };
    row(to_string(cost.cell), "entry", cost.entry, {"", "", "", ""});
    row("", "exit", cost.exit,
        {std::to_string(cost.pairs()), std::to_string(cost.unbalanced),
         std::to_string(cost.callers12), std::to_string(cost.stack_bytes)});
  }
  return table.text();
}

std::string path_text(const std::vector<const CodeLine*>& path) {
  std::ostringstream text;
  const std::string* function = nullptr;
  for (const CodeLine* line : path) {
    if (!function || *function != line->function)
      text << "  " << (line->function.empty() ? "(no name)" : line->function) << "\n";
    function = &line->function;
    char offset[24];
    std::snprintf(offset, sizeof offset, "    +%-6llx ",
                  static_cast<unsigned long long>(line->offset));
    text << offset << line->text << "\n";
  }
  return text.str();
}

std::string paths_of(const std::vector<HitCost>& costs) {
  std::string text;
  for (const HitCost& cost : costs)
    text += to_string(cost.cell) + ", entry\n" + path_text(cost.entry_path) + to_string(cost.cell) +
            ", exit\n" + path_text(cost.exit_path);
  return text;
}

// {"paths": [{"name", "entry": [{"function", "offset", "text"}, …], "exit": […]}, …]}
std::string paths_json(const std::vector<HitCost>& costs) {
  const auto path_json = [](const std::vector<const CodeLine*>& path) {
    auto lines = nlohmann::ordered_json::array();
    for (const CodeLine* line : path)
      lines.push_back(
          {{"function", line->function}, {"offset", line->offset}, {"text", line->text}});
    return lines;
  };
  auto paths = nlohmann::ordered_json::array();
  for (const HitCost& cost : costs)
    paths.push_back({{"name", to_string(cost.cell)},
                     {"entry", path_json(cost.entry_path)},
                     {"exit", path_json(cost.exit_path)}});
  return json_text(nlohmann::ordered_json{{"paths", paths}});
}

// The files that --accept writes: the figures and the listing.
std::vector<std::string> accepted_files(const CostOptions& options, const CostContext& context) {
  return {reference_path(options.reference, context), listing_path(options.reference, context)};
}

int accept(const CostOptions& options, const std::vector<Output>& outputs,
           const CostContext& context, const std::vector<HitCost>& costs, const CodeBook& book) {
  outputs[0].write(cost_json(context, costs));
  outputs[1].write(cost_listing(book));
  const std::vector<std::string> files = accepted_files(options, context);
  std::printf("cost: %zu cells accepted: %s and %s\n", costs.size(), files[0].c_str(),
              files[1].c_str());
  return exit_ok;
}

int gate(const CostOptions& options, const Output& output, const CostContext& context,
         const std::vector<HitCost>& costs, const CodeBook& book) {
  const CostComparison compared =
      must(compare_costs(options.reference, context, costs, book, options.selection));
  std::string text;
  const auto list = [&](const char* word, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) text += std::string(word) + " " + line + "\n";
  };
  list("RISEN", compared.risen);
  list("GONE", compared.gone);
  list("fallen", compared.fallen);
  if (!compared.differences.empty())
    text += "Instructions that are new (+) or gone (-):\n" + compared.differences;
  if (compared.of_another_cpu)
    text += std::to_string(compared.of_another_cpu) +
            " cells not compared: they depend on the CPU, and the reference is of another one\n";
  if (compared.unknown)
    text += std::to_string(compared.unknown) + " cells are not in the reference\n";
  text += "cost: " + std::to_string(compared.compared) + " cells compared, " +
          std::to_string(compared.risen.size()) + " risen, " +
          std::to_string(compared.fallen.size()) + " fallen\n";
  const bool failed = !compared.risen.empty() || !compared.gone.empty();
  if (failed || !compared.fallen.empty())
    text +=
        "To accept the new counts: retprobe cost --reference " + options.reference + " --accept\n";
  output.write(text);
  return failed ? exit_failed : exit_ok;
}

void check(const CostOptions& options) {
  const Selection& selection = options.selection;
  const bool has_reference = !options.reference.empty();
  if (options.accept && !has_reference)
    throw wrong_use("--accept needs --reference DIR: where to write");
  if (options.accept && !(selection.designs.empty() && selection.transfers.empty() &&
                          selection.registers.empty() && selection.tracers.empty()))
    throw wrong_use("--accept writes the reference of all cells: leave the selection out");
  if (options.path && has_reference)
    throw wrong_use("--path prints no counts to compare: leave out --reference");
  if (options.json() && has_reference)
    throw wrong_use("--reference prints text: leave out --format json, or --reference");
  if (options.accept && !options.out.empty())
    throw wrong_use("--accept writes into the folder of --reference: leave out --out");
}

int cost(const CostOptions& options) {
  check(options);
  const auto cells = must(select_cells(options.selection, {1, 2, 8}));
  const CostContext context = cost_context();
  // Opened before the work, which takes a while.
  std::vector<Output> outputs;
  for (const std::string& file :
       options.accept ? accepted_files(options, context) : std::vector<std::string>{options.out})
    outputs.emplace_back(file);
  must_probe();
  CodeBook book;
  std::vector<HitCost> costs;
  Progress progress("cost", options);
  for (const Cell& cell : cells) {
    progress(costs.size(), cells.size(), to_string(cell));
    costs.push_back(must(cost_of(cell, book)));
  }
  progress(costs.size(), cells.size(), "");
  progress.clear();
  if (options.accept) return accept(options, outputs, context, costs, book);
  if (!options.reference.empty()) return gate(options, outputs[0], context, costs, book);
  outputs[0].write(options.path     ? options.json() ? paths_json(costs) : paths_of(costs)
                   : options.json() ? cost_json(context, costs)
                                    : table_of(costs));
  return exit_ok;
}

}  // namespace

Command cost_command(CLI::App& program) {
  auto* app =
      program.add_subcommand("cost", "Count what a hit executes, instruction by instruction");
  auto options = std::make_shared<CostOptions>();
  add_options(*app, *options, {.cells = true});
  add_progress(*app, *options);
  app->add_flag("--path", options->path, "print the executed instructions in their order");
  app->add_option("--reference", options->reference,
                  "compare with the reference for this compiler in this folder; exit status 1 when "
                  "anything has risen")
      ->type_name("DIR");
  app->add_flag("--accept", options->accept, "write that reference");
  app->footer(
      "ptrace steps through one warm hit of a function of one instruction, whose tracers do "
      "nothing. No clock is read: the\n"
      "figures are the same each time. Entry: from the site to the body; exit: from the body's "
      "return to the caller's next\n"
      "instruction. mispred.: returns that a predictor of 16 entries gets wrong. pairs: calls with "
      "their returns, of the whole\n"
      "hit; three is the minimum (entry handler, body, exit handler). unbalanced: by how many "
      "entries the predictor is off\n"
      "for the callers afterwards. callers12: mispredicted returns of twelve unprobed callers "
      "above a hit. stack B:\n"
      "bytes of stack, below the return address. Lines: distinct cache lines of 64 bytes.\n"
      "Examples:\n"
      "  retprobe cost --registers scalar --tracers 1\n"
      "  retprobe cost --design counted_shadow --transfer paired --registers scalar --tracers 1 "
      "--path\n"
      "  retprobe cost --reference results/reference/cost            what has risen since the "
      "reference was accepted?\n"
      "  retprobe cost --reference results/reference/cost --accept   accept it\n"
      "Exit status 77 where this machine does not permit ptrace, or any probe.");
  return {app, [options] { return cost(*options); }};
}

}  // namespace retprobe::harness
