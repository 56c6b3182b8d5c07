// The modules that the dynamic linker has loaded, and their memory, read without trust: a module
// may be unmapped by another thread at any moment.
//
// Cold: locks the loader's list, opens /proc files. Not async-signal-safe.
#pragma once

#include <elf.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "retprobe/error.h"

namespace retprobe {

struct LoadedModule {
  std::uintptr_t base = 0;  // load address: what is added to the addresses in its file
  std::string path;         // for people
  std::string file;         // for open(); differs from `path` for the program itself
  std::vector<Elf64_Phdr> program_headers;

  /// Whether all of the bytes lie in one of its segments that has all of `flags` (PF_R, PF_W,
  /// PF_X).
  bool has(std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags) const;
  /// The end of its last segment, as linked: all addresses in its file are below.
  std::uintptr_t length() const;
  /// Whether it has exactly these program headers.
  bool has_headers(std::span<const Elf64_Phdr> headers) const;
};

/// How many modules were ever added and removed: as long as both stay, so does the list.
struct LoaderCounters {
  std::uint64_t adds = 0, subs = 0;
  bool operator==(const LoaderCounters&) const = default;
};

struct ModuleList {
  std::vector<LoadedModule> modules;  // the program first; without the kernel's vdso
  LoaderCounters counters;
};

/// Does not take the lock that dlopen, dlclose, dlsym and dladdr hold, so that a module's
/// constructor may get here while another thread is here. An Error (Code::unsupported) in a static
/// program.
Result<ModuleList> loaded_modules();
LoaderCounters loader_counters();

/// Runs `act` if a module is loaded as `module` says, and keeps it from being unmapped meanwhile:
/// what lies there is the module, all of it (perhaps not relocated yet). Under the loader's lock:
/// `act` is to be short.
bool while_loaded(const LoadedModule& module, const std::function<void()>& act);

/// Runs `act`, and keeps every module from being unmapped meanwhile. Under the loader's lock, like
/// the other; `act` throws nothing, and asks nothing of this header.
void while_none_is_unmapped(const std::function<void()>& act);

/// The process's own memory through /proc/self/mem: an unmapped address is a false return instead
/// of a SIGSEGV, and read-only pages can be written. Opened for each use: a descriptor from before
/// a fork would be the parent's memory.
class OwnMemory {
 public:
  static Result<OwnMemory> open();
  OwnMemory(OwnMemory&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  OwnMemory& operator=(OwnMemory&&) = delete;
  ~OwnMemory();

  [[nodiscard]] bool read(std::uintptr_t address, std::span<std::uint8_t> into) const;
  [[nodiscard]] bool write(std::uintptr_t address, std::span<const std::uint8_t> from) const;

 private:
  explicit OwnMemory(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace retprobe
