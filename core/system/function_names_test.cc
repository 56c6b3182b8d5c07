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
}

TEST(FunctionNames, LastComponent) {
  EXPECT_EQ(last_component("a::b<c::d>::e<f::g>"), "e");
  EXPECT_EQ(last_component("main"), "main");
  EXPECT_EQ(last_component("(anonymous namespace)::f"), "f");
  EXPECT_EQ(last_component("A::operator<<"), "operator<<");
}

TEST(FunctionNames, EditDistance) {
  EXPECT_EQ(edit_distance("parse", "parse", 3), 0u);
  EXPECT_EQ(edit_distance("pasre", "parse", 3), 2u);
  EXPECT_EQ(edit_distance("", "abc", 3), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting", 3), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting", 2), 3u);  // above the limit
  EXPECT_EQ(edit_distance("a", "abcdefgh", 3), 4u);
}

}  // namespace
}  // namespace retprobe
