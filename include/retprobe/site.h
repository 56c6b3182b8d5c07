// The catalogue of sites: the patchable functions of all loaded modules (the program and its shared
// libraries). A site that must not be probed says why.
//
// A *patchable* function begins with one five-byte nop, after an `endbr64` if it has one. The
// compiler lists these nops in the section `__patchable_function_entries`. A program that links the
// CMake target `retprobe::patchable` is compiled so, with GCC and clang.
//
// Everything here is cold: it opens files, allocates and locks. Not async-signal-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "retprobe/error.h"
#include "retprobe/site_bytes.h"

namespace retprobe {

/// Whether a function uses arguments that its caller passes on the stack.
enum class StackArguments : std::uint8_t {
  none,     // its code uses none
  some,     // an instruction uses them or takes their address
  unknown,  // its code does not show it: see Site::stack_arguments()
};

/// One patchable function. A Site lives as long as the process, even when its module is unloaded
/// (`mapped` is false then).
struct Site {
  std::uintptr_t address = 0;  // of the function's symbol (of its endbr64, if it has one)
  std::uintptr_t entry = 0;    // of the five patchable bytes
  std::size_t size = 0;        // in bytes, from the symbol table; 0 where it has no symbol
  std::string symbol;          // as in the symbol table; "" where there is none
  std::string name;            // demangled; "module+0xoffset" where there is no symbol
  std::string module;          // path of the module
  SiteBytes original{};        // the unpatched five bytes: one whole five-byte instruction
  std::string refusal;         // why it must not be probed; empty when it may be
  bool mapped = true;          // false after dlclose

  /// Whether it uses stack arguments, by its code, that of its parts elsewhere, and that of the
  /// functions that it tail-calls. Each call reads the code anew: some microseconds. Unknown where
  /// the function has no unwind entry, tail-calls a function that only a pointer or the dynamic
  /// linker's lazy binding knows, realigns the stack by a register of its own, indexes an array on
  /// the stack that may be its own or a part of an argument, or is too long (20,000 instructions).
  /// call_through refuses `some` at attach.
  StackArguments stack_arguments() const;
  /// The address of the body: the first byte behind the patched ones.
  std::uintptr_t body() const { return entry + original.size(); }
};

/// Reads the modules that are loaded now and returns all of their sites in address order, refused
/// ones included (`Site::refusal`). Repeated calls return the same `Site` objects for modules that
/// are still loaded, and add those that dlopen has loaded since. In a static program: an Error
/// (Code::unsupported), since a shared library's catalogue cannot reach its functions. Thread-safe.
Result<std::vector<const Site*>> all_sites();

/// Finds sites by a pattern. Refused sites are included. The pattern is one of:
///   - a symbol or a demangled name, with or without its parameter list;
///   - a glob over such names (fnmatch: * ? []);
///   - "module:GLOB": all sites of the modules whose file name or path matches the glob;
///   - "0x…": the address of a function or of its entry, in hexadecimal.
/// If nothing is found: an Error (Code::not_found) that suggests similar names. If the function
/// exists but is not patchable, the message says so, and how to build it patchable.
Result<std::vector<const Site*>> find_sites(std::string_view pattern);

/// Whether `pattern` selects a set (a glob, a module). If not, it names one function.
bool selects_many(std::string_view pattern);

/// The site whose entry or function address is `address`, or an Error that says what lies there.
Result<const Site*> site_at(std::uintptr_t address);

}  // namespace retprobe
