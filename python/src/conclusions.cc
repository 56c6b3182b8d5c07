#include "python/src/conclusions.h"

#include <nlohmann/json.hpp>

#include "harness/judging/decisions.h"
#include "harness/judging/goals.h"
#include "harness/report/report.h"
#include "harness/results/context_words.h"

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

Result<std::string> words_of(const std::string& context,
                             std::string (*words)(const nlohmann::ordered_json&)) {
  const auto parsed = nlohmann::ordered_json::parse(context, nullptr, false);
  if (!parsed.is_object()) return Error{Error::Code::usage, "the context is not a JSON object"};
  return words(parsed);
}

}  // namespace

Result<std::string> decisions(const std::string& result, const std::string& name) {
  return conclusion(result, name, harness::decision_json);
}

Result<std::string> goals(const std::string& result, const std::string& name) {
  return conclusion(result, name,
                    [](const ResultView& view) { return goals_json(view, evaluate_goals(view)); });
}

Result<std::string> processor_name(const std::string& context) {
  return words_of(context, harness::processor_name);
}
Result<std::string> load_words(const std::string& context) {
  return words_of(context, harness::load_words);
}

}  // namespace retprobe::python
