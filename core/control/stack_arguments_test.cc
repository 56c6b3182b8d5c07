// What functions' code shows of their stack arguments, in the forms that compilers give it.
#include "core/control/stack_arguments.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <sstream>

#include "core/testlib/expect.h"
#include "core/testlib/site_fixture.h"
#include "retprobe/probe.h"

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
    EXPECT_EQ(sites.size(), 37u);
    for (const Site* site : sites) {
      const std::string expected = site->symbol.substr(0, site->symbol.find('_'));
      const bool depends = site->symbol == "unknown_pointer" || site->symbol == "unknown_variadic";
      EXPECT_EQ(to_text(site->stack_arguments()), depends && !optimised ? "none" : expected)
          << site->symbol;
      const StackLook look = *look_for_stack_arguments(*site);
      EXPECT_EQ(look.at != 0, expected == "some") << site->symbol;
    }
  }
  EXPECT_GE(libraries, 5u);
}

// The refusal says where, also if that is in the code that the function jumps to.
TEST(StackArguments, ARefusalNamesTheInstruction) {
  ASSERT_FALSE(configure({.design = "call_through"}));
  Tracer tracer = *Tracer::make({.name = "mine"});
  int within = 0, beyond = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(fixtures())) {
    if (!entry.path().filename().string().starts_with("libstack_arguments_")) continue;
    SCOPED_TRACE(entry.path());
    const Library library(entry.path());
    for (const Site* site : library.sites()) {
      const StackLook look = *look_for_stack_arguments(*site);
      if (look.answer != StackArguments::some || !site->refusal.empty()) continue;
      std::ostringstream place;
      place << std::hex << std::showbase;
      if (look.at >= site->address && look.at < site->address + site->size) {
        place << "+" << look.at - site->address;
        ++within;
      } else {
        place << look.at << ", where it jumps to";
        ++beyond;
      }
      const Site* const sites[] = {site};
      EXPECT_EQ(tracer.attach(sites).message(),
                "cannot attach mine to '" + site->name + "': it uses arguments on the stack (at " +
                    place.str() + "), and call_through calls its body from another frame");
    }
  }
  EXPECT_GT(within, 0);
  EXPECT_GT(beyond, 0);
}

// What could not be looked at now is looked at the next time.
TEST(StackArguments, ALookThatFailsIsNoAnswer) {
  ASSERT_FALSE(configure({.design = "call_through"}));
  Tracer tracer = *Tracer::make({.name = "mine"});
  const Library library(fixtures() / "libstack_arguments_own_O2.so");
  const Site* const sites[] = {library.site("some_struct")};
  const Library later(fixtures() / "libsite_rules.so");  // so that the catalogue reads files
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{0, before.rlim_max};
  for (const bool attach : {true, false}) {
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
    EXPECT_EQ(to_text(sites[0]->stack_arguments()), "unknown");
    const Error error = attach ? tracer.attach(sites) : tracer.detach(sites);
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_EQ(error.code(), Error::Code::system);
    EXPECT_HAS(error.message(), "/proc/thread-self/mem cannot be opened");
  }
  EXPECT_EQ(tracer.attach(sites).code(), Error::Code::refused);
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
