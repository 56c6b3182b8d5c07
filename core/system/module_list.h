// Lists the modules that the dynamic linker has loaded, and reads their memory safely: another
// thread may unmap a module at any moment.
//
// Cold: locks the loader's list, opens /proc files. Not async-signal-safe.
#pragma once

#include <elf.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/system/proc_file.h"
#include "retprobe/error.h"

namespace retprobe {

struct LoadedModule {
  std::uintptr_t base = 0;  // load address, added to each address in the file
  std::string path;         // for messages
  std::string file;         // for open(); differs from `path` for the program itself
  std::vector<Elf64_Phdr> program_headers;
  bool is_program = false;  // which is never unloaded

  /// Whether all of the bytes are in one segment that has all of `flags` (PF_R, PF_W, PF_X).
  bool has(std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags) const;
  /// The end of its last segment, as linked: all addresses in its file are below.
  std::uintptr_t length() const;
  /// Whether it has exactly these program headers.
  bool has_headers(std::span<const Elf64_Phdr> headers) const;
};

/// How many modules were ever added and removed. While both are unchanged, the list is, too.
struct LoaderCounters {
  std::uint64_t adds = 0, subs = 0;
  bool operator==(const LoaderCounters&) const = default;
};

struct ModuleList {
  std::vector<LoadedModule> modules;  // the program is first; the vdso is left out
  LoaderCounters counters;
};

/// The loaded modules. Does not take the lock that dlopen, dlclose, dlsym and dladdr hold, so a
/// module's constructor may call this while another thread does. An Error (Code::unsupported) in a
/// static program.
Result<ModuleList> loaded_modules();
LoaderCounters loader_counters();

/// Runs `act` if the module is still loaded as `module` describes it, and prevents its unmapping
/// meanwhile. During `act` the memory is that module's (perhaps not relocated yet). Returns whether
/// it ran `act`. Holds the loader's lock, so `act` must be short.
bool while_loaded(const LoadedModule& module, const std::function<void()>& act);

/// Runs `act`, and prevents the unmapping of every module meanwhile. Holds the loader's lock, so
/// `act` must be short. `act` must not throw, and must not call functions of this header.
void while_none_is_unmapped(const std::function<void()>& act);

/// The process's own memory through /proc/thread-self/mem. Access to an unmapped address returns
/// false instead of raising SIGSEGV, and read-only pages can be written.
class OwnMemory {
 public:
  static Result<OwnMemory> open();

  [[nodiscard]] bool read(std::uintptr_t address, std::span<std::uint8_t> into) const {
    return file_.read_at(address, into.data(), into.size()) == 0;
  }
  [[nodiscard]] bool write(std::uintptr_t address, std::span<const std::uint8_t> from) const {
    return file_.write_at(address, from.data(), from.size()) == 0;
  }

 private:
  OwnMemory() = default;
  ProcFile file_{"/proc/thread-self/mem", O_RDWR};
};

}  // namespace retprobe
