#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "harness/report/report.h"
#include "harness/report/table.h"
#include "harness/results/context_words.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;
using Candidate = ResultView::Candidate;

std::string bytes(double value) {
  if (value >= 10 * 1024) return fixed(value / 1024, 0) + "K";
  return fixed(value, 0);
}

// The number of missed calls differs from row to row. The reason leaves it out, so that rows can be
// grouped.
std::string reason(const ordered_json& row) {
  const std::string why = row["void"];
  if (why.starts_with("failed verification:"))
    return "a candidate that fails verification gets no number";
  return row.value("missed", 0.0) > 0 ? "missed calls: a time that leaves calls out is none" : why;
}

std::string added(const ordered_json* row, Footnotes& notes) {
  if (!row) return "";
  if (is_void(*row)) return "void " + notes.mark(reason(*row));
  return fixed((*row)["added_ns"], 1) + " ±" +
         fixed(((*row)["added_ns_high"].get<double>() - (*row)["added_ns_low"].get<double>()) / 2,
               1);
}

std::string ratio(const ordered_json* row) {
  if (!row || !row->contains("ratio_to_call_through")) return "";
  return fixed((*row)["ratio_to_call_through"], 2);
}

// The deepest recursion without a missed call, or the first depth beyond it that missed some.
std::string depth(const ResultView& view, const Candidate& candidate) {
  std::set<unsigned long> measured, missed;
  for (const ordered_json* row : view.rows()) {
    const std::string workload = (*row)["workload"];
    if ((*row)["design"] != candidate.design || (*row)["transfer"] != candidate.transfer) continue;
    unsigned long calls;
    char rest;
    if (std::sscanf(workload.c_str(), "recursion_%lu%c", &calls, &rest) != 1) continue;
    if (!is_void(*row))
      measured.insert(calls);
    else if (row->value("missed", 0.0) > 0)
      missed.insert(calls);
  }
  const unsigned long deepest = measured.empty() ? 0 : *measured.rbegin();
  if (const auto next = missed.upper_bound(deepest); next != missed.end())
    return "< " + std::to_string(*next);
  return deepest ? "≥ " + std::to_string(deepest) : "";
}

std::string verdict(const ResultView& view, const Candidate& candidate, Footnotes& notes) {
  const ordered_json& verification = view.context()["verification"];
  if (!verification["ran"].get<bool>()) return "unverified";
  std::size_t pass = 0, fail = 0, declared = 0, unavailable = 0;
  std::string first;
  std::vector<std::string> scenarios;
  for (const auto& [name, entry] : verification["candidates"].items()) {
    if (!name.starts_with(candidate.design + "/" + candidate.transfer + "/")) continue;
    pass += entry["pass"].get<std::size_t>();
    fail += entry["fail"].get<std::size_t>();
    declared += entry["declared"].get<std::size_t>();
    unavailable += entry["unavailable"].get<std::size_t>();
    if (entry["fail"] != 0 && first.empty()) first = entry["failures"][0];
    for (const std::string text : entry["declarations"]) {
      const std::string scenario = text.substr(0, text.find(':'));
      if (std::ranges::find(scenarios, scenario) == scenarios.end()) scenarios.push_back(scenario);
    }
  }
  if (fail) {
    constexpr std::size_t longest = 160;
    if (first.size() > longest) first = first.substr(0, longest) + "…";
    return "FAILED " + std::to_string(fail) + " " + notes.mark(first);
  }
  std::string text = "pass " + std::to_string(pass);
  if (declared) {
    std::string names =
        joined(std::span(scenarios).first(std::min(scenarios.size(), std::size_t{6})));
    if (scenarios.size() > 6) names += " and " + std::to_string(scenarios.size() - 6) + " more";
    text += ", declares " + std::to_string(declared) + " " +
            notes.mark(candidate.design + " declares that it cannot: " + names);
  }
  if (unavailable)
    text += ", " + std::to_string(unavailable) + " could not run " +
            notes.mark("this machine lacks what these cells need: retprobe verify says what");
  if (const ordered_json& left_out = verification["left_out"]; !left_out.empty()) {
    text += ", " + std::to_string(left_out.size()) + " left out " +
            notes.mark("a quick run leaves out the scenarios that take long: " +
                       joined(left_out.get<std::vector<std::string>>()));
  }
  return text;
}

std::string head(const ResultView& view) {
  const ordered_json& context = view.context();
  const auto word = [&](const char* key) { return context_word(context, key); };
  return word("machine") + ", " + word("date") + ", commit " + word("commit").substr(0, 12) + "\n" +
         processor_name(context) + ", " + word("cores") + " cores, hypervisor " +
         word("hypervisor") + ", governor " + word("governor") + ", " + word("kernel") + ", " +
         word("compiler") + "\nASLR " + word("aslr") + ", PMU " + word("pmu") + ", " +
         word("processes") + " processes per candidate, seed " + word("seed") +
         (context["quick"].get<bool>() ? ", quick" : "") + "\n" + load_line(context) +
         (context["verified"].get<bool>()
              ? ""
              : "UNVERIFIED: nobody checked that these candidates work\n");
}

bool failed(const ResultView& view, const Candidate& candidate) {
  const ordered_json& verification = view.context()["verification"];
  if (!verification["ran"].get<bool>()) return false;
  for (const auto& [name, entry] : verification["candidates"].items())
    if (name.starts_with(candidate.design + "/" + candidate.transfer + "/") && entry["fail"] != 0)
      return true;
  return false;
}

// The default transfer, and what failed. All where the result lacks the default transfer.
std::vector<Candidate> shown_candidates(const ResultView& view, bool all) {
  const auto is_paired = [](const Candidate& candidate) { return candidate.transfer == "paired"; };
  std::vector<Candidate> shown = view.candidates();
  if (!all && std::ranges::any_of(shown, is_paired))
    std::erase_if(shown, [&](const Candidate& candidate) {
      return !is_paired(candidate) && candidate.transfer != "-" && !failed(view, candidate);
    });
  return shown;
}

}  // namespace

std::string comparison_text(const ResultView& view, bool all) {
  struct Column {
    const char* title;
    const char* workload;
    unsigned tracers;
  };
  constexpr Column columns[] = {{"leaf 1", "leaf", 1},
                                {"leaf 8", "leaf", 8},
                                {"leaf 64", "leaf", 64},
                                {"fib", "fib", 1},
                                {"callers12", "callers12", 1}};
  std::vector<Column> shown;
  for (const Column& column : columns)
    if (std::ranges::any_of(view.candidates(), [&](const Candidate& candidate) {
          return view.row(column.workload, candidate, "scalar", column.tracers) != nullptr;
        }))
      shown.push_back(column);
  Footnotes notes;
  std::vector<std::size_t> numbers;  // all but the candidate and its verdict
  for (std::size_t i = 1; i < shown.size() + 5; ++i) numbers.push_back(i);
  Table table(numbers);
  std::vector<std::string> titles = {"candidate"};
  for (const Column& column : shown) titles.emplace_back(column.title);
  for (const char* title : {"x floor", "depth", "B/frame", "B/thread"}) titles.emplace_back(title);
  titles.emplace_back("verdict");
  table.add(titles);
  const std::vector<Candidate> candidates = shown_candidates(view, all);
  for (const Candidate& candidate : candidates) {
    std::vector<std::string> cells = {candidate.text() + (candidate.floor ? " (floor)" : "")};
    for (const Column& column : shown)
      cells.push_back(added(view.row(column.workload, candidate, "scalar", column.tracers), notes));
    const ordered_json* leaf = view.row("leaf", candidate);
    cells.push_back(ratio(leaf));
    cells.push_back(depth(view, candidate));
    const bool known = leaf && !is_void(*leaf);
    // A floor keeps its frame on the machine stack, so those bytes count.
    cells.push_back(
        known ? bytes((*leaf)["bytes_per_frame"].get<double>() +
                      (candidate.floor ? (*leaf)["stack_bytes_per_frame"].get<double>() : 0))
              : "");
    cells.push_back(known ? bytes((*leaf)["bytes_per_thread"]) : "");
    cells.push_back(verdict(view, candidate, notes));
    table.add(cells);
  }
  return head(view) + "\n" + table.text() +
         "\nNanoseconds (processor time) that a probed call costs more than the unprobed one, "
         "scalar registers, handlers that do nothing: median over fresh\nprocesses ± half of the " +
         interval_words(view.context()) +
         ". leaf N: N tracers on the function; callers12: under 12 unprobed callers, for the whole "
         "nest.\nx floor: leaf 1 as a multiple of call_through's. depth: recursion "
         "without a missed call. B/frame: of one call in flight (floors: of\nmachine stack; "
         "instance_pool: 0, as its pools are allocated by attaching). B/thread: resident, after a "
         "thread's first hit.\n" +
         (candidates.size() < view.candidates().size() ? "Other transfers: --all.\n" : "") +
         notes.text();
}

std::string details_text(const ResultView& view) {
  std::map<std::string, std::vector<const ordered_json*>> by_what;
  std::vector<std::string> order;
  for (const ordered_json* row : view.rows()) {
    const std::string what = (*row)["workload"].get<std::string>() + ", " +
                             (*row)["registers"].get<std::string>() + ", " +
                             std::to_string((*row)["tracers"].get<unsigned>());
    if (by_what[what].empty()) order.push_back(what);
    by_what[what].push_back(row);
  }
  std::string text;
  Footnotes notes;
  for (const std::string& what : order) {
    Table table({1, 2, 3, 4});
    table.add({what + " tracers", "ns per call", "added", "x floor"});
    for (const ordered_json* row : by_what[what]) {
      const bool without = is_void(*row);
      table.add(
          {"  " + (*row)["design"].get<std::string>() + "/" + (*row)["transfer"].get<std::string>(),
           without ? "" : fixed((*row)["ns_per_call"], 2), added(row, notes), ratio(row)});
    }
    text += table.text() + "\n";
  }
  if (!text.empty()) text += load_line(view.context());
  return text + notes.text();
}

}  // namespace retprobe::harness
