// The frames' members under their names: inline for hooks (block.h), and here for handlers, which are in
// other modules and see hit.h only. Hot object: handlers without vector registers call them.
#include <tuple>

#include "core/block.h"
#include "core/parallel_shadow.h"

namespace retprobe {
namespace {

[[gnu::used]] constexpr auto emitted =
    std::make_tuple(&EntryFrame::slot, &EntryFrame::site, &ReturnFrame::site);

}  // namespace

std::uintptr_t resolve_return_address(const std::uintptr_t* slot) {
  return is_trampoline(*slot) ? original_of(reinterpret_cast<std::uintptr_t>(slot)) : *slot;
}

}  // namespace retprobe
