// The catalogue of sites: every function of every loaded module that can be probed, and why the
// others cannot.
//
// A *patchable* function begins (behind an `endbr64`, if it has one) with one five-byte nop, listed
// by the compiler in the section `__patchable_function_entries`. The CMake target
// `retprobe::patchable` gives a program these functions with GCC and clang.
//
// Everything here is cold: it opens files, allocates and locks. Not async-signal-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "retprobe/error.h"

namespace retprobe {

/// The five bytes at a function's entry that get patched.
using SiteBytes = std::array<std::uint8_t, 5>;

/// One probe-able function. Lives as long as the process: also after its module is gone (`mapped`
/// is false then).
struct Site {
  std::uintptr_t address = 0;  // where the function's symbol points (at its endbr64, if it has one)
  std::uintptr_t entry = 0;    // where the five patchable bytes are
  std::size_t size = 0;  // bytes, from the symbol table; 0 where the module has no symbol for it
  std::string symbol;    // as in the symbol table; "" where there is none
  std::string name;      // demangled; "module+0xoffset" where there is no symbol
  std::string module;    // path of the module
  SiteBytes original{};  // the five bytes as they were found: one whole five-byte instruction
  std::string refusal;   // why it must not be probed; empty when it may be
  bool mapped = true;    // false after dlclose

  /// Where the body begins: what follows the patched bytes.
  std::uintptr_t body() const { return entry + original.size(); }
};

/// Reads the modules that are loaded now and returns all of their sites, in address order, refused
/// ones included
/// (`Site::refusal`). Repeated calls return the same `Site` objects for modules that are still
/// there; modules that came by dlopen are added. A static program is an Error (Code::unsupported),
/// as its functions cannot be reached from a shared library's catalogue. Thread-safe.
Result<std::vector<const Site*>> all_sites();

/// The sites whose symbol or demangled name (with or without its parameter list) equals `pattern`,
/// or matches it as a glob (fnmatch: * ? []). "module:GLOB" selects all sites of the modules whose
/// file name or path matches. `pattern` may also be an address in hexadecimal, "0x…", of a function
/// or of its entry. Refused sites are included. Nothing found is an Error (Code::not_found) that
/// names near misses where there are any, and says so when the function exists but is not patchable
/// (and how to build it so).
Result<std::vector<const Site*>> find_sites(std::string_view pattern);

/// Whether `pattern` is one that selects a set (a glob, a module) rather than names one function.
bool selects_many(std::string_view pattern);

/// The site whose entry or function address is `address`, or an Error that says what is there
/// instead.
Result<const Site*> site_at(std::uintptr_t address);

}  // namespace retprobe
