#include "designs/counted_shadow/counted_shadow.h"

#include "core/picture.h"

namespace retprobe::counted_shadow {

ShadowView Design::describe(const Stack& stack) {
  Picture picture(stack);
  for_each_frame(stack, [&](const std::uint64_t* slot, const std::uint64_t* frame) {
    const std::uint64_t word = slot[-1];
    const std::uint64_t count = is_count(word) ? count_of(word) : 1;
    const std::uint64_t popped = is_count(word) ? popped_of(word) : 0;
    const std::uint64_t* above = slot - is_count(word) - popped;
    picture.frame(words_below(above).handle);
    picture.slot(slot);
    if (is_count(word))
      picture.word(slot - 1, "count " + std::to_string(count) +
                                 (popped ? ", popped " + std::to_string(popped) + " words" : ""));
    for (std::uint64_t i = 0; i < count; ++i) {
      const HandlerWords words = words_below(above);
      picture.handler(above - 1, Handle{above[-1]});
      picture.data(words.data, words.handle.words() * 8);
      above = words.begin;
    }
    picture.address(frame, "original", *frame);
    return true;
  });
  return std::move(picture).view();
}

}  // namespace retprobe::counted_shadow
