// `retprobe kernel`: Linux's own return probes, counted in guests, and retprobe's designs beside
// them.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "harness/cli/command.h"
#include "harness/injection/stepper.h"
#include "harness/kernel/report.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

struct KernelOptions : CommonOptions {
  std::vector<std::string> kernels, mechanisms;
  std::vector<unsigned> users = {1, 2, 8};
  std::string save;
  std::string images = default_images_folder();
  std::string mitigations = "both";
  std::string handlers = "empty";
  bool no_walks = false, no_designs = false;
};

constexpr unsigned most_users = 17;

KernelPlan plan_of(const KernelOptions& options) {
  KernelPlan plan;
  for (const char* mechanism : kernel_mechanisms)
    if (is_selected(options.mechanisms, mechanism)) plan.mechanisms.emplace_back(mechanism);
  if (plan.mechanisms.empty())
    throw wrong_use("--mechanism selects none; there are " + joined(kernel_mechanisms));
  plan.users = options.users;
  std::ranges::sort(plan.users);
  plan.users.erase(std::unique(plan.users.begin(), plan.users.end()), plan.users.end());
  if (options.mitigations != "default") plan.mitigations.push_back(false);
  if (options.mitigations != "off") plan.mitigations.push_back(true);
  plan.walks = !options.no_walks;
  plan.handlers = options.handlers;
  return plan;
}

// Walks of retprobe's own designs, in the transfer in which each return meets its call.
void add_designs(KernelResult& result) try {
  const auto cells = must(
      select_cells({.transfers = {"paired", "-"}, .registers = {"scalar"}}, result.plan.users));
  CodeBook book;
  for (const Cell& cell : cells)
    if (cell.design != "none") result.designs.push_back(must(cost_of(cell, book)));
} catch (const NotPermitted& why) {
  result.designs.clear();
  result.no_designs = why.what();
}

int kernel(const KernelOptions& options) {
  const KernelPlan plan = plan_of(options);
  const Output output(options.out), saved(options.save, "--save");
  KernelResult result{.images = must(read_images(options.images, options.kernels)),
                      .plan = plan,
                      .runs = {},
                      .designs = {},
                      .no_designs = {}};
  if (const std::string why = why_no_guest(); !why.empty()) throw CannotHere(why);
  const std::size_t total =
      result.images.size() * plan.mechanisms.size() * plan.users.size() * plan.mitigations.size();
  std::size_t done = 0;
  Progress progress("kernel", options);
  progress(0, total, "boots " + result.images.front().name);
  for (const KernelImage& image : result.images)
    result.runs.push_back(measure_kernel(image, plan, [&](const KernelRow& row) {
      progress(++done, total, row.kernel + " " + row.mechanism);
    }));
  if (!options.no_designs) add_designs(result);
  progress.clear();
  if (!options.save.empty()) saved.write(json_text(kernel_json(result)));
  output.write(options.json() ? json_text(kernel_json(result)) : kernel_text(result));
  const bool failed = std::ranges::any_of(result.runs, [](const KernelRun& run) {
    return std::ranges::count(run.rows, KernelState::failed, &KernelRow::state) > 0;
  });
  return failed ? exit_failed : exit_ok;
}

}  // namespace

Command kernel_command(CLI::App& program) {
  auto* app = program.add_subcommand(
      "kernel", "Count what Linux's own return probes execute, in guests under QEMU");
  auto options = std::make_shared<KernelOptions>();
  add_list(*app, "--kernel", options->kernels, "kernels, e.g. 6.12");
  add_list(*app, "--mechanism", options->mechanisms, "mechanisms, e.g. fgraph,'f*'");
  app->add_option("--users", options->users, "numbers of users on the function")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1u, most_users))
      ->type_name("N,…")
      ->capture_default_str();
  app->add_option("--mitigations", options->mitigations,
                  "off, default (what the kernel chooses) or both")
      ->check(CLI::IsMember({"off", "default", "both"}))
      ->capture_default_str();
  app->add_option("--handlers", options->handlers,
                  "empty, or nop: one instruction more at each entry, for tests")
      ->check(CLI::IsMember({"empty", "nop"}))
      ->capture_default_str();
  app->add_flag("--no-walks", options->no_walks, "count by the clock only, not step by step");
  app->add_flag("--no-designs", options->no_designs, "leave out retprobe's own designs");
  app->add_option("--images", options->images, "the folder that harness/kernel/images/prepare made")
      ->type_name("DIR");
  add_options(*app, *options, {});
  app->add_option("--save", options->save, "write the JSON to this file, too")->type_name("FILE");
  add_progress(*app, *options);
  app->footer(
      "Stock Debian kernels run under QEMU's emulator, whose clock ticks once for each "
      "instruction. added: by that clock;\n"
      "left: the difference to one hit that is counted step by step. mispred.: returns that a "
      "predictor of 16 entries gets wrong;\n"
      "callers12: those of twelve unprobed callers above the hit; unbalanced: as in 'retprobe "
      "cost'. See docs/linux.md.\n"
      "Examples:\n"
      "  retprobe kernel --kernel 6.12 --mitigations off\n"
      "  retprobe kernel --mechanism 'f*' --users 1 --no-walks\n"
      "Exit status: 0; 1 if a guest failed; 2 for wrong use; 77 if there is no QEMU.");
  return {app, [options] { return kernel(*options); }};
}

}  // namespace retprobe::harness
