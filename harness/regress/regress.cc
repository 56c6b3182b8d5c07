#include "harness/regress/regress.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "harness/results/context_words.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;
using State = NotCompared::State;

// Where a probe adds less than this part of a call's time (as the design `none` does), percentages
// are of that part: a percentage of a value near 0 means nothing.
constexpr double least_part = 0.1;

bool is_wanted(const RowSamples& row, const Selection& selection) {
  return is_selected(selection.workloads, row.workload) &&
         is_selected(selection.designs, row.design) &&
         is_selected(selection.transfers, row.transfer) &&
         is_selected(selection.registers, row.registers) &&
         is_selected(selection.tracers, std::to_string(row.tracers));
}

// A glob that matches nothing in either file is a mistake. It would hide every regression.
Error check_selection(const Selection& selection, const ResultSamples& base,
                      const ResultSamples& now) {
  const auto check = [&](const char* what, const std::vector<std::string>& globs,
                         const auto& field) {
    std::set<std::string> words;
    for (const ResultSamples* side : {&base, &now})
      for (const RowSamples& row : side->rows)
        if (row.probed()) words.insert(std::invoke(field, row));
    return check_globs(std::string(what) + " in these files", globs, {words.begin(), words.end()});
  };
  for (Error error : {check("workload", selection.workloads, &RowSamples::workload),
                      check("design", selection.designs, &RowSamples::design),
                      check("return transfer", selection.transfers, &RowSamples::transfer),
                      check("register set", selection.registers, &RowSamples::registers),
                      check("number of tracers", selection.tracers,
                            [](const RowSamples& row) { return std::to_string(row.tracers); })})
    if (error) return error;
  return {};
}

// "spectre_v2: Vulnerable": the entries of one object that the other lacks or has otherwise.
std::string entries_of_one(const ordered_json& one, const ordered_json& other) {
  std::string text;
  for (const auto& [name, value] : one.items())
    if (!other.contains(name) || other.at(name) != value)
      text += (text.empty() ? "" : "; ") + name + ": " + context_word(one, name.c_str());
  return text.empty() ? "-" : text;
}

// The fields of the first two kinds are those of MACHINE and METHOD in python/retprobe/machine.py.
// The first digits of a compiler's version make the method.
std::vector<ContextDifference> differences_of(const ordered_json& base, const ordered_json& now) {
  using enum ContextDifference::Of;
  constexpr std::pair<const char*, ContextDifference::Of> told[] = {
      {"machine", machine},   {"cpu", machine},      {"cpu_id", machine},
      {"microcode", machine}, {"cores", machine},    {"hypervisor", machine},
      {"kernel", machine},    {"governor", machine}, {"mitigations", machine},
      {"aslr", machine},      {"compiler", method},  {"quick", method},
      {"min_time", method},   {"visits", method},    {"in_turns", method},
      {"verified", other}};
  std::vector<ContextDifference> differences;
  for (const auto& [key, kind] : told) {
    const std::string was = context_word(base, key), is = context_word(now, key);
    if (was == is) continue;
    const bool entries = base.contains(key) && base.at(key).is_object() && now.contains(key) &&
                         now.at(key).is_object();
    const auto major = [](const std::string& text) { return text.substr(0, text.find('.')); };
    const bool minor = std::string_view(key) == "compiler" && major(was) == major(is);
    differences.push_back({key, entries ? entries_of_one(base.at(key), now.at(key)) : was,
                           entries ? entries_of_one(now.at(key), base.at(key)) : is,
                           minor ? other : kind});
  }
  return differences;
}

TimeChange time_change(const RowSamples& base, const RowSamples& now,
                       const RegressOptions& options) {
  const bool probed = base.probed();
  const std::vector<double>&was = probed ? base.added_ns : base.ns_per_call,
        &is = probed ? now.added_ns : now.ns_per_call;
  TimeChange change;
  change.row = &base;
  change.figure = probed ? "added_ns" : "ns_per_call";
  change.base_samples = was.size();
  change.new_samples = is.size();
  change.base_median = median_of(was);
  change.new_median = median_of(is);
  change.percent_of = std::max(change.base_median, least_part * median_of(base.ns_per_call));
  change.test = rank_test(was, is);
  change.shift = shift_of(was, is, options.confidence);
  if (smallest_p(was.size(), is.size()) >= options.alpha) change.change = Change::too_few;
  return change;
}

// Leaves rows out of the correction that can never pass, because they have too few samples.
std::size_t judge(std::vector<TimeChange>& changes, const RegressOptions& options) {
  std::vector<TimeChange*> tested;
  std::vector<double> slower, faster;
  double least = 0;
  for (TimeChange& change : changes) {
    if (change.change == Change::too_few) continue;
    tested.push_back(&change);
    slower.push_back(change.test.p_greater);
    faster.push_back(change.test.p_less);
    least = std::max(least, smallest_p(change.base_samples, change.new_samples));
  }
  slower = corrected(slower);
  faster = corrected(faster);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    TimeChange& change = *tested[i];
    change.p_slower = slower[i];
    change.p_faster = faster[i];
    const double percent = change.percent(change.shift.estimate);
    if (change.p_slower < options.alpha && percent > options.threshold_percent)
      change.change = Change::slower;
    else if (change.p_faster < options.alpha && percent < -options.threshold_percent)
      change.change = Change::faster;
  }
  // For k rows that all have the least possible p, the correction needs least x rows / k < alpha.
  const double together =
      std::floor(least * static_cast<double>(tested.size()) / options.alpha) + 1;
  return static_cast<std::size_t>(together);
}

class Comparing {
 public:
  explicit Comparing(Regress& into) : into_(into) {}

  void row(const RowSamples& base, const RowSamples* now) {
    if (!now) return leave_out(base, State::only_base);
    if (!base.probed()) {
      if (!base.ns_per_call.empty() && !now->ns_per_call.empty())
        into_.controls.push_back(time_change(base, *now, into_.options));
      return;
    }
    if (base.peer())
      return leave_out(base, State::no_samples, "no code of retprobe runs in a peer");
    if (base.void_reason && now->void_reason)
      return leave_out(base, State::void_in_both, why_void(base, *now));
    if (base.void_reason) return leave_out(base, State::gained, *base.void_reason);
    if (now->void_reason) return leave_out(*now, State::lost, *now->void_reason);
    if (base.experiment)
      return leave_out(base, State::no_samples, "an experiment has figures, not times per call");
    for (const auto& [side, samples] : {std::pair{&into_.base, &base}, {&into_.now, now}})
      if (samples->added_ns.empty())
        return leave_out(base, State::no_samples, "no processes' rows in " + side->file);
    into_.times.push_back(time_change(base, *now, into_.options));
    pool(base_memory_, base);
    pool(new_memory_, *now);
  }
  // The rows of a cell that are in both files, pooled. With more processes, it is more certain that
  // one of them was not disturbed.
  void memory() {
    for (const auto& [key, was] : base_memory_)
      if (const double is = new_memory_.at(key); is != was)
        into_.counters.push_back({key.first, key.second, was, is});
  }
  void leave_out(const RowSamples& row, State state, const std::string& why = "") {
    if (row.probed()) into_.not_compared.push_back({&row, state, why});
  }

 private:
  using Memory = std::map<std::pair<std::string, std::string>, double>;  // by cell and counter
  static void pool(Memory& memory, const RowSamples& row) {
    for (const auto& [counter, value] : row.least) {
      const auto [found, is_new] = memory.try_emplace({row.memory_key(), counter}, value);
      if (!is_new) found->second = std::min(found->second, value);
    }
  }
  // The number of missed calls depends on how long the clock ran, so two such numbers cannot be
  // compared.
  static std::string why_void(const RowSamples& base, const RowSamples& now) {
    if (base.missed > 0 && now.missed > 0) return "calls were missed in both";
    return *base.void_reason == *now.void_reason
               ? *now.void_reason
               : "was: " + *base.void_reason + "; is: " + *now.void_reason;
  }
  Regress& into_;
  Memory base_memory_, new_memory_;
};

// Why no row has times in both files.
Error nothing_to_compare(const Regress& made) {
  const std::string files = made.base.file + " and " + made.now.file;
  for (const NotCompared& row : made.not_compared)
    if (row.state == State::no_samples && !row.row->peer() && !row.row->experiment)
      return {Error::Code::usage,
              row.why +
                  ", only medians (tools/trim_result.py leaves them out): compare with the whole "
                  "result"};
  const bool common = std::ranges::any_of(made.not_compared, [](const NotCompared& row) {
    return row.state != State::only_base && row.state != State::only_new;
  });
  if (common)
    return {Error::Code::usage,
            "no row has a time in both of " + files + "; 'retprobe compare' says why"};
  return {Error::Code::usage, files +
                                  " have no row in common that is selected; see the rows of each "
                                  "with 'retprobe compare --all'"};
}

}  // namespace

std::size_t Regress::count(Change change) const {
  return static_cast<std::size_t>(std::ranges::count(times, change, &TimeChange::change));
}
std::size_t Regress::count(NotCompared::State state) const {
  return static_cast<std::size_t>(std::ranges::count(not_compared, state, &NotCompared::state));
}
std::size_t Regress::rises() const {
  return static_cast<std::size_t>(std::ranges::count_if(counters, &CounterChange::rise));
}
bool Regress::worse() const { return count(Change::slower) || rises() || count(State::lost); }
std::string Regress::unlike(ContextDifference::Of of) const {
  std::vector<ContextDifference> of_it = differences;
  std::erase_if(of_it, [&](const ContextDifference& difference) { return difference.of != of; });
  return joined(of_it, ", ", &ContextDifference::what);
}

Result<Regress> regress(ResultSamples base, ResultSamples now, const RegressOptions& options) {
  if (Error error = check_selection(options.selection, base, now)) return error;
  Regress made(options, std::move(base), std::move(now));
  made.differences = differences_of(made.base.context, made.now.context);
  const auto selected = [&](const RowSamples& row) {
    return row.probed() ? is_wanted(row, options.selection)
                        : is_selected(options.selection.workloads, row.workload);
  };
  Comparing comparing(made);
  for (const RowSamples& row : made.base.rows)
    if (selected(row)) comparing.row(row, made.now.row(row.name));
  for (const RowSamples& row : made.now.rows)
    if (selected(row) && !made.base.row(row.name)) comparing.leave_out(row, State::only_new);
  comparing.memory();
  const bool lost = made.count(State::lost) > 0;  // worse, whatever else can be compared
  if (made.times.empty() && !lost) return nothing_to_compare(made);
  made.found_together = judge(made.times, options);
  judge(made.controls, options);
  if (made.count(Change::too_few) == made.times.size() && !lost) {
    const TimeChange& first = made.times.front();
    return Error{Error::Code::usage,
                 std::to_string(first.base_samples) + " and " + std::to_string(first.new_samples) +
                     " processes cannot show a difference at --alpha " +
                     std::to_string(options.alpha) +
                     ", however large it is: measure with 'retprobe bench --processes 9'"};
  }
  return made;
}

}  // namespace retprobe::harness
