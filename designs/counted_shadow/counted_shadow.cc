#include "designs/counted_shadow/counted_shadow.h"

#include "core/picture.h"

namespace retprobe::counted_shadow {

ShadowView Design::describe(const Stack& stack) {
  Picture picture(stack);
  for_each_frame(stack, [&](const std::uint64_t* trailer, const std::uint64_t* frame) {
    const std::uint64_t word = trailer[1];
    picture.frame(record_in(word));
    picture.word(
        trailer + 1,
        "count " + std::to_string(count_of(word)) +
            (popped_of(word) ? ", popped " + std::to_string(popped_of(word)) + " words" : ""));
    picture.slot(trailer);
    const std::uint64_t* above = trailer - popped_of(word);
    for (std::uint64_t i = 0; i < count_of(word); ++i) {
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
