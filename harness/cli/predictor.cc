#include "harness/cli/predictor.h"

#include <cstdio>

#include "harness/injection/return_model.h"
#include "harness/report/table.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

static_assert(std::size(ReturnModel::predictor_entries) == std::size(ReturnFigures{}.mispredicted));

std::string entries_text(const char* between) {
  std::string text;
  for (const std::size_t entries : ReturnModel::predictor_entries)
    text += (text.empty() ? "" : between) + std::to_string(entries);
  return text;
}

// The count per call of a probed function, with as many digits as needed.
std::string per_call(std::uint64_t count, std::uint64_t calls) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", static_cast<double>(count) / static_cast<double>(calls));
  return text;
}

std::vector<std::string> table_head(const CellResult& result) {
  std::vector<std::string> head = {"candidate", "CET"};
  for (const ReturnFigures& figures : result.returns) head.emplace_back(figures.shape);
  return head;
}

}  // namespace

std::string predictor_text(const std::vector<CellResult>& results) {
  Table table;
  std::vector<std::string> head;
  for (const CellResult& result : results) {
    if (result.returns.empty()) continue;
    if (table_head(result) != head) {
      head = table_head(result);
      table.add(head);
    }
    std::vector<std::string> row = {result.cell.design + "/" + result.cell.transfer + "/" +
                                    std::to_string(result.cell.tracers)};
    std::uint64_t violations = 0, calls = 0;
    row.emplace_back();
    for (const ReturnFigures& figures : result.returns) {
      std::string cell;
      for (const std::uint64_t count : figures.mispredicted)
        cell += (cell.empty() ? "" : " ") + per_call(count, figures.calls);
      row.push_back(cell);
      violations += figures.violations;
      calls += figures.calls;
    }
    row[1] = per_call(violations, calls);
    table.add(row);
  }
  if (head.empty()) return "";
  return "Per probed call, in a software model: violations of a hardware shadow stack (CET), and "
         "returns mispredicted by predictors\nof " +
         entries_text(", ") + " entries, by what is called (design/transfer/tracers)\n" +
         table.text();
}

ordered_json predictor_json(const std::vector<CellResult>& results) {
  ordered_json rows = ordered_json::array();
  for (const CellResult& result : results) {
    for (const ReturnFigures& figures : result.returns) {
      ordered_json mispredicted = ordered_json::object();
      for (std::size_t i = 0; i < std::size(figures.mispredicted); ++i)
        mispredicted[std::to_string(ReturnModel::predictor_entries[i])] = figures.mispredicted[i];
      rows.push_back({{"design", result.cell.design},
                      {"transfer", result.cell.transfer},
                      {"registers", to_string(result.cell.registers)},
                      {"tracers", result.cell.tracers},
                      {"shape", figures.shape},
                      {"calls", figures.calls},
                      {"returns", figures.returns},
                      {"mispredicted", mispredicted},
                      {"cet_violations", figures.violations}});
    }
  }
  return rows;
}

}  // namespace retprobe::harness
