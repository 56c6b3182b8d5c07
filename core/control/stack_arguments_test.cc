// What functions' code shows of their stack arguments, in the forms that compilers give it.
#include "core/control/stack_arguments.h"

#include <gtest/gtest.h>

#include "core/testlib/site_fixture.h"

namespace retprobe {
namespace {

std::string to_text(StackArguments answer) {
  return answer == StackArguments::none   ? "none"
         : answer == StackArguments::some ? "some"
                                          : "unknown";
}

// The fixture's functions are named after the answer. Without optimisation, nothing is a tail call:
// what would be unknown is none then.
TEST(StackArguments, InEveryFormOfCode) {
  unsigned libraries = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(fixtures())) {
    const std::string file = entry.path().filename();
    if (!file.starts_with("libstack_arguments_")) continue;
    SCOPED_TRACE(file);
    ++libraries;
    const Library library(entry.path());
    const bool optimised = file.find("O0") == file.npos;
    const Sites sites = library.sites();
    EXPECT_EQ(sites.size(), 24u);
    for (const Site* site : sites) {
      const std::string expected = site->symbol.substr(0, site->symbol.find('_'));
      const bool depends = expected == "unknown" && site->symbol != "unknown_runs_on";
      EXPECT_EQ(to_text(site->stack_arguments()), depends && !optimised ? "none" : expected)
          << site->symbol;
      const StackLook look = look_for_stack_arguments(*site);
      EXPECT_EQ(look.at != 0, expected == "some") << site->symbol;
    }
  }
  EXPECT_GE(libraries, 5u);
}

// Hand-written code without an unwind entry.
TEST(StackArguments, WithoutAnUnwindEntry) {
  const Library library(fixtures() / "libsite_rules.so");
  const Site* const site = library.site("rules_good");
  ASSERT_NE(site, nullptr);
  EXPECT_EQ(to_text(site->stack_arguments()), "unknown");
}

}  // namespace
}  // namespace retprobe
