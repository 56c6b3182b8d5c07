#include "harness/results/result_check.h"

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

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

struct Wrong : std::runtime_error {
  using runtime_error::runtime_error;
};

/// The member. Throws Wrong where it is missing or has another type.
const ordered_json& member(const ordered_json& of, std::string_view where, std::string_view key,
                           Type type) {
  const auto found = of.find(key);
  if (found == of.end() || !type.holds(*found))
    throw Wrong(std::string(where) + " has no " + std::string(key) + " that is " + type.name);
  return *found;
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
  for (const ordered_json& entry : member(of, where, key, a_list))
    if (!entry.is_string()) throw Wrong(where + " has " + key + " that are no texts");
}

void check_figures(const ordered_json& row, const std::string& where) {
  for (const auto& [name, figure] : member(row, where, "figures", an_object).items()) {
    if (!figure.is_object())
      throw Wrong(where + " has a figure " + name + " that is not an object");
    members(figure, where + ", figure " + name, {"median", "low", "high"}, a_number);
  }
}

void check_event_counts(const ordered_json& row, const std::string& where) {
  if (!row.contains("events")) return;
  for (const auto& [name, value] : member(row, where, "events", an_object).items())
    if (!value.is_number()) throw Wrong(where + " has an event " + name + " that is not a number");
}

// A peer's row (harness/peers). The context describes its variant.
void check_peer(const ordered_json& row, const std::string& where, const ordered_json& context) {
  const std::string peer = row.at("design").get<std::string>().substr(5),
                    variant = row.at("transfer");
  const ordered_json& known =
      member(member(context, "context", "peers", an_object), "peers", peer, an_object);
  const ordered_json& said =
      member(member(known, "a peer", "variants", an_object), "a peer", variant, an_object);
  maybe(said, "a peer's variant", "absent", a_text);
  if (row.contains("void"))
    member(row, where, "void", a_text);
  else if (row.at("run_type") == "aggregate" && row.contains("figures"))
    check_figures(row, where);
  else if (row.at("run_type") == "aggregate")
    members(row, where, {"ns_per_call", "added_ns", "added_ns_low", "added_ns_high"}, a_number);
  maybe(row, where, "ratio_to_call_through", a_number);
}

void check_row(const ordered_json& row, const std::string& where, const ordered_json& context) {
  const std::string design = member(row, where, "design", a_text);
  members(row, where, {"transfer", "run_type"}, a_text);
  if (design == "unprobed") {
    members(row, where, {"run_name", "workload"}, a_text);
    return check_event_counts(row, where);
  }
  members(row, where, {"name", "run_name", "workload", "registers"}, a_text);
  member(row, where, "tracers", a_count);
  maybe(row, where, "missed", a_number);
  maybe(row, where, "handlers", a_text);
  if (design.starts_with("peer:")) return check_peer(row, where, context);
  member(member(context.at("designs"), "context", design, an_object), "a design", "floor",
         a_truth_value);
  if (row.contains("void")) {
    member(row, where, "void", a_text);
  } else if (row.at("run_type") == "aggregate") {
    if (row.contains("figures")) return check_figures(row, where);
    check_event_counts(row, where);
    members(row, where,
            {"ns_per_call", "added_ns", "added_ns_low", "added_ns_high", "bytes_per_frame",
             "stack_bytes_per_frame", "bytes_per_thread"},
            a_number);
    maybe(row, where, "ratio_to_call_through", a_number);
  }
}

void check_verification(const ordered_json& verification) {
  const std::string where = "verification";
  if (!member(verification, where, "ran", a_truth_value).get<bool>()) return;
  texts(verification, where, "left_out");
  for (const ordered_json& candidate : member(verification, where, "candidates", an_object)) {
    if (!candidate.is_object()) throw Wrong("a candidate of its verification is not an object");
    members(candidate, "a candidate", {"pass", "fail", "declared", "unavailable"}, a_count);
    texts(candidate, "a candidate", "failures");
    texts(candidate, "a candidate", "declarations");
    if (candidate.at("fail") != 0 && candidate.at("failures").empty())
      throw Wrong("a candidate fails its verification and no failure is named");
  }
}

}  // namespace

std::string why_no_result(const ordered_json& file) try {
  if (!file.is_object()) return "it is not an object";
  const ordered_json& context = member(file, "it", "context", an_object);
  const ordered_json& rows = member(file, "it", "benchmarks", a_list);
  if (const ordered_json& format = member(context, "context", "retprobe", a_count); format != 1)
    return "its format is " + format.dump() + ", and this program knows 1";
  members(context, "context", {"quick", "verified"}, a_truth_value);
  check_verification(member(context, "context", "verification", an_object));
  // Where the run counted processor events: event → "counted", or why it was not.
  if (context.contains("events"))
    for (const ordered_json& state : member(context, "context", "events", an_object))
      if (!state.is_string()) throw Wrong("context has events whose state is no text");
  member(context, "context", "designs", an_object);
  std::size_t index = 0;
  for (const ordered_json& row : rows) {
    const std::string where = "row " + std::to_string(++index);
    if (!row.is_object()) return where + " is not an object";
    check_row(row, where, context);
  }
  return "";
} catch (const Wrong& wrong) {
  return wrong.what();
}

}  // namespace retprobe::harness
