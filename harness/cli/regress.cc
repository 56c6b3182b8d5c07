// `retprobe regress`: finds out whether a later result is worse than an earlier one.
#include "harness/regress/regress.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "harness/cli/command.h"
#include "harness/regress/kernels.h"
#include "harness/regress/report.h"

namespace retprobe::harness {
namespace {

struct RegressCommand {
  const CLI::App* app = nullptr;
  std::string base, now, format = "text", out;
  RegressOptions options;
  bool all = false;
};

// What a comparison of times has, and one of exact counts has not.
constexpr const char* options_of_times[] = {"--design",   "--transfer", "--registers", "--tracers",
                                            "--workload", "--alpha",    "--threshold"};

int finish(const Output& output, const std::string& text, bool worse) {
  if (Error error = output.write(text)) return report("regress", error);
  return worse ? exit_failed : exit_ok;
}

int run_kernels(const RegressCommand& command, const Output& output,
                const nlohmann::ordered_json& base, const nlohmann::ordered_json& now) {
  for (const char* option : options_of_times)
    if (command.app->count(option))
      return report("regress", {Error::Code::usage, std::string(option) +
                                                        " is for times; files of 'retprobe kernel' "
                                                        "have exact counts: leave it out"});
  auto before = counts_of(base, command.base), after = counts_of(now, command.now);
  for (const auto* side : {&before, &after})
    if (!side->ok()) return report("regress", side->error());
  const auto made = regress_kernels(std::move(*before), std::move(*after));
  if (!made.ok()) return report("regress", made.error());
  const std::string text = command.format == "json" ? json_text(kernel_regress_json(*made))
                           : command.format == "markdown"
                               ? kernel_regress_markdown(*made, command.all)
                               : kernel_regress_text(*made, command.all);
  return finish(output, text, made->worse());
}

int run_times(const RegressCommand& command, const Output& output,
              const nlohmann::ordered_json& base, const nlohmann::ordered_json& now) {
  auto before = samples_of(base, command.base), after = samples_of(now, command.now);
  for (const auto* side : {&before, &after})
    if (!side->ok()) return report("regress", side->error());
  const auto made = regress(std::move(*before), std::move(*after), command.options);
  if (!made.ok()) return report("regress", made.error());
  const std::string text = command.format == "json"       ? json_text(regress_json(*made))
                           : command.format == "markdown" ? regress_markdown(*made, command.all)
                                                          : regress_text(*made, command.all);
  return finish(output, text, made->worse());
}

int run(const RegressCommand& command) {
  auto output = Output::open(command.out);
  if (!output.ok()) return report("regress", output.error());
  const auto base = read_json(command.base), now = read_json(command.now);
  for (const auto* side : {&base, &now})
    if (!side->ok()) return report("regress", side->error());
  if (is_of_kernels(*base) != is_of_kernels(*now))
    return report("regress", {Error::Code::usage,
                              (is_of_kernels(*base) ? command.base : command.now) +
                                  " is of 'retprobe kernel' and the other file is not: give two of "
                                  "the same command"});
  return is_of_kernels(*base) ? run_kernels(command, *output, *base, *now)
                              : run_times(command, *output, *base, *now);
}

}  // namespace

Command regress_command(CLI::App& program) {
  auto* app = program.add_subcommand(
      "regress", "Is a later result worse than an earlier one? Exit status 1 when it is");
  auto command = std::make_shared<RegressCommand>();
  command->app = app;
  Selection& selection = command->options.selection;
  app->add_option("BASE", command->base, "an earlier result of 'bench' or 'kernel' (--format json)")
      ->required()
      ->type_name("FILE");
  app->add_option("NEW", command->now, "a later result of the same command")
      ->required()
      ->type_name("FILE");
  add_list(*app, "--design", selection.designs, "designs, e.g. counted_shadow or 'c*'");
  add_list(*app, "--transfer", selection.transfers, "return transfers, e.g. paired,push_ret");
  add_list(*app, "--registers", selection.registers, "register sets: scalar, vector, full");
  add_list(*app, "--tracers", selection.tracers,
           "numbers of tracers on each function, e.g. 1,8,64");
  add_list(*app, "--workload", selection.workloads,
           "workloads and variants, e.g. leaf,fib,'leaf+data*'");
  app->add_option("--alpha", command->options.alpha,
                  "a row is slower if its corrected p is below this")
      ->check(CLI::Range(1e-6, 0.5))
      ->capture_default_str();
  app->add_option("--threshold", command->options.threshold_percent,
                  "… and its shift is above this")
      ->check(CLI::Range(0.0, 1e6))
      ->type_name("PERCENT")
      ->capture_default_str();
  app->add_flag("--all", command->all, "show every row, not only those that changed");
  app->add_option("--format", command->format, "text, markdown or json")
      ->check(CLI::IsMember({"text", "markdown", "json"}))
      ->capture_default_str();
  app->add_option("--out", command->out, "write to this file instead of standard output")
      ->type_name("FILE");
  app->footer(
      "Times: a rank test over the fresh processes of each row (Mann-Whitney), corrected for the "
      "number of rows (Benjamini-Hochberg).\n"
      "Memory needs no test: any rise is a regression. So is a row that had a time and has none "
      "now. docs/regress.md says what this cannot show.\n"
      "Two files of 'retprobe kernel' have exact counts: any rise is a regression.\n"
      "Examples:\n"
      "  retprobe bench --processes 9 --workload leaf,fib --format json --out base.json      with "
      "the old build\n"
      "  retprobe regress base.json new.json\n"
      "  retprobe regress --design counted_shadow --threshold 2 --all base.json new.json\n"
      "  retprobe regress --format markdown base.json new.json     for a pull request's comment");
  return {app, [command] { return run(*command); }};
}

}  // namespace retprobe::harness
