#include "python/src/conclusions.h"

#include <nlohmann/json.hpp>

#include "harness/judging/decisions.h"
#include "harness/judging/goals.h"
#include "harness/report/goals_report.h"

namespace retprobe::python {
namespace {

using harness::ResultView;

template <class Conclude>
Result<std::string> conclusion(const std::string& result, const std::string& name,
                               Conclude conclude) {
  auto file = nlohmann::ordered_json::parse(result, nullptr, false);
  if (file.is_discarded())
    return Error{Error::Code::usage, name + " is not JSON; has it a NaN or an infinity?"};
  const auto view = ResultView::parse(std::move(file), name);
  if (!view.ok()) return view.error();
  return conclude(*view).dump();
}

}  // namespace

Result<std::string> decisions(const std::string& result, const std::string& name) {
  return conclusion(result, name, harness::decision_json);
}

Result<std::string> goals(const std::string& result, const std::string& name) {
  return conclusion(result, name,
                    [](const ResultView& view) { return goals_json(view, evaluate_goals(view)); });
}

}  // namespace retprobe::python
