// Tests what counts as a regression between two results of `retprobe kernel`, with made-up results.
#include "harness/regress/kernels.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/testlib/expect.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;
using State = NotCompared::State;

constexpr const char* fgraph = "newest/off/fgraph/1";
constexpr const char* ours = "bitmask/paired/scalar/1";

ordered_json walked(const std::string& name, double added) {
  return {{"name", name},
          {"state", "measured"},
          {"added_instructions", added},
          {"entry", {{"mispredicted_returns", 0}}},
          {"exit", {{"mispredicted_returns", 2}}},
          {"unbalanced_returns", 1},
          {"callers12_mispredicted", 12}};
}

ordered_json file() {
  return {
      {"linux", {{"handlers", "empty"}}},
      {"kernels", {{{"name", "newest"}, {"release", "7.3.4"}}, {{"name", "6.1"}, {"absent", "-"}}}},
      {"rows", {walked(fgraph, 287), walked("newest/off/fexit/1", 171)}},
      {"designs", {walked(ours, 170)}}};
}

KernelRegress compared(const ordered_json& base, const ordered_json& now) {
  auto made = regress_kernels(*counts_of(base, "base.json"), *counts_of(now, "new.json"));
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message());
  return *made;
}

// The only rise, as "row figure base new".
std::string only_rise(const KernelRegress& made) {
  EXPECT_EQ(made.rises(), 1);
  EXPECT_TRUE(made.worse());
  std::string told;
  for (const CountChange& change : made.counts)
    if (change.rise())
      told += change.row + " " + change.figure + " " + std::to_string(std::lround(change.base)) +
              " " + std::to_string(std::lround(change.now));
  return told;
}

TEST(KernelRegress, TheSameCountsAreNoRegression) {
  const KernelRegress made = compared(file(), file());
  EXPECT_EQ(made.counts.size(), 12);
  EXPECT_EQ(made.rises() + made.falls() + made.lost(), 0);
  EXPECT_FALSE(made.worse());
  EXPECT_TRUE(made.differences.empty());
}

TEST(KernelRegress, OneInstructionMoreIsARise) {
  ordered_json now = file();
  now["rows"][0]["added_instructions"] = 288;
  EXPECT_EQ(only_rise(compared(file(), now)), std::string(fgraph) + " added_instructions 287 288");
  const KernelRegress back = compared(now, file());
  EXPECT_FALSE(back.worse());
  EXPECT_EQ(back.falls(), 1);
}

TEST(KernelRegress, ReturnsCountTooAndThoseOfDesigns) {
  ordered_json now = file();
  now["rows"][1]["entry"]["mispredicted_returns"] = 1;
  EXPECT_EQ(only_rise(compared(file(), now)), "newest/off/fexit/1 mispredicted_returns 2 3");
  now = file();
  now["rows"][1]["callers12_mispredicted"] = 13;
  EXPECT_EQ(only_rise(compared(file(), now)), "newest/off/fexit/1 callers12_mispredicted 12 13");
  now = file();
  now["designs"][0]["added_instructions"] = 171;
  EXPECT_EQ(only_rise(compared(file(), now)), std::string(ours) + " added_instructions 170 171");
}

TEST(KernelRegress, ImbalanceIsOfEitherSign) {
  ordered_json now = file();
  now["rows"][0]["unbalanced_returns"] = -2;
  EXPECT_EQ(only_rise(compared(file(), now)), std::string(fgraph) + " imbalance 1 2");
  now["rows"][0]["unbalanced_returns"] = -1;
  EXPECT_FALSE(compared(file(), now).worse());
}

TEST(KernelRegress, WhatDiffersFromBootToBootIsAlike) {
  ordered_json base = file();
  base["rows"][0].update({{"name", "newest/off/fprobe/8"}, {"mechanism", "fprobe"}, {"users", 8}});
  ordered_json now = base;
  now["rows"][0]["added_instructions"] = 297;
  EXPECT_FALSE(compared(base, now).worse());
  EXPECT_EQ(compared(now, base).falls(), 0);
  now["rows"][0]["added_instructions"] = 298;
  EXPECT_TRUE(compared(base, now).worse());
  now["rows"][0]["added_instructions"] = 287;
  now["rows"][0]["exit"]["mispredicted_returns"] = 3;
  EXPECT_TRUE(compared(base, now).worse());
  for (const auto& [mechanism, users] : {std::pair{"fprobe", 2}, {"fgraph", 8}}) {
    base["rows"][0].update({{"mechanism", mechanism}, {"users", users}});
    now = base;
    now["rows"][0]["added_instructions"] = 288;
    EXPECT_TRUE(compared(base, now).worse()) << mechanism;
  }
}

TEST(KernelRegress, ARowThatLosesItsFiguresIsARegression) {
  const ordered_json lost = {{"name", fgraph}, {"state", "failed"}, {"why", "the guest hangs"}};
  ordered_json now = file();
  now["rows"][0] = lost;
  const KernelRegress made = compared(file(), now);
  EXPECT_TRUE(made.worse());
  EXPECT_EQ(made.lost(), 1);
  EXPECT_HAS(page_of(made, false).text(),
             "LOST its figures in NEW, failed: the guest hangs (1 row): " + std::string(fgraph));
  EXPECT_EQ(compared(now, file()).not_compared.at(0).state, State::gained);
  EXPECT_FALSE(compared(now, file()).worse());
  EXPECT_EQ(compared(now, now).not_compared.at(0).state, State::void_in_both);
}

TEST(KernelRegress, ARowOfOneFileIsToldAndNoRegression) {
  ordered_json now = file();
  now["rows"].erase(0);
  EXPECT_EQ(compared(file(), now).not_compared.at(0).state, State::only_base);
  EXPECT_EQ(compared(now, file()).not_compared.at(0).state, State::only_new);
  EXPECT_FALSE(compared(file(), now).worse());
}

TEST(KernelRegress, SaysWhatElseDiffers) {
  ordered_json now = file();
  now["kernels"][0]["release"] = "7.4.1";
  now["kernels"][1] = {{"name", "6.1"}, {"release", "6.1.0"}};
  now["linux"]["handlers"] = "nop";
  for (const char* walk : {"entry", "exit", "unbalanced_returns", "callers12_mispredicted"})
    now["rows"][0].erase(walk);
  const KernelRegress made = compared(file(), now);
  const std::string text = page_of(made, false).text();
  for (const char* line :
       {"not the same handlers: empty -> nop", "not the same kernel newest: 7.3.4 -> 7.4.1",
        "not the same kernel 6.1: absent -> 6.1.0",
        "not the same walk of newest/off/fgraph/1: walked -> not walked"})
    EXPECT_HAS(text, line);
}

TEST(KernelRegress, RisesComeFirst) {
  ordered_json now = file();
  now["rows"][0]["added_instructions"] = 200;
  now["rows"][1]["added_instructions"] = 180;
  const std::string text = page_of(compared(file(), now), false).text();
  EXPECT_LT(text.find("newest/off/fexit/1"), text.find(fgraph));
  EXPECT_LACKS(text, ours);
  EXPECT_HAS(page_of(compared(file(), now), true).text(), ours);
  EXPECT_HAS(page_of(compared(file(), now), false).markdown(),
             "| newest/off/fexit/1 | added_instructions | 171 | 180 | +9 | +5.3 % | rise |");
}

TEST(KernelRegress, RefusesFilesThatHaveNothingInCommon) {
  ordered_json other = file();
  other["designs"].clear();
  for (ordered_json& row : other["rows"]) row["name"] = "6.12" + row["name"].get<std::string>();
  EXPECT_FALSE(regress_kernels(*counts_of(file(), "a"), *counts_of(other, "b")).ok());
}

TEST(KernelRegress, RefusesAFileThatLacksSomething) {
  for (const char* field : {"linux", "kernels", "rows", "designs"}) {
    ordered_json broken = file();
    broken.erase(field);
    EXPECT_FALSE(counts_of(broken, "broken.json").ok()) << field;
  }
  ordered_json broken = file();
  broken["rows"][0]["added_instructions"] = "many";
  const auto found = counts_of(broken, "broken.json");
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().message().find("broken.json is no result of 'retprobe kernel'"), 0);
}

}  // namespace
}  // namespace retprobe::harness
