// The names that people use for functions: demangled names, with and without the parameter list,
// and near misses. Cold: allocates. Pure functions of their arguments, safe in any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace retprobe {

/// The demangled form of a C++ symbol; any other name unchanged.
std::string demangled(std::string_view symbol);

/// "ns::f<int>(char const*) const" → "ns::f<int>"; a name without a parameter list unchanged.
std::string_view without_parameters(std::string_view name);

/// "int ns::f<int>" → "ns::f<int>". Only template instances have a return type in their demangled
/// names.
std::string_view without_return_type(std::string_view name);

/// "ns::f<int>" → "f".
std::string_view last_component(std::string_view name);

/// How many letters must be changed, added or removed to turn `a` into `b`. A number above `limit`
/// is returned as `limit + 1`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

}  // namespace retprobe
