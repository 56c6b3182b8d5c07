// Why PEGTL: nlohmann-json is a hand-written parser, loops and switches around a data structure,
// with allocation in most of its calls. A PEGTL grammar is the opposite shape: each rule is a type,
// matching is mutual recursion through template instances, most of them a few instructions long,
// and an answer travels up through dozens of returns. Failure has two forms, `false` for
// backtracking and an exception out of the whole depth. The library is compiled at -O1 in every
// build (CMakeLists.txt): GCC then inlines less of a grammar, some 130 sites instead of 80, with no
// option that forbids it.
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

/// The numbers that expressions are made of: a string of digits as its value, any other string as
/// its length.
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

/// An expression of `count` numbers. The numbers themselves decide where operators and parentheses
/// go; every 16th expression lacks its closing parentheses.
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
    // Depth: one expression in as many parentheses as it takes to be far beyond any return
    // predictor.
    const std::string depth(200, '(');
    evaluate(depth + std::to_string(numbers.at(0)) + std::string(200, ')'), output);
    evaluate(depth + std::to_string(numbers.at(0)) + " / 0" + std::string(200, ')'), output);
  }
}
