#include "core/system/function_names.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

namespace retprobe {
namespace {

// No real function has a longer symbol, only a corrupted symbol table. The limit bounds the
// demangler's recursion and its quadratic output.
constexpr std::size_t kLongestSymbol = 32768;

bool is_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$';
}

// Whether the word "operator" is at `at`. What follows it is part of the name, brackets and blanks
// included.
bool is_operator(std::string_view name, std::size_t at) {
  constexpr std::string_view word = "operator";
  if (!name.substr(at).starts_with(word) || (at > 0 && is_identifier(name[at - 1]))) return false;
  return at + word.size() >= name.size() || !is_identifier(name[at + word.size()]);
}

}  // namespace

std::string demangled(std::string_view symbol) {
  // Only names that begin with _Z are mangled. __cxa_demangle would take "i" for a type and return
  // "int".
  if (!symbol.starts_with("_Z") || symbol.size() > kLongestSymbol) return std::string(symbol);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text != nullptr ? std::string(text.get()) : std::string(symbol);
}

std::string_view without_parameters(std::string_view name) {
  std::string_view rest = name;
  // A clone ("f(int) [clone .part.0]") is not f, so its name stays whole.
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view qualifier : {" const", " volatile", " &&", " &", "&&", "&"}) {
      if (!rest.ends_with(qualifier)) continue;
      rest.remove_suffix(qualifier.size());
      again = true;
    }
  }
  if (!rest.ends_with(')')) return name;
  int depth = 0;
  for (std::size_t i = rest.size(); i-- > 0;) {
    if (rest[i] == ')') ++depth;
    if (rest[i] == '(' && --depth == 0) return i == 0 ? name : rest.substr(0, i);
  }
  return name;
}

std::string_view without_return_type(std::string_view name) {
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (depth == 0 && is_operator(name, i)) break;
    if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
    if ((c == '>' && (i == 0 || name[i - 1] != '-')) || c == ')' || c == '}' || c == ']') --depth;
    // What stands in brackets behind a space says that the function is a clone.
    if (c == ' ' && depth == 0 && !name.substr(i).starts_with(" [")) begin = i + 1;
  }
  return name.substr(begin);
}

std::string_view last_component(std::string_view name) {
  int depth = 0;
  std::size_t begin = 0;
  std::size_t end = name.size();
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (depth == 0 && is_operator(name, i)) return name.substr(i);
    if (c == '<' || c == '(' || c == '{') {
      if (depth++ == 0 && c == '<') end = i;
    }
    if (c == '>' || c == ')' || c == '}') --depth;
    if (depth == 0 && name.substr(i).starts_with("::")) {
      begin = i + 2;
      end = name.size();
    }
  }
  return name.substr(begin, end > begin ? end - begin : std::string_view::npos);
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit) return limit + 1;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    std::size_t best = row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1)});
      diagonal = above;
      best = std::min(best, row[j + 1]);
    }
    if (best > limit) return limit + 1;
  }
  return std::min(row[b.size()], limit + 1);
}

}  // namespace retprobe
