// `retprobe prices`: what the parts of a hit cost on this processor.
#include "harness/cost/prices.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "harness/cli/command.h"
#include "harness/report/table.h"

namespace retprobe::harness {
namespace {

std::string text_of(const std::vector<Price>& prices) {
  Table table({1});
  table.add({"many in turn, one of them", "cycles"});
  for (const Price& price : prices) {
    char cycles[32];
    std::snprintf(cycles, sizeof cycles, "%.1f", price.cycles);
    table.add({std::string(price.what), cycles});
  }
  return table.text();
}

std::string json_of(const std::vector<Price>& prices) {
  auto rows = nlohmann::ordered_json::array();
  for (const Price& price : prices)
    rows.push_back({{"what", price.what}, {"cycles", price.cycles}});
  return nlohmann::ordered_json{{"prices", rows}}.dump(2) + "\n";
}

}  // namespace

Command prices_command(CLI::App& program) {
  auto* app = program.add_subcommand(
      "prices", "What jumps, calls and stores cost on this processor, in cycles");
  auto options = std::make_shared<CommonOptions>();
  add_options(*app, *options, {});
  app->footer(
      "A hit is made of them (retprobe cost counts them), and processors differ in which of them "
      "bounds it. A cycle is a\n"
      "third of a multiplication that waits for the one before it.\n"
      "Examples:\n"
      "  retprobe prices\n"
      "  retprobe prices --format json --out prices.json");
  return {app, [options] {
            auto output = Output::open(options->out);
            if (!output.ok()) return report("prices", output.error());
            const std::vector<Price> prices = measure_prices();
            if (Error error = output->write(options->json() ? json_of(prices) : text_of(prices)))
              return report("prices", error);
            return exit_ok;
          }};
}

}  // namespace retprobe::harness
