// What people call a function: demangled names, with and without their parameter list, and near
// misses. Cold: allocates. Pure functions of their arguments, safe in any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace retprobe {

/// The demangled form of a C++ symbol; anything else as it is.
std::string demangled(std::string_view symbol);

/// "ns::f<int>(char const*) const" → "ns::f<int>"; a name without a parameter list as it is.
std::string_view without_parameters(std::string_view name);

/// "int ns::f<int>" → "ns::f<int>": only template instances have a return type in their demangled
/// names.
std::string_view without_return_type(std::string_view name);

/// "ns::f<int>" → "f".
std::string_view last_component(std::string_view name);

/// How many letters must change, come or go to make `b` of `a`; anything above `limit` is `limit +
/// 1`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

}  // namespace retprobe
