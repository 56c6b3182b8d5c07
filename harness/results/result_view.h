// A result file as rows that can be asked for by what they are about.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "retprobe/error.h"

namespace retprobe::harness {

/// The rows of a result file that stand for their processes, by what they are about.
class ResultView {
 public:
  /// Error where this is no result file of a format that this program knows.
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

  /// The median row, or the void one, or nullptr.
  const nlohmann::ordered_json* row(const std::string& workload, const Candidate& candidate,
                                    const std::string& registers = "scalar",
                                    unsigned tracers = 1) const;
  /// Every row that has a number or a reason why not. (Experiments have figures: those are not
  /// among them.)
  std::vector<const nlohmann::ordered_json*> rows() const;
  /// The same of the peers (harness/peers), which are no candidates and in none of the above.
  std::vector<const nlohmann::ordered_json*> peer_rows() const;
  /// All rows of the file, those of single processes too; of these nothing was checked but their
  /// names.
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
