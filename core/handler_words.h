// The layout of tracer handles and their entry data, shared by every design that keeps handles in
// its frames.
//
//     low                                                        high
//     [pad?] [data of A …] [handle A] [pad?] [data of B …] [handle B]
//
// A handle lies above its data, so a pop reads it first. It says how much more to pop: the size of
// the data, and whether a padding word was needed to align the data to 16 bytes. (Rostedt, 2018:
// "count = pop; for … func = pop; func()".)
#pragma once

#include "core/design.h"

namespace retprobe {

/// Where the data and the handle word of `handle` lie if its words begin at `at`.
struct DataPlace {
  std::byte* data;  // nullptr when the tracer asked for none
  std::uint64_t* handle_at;
  bool padded;
};
[[gnu::always_inline]] inline DataPlace place_data(std::uint64_t* at, Handle handle) {
  if (!handle.has_data()) [[likely]]
    return {nullptr, at, false};
  const std::uint32_t words = handle.words();
  const bool padded = reinterpret_cast<std::uintptr_t>(at) & 8;
  std::uint64_t* data = at + padded;
  return {reinterpret_cast<std::byte*>(data), data + words, padded};
}

/// Runs the entry handler of `handle`, whose words begin at `at`. True: `at` has moved above its
/// words. False: the tracer declined, and `at` is unchanged.
[[gnu::always_inline]] inline bool enter_handler(Hit& hit, Handle handle, std::uint64_t*& at) {
  if (!handle.has_data()) [[likely]] {
    if (!run_entry(hit, handle, nullptr)) return false;
    *at++ = handle.bits;
    return true;
  }
  const DataPlace place = place_data(at, handle);
  if (!run_entry(hit, handle, place.data)) return false;
  *place.handle_at = handle.with_padding(place.padded).bits;
  at = place.handle_at + 1;
  return true;
}

/// The handle word just below `above`, and where its words begin. `Word` is std::uint64_t; const
/// where a frame is only inspected.
template <class Word>
struct HandlerWords {
  Handle handle;  // without its padding bit
  std::byte* data;
  Word* begin;
};
template <class Word>
[[gnu::always_inline]] inline HandlerWords<Word> words_below(Word* above) {
  const Handle handle{above[-1]};
  if (!handle.has_data()) [[likely]]
    return {handle, nullptr, above - 1};
  const std::uint32_t words = handle.words();
  Word* const data = above - 1 - words;
  return {handle.without_padding(), reinterpret_cast<std::byte*>(const_cast<std::uint64_t*>(data)),
          data - handle.padded()};
}

/// An upper bound of the words that the handles and data of these tracers take.
inline std::uint32_t handler_words(std::span<const Handle> handles) {
  std::uint32_t words = 0;
  for (const Handle handle : handles) words += 1 + (handle.words() ? handle.words() + 1 : 0);
  return words;
}

}  // namespace retprobe
