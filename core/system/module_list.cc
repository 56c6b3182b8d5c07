#include "core/system/module_list.h"

#include <link.h>
#include <pthread.h>
#include <sys/auxv.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <new>
#include <string_view>

#include "core/system/fair_lock.h"

namespace retprobe {
namespace {

// Held by every call of this file that takes the loader's lock, and held across fork. The loader
// does not reset the lock of its list in the child of a fork. If another thread holds it at that
// moment, the child waits for ever. This mutex ensures that this library is never the holder. (A
// dlopen, or other code's dl_iterate_phdr, still can be: glibc has this limit for every user of
// that function.) A thread that holds this mutex waits for no other lock of this library, and is
// AsyncBlocked.
constinit std::mutex looking;

// Registered before all other fork handlers, so that a fork takes this lock last. Other code may
// hold its own lock, with its own fork handlers, while it waits for this one.
__attribute__((constructor(101))) void keep_out_of_forks() {
  pthread_atfork([] { looking.lock(); }, [] { looking.unlock(); }, [] { looking.unlock(); });
}

int iterate(int (*callback)(dl_phdr_info*, std::size_t, void*), void* data) {
  const AsyncBlocked blocked;
  const std::lock_guard lock(looking);
  return dl_iterate_phdr(callback, data);
}

struct Collection {
  ModuleList list;
  // True when some module names a dynamic linker, which only a dynamic program does.
  bool interpreter = false;
  bool exhausted = false;
};

bool has_segment(const dl_phdr_info& info, std::uint32_t type) {
  return std::any_of(info.dlpi_phdr, info.dlpi_phdr + info.dlpi_phnum,
                     [type](const Elf64_Phdr& header) { return header.p_type == type; });
}

// Runs under the loader's lock, so it only copies. An exception must not pass through the loader's
// frames.
int collect(dl_phdr_info* info, std::size_t, void* data) {
  auto& collection = *static_cast<Collection*>(data);
  try {
    LoadedModule module;
    module.base = info->dlpi_addr;
    module.path = info->dlpi_name != nullptr ? info->dlpi_name : "";
    module.program_headers.assign(info->dlpi_phdr, info->dlpi_phdr + info->dlpi_phnum);
    module.is_program = reinterpret_cast<std::uintptr_t>(info->dlpi_phdr) == getauxval(AT_PHDR);
    collection.interpreter |= has_segment(*info, PT_INTERP);
    collection.list.counters = {info->dlpi_adds, info->dlpi_subs};
    const std::uintptr_t vdso = getauxval(AT_SYSINFO_EHDR);
    if (vdso != 0 && module.has(vdso, 1, PF_R)) return 0;
    collection.list.modules.push_back(std::move(module));
  } catch (const std::bad_alloc&) {
    collection.exhausted = true;
    return 1;
  }
  return 0;
}

// The path of the file mapped at `address`; "" when there is none.
std::string mapped_file(std::uintptr_t address) {
  std::ifstream maps("/proc/thread-self/maps");
  std::string line;
  while (std::getline(maps, line)) {
    std::uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx", &begin, &end) != 2 || address < begin ||
        address >= end)
      continue;
    const std::size_t begin_of_path = line.find('/');
    if (begin_of_path == std::string::npos) return "";
    std::string path = line.substr(begin_of_path);
    constexpr std::string_view newline = "\\012";  // as the kernel writes one
    for (std::size_t at = 0; (at = path.find(newline, at)) != std::string::npos; ++at)
      path.replace(at, newline.size(), "\n");
    return path;
  }
  return "";
}

void name_module(LoadedModule& module) {
  std::string mapped;
  // dlopen("./plugin.so") leaves a relative name, which is wrong after a chdir. The program has no
  // name at all.
  if (!module.path.starts_with('/')) {
    for (const Elf64_Phdr& header : module.program_headers) {
      if (header.p_type != PT_LOAD) continue;
      mapped = mapped_file(module.base + header.p_vaddr);
      if (!mapped.empty()) module.path = mapped;
      break;
    }
  }
  module.file = module.path;
  if (!module.is_program) return;
  // This link leads to the running file even if that was moved or deleted. (If the program was
  // started by calling the dynamic linker, the link leads to the dynamic linker.)
  constexpr const char* kProgram = "/proc/thread-self/exe";
  std::error_code failed;
  const std::string target = std::filesystem::read_symlink(kProgram, failed).string();
  if (!failed && (mapped.empty() || mapped == target)) {
    module.file = kProgram;
    module.path = target;
  }
}

}  // namespace

bool LoadedModule::has(std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags) const {
  return std::any_of(program_headers.begin(), program_headers.end(), [&](const Elf64_Phdr& header) {
    if (header.p_type != PT_LOAD || (header.p_flags & flags) != flags) return false;
    const std::uintptr_t begin = base + header.p_vaddr;
    return address >= begin && address - begin <= header.p_memsz &&
           bytes <= header.p_memsz - (address - begin);
  });
}

std::uintptr_t LoadedModule::length() const {
  std::uintptr_t end = 0;
  for (const Elf64_Phdr& header : program_headers) {
    if (header.p_type == PT_LOAD) end = std::max(end, header.p_vaddr + header.p_memsz);
  }
  return end;
}

bool LoadedModule::has_headers(std::span<const Elf64_Phdr> headers) const {
  return headers.size() == program_headers.size() &&
         (headers.empty() ||
          std::memcmp(headers.data(), program_headers.data(), headers.size_bytes()) == 0);
}

Result<ModuleList> loaded_modules() {
  Collection collection;
  iterate(collect, &collection);
  if (collection.exhausted)
    return Error(Error::Code::exhausted, "not enough memory to list the loaded modules");
  auto& modules = collection.list.modules;
  // A static-pie program has PT_DYNAMIC, but no dynamic linker that loads modules. A dynamic
  // program without PT_INTERP (started by calling the dynamic linker) has the dynamic linker as a
  // second module.
  if (!collection.interpreter && modules.size() < 2) {
    return Error(Error::Code::unsupported,
                 "this program is linked statically, and the functions of a static program cannot "
                 "be probed; link it dynamically (without -static and -static-pie)");
  }
  for (LoadedModule& module : modules) name_module(module);
  return std::move(collection.list);
}

LoaderCounters loader_counters() {
  LoaderCounters counters;
  const auto first = [](dl_phdr_info* info, std::size_t, void* data) {
    *static_cast<LoaderCounters*>(data) = {info->dlpi_adds, info->dlpi_subs};
    return 1;
  };
  iterate(first, &counters);
  return counters;
}

bool while_loaded(const LoadedModule& module, const std::function<void()>& act) {
  struct Search {
    const LoadedModule& module;
    const std::function<void()>& act;
  } search{module, act};
  // The loader maps a module before it lists it. It holds the lock of the list while it unmaps a
  // module and removes it from the list.
  const auto look = [](dl_phdr_info* info, std::size_t, void* data) {
    const auto& [wanted, then] = *static_cast<const Search*>(data);
    if (info->dlpi_addr != wanted.base || !wanted.has_headers({info->dlpi_phdr, info->dlpi_phnum}))
      return 0;
    then();
    return 1;
  };
  return iterate(look, &search) != 0;
}

void while_none_is_unmapped(const std::function<void()>& act) {
  const auto once = [](dl_phdr_info*, std::size_t, void* data) {
    (*static_cast<const std::function<void()>*>(data))();
    return 1;
  };
  iterate(once, const_cast<std::function<void()>*>(&act));
}

Result<OwnMemory> OwnMemory::open() {
  OwnMemory memory;
  if (const int error = memory.file_.error())
    return system_error("/proc/thread-self/mem cannot be opened (is /proc mounted?)", error);
  return memory;
}

}  // namespace retprobe
