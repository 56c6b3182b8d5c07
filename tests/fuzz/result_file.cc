// Fuzzes what `retprobe compare FILE` reads: a file must be refused with a reason, or be shown.
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "harness/judging/decisions.h"
#include "harness/judging/goals.h"
#include "harness/report/report.h"
#include "tests/fuzz/fuzz.h"

namespace {

using nlohmann::ordered_json;
using Random = std::minstd_rand;

std::size_t below(Random& random, std::size_t limit) { return limit ? random() % limit : 0; }

ordered_json odd_value(Random& random) {
  switch (below(random, 12)) {
    case 0:
      return nullptr;
    case 1:
      return true;
    case 2:
      return -1;
    case 3:
      return 1e308;
    case 4:
      return 1e-308;
    case 5:
      return std::uint64_t{0} - 1;
    case 6:
      return "";
    case 7:
      return "paired";
    case 8:
      return ordered_json::array();
    case 9:
      return ordered_json::object();
    case 10:
      return "recursion_18446744073709551615";
    default:
      return below(random, 1000);
  }
}

// A value somewhere in `file`; deeper values are more likely.
ordered_json& any_value(ordered_json& file, Random& random) {
  ordered_json* value = &file;
  while (value->is_structured() && !value->empty() && below(random, 8) != 0)
    value = &*std::next(value->begin(), static_cast<std::ptrdiff_t>(below(random, value->size())));
  return *value;
}

void change(ordered_json& file, Random& random) {
  ordered_json& value = any_value(file, random);
  switch (below(random, 5)) {
    case 0:
      value = odd_value(random);
      return;
    case 1:
      if (value.is_structured() && !value.empty()) {
        value.erase(
            std::next(value.begin(), static_cast<std::ptrdiff_t>(below(random, value.size()))));
        return;
      }
      break;
    case 2:
      if (value.is_array() && !value.empty()) {
        value.push_back(ordered_json(value[below(random, value.size())]));
        return;
      }
      break;
    case 3: {
      const ordered_json other = any_value(file, random);
      value = other;
      return;
    }
    default:
      break;
  }
  value = odd_value(random);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  Random random(seed);
  ordered_json file = ordered_json::parse(data, data + size, nullptr, false);
  if (file.is_discarded() || below(random, 16) == 0) return LLVMFuzzerMutate(data, size, max_size);
  for (std::size_t left = 1 + below(random, 4); left > 0; --left) change(file, random);
  const std::string text = file.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::copy(text.begin(), text.end(), data);
  return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace retprobe::harness;
  ordered_json file = ordered_json::parse(data, data + size, nullptr, false);
  if (file.is_discarded()) return 0;
  const auto view = ResultView::parse(std::move(file), "input");
  if (!view.ok()) {
    const std::string& why = view.error().message();
    FUZZ_HOLDS(why.starts_with("input is no result of 'retprobe bench': "),
               "a refusal names the file");
    return 0;
  }
  // Prints the tables as the command does. A file that was accepted must not fail here, where the
  // message would not name the file.
  try {
    const std::string text = comparison_text(*view) + decision_text(*view) + answer_text(*view) +
                             answer_text(*view, AnswerFormat::markdown) + details_text(*view) +
                             experiments_text(*view);
    FUZZ_HOLDS(!text.empty(), "a result that was accepted is shown");
    FUZZ_HOLDS(decision_json(*view).is_array(), "and its decisions are JSON");
    const auto goals = evaluate_goals(*view);
    FUZZ_HOLDS(!goals_text(*view, goals).empty() && !goals_markdown(*view, goals).empty() &&
                   goals_json(*view, goals).contains("goals"),
               "so are its goals");
  } catch (const std::exception& error) {
    FUZZ_HOLDS(false, error.what());
  }
  return 0;
}
