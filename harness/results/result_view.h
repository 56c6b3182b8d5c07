// Finds the rows of a result file by workload, candidate, register set and number of tracers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "retprobe/error.h"

namespace retprobe::harness {

/// The rows of a result file that sum up all processes of a case. Rows of single processes are only
/// in all_rows().
class ResultView {
 public:
  /// Error where this is not a result file of a format that this program knows.
  static Result<ResultView> parse(nlohmann::ordered_json file, const std::string& name);

  struct Candidate {
    std::string design, transfer;
    bool floor;
    std::string text() const { return transfer == "-" ? design : design + "/" + transfer; }
    bool operator==(const Candidate&) const = default;
  };
  /// In the order of the file.
  const std::vector<Candidate>& candidates() const { return candidates_; }
  const nlohmann::ordered_json& context() const { return file_.at("context"); }

  /// The median row, the void row, or nullptr.
  const nlohmann::ordered_json* row(const std::string& workload, const Candidate& candidate,
                                    const std::string& registers = "scalar",
                                    unsigned tracers = 1) const;
  /// Every row that has a number, or a reason why it has none. Rows of experiments are left out:
  /// they have figures instead.
  std::vector<const nlohmann::ordered_json*> rows() const;
  /// The same for peers (harness/peers). Peers are not candidates, and the functions above leave
  /// them out.
  std::vector<const nlohmann::ordered_json*> peer_rows() const;
  /// All rows of the file, those of single processes included. Only the names of the latter have
  /// been checked.
  const nlohmann::ordered_json& all_rows() const { return file_.at("benchmarks"); }

 private:
  nlohmann::ordered_json file_;
  std::vector<Candidate> candidates_;
};

bool is_peer(const nlohmann::ordered_json& row);
/// "leaf/counted_shadow/paired/scalar/1"
std::string row_name(const nlohmann::ordered_json& row);
bool is_void(const nlohmann::ordered_json& row);

}  // namespace retprobe::harness
