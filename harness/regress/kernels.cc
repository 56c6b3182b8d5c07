#include "harness/regress/kernels.h"

#include <algorithm>
#include <cmath>

#include "harness/text.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;
using State = NotCompared::State;

double sum_of_hit(const ordered_json& row, const char* count) {
  return row.at("entry").at(count).get<double>() + row.at("exit").at(count).get<double>();
}

// With many users, fprobe on fgraph finds them in a table by their addresses, and so does what is
// on it. Boots of one kernel have differed by 5 instructions (docs/regress.md).
double slack_of(const ordered_json& row) {
  constexpr const char* by_address[] = {"fprobe", "kretprobe.multi", "kprobe.session"};
  constexpr unsigned most_that_agree = 2;
  constexpr double twice_what_was_seen = 10;
  if (!row.contains("mechanism") || row.at("users").get<unsigned>() <= most_that_agree) return 0;
  const auto& mechanism = row.at("mechanism").get_ref<const std::string&>();
  return std::ranges::find(by_address, mechanism) == std::end(by_address) ? 0 : twice_what_was_seen;
}

CountedRow counted(const ordered_json& row) {
  CountedRow made{.name = row.at("name"), .why = {}};
  if (row.contains("why")) {
    made.why = row.at("state").get<std::string>() + ": " + row.at("why").get<std::string>();
    return made;
  }
  made.slack = slack_of(row);
  made.figures.emplace_back("added_instructions", row.at("added_instructions").get<double>());
  if (!row.contains("entry")) return made;
  made.walked = true;
  made.figures.emplace_back("mispredicted_returns", sum_of_hit(row, "mispredicted_returns"));
  made.figures.emplace_back("imbalance", std::fabs(row.at("unbalanced_returns").get<double>()));
  if (row.contains("callers12_mispredicted"))
    made.figures.emplace_back("callers12_mispredicted",
                              row.at("callers12_mispredicted").get<double>());
  return made;
}

std::string release_of(const KernelCounts& side, const std::string& kernel) {
  const auto found = side.releases.find(kernel);
  return found == side.releases.end() ? "absent" : found->second;
}

std::vector<ContextDifference> differences_of(const KernelCounts& base, const KernelCounts& now) {
  std::vector<ContextDifference> differences;
  const auto tell = [&](const std::string& what, const std::string& was, const std::string& is) {
    if (was != is) differences.push_back({what, was, is});
  };
  tell("handlers", base.handlers, now.handlers);
  std::map<std::string, std::string> kernels = base.releases;
  kernels.insert(now.releases.begin(), now.releases.end());
  for (const auto& [kernel, release] : kernels)
    tell("kernel " + kernel, release_of(base, kernel), release_of(now, kernel));
  return differences;
}

// A row that is walked in one of the files only has returns in that one only.
void compare_figures(const CountedRow& base, const CountedRow& now, KernelRegress& into) {
  for (const auto& [figure, was] : base.figures)
    for (const auto& [same, is] : now.figures)
      if (same == figure)
        into.counts.push_back(
            {base.name, figure, was, is, figure == "added_instructions" ? base.slack : 0});
  if (base.walked != now.walked)
    into.differences.push_back({"walk of " + base.name, base.walked ? "walked" : "not walked",
                                now.walked ? "walked" : "not walked"});
}

void compare_rows(const CountedRow& base, const CountedRow* now, KernelRegress& into) {
  const auto leave_out = [&](State state, const std::string& why = "") {
    into.not_compared.push_back({base.name, state, why});
  };
  if (!now) return leave_out(State::only_base);
  if (base.why && now->why) return leave_out(State::void_in_both, *now->why);
  if (base.why) return leave_out(State::gained, *base.why);
  if (now->why) return leave_out(State::lost, *now->why);
  compare_figures(base, *now, into);
}

std::string number(double value) { return fixed(value, value == std::floor(value) ? 0 : 1); }

std::string verdict_of(const CountChange& change) {
  return change.rise() ? "rise" : change.fall() ? "fall" : "alike";
}

std::vector<std::string> cells_of(const CountChange& change) {
  const double shift = change.now - change.base;
  return {
      change.row,
      change.figure,
      number(change.base),
      number(change.now),
      (shift > 0 ? "+" : "") + number(shift),
      change.base > 0 ? (shift > 0 ? "+" : "") + fixed(shift / change.base * 100, 1) + " %" : "",
      verdict_of(change)};
}

// Rises first, then falls; in the order of the file.
std::vector<const CountChange*> shown(const KernelRegress& made, bool all) {
  std::vector<const CountChange*> rows;
  for (const CountChange& change : made.counts)
    if (all || change.rise() || change.fall()) rows.push_back(&change);
  std::ranges::stable_sort(rows, {}, [](const CountChange* change) {
    return change->rise() ? 0 : change->fall() ? 1 : 2;
  });
  return rows;
}

std::string side_text(const KernelCounts& side) {
  std::string text = side.file + ":";
  for (const auto& [kernel, release] : side.releases)
    text += (text.back() == ':' ? " " : ", ") + release;
  return text;
}

std::string what_of(State state) {
  constexpr std::array words = {"only in BASE",
                                "only in NEW",
                                "LOST its figures in NEW",
                                "has figures now, had none",
                                "without figures in both",
                                "without figures in both"};
  return words.at(static_cast<std::size_t>(state));
}

std::vector<std::string> left_out_of(const KernelRegress& made, bool lost) {
  Notes notes;
  for (const NotCounted& row : made.not_compared)
    if ((row.state == State::lost) == lost)
      notes.add(what_of(row.state) + (row.why.empty() ? "" : ", " + row.why), row.row);
  return notes.lines();
}

ordered_json json_of(const KernelCounts& side) {
  return {
      {"file", side.file}, {"handlers", side.handlers}, {"releases", ordered_json(side.releases)}};
}

}  // namespace

const CountedRow* KernelCounts::row(const std::string& name) const {
  const auto found = std::ranges::find(rows, name, &CountedRow::name);
  return found == rows.end() ? nullptr : &*found;
}

bool is_of_kernels(const ordered_json& file) { return file.is_object() && file.contains("linux"); }

Result<KernelCounts> counts_of(const ordered_json& file, const std::string& name) try {
  KernelCounts made{.file = name, .handlers = file.at("linux").at("handlers")};
  for (const ordered_json& kernel : file.at("kernels"))
    if (kernel.contains("release")) made.releases[kernel.at("name")] = kernel.at("release");
  for (const char* rows : {"rows", "designs"})
    for (const ordered_json& row : file.at(rows)) made.rows.push_back(counted(row));
  return made;
} catch (const ordered_json::exception& error) {
  return Error{Error::Code::usage, name + " is no result of 'retprobe kernel': " + error.what()};
}

std::size_t KernelRegress::rises() const {
  return static_cast<std::size_t>(std::ranges::count_if(counts, &CountChange::rise));
}
std::size_t KernelRegress::falls() const {
  return static_cast<std::size_t>(std::ranges::count_if(counts, &CountChange::fall));
}
std::size_t KernelRegress::lost() const {
  return static_cast<std::size_t>(
      std::ranges::count(not_compared, State::lost, &NotCounted::state));
}

Result<KernelRegress> regress_kernels(KernelCounts base, KernelCounts now) {
  KernelRegress made{.base = std::move(base), .now = std::move(now)};
  made.differences = differences_of(made.base, made.now);
  for (const CountedRow& row : made.base.rows) compare_rows(row, made.now.row(row.name), made);
  for (const CountedRow& row : made.now.rows)
    if (!made.base.row(row.name)) made.not_compared.push_back({row.name, State::only_new});
  if (made.counts.empty() && made.lost() == 0)
    return Error{Error::Code::usage, made.base.file + " and " + made.now.file +
                                         " have no row with figures in common; count the same "
                                         "kernels and mechanisms in both"};
  return made;
}

Page page_of(const KernelRegress& made, bool all) {
  Page page{.worse = made.worse(),
            .base = side_text(made.base),
            .now = side_text(made.now),
            .summary = number_of(made.counts.size(), "count") + " compared: " +
                       std::to_string(made.rises()) + " rose, " + std::to_string(made.falls()) +
                       " fell; " + number_of(made.lost(), "row") + " without figures that had some",
            .table = Table({2, 3, 4, 5}),
            .alarms = left_out_of(made, true),
            .notes = lines_of(made.differences)};
  page.table.add({"row", "count", "BASE", "NEW", "shift", "", ""});
  for (const CountChange* change : shown(made, all)) page.table.add(cells_of(*change));
  std::ranges::move(left_out_of(made, false), std::back_inserter(page.notes));
  return page;
}

ordered_json kernel_regress_json(const KernelRegress& made) {
  ordered_json rows = ordered_json::array(), left_out = ordered_json::array();
  for (const CountChange& change : made.counts)
    rows.push_back({{"name", change.row},
                    {"figure", change.figure},
                    {"base", change.base},
                    {"new", change.now},
                    {"verdict", verdict_of(change)}});
  for (const NotCounted& row : made.not_compared) {
    left_out.push_back({{"name", row.row}, {"state", to_string(row.state)}});
    if (!row.why.empty()) left_out.back()["why"] = row.why;
  }
  return {{"regress_linux",
           {{"verdict", made.worse() ? "regression" : "no regression"},
            {"base", json_of(made.base)},
            {"new", json_of(made.now)},
            {"rises", made.rises()},
            {"falls", made.falls()},
            {"lost", made.lost()}}},
          {"rows", rows},
          {"not_compared", left_out},
          {"context_differences", json_of(made.differences)}};
}

}  // namespace retprobe::harness
