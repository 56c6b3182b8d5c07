// Guests that do not behave: a shell script stands for QEMU.
#include "harness/kernel/guest.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "core/testlib/expect.h"
#include "harness/must.h"
#include "harness/session/scratch.h"

namespace retprobe::harness {
namespace {

const KernelImage image{.name = "0.1",
                        .what = "a test's",
                        .release = "0.1-test",
                        .absent = {},
                        .image = "vmlinuz",
                        .initrd = "initrd"};

class GuestTest : public testing::Test {
 protected:
  // Puts the script into PATH under QEMU's name. $console is the file of the kernel's console.
  void emulate(const std::string& script) {
    std::ofstream(emulator()) << "#!/bin/sh\n"
                                 "for word; do case $word in file:*) console=${word#file:};; esac; "
                                 "done\n"
                              << script;
    chmod(emulator().c_str(), 0755);
    setenv("PATH", (folder_.path() + ":" + path_).c_str(), 1);
  }
  std::string emulator() const { return folder_.path() + "/qemu-system-x86_64"; }
  void TearDown() override { setenv("PATH", path_.c_str(), 1); }

  static std::string boot_error(double patience_seconds = 60) {
    const auto guest =
        Guest::boot(image, {.mitigations = false, .patience_seconds = patience_seconds});
    return guest.ok() ? "it boots" : guest.error().message();
  }

 private:
  Scratch folder_;
  std::string path_ = std::getenv("PATH");
};

TEST_F(GuestTest, Answers) {
  emulate("echo ready 0.1-test; read line; echo ok said=$line; read line; echo error no");
  auto guest = must(Guest::boot(image, {}));
  EXPECT_EQ(guest.ask("hello")->text, "said=hello");
  const auto refused = guest.ask("more");
  EXPECT_EQ(refused.error().code(), Error::Code::refused);
  EXPECT_EQ(refused.error().message(), "no");
  EXPECT_FALSE(guest.ended());
}

TEST_F(GuestTest, PrintsNonsense) {
  emulate("echo ready 0.1-test; read line; echo 'Segmentation fault'; read line");
  auto guest = must(Guest::boot(image, {}));
  EXPECT_EQ(guest.ask("hello").error().message(),
            "the guest prints nonsense: 'Segmentation fault'");
  EXPECT_TRUE(guest.ended());
}

TEST_F(GuestTest, Panics) {
  emulate("echo ready 0.1-test; read line; echo '[ 1.0] Kernel panic - not syncing: x' >$console");
  auto guest = must(Guest::boot(image, {}));
  EXPECT_EQ(guest.ask("hello").error().message(),
            "no answer: the guest's kernel gave up: Kernel panic - not syncing: x");
  EXPECT_TRUE(guest.ended());
  EXPECT_FALSE(guest.ask("again").ok());
}

TEST_F(GuestTest, DiesOnceWhileItBoots) {
  emulate(
      "if [ ! -e $0.died ]; then touch $0.died; echo 'BUG: kernel NULL pointer' >$console; "
      "exit; fi; echo ready 0.1-test; read line");
  EXPECT_EQ(boot_error(), "it boots");
}

TEST_F(GuestTest, DiesWheneverItBoots) {
  emulate("echo booted >>$0.boots; echo 'Kernel panic - not syncing: x' >$console");
  EXPECT_EQ(boot_error(),
            "0.1-test does not boot: no answer: the guest's kernel gave up: Kernel panic - not "
            "syncing: x");
  std::ifstream boots(emulator() + ".boots");
  EXPECT_EQ(std::count(std::istreambuf_iterator<char>(boots), {}, '\n'), 2);
}

TEST_F(GuestTest, Hangs) {
  emulate("exec sleep 60");
  EXPECT_HAS(boot_error(1), "timed out after 1 s");
}

TEST_F(GuestTest, IsAnotherKernel) {
  emulate("echo ready 0.2-test; read line");
  EXPECT_EQ(boot_error(), "0.1-test begins with 'ready 0.2-test'");
}

TEST_F(GuestTest, CannotBeStarted) {
  emulate("echo 'no such machine' >&2; exit 1");
  EXPECT_HAS(boot_error(), "no such machine");
}

}  // namespace
}  // namespace retprobe::harness
