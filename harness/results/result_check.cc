#include "harness/results/result_check.h"

#include <algorithm>
#include <initializer_list>

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;
struct Type {
  bool (*holds)(const ordered_json& value);
  const char* name;
};
constexpr Type a_text{[](const ordered_json& value) { return value.is_string(); }, "a text"};
constexpr Type a_number{[](const ordered_json& value) { return value.is_number(); }, "a number"};
constexpr Type a_truth_value{[](const ordered_json& value) { return value.is_boolean(); },
                             "true or false"};
constexpr Type a_list{[](const ordered_json& value) { return value.is_array(); }, "a list"};
constexpr Type an_object{[](const ordered_json& value) { return value.is_object(); }, "an object"};
// The parser makes an unsigned number of it. In a result that was just made it may be an int.
constexpr Type a_count{[](const ordered_json& value) {
                         return value.is_number_unsigned() ||
                                (value.is_number_integer() && value >= 0);
                       },
                       "a count"};

// Keeps the first error that is found.
class Check {
 public:
  bool ok() const { return why_.empty(); }
  const std::string& why() const { return why_; }

  /// The member, or null where it is missing or has another type.
  const ordered_json* member(const ordered_json& of, const std::string& where, const char* key,
                             Type type) {
    const auto found = of.find(key);
    if (found != of.end() && type.holds(*found)) return &*found;
    wrong(where + " has no " + key + " that is " + type.name);
    return nullptr;
  }
  void members(const ordered_json& of, const std::string& where,
               std::initializer_list<const char*> keys, Type type) {
    for (const char* key : keys) member(of, where, key, type);
  }
  /// The same for a member that may be left out.
  void maybe(const ordered_json& of, const std::string& where, const char* key, Type type) {
    if (of.contains(key)) member(of, where, key, type);
  }
  void texts(const ordered_json& of, const std::string& where, const char* key) {
    const ordered_json* found = member(of, where, key, a_list);
    if (found &&
        !std::ranges::all_of(*found, [](const ordered_json& entry) { return entry.is_string(); }))
      wrong(where + " has " + key + " that are no texts");
  }
  void wrong(const std::string& why) {
    if (why_.empty()) why_ = why;
  }

 private:
  std::string why_;
};

void check_figures(Check& check, const ordered_json& row, const std::string& where) {
  const ordered_json* const figures = check.member(row, where, "figures", an_object);
  if (!figures) return;
  for (const auto& [name, figure] : figures->items()) {
    if (!figure.is_object())
      return check.wrong(where + " has a figure " + name + " that is not an object");
    check.members(figure, where + ", figure " + name, {"median", "low", "high"}, a_number);
  }
}

void check_event_counts(Check& check, const ordered_json& row, const std::string& where) {
  if (!row.contains("events")) return;
  const ordered_json* const events = check.member(row, where, "events", an_object);
  if (!events) return;
  for (const auto& [name, value] : events->items())
    if (!value.is_number()) check.wrong(where + " has an event " + name + " that is not a number");
}

// A peer's row (harness/peers). The context describes its variant.
void check_peer(Check& check, const ordered_json& row, const std::string& where,
                const ordered_json& context) {
  const ordered_json* const peers = check.member(context, "context", "peers", an_object);
  if (!peers || !check.ok()) return;
  const std::string peer = row.at("design").get<std::string>().substr(5),
                    variant = row.at("transfer");
  const ordered_json* const known = check.member(*peers, "peers", peer.c_str(), an_object);
  const ordered_json* const variants =
      known ? check.member(*known, "a peer", "variants", an_object) : nullptr;
  const ordered_json* const said =
      variants ? check.member(*variants, "a peer", variant.c_str(), an_object) : nullptr;
  if (said) check.maybe(*said, "a peer's variant", "absent", a_text);
  if (row.contains("void"))
    check.member(row, where, "void", a_text);
  else if (row.at("run_type") == "aggregate" && row.contains("figures"))
    check_figures(check, row, where);
  else if (row.at("run_type") == "aggregate")
    check.members(row, where, {"ns_per_call", "added_ns", "added_ns_low", "added_ns_high"},
                  a_number);
  check.maybe(row, where, "ratio_to_call_through", a_number);
}

void check_row(Check& check, const ordered_json& row, const std::string& where,
               const ordered_json& context) {
  const ordered_json* const design = check.member(row, where, "design", a_text);
  check.members(row, where, {"transfer", "run_type"}, a_text);
  if (!design) return;
  if (*design == "unprobed") {
    check.members(row, where, {"run_name", "workload"}, a_text);
    return check_event_counts(check, row, where);
  }
  check.members(row, where, {"name", "run_name", "workload", "registers"}, a_text);
  check.member(row, where, "tracers", a_count);
  check.maybe(row, where, "missed", a_number);
  check.maybe(row, where, "handlers", a_text);
  if (design->get<std::string>().starts_with("peer:"))
    return check_peer(check, row, where, context);
  if (const ordered_json* known = check.member(context.at("designs"), "context",
                                               design->get<std::string>().c_str(), an_object))
    check.member(*known, "a design", "floor", a_truth_value);
  if (row.contains("void")) {
    check.member(row, where, "void", a_text);
  } else if (check.ok() && row.at("run_type") == "aggregate") {
    if (row.contains("figures")) return check_figures(check, row, where);
    check_event_counts(check, row, where);
    check.members(row, where,
                  {"ns_per_call", "added_ns", "added_ns_low", "added_ns_high", "bytes_per_frame",
                   "stack_bytes_per_frame", "bytes_per_thread"},
                  a_number);
    check.maybe(row, where, "ratio_to_call_through", a_number);
  }
}

// Where the run counted processor events: event → "counted", or why it was not.
void check_events(Check& check, const ordered_json& context) {
  if (!context.contains("events")) return;
  const ordered_json* const events = check.member(context, "context", "events", an_object);
  if (events &&
      !std::ranges::all_of(*events, [](const ordered_json& state) { return state.is_string(); }))
    check.wrong("context has events whose state is no text");
}

void check_verification(Check& check, const ordered_json& verification) {
  const std::string where = "verification";
  const ordered_json* const ran = check.member(verification, where, "ran", a_truth_value);
  if (!ran || !ran->get<bool>()) return;
  check.texts(verification, where, "left_out");
  const ordered_json* const candidates = check.member(verification, where, "candidates", an_object);
  if (!candidates) return;
  for (const ordered_json& candidate : *candidates) {
    if (!candidate.is_object())
      return check.wrong("a candidate of its verification is not an object");
    check.members(candidate, "a candidate", {"pass", "fail", "declared", "unavailable"}, a_count);
    check.texts(candidate, "a candidate", "failures");
    check.texts(candidate, "a candidate", "declarations");
    if (check.ok() && candidate.at("fail") != 0 && candidate.at("failures").empty())
      check.wrong("a candidate fails its verification and no failure is named");
  }
}

}  // namespace

std::string why_no_result(const ordered_json& file) {
  Check check;
  if (!file.is_object()) return "it is not an object";
  const ordered_json* const context = check.member(file, "it", "context", an_object);
  const ordered_json* const rows = check.member(file, "it", "benchmarks", a_list);
  if (!context || !rows) return check.why();
  const ordered_json* const format = check.member(*context, "context", "retprobe", a_count);
  if (format && *format != 1)
    return "its format is " + format->dump() + ", and this program knows 1";
  check.members(*context, "context", {"quick", "verified"}, a_truth_value);
  if (const ordered_json* verification =
          check.member(*context, "context", "verification", an_object))
    check_verification(check, *verification);
  check_events(check, *context);
  const ordered_json* const designs = check.member(*context, "context", "designs", an_object);
  if (!designs) return check.why();
  std::size_t index = 0;
  for (const ordered_json& row : *rows) {
    const std::string where = "row " + std::to_string(++index);
    if (!row.is_object()) return where + " is not an object";
    check_row(check, row, where, *context);
    if (!check.ok()) break;
  }
  return check.why();
}

}  // namespace retprobe::harness
