// The functions that handlers call to read frames. Hooks use the inline definitions of block.h.
// Handlers are in other modules and include only hit.h, so these definitions are also emitted here.
// Compiled as hot code, since handlers of the scalar set call them.
#include <tuple>

#include "core/blocks/block.h"
#include "core/blocks/parallel_shadow.h"
#include "core/system/raw_syscall.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

[[gnu::used]] constexpr auto emitted =
    std::make_tuple(&EntryFrame::slot, &EntryFrame::site, &ReturnFrame::site);

}  // namespace

std::uintptr_t ReturnFrame::return_address() const {
  if (!is_trampoline(slot_word)) return slot_word;
  return original_of(slot_of(*this));
}

std::uintptr_t resolve_return_address(const std::uintptr_t* slot) {
  return is_trampoline(*slot) ? original_of(reinterpret_cast<std::uintptr_t>(slot)) : *slot;
}

std::size_t walk_frames(std::uintptr_t ip, std::uintptr_t frame_pointer,
                        std::span<std::uintptr_t> addresses) {
  std::size_t count = 0;
  if (addresses.empty()) return 0;
  addresses[count++] = ip;
  struct {
    std::uintptr_t outer, return_address;
  } frame;
  while (count < addresses.size() && frame_pointer % 8 == 0 &&
         read_memory(frame_pointer, &frame, sizeof frame)) {
    if (is_trampoline(frame.return_address)) frame.return_address = original_of(frame_pointer + 8);
    if (frame.return_address == 0) break;
    addresses[count++] = frame.return_address;
    if (frame.outer <= frame_pointer) break;
    frame_pointer = frame.outer;
  }
  return count;
}

}  // namespace retprobe
