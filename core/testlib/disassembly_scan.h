// Finds the sites of a file independently of the catalogue: reads the symbol table in the simplest
// way and disassembles each function's first instructions. Shares no code with the catalogue.
// Trusts its input, so it is only for files of this build.
#pragma once

#include <Zydis/Zydis.h>
#include <elf.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace disassembly_scan {

struct Scan {
  std::set<std::uint64_t> entries;  // addresses of the five-byte nops, as linked
  std::map<std::uint64_t, std::uint64_t> address_of_entry;  // from entry to the symbol's address
  std::set<std::string> functions;                          // all defined functions, sites or not
  std::set<std::string> sites;                              // the symbols of all sites
};

inline Scan scan(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::vector<char> file{std::istreambuf_iterator<char>(in), {}};
  const auto at = [&file](std::uint64_t offset, auto& into) {
    std::memcpy(&into, file.data() + offset, sizeof into);
  };
  Elf64_Ehdr header;
  at(0, header);
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  for (std::size_t i = 0; i < sections.size(); ++i)
    at(header.e_shoff + i * sizeof(Elf64_Shdr), sections[i]);

  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  Scan result;
  for (const Elf64_Shdr& table : sections) {
    if (table.sh_type != SHT_SYMTAB) continue;
    for (std::uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
      Elf64_Sym symbol;
      at(table.sh_offset + i * sizeof symbol, symbol);
      const auto type = ELF64_ST_TYPE(symbol.st_info);
      if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol.st_shndx == SHN_UNDEF) continue;
      const std::string name(file.data() + sections[table.sh_link].sh_offset + symbol.st_name);
      result.functions.insert(name);
      const Elf64_Shdr& text = sections[symbol.st_shndx];
      std::uint64_t address = symbol.st_value;
      for (int instruction = 0; instruction < 2; ++instruction) {
        const std::uint64_t offset = address - text.sh_addr;
        ZydisDecodedInstruction decoded;
        if (!ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder, nullptr,
                                                        file.data() + text.sh_offset + offset,
                                                        text.sh_size - offset, &decoded))) {
          break;
        }
        if (instruction == 0 && decoded.mnemonic == ZYDIS_MNEMONIC_ENDBR64) {
          address += decoded.length;
          continue;
        }
        if (decoded.mnemonic == ZYDIS_MNEMONIC_NOP && decoded.length == 5) {
          result.entries.insert(address);
          result.address_of_entry[address] = symbol.st_value;
          result.sites.insert(name);
        }
        break;
      }
    }
  }
  return result;
}

}  // namespace disassembly_scan
