// The decision table: which design answers which need, as the rows of this result say.
#include "harness/report/decisions.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "harness/report/table.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;
using Candidate = ResultView::Candidate;

struct Need {
  const char* need;
  const char* workload;
  unsigned tracers;
  const char* counter;  // "added_ns" comes with an interval; the others are exact
  const char* unit;
  const char* registers = "scalar";
};
constexpr Need needs[] = {
    {"one tracer, hot small functions", "leaf", 1, "added_ns", " ns"},
    {"one tracer, recursive code", "fib", 1, "added_ns", " ns"},
    {"callers that must not pay", "callers12", 1, "added_ns", " ns"},
    {"8 tracers on a function", "leaf", 8, "added_ns", " ns"},
    {"64 tracers on a function", "leaf", 64, "added_ns", " ns"},
    {"256 tracers on a function", "leaf", 256, "added_ns", " ns"},
    {"handlers that use vector registers", "leaf", 1, "added_ns", " ns", "vector"},
    {"all registers, redirected calls", "leaf", 1, "added_ns", " ns", "full"},
    {"64 bytes of entry data", "leaf+data64", 1, "added_ns", " ns"},
    {"4096 bytes of entry data", "leaf+data4096", 1, "added_ns", " ns"},
    {"64 tracers, half of them decline", "leaf+declining", 64, "added_ns", " ns"},
    {"tracers that come and go", "leaf+churn", 1, "added_ns", " ns"},
    {"a thousand different functions", "functions_1000", 1, "added_ns", " ns"},
    {"a JSON program, every function", "json", 1, "added_ns", " ns"},
    {"a grammar program, every function", "grammar", 1, "added_ns", " ns"},
    {"a million calls in flight", "recursion_1000000", 1, "added_ns", " ns"},
    {"least memory per call in flight", "leaf", 1, "bytes_per_frame", " B"},
    {"the same with 64 tracers", "leaf", 64, "bytes_per_frame", " B"},
    {"least memory per thread", "leaf", 1, "bytes_per_thread", " B"},
};

struct Answer {
  Candidate candidate;
  const ordered_json* row;
  double value, low, high;
};

double at(const ordered_json& row, const std::string& key) { return row.at(key).get<double>(); }

// Best first. Floors are no answers: they run no handlers, or cannot run every function.
std::vector<Answer> ranked(const ResultView& view, const Need& need) {
  std::vector<Answer> answers;
  for (const Candidate& candidate : view.candidates()) {
    const ordered_json* row = view.row(need.workload, candidate, need.registers, need.tracers);
    if (candidate.floor || !row || is_void(*row)) continue;
    const std::string counter = need.counter;
    const double value = at(*row, counter);
    const bool interval = counter == "added_ns";
    // No memory for a call in flight: it was taken when the tracer was attached, and is not in this
    // figure.
    if (!interval && value == 0) continue;
    answers.push_back({candidate, row, value, interval ? at(*row, counter + "_low") : value,
                       interval ? at(*row, counter + "_high") : value});
  }
  std::ranges::stable_sort(answers, {}, &Answer::value);
  return answers;
}

std::string value_text(const Answer& answer, const Need& need) {
  char text[64];
  std::snprintf(text, sizeof text, need.unit[1] == 'B' ? "%.0f%s" : "%.1f%s", answer.value,
                need.unit);
  return text;
}

// Memory belongs to the design, whatever the transfer.
std::string name(const Answer& answer, const Need& need) {
  return need.unit[1] == 'B' ? answer.candidate.design : answer.candidate.text();
}

std::vector<std::string> decide(const std::vector<Answer>& answers, const Need& need) {
  const Answer& best = answers.front();
  std::vector<std::string> equal;
  std::optional<Answer> next;
  for (const Answer& answer : answers) {
    const std::string text = name(answer, need);
    if (answer.low <= best.high) {
      if (std::ranges::find(equal, text) == equal.end()) equal.push_back(text);
    } else if (!next && text != name(best, need)) {
      next = answer;
    }
  }
  constexpr std::size_t most_shown = 4;  // a line that nobody can read says nothing
  std::string choice;
  for (std::size_t i = 0; i < std::min(equal.size(), most_shown); ++i)
    choice += (i ? " = " : "") + equal[i];
  if (equal.size() > most_shown)
    choice += " = " + std::to_string(equal.size() - most_shown) + " more";
  std::string why = row_name(*best.row) + " " + value_text(best, need);
  if (next) why += "; next " + row_name(*next->row) + " " + value_text(*next, need);
  return {need.need, choice, why};
}

}  // namespace

std::string decision_text(const ResultView& view) {
  Table table;
  table.add({"need", "design", "rows"});
  std::size_t decided = 0;
  for (const Need& need : needs) {
    const auto answers = ranked(view, need);
    if (answers.size() < 2) continue;  // nothing to choose between
    table.add(decide(answers, need));
    ++decided;
  }
  // The floor, where it can be had at all: what is lost by not taking it.
  for (const Candidate& candidate : view.candidates()) {
    const ordered_json* row = view.row("leaf", candidate);
    const auto answers = ranked(view, needs[0]);
    if (!candidate.floor || candidate.design != "call_through" || !row || is_void(*row) ||
        answers.empty())
      continue;
    char text[160];
    std::snprintf(text, sizeof text, " %.1f ns; %s %.1f ns", at(*row, "added_ns"),
                  row_name(*answers.front().row).c_str(), answers.front().value);
    const bool cheaper = at(*row, "added_ns_high") < answers.front().low;
    table.add({"no function takes stack arguments",
               cheaper ? candidate.text()
                       : candidate.text() + " is no cheaper: " + answers.front().candidate.text(),
               row_name(*row) + text});
    ++decided;
  }
  if (decided == 0) return "";
  return "Decisions (a = b: their intervals overlap, so this run does not tell them apart; floors "
         "do not compete)\n\n" +
         table.text();
}

}  // namespace retprobe::harness
