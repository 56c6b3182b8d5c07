#include "designs/chained_trampolines/chained_trampolines.h"

#include "core/picture.h"

namespace retprobe::chained_trampolines {

// The frames of a call and of its tail calls have one slot. A frame is of another call than the
// newer ones if its function is another, or if they have its tracer already.
std::size_t Design::frames(const Stack& stack) {
  std::size_t calls = 0;
  const std::uint64_t* newest = nullptr;  // the slot word of the newest frame of the current call
  for_each_frame(stack, [&](const std::uint64_t* slot, const std::uint64_t*) {
    const Handle handle = words_below(slot).handle;
    const auto is_of_call = [&] {
      if (!newest || *newest != *slot ||
          attachment_of(words_below(newest).handle).record->site !=
              attachment_of(handle).record->site)
        return false;
      for (const std::uint64_t* newer = newest; newer != slot; newer = bottom_of(newer) - 1)
        if (words_below(newer).handle.bits == handle.bits) return false;
      return true;
    };
    if (!is_of_call()) ++calls, newest = slot;
    return true;
  });
  return calls;
}

ShadowView Design::describe(const Stack& stack) {
  Picture picture(stack);
  for_each_frame(stack, [&](const std::uint64_t* slot, const std::uint64_t* frame) {
    const HandlerWords words = words_below(slot);
    picture.frame(words.handle);
    picture.slot(slot);
    picture.handler(slot - 1, Handle{slot[-1]});
    picture.data(words.data, words.handle.words() * 8);
    picture.address(frame, "original", *frame);
    return true;
  });
  return std::move(picture).view();
}

}  // namespace retprobe::chained_trampolines
