// The grammar program: parse trees and expressions with PEGTL.
//
// Why PEGTL: it has the opposite shape of nlohmann-json. That one is a hand-written parser of loops
// and switches, with an allocation in most of its calls. In a PEGTL grammar each rule is a type.
// Matching is mutual recursion through template instances, most of them a few instructions long, so
// a result passes through dozens of returns. A failure has two forms: `false` for backtracking, and
// an exception that leaves the whole depth.
//
// Every build compiles this library at -O1 (CMakeLists.txt). At that level GCC inlines less of a
// grammar without any further option: there are some 130 sites instead of 80.
#include "harness/workloads/grammar_program.h"

#include <cstdint>
#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/json.hpp>
#include <tao/pegtl/contrib/parse_tree.hpp>
#include <vector>

#include "harness/workloads/expression_grammar.h"

namespace pegtl = tao::pegtl;
using retprobe::harness::Document;

namespace {

template <class Rule>
using Selector = pegtl::parse_tree::selector<
    Rule,
    pegtl::parse_tree::store_content::on<pegtl::json::string_content, pegtl::json::key_content,
                                         pegtl::json::number, pegtl::json::true_,
                                         pegtl::json::false_, pegtl::json::null>,
    pegtl::parse_tree::remove_content::on<pegtl::json::array, pegtl::json::object,
                                          pegtl::json::member>>;

using Node = pegtl::parse_tree::node;

/// Writes a tree as JSON without spaces.
void write(const Node& node, std::string& output) {
  const auto list = [&](char open, char close) {
    output += open;
    for (const auto& child : node.children) {
      if (child != node.children.front()) output += ',';
      write(*child, output);
    }
    output += close;
  };
  if (node.is_type<pegtl::json::object>()) {
    list('{', '}');
  } else if (node.is_type<pegtl::json::array>()) {
    list('[', ']');
  } else if (node.is_type<pegtl::json::member>()) {
    write(*node.children.at(0), output);
    output += ':';
    write(*node.children.at(1), output);
  } else if (node.is_type<pegtl::json::string_content>() ||
             node.is_type<pegtl::json::key_content>()) {
    output.append("\"").append(node.string_view()).append("\"");
  } else {
    output += node.string_view();
  }
}

/// Collects the numbers for the expressions: the value of a string of digits, and the length of any
/// other string.
void collect(const Node& node, std::vector<std::uint32_t>& numbers) {
  if (node.is_type<pegtl::json::string_content>()) {
    const std::string_view text = node.string_view();
    const bool digits =
        text.size() < 7 && text.find_first_not_of("0123456789") == std::string_view::npos;
    numbers.push_back(static_cast<std::uint32_t>(
        digits && !text.empty() ? std::stoul(std::string(text)) : text.size()));
  }
  for (const auto& child : node.children) collect(*child, numbers);
}

/// Makes an expression of `count` numbers. The numbers decide which operators and where parentheses
/// stand. A damaged one ends in an operator and lacks closing parentheses.
std::string compose(const std::uint32_t* numbers, std::size_t count, bool damaged) {
  static constexpr const char* operators[] = {"+", "-",  "*", "<",  "+", "-", "/", "&&", "+",
                                              "*", "||", "-", "==", "+", "%", "-", "*"};
  std::string text;
  std::string closing;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t n = numbers[i];
    if (i > 0) text.append(" ").append(operators[(n + i) % std::size(operators)]).append(" ");
    if (n % 5 == 1) text += '-';
    if (n % 7 == 2) text += '!';
    if (n % 3 == 0) {
      text += '(';
      closing += ')';
    }
    text += std::to_string(n);
    if (n % 4 == 1 && !closing.empty()) {
      text += ')';
      closing.pop_back();
    }
  }
  return damaged ? text + " +" : text + closing;
}

void evaluate(const std::string& text, std::string& output) {
  output += text;
  try {
    pegtl::memory_input input(text, "expression");
    const std::int64_t value = retprobe::harness::evaluate_expression(input);
    output.append(" = ").append(std::to_string(value)).append("\n");
  } catch (const pegtl::parse_error& error) {
    output.append(" fails, ").append(error.what()).append("\n");
  }
}

}  // namespace

void run_grammar(std::span<const Document> documents, std::string& output) {
  constexpr std::size_t numbers_per_expression = 24, expressions_per_document = 120;
  for (const Document& document : documents) {
    pegtl::memory_input input(document.text.data(), document.text.size(),
                              std::string(document.name));
    const auto tree =
        pegtl::parse_tree::parse<pegtl::must<pegtl::json::text, pegtl::eof>, Selector>(input);
    output.append("document: ").append(document.name).append("\ncompact: ");
    write(*tree->children.at(0), output);
    output += '\n';

    std::vector<std::uint32_t> numbers;
    collect(*tree, numbers);
    for (std::size_t i = 0; i < expressions_per_document; ++i) {
      const std::size_t begin = i * numbers_per_expression;
      if (begin + numbers_per_expression > numbers.size()) break;
      evaluate(compose(&numbers[begin], numbers_per_expression, i % 16 == 15), output);
    }
    // Depth: so many parentheses that the calls are far deeper than any return predictor.
    const std::string depth(200, '(');
    evaluate(depth + std::to_string(numbers.at(0)) + std::string(200, ')'), output);
    evaluate(depth + std::to_string(numbers.at(0)) + " / 0" + std::string(200, ')'), output);
  }
}
