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

/// Writes the whole frame of the hit's one tracer and runs its entry handler: the slot's content,
/// the handler words, the slot. The frame is written before the handler runs, so that no value has
/// to be kept across the call. The guard keeps other pushes away meanwhile. The frame becomes the
/// newest after the handler has accepted. False: the tracer declined.
[[gnu::always_inline]] inline bool enter_single(ExecutionStack& stack, Hit& hit) {
  std::uint64_t* const frame = stack.top;
  *frame = hit.held();
  if (!hit.single.has_data()) [[likely]] {
    frame[1] = hit.single.bits;
    frame[2] = hit.slot;
    if (!run_only_entry(hit, hit.single, nullptr)) [[unlikely]]
      return false;
    return grow(*hit.thread->current, 3);
  }
  const DataPlace place = place_data(frame + 1, hit.single);
  *place.handle_at = hit.single.with_padding(place.padded).bits;
  place.handle_at[1] = hit.slot;
  const auto words = static_cast<std::size_t>(place.handle_at + 2 - frame);
  return run_entry(hit, hit.single, place.data) && grow(*hit.thread->current, words);
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

/// Pops the frame whose lowest handler words are `words`, and runs that handler. Popped before: if
/// the handler leaves by a jump, nothing of the frame is needed any more. The handler's data stays
/// intact: no hook of this thread pushes while the guard is set.
[[gnu::always_inline]] inline void leave_last(ExecutionStack& stack, ReturnFrame& frame,
                                              Thread& thread,
                                              const HandlerWords<std::uint64_t>& words) {
  stack.top = words.begin - 1;
  frame.slot_word = words.begin[-1];
  if (!words.data) [[likely]]
    run_exit(thread, frame, words.handle, nullptr);
  else
    run_exit(thread, frame, words.handle, words.data);
}

/// An upper bound of the words that the handles and data of these tracers take.
inline std::uint32_t handler_words(std::span<const Handle> handles) {
  std::uint32_t words = 0;
  for (const Handle handle : handles) words += 1 + (handle.words() ? handle.words() + 1 : 0);
  return words;
}

}  // namespace retprobe
