// Reads one module: its sites, their names, and whether it is the same module as before.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <new>

#include "core/sites/site_catalogue.h"
#include "core/sites/site_rules.h"
#include "core/system/elf_image.h"
#include "core/system/function_names.h"

namespace retprobe {
namespace {

constexpr std::array<std::uint8_t, 4> kEndbr64 = {0xf3, 0x0f, 0x1e, 0xfa};
constexpr const char* kEntriesSection = "__patchable_function_entries";
constexpr const char* kIslandsSection = "retprobe_islands";

// An address in the module that contains this code. dladdr would take the lock that dlopen holds
// while constructors run.
const char own_code = 0;

bool is_own_module(const LoadedModule& loaded) {
  return loaded.has(reinterpret_cast<std::uintptr_t>(&own_code), 1, PF_R);
}

// Finds the byte for the mark. The last byte of e_ident is padding, unused, and zero in every file.
// A mapping in which it is not zero was seen before. It is written through /proc/thread-self/mem,
// which gives the process a private copy of the page and does not change the file.
std::uintptr_t identification_padding(const LoadedModule& loaded) {
  for (const Elf64_Phdr& header : loaded.program_headers) {
    if (header.p_type == PT_LOAD && header.p_offset == 0 && header.p_filesz >= sizeof(Elf64_Ehdr)) {
      return loaded.base + header.p_vaddr + EI_NIDENT - 1;
    }
  }
  return 0;
}

// Reads small pieces at rising addresses without a system call for each piece.
class Window {
 public:
  explicit Window(const OwnMemory& memory) : memory_(memory) {}

  bool read(std::uintptr_t address, std::span<std::uint8_t> into) {
    if (address < begin_ || address - begin_ + into.size() > held_.size()) {
      begin_ = address & ~std::uintptr_t{4095};
      held_.resize(16 * 4096);
      if (!memory_.read(begin_, held_)) {  // the window passes the end of a mapping
        held_.clear();
        return memory_.read(address, into);
      }
    }
    std::memcpy(into.data(), held_.data() + (address - begin_), into.size());
    return true;
  }

 private:
  const OwnMemory& memory_;
  std::uintptr_t begin_ = 0;
  std::vector<std::uint8_t> held_;
};

bool is_records(const ElfSection& section) {
  const Elf64_Shdr& header = section.header;
  return section.name == kEntriesSection && (header.sh_flags & SHF_ALLOC) != 0 &&
         header.sh_size != 0;
}

bool has_records(const ElfImage& image) {
  return std::any_of(image.sections().begin(), image.sections().end(), is_records);
}

// Whether a word of a record was not relocated yet: then it holds a small number.
bool is_raw(const LoadedModule& loaded, std::uintptr_t entry) {
  return loaded.base != 0 && entry < loaded.length() &&
         !loaded.has(entry, std::tuple_size_v<SiteBytes>, PF_X);
}

// Reads the whole of a section of 64-bit words, or nothing.
std::vector<std::uint64_t> words_of(const ElfSection& section, const OwnMemory& memory,
                                    const LoadedModule& loaded) {
  const std::uintptr_t address = loaded.base + section.header.sh_addr;
  if ((section.header.sh_flags & SHF_ALLOC) == 0 ||
      !loaded.has(address, section.header.sh_size, PF_R))
    return {};
  std::vector<std::uint64_t> words(section.header.sh_size / sizeof(std::uint64_t));
  const std::span bytes(reinterpret_cast<std::uint8_t*>(words.data()), words.size() * 8);
  return memory.read(address, bytes) ? words : std::vector<std::uint64_t>();
}

// Does to records what the dynamic linker is about to do. It maps a module, notifies debuggers, and
// relocates the module only then (glibc before 2.42). `first`: the address of the first record.
void relocate(const ElfImage& image, const OwnMemory& memory, const LoadedModule& loaded,
              std::uintptr_t first, std::span<std::uintptr_t> records) {
  const auto raw_record = [&](std::uint64_t offset) -> std::uintptr_t* {
    const std::uint64_t index = (loaded.base + offset - first) / sizeof(std::uintptr_t);
    return index < records.size() && is_raw(loaded, records[index]) ? &records[index] : nullptr;
  };
  const auto add_base = [&](std::uint64_t offset) {
    if (std::uintptr_t* const record = raw_record(offset)) *record += loaded.base;
  };
  for (const ElfSection& section : image.sections()) {
    if (section.header.sh_type == SHT_RELA) {
      const std::vector<std::uint64_t> words = words_of(section, memory, loaded);
      for (std::size_t i = 0; i + 3 <= words.size(); i += 3) {  // Elf64_Rela
        if (ELF64_R_TYPE(words[i + 1]) != R_X86_64_RELATIVE) continue;
        if (std::uintptr_t* const record = raw_record(words[i]))
          *record = loaded.base + words[i + 2];
      }
    } else if (section.header.sh_type == SHT_RELR) {
      // An even word is the address of a word to relocate. The bits of an odd one, but the lowest,
      // say which of the 63 words behind the last ones are.
      std::uint64_t next = 0;
      for (const std::uint64_t word : words_of(section, memory, loaded)) {
        if ((word & 1) == 0) {
          add_base(word);
          next = word + 8;
          continue;
        }
        for (unsigned bit = 1; bit < 64; ++bit)
          if (word >> bit & 1) add_base(next + (bit - 1) * 8);
        next += 63 * 8;
      }
    }
  }
}

// The addresses in the module's records, sorted, each once. They are read from memory, where the
// dynamic linker relocates them: the file of a PIE holds other values.
bool read_entries(const ElfImage& image, const OwnMemory& memory, SiteModule& module,
                  std::vector<std::uintptr_t>& entries) {
  for (const ElfSection& section : image.sections()) {
    const Elf64_Shdr& header = section.header;
    if (!is_records(section)) continue;
    const std::uintptr_t address = module.loaded.base + header.sh_addr;
    if (header.sh_size % sizeof(std::uintptr_t) != 0 ||
        !module.loaded.has(address, header.sh_size, PF_R)) {
      module.problem =
          module.loaded.path + ": its section " + kEntriesSection + " is not what was loaded";
      return false;
    }
    const std::size_t first = entries.size();
    entries.resize(first + header.sh_size / sizeof(std::uintptr_t));
    std::vector<std::uintptr_t> again(entries.size() - first);
    const auto bytes = [](std::uintptr_t* words, std::size_t size) {
      return std::span(reinterpret_cast<std::uint8_t*>(words), size);
    };
    // Read twice. Another thread's dlopen may be relocating a word now, so one read may see half of
    // the old value and half of the new one. Each word is written only once.
    if (!memory.read(address, bytes(entries.data() + first, header.sh_size)) ||
        !memory.read(address, bytes(again.data(), header.sh_size)) ||
        !std::equal(again.begin(), again.end(),
                    entries.begin() + static_cast<std::ptrdiff_t>(first))) {
      module.problem = module.loaded.path + ": its section " + kEntriesSection +
                       " cannot be read from memory, or is just being relocated";
      module.pending = true;
      return false;
    }
    const std::span records = std::span(entries).subspan(first);
    const auto raw = [&module](std::uintptr_t entry) { return is_raw(module.loaded, entry); };
    if (std::ranges::any_of(records, raw)) relocate(image, memory, module.loaded, address, records);
  }
  // What is still raw has no relocation, or not one that can be foreseen. Then another thread's
  // dlopen may be loading the module.
  const auto outside = [&module](std::uintptr_t entry) {
    return !module.loaded.has(entry, std::tuple_size_v<SiteBytes>, PF_X);
  };
  const auto raw = std::ranges::count_if(
      entries, [&module](std::uintptr_t entry) { return is_raw(module.loaded, entry); });
  if (raw != 0) {
    module.problem =
        module.loaded.path + ": " + std::to_string(raw) + " of " + std::to_string(entries.size()) +
        " records of functions are not relocated (it is still being loaded, or was linked wrongly)";
    module.pending = true;
    return false;
  }
  // A record that names a global symbol may be bound to another module's function of that name.
  const auto foreign = std::erase_if(entries, outside);
  if (foreign != 0) {
    module.problem = module.loaded.path + ": " + std::to_string(foreign) +
                     " records of functions lead outside of its own code, and were left out";
  }
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  return true;
}

// Orders the symbols of one address. The first one names the site.
bool names_better(const ElfFunction& a, const ElfFunction& b) {
  const auto rank = [](const ElfFunction& f) {
    return (f.resolver ? 4 : 0) + (f.global ? 0 : f.weak ? 1 : 2);
  };
  return std::pair(rank(a), a.name) < std::pair(rank(b), b.name);
}

void add_name(SiteModule& module, std::string_view name, const Site& site) {
  if (name.empty()) return;
  const auto [begin, end] = module.names.equal_range(name);
  if (std::none_of(begin, end, [&site](const auto& entry) { return entry.second == &site; })) {
    module.names.emplace(name, &site);
  }
}

void add_names(SiteModule& module, std::string_view symbol, std::string_view name,
               const Site& site) {
  add_name(module, symbol, site);
  add_name(module, name, site);
  const std::string_view plain = without_parameters(name);
  add_name(module, plain, site);
  add_name(module, without_return_type(plain), site);
}

void name_site(SiteModule& module, Site& site, std::span<const ElfFunction> symbols) {
  if (symbols.empty()) {
    char offset[32];
    std::snprintf(offset, sizeof offset, "+%#lx", site.address - module.loaded.base);
    site.name = module.loaded.path.substr(module.loaded.path.rfind('/') + 1) + offset;
    return;
  }
  site.symbol = symbols[0].name;
  site.name = demangled(site.symbol);
  for (const ElfFunction& symbol : symbols) {
    site.size = std::max<std::size_t>(site.size, symbol.size);
    if (site.refusal.empty()) site.refusal = refusal_by_name(symbol.name);
    if (site.refusal.empty() && symbol.resolver) {
      site.refusal = "it is an ifunc resolver, which runs in the dynamic linker";
    }
  }
}

void index_site(SiteModule& module, const Site& site, std::span<const ElfFunction> symbols) {
  add_names(module, site.symbol, site.name, site);
  for (const ElfFunction& symbol : symbols) {
    if (symbol.name == site.symbol) continue;
    const std::string& alias = module.aliases.emplace_back(symbol.name);
    const std::string& name = module.aliases.emplace_back(demangled(symbol.name));
    add_names(module, alias, name, site);
  }
}

// The module's room for islands, if it has one and the room has the expected form.
IslandRoom find_island_room(const ElfImage& image, const OwnMemory& memory,
                            const LoadedModule& loaded) {
  for (const ElfSection& section : image.sections()) {
    if (section.name != kIslandsSection || (section.header.sh_flags & SHF_ALLOC) == 0) continue;
    IslandRoom room{.code = loaded.base + section.header.sh_addr,
                    .count = section.header.sh_size / room_island_size,
                    .stays = loaded.is_program,
                    .module = loaded};
    if (room.count == 0 || !loaded.has(room.code, section.header.sh_size, PF_X)) return {};
    // Each island is `jmp *distance(%rip)`, six bytes. The distance is the same for all.
    std::array<std::uint8_t, 6> first, last;
    if (!memory.read(room.code, first) ||
        !memory.read(room.code + (room.count - 1) * room_island_size, last) || first != last ||
        first[0] != 0xff || first[1] != 0x25)
      return {};
    std::int32_t distance;
    std::memcpy(&distance, first.data() + 2, sizeof distance);
    room.targets = room.code + first.size() + static_cast<std::uintptr_t>(std::int64_t{distance});
    const bool writable = loaded.has(room.targets, room.count * sizeof(std::uintptr_t), PF_W);
    return writable && room.targets % sizeof(std::uintptr_t) == 0 ? room : IslandRoom{};
  }
  return {};
}

void find_sites_of(const ElfImage& image, const OwnMemory& memory, SiteModule& module) {
  std::vector<std::uintptr_t> entries;
  if (!read_entries(image, memory, module, entries) || entries.empty()) return;

  std::vector<ElfFunction> functions = image.functions();
  std::sort(functions.begin(), functions.end(), [](const ElfFunction& a, const ElfFunction& b) {
    return a.address != b.address ? a.address < b.address : names_better(a, b);
  });
  const auto symbols_at = [&](std::uintptr_t address) {
    const auto [begin, end] = std::equal_range(
        functions.begin(), functions.end(),
        ElfFunction{.address = address - module.loaded.base, .name = {}},
        [](const ElfFunction& a, const ElfFunction& b) { return a.address < b.address; });
    return std::span<const ElfFunction>(begin, end);
  };

  const bool own = is_own_module(module.loaded);
  module.islands = find_island_room(image, memory, module.loaded);
  Window window(memory);
  std::vector<std::span<const ElfFunction>> symbols;
  for (const std::uintptr_t entry : entries) {
    Site site;
    site.entry = site.address = entry;
    if (!window.read(entry, site.original)) {
      module.problem = module.loaded.path + ": its code cannot be read from memory";
      module.pending = true;
      module.sites.clear();
      return;
    }
    auto names = symbols_at(entry);
    std::array<std::uint8_t, kEndbr64.size()> before{};
    if (names.empty() && module.loaded.has(entry - before.size(), before.size(), PF_X) &&
        window.read(entry - before.size(), before) && before == kEndbr64) {
      site.address = entry - before.size();
      names = symbols_at(site.address);
    }
    site.module = module.loaded.path;
    name_site(module, site, names);
    if (site.refusal.empty() && own) {
      site.refusal = "it is in the module that holds retprobe itself, whose hooks would call it";
    }
    if (site.refusal.empty()) site.refusal = refusal_by_bytes(site.original);
    if (site.refusal.empty() && site.size != 0 && site.size < site.body() - site.address) {
      site.refusal = "it is shorter than the five bytes that get patched";
    }
    module.sites.push_back(std::move(site));
    symbols.push_back(names);
  }
  module.names.reserve(module.sites.size() * 4);
  for (std::size_t i = 0; i < module.sites.size(); ++i)
    index_site(module, module.sites[i], symbols[i]);
}

}  // namespace

std::vector<std::uint8_t> build_id_in_memory(const LoadedModule& loaded, const OwnMemory& memory) {
  constexpr std::uint64_t kMaxNotes = 1 << 16;
  for (const Elf64_Phdr& header : loaded.program_headers) {
    const std::uintptr_t address = loaded.base + header.p_vaddr;
    if (header.p_type != PT_NOTE || header.p_memsz > kMaxNotes ||
        !loaded.has(address, header.p_memsz, PF_R)) {
      continue;
    }
    std::vector<std::uint8_t> notes(static_cast<std::size_t>(header.p_memsz));
    if (!memory.read(address, notes)) continue;
    std::vector<std::uint8_t> id = find_build_id(notes, header.p_align);
    if (!id.empty()) return id;
  }
  return {};
}

std::unique_ptr<SiteModule> read_module(const LoadedModule& loaded, const OwnMemory& memory,
                                        Mark* mark) {
  auto module = std::make_unique<SiteModule>();
  module->loaded = loaded;
  const auto image = ElfImage::open(loaded.file);
  if (!image.ok()) {
    module->problem = image.error().message();
    // A lack of descriptors or memory is temporary. A bad or missing file stays so.
    module->pending = image.error().code() == Error::Code::exhausted;
    return module;
  }
  // Mark the module before reading it, so that what is read belongs to the marked module. A module
  // without records needs no mark and keeps its page unchanged.
  if (has_records(*image) && !mark(*module, memory)) {
    module->problem = loaded.path + ": it was unloaded while it was read";
    module->pending = true;
    return module;
  }
  module->build_id = build_id_in_memory(loaded, memory);
  // The file may not be the one that was loaded. Then its names and addresses would be wrong.
  if (!loaded.has_headers(image->program_headers()) || image->build_id() != module->build_id) {
    module->problem =
        loaded.path + ": the file was replaced since it was loaded; start the program anew";
    return module;
  }
  find_sites_of(*image, memory, *module);
  return module;
}

bool mark_in_place(SiteModule& module, const OwnMemory& memory) {
  const std::uintptr_t address = identification_padding(module.loaded);
  std::uint8_t byte = 0;
  if (address == 0 || !memory.read(address, {&byte, 1})) return true;
  // A mark from an earlier reading that failed will do as well.
  if (byte == 0) {
    byte = 0x52;
    if (!memory.write(address, {&byte, 1})) return true;
  }
  module.marker = address;
  return true;
}

bool mark_if_loaded(SiteModule& module, const OwnMemory& memory) {
  return while_loaded(module.loaded, [&] { mark_in_place(module, memory); });
}

bool still_there(const SiteModule& module, const LoadedModule& loaded, const OwnMemory& memory) {
  if (module.pending || module.loaded.base != loaded.base ||
      !module.loaded.has_headers(loaded.program_headers) ||
      module.build_id != build_id_in_memory(loaded, memory)) {
    return false;
  }
  // The path is only for want of a mark: it changes when the file is moved or deleted.
  if (module.marker == 0) return module.loaded.path == loaded.path;
  std::uint8_t byte = 0;
  return memory.read(module.marker, {&byte, 1}) && byte != 0;
}

}  // namespace retprobe
