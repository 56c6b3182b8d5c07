// Tests that a covering selection covers, is small, and stays the same.
#include "harness/verify/covering.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/verify/verify.h"

namespace retprobe::harness {
namespace {

// Scenarios as the real ones are: some run in all cells, some with the scalar set only, some with
// many tracers, some in one transfer.
std::vector<ScenarioCell> made_up(const std::vector<std::string_view>& scenarios) {
  std::vector<ScenarioCell> product;
  for (const std::string_view scenario : scenarios) {
    const bool any_cell = !scenario.ends_with("scalar");
    const std::vector<unsigned> counts =
        scenario.ends_with("many") ? std::vector{1U, 64U, 300U} : std::vector{1U, 2U};
    const auto add = [&](const char* design, const char* transfer, Wiring wiring) {
      for (const RegisterSet set : {RegisterSet::scalar, RegisterSet::vector, RegisterSet::full})
        for (const unsigned tracers : counts)
          if (any_cell || set == RegisterSet::scalar)
            product.push_back({scenario,
                               scenario.ends_with("slow") ? 300.0 : 10.0,
                               {design, transfer, set, tracers},
                               wiring});
    };
    for (const char* transfer : {"paired", "jump", "trap"}) {
      if (scenario.ends_with("jump") && transfer != std::string_view("jump")) continue;
      add("shadow", transfer, Wiring::shared);
      add("chain", transfer, Wiring::chained);
    }
    add("framed", "-", Wiring::framed);
    add("nothing", "-", Wiring::unhooked);
  }
  return product;
}

const std::vector<std::string_view> table = {"any",      "any_many",    "any_slow", "b_scalar",
                                             "b_jump",   "c_many",      "c_scalar", "d_any",
                                             "e_scalar", "e_slow_many", "f_any"};

std::set<std::string> covered(const std::vector<ScenarioCell>& product,
                              const std::vector<bool>& selected) {
  std::set<std::string> found;
  for (std::size_t i = 0; i < product.size(); ++i)
    if (selected[i])
      for (std::string& what : covered_by(product[i])) found.insert(std::move(what));
  return found;
}

std::set<std::string> names(const std::vector<ScenarioCell>& product, std::uint64_t seed) {
  const std::vector<bool> selected = covering_selection(product, seed);
  std::set<std::string> found;
  for (std::size_t i = 0; i < product.size(); ++i)
    if (selected[i])
      found.insert(std::string(product[i].scenario) + " " + to_string(product[i].cell));
  return found;
}

TEST(Covering, ACellCoversItsScenariosValuesAndItsHooks) {
  const Cell cell{"shadow", "jump", RegisterSet::vector, 2};
  EXPECT_EQ(covered_by({"s", 10, cell, Wiring::shared}),
            (std::vector<std::string>{"s: design shadow", "s: transfer jump", "s: registers vector",
                                      "s: tracers 2", "shadow/jump/vector/iterating"}));
  EXPECT_EQ(covered_by({"s", 10, {"shadow", "jump", RegisterSet::full, 1}, Wiring::shared}).back(),
            "shadow/jump/full/direct");
  EXPECT_EQ(covered_by({"s", 10, cell, Wiring::unhooked}),
            std::vector<std::string>{"s: design shadow"});
}

TEST(Covering, CoversWhatTheProductCovers) {
  const auto product = made_up(table);
  const auto all = covered(product, std::vector<bool>(product.size(), true));
  // Some hooks are in no scenario's own cells, so the last pass has something to add.
  const auto few = made_up({"any", "b_jump"});
  for (const auto& cells : {product, few})
    for (std::uint64_t seed = 0; seed < 20; ++seed)
      EXPECT_EQ(covered(cells, covering_selection(cells, seed)),
                covered(cells, std::vector<bool>(cells.size(), true)));
  EXPECT_GT(all.size(), table.size() * 8);
}

TEST(Covering, IsSmallAndHasNoCellForNothing) {
  const auto product = made_up(table);
  std::vector<bool> selected = covering_selection(product, 1);
  const auto count = static_cast<std::size_t>(std::ranges::count(selected, true));
  EXPECT_LT(count * 3, product.size());
  // Each scenario has two designs without transfers and three transfers, or one.
  EXPECT_GE(count, (table.size() - 1) * 5 + 4);
  // What is seen above can be missed: without a cell, something is not covered.
  const auto all = covered(product, selected);
  std::size_t needed = 0;
  for (std::size_t i = 0; i < product.size(); ++i) {
    if (!selected[i]) continue;
    selected[i] = false;
    needed += covered(product, selected) != all;
    selected[i] = true;
  }
  EXPECT_GT(needed * 10, count * 9);
}

TEST(Covering, TheSeedAndTheNamesDecide) {
  const auto product = made_up(table);
  EXPECT_EQ(names(product, 1), names(product, 1));
  EXPECT_NE(names(product, 1), names(product, 2));
  // The order of the product does not matter.
  const std::vector<ScenarioCell> reversed(product.rbegin(), product.rend());
  EXPECT_EQ(names(product, 1), names(reversed, 1));
}

TEST(Covering, IsTheSameOnEveryMachine) {
  std::set<std::string> cells;
  for (const std::string& name : names(made_up(table), 1))
    if (name.starts_with("b_jump ")) cells.insert(name.substr(7));
  EXPECT_EQ(cells,
            (std::set<std::string>{"chain/jump/full/2", "chain/jump/scalar/2", "framed/-/vector/1",
                                   "nothing/-/full/1", "shadow/jump/scalar/2"}));
}

TEST(Covering, AnotherScenarioLeavesTheCellsOfOthers) {
  const auto before = names(made_up(table), 1);
  auto longer = table;
  longer.insert(longer.begin() + 3, "another");
  auto after = names(made_up(longer), 1);
  std::erase_if(after, [](const std::string& name) { return name.starts_with("another "); });
  // It runs hooks that only added cells have run, so these are not added.
  EXPECT_TRUE(std::ranges::includes(before, after));
  EXPECT_LT(before.size() - after.size(), 6U);
}

TEST(Covering, TakesFewTracersAndShortScenariosWhereItCan) {
  const auto product = made_up({"a_slow", "b_many"});
  const std::vector<bool> selected = covering_selection(product, 1);
  std::map<unsigned, std::size_t> tracers;
  std::map<std::string_view, std::size_t> cells;
  for (std::size_t i = 0; i < product.size(); ++i) {
    if (!selected[i]) continue;
    ++cells[product[i].scenario];
    if (product[i].scenario == "b_many") ++tracers[product[i].cell.tracers];
  }
  EXPECT_EQ(tracers[300], 1U);
  EXPECT_LT(cells["a_slow"], cells["b_many"]);
}

// ---- The selection of the real scenarios ----

std::set<std::string> names_of(const CellPlan& plan) {
  std::set<std::string> found;
  for (const PlannedCell& planned : plan.cells)
    found.insert(std::string(planned.scenario->name) + " " + to_string(planned.cell));
  return found;
}

TEST(Covering, FiltersTakeFromTheWholeSelection) {
  const auto whole = plan_cells({}, {.covering_seed = 1});
  ASSERT_TRUE(whole.ok()) << whole.error().message();
  EXPECT_EQ(whole->chosen, whole->cells.size());
  EXPECT_LT(whole->chosen * 10, whole->product);
  const auto names = names_of(*whole);
  const auto filtered =
      plan_cells({.designs = {"bitmask"}, .scenarios = {"order_*"}}, {.covering_seed = 1});
  ASSERT_TRUE(filtered.ok()) << filtered.error().message();
  std::set<std::string> expected;
  for (const std::string& name : names)
    if (name.starts_with("order_") && name.find(" bitmask/") != name.npos) expected.insert(name);
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(names_of(*filtered), expected);
}

TEST(Covering, PartsHaveEveryCellOnce) {
  const Selection selection{.scenarios = {"order_*", "recursion_*"}};
  const auto whole = plan_cells(selection, {});
  ASSERT_TRUE(whole.ok());
  std::set<std::string> together;
  for (unsigned index = 0; index < 4; ++index) {
    const auto part = plan_cells(selection, {.shard = Shard{index, 4}});
    ASSERT_TRUE(part.ok());
    EXPECT_EQ(part->chosen, whole->cells.size());
    EXPECT_GT(part->cells.size() * 6, whole->cells.size());
    for (const std::string& name : names_of(*part)) EXPECT_TRUE(together.insert(name).second);
  }
  EXPECT_EQ(together, names_of(*whole));
}

TEST(Covering, RefusesWhatLeavesNoCell) {
  const auto error_of = [](const CellChoice& choice, const char* tracers) {
    const auto plan = plan_cells({.designs = {"bitmask"},
                                  .transfers = {"paired"},
                                  .registers = {"scalar"},
                                  .tracers = {tracers},
                                  .scenarios = {"order_nested"}},
                                 choice);
    return plan.ok() ? std::string() : plan.error().message();
  };
  EXPECT_EQ(error_of({.shard = Shard{0, 1000}}, "1"),
            "nothing to verify: of the cells that match, 1, none is in this part");
  // Of the two cells, the selection has one at most: the design's only cell in another transfer.
  const std::string one = error_of({.covering_seed = 1}, "1");
  const std::string two = error_of({.covering_seed = 1}, "2");
  const std::string refusal =
      "nothing to verify: of the cells that match, 1, none is in the selection";
  EXPECT_TRUE(one == refusal || two == refusal) << one << two;
}

}  // namespace
}  // namespace retprobe::harness
