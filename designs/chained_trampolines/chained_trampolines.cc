#include "designs/chained_trampolines/chained_trampolines.h"

#include "core/picture.h"

namespace retprobe::chained_trampolines {

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
