// Tests of the real programs: independent checks that their output is right, and that two passes
// make the same calls.
#include "harness/workloads/real_program.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "core/testlib/expect.h"
#include "harness/workloads/grammar_program.h"
#include "harness/workloads/iso_codes.h"
#include "harness/workloads/json_program.h"
#include "harness/workloads/test_breakpoints.h"
#include "harness/workloads/test_module.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

std::vector<std::string> lines_with(const std::string& text, std::string_view prefix) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(prefix)) found.push_back(line.substr(prefix.size()));
  }
  return found;
}

// The JSON text without the blanks between its tokens.
std::string squeezed(const std::string& json) {
  std::string result;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"' && (i == 0 || json[i - 1] != '\\')) in_string = !in_string;
    if (in_string || (json[i] != ' ' && json[i] != '\n')) result += json[i];
  }
  return result;
}

const std::vector<LoadedDocument>& documents() {
  if (!iso_codes().ok()) throw std::runtime_error(iso_codes().error().message());
  return *iso_codes();
}

TEST(RealProgram, OutputIsTheSameInEveryPass) {
  for (const char* name : {"json", "json_errors", "grammar"}) {
    const std::string first = real_program_output(name);
    EXPECT_GT(first.size(), 10'000U) << name;
    EXPECT_TRUE(first == real_program_output(name)) << name;
  }
}

TEST(RealProgram, BothLibrariesWriteTheDocumentsOutAsTheyAre) {
  std::vector<std::string> expected;
  for (const LoadedDocument& document : documents()) expected.push_back(squeezed(document.text));
  EXPECT_TRUE(lines_with(real_program_output("json"), "compact: ") == expected);
  EXPECT_TRUE(lines_with(real_program_output("grammar"), "compact: ") == expected);
}

TEST(RealProgram, JsonFindsNothingToComplainAbout) {
  const std::string output = real_program_output("json");
  EXPECT_EQ(lines_with(output, "same as input: "),
            std::vector<std::string>(documents().size(), "yes"));
  EXPECT_EQ(lines_with(output, "twice: "), std::vector<std::string>());
  for (const char* name :
       {"iso_15924.json", "iso_3166-3.json", "iso_4217.json", "iso_639-5.json"}) {
    for (const char* what : {" patched: ", " unflattened: ", " binary round trips: "}) {
      EXPECT_EQ(lines_with(output, std::string(name) + what), std::vector<std::string>{"yes"});
    }
    for (const std::string& filtered : lines_with(output, "without names: ")) {
      EXPECT_LACKS(filtered, "\"name\":");
    }
  }
}

TEST(RealProgram, JsonErrorsThrowsEveryKindOfException) {
  const std::string output = real_program_output("json_errors");
  for (const char* kind : {"parse_error", "type_error", "out_of_range"}) {
    std::size_t count = 0;
    for (auto at = output.find(kind); at != std::string::npos; at = output.find(kind, at + 1))
      ++count;
    EXPECT_GT(count, 50U) << kind;
  }
  // A document that is cut is never valid.
  for (const std::string& line : lines_with(output, "cut: ")) EXPECT_HAS(line, "parse_error.101");
}

// Evaluates the grammar's language by precedence climbing, without PEGTL. Returns nothing when the
// text is not an expression or divides by 0.
class Evaluator {
 public:
  static std::optional<long> value(const std::string& text) {
    Evaluator evaluator(text);
    try {
      const long result = evaluator.binary(0);
      if (evaluator.at_ != text.size()) return {};
      return result;
    } catch (const std::domain_error&) {
      return {};
    }
  }

 private:
  explicit Evaluator(const std::string& text) : text_(text) {}

  bool take(std::string_view token) {
    if (!std::string_view(text_).substr(at_).starts_with(token)) return false;
    at_ += token.size();
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return true;
  }

  long unary() {
    if (take("-")) return -unary();
    if (take("!")) return unary() == 0 ? 1 : 0;
    if (take("(")) {
      const long inner = binary(0);
      if (!take(")")) throw std::domain_error("no closing parenthesis");
      return inner;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    if (at_ == begin) throw std::domain_error("no number");
    const long number = std::stol(text_.substr(begin, at_ - begin));
    take("");
    return number;
  }

  long binary(std::size_t level) {
    static const std::vector<std::vector<std::string>> levels = {
        {"||"}, {"&&"}, {"=="}, {"<"}, {"+", "-"}, {"*", "/", "%"}};
    if (level == levels.size()) return unary();
    long left = binary(level + 1);
    for (bool more = true; more;) {
      more = false;
      for (const std::string& name : levels[level]) {
        if (!take(name)) continue;
        left = apply(name, left, binary(level + 1)) % 1'000'003;
        more = true;
        break;
      }
    }
    return left;
  }

  static long apply(const std::string& name, long left, long right) {
    if ((name == "/" || name == "%") && right == 0) throw std::domain_error("division by zero");
    if (name == "||") return left != 0 || right != 0;
    if (name == "&&") return left != 0 && right != 0;
    if (name == "==") return left == right;
    if (name == "<") return left < right;
    if (name == "+") return left + right;
    if (name == "-") return left - right;
    if (name == "*") return left * right;
    return name == "/" ? left / right : left % right;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

TEST(RealProgram, GrammarEvaluatesAsAnotherEvaluatorDoes) {
  std::istringstream lines(real_program_output("grammar"));
  std::size_t values = 0, failures = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("document: ") || line.starts_with("compact: ")) continue;
    const std::size_t equals = line.rfind(" = "), fails = line.find(" fails, ");
    ASSERT_TRUE((equals == line.npos) != (fails == line.npos)) << line;
    if (fails != line.npos) {
      ++failures;
      EXPECT_FALSE(Evaluator::value(line.substr(0, fails))) << line;
    } else {
      ++values;
      const std::optional<long> expected = Evaluator::value(line.substr(0, equals));
      ASSERT_TRUE(expected) << line;
      EXPECT_EQ(line.substr(equals + 3), std::to_string(*expected)) << line;
    }
  }
  EXPECT_GT(values, 200U);
  EXPECT_GT(failures, 20U);
}

TEST(RealProgram, MissingDocumentsAreOneLineThatNamesThePackage) {
  for (const char* directory : {"/nonexistent", "/proc/self"}) {
    const auto loaded = load_iso_codes(directory);
    ASSERT_FALSE(loaded.ok());
    const std::string& message = loaded.error().message();
    EXPECT_HAS(message, directory);
    EXPECT_HAS(message, "apt-get install iso-codes");
    EXPECT_LACKS(message, "\n");
  }
}

TEST(RealProgram, OtherNamesAreRefused) {
  EXPECT_FALSE(real_program_ready("json"));
  EXPECT_TRUE(real_program_ready("leaf"));
  EXPECT_THROW(real_program_output("leaf"), std::runtime_error);
  EXPECT_THROW(real_program_output("nothing"), std::runtime_error);
}

// Documents of the right shape that are so small that a breakpoint in every call is fast enough.
std::vector<Document> miniatures() {
  return {
      {"iso_15924.json",
       R"({"15924":[{"alpha_4":"Adlm","name":"A"},{"alpha_4":"Afak","name":"B"}]})"},
      {"iso_3166-1.json", R"({"3166-1":[{"alpha_2":"AD","name":"Andorra","numeric":"020"}]})"},
      {"iso_3166-2.json", R"({"3166-2":[{"code":"AD-02","name":"Canillo","type":"Parish"}]})"},
      {"iso_3166-3.json", R"({"3166-3":[{"name":"A","numeric":"810"},{"name":"B"}]})"},
      {"iso_4217.json", R"({"4217":[{"name":"A","numeric":"784"},{"name":"B"}]})"},
      {"iso_639-3.json", R"({"639-3":[{"alpha_2":"aa","name":"Afar","scope":"I","type":"L"}]})"},
      {"iso_639-5.json", R"({"639-5":[{"name":"A"},{"name":"B"}]})"}};
}

// Compares all calls of all sites, in order, between the first pass in this test and a later one.
void expect_same_calls(ProgramPass pass, const std::string& library) {
  const std::vector<Document> input = miniatures();
  const test::Module program(library);
  std::string first_output, between, second_output;
  const std::size_t limit = 10'000'000;
  const test::Hits first =
      test::count_calls(program.sites(), limit, [&] { pass(input, first_output); });
  pass(input, between);
  const test::Hits second =
      test::count_calls(program.sites(), limit, [&] { pass(input, second_output); });
  EXPECT_EQ(first_output, second_output);
  EXPECT_GT(first.count, 1000U);
  EXPECT_LT(first.count, limit);
  EXPECT_EQ(first.count, second.count);
  EXPECT_TRUE(first.order == second.order);
}

TEST(RealProgramCalls, JsonMakesTheSameCallsInEveryPass) {
  expect_same_calls(run_json, "libretprobe_json.so");
}

TEST(RealProgramCalls, JsonErrorsMakesTheSameCallsInEveryPass) {
  expect_same_calls(run_json_errors, "libretprobe_json.so");
}

TEST(RealProgramCalls, GrammarMakesTheSameCallsInEveryPass) {
  expect_same_calls(run_grammar, "libretprobe_grammar.so");
}

}  // namespace
}  // namespace retprobe::harness
