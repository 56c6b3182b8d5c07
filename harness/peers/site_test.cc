// Tests what is said of the sites of uprobes: of bytes, and of this kernel's own uprobes.
#include "harness/peers/program/site.h"

#include <gtest/gtest.h>

#include "harness/must.h"
#include "harness/peers/program/functions.h"

extern "C" {
int retprobe_test_ordinary(int x);
int retprobe_test_nop10(int x);
}
asm(R"(
  .text
  .globl retprobe_test_ordinary, retprobe_test_nop10
  .type retprobe_test_ordinary, @function
retprobe_test_ordinary:
  lea 1(%rdi), %eax
  ret
  .fill 10, 1, 0x90
  .size retprobe_test_ordinary, . - retprobe_test_ordinary
  .p2align 6
  .type retprobe_test_nop10, @function
retprobe_test_nop10:
  .byte 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0
  lea 1(%rdi), %eax
  ret
  .size retprobe_test_nop10, . - retprobe_test_nop10
)");

namespace retprobe::peers {
namespace {

TEST(Site, IsABreakpointOrACallOrNeither) {
  EXPECT_EQ(site_of({0xcc, 0x0f, 0x1f}), Site::breakpoint);
  EXPECT_EQ(site_of({0xe8, 1, 2, 3, 4}), Site::call);
  EXPECT_EQ(site_of({0x48, 0x8d, 0x64, 0x24, 0x80, 0xe8, 1, 2, 3, 4}), Site::call);
  EXPECT_EQ(site_of({0x66, 0x2e, 0x0f, 0x1f, 0x84, 0xe8}), Site::other)
      << "a ten-byte nop whose uprobe is gone keeps bytes of the call";
  EXPECT_EQ(site_of({0x48, 0x8d, 0x64, 0x24, 0x80, 0x90}), Site::other);
  EXPECT_EQ(site_of({0x0f, 0x1f, 0x44, 0x00, 0x00}), Site::other) << "the nop itself";
  EXPECT_EQ(site_of({0x55, 0x48, 0x89, 0xe5}), Site::other);
}

// Probes it and calls it.
std::string seen(const char* name, int (*function)(int)) {
  const std::vector<Function> functions = harness::must(functions_named(name));
  EXPECT_EQ(optimised(functions), "unknown") << "before it is probed";
  const auto peer = make_peer();
  if (const std::string why = peer->attach("entry", functions, true); !why.empty()) return why;
  for (int call = 0; call < 10; ++call) EXPECT_EQ(function(call), call + 1);
  EXPECT_EQ(peer->hits()->entries, 10U);
  return std::string(optimised(functions));
}

TEST(Optimised, IsNoForAnOrdinaryFunction) {
  const std::string what = seen("retprobe_test_ordinary", retprobe_test_ordinary);
  if (what.find(' ') != std::string::npos) GTEST_SKIP() << what;
  EXPECT_EQ(what, "no");
}

// Which of the two depends on the kernel.
TEST(Optimised, IsYesOrNoForATenByteNop) {
  const std::string what = seen("retprobe_test_nop10", retprobe_test_nop10);
  if (what.find(' ') != std::string::npos) GTEST_SKIP() << what;
  EXPECT_TRUE(what == "yes" || what == "no") << what;
  RecordProperty("optimised", what);
}

}  // namespace
}  // namespace retprobe::peers
