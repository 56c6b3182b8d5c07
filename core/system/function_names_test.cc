// Tests demangling, the parts of demangled names, and the edit distance.
#include "core/system/function_names.h"

#include <gtest/gtest.h>

namespace retprobe {
namespace {

std::string plain(std::string_view name) {
  return std::string(without_return_type(without_parameters(name)));
}

TEST(FunctionNames, DemangledOnlyWhenMangled) {
  EXPECT_EQ(demangled("_ZN2ns1fIiEEvT_"), "void ns::f<int>(int)");
  // Of Rust: the legacy form is one of C++, and the newer form is left as it is.
  EXPECT_EQ(demangled("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE"),
            "core::fmt::Formatter::pad::h0123456789abcdef");
  EXPECT_EQ(demangled("_RNvCs1234_7mycrate3foo"), "_RNvCs1234_7mycrate3foo");
  EXPECT_EQ(demangled("i"), "i");  // the demangler would say "int"
  EXPECT_EQ(demangled("main"), "main");
  EXPECT_EQ(demangled("_Znonsense"), "_Znonsense");
  EXPECT_EQ(demangled(""), "");
  EXPECT_EQ(demangled("_Z" + std::string(100000, 'P') + "i").size(), 100003u);
  EXPECT_FALSE(demangled("_Z1f" + std::string(30000, 'P') + "i").empty());
}

TEST(FunctionNames, WithoutParameters) {
  EXPECT_EQ(without_parameters("f(int)"), "f");
  EXPECT_EQ(without_parameters("ns::f(int (*)(char), A<(B)1>) const &"), "ns::f");
  EXPECT_EQ(without_parameters("C::operator()(int) const"), "C::operator()");
  EXPECT_EQ(without_parameters("main"), "main");
  EXPECT_EQ(without_parameters("(anonymous namespace)::f()"), "(anonymous namespace)::f");
  EXPECT_EQ(without_parameters("f(int)::{lambda(char)#1}::operator()(char) const"),
            "f(int)::{lambda(char)#1}::operator()");
  EXPECT_EQ(without_parameters("f(int) [clone .part.0]"), "f(int) [clone .part.0]");
  EXPECT_EQ(without_parameters("f)"), "f)");
  EXPECT_EQ(without_parameters("()"), "()");
  EXPECT_EQ(without_parameters(""), "");
  // Nobody looks in front of the view.
  EXPECT_EQ(without_parameters(std::string_view("(f) const").substr(1)), "f) const");
}

TEST(FunctionNames, WithoutReturnType) {
  EXPECT_EQ(plain("int ns::f<int>(int)"), "ns::f<int>");
  EXPECT_EQ(plain("std::map<int, long> ns::f<int, char>(int, char)"), "ns::f<int, char>");
  EXPECT_EQ(plain("C::operator unsigned int() const"), "C::operator unsigned int");
  EXPECT_EQ(plain("operator new(unsigned long)"), "operator new");
  EXPECT_EQ(plain("bool operator< <int>(A<int> const&)"), "operator< <int>");
  EXPECT_EQ(plain("A& A::operator->*(B)"), "A::operator->*");
  EXPECT_EQ(plain("void my_operator<int>(int)"), "my_operator<int>");
  EXPECT_EQ(plain("decltype(x->y) f<int>(int)"), "f<int>");
  EXPECT_EQ(plain("(anonymous namespace)::f(int)"), "(anonymous namespace)::f");
  EXPECT_EQ(plain("f()::{unnamed type#1}::g(int)"), "f()::{unnamed type#1}::g");
  EXPECT_EQ(plain("f()::{lambda()#1} g<int>(int)"), "g<int>");
  EXPECT_EQ(plain("-> f"), "f");
  EXPECT_EQ(without_return_type(std::string_view("f ").substr(0, 1)), "f");
  EXPECT_EQ(without_return_type("f(int) [clone .part.0]"), "f(int) [clone .part.0]");
  EXPECT_EQ(without_return_type("void f<int>(int) [clone .cold]"), "f<int>(int) [clone .cold]");
}

TEST(FunctionNames, LastComponent) {
  EXPECT_EQ(last_component("a::b<c::d>::e<f::g>"), "e");
  EXPECT_EQ(last_component("main"), "main");
  EXPECT_EQ(last_component("(anonymous namespace)::f"), "f");
  EXPECT_EQ(last_component("A::operator<<"), "operator<<");
  EXPECT_EQ(last_component("ns::e<f<g>>"), "e");
  EXPECT_EQ(last_component("f()::<lambda(int)>"), "<lambda(int)>");
  EXPECT_EQ(last_component(std::string_view("f<int><").substr(0, 6)), "f");
}

TEST(FunctionNames, OperatorIsAWordOfItsOwn) {
  for (const char letter : std::string_view("azmAZM095_$")) {
    const std::string before = letter + std::string("operator");
    EXPECT_EQ(last_component(before), before);
    EXPECT_EQ(last_component("ns::" + before + "<int>"), before);
    const std::string behind = std::string("operator") + letter;
    EXPECT_EQ(last_component("ns::" + behind + "<int>"), behind);
  }
  // What is around the view does not belong to the word.
  EXPECT_EQ(last_component(std::string_view("xoperator<<").substr(1)), "operator<<");
  EXPECT_EQ(last_component(std::string_view("f operatorx").substr(0, 10)), "operator");
}

TEST(FunctionNames, EditDistance) {
  EXPECT_EQ(edit_distance("parse", "parse", 3), 0u);
  EXPECT_EQ(edit_distance("pasre", "parse", 3), 2u);
  EXPECT_EQ(edit_distance("", "abc", 3), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting", 3), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting", 2), 3u);  // above the limit
  EXPECT_EQ(edit_distance("a", "abcdefgh", 3), 4u);
  EXPECT_EQ(edit_distance("xparse", "parse", 3), 1u);
  EXPECT_EQ(edit_distance("parsee", "parse", 3), 1u);
  EXPECT_EQ(edit_distance("abc", "", 5), 3u);
}

// A row of the table in which all numbers are above the limit ends the search.
TEST(FunctionNames, EditDistanceAtItsLimit) {
  EXPECT_EQ(edit_distance("ab", "ab", 0), 0u);
  EXPECT_EQ(edit_distance("ab", "xb", 1), 1u);  // the last number of the last row alone is not
  EXPECT_EQ(edit_distance("abc", "xyz", 1), 2u);
  EXPECT_EQ(edit_distance("abcd", "cdab", 2), 3u);  // 4, but no row is all above 2
}

}  // namespace
}  // namespace retprobe
