// Tests of the words of a frame: what is put into a control word or above a data area comes out.
// (Scenarios see that the record does.)
#include "designs/bitmask/bitmask.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace retprobe::bitmask {
namespace {

constexpr std::uint64_t last_record = (RP_BLOCK_COUNT - 1) * std::uint64_t{RP_RECORD_BYTES},
                        last_age = (1u << 21) - 1;

TEST(BitmaskWords, ControlWord) {
  for (const std::uint64_t record : {std::uint64_t{0}, std::uint64_t{RP_RECORD_BYTES}, last_record})
    for (const std::uint64_t mask_words : {1u, 2u, most_places / 64})
      for (const std::uint64_t length : {std::uint64_t{2}, Design::most_length})
        for (const std::uint64_t age : {std::uint64_t{0}, std::uint64_t{1}, last_age}) {
          const std::uint64_t word = Design::control(record, mask_words, length, age);
          EXPECT_EQ(Design::mask_words_of(word), mask_words);
          EXPECT_EQ(Design::length_of(word), length);
          EXPECT_EQ(Design::age_of(word), age);
        }
}

TEST(BitmaskWords, ControlWordOfTheUsualFrame) {
  const std::uint64_t word = Design::control(last_record, 0, 0, last_age);
  EXPECT_TRUE(Design::has_one_bit(word));
  EXPECT_FALSE(Design::has_one_bit(Design::control(last_record, 1, 2, last_age)));
  EXPECT_EQ(Design::mask_words_of(word), 1u);
  EXPECT_EQ(Design::length_of(word), 2u);
}

// Ages have 21 bits, and are compared by half of that.
TEST(BitmaskWords, AgesWrapAround) {
  for (const std::uint64_t age : {std::uint64_t{1}, std::uint64_t{1} << 20, last_age}) {
    for (const std::uint64_t length : {std::uint64_t{0}, Design::most_length}) {
      const std::uint64_t word = Design::control(last_record, 0, length, age);
      for (const std::uint64_t later : {std::uint64_t{1}, std::uint64_t{2}, last_age / 2}) {
        EXPECT_TRUE(Design::is_younger(age + later, word)) << age << " and " << later;
        EXPECT_FALSE(Design::is_younger(age + last_age + 1 - later, word)) << age << ", " << later;
      }
      EXPECT_FALSE(Design::is_younger(age, word)) << age;
    }
  }
}

TEST(BitmaskWords, WordAboveADataArea) {
  for (const std::uint32_t bit : {0u, 1u, most_places - 1})
    for (const std::uint32_t words : {2u, std::uint32_t{max_data_words}})
      for (const bool padded : {false, true}) {
        const std::uint64_t word = Design::data_word(bit, Handle::make(1, 1, words), padded);
        EXPECT_EQ(Design::bit_of(word), bit);
        EXPECT_EQ(Design::size_of(word), words);
        EXPECT_EQ(Design::padding_of(word), padded);
      }
}

}  // namespace
}  // namespace retprobe::bitmask
