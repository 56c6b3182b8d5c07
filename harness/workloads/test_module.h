// For the tests in this folder: the names, addresses and code of a loaded module's functions, and
// which of them are sites. It reads the ELF file and decodes with Zydis. It shares no code with
// core/.
#pragma once

#include <Zydis/Zydis.h>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace retprobe::harness::test {

struct Function {
  std::string name;
  std::uintptr_t address;
  std::size_t size;
};

struct Instruction {
  std::uintptr_t address;
  ZydisDecodedInstruction decoded;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];

  bool is(ZydisMnemonic mnemonic) const { return decoded.mnemonic == mnemonic; }
  /// The target of a direct jump or call.
  std::optional<std::uintptr_t> target() const {
    if (decoded.operand_count_visible == 0 || operands[0].type != ZYDIS_OPERAND_TYPE_IMMEDIATE)
      return {};
    ZyanU64 result = 0;
    if (!ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&decoded, &operands[0], address, &result)))
      return {};
    return result;
  }
  bool mentions(ZydisRegister wanted) const {
    return std::any_of(
        operands, operands + decoded.operand_count, [&](const ZydisDecodedOperand& operand) {
          return operand.type == ZYDIS_OPERAND_TYPE_REGISTER && operand.reg.value == wanted;
        });
  }
};

/// The instructions in [address, address + size), read from memory.
inline std::vector<Instruction> decode(std::uintptr_t address, std::size_t size) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  std::vector<Instruction> code;
  for (std::size_t offset = 0; offset < size;) {
    Instruction next{};
    next.address = address + offset;
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, reinterpret_cast<const void*>(next.address),
                                             size - offset, &next.decoded, next.operands))) {
      throw std::runtime_error("not an instruction");
    }
    offset += next.decoded.length;
    code.push_back(next);
  }
  return code;
}

class Module {
 public:
  /// The loaded module whose path ends in `file_name`.
  explicit Module(const std::string& file_name) {
    struct Search {
      const std::string& wanted;
      Module& module;
    } search{file_name, *this};
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
          auto& [wanted, module] = *static_cast<Search*>(data);
          if (!std::string_view(info->dlpi_name).ends_with(wanted)) return 0;
          module.path_ = info->dlpi_name;
          module.base_ = info->dlpi_addr;
          return 1;
        },
        &search);
    if (path_.empty()) throw std::runtime_error(file_name + " is not loaded");
    read();
  }

  const std::vector<Function>& functions() const { return functions_; }
  /// The addresses of the five patchable bytes of all sites, from the module's records.
  const std::set<std::uintptr_t>& sites() const { return sites_; }

  const Function& function(const std::string& name) const {
    for (const Function& each : functions_) {
      if (each.name == name) return each;
    }
    throw std::runtime_error(path_ + " has no function " + name);
  }
  std::vector<Instruction> code(const std::string& name) const {
    const Function& found = function(name);
    return decode(found.address, found.size);
  }
  bool is_site(const Function& function) const { return sites_.contains(function.address); }

 private:
  void read() {
    std::ifstream file(path_, std::ios::binary);
    const std::string image{std::istreambuf_iterator<char>(file), {}};
    Elf64_Ehdr header;
    std::memcpy(&header, image.data(), sizeof header);
    std::vector<Elf64_Shdr> sections(header.e_shnum);
    std::memcpy(sections.data(), image.data() + header.e_shoff,
                sections.size() * sizeof(Elf64_Shdr));
    const char* section_names = image.data() + sections.at(header.e_shstrndx).sh_offset;
    for (const Elf64_Shdr& section : sections) {
      if (section.sh_type == SHT_SYMTAB) {
        const char* names = image.data() + sections.at(section.sh_link).sh_offset;
        for (std::size_t i = 0; i < section.sh_size / sizeof(Elf64_Sym); ++i) {
          Elf64_Sym symbol;
          std::memcpy(&symbol, image.data() + section.sh_offset + i * sizeof symbol, sizeof symbol);
          if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF) continue;
          functions_.push_back({names + symbol.st_name, base_ + symbol.st_value, symbol.st_size});
        }
      }
      if (std::strcmp(section_names + section.sh_name, "__patchable_function_entries") == 0) {
        const auto* records = reinterpret_cast<const std::uintptr_t*>(base_ + section.sh_addr);
        sites_.insert(records, records + section.sh_size / sizeof(std::uintptr_t));
      }
    }
  }

  std::string path_;
  std::uintptr_t base_ = 0;
  std::vector<Function> functions_;
  std::set<std::uintptr_t> sites_;
};

}  // namespace retprobe::harness::test
