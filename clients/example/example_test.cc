// Runs the example, which the build puts beside the tests.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <string>

namespace retprobe::example {
namespace {

// What it printed, its errors too, and its exit status if that is not 0.
std::string run(const std::string& arguments) {
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::string command =
      "'" + (folder / "retprobe-clients-example").string() + "' 2>&1 " + arguments;
  std::FILE* const program = popen(command.c_str(), "re");
  if (!program) return "no program";
  std::string text;
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, program)) > 0;)
    text.append(buffer, n);
  const int status = pclose(program);
  if (status != 0) text += "[status " + std::to_string(WEXITSTATUS(status)) + "]";
  return text;
}

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

// fib(4) is 9 calls, at most 4 of them in flight; 2 of them begin when 3 are.
TEST(Example, BothClientsSeeEachCall) {
  for (const char* design : {"", "instance_pool", "bitmask jump", "call_through"}) {
    const std::string text = run(design);
    EXPECT_EQ(text.find("# retprobe graph: design "), 0u) << text;
    const auto table = text.find("   returns     missed");
    ASSERT_NE(table, std::string::npos) << text;
    const std::string tree = text.substr(0, table);
    EXPECT_EQ(count(tree, "example_fib()"), 18u) << tree;
    EXPECT_EQ(count(tree, "example_twice()"), 1u) << tree;

    std::istringstream rows(text.substr(text.find('\n', table)));
    std::uint64_t returns = 0, missed = 0, mean = 0, longest = 0;
    std::string function;
    rows >> returns >> missed >> mean >> longest >> function;
    EXPECT_EQ(function, "example_twice");
    EXPECT_EQ(returns, 1u);
    EXPECT_EQ(missed, 0u);
    EXPECT_GT(mean, 0u);
    EXPECT_EQ(longest, mean);
    rows >> returns >> missed >> mean >> longest >> function;
    EXPECT_EQ(function, "example_fib");
    EXPECT_EQ(returns, 14u) << text;
    EXPECT_EQ(missed, 4u) << text;
    EXPECT_GE(longest, mean);
  }
}

TEST(Example, SaysWhatIsWrong) {
  EXPECT_EQ(run("nothing").find("retprobe-clients-example: no design 'nothing'"), 0u);
  EXPECT_NE(run("nothing").find("[status 1]"), std::string::npos);
  EXPECT_NE(run("> /dev/full").find("[status 1]"), std::string::npos);
}

}  // namespace
}  // namespace retprobe::example
