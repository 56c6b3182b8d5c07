#include "harness/regress/samples.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "harness/results/result_check.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

// A year in nanoseconds. A larger value is not a time, and differences of differences would
// overflow.
constexpr double longest_ns = 3.2e16;

double number(const ordered_json& row, const char* key) {
  const auto found = row.find(key);
  if (found == row.end() || !found->is_number())
    throw std::runtime_error("row " + row.at("run_name").get<std::string>() + " has no " + key +
                             " that is a number");
  const double value = found->get<double>();
  if (!(std::fabs(value) < longest_ns))
    throw std::runtime_error("row " + row.at("run_name").get<std::string>() + ": " + key +
                             " is impossibly large");
  return value;
}

std::string text(const ordered_json& row, const char* key) {
  const auto found = row.find(key);
  if (found == row.end() || !found->is_string())
    throw std::runtime_error(std::string("a row has no ") + key + " that is a text");
  return *found;
}

RowSamples& row_of(ResultSamples& samples, std::map<std::string, std::size_t>& known,
                   const ordered_json& row) {
  const std::string name = text(row, "run_name");
  const auto [found, is_new] = known.try_emplace(name, samples.rows.size());
  if (is_new) {
    RowSamples& made = samples.rows.emplace_back();
    made.name = name;
    made.workload = text(row, "workload");
    made.design = text(row, "design");
    made.transfer = text(row, "transfer");
    made.registers = text(row, "registers");
    made.tracers = static_cast<unsigned>(std::clamp(number(row, "tracers"), 0.0, 1e6));
  }
  return samples.rows[found->second];
}

void take(RowSamples& samples, const ordered_json& row) {
  if (row.contains("void")) {
    samples.void_reason = text(row, "void");
    if (row.contains("missed")) samples.missed = number(row, "missed");
    return;
  }
  samples.experiment |= row.contains("figures");
  if (samples.experiment || samples.peer() || text(row, "run_type") == "aggregate") return;
  // The unprobed run of a real program has a time but no time per call, so it cannot be compared.
  if (!samples.probed() && !row.contains("ns_per_call")) return;
  samples.ns_per_call.push_back(number(row, "ns_per_call"));
  if (!samples.probed()) return;
  samples.added_ns.push_back(number(row, "added_ns"));
  for (const char* counter : exact_counters) {
    const double value = number(row, counter);
    const auto [found, is_new] = samples.least.try_emplace(counter, value);
    if (!is_new) found->second = std::min(found->second, value);
  }
}

}  // namespace

std::string RowSamples::memory_key() const {
  const std::size_t variant = workload.find('+');
  return design + "/" + transfer + "/" + registers + "/" + std::to_string(tracers) +
         (variant == std::string::npos ? "" : " " + workload.substr(variant));
}

const RowSamples* ResultSamples::row(const std::string& name) const {
  const auto found = std::ranges::find(rows, name, &RowSamples::name);
  return found == rows.end() ? nullptr : &*found;
}

Result<ResultSamples> samples_of(const ordered_json& file, const std::string& name) {
  const auto wrong = [&](const std::string& why) {
    return Error{Error::Code::usage, name + " is no result of 'retprobe bench': " + why};
  };
  if (const std::string why = why_no_result(file); !why.empty()) return wrong(why);
  ResultSamples samples{.file = name, .context = file.at("context"), .rows = {}};
  std::map<std::string, std::size_t> known;
  try {
    for (const ordered_json& row : file.at("benchmarks")) take(row_of(samples, known, row), row);
  } catch (const std::runtime_error& error) {
    return wrong(error.what());
  }
  return samples;
}

}  // namespace retprobe::harness
