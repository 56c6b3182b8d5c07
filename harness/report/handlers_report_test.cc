// Tests the table that has kinds of handlers beside each other.
#include <gtest/gtest.h>

#include "core/testlib/expect.h"
#include "harness/report/report.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

ordered_json row(const std::string& workload, const std::string& design,
                 const std::string& transfer, double added) {
  const bool peer = design.starts_with("peer:");
  const std::string name = workload + "/" + design + "/" + transfer + (peer ? "/-/1" : "/scalar/1");
  return {{"name", name + "_median"},
          {"run_name", name},
          {"run_type", "aggregate"},
          {"workload", workload},
          {"design", design},
          {"transfer", transfer},
          {"registers", peer ? "-" : "scalar"},
          {"tracers", 1},
          {"ns_per_call", added + 1},
          {"added_ns", added},
          {"added_ns_low", added},
          {"added_ns_high", added},
          {"bytes_per_frame", 0},
          {"stack_bytes_per_frame", 0},
          {"bytes_per_thread", 0}};
}
ordered_json with(ordered_json row, const std::string& handlers) {
  row["handlers"] = handlers;
  return row;
}
ordered_json without(ordered_json row, const std::string& why) {
  row.erase("added_ns");
  row["void"] = why;
  return row;
}

std::string text_of(const std::vector<ordered_json>& rows) {
  const ordered_json variants = {{"noop", ordered_json::object()},
                                 {"counting", ordered_json::object()},
                                 {"patched", ordered_json::object()}};
  const ordered_json file = {
      {"context",
       {{"retprobe", 1},
        {"quick", false},
        {"verified", false},
        {"verification", {{"ran", false}}},
        {"designs", {{"call_through", {{"floor", true}}}, {"bitmask", {{"floor", false}}}}},
        {"peers", {{"xray", {{"variants", variants}}}, {"frida", {{"variants", variants}}}}}}},
      {"benchmarks", rows}};
  auto view = ResultView::parse(file, "it");
  return view.ok() ? handlers_text(*view) : view.error().message();
}

// The cells of the line that begins with these words, joined by "|".
std::string line_of(const std::string& text, const std::string& begin) {
  const std::size_t at = text.find("\n" + begin);
  if (at == std::string::npos) return "";
  std::string line = text.substr(at + 1 + begin.size()), cells;
  line = line.substr(0, line.find('\n'));
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t from = line.find_first_not_of(' ', i);
    if (from == std::string::npos) break;
    const std::size_t to = std::min(line.find("  ", from), line.size());
    cells += (cells.empty() ? "" : "|") + line.substr(from, to - from);
    i = to;
  }
  return cells;
}

TEST(HandlersReport, HasEachKindBesideTheOthersAndRatiosOfTheSameKind) {
  const std::string text =
      text_of({row("leaf", "call_through", "-", 10), row("leaf+counting", "call_through", "-", 8),
               row("leaf", "bitmask", "paired", 15), row("leaf+counting", "bitmask", "paired", 12),
               without(row("leaf+recording", "bitmask", "paired", 0), "missed 3 calls"),
               with(row("leaf", "peer:xray", "noop", 5), "empty"),
               with(row("leaf", "peer:xray", "counting", 16), "counting"),
               row("fib", "peer:xray", "patched", 99)});
  EXPECT_EQ(line_of(text, "call_through (floor)"), "10.0 (1.00)|8.0 (1.00)");
  EXPECT_EQ(line_of(text, "bitmask/paired"), "15.0 (1.50)|12.0 (1.50)|void [1]");
  EXPECT_HAS(text, "[1] missed 3 calls");
  EXPECT_EQ(line_of(text, "peer xray"), "5.0 (0.50)|16.0 (2.00)");
  EXPECT_LACKS(text, "99") << "it has no such kind of handlers";
}

TEST(HandlersReport, HasAPeersVariantsOfOneKindInLinesOfTheirOwnAndNoneThatIsAbsent) {
  const std::string text = text_of(
      {row("leaf", "call_through", "-", 10), row("leaf+counting", "call_through", "-", 8),
       with(row("leaf", "peer:xray", "counting", 16), "counting"),
       with(row("leaf", "peer:xray", "patched", 24), "counting"),
       with(without(row("leaf", "peer:frida", "counting", 0), "absent: no frida"), "counting")});
  EXPECT_EQ(line_of(text, "peer xray/counting"), "16.0 (2.00)");
  EXPECT_EQ(line_of(text, "peer xray/patched"), "24.0 (3.00)");
  EXPECT_LACKS(text, "frida");
}

TEST(HandlersReport, IsEmptyWhereAllHandlersAre) {
  EXPECT_EQ(text_of({row("leaf", "call_through", "-", 10)}), "");
}

}  // namespace
}  // namespace retprobe::harness
