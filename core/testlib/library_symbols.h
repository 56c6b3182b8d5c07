// The symbols of libretprobe.so, hidden and local ones included, from the library's own symbol
// table.
#pragma once

#include <dlfcn.h>
#include <elf.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "core/blocks/block.h"

namespace retprobe {

/// With their addresses in this process.
inline const std::map<std::string, std::uintptr_t>& library_symbols() {
  static const auto symbols = [] {
    std::map<std::string, std::uintptr_t> found;
    Dl_info info;
    if (dladdr(reinterpret_cast<const void*>(&take_block), &info) == 0) return found;
    std::ifstream in(info.dli_fname, std::ios::binary);
    const std::vector<char> file{std::istreambuf_iterator<char>(in), {}};
    Elf64_Ehdr header;
    std::memcpy(&header, file.data(), sizeof header);
    std::vector<Elf64_Shdr> sections(header.e_shnum);
    std::memcpy(sections.data(), file.data() + header.e_shoff,
                sections.size() * sizeof(Elf64_Shdr));
    for (const Elf64_Shdr& table : sections) {
      if (table.sh_type != SHT_SYMTAB) continue;
      for (std::uint64_t at = 0; at < table.sh_size; at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        std::memcpy(&symbol, file.data() + table.sh_offset + at, sizeof symbol);
        const char* name = file.data() + sections[table.sh_link].sh_offset + symbol.st_name;
        if (symbol.st_shndx != SHN_UNDEF)
          found[name] = reinterpret_cast<std::uintptr_t>(info.dli_fbase) + symbol.st_value;
      }
    }
    return found;
  }();
  return symbols;
}

inline std::uintptr_t address_of(const char* symbol) {
  const auto found = library_symbols().find(symbol);
  if (found == library_symbols().end())
    ADD_FAILURE() << "libretprobe.so has no symbol " << symbol << " (stripped?)";
  return found == library_symbols().end() ? 0 : found->second;
}

}  // namespace retprobe
