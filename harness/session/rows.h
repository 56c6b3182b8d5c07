// The rows that candidates and peers have in a result file: one for each process ("iteration"), and
// one for all of them ("aggregate").
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/session/session.h"

namespace retprobe::harness {

/// A row without times; `name` is its name.
nlohmann::ordered_json row_head(const std::string& name);

/// Adds to a row what is known of these processes: of one, or of all.
using AddFigures = std::function<void(nlohmann::ordered_json& row, std::span<const CallTime>)>;
/// Rows with times. Those of the last one are of one iteration of the workload: the number of these
/// in one iteration of Google Benchmark differs from process to process.
void add_timed_rows(nlohmann::ordered_json& rows, const nlohmann::ordered_json& head,
                    std::span<const CallTime> times, const AddFigures& add_figures);
/// ns_per_call, added_ns, and their ratio to the floor, where it has a time.
void add_call_times(nlohmann::ordered_json& row, std::span<const CallTime> times,
                    std::optional<double> floor);

/// An experiment has no times of Google Benchmark: each of its figures has its own meaning.
void add_experiment_rows(nlohmann::ordered_json& rows, const nlohmann::ordered_json& head,
                         const std::vector<Sample>& samples);
/// The row of a case that has no number.
void add_void_row(nlohmann::ordered_json& rows, nlohmann::ordered_json head,
                  const std::string& why);

}  // namespace retprobe::harness
