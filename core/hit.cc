// The frames' members under their names: inline for hooks (block.h), and here for handlers, which are in other modules and
// see hit.h only. Hot object: handlers without vector registers call them.
#include <tuple>

#include "core/block.h"

namespace retprobe {
namespace {

[[gnu::used]] constexpr auto emitted = std::make_tuple(&EntryFrame::slot, &EntryFrame::site, &ReturnFrame::site);

}  // namespace
}  // namespace retprobe
