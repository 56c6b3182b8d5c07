// Reads a relocatable object in the simplest way: which symbols its code refers to, and which
// registers it uses. Trusts its input, so it is only for objects of this build.
#pragma once

#include <Zydis/Zydis.h>
#include <cxxabi.h>
#include <elf.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace relocatable {

inline std::string demangle(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : symbol;
}

/// A reference to a symbol that the object does not define.
struct Reference {
  std::string symbol;    // demangled
  std::string function;  // whose code has the reference, demangled; "" for data
  auto operator<=>(const Reference&) const = default;
};

struct Object {
  std::set<Reference> references;
  std::set<std::string> undefined;  // demangled, also those that only debug data mentions
  std::set<std::string> defined;
  std::vector<std::string> vector_uses;  // "function: instruction"
  std::size_t instructions = 0;
};

inline bool is_vector(ZydisRegister reg) {
  switch (ZydisRegisterGetClass(reg)) {
    case ZYDIS_REGCLASS_X87:
    case ZYDIS_REGCLASS_MMX:
    case ZYDIS_REGCLASS_XMM:
    case ZYDIS_REGCLASS_YMM:
    case ZYDIS_REGCLASS_ZMM:
    case ZYDIS_REGCLASS_TMM:
    case ZYDIS_REGCLASS_MASK:
      return true;
    default:
      break;
  }
  return reg == ZYDIS_REGISTER_MXCSR || reg == ZYDIS_REGISTER_X87CONTROL ||
         reg == ZYDIS_REGISTER_X87STATUS;
}

class Reader {
 public:
  explicit Reader(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    file_.assign(std::istreambuf_iterator<char>(in), {});
    if (file_.size() < sizeof(Elf64_Ehdr)) return;
    Elf64_Ehdr header;
    at(0, header);
    sections_.resize(header.e_shnum);
    for (std::size_t i = 0; i < sections_.size(); ++i)
      at(header.e_shoff + i * sizeof(Elf64_Shdr), sections_[i]);
    for (const Elf64_Shdr& table : sections_) {
      if (table.sh_type != SHT_SYMTAB) continue;
      symbols_.resize(table.sh_size / sizeof(Elf64_Sym));
      for (std::size_t i = 0; i < symbols_.size(); ++i) {
        at(table.sh_offset + i * sizeof(Elf64_Sym), symbols_[i]);
        names_.push_back(
            demangle(file_.data() + sections_[table.sh_link].sh_offset + symbols_[i].st_name));
      }
    }
  }

  Object read() const {
    Object object;
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      if (names_[i].empty()) continue;
      (symbols_[i].st_shndx == SHN_UNDEF ? object.undefined : object.defined).insert(names_[i]);
    }
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const Elf64_Shdr& section = sections_[i];
      if (section.sh_type == SHT_RELA && (sections_[section.sh_info].sh_flags & SHF_ALLOC))
        relocations(section, object);
      if (section.sh_type == SHT_PROGBITS && (section.sh_flags & SHF_EXECINSTR))
        disassemble(i, object);
    }
    return object;
  }

 private:
  template <class T>
  void at(std::uint64_t offset, T& into) const {
    std::memcpy(&into, file_.data() + offset, sizeof into);
  }

  std::string function_at(std::size_t section, std::uint64_t offset) const {
    for (std::size_t i = 0; i < symbols_.size(); ++i)
      if (symbols_[i].st_shndx == section && ELF64_ST_TYPE(symbols_[i].st_info) == STT_FUNC &&
          offset - symbols_[i].st_value < symbols_[i].st_size)
        return names_[i];
    return "?";
  }

  void relocations(const Elf64_Shdr& table, Object& object) const {
    const bool code = sections_[table.sh_info].sh_flags & SHF_EXECINSTR;
    for (std::uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Rela); ++i) {
      Elf64_Rela relocation;
      at(table.sh_offset + i * sizeof relocation, relocation);
      const auto symbol = ELF64_R_SYM(relocation.r_info);
      if (symbols_[symbol].st_shndx != SHN_UNDEF || names_[symbol].empty()) continue;
      object.references.insert(
          {names_[symbol], code ? function_at(table.sh_info, relocation.r_offset) : ""});
    }
  }

  void disassemble(std::size_t index, Object& object) const {
    const Elf64_Shdr& section = sections_[index];
    ZydisDecoder decoder;
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    for (std::uint64_t offset = 0; offset < section.sh_size;) {
      ZydisDecodedInstruction instruction;
      ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
      if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, file_.data() + section.sh_offset + offset,
                                               section.sh_size - offset, &instruction, operands))) {
        object.vector_uses.push_back(function_at(index, offset) +
                                     ": bytes that are no instruction");
        return;
      }
      ++object.instructions;
      for (unsigned i = 0; i < instruction.operand_count; ++i) {
        const bool used =
            (operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER && is_vector(operands[i].reg.value)) ||
            (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY && is_vector(operands[i].mem.index));
        if (!used) continue;
        object.vector_uses.push_back(function_at(index, offset) + ": " +
                                     ZydisMnemonicGetString(instruction.mnemonic));
        break;
      }
      offset += instruction.length;
    }
  }

  std::vector<char> file_;
  std::vector<Elf64_Shdr> sections_;
  std::vector<Elf64_Sym> symbols_;
  std::vector<std::string> names_;
};

}  // namespace relocatable
