#include "harness/cost/reference.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "harness/json_line.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

using FunctionCounts = std::map<std::string, std::uint64_t>;

FunctionCounts function_counts(const HitCost& cost) {
  FunctionCounts counts;
  for (const auto* path : {&cost.entry_path, &cost.exit_path})
    for (const CodeLine* line : *path) ++counts[line->function];
  return counts;
}

std::string stem(const std::string& folder, const CostContext& context) {
  std::string name = context.compiler + "-" + context.build;
  std::ranges::replace(name, ' ', '-');
  return folder + "/" + name;
}

Result<std::string> contents(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()))
    return Error{Error::Code::not_found, path + " cannot be read"};
  return text.str();
}

using Listing = std::map<std::string, std::vector<std::string>>;

// "name:" opens a function, an indented line is one of its instructions.
Listing parse_listing(const std::string& text) {
  Listing listing;
  std::istringstream lines(text);
  std::string line;
  std::vector<std::string>* function = nullptr;
  while (std::getline(lines, line)) {
    if (line.starts_with("  ")) {
      if (function) function->push_back(line.substr(2));
    } else if (line.ends_with(":")) {
      function = &listing[line.substr(0, line.size() - 1)];
    }
  }
  return listing;
}

// The difference of two functions: "-" before lines that only `before` has, "+" before lines that
// only `after` has, and the common lines next to a change. Found by the longest common subsequence,
// because the functions are short.
std::string difference(const std::vector<std::string>& before,
                       const std::vector<std::string>& after) {
  constexpr std::size_t context_lines = 2;
  const std::size_t n = before.size(), m = after.size();
  std::vector<std::vector<std::size_t>> common(n + 1, std::vector<std::size_t>(m + 1));
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t j = m; j-- > 0;)
      common[i][j] = before[i] == after[j] ? common[i + 1][j + 1] + 1
                                           : std::max(common[i + 1][j], common[i][j + 1]);
  std::vector<std::string> lines;
  std::vector<bool> changed;
  const auto add = [&](const char* mark, const std::string& line) {
    lines.push_back(mark + line);
    changed.push_back(*mark != ' ');
  };
  std::size_t i = 0, j = 0;
  while (i < n || j < m) {
    if (i < n && j < m && before[i] == after[j])
      add("  ", before[i]), ++i, ++j;
    else if (j == m || (i < n && common[i + 1][j] >= common[i][j + 1]))
      add("- ", before[i++]);
    else
      add("+ ", after[j++]);
  }
  std::string text;
  bool gap = false;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const std::size_t from = k < context_lines ? 0 : k - context_lines,
                      to = std::min(lines.size(), k + context_lines + 1);
    const auto begin = changed.begin();
    if (std::find(begin + static_cast<std::ptrdiff_t>(from),
                  begin + static_cast<std::ptrdiff_t>(to),
                  true) == begin + static_cast<std::ptrdiff_t>(to)) {
      gap = true;
      continue;
    }
    if (gap) text += "      …\n";
    gap = false;
    text += "    " + lines[k] + "\n";
  }
  return text;
}

/// Compares one row with its reference.
class RowComparison {
 public:
  RowComparison(const HitCost& cost, const ordered_json& reference, CostComparison& into)
      : cost_(cost), reference_(reference), into_(into) {}

  /// Returns the functions in which more was executed than before.
  std::set<std::string> run() {
    part("entry", cost_.entry);
    part("exit", cost_.exit);
    figure("unbalanced returns", reference_.at("unbalanced_returns").get<std::int64_t>(),
           cost_.unbalanced);
    if (reference_.contains("stack_bytes"))  // else it was not walked again on its CPU since
      figure("bytes of stack", reference_.at("stack_bytes").get<std::int64_t>(),
             static_cast<std::int64_t>(cost_.stack_bytes));
    figure("mispredicted returns of twelve callers",
           reference_.at("callers12_mispredicted").get<std::int64_t>(),
           static_cast<std::int64_t>(cost_.callers12));
    std::set<std::string> grown;
    std::string words;
    const auto& before = reference_.at("functions");
    for (const auto& [name, count] : function_counts(cost_)) {
      const auto then = before.value(name, std::uint64_t{0});
      if (count <= then) continue;
      grown.insert(name);
      words += (words.empty() ? "" : ", ") + name + " " + std::to_string(then) + " -> " +
               std::to_string(count);
    }
    const std::string name = to_string(cost_.cell) + ": ";
    if (!risen_.empty())
      into_.risen.push_back(name + risen_ + (words.empty() ? "" : "; instructions in " + words));
    if (risen_.empty() && !fallen_.empty()) into_.fallen.push_back(name + fallen_);
    return risen_.empty() ? std::set<std::string>{} : grown;
  }

 private:
  void part(const char* which, const Tally& tally) {
    for (const TallyField& field : tally_fields)
      figure(std::string(which) + " " + field.name,
             reference_.at(which).at(field.name).get<std::int64_t>(),
             static_cast<std::int64_t>(tally.*field.value));
  }
  void figure(const std::string& what, std::int64_t before, std::int64_t now) {
    // A predictor may be wrong in both directions. The cost is the distance.
    if (std::abs(now) == std::abs(before)) return;
    std::string& words = std::abs(now) > std::abs(before) ? risen_ : fallen_;
    words += (words.empty() ? "" : ", ") + what + " " + std::to_string(before) + " -> " +
             std::to_string(now);
  }

  const HitCost& cost_;
  const ordered_json& reference_;
  CostComparison& into_;
  std::string risen_, fallen_;
};

bool was_selected(const ordered_json& row, const Selection& selection) {
  return is_selected(selection.designs, row.at("design").get<std::string>()) &&
         is_selected(selection.transfers, row.at("transfer").get<std::string>()) &&
         is_selected(selection.registers, row.at("registers").get<std::string>()) &&
         is_selected(selection.tracers, std::to_string(row.at("tracers").get<unsigned>()));
}

// The hooks of the sets vector and full differ from those of scalar in a few instructions. Their
// trampolines differ in many.
bool is_kept(const std::string& function) {
  const bool is_hook = function.starts_with("retprobe_on_");
  return !(is_hook && (function.ends_with("_vector") || function.ends_with("_full"))) &&
         function.find("(retprobe::RegisterSet)1") == std::string::npos &&
         function.find("(retprobe::RegisterSet)2") == std::string::npos;
}

bool is_any(const std::string&) { return true; }

std::string listing_of(const CodeBook& book, bool (*wanted)(const std::string&)) {
  std::string text;
  for (const auto& [function, lines] : book.functions()) {
    if (!wanted(function)) continue;
    text += "\n" + (function.empty() ? "(no name)" : function) + ":\n";
    for (const CodeLine* line : lines) text += "  " + line->text + "\n";
  }
  return text;
}

CostComparison compare(const ordered_json& reference, const Listing& before,
                       const CostContext& context, const std::vector<HitCost>& costs,
                       const CodeBook& book, const Selection& selection) {
  CostComparison result;
  const CostContext theirs{.vectors = reference.at("cost").at("vectors"),
                           .xsave_bytes = reference.at("cost").at("xsave_bytes")};
  std::map<std::string, const ordered_json*> rows;
  for (const ordered_json& row : reference.at("rows"))
    rows[row.at("name").get<std::string>()] = &row;
  std::set<std::string> grown;
  for (const HitCost& cost : costs) {
    const auto found = rows.find(to_string(cost.cell));
    if (found == rows.end()) {
      ++result.unknown;
      continue;
    }
    const ordered_json& row = *found->second;
    rows.erase(found);
    if (depends_on_cpu(cost.cell) && !context.same_cpu(theirs)) {
      ++result.of_another_cpu;
      continue;
    }
    ++result.compared;
    grown.merge(RowComparison(cost, row, result).run());
  }
  for (const auto& [name, row] : rows)
    if (was_selected(*row, selection)) result.gone.push_back(name);
  const Listing now = parse_listing(listing_of(book, is_any));
  for (const std::string& function : grown) {
    if (!is_kept(function)) {
      result.differences += "  " + function + ": the reference has its scalar twin only\n";
      continue;
    }
    const auto then = before.find(function);
    const std::string text = difference(
        then == before.end() ? std::vector<std::string>() : then->second, now.at(function));
    if (!text.empty()) result.differences += "  " + function + ":\n" + text;
  }
  return result;
}

}  // namespace

ordered_json tally_json(const Tally& tally) {
  ordered_json json;
  for (const TallyField& field : tally_fields) json[field.name] = tally.*field.value;
  return json;
}

ordered_json row_json(const HitCost& cost) {
  return {{"name", to_string(cost.cell)},    {"design", cost.cell.design},
          {"transfer", cost.cell.transfer},  {"registers", to_string(cost.cell.registers)},
          {"tracers", cost.cell.tracers},    {"entry", tally_json(cost.entry)},
          {"exit", tally_json(cost.exit)},   {"unbalanced_returns", cost.unbalanced},
          {"stack_bytes", cost.stack_bytes}, {"callers12_mispredicted", cost.callers12}};
}

std::string cost_json(const CostContext& context, const std::vector<HitCost>& costs) {
  const ordered_json head = {{"compiler", context.compiler},
                             {"build", context.build},
                             {"vectors", context.vectors},
                             {"xsave_bytes", context.xsave_bytes}};
  std::string text = "{\n\"cost\": " + json_line(head) + ",\n\"rows\": [";
  for (const HitCost& cost : costs) {
    ordered_json row = row_json(cost);
    row["functions"] = function_counts(cost);
    text += (&cost == costs.data() ? "\n" : ",\n") + json_line(row);
  }
  return text + "\n]\n}\n";
}

std::string cost_listing(const CodeBook& book) {
  return "# What one hit executes, by function, without the hooks of the sets vector and full:\n"
         "# made by `retprobe cost --accept`.\n" +
         listing_of(book, is_kept);
}

std::string reference_path(const std::string& folder, const CostContext& context) {
  return stem(folder, context) + ".json";
}
std::string listing_path(const std::string& folder, const CostContext& context) {
  return stem(folder, context) + ".s";
}

Result<CostComparison> compare_costs(const std::string& folder, const CostContext& context,
                                     const std::vector<HitCost>& costs, const CodeBook& book,
                                     const Selection& selection) {
  const std::string path = reference_path(folder, context);
  const auto figures = contents(path);
  if (!figures.ok())
    return Error{Error::Code::not_found, "no reference for " + context.compiler + ", " +
                                             context.build + " (" + path +
                                             "); make one with --accept"};
  const auto listing = contents(listing_path(folder, context));
  if (!listing.ok()) return listing.error();
  try {
    return compare(ordered_json::parse(*figures), parse_listing(*listing), context, costs, book,
                   selection);
  } catch (const nlohmann::json::exception& error) {
    return Error{Error::Code::usage, path + " is no reference of costs: " + error.what()};
  }
}

}  // namespace retprobe::harness
