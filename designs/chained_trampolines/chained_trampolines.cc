#include "designs/chained_trampolines/chained_trampolines.h"

#include "core/picture.h"

namespace retprobe::chained_trampolines {

ShadowView Design::describe(const Stack& stack) {
  Picture picture(stack);
  for_each_frame(stack, [&](const std::uint64_t* trailer, const std::uint64_t* frame) {
    const Record& record = record_in(trailer[1]);
    picture.frame(record);
    picture.address(trailer + 1, "modified", slot_block(record) + RP_BLOCK_T);
    picture.slot(trailer);
    const HandlerWords words = words_below(trailer);
    picture.handler(trailer - 1, Handle{trailer[-1]});
    picture.data(words.data, words.handle.words() * 8);
    picture.address(frame, "original", *frame);
    return true;
  });
  return std::move(picture).view();
}

}  // namespace retprobe::chained_trampolines
