// Tests of the layout of handles and entry data in frames.
#include "core/handler_words.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace retprobe {
namespace {

Handle with_words(std::uint32_t words) { return Handle::make(7, 3, words); }

TEST(HandlerWords, AHandleLiesAboveItsData) {
  alignas(16) std::uint64_t frame[32];
  for (const std::size_t begin : {4u, 5u})
    for (const std::uint32_t words : {0u, 2u, 6u}) {
      const Handle handle = with_words(words);
      const bool padding = words != 0 && begin % 2 == 1;
      const DataPlace place = place_data(frame + begin, handle);
      EXPECT_EQ(place.padded, padding);
      EXPECT_EQ(place.data,
                words == 0 ? nullptr : reinterpret_cast<std::byte*>(frame + begin + padding));
      ASSERT_EQ(place.handle_at, frame + begin + padding + words);
      // What is put there is found again, from above.
      *place.handle_at = handle.with_padding(padding).bits;
      const HandlerWords<std::uint64_t> found = words_below(place.handle_at + 1);
      EXPECT_EQ(found.handle.bits, handle.bits);
      EXPECT_EQ(found.data, place.data);
      EXPECT_EQ(found.begin, frame + begin);
      const HandlerWords<const std::uint64_t> inspected =
          words_below<const std::uint64_t>(place.handle_at + 1);
      EXPECT_EQ(inspected.begin, frame + begin);
    }
}

// Each has a word for its handle. One with data has a word more, for the padding.
TEST(HandlerWords, TheirNumberIsTheLargestThatThereCanBe) {
  const auto words = [](const std::vector<Handle>& handles) { return handler_words(handles); };
  EXPECT_EQ(words({}), 0u);
  EXPECT_EQ(words({with_words(0)}), 1u);
  EXPECT_EQ(words({with_words(2)}), 4u);
  EXPECT_EQ(words({with_words(0), with_words(0), with_words(6), with_words(512)}),
            1u + 1 + 8 + 514);
}

}  // namespace
}  // namespace retprobe
