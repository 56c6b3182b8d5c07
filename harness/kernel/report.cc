#include "harness/kernel/report.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/cost/reference.h"
#include "harness/report/table.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

constexpr std::uint64_t unprobed_nop = 1;

// A whole number in most cases: mechanisms that choose by hash or time have a fraction.
std::string count_text(double value) {
  const double rounded = std::round(value * 10) / 10;
  return fixed(rounded, rounded == std::floor(rounded) ? 0 : 1);
}

std::string setting_text(bool mitigations) { return mitigations ? "default" : "off"; }

std::uint64_t added_of(const HitCost& cost) {
  return cost.entry.instructions + cost.exit.instructions - unprobed_nop;
}

// ---- Added instructions: a line for each mechanism, a column for each number of users ----

std::string added_cell(const KernelRow& row, Footnotes& notes) {
  if (row.state == KernelState::measured) return count_text(row.added);
  return to_string(row.state) + " " + notes.mark(row.why);
}

void add_lines(Table& table, const KernelRun& run, const KernelPlan& plan, Footnotes& notes) {
  for (std::size_t at = 0; at < run.rows.size(); at += plan.users.size()) {
    const KernelRow& first = run.rows[at];
    const std::string kernel = first.release.empty() ? first.kernel : first.release;
    std::vector<std::string> line = {kernel, setting_text(first.mitigations), first.mechanism};
    for (std::size_t i = 0; i < plan.users.size(); ++i)
      line.push_back(added_cell(run.rows[at + i], notes));
    table.add(line);
  }
}

void add_designs(Table& table, const std::vector<HitCost>& designs, const KernelPlan& plan) {
  std::vector<std::string> line;
  for (const HitCost& cost : designs) {
    const std::string name = cost.cell.design + "/" + cost.cell.transfer;
    if (line.empty() || line[2] != name) {
      if (!line.empty()) table.add(line);
      line = {"retprobe", "-", name};
      line.resize(3 + plan.users.size(), "-");
    }
    for (std::size_t i = 0; i < plan.users.size(); ++i)
      if (plan.users[i] == cost.cell.tracers) line[3 + i] = std::to_string(added_of(cost));
  }
  if (!line.empty()) table.add(line);
}

std::string added_table(const KernelResult& result, Footnotes& notes) {
  std::vector<std::string> head = {"kernel", "mitigations", "mechanism"};
  for (const unsigned users : result.plan.users) head.push_back(number_of(users, "user"));
  Table table = Table::of_numbers(3);
  table.add(head);
  for (const KernelRun& run : result.runs) add_lines(table, run, result.plan, notes);
  add_designs(table, result.designs, result.plan);
  return table.text();
}

// ---- What a hit consists of: a line for each walked hit ----

struct Hit {
  const Tally &entry, &exit;
  std::int64_t unbalanced;
  std::string added, left, callers12, stack;
};

void add_hit(Table& table, std::vector<std::string> line, const Hit& hit) {
  const auto sum = [&](std::uint64_t Tally::* field) {
    return std::to_string(hit.entry.*field + hit.exit.*field);
  };
  for (const std::string& cell :
       {hit.added, std::to_string(hit.entry.instructions), std::to_string(hit.exit.instructions),
        hit.left, sum(&Tally::loads), sum(&Tally::stores), sum(&Tally::calls), sum(&Tally::returns),
        sum(&Tally::indirect), sum(&Tally::mispredicted), std::to_string(hit.unbalanced),
        hit.callers12, hit.stack})
    line.push_back(cell);
  table.add(line);
}

std::string hits_table(const KernelResult& result) {
  Table table = Table::of_numbers(3);
  table.add({"kernel", "mitigations", "mechanism", "users", "added", "entry", "exit", "left",
             "loads", "stores", "calls", "rets", "indirect", "mispred.", "unbalanced", "callers12",
             "stack B"});
  for (const KernelRun& run : result.runs)
    for (const KernelRow& row : run.rows)
      if (row.walk)
        add_hit(
            table,
            {row.release, setting_text(row.mitigations), row.mechanism, std::to_string(row.users)},
            {row.walk->entry, row.walk->exit, row.walk->unbalanced, count_text(row.added),
             count_text(row.not_walked), std::to_string(row.callers12),
             std::to_string(row.walk->stack_bytes)});
  for (const HitCost& cost : result.designs)
    add_hit(table,
            {"retprobe", "-", cost.cell.design + "/" + cost.cell.transfer,
             std::to_string(cost.cell.tracers)},
            {cost.entry, cost.exit, cost.unbalanced, std::to_string(added_of(cost)), "-",
             std::to_string(cost.callers12), std::to_string(cost.stack_bytes)});
  return table.text();
}

bool any_walk(const KernelResult& result) {
  for (const KernelRun& run : result.runs)
    for (const KernelRow& row : run.rows)
      if (row.walk) return true;
  return false;
}

// ---- JSON ----

ordered_json row_json(const KernelRow& row) {
  ordered_json json = {{"name", row.kernel + "/" + setting_text(row.mitigations) + "/" +
                                    row.mechanism + "/" + std::to_string(row.users)},
                       {"kernel", row.kernel},
                       {"mitigations", setting_text(row.mitigations)},
                       {"mechanism", row.mechanism},
                       {"users", row.users},
                       {"state", to_string(row.state)}};
  if (row.state != KernelState::measured) {
    json["why"] = row.why;
    return json;
  }
  json["added_instructions"] = row.added;
  if (!row.walk) return json;
  json["entry"] = tally_json(row.walk->entry);
  json["exit"] = tally_json(row.walk->exit);
  json["unbalanced_returns"] = row.walk->unbalanced;
  json["not_walked"] = row.not_walked;
  json["stack_bytes"] = row.walk->stack_bytes;
  json["callers12_mispredicted"] = row.callers12;
  return json;
}

ordered_json kernels_json(const KernelResult& result) {
  ordered_json kernels = ordered_json::array();
  for (std::size_t i = 0; i < result.images.size(); ++i) {
    const KernelImage& image = result.images[i];
    ordered_json kernel = {{"name", image.name}, {"what", image.what}};
    if (!image.absent.empty()) {
      kernel["absent"] = image.absent;
    } else {
      kernel["release"] = image.release;
      ordered_json mitigations = ordered_json::object();
      for (const auto& [setting, text] : result.runs[i].mitigations)
        mitigations[setting_text(setting)] = text;
      kernel["mitigations"] = mitigations;
    }
    kernels.push_back(kernel);
  }
  return kernels;
}

ordered_json designs_json(const std::vector<HitCost>& designs) {
  ordered_json rows = ordered_json::array();
  for (const HitCost& cost : designs) {
    rows.push_back(row_json(cost));
    rows.back()["added_instructions"] = added_of(cost);
  }
  return rows;
}

}  // namespace

std::string kernel_text(const KernelResult& result) {
  Footnotes notes;
  std::string text =
      "Added instructions: a probed call of an empty function, less the unprobed call; handlers "
      "do nothing\n\n" +
      added_table(result, notes);
  if (any_walk(result))
    text +=
        "\nThe same hits, step by step: entry and exit include the function's own nop; the columns "
        "behind them are of both together\n\n" +
        hits_table(result);
  if (!notes.empty()) text += "\n" + notes.text();
  if (!result.no_designs.empty())
    text += "\nretprobe's designs are left out: " + result.no_designs + "\n";
  return text;
}

ordered_json kernel_json(const KernelResult& result) {
  ordered_json rows = ordered_json::array();
  for (const KernelRun& run : result.runs)
    for (const KernelRow& row : run.rows) rows.push_back(row_json(row));
  ordered_json json = {{"linux", {{"unit", "instructions"}, {"handlers", result.plan.handlers}}},
                       {"kernels", kernels_json(result)},
                       {"rows", rows},
                       {"designs", designs_json(result.designs)}};
  if (!result.no_designs.empty()) json["linux"]["no_designs"] = result.no_designs;
  return json;
}

}  // namespace retprobe::harness
