#include "core/sites/site_rules.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace retprobe {
namespace {

template <std::size_t N>
bool any_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// These functions return a second time, when another return address may already be in the slot.
constexpr std::array<std::string_view, 12> kReturnsTwice = {
    "setjmp",  "_setjmp",    "__setjmp", "sigsetjmp",    "_sigsetjmp",   "__sigsetjmp",
    "savectx", "getcontext", "vfork",    "__libc_vfork", "__getcontext", "__vfork"};

// These functions copy the return address, or return on another stack than they were called on.
constexpr std::array<std::string_view, 8> kChangesStacks = {
    "swapcontext", "__swapcontext", "clone",           "__clone",
    "clone3",      "__clone3",      "__start_context", "__switch_to"};

constexpr std::array<std::string_view, 24> kNeverReturns = {
    "longjmp",         "_longjmp",
    "__longjmp",       "siglongjmp",
    "__libc_longjmp",  "__libc_siglongjmp",
    "setcontext",      "__setcontext",
    "abort",           "exit",
    "_exit",           "_Exit",
    "quick_exit",      "pthread_exit",
    "thrd_exit",       "__cxa_throw",
    "__cxa_rethrow",   "__longjmp_chk",
    "__cxa_bad_cast",  "__assert_fail",
    "__chk_fail",      "__stack_chk_fail",
    "_ZSt9terminatev", "__cxa_throw_bad_array_new_length"};

constexpr std::array<std::string_view, 6> kProgramStart = {
    "_start", "_init", "_fini", "_dl_start", "_dl_start_user", "_rtld_start"};

}  // namespace

bool is_five_byte_nop(const SiteBytes& bytes) {
  std::size_t at = 0;
  bool prefixed = false;
  for (; at < bytes.size(); ++at) {
    const std::uint8_t byte = bytes[at];
    // Operand-size and segment prefixes have no meaning for a nop. f2 and f3 would make other
    // instructions (pause, hints).
    const bool prefix = byte == 0x66 || byte == 0x2e || byte == 0x3e || byte == 0x26 ||
                        byte == 0x36 || byte == 0x64 || byte == 0x65;
    if (!prefix) break;
    prefixed = true;
  }
  if (at < bytes.size() && bytes[at] >= 0x48 && bytes[at] <= 0x4f && (bytes[at] & 1) == 0)
    ++at;  // REX.W
  if (at + 1 == bytes.size() && bytes[at] == 0x90) return prefixed;
  // 0f 1f /0: a nop whose operand only adds length.
  if (at + 3 > bytes.size() || bytes[at] != 0x0f || bytes[at + 1] != 0x1f) return false;
  const unsigned modrm = bytes[at + 2];
  const unsigned mod = modrm >> 6, rm = modrm & 7;
  if (((modrm >> 3) & 7) != 0) return false;
  std::size_t length = at + 3;
  if (mod != 3 && rm == 4) {
    if (length >= bytes.size()) return false;
    if (mod == 0 && (bytes[length] & 7) == 5) return false;  // four bytes of displacement: too long
    ++length;
  }
  if (mod == 0 && rm == 5) return false;
  if (mod == 1) ++length;
  if (mod == 2) return false;
  return length == bytes.size();
}

std::string refusal_by_name(std::string_view symbol) {
  symbol = symbol.substr(0, symbol.find('@'));
  if (any_of(kReturnsTwice, symbol)) {
    return "it returns twice, and the second return finds a return address that was replaced "
           "meanwhile";
  }
  if (any_of(kChangesStacks, symbol))
    return "it copies its return address or returns on another stack";
  if (any_of(kNeverReturns, symbol)) return "it never returns";
  if (any_of(kProgramStart, symbol))
    return "it starts or ends the program and has no ordinary caller";
  if (symbol.starts_with("_Unwind_") || symbol.starts_with("__gxx_personality_") ||
      symbol.starts_with("__gcc_personality_") || symbol.starts_with("__register_frame") ||
      symbol.starts_with("__deregister_frame") || symbol.starts_with("_Ux86_64_") ||
      symbol.starts_with("_ULx86_64_") || symbol == "_dl_find_object" ||
      symbol == "dl_iterate_phdr" || symbol == "__frame_state_for") {
    return "it belongs to the unwinder, which must see the stack as it is";
  }
  return {};
}

std::string refusal_by_bytes(const SiteBytes& bytes) {
  if (is_five_byte_nop(bytes)) return {};
  if (std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0x90; })) {
    return "its entry has five one-byte nops, and a thread can stand between them; link its target "
           "to retprobe::patchable, which makes them one";
  }
  char text[64];
  std::snprintf(text, sizeof text, "%02x %02x %02x %02x %02x", bytes[0], bytes[1], bytes[2],
                bytes[3], bytes[4]);
  return std::string("its entry holds ") + text +
         " instead of one five-byte nop; something else patched it, or its module was built with "
         "other counts of nops than -fpatchable-function-entry=5";
}

}  // namespace retprobe
