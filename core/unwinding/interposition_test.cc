// Whether the library notices that a program does not call the functions that it interposes.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/testlib/expect.h"
#include "core/testlib/site_fixture.h"
#include "retprobe/probe.h"

// The program interposes one of the functions, too, as AddressSanitizer does. The next definition,
// which it would call, is the library's.
extern "C" void __longjmp_chk() { std::abort(); }

namespace retprobe {
namespace {

std::string library() {
  Dl_info info{};
  dladdr(reinterpret_cast<void*>(&interposition), &info);
  return info.dli_fname;
}

// What a C program says with these libraries.
std::string said_with(const std::string& preloaded) {
  const std::string command = "LD_PRELOAD='" + preloaded + "' /bin/true";
  FILE* const output = popen(command.c_str(), "r");
  std::string text;
  for (int c; output && (c = std::fgetc(output)) != EOF;) text += static_cast<char>(c);
  return output && pclose(output) == 0 ? text : "failed: " + text;
}

TEST(Interposition, OfAProgramThatLinksTheLibrary) {
  const Error error = interposition();
  EXPECT_FALSE(error) << error.message();
}

TEST(Interposition, OfAPreloadedLibraryThatLinksIt) {
  const std::string driver = fixtures() / "libpreloaded_driver.so";
  EXPECT_HAS(said_with(driver),
             "the program calls other libraries' longjmp (libc.so.6), _longjmp (libc.so.6), "
             "siglongjmp (libc.so.6), __longjmp_chk (libc.so.6), makecontext (libc.so.6)");
  EXPECT_EQ(said_with(library() + " " + driver), "interposed\n");
}

// Libraries that do not depend on each other are initialised from the last to the first.
TEST(Interposition, WorksBeforeTheLibraryIsInitialised) {
  EXPECT_EQ(said_with(library() + " " + std::string(fixtures() / "libearly_jumps.so")),
            "longjmp _longjmp siglongjmp __longjmp_chk makecontext\n");
}

}  // namespace
}  // namespace retprobe
