// `retprobe kernel`: Linux's own return probes, counted in guests, and retprobe's designs beside
// them.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "harness/cli/command.h"
#include "harness/injection/stepper.h"
#include "harness/kernel/report.h"

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

Result<KernelPlan> plan_of(const KernelOptions& options) {
  KernelPlan plan;
  std::string all;
  for (const char* mechanism : kernel_mechanisms) {
    if (is_selected(options.mechanisms, mechanism)) plan.mechanisms.emplace_back(mechanism);
    all += (all.empty() ? "" : ", ") + std::string(mechanism);
  }
  if (plan.mechanisms.empty())
    return Error{Error::Code::not_found, "--mechanism selects none; there are " + all};
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
Error add_designs(KernelResult& result) {
  Selection selection;
  selection.transfers = {"paired", "-"};
  selection.registers = {"scalar"};
  const auto cells = select_cells(selection, result.plan.users);
  if (!cells.ok()) return cells.error();
  CodeBook book;
  try {
    for (const Cell& cell : *cells) {
      if (cell.design == "none") continue;
      auto cost = cost_of(cell, book);
      if (!cost.ok()) return cost.error();
      result.designs.push_back(std::move(*cost));
    }
  } catch (const NotPermitted& why) {
    result.designs.clear();
    result.no_designs = why.what();
  }
  return {};
}

int kernel(const KernelOptions& options) {
  const auto plan = plan_of(options);
  if (!plan.ok()) return report("kernel", plan.error());
  auto output = Output::open(options.out);
  if (!output.ok()) return report("kernel", output.error());
  auto saved = Output::open(options.save);
  if (!saved.ok()) return report("kernel", saved.error());
  auto images = read_images(options.images, options.kernels);
  if (!images.ok()) return report("kernel", images.error());
  if (const std::string why = why_no_guest(); !why.empty()) {
    (void)report("kernel", {Error::Code::unsupported, why});
    return exit_not_permitted;
  }
  KernelResult result{
      .images = std::move(*images), .plan = *plan, .runs = {}, .designs = {}, .no_designs = {}};
  const std::size_t total = result.images.size() * plan->mechanisms.size() * plan->users.size() *
                            plan->mitigations.size();
  std::size_t done = 0;
  Progress progress("kernel", options);
  progress.at(0, total, "boots " + result.images.front().name);
  for (const KernelImage& image : result.images)
    result.runs.push_back(measure_kernel(image, *plan, [&](const KernelRow& row) {
      progress.at(++done, total, row.kernel + " " + row.mechanism);
    }));
  if (!options.no_designs)
    if (Error error = add_designs(result)) return report("kernel", error);
  progress.clear();
  const std::string text = options.json() ? json_text(kernel_json(result)) : kernel_text(result);
  if (Error error = output->write(text)) return report("kernel", error);
  if (!options.save.empty())
    if (Error error = saved->write(json_text(kernel_json(result)))) return report("kernel", error);
  const bool failed = std::ranges::any_of(result.runs, [](const KernelRun& run) {
    return std::ranges::any_of(
        run.rows, [](const KernelRow& row) { return row.state == KernelState::failed; });
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
  app->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app->add_option("--out", options->out, "write to this file instead of standard output")
      ->type_name("FILE");
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
