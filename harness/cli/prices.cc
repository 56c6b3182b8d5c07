// `retprobe prices`: what the parts of a hit cost on this processor.
#include "harness/cost/prices.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>

#include "harness/cli/command.h"
#include "harness/cost/skeleton.h"
#include "harness/report/table.h"
#include "harness/session/context.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

struct PricesOptions : CommonOptions {
  bool skeleton = false;
};

std::string text_of(const std::vector<Price>& prices) {
  Table table({1});
  table.add({"many in turn, one of them", "cycles"});
  for (const Price& price : prices) table.add({std::string(price.what), fixed(price.cycles, 1)});
  return table.text();
}

ordered_json json_of(const std::vector<Price>& prices) {
  auto rows = ordered_json::array();
  for (const Price& price : prices)
    rows.push_back({{"what", price.what}, {"cycles", price.cycles}});
  return rows;
}

/// The sums of a hit of the skeleton that are shown: all up to its returns. (Its cache lines are
/// not the real hit's.)
constexpr auto shown_sums = std::span(tally_fields).first<7>();
static_assert(shown_sums.back().value == &Tally::returns);

std::string half_width(double low, double high) { return "±" + fixed((high - low) / 2, 1); }

std::string text_of(const std::vector<Tally>& hits, const SkeletonTimes& times) {
  std::vector<std::string> head = {"the skeleton of a hit", "pairs"};
  for (const TallyField& field : shown_sums.first<6>()) head.emplace_back(field.heading);
  for (const char* heading : {"cycles", "rounds", "places", "ratio"}) head.emplace_back(heading);
  Table table = Table::of_numbers();
  table.add(head);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const SkeletonVariant& variant = skeleton_variants()[i];
    const SkeletonTimes::Variant& time = times.variants[i];
    std::vector<std::string> cells = {std::string(variant.what), std::to_string(hits[i].calls)};
    for (const TallyField& field : shown_sums.first<6>())
      cells.push_back(std::to_string(hits[i].*field.value));
    for (std::string cell :
         {fixed(time.cycles.median, 1), half_width(time.cycles.low, time.cycles.high),
          half_width(std::ranges::min(time.copies), std::ranges::max(time.copies)),
          fixed(time.ratio.median, 2)})
      cells.push_back(std::move(cell));
    table.add(cells);
  }
  return table.text() + "Cycles beyond a plain call of the function, which takes " +
         fixed(times.plain.median, 1) + ", and their ratio to the whole hit's with three\n" +
         "pairs. A cycle took " + fixed(times.cycle_ns, 3) + " ns. The quietest " +
         std::to_string(skeleton_quiet_rounds) + " of " + std::to_string(skeleton_rounds) +
         " rounds count; the median round took " + fixed(times.slowdown, 2) + " times as long.\n" +
         "rounds: half the interval over them. places: half the range over three copies of the "
         "code, at other\naddresses.\n";
}

ordered_json json_of(const Spread& spread) {
  return {{"median", spread.median}, {"low", spread.low}, {"high", spread.high}};
}

ordered_json json_of(const std::vector<Price>& prices, const std::vector<Tally>& hits,
                     const SkeletonTimes& times, const ordered_json& moment) {
  ordered_json context = machine_context();
  context.update(moment);
  context["cycle_ns"] = times.cycle_ns;
  context["rounds"] = skeleton_rounds;
  context["quiet_rounds"] = skeleton_quiet_rounds;
  context["interval_coverage"] = coverage(skeleton_quiet_rounds);
  context["slowdown"] = times.slowdown;
  context["plain_cycles"] = json_of(times.plain);
  auto rows = ordered_json::array();
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const SkeletonVariant& variant = skeleton_variants()[i];
    ordered_json hit;
    for (const TallyField& field : shown_sums) hit[field.name] = hits[i].*field.value;
    rows.push_back({{"name", variant.name()},
                    {"change", variant.change},
                    {"pairs", variant.pairs},
                    {"what", variant.what},
                    {"hit", hit},
                    {"cycles", json_of(times.variants[i].cycles)},
                    {"ratio", json_of(times.variants[i].ratio)},
                    {"copies", times.variants[i].copies}});
  }
  return {{"skeleton", context}, {"prices", json_of(prices)}, {"rows", rows}};
}

int prices(const PricesOptions& options) {
  const Output output(options.out);
  if (!options.skeleton) {
    const std::vector<Price> prices = measure_prices();
    output.write(options.json() ? json_text({{"prices", json_of(prices)}}) : text_of(prices));
    return exit_ok;
  }
  // The walk comes first, so nothing is timed that does not call its handlers.
  const std::vector<Tally> hits = must(walk_skeletons(skeleton_variants()));
  const ordered_json moment = moment_context();
  const std::vector<Price> prices = measure_prices();
  const SkeletonTimes times = must(time_skeletons(skeleton_variants()));
  output.write(options.json() ? json_text(json_of(prices, hits, times, moment))
                              : text_of(prices) + "\n" + text_of(hits, times));
  return exit_ok;
}

}  // namespace

Command prices_command(CLI::App& program) {
  auto* app = program.add_subcommand(
      "prices", "What jumps, calls and stores cost on this processor, in cycles");
  auto options = std::make_shared<PricesOptions>();
  add_options(*app, *options, {});
  app->add_flag("--skeleton", options->skeleton,
                "also time a whole hit in assembly with parts taken away (needs ptrace)");
  app->footer(
      "A hit consists of these instructions (retprobe cost counts them). Processors differ in "
      "which of them limit its speed.\n"
      "A cycle is a third of the time of a multiplication that waits for the one before it.\n"
      "\n"
      "--skeleton: a hit of counted_shadow with one tracer, written in assembly, instruction for\n"
      "instruction, and variants of it. Each lacks a part (the guard, the saved registers …), has\n"
      "more instructions or stores, or has more calls: with three pairs of call and return, only\n"
      "the handlers and the function are called, with seven also hooks and trampolines. Each is\n"
      "first executed step by step. If one does not call its handlers or returns a wrong value,\n"
      "the command ends. Then they are timed in turns. If a part costs little with seven pairs\n"
      "and much with three, calls hide it.\n"
      "\n"
      "Exit status: 0; 2 wrong use; 77 --skeleton, and ptrace is not permitted here.\n"
      "Examples:\n"
      "  retprobe prices\n"
      "  retprobe prices --skeleton\n"
      "  retprobe prices --skeleton --format json --out prices.json");
  return {app, [options] { return prices(*options); }};
}

}  // namespace retprobe::harness
