// `retprobe regress`: finds out whether a later result is worse than an earlier one.
#include "harness/regress/regress.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "harness/cli/command.h"
#include "harness/regress/report.h"

namespace retprobe::harness {
namespace {

struct RegressCommand {
  std::string base, now, format = "text", out;
  RegressOptions options;
  bool all = false;
};

Result<ResultSamples> load_samples(const std::string& path) {
  const auto file = read_json(path);
  if (!file.ok()) return file.error();
  return samples_of(*file, path);
}

int run(const RegressCommand& command) {
  auto output = Output::open(command.out);
  if (!output.ok()) return report("regress", output.error());
  auto base = load_samples(command.base);
  if (!base.ok()) return report("regress", base.error());
  auto now = load_samples(command.now);
  if (!now.ok()) return report("regress", now.error());
  const auto made = regress(std::move(*base), std::move(*now), command.options);
  if (!made.ok()) return report("regress", made.error());
  const std::string text = command.format == "json"       ? regress_json(*made).dump(1) + "\n"
                           : command.format == "markdown" ? regress_markdown(*made, command.all)
                                                          : regress_text(*made, command.all);
  if (Error error = output->write(text)) return report("regress", error);
  return made->worse() ? exit_failed : exit_ok;
}

}  // namespace

Command regress_command(CLI::App& program) {
  auto* app = program.add_subcommand(
      "regress", "Is a later result worse than an earlier one? Exit status 1 when it is");
  auto command = std::make_shared<RegressCommand>();
  Selection& selection = command->options.selection;
  app->add_option("BASE", command->base, "what 'bench --format json' wrote before")
      ->required()
      ->type_name("FILE");
  app->add_option("NEW", command->now, "what it wrote now")->required()->type_name("FILE");
  add_list(*app, "--design", selection.designs, "designs, e.g. counted_shadow or 'c*'");
  add_list(*app, "--transfer", selection.transfers, "return transfers, e.g. paired,push_ret");
  add_list(*app, "--registers", selection.registers, "register sets: scalar, vector, full");
  add_list(*app, "--tracers", selection.tracers,
           "numbers of tracers on each function, e.g. 1,8,64");
  add_list(*app, "--workload", selection.workloads,
           "workloads and variants, e.g. leaf,fib,'leaf+data*'");
  app->add_option("--alpha", command->options.alpha,
                  "a row is slower when its corrected p is below")
      ->check(CLI::Range(1e-6, 0.5))
      ->capture_default_str();
  app->add_option("--threshold", command->options.threshold_percent,
                  "and its shift is above so many percent")
      ->check(CLI::Range(0.0, 1e6))
      ->type_name("PERCENT")
      ->capture_default_str();
  app->add_flag("--all", command->all, "show every row, and not only those that changed");
  app->add_option("--format", command->format, "text, markdown or json")
      ->check(CLI::IsMember({"text", "markdown", "json"}))
      ->capture_default_str();
  app->add_option("--out", command->out, "write to this file instead of standard output")
      ->type_name("FILE");
  app->footer(
      "Times: a rank test over the fresh processes of each row (Mann-Whitney), corrected for the "
      "number of rows (Benjamini-Hochberg).\n"
      "Memory, and rows that had a time and have none now, need no test: any rise is a regression. "
      "docs/regress.md has what this cannot tell.\n"
      "Examples:\n"
      "  retprobe bench --processes 9 --workload leaf,fib --format json --out base.json      with "
      "the old build\n"
      "  retprobe regress base.json new.json\n"
      "  retprobe regress --design counted_shadow --threshold 2 --all base.json new.json\n"
      "  retprobe regress --format markdown base.json new.json     for a pull request's comment");
  return {app, [command] { return run(*command); }};
}

}  // namespace retprobe::harness
