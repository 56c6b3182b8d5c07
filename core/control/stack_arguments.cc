// The unwind entry (FDE) of a piece of code says for each instruction where its caller's frame
// begins: the CFA, as a register and an offset. Stack arguments lie from the CFA upwards. So one
// pass over the piece, in the order of its addresses, finds all instructions that use that memory
// by the CFA's register, or form an address there. Compilers reach stack arguments in no other way,
// except where they realign the stack by a register of its own.
//
// A jump out of the piece leads to a part of the function elsewhere (`f.cold`), or is a tail call.
// Both are looked at, too, since a function that is tail-called finds the stack arguments of the
// first one's caller.
#include "core/control/stack_arguments.h"

#include <Zydis/Zydis.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <optional>
#include <span>

#include "core/sites/site_catalogue.h"
#include "core/system/module_list.h"

// libgcc's, also in LLVM's libunwind. Its header is not installed.
extern "C" {
struct dwarf_eh_bases {
  void *tbase, *dbase, *func;
};
const void* _Unwind_Find_FDE(const void* pc, dwarf_eh_bases* bases);
}

namespace retprobe {
namespace {

// Those instructions of an unwind entry that compilers write (DWARF 5, 6.4.2).
enum : std::uint8_t {
  DW_CFA_nop = 0x00,
  DW_CFA_advance_loc1 = 0x02,
  DW_CFA_advance_loc2 = 0x03,
  DW_CFA_advance_loc4 = 0x04,
  DW_CFA_undefined = 0x07,
  DW_CFA_remember_state = 0x0a,
  DW_CFA_restore_state = 0x0b,
  DW_CFA_def_cfa = 0x0c,
  DW_CFA_def_cfa_register = 0x0d,
  DW_CFA_def_cfa_offset = 0x0e,
  DW_CFA_def_cfa_expression = 0x0f,
  DW_CFA_expression = 0x10,
  DW_CFA_GNU_args_size = 0x2e,
};

// Reads the bytes of unwind entries, which are the linker's: they are taken to be well-formed.
class Reader {
 public:
  explicit Reader(const std::uint8_t* at = nullptr) : at_(at) {}
  const std::uint8_t* at() const { return at_; }
  template <class T>
  T take() {
    T value;
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  void skip(std::uint64_t bytes) { at_ += bytes; }
  /// A LEB128; the low bits of a signed one.
  std::uint64_t take_unsigned() {
    std::uint64_t value = 0;
    for (unsigned bits = 0, byte = 0x80; byte & 0x80; bits += 7) {
      byte = take<std::uint8_t>();
      if (bits < 64) value |= std::uint64_t{byte & 0x7f} << bits;
    }
    return value;
  }

 private:
  const std::uint8_t* at_;
};

// Whether a pointer of this DWARF encoding has four bytes. Other forms are only in code of the
// large model.
bool has_four_bytes(std::uint8_t encoding) { return (encoding & 0x07) == 0x03; }

// Where the caller's frame begins: register + offset. No register: the entry says it in another
// way.
struct Cfa {
  ZydisRegister base = ZYDIS_REGISTER_NONE;
  std::int64_t offset = 0;
  /// As at a function's entry, and at a tail call.
  bool is_at_entry() const { return base == ZYDIS_REGISTER_RSP && offset == 8; }
};

ZydisRegister register_of_dwarf(std::uint64_t number) {
  constexpr ZydisRegister registers[] = {
      ZYDIS_REGISTER_RAX, ZYDIS_REGISTER_RDX, ZYDIS_REGISTER_RCX, ZYDIS_REGISTER_RBX,
      ZYDIS_REGISTER_RSI, ZYDIS_REGISTER_RDI, ZYDIS_REGISTER_RBP, ZYDIS_REGISTER_RSP,
      ZYDIS_REGISTER_R8,  ZYDIS_REGISTER_R9,  ZYDIS_REGISTER_R10, ZYDIS_REGISTER_R11,
      ZYDIS_REGISTER_R12, ZYDIS_REGISTER_R13, ZYDIS_REGISTER_R14, ZYDIS_REGISTER_R15};
  return number < std::size(registers) ? registers[number] : ZYDIS_REGISTER_NONE;
}

// A piece of code with one unwind entry.
class Piece {
 public:
  /// The piece with this address. None: there is no entry, or one of an unusual form.
  static std::optional<Piece> with(std::uintptr_t address) {
    dwarf_eh_bases bases{};
    const void* const entry = _Unwind_Find_FDE(reinterpret_cast<const void*>(address), &bases);
    Piece piece;
    if (!entry) return std::nullopt;
    piece.begin_ = piece.next_row_ = reinterpret_cast<std::uintptr_t>(bases.func);
    if (!piece.read(static_cast<const std::uint8_t*>(entry)) || !piece.has(address))
      return std::nullopt;
    return piece;
  }
  std::uintptr_t begin() const { return begin_; }
  std::uintptr_t end() const { return begin_ + size_; }
  bool has(std::uintptr_t address) const { return address - begin_ < size_; }
  /// Leaves of the piece what lies in a function: in assembly, many may share an entry.
  void narrow(const Site& function) {
    const std::uintptr_t end = std::min(this->end(), function.address + function.size);
    begin_ = std::max(begin_, function.address);
    size_ = end - begin_;
  }

  /// The CFA at an address. Addresses must rise from call to call.
  Cfa cfa_at(std::uintptr_t address) {
    while (next_row_ <= address) run_row(program_, program_end_);
    return cfa_;
  }

 private:
  // Reads the entry and, to its end, the program of the common entry (CIE) that it names.
  bool read(const std::uint8_t* entry) {
    Reader fde(entry);
    const auto length = fde.take<std::uint32_t>();
    if (length == 0xffffffff) return false;
    program_end_ = fde.at() + length;
    const std::uint8_t* const distance_from = fde.at();
    Reader cie(distance_from - fde.take<std::uint32_t>());
    const auto cie_length = cie.take<std::uint32_t>();
    if (cie_length == 0xffffffff) return false;
    const std::uint8_t* const cie_end = cie.at() + cie_length;
    cie.skip(4);
    if (cie.take<std::uint8_t>() != 1) return false;  // its version
    const auto* augmentation = reinterpret_cast<const char*>(cie.at());
    cie.skip(std::strlen(augmentation) + 1);
    code_alignment_ = cie.take_unsigned();
    (void)cie.take_unsigned();  // the alignment of data
    cie.skip(1);                // the register of the return address
    if (*augmentation != 'z') return false;
    const std::uint64_t bytes = cie.take_unsigned();
    Reader data = cie;
    cie.skip(bytes);
    std::uint8_t encoding = 0;
    while (*++augmentation) {
      if (*augmentation == 'R') {
        encoding = data.take<std::uint8_t>();
      } else if (*augmentation == 'P') {
        if (!has_four_bytes(data.take<std::uint8_t>())) return false;
        data.skip(4);
      } else if (*augmentation == 'L') {
        data.skip(1);
      } else if (*augmentation != 'S' && *augmentation != 'B') {
        return false;
      }
    }
    if (!has_four_bytes(encoding)) return false;
    fde.skip(4);
    size_ = fde.take<std::uint32_t>();
    fde.skip(fde.take_unsigned());
    const std::uintptr_t begin = next_row_;
    run_row(cie, cie_end);
    next_row_ = begin;
    program_ = fde;
    return true;
  }

  // Runs a program to the end of a row: to an instruction that moves on in the code, or to its end.
  void run_row(Reader& program, const std::uint8_t* end) {
    const auto advance = [&](std::uint64_t by) { next_row_ += by * code_alignment_; };
    while (program.at() < end) {
      const auto code = program.take<std::uint8_t>();
      switch (code >> 6) {
        case 1:
          return advance(code & 0x3f);
        case 2:
          (void)program.take_unsigned();
          continue;  // DW_CFA_offset
        case 3:
          continue;  // DW_CFA_restore
        default:
          break;
      }
      switch (code) {
        case DW_CFA_nop:
          break;
        case DW_CFA_advance_loc1:
          return advance(program.take<std::uint8_t>());
        case DW_CFA_advance_loc2:
          return advance(program.take<std::uint16_t>());
        case DW_CFA_advance_loc4:
          return advance(program.take<std::uint32_t>());
        case DW_CFA_undefined:
        case DW_CFA_GNU_args_size:
          (void)program.take_unsigned();
          break;
        case DW_CFA_remember_state:
          if (kept_count_ == kept_.size()) return give_up();
          kept_[kept_count_++] = cfa_;
          break;
        case DW_CFA_restore_state:
          if (kept_count_ == 0) return give_up();
          cfa_ = kept_[--kept_count_];
          break;
        case DW_CFA_def_cfa:
          cfa_.base = register_of_dwarf(program.take_unsigned());
          cfa_.offset = static_cast<std::int64_t>(program.take_unsigned());
          break;
        case DW_CFA_def_cfa_register:
          cfa_.base = register_of_dwarf(program.take_unsigned());
          break;
        case DW_CFA_def_cfa_offset:
          cfa_.offset = static_cast<std::int64_t>(program.take_unsigned());
          break;
        case DW_CFA_expression:
          (void)program.take_unsigned();
          program.skip(program.take_unsigned());
          break;
        case DW_CFA_def_cfa_expression:
          program.skip(program.take_unsigned());
          cfa_ = {};
          break;
        default:
          return give_up();
      }
    }
    next_row_ = ~std::uintptr_t{0};
  }
  void give_up() {
    cfa_ = {};
    next_row_ = ~std::uintptr_t{0};
  }

  std::uintptr_t begin_ = 0, size_ = 0;
  std::uintptr_t next_row_ = 0;  // where `cfa_` ends to hold
  Cfa cfa_;
  std::array<Cfa, 8> kept_;
  std::size_t kept_count_ = 0;
  std::uint64_t code_alignment_ = 1;
  Reader program_;
  const std::uint8_t* program_end_ = nullptr;
};

struct Instruction {
  ZydisDecodedInstruction decoded;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  std::span<const ZydisDecodedOperand> visible() const {
    return {operands, decoded.operand_count_visible};
  }
  bool is_jump() const {
    return decoded.meta.category == ZYDIS_CATEGORY_UNCOND_BR ||
           decoded.meta.category == ZYDIS_CATEGORY_COND_BR;
  }
};

class Look {
 public:
  explicit Look(std::span<const Site* const> sites) : sites_(sites) {
    ZydisDecoderInit(&decoder_, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  }

  StackLook at(std::uintptr_t function) {
    add(function, false);
    for (std::size_t i = 0; i < count_ && !shown_; ++i) look_at(places_[i]);
    if (shown_) return {StackArguments::some, shown_};
    return {unclear_ ? StackArguments::unknown : StackArguments::none, 0};
  }

 private:
  // A place that the function leads to. `by_tail_call`: perhaps another function.
  struct Place {
    std::uintptr_t address;
    bool by_tail_call;
  };

  void add(std::uintptr_t address, bool by_tail_call) {
    if (count_ == places_.size())
      unclear_ = true;
    else
      places_[count_++] = {address, by_tail_call};
  }

  bool decode(std::uintptr_t at, std::uintptr_t end, Instruction& into) const {
    return ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder_, reinterpret_cast<const void*>(at),
                                               end - at, &into.decoded, into.operands));
  }

  // The five bytes of a site may be patched. They do nothing for its function.
  std::uintptr_t past_site(std::uintptr_t at) const {
    const auto found =
        std::ranges::lower_bound(sites_, at, {}, [](const Site* site) { return site->entry; });
    return found != sites_.end() && (*found)->entry == at ? (*found)->body() : at;
  }

  void look_at(Place place) {
    for (std::size_t i = 0; i < pieces_; ++i)
      if (place.address - looked_at_[i].begin < looked_at_[i].size) return;
    std::optional<Piece> piece = Piece::with(place.address);
    if (!piece || pieces_ == looked_at_.size()) {
      unclear_ = true;
      return;
    }
    if (follow_stub(place, *piece)) return;
    const std::uintptr_t end_of_entry = piece->end();
    if (const Site* const function = function_at(place.address)) piece->narrow(*function);
    looked_at_[pieces_++] = {piece->begin(), piece->end() - piece->begin()};
    Instruction now{}, before{};
    for (std::uintptr_t at = piece->begin(); at < piece->end() && !shown_;) {
      if (const std::uintptr_t body = past_site(at); body != at) {
        at = body;
        continue;
      }
      if (left_-- == 0 || !decode(at, piece->end(), now)) {
        unclear_ = true;
        return;
      }
      const std::uintptr_t next = at + now.decoded.length;
      look_at(now, before, at, *piece, place.by_tail_call);
      before = now;
      at = next;
    }
    // What shares the entry and runs on into the next function.
    if (piece->end() != end_of_entry && before.decoded.mnemonic != ZYDIS_MNEMONIC_RET &&
        before.decoded.mnemonic != ZYDIS_MNEMONIC_JMP)
      unclear_ = true;
  }

  // The function that has a site and this address, if its size is known.
  const Site* function_at(std::uintptr_t address) const {
    const auto next = std::ranges::upper_bound(sites_, address, {},
                                               [](const Site* site) { return site->address; });
    if (next == sites_.begin()) return nullptr;
    const Site* const function = *std::prev(next);
    return address - function->address < function->size ? function : nullptr;
  }

  // A stub of the procedure linkage table jumps through a word. The word is the function's address
  // or, before its first call, that of code that asks the dynamic linker.
  bool follow_stub(Place place, const Piece& piece) {
    std::uintptr_t at = place.address;
    Instruction first;
    if (!decode(at, piece.end(), first)) return false;
    if (first.decoded.mnemonic == ZYDIS_MNEMONIC_ENDBR64) {
      at += first.decoded.length;
      if (!decode(at, piece.end(), first)) return false;
    }
    if (first.decoded.mnemonic == ZYDIS_MNEMONIC_PUSH &&
        first.operands[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
      unclear_ = true;
      return true;
    }
    return first.decoded.mnemonic == ZYDIS_MNEMONIC_JMP && follow_word(first, at);
  }

  // Follows a jump through a word at a known address. False: it is another jump.
  bool follow_word(const Instruction& jump, std::uintptr_t at) {
    const ZydisDecodedOperand& operand = jump.operands[0];
    ZyanU64 address = 0;
    if (operand.type != ZYDIS_OPERAND_TYPE_MEMORY || operand.mem.base != ZYDIS_REGISTER_RIP ||
        !ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&jump.decoded, &operand, at, &address)))
      return false;
    std::uintptr_t word;
    std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
    add(word, true);
    return true;
  }

  void look_at(const Instruction& now, const Instruction& before, std::uintptr_t at, Piece& piece,
               bool by_tail_call) {
    const Cfa cfa = piece.cfa_at(at);
    if (cfa.base == ZYDIS_REGISTER_NONE) {
      unclear_ = true;
      return;
    }
    for (const ZydisDecodedOperand& operand : now.visible()) {
      const auto& memory = operand.mem;
      if (operand.type != ZYDIS_OPERAND_TYPE_MEMORY ||
          (memory.base != cfa.base && (memory.index != cfa.base || memory.scale != 1)))
        continue;
      // `argument.words[i - 1]` begins below the argument: at the return address, which is in no
      // array. What begins further below may be an array of the function's own.
      const bool indexed = memory.index != ZYDIS_REGISTER_NONE;
      if (memory.disp.value < cfa.offset - (indexed ? 8 : 0)) {
        unclear_ |= indexed;
        continue;
      }
      if (memory.type != ZYDIS_MEMOP_TYPE_AGEN) {
        shown_ = at;
      } else {
        // Only its address: a variable argument list, an argument that is passed on by reference,
        // or the register by which a function that realigns the stack finds its arguments.
        const Cfa after = piece.cfa_at(at + now.decoded.length);
        if (by_tail_call || (after.base == now.operands[0].reg.value && after.offset == 0))
          unclear_ = true;
        else
          shown_ = at;
      }
    }
    if (now.decoded.mnemonic == ZYDIS_MNEMONIC_RET && !now.visible().empty()) shown_ = at;
    // A copy of the stack pointer at the entry could lead to the arguments, too.
    if (now.decoded.mnemonic == ZYDIS_MNEMONIC_MOV && cfa.is_at_entry() &&
        now.operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
        now.operands[1].reg.value == ZYDIS_REGISTER_RSP)
      unclear_ = true;
    if (now.is_jump()) look_at_jump(now, before, at, piece, cfa, by_tail_call);
  }

  void look_at_jump(const Instruction& jump, const Instruction& before, std::uintptr_t at,
                    const Piece& piece, Cfa cfa, bool by_tail_call) {
    const ZydisDecodedOperand& operand = jump.operands[0];
    ZyanU64 target = 0;
    if (operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
      if (ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&jump.decoded, &operand, at, &target)) &&
          !piece.has(target))
        add(target, by_tail_call || cfa.is_at_entry());
    } else if (cfa.is_at_entry()) {
      if (!follow_word(jump, at) && !is_switch(jump, before)) unclear_ = true;
    }
  }

  // Whether a jump through a register or a table is a `switch` and not a tail call. A function that
  // has a frame is not left by a jump, so this is asked at the depth of its entry only. The places
  // that it leads to are in the same piece.
  static bool is_switch(const Instruction& jump, const Instruction& before) {
    const ZydisDecodedOperand& operand = jump.operands[0];
    if (jump.decoded.attributes & ZYDIS_ATTRIB_HAS_NOTRACK) return true;
    if (operand.type == ZYDIS_OPERAND_TYPE_MEMORY)
      return operand.mem.index != ZYDIS_REGISTER_NONE && operand.mem.scale == 8;
    return before.decoded.mnemonic == ZYDIS_MNEMONIC_ADD &&
           before.operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
           before.operands[0].reg.value == operand.reg.value;
  }

  std::span<const Site* const> sites_;
  ZydisDecoder decoder_;
  std::array<Place, 64> places_;
  std::size_t count_ = 0;
  struct Range {
    std::uintptr_t begin, size;
  };
  std::array<Range, 32> looked_at_;
  std::size_t pieces_ = 0;
  unsigned left_ = 20'000;  // instructions that may still be decoded
  bool unclear_ = false;
  std::uintptr_t shown_ = 0;
};

}  // namespace

Result<StackLook> look_for_stack_arguments(const Site& site) {
  const auto catalogue = SiteCatalogue::current();
  if (!catalogue.ok()) return catalogue.error();
  StackLook result{StackArguments::unknown, 0};
  if (!site.mapped) return result;
  Look look((*catalogue)->sites);
  while_none_is_unmapped([&] { result = look.at(site.address); });
  return result;
}

StackArguments Site::stack_arguments() const {
  const Result<StackLook> look = look_for_stack_arguments(*this);
  return look.ok() ? (*look).answer : StackArguments::unknown;
}

}  // namespace retprobe
