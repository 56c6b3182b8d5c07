// Fuzzes the way from a module's bytes to its catalogue (core/sites/site_module.cc). The file is
// read first. Then its segments and relocations are put into memory, as a loader would do it, and
// it is read as a loaded module.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "core/sites/site_catalogue.h"
#include "core/system/elf_image.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace retprobe;

// The address range of the modules. Programs with a fixed address are linked to its beginning (see
// seeds/module.S).
constexpr std::uintptr_t arena_begin = 0x1000'0000;
constexpr std::size_t arena_bytes = 1 << 20;
constexpr std::size_t most_bytes = 1 << 16;

class Arena {
 public:
  Arena() {
    void* const wanted = reinterpret_cast<void*>(arena_begin);
    FUZZ_HOLDS(mmap(wanted, arena_bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == wanted,
               "the arena's place is free");
  }
  static bool holds(std::uint64_t address, std::uint64_t bytes) {
    return address >= arena_begin && address - arena_begin <= arena_bytes &&
           bytes <= arena_bytes - (address - arena_begin);
  }
  static std::uint8_t* at(std::uint64_t address) {
    return reinterpret_cast<std::uint8_t*>(address);
  }
  void clear() { (void)madvise(at(arena_begin), arena_bytes, MADV_DONTNEED); }
};

// False where a loader would refuse the file.
bool load(const ElfImage& image, std::span<const std::uint8_t> file, std::uintptr_t base) {
  for (const Elf64_Phdr& segment : image.program_headers()) {
    if (segment.p_type != PT_LOAD) continue;
    if (segment.p_filesz > segment.p_memsz || segment.p_offset > file.size() ||
        segment.p_filesz > file.size() - segment.p_offset)
      return false;
    if (!Arena::holds(base + segment.p_vaddr, segment.p_memsz)) return false;
    std::memcpy(Arena::at(base + segment.p_vaddr), file.data() + segment.p_offset,
                segment.p_filesz);
  }
  for (const ElfSection& section : image.sections()) {
    if (section.header.sh_type != SHT_RELA) continue;
    for (std::uint64_t i = 0; i + sizeof(Elf64_Rela) <= section.header.sh_size;
         i += sizeof(Elf64_Rela)) {
      const std::uint64_t offset = section.header.sh_offset + i;
      if (offset > file.size() || sizeof(Elf64_Rela) > file.size() - offset) return false;
      Elf64_Rela relocation;
      std::memcpy(&relocation, file.data() + offset, sizeof relocation);
      const std::uint64_t value = base + static_cast<std::uint64_t>(relocation.r_addend);
      if (ELF64_R_TYPE(relocation.r_info) != R_X86_64_RELATIVE) continue;
      if (!Arena::holds(base + relocation.r_offset, sizeof value)) return false;
      std::memcpy(Arena::at(base + relocation.r_offset), &value, sizeof value);
    }
  }
  return true;
}

void check(const SiteModule& module) {
  FUZZ_HOLDS(module.problem.empty() || module.problem.find('\n') == std::string::npos,
             "a problem is one line");
  for (const Site& site : module.sites) {
    FUZZ_HOLDS(module.loaded.has(site.entry, site.original.size(), PF_X),
               "a site lies in the module's code");
    FUZZ_HOLDS(site.address == site.entry || site.address + 4 == site.entry,
               "before it is an endbr64 at most");
    FUZZ_HOLDS(!site.name.empty(), "a site has a name");
    if (!site.refusal.empty()) continue;
    FUZZ_HOLDS(std::memcmp(site.original.data(), Arena::at(site.entry), site.original.size()) == 0,
               "its bytes are those in memory");
    if (module.islands.count == 0) continue;
    FUZZ_HOLDS(Arena::holds(module.islands.code, module.islands.count * room_island_size),
               "islands lie in the module");
    FUZZ_HOLDS(Arena::holds(module.islands.targets, module.islands.count * sizeof(std::uintptr_t)),
               "their targets lie in the module");
  }
  std::size_t letters = 0;
  for (const auto& [name, site] : module.names) {
    FUZZ_HOLDS(site >= module.sites.data() && site < module.sites.data() + module.sites.size(),
               "a name leads to one of the module's sites");
    letters += static_cast<std::size_t>(std::count(name.begin(), name.end(), 'e'));
  }
  asm volatile("" : : "r"(letters));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > most_bytes) return -1;
  static Arena arena;
  static const int file = memfd_create("module", MFD_CLOEXEC);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  static Result<OwnMemory> memory = OwnMemory::open();
  FUZZ_HOLDS(file >= 0 && memory.ok(), "memfd_create and /proc/thread-self/mem can be had");

  const std::span<const std::uint8_t> bytes(data, size);
  const Result<ElfImage> image = ElfImage::parse(bytes, "input");
  LoadedModule loaded;
  loaded.path = "/input/module.so";
  loaded.file = path;
  if (image.ok()) {
    std::uint16_t type = 0;
    std::memcpy(&type, data + offsetof(Elf64_Ehdr, e_type), sizeof type);
    loaded.base = type == ET_EXEC ? 0 : arena_begin;
    loaded.program_headers = image->program_headers();
    arena.clear();
    if (!load(*image, bytes, loaded.base)) return -1;
  }
  FUZZ_HOLDS(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == static_cast<ssize_t>(size),
             "the file can be written");
  const auto module = read_module(loaded, *memory, mark_in_place);
  check(*module);
  FUZZ_HOLDS(!module->sites.empty() || !module->pending || !module->problem.empty(),
             "what is pending says why");
  if (module->pending) return 0;
  FUZZ_HOLDS(still_there(*module, loaded, *memory), "a module that was just read is still there");
  if (module->marker != 0) {
    FUZZ_HOLDS(Arena::holds(module->marker, 1), "the mark lies in the module");
    *Arena::at(module->marker) = 0;
    FUZZ_HOLDS(!still_there(*module, loaded, *memory), "one that was loaded anew is not");
  }
  return 0;
}
