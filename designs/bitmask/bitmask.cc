#include "designs/bitmask/bitmask.h"

#include "core/picture.h"

namespace retprobe::bitmask {

ShadowView Design::describe(const Stack& stack) {
  Picture picture(stack);
  for_each_frame(stack, [&](const std::uint64_t* slot, const std::uint64_t* frame) {
    const std::uint64_t word = slot[-1];
    picture.frame(&record_in(word));
    picture.slot(slot);
    picture.word(slot - 1, std::to_string(mask_words_of(word)) + " mask words, age " +
                               std::to_string(age_of(word)));
    const std::uint64_t* const data_begin = frame + 1 + mask_words_of(word);
    for (const std::uint64_t* at = slot - 1; at > data_begin;
         at -= 1 + size_of(at[-1]) + padding_of(at[-1])) {
      picture.word(at - 1, "data of bit " + std::to_string(bit_of(at[-1])));
      picture.data(at - 1 - size_of(at[-1]), size_of(at[-1]) * 8);
    }
    for (std::uint32_t i = mask_words_of(word); i-- > 0;) {
      std::string bits;
      for (std::uint64_t rest = frame[1 + i]; rest; rest &= rest - 1)
        bits += " " + std::to_string(i * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
      picture.word(frame + 1 + i, "mask: bits" + bits);
    }
    picture.address(frame, "original", *frame);
    return true;
  });
  return std::move(picture).view();
}

}  // namespace retprobe::bitmask
