// Entry data and the words that say whose it is: the layout that every design with handler words in
// its frame shares.
//
//     low                                           high
//     [pad?] [data of A …] [handle A] [pad?] [data of B …] [handle B]
//
// A handle word lies above its data, so that popping meets it first and learns from it how much to
// pop: size, and whether a padding word was needed to align the data to 16 bytes. (Rostedt, 2018:
// "count = pop; for … func = pop; func()".)
#pragma once

#include "core/design.h"

namespace retprobe {

/// Where the data of `handle` would lie if its words began at `at`.
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

/// Runs the entry handler of `handle` with its words beginning at `at`. False: the tracer declined;
/// else `at` is moved above what it needs to keep.
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

/// The whole frame of one handler, which then runs: what the slot holds, its words, a trailer with
/// `control`. All of it is written first, where no probed call can come in between as long as the
/// guard is set, and made the newest afterwards, so that nothing has to be kept across the handler.
/// False: the tracer declined.
[[gnu::always_inline]] inline bool enter_single(ExecutionStack& stack, Hit& hit,
                                                std::uint64_t control) {
  std::uint64_t* const frame = stack.top;
  *frame = hit.held();
  if (!hit.single.has_data()) [[likely]] {
    frame[1] = hit.single.bits;
    write_trailer(frame + 2, hit.slot, control);
    if (!run_entry(hit, hit.single, nullptr)) [[unlikely]]
      return false;
    return grow(*hit.thread.current, 2 + trailer_words);
  }
  const DataPlace place = place_data(frame + 1, hit.single);
  *place.handle_at = hit.single.with_padding(place.padded).bits;
  write_trailer(place.handle_at + 1, hit.slot, control);
  const auto words = static_cast<std::size_t>(place.handle_at + 1 - frame) + trailer_words;
  return run_entry(hit, hit.single, place.data) && grow(*hit.thread.current, words);
}

/// The handle word just below `above`, and where its words begin. `Word` is std::uint64_t, const
/// for a look from outside.
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

/// An upper bound of the words that these tracers' handles and data take.
inline std::uint32_t handler_words(std::span<const Handle> handles) {
  std::uint32_t words = 0;
  for (const Handle handle : handles) words += 1 + (handle.words() ? handle.words() + 1 : 0);
  return words;
}

}  // namespace retprobe
