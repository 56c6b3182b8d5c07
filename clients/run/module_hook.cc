#include "clients/run/module_hook.h"

#include <link.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/patching/text_poke.h"
#include "core/system/module_list.h"

namespace retprobe::run {
namespace {

void (*notified)() = nullptr;

void on_debug_state() {
  if (_r_debug.r_state == r_debug::RT_CONSISTENT) notified();
}

// Whether these bytes, behind a function's `ret`, are padding up to the next function: nops of any
// length, or breakpoints.
bool is_padding(std::uintptr_t at, const std::array<std::uint8_t, 4>& bytes) {
  constexpr std::array<std::uint8_t, 4> nops[] = {
      {0x66, 0x2e, 0x0f, 0x1f}, {0x66, 0x66, 0x2e, 0x0f}, {0x66, 0x90, 0x66, 0x2e},
      {0x0f, 0x1f, 0x00, 0x66}, {0x0f, 0x1f, 0x40, 0x00}, {0x0f, 0x1f, 0x44, 0x00},
      {0x0f, 0x1f, 0x80, 0x00}, {0x0f, 0x1f, 0x84, 0x00}, {0x66, 0x0f, 0x1f, 0x44},
      {0x66, 0x0f, 0x1f, 0x84}, {0x90, 0x90, 0x90, 0x90}, {0xcc, 0xcc, 0xcc, 0xcc}};
  const bool inside = (at & 15) + bytes.size() <= 16;  // functions begin at multiples of 16
  return inside && std::ranges::find(nops, bytes) != std::end(nops);
}

Error sync_all_cores() {
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0) != 0)
    return system_error("membarrier", errno);
  return {};
}

}  // namespace

Error call_when_modules_change(void (*act)()) {
  const auto unknown = [](const std::string& why) {
    return Error{Error::Code::unsupported,
                 "modules that are opened later are not seen: the dynamic linker's function for "
                 "debuggers " +
                     why};
  };
  const std::uintptr_t function = _r_debug.r_brk;
  auto memory = OwnMemory::open();
  if (!memory.ok()) return memory.error();
  constexpr std::array<std::uint8_t, 4> endbr64 = {0xf3, 0x0f, 0x1e, 0xfa};
  std::array<std::uint8_t, 4> first{};
  if (!memory->read(function, first)) return unknown("cannot be read");
  const std::uintptr_t at = function + (first == endbr64 ? endbr64.size() : 0);
  SiteBytes code{};
  std::array<std::uint8_t, 4> behind{};
  if (!memory->read(at, code)) return unknown("cannot be read");
  std::copy(code.begin() + 1, code.end(), behind.begin());
  constexpr std::uint8_t ret = 0xc3;
  if (code[0] != ret || !is_padding(at + 1, behind))
    return unknown("is not a lone `ret` (is a debugger attached?)");
  const auto target = reinterpret_cast<std::uintptr_t>(&on_debug_state);
  const auto distance = static_cast<std::int64_t>(target - (at + code.size()));
  if (distance != static_cast<std::int32_t>(distance)) return unknown("is too far away");

  notified = act;
  const SiteBytes jump = encode_jump(at, target);
  // No thread executes the bytes behind the `ret`. They are there before the jump's first byte is.
  if (Error error = text_poke({})) return error;  // registers the process for membarrier
  const std::span<const std::uint8_t> bytes(jump);
  if (!memory->write(at + 1, bytes.subspan(1))) return unknown("cannot be written");
  if (Error error = sync_all_cores()) return error;
  if (!memory->write(at, bytes.first(1))) return unknown("cannot be written");
  return sync_all_cores();
}

std::string module_elsewhere() {
  struct WithNext : r_debug {  // <link.h> has it in glibc 2.35 and later only
    r_debug* next;
  };
  const r_debug* first = &_r_debug;
  asm("" : "+r"(first));  // the compiler knows the shorter form
  if (first->r_version < 2) return {};
  const r_debug* const other = static_cast<const WithNext*>(first)->next;
  if (!other || !other->r_map) return {};
  return std::string(other->r_map->l_name) +
         " was opened in another namespace (dlmopen), whose functions are not probed";
}

}  // namespace retprobe::run
