// Tests the catalogue's contents against the libraries and programs of core/testlib: what is a
// site, what it is called, and how it is found.
#include "retprobe/site.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "core/testlib/disassembly_scan.h"
#include "core/testlib/expect.h"
#include "core/testlib/site_fixture.h"

namespace retprobe {
namespace {

std::vector<std::string> shape_libraries() {
  std::vector<std::string> names;
  for (const auto& file : fs::directory_iterator(fixtures())) {
    const std::string name = file.path().filename();
    if (name.starts_with("libsite_shapes_") && name.ends_with(".so")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

class ShapesTest : public testing::TestWithParam<std::string> {};

TEST_P(ShapesTest, CatalogueEqualsDisassemblyScan) {
  const fs::path path = fixtures() / GetParam();
  const auto scanned = disassembly_scan::scan(path);
  Library library(path);
  const Sites sites = library.sites();
  std::set<std::uint64_t> entries;
  for (const Site* site : sites) {
    entries.insert(site->entry - library.base());
    EXPECT_EQ(site->refusal, "") << site->name;
    EXPECT_TRUE(site->mapped);
    EXPECT_GT(site->size, 5u) << site->name;
    EXPECT_TRUE(scanned.sites.contains(site->symbol)) << site->symbol;
    const auto address = scanned.address_of_entry.find(site->entry - library.base());
    ASSERT_NE(address, scanned.address_of_entry.end()) << site->name;
    EXPECT_EQ(address->second, site->address - library.base()) << site->name;
    EXPECT_EQ(std::memcmp(reinterpret_cast<const void*>(site->entry), site->original.data(), 5), 0);
  }
  EXPECT_EQ(entries, scanned.entries);
  EXPECT_EQ(entries.size(), sites.size()) << "a site twice";
  EXPECT_GE(sites.size(), 15u);
  EXPECT_TRUE(std::is_sorted(sites.begin(), sites.end(),
                             [](auto a, auto b) { return a->address < b->address; }));
}

// Guards against mistakes that the scan and the catalogue could share. What is in the source must
// be there. Only what the source or the start-up files leave out may be missing.
TEST_P(ShapesTest, EveryFunctionOfTheSourceIsASite) {
  const fs::path path = fixtures() / GetParam();
  Library library(path);
  std::multiset<std::string> names;
  for (const Site* site : library.sites())
    names.insert(site->name.substr(0, site->name.find('(', 1)));
  // "shapes_alias" is shapes_entry: of two equal names for a function, the alphabetically first one
  // names the site.
  std::vector<std::string> expected = {
      "shapes_alias",       "int shapes::twice<int>", "double shapes::twice<double>",
      "shapes::increment",  "shapes::checked",        "shapes::count",
      "shapes::first_unit", "shapes::second_unit"};
  // Optimisers may know each object's type and remove the virtual functions.
  if (GetParam().find("O0") != std::string::npos) {
    expected.insert(expected.end(), {"shapes::Animal::legs", "shapes::Animal::~Animal"});
  }
  for (const std::string& name : expected) EXPECT_GE(names.count(name), 1u) << name;
  EXPECT_EQ(names.count("internal"), 2u);
  EXPECT_EQ(names.count("int shapes::twice<int>"), 1u);
  EXPECT_EQ(names.count("shapes_excluded"), 0u);

  const std::set<std::string> start_up = {"_init",
                                          "_fini",
                                          "deregister_tm_clones",
                                          "register_tm_clones",
                                          "__do_global_dtors_aux",
                                          "frame_dummy",
                                          "shapes_excluded",
                                          "retprobe_island"};
  const auto scanned = disassembly_scan::scan(path);
  for (const std::string& function : scanned.functions) {
    const bool part =
        function.find(".cold") != std::string::npos || function == "__clang_call_terminate";
    EXPECT_TRUE(scanned.sites.contains(function) || start_up.contains(function) || part)
        << function;
  }
}

TEST_P(ShapesTest, TheFunctionsRun) {
  Library library(fixtures() / GetParam());
  auto* const entry = reinterpret_cast<int (*)(int)>(library.symbol("shapes_entry"));
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry(30), 407 + 439);  // computed by hand from the two source files
}

TEST_P(ShapesTest, EndbrIsInFrontOfTheEntry) {
  Library library(fixtures() / GetParam());
  const bool endbr = GetParam().find("endbr") != std::string::npos;
  const Site* const site = library.site("shapes_entry");
  EXPECT_EQ(site->entry - site->address, endbr ? 4u : 0u);
  EXPECT_EQ(site->address, reinterpret_cast<std::uintptr_t>(library.symbol("shapes_entry")));
  EXPECT_EQ(*site_at(site->address), site);
  EXPECT_EQ(*site_at(site->entry), site);
  EXPECT_EQ(site->body(), site->entry + 5);
}

INSTANTIATE_TEST_SUITE_P(Compilers, ShapesTest, testing::ValuesIn(shape_libraries()),
                         [](const auto& test) {
                           // Cuts the X out of libsite_shapes_X.so.
                           return test.param.substr(15, test.param.size() - 18);
                         });

TEST(Shapes, BothLevelsOfTheBuildsCompilerAreThere) {
  const auto names = shape_libraries();
  for (const char* name :
       {"libsite_shapes_own_O0.so", "libsite_shapes_own_O2.so", "libsite_shapes_own_O2_endbr.so"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
}

// ---- Finding sites ----

class FindTest : public testing::Test {
 protected:
  // How many of this library's sites are found. Other libraries of its kind stay loaded because of
  // GCC's template statics (STB_GNU_UNIQUE).
  std::size_t count(const std::string& pattern) {
    const auto found = find_sites(pattern);
    if (!found.ok()) {
      ADD_FAILURE() << found.error().message();
      return 0;
    }
    return static_cast<std::size_t>(
        std::count_if(found->begin(), found->end(),
                      [this](const Site* site) { return site->module == path_.string(); }));
  }

  const fs::path path_ = fixtures() / "libsite_shapes_own_O2.so";
  Library library_{path_};
};

TEST_F(FindTest, BySymbolNameAndForms) {
  for (const char* pattern :
       {"_ZN6shapes9incrementEi", "shapes::increment(int)", "shapes::increment",
        "_ZN6shapes5twiceIiEET_S1_", "int shapes::twice<int>(int)", "int shapes::twice<int>",
        "shapes::twice<int>", "shapes_entry", "shapes_alias",
        "(anonymous namespace)::in_no_namespace", "(anonymous namespace)::in_no_namespace(int)"}) {
    EXPECT_EQ(count(pattern), 1u) << pattern;
  }
  EXPECT_EQ(count("internal"), 2u);
  EXPECT_EQ(*find_sites("shapes_alias"), *find_sites("shapes_entry"));
}

TEST(Patterns, NameOneOrASet) {
  for (const char* one : {"f", "ns::f(int)", "operator+", "0x12", "modules:f", ""})
    EXPECT_FALSE(selects_many(one)) << one;
  for (const char* set : {"f*", "f?", "[fg]", "module:libf.so", "module:"})
    EXPECT_TRUE(selects_many(set)) << set;
}

TEST_F(FindTest, ByGlob) {
  EXPECT_EQ(count("shapes::twice<*>"), 2u);
  EXPECT_EQ(count("shapes_entr?"), 1u);
  EXPECT_EQ(find_sites("*")->size(), all_sites()->size());
  EXPECT_EQ(count("*"), library_.sites().size());
  const auto found = find_sites("shapes::*");
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(std::adjacent_find(found->begin(), found->end()) == found->end()) << "a site twice";
}

TEST_F(FindTest, ByAddress) {
  const Site* const site = library_.site("shapes_entry");
  char text[32];
  std::snprintf(text, sizeof text, "%#lx", site->entry);
  EXPECT_EQ(find_sites(text)->at(0), site);
  std::snprintf(text, sizeof text, "%#lx", site->entry + 7);
  EXPECT_HAS(error_of(text), "it is inside of 'shapes_");
  std::snprintf(text, sizeof text, "%p", library_.symbol("shapes_excluded"));
  EXPECT_HAS(error_of(text), "'shapes_excluded' in ");
  EXPECT_HAS(error_of(text), "is not patchable");
  EXPECT_HAS(error_of("0x10"), "no loaded module has this address");
  for (const char* wrong : {"0x", "0x12g", "0x11112222333344445", "0x-1"}) {
    EXPECT_EQ(find_sites(wrong).error().code(), Error::Code::usage) << wrong;
  }
}

TEST_F(FindTest, AnAddressWithoutASiteSaysWhatIsThere) {
  const auto said = [](const void* address) {
    char text[32];
    std::snprintf(text, sizeof text, "%p", address);
    return error_of(text);
  };
  static int data = 0;
  EXPECT_HAS(said(&data), "it is data (");
}

TEST_F(FindTest, ByModule) {
  EXPECT_EQ(count("module:libsite_shapes_own_O2.so"), library_.sites().size());
  EXPECT_EQ(count("module:" + path_.string()), library_.sites().size());
  const std::string error = error_of("module:zzz*");
  EXPECT_HAS(error, "no module with sites matches 'zzz*'; there are ");
  EXPECT_HAS(error, "libsite_shapes_own_O2.so");
}

TEST_F(FindTest, AGlobOfWhatIsNotPatchableSaysHowMany) {
  const std::string error = error_of("strto[ld]");  // libc's strtol and strtod
  EXPECT_HAS(error, "'strtod' in ");
  EXPECT_HAS(error, " and 1 or more others match, but are not patchable");
}

TEST_F(FindTest, MissesAreExplained) {
  EXPECT_HAS(error_of("shapes::incremnet"), "did you mean 'shapes::increment(int)'");
  EXPECT_HAS(error_of("incremnet"), "did you mean 'shapes::increment(int)'");  // its last part
  EXPECT_HAS(error_of("increment"), "'shapes::increment(int)'");
  const std::regex three("; did you mean '[^']+', '[^']+' or '[^']+'[?]");
  EXPECT_TRUE(std::regex_search(error_of("shapes"), three)) << error_of("shapes");
  EXPECT_HAS(error_of("shapes_excluded"),
             "exists, but is not patchable: link its target to retprobe::patchable");
  EXPECT_HAS(error_of("qsort"), "'qsort' in ");
  EXPECT_EQ(find_sites("zzzzqqqq").error().code(), Error::Code::not_found);
  EXPECT_LACKS(error_of("zzzzqqqq"), "did you mean");
  EXPECT_EQ(find_sites("").error().code(), Error::Code::usage);
  EXPECT_HAS(find_sites(std::string_view("f\0x", 3)).error().message(), "a zero byte");
  EXPECT_EQ(find_sites("zzzz[").error().code(), Error::Code::not_found);
}

TEST(Find, MissesAreExplainedByTheModulesOfNow) {
  EXPECT_LACKS(error_of("ns_sprintrr"), "exists, but is not patchable");
  const Library library("libresolv.so.2");  // of glibc
  EXPECT_HAS(error_of("ns_sprintrr"), "exists, but is not patchable");
}

// ---- Refusals ----

TEST(Rules, EachRefusalSaysWhy) {
  Library library(fixtures() / "libsite_rules.so");
  const auto refusal = [&library](const char* symbol) { return library.site(symbol)->refusal; };
  EXPECT_EQ(refusal("rules_good"), "");
  EXPECT_EQ(refusal("rules_good_clang"), "");
  EXPECT_HAS(refusal("rules_five_nops"), "link its target to retprobe::patchable");
  EXPECT_HAS(refusal("rules_patched"), "e9 00 00 00 00");
  EXPECT_HAS(refusal("rules_short"), "shorter");
  EXPECT_HAS(refusal("vfork"), "returns twice");
  EXPECT_HAS(refusal("_Unwind_Nonsense"), "unwinder");
  EXPECT_HAS(refusal("rules_resolved"), "ifunc");

  const Sites sites = library.sites();
  EXPECT_EQ(sites.size(), 9u);
  const auto nameless =
      std::find_if(sites.begin(), sites.end(), [](auto site) { return site->symbol.empty(); });
  ASSERT_NE(nameless, sites.end());
  char offset[32];
  std::snprintf(offset, sizeof offset, "libsite_rules.so+%#lx",
                (*nameless)->address - library.base());
  EXPECT_EQ((*nameless)->name, offset);
  EXPECT_EQ((*nameless)->size, 0u);
  EXPECT_EQ(find_sites(offset)->at(0), *nameless);
  EXPECT_HAS(error_of("nothing_of_this_name"),
             "1 records of functions lead outside of its own code");
}

TEST(Rules, StrippedLibraryKeepsItsSites) {
  const fs::path copy =
      fs::temp_directory_path() / ("retprobe_stripped_" + std::to_string(getpid()) + ".so");
  fs::copy_file(fixtures() / "libsite_shapes_own_O2.so", copy,
                fs::copy_options::overwrite_existing);
  ASSERT_EQ(std::system(("strip " + copy.string()).c_str()), 0);
  {
    Library whole(fixtures() / "libsite_shapes_own_O2.so");
    Library library(copy);
    const Sites sites = library.sites();
    EXPECT_EQ(sites.size(), whole.sites().size());
    EXPECT_EQ(library.site("_ZN6shapes9incrementEi")->name, "shapes::increment(int)");
    const auto without =
        std::count_if(sites.begin(), sites.end(), [](auto site) { return site->symbol.empty(); });
    EXPECT_GE(without, 3) << "static functions have no names in .dynsym";
    const auto nameless =
        std::find_if(sites.begin(), sites.end(), [](auto site) { return site->symbol.empty(); });
    char behind[32];
    std::snprintf(behind, sizeof behind, "%#lx", (*nameless)->entry + 1);
    EXPECT_HAS(error_of(behind), "it is code without a symbol (");
  }
  fs::remove(copy);
}

// ---- Programs of each kind ----

struct Output {
  int status;
  std::string text;
};

Output run(const fs::path& program) {
  std::FILE* const pipe = popen(program.c_str(), "r");
  Output output{-1, ""};
  if (pipe == nullptr) return output;
  char chunk[4096];
  for (std::size_t got; (got = std::fread(chunk, 1, sizeof chunk, pipe)) > 0;)
    output.text.append(chunk, got);
  output.status = pclose(pipe);
  return output;
}

TEST(Programs, StaticOnesAreRefusedWithAWord) {
  for (const char* name : {"site_dump_static", "site_dump_static-pie"}) {
    const Output output = run(fixtures() / name);
    ASSERT_TRUE(WIFEXITED(output.status)) << name << " died: " << output.status;
    EXPECT_EQ(WEXITSTATUS(output.status), 3) << output.text;
    EXPECT_HAS(output.text, "linked statically");
  }
}

TEST(Programs, PositionIndependentAndFixed) {
  for (const char* name : {"site_dump_pie", "site_dump_no-pie"}) {
    const Output output = run(fixtures() / name);
    ASSERT_EQ(output.status, 0) << output.text;
    std::istringstream lines(output.text);
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_EQ(line == "0", std::string(name) == "site_dump_no-pie") << line;
    std::set<std::uint64_t> entries;
    while (std::getline(lines, line)) {
      std::uint64_t address = 0, entry = 0;
      ASSERT_EQ(std::sscanf(line.c_str(), "%lx %lx", &address, &entry), 2) << line;
      entries.insert(entry);
    }
    EXPECT_EQ(entries, disassembly_scan::scan(fixtures() / name).entries) << name;
    EXPECT_GE(entries.size(), 15u);
  }
}

}  // namespace
}  // namespace retprobe
