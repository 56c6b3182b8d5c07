#include "designs/counted_shadow/counted_shadow.h"

#include "core/picture.h"

namespace retprobe::counted_shadow {

std::string Design::describe(const Stack& stack) {
  Picture picture(stack);
  for_each_frame(stack, [&](const std::uint64_t* trailer, const std::uint64_t* frame) {
    const std::uint64_t word = trailer[1];
    picture.word(trailer + 1,
                 "count " + std::to_string(count_of(word)) +
                     (popped_of(word) ? ", popped " + std::to_string(popped_of(word)) + " words" : ""),
                 record_in(word));
    picture.slot(trailer, trailer[0]);
    const std::uint64_t* above = trailer - popped_of(word);
    for (std::uint64_t i = 0; i < count_of(word); ++i) {
      const HandlerWords words = words_below(above);
      picture.handler(above - 1, words.handle);
      above = words.begin;
    }
    picture.address(frame, "original", *frame);
    return true;
  });
  return picture.text();
}

}  // namespace retprobe::counted_shadow
