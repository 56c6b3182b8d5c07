// Reads a relocatable object in the simplest way: which symbols its code refers to, which registers
// it uses, and where it goes. Trusts its input, so it is only for objects of this build.
#pragma once

#include <Zydis/Zydis.h>
#include <cxxabi.h>
#include <elf.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
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

/// An instruction by which a function is left: a return, a call, or a jump to another function. The
/// target of a call or jump is a function, demangled, where the instruction names one (`call f`,
/// `call *f@GOTPCREL(%rip)`); it is "" where a register or other data says where to go. Jumps
/// through a register or data are left out, for they may be jumps within the function.
struct Transfer {
  enum class Kind { returns, calls, jumps } kind;
  std::string function;  // in which it is, demangled; without the mark of a cold part
  std::string target;
};

struct Object {
  std::set<Reference> references;
  std::set<std::string> undefined;  // demangled, also those that only debug data mentions
  std::set<std::string> defined;
  std::vector<std::string> vector_uses;  // "function: instruction"
  std::vector<Transfer> transfers;
  std::size_t instructions = 0;
};

/// Compilers move a function's rare part elsewhere, under the function's name and a mark.
inline std::string without_cold_mark(std::string name) {
  for (const char* mark : {" [clone .cold]", ".cold"})
    if (name.ends_with(mark)) name.resize(name.size() - std::strlen(mark));
  return name;
}

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

  // The functions that a section's relocations name, by the place of the relocation.
  std::map<std::uint64_t, std::string> functions_named_in(std::size_t index) const {
    std::map<std::uint64_t, std::string> named;
    for (const Elf64_Shdr& table : sections_) {
      if (table.sh_type != SHT_RELA || table.sh_info != index) continue;
      for (std::uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Rela); ++i) {
        Elf64_Rela relocation;
        at(table.sh_offset + i * sizeof relocation, relocation);
        const auto symbol = ELF64_R_SYM(relocation.r_info);
        // The addend of a branch is 4 less, since the distance counts from the end of its 4 bytes.
        named[relocation.r_offset] =
            ELF64_ST_TYPE(symbols_[symbol].st_info) == STT_SECTION
                ? function_at(symbols_[symbol].st_shndx,
                              static_cast<std::uint64_t>(relocation.r_addend + 4))
                : names_[symbol];
      }
    }
    return named;
  }

  // Adds the instruction at `offset`, if it leaves its function.
  void transfer(std::size_t index, std::uint64_t offset, const ZydisDecodedInstruction& instruction,
                const ZydisDecodedOperand& operand,
                const std::map<std::uint64_t, std::string>& named, Object& object) const {
    using enum Transfer::Kind;
    const std::string function = without_cold_mark(function_at(index, offset));
    const auto category = instruction.meta.category;
    if (category == ZYDIS_CATEGORY_RET) object.transfers.push_back({returns, function, ""});
    const bool is_call = category == ZYDIS_CATEGORY_CALL;
    if (!is_call && category != ZYDIS_CATEGORY_UNCOND_BR && category != ZYDIS_CATEGORY_COND_BR)
      return;
    std::string target;
    const auto name = named.lower_bound(offset);
    const bool is_relative = operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
    const bool is_by_word =
        operand.type == ZYDIS_OPERAND_TYPE_MEMORY && operand.mem.base == ZYDIS_REGISTER_RIP;
    if ((is_relative || is_by_word) && name != named.end() &&
        name->first < offset + instruction.length)
      target = name->second;
    else if (is_relative)
      target = function_at(
          index, offset + instruction.length + static_cast<std::uint64_t>(operand.imm.value.s));
    target = without_cold_mark(target);
    if (is_call)
      object.transfers.push_back({calls, function, target});
    else if (!target.empty() && target != function)
      object.transfers.push_back({jumps, function, target});
  }

  void disassemble(std::size_t index, Object& object) const {
    const std::map<std::uint64_t, std::string> named = functions_named_in(index);
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
      transfer(index, offset, instruction, operands[0], named, object);
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
