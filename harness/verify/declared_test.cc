// Tests the files of what cannot be done: how they are read, and what they say.
#include "harness/verify/declared.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "core/hooks/design_table.h"
#include "harness/selection.h"
#include "harness/verify/scenario.h"

namespace retprobe::harness {
namespace {

std::string read_text(const std::string& text) {
  const std::string file = testing::TempDir() + "declared.json";
  std::ofstream(file) << text;
  const auto read = read_declared(file);
  return read.ok() ? std::to_string(read->size()) + " read" : read.error().message();
}

TEST(Declared, IsReadFromAFile) {
  const std::string file = testing::TempDir() + "two.json";
  std::ofstream(file) << R"([{"why": "by design", "scenarios": {"b_*": ["x", "y"], "a": []}}])";
  const auto read = read_declared(file);
  ASSERT_TRUE(read.ok()) << read.error().message();
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ(read->front().scenario, "b_*");
  EXPECT_EQ(read->front().why, "by design");
  EXPECT_EQ(read->front().fails, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(read->back().scenario, "a");
  EXPECT_EQ(read->back().why, "by design");
}

TEST(Declared, ABrokenFileIsOneLineThatNamesIt) {
  for (const char* broken :
       {"", "[", "{}", "[1]", R"([{"why": "x"}])", R"([{"why": 1, "scenarios": {"a": []}}])",
        R"([{"why": "x", "scenarios": []}])", R"([{"why": "x", "scenarios": {"a": "b"}}])",
        R"([{"why": "x", "scenarios": {"a": [1]}}])",
        R"([{"why": "x", "scenarios": {}, "fails": []}])"}) {
    const std::string said = read_text(broken);
    EXPECT_EQ(said.find(testing::TempDir() + "declared.json: "), 0u) << broken << " → " << said;
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
  }
  EXPECT_EQ(read_text("[]"), "0 read");
  const auto missing = read_declared("/nowhere/declared.json");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message(),
            "/nowhere/declared.json is missing: what a design cannot do is read from there");
}

TEST(Declared, SaysHowScenariosFail) {
  ASSERT_FALSE(load_declared()) << load_declared().message();
  const auto check = [](std::string_view who, const std::vector<Inability>& inabilities) {
    for (const Inability& inability : inabilities) {
      EXPECT_FALSE(inability.fails.empty()) << who << " " << inability.scenario;
      for (const std::string& glob : inability.fails) {
        EXPECT_NE(glob, "*") << who << " " << inability.scenario;
        EXPECT_NE(glob, "") << who << " " << inability.scenario;
      }
      bool names_one = false;
      for (const Scenario* scenario : scenarios())
        names_one |= is_selected({inability.scenario}, scenario->name);
      EXPECT_TRUE(names_one) << who << ": there is no scenario " << inability.scenario;
    }
  };
  EXPECT_FALSE(declared_by_core().empty());
  check("the core", declared_by_core());
  for (const DesignEntry* design : design_table())
    if (design->facts.wiring != Wiring::unhooked) check(design->name, declared_by(design->name));
}

TEST(Declared, TheCoreSpeaksForDesignsWithSlots) {
  const Inability& first = declared_by_core().front();
  for (const DesignEntry* design : design_table()) {
    bool is_said = false;
    for (const Inability* inability : declared_inabilities(design->name, first.scenario))
      is_said |= inability == &first;
    EXPECT_EQ(is_said, design->facts.has_transfers()) << design->name;
  }
}

// Whether the word is in the text, with no letter, digit or underscore beside it.
bool has_word(const std::string& text, std::string_view word) {
  const auto belongs = [&](std::size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
  };
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if (!belongs(at - 1) && !belongs(at + word.size())) return true;
  return false;
}

// The file's bytes up to the end of what is loaded: debug information, which has the names of the
// library's own functions, stands behind it.
std::string loaded_part(const char* file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  ElfW(Ehdr) header{};
  std::memcpy(&header, text.data(), std::min(text.size(), sizeof header));
  std::size_t end = 0;
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment{};
    std::memcpy(&segment, text.data() + header.e_phoff + i * sizeof segment, sizeof segment);
    if (segment.p_type == PT_LOAD) end = std::max(end, segment.p_offset + segment.p_filesz);
  }
  text.resize(std::min(end, text.size()));
  return text;
}

TEST(Library, HasNoNameOfAScenario) {
  Dl_info library{};
  ASSERT_NE(dladdr(design_table().front(), &library), 0);
  const std::string text = loaded_part(library.dli_fname);
  // The search finds what is there.
  ASSERT_TRUE(has_word(text, design_table().front()->facts.idea)) << library.dli_fname;
  ASSERT_FALSE(scenarios().empty());
  for (const Scenario* scenario : scenarios())
    EXPECT_FALSE(has_word(text, scenario->name)) << scenario->name;
  for (const DesignEntry* design : design_table())
    for (const Inability& inability : declared_by(design->name)) {
      if (inability.scenario == "*") continue;
      EXPECT_EQ(text.find(inability.scenario), std::string::npos) << inability.scenario;
    }
}

}  // namespace
}  // namespace retprobe::harness
