// A PEGTL grammar for a small language of whole numbers with C's operators and precedence. It
// evaluates while it parses. Each level of precedence is a level of recursion, so each pair of
// parentheses is some thirty calls deep. Only grammar_program.cc includes it. It throws
// pegtl::parse_error for a text that is not an expression, and for a division by zero.
#pragma once

#include <cstdint>
#include <tao/pegtl.hpp>
#include <vector>

namespace retprobe::harness {
namespace expression_grammar {

namespace pegtl = tao::pegtl;

struct spaces : pegtl::star<pegtl::space> {};
template <char... text>
struct token : pegtl::seq<pegtl::string<text...>, spaces> {};

struct disjunction;
struct digits : pegtl::plus<pegtl::digit> {};
struct number : pegtl::seq<digits, spaces> {};
struct bracketed : pegtl::if_must<token<'('>, disjunction, token<')'>> {};
struct unary;
struct negation : pegtl::if_must<token<'-'>, unary> {};
struct complement : pegtl::if_must<token<'!'>, unary> {};
struct unary : pegtl::sor<negation, complement, bracketed, number> {};

template <class Operand, class... Operations>
struct level : pegtl::seq<Operand, pegtl::star<pegtl::sor<Operations...>>> {};

struct multiply : pegtl::if_must<token<'*'>, unary> {};
struct divide : pegtl::if_must<token<'/'>, unary> {};
struct remainder : pegtl::if_must<token<'%'>, unary> {};
struct product : level<unary, multiply, divide, remainder> {};
struct add : pegtl::if_must<token<'+'>, product> {};
struct subtract : pegtl::if_must<token<'-'>, product> {};
struct sum : level<product, add, subtract> {};
struct less : pegtl::if_must<token<'<'>, sum> {};
struct comparison : level<sum, less> {};
struct equal : pegtl::if_must<token<'=', '='>, comparison> {};
struct equality : level<comparison, equal> {};
struct both : pegtl::if_must<token<'&', '&'>, equality> {};
struct conjunction : level<equality, both> {};
struct either : pegtl::if_must<token<'|', '|'>, conjunction> {};
struct disjunction : level<conjunction, either> {};
struct text : pegtl::must<spaces, disjunction, pegtl::eof> {};

// Every result is taken modulo this, so that no product of two overflows.
inline constexpr std::int64_t modulus = 1'000'003;

using Stack = std::vector<std::int64_t>;

template <class Rule>
struct action : pegtl::nothing<Rule> {};

/// Replaces the two topmost values by the result of `operation`. `in` is the position in the text,
/// for the error.
template <class Derived>
struct binary_action {
  template <class Input>
  static void apply(const Input& in, Stack& stack) {
    const std::int64_t right = stack.back();
    stack.pop_back();
    stack.back() = Derived::operation(stack.back(), right, in) % modulus;
  }
};

template <class Input>
std::int64_t divisor(std::int64_t value, const Input& in) {
  if (value == 0) throw pegtl::parse_error("division by zero", in);
  return value;
}

#define RETPROBE_BINARY_ACTION(rule, result)                                                    \
  template <>                                                                                   \
  struct action<rule> : binary_action<action<rule>> {                                           \
    template <class Input>                                                                      \
    static std::int64_t operation(std::int64_t a, std::int64_t b, [[maybe_unused]] Input& in) { \
      return result;                                                                            \
    }                                                                                           \
  }
RETPROBE_BINARY_ACTION(multiply, a* b);
RETPROBE_BINARY_ACTION(divide, a / divisor(b, in));
RETPROBE_BINARY_ACTION(remainder, a % divisor(b, in));
RETPROBE_BINARY_ACTION(add, a + b);
RETPROBE_BINARY_ACTION(subtract, a - b);
RETPROBE_BINARY_ACTION(less, a < b);
RETPROBE_BINARY_ACTION(equal, a == b);
RETPROBE_BINARY_ACTION(both, a != 0 && b != 0);
RETPROBE_BINARY_ACTION(either, a != 0 || b != 0);
#undef RETPROBE_BINARY_ACTION

template <>
struct action<digits> {
  template <class Input>
  static void apply(const Input& in, Stack& stack) {
    std::int64_t value = 0;
    for (const char c : in.string_view()) value = (value * 10 + (c - '0')) % modulus;
    stack.push_back(value);
  }
};
template <>
struct action<negation> {
  static void apply0(Stack& stack) { stack.back() = -stack.back(); }
};
template <>
struct action<complement> {
  static void apply0(Stack& stack) { stack.back() = stack.back() == 0; }
};

}  // namespace expression_grammar

/// The value of the whole of `input`. Throws pegtl::parse_error.
template <class Input>
std::int64_t evaluate_expression(Input& input) {
  expression_grammar::Stack stack;
  tao::pegtl::parse<expression_grammar::text, expression_grammar::action>(input, stack);
  return stack.back();
}

}  // namespace retprobe::harness
