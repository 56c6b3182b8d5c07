// `retprobe regress`: finds out whether a later result is worse than an earlier one.
#include "harness/regress/regress.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "harness/cli/command.h"
#include "harness/regress/kernels.h"
#include "harness/regress/report.h"

namespace retprobe::harness {
namespace {

struct RegressCommand : CommonOptions {
  const CLI::App* app = nullptr;
  std::string base, now;
  RegressOptions options;
  bool all = false;
};

// What a comparison of times has, and one of exact counts has not.
constexpr const char* options_of_times[] = {"--design",   "--transfer", "--registers", "--tracers",
                                            "--workload", "--alpha",    "--threshold"};

int finish(const RegressCommand& command, const Output& output, const Page& page,
           const nlohmann::ordered_json& json) {
  output.write(command.json()                 ? json_text(json)
               : command.format == "markdown" ? page.markdown()
                                              : page.text());
  return page.worse ? exit_failed : exit_ok;
}

int run(const RegressCommand& command) {
  const Output output(command.out);
  const auto base = read_json(command.base), now = read_json(command.now);
  if (is_of_kernels(base) != is_of_kernels(now))
    throw wrong_use((is_of_kernels(base) ? command.base : command.now) +
                    " is of 'retprobe kernel' and the other file is not: give two of the same "
                    "command");
  if (!is_of_kernels(base)) {
    RegressOptions options = command.options;
    options.selection = command.selection;
    const Regress made = must(
        regress(must(samples_of(base, command.base)), must(samples_of(now, command.now)), options));
    return finish(command, output, page_of(made, command.all), regress_json(made));
  }
  for (const char* option : options_of_times)
    if (command.app->count(option))
      throw wrong_use(std::string(option) +
                      " is for times; files of 'retprobe kernel' have exact counts: leave it out");
  const KernelRegress made =
      must(regress_kernels(must(counts_of(base, command.base)), must(counts_of(now, command.now))));
  return finish(command, output, page_of(made, command.all), kernel_regress_json(made));
}

}  // namespace

Command regress_command(CLI::App& program) {
  auto* app = program.add_subcommand(
      "regress", "Is a later result worse than an earlier one? Exit status 1 when it is");
  auto command = std::make_shared<RegressCommand>();
  command->app = app;
  app->add_option("BASE", command->base, "an earlier result of 'bench' or 'kernel' (--format json)")
      ->required()
      ->type_name("FILE");
  app->add_option("NEW", command->now, "a later result of the same command")
      ->required()
      ->type_name("FILE");
  add_options(*app, *command, {.cells = true, .workloads = true}, {"text", "markdown", "json"});
  app->add_option("--alpha", command->options.alpha,
                  "a row is slower if its corrected p is below this")
      ->check(finite_in(1e-6, 0.5))
      ->capture_default_str();
  app->add_option("--threshold", command->options.threshold_percent,
                  "… and its shift is above this")
      ->check(finite_in(0, 1e6))
      ->type_name("PERCENT")
      ->capture_default_str();
  app->add_flag("--all", command->all, "show every row, not only those that changed");
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
