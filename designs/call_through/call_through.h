// Call-through: the hook calls the body from a stack frame of its own and runs the exit handlers
// when the body returns there. A BPF trampoline (fexit) does the same. There is no shadow stack, no
// return address is replaced, and unwinders need nothing special. No return probe that calls
// handlers can be cheaper, so this is the floor for comparison.
//
//     S     original return address
//     S-8   saved rbp
//           frame area, its size a power of two; from its low end:
//           | count, words used | [data of A] A | [data of B] B | …
//           with one handler and no data: | A |
#pragma once

#include "core/handler_words.h"

namespace retprobe::call_through {

struct Design {
  static constexpr Facts facts{
      .idea = "the hook calls the body as a subroutine",
      .proposed_by = "BPF trampolines (Alexei Starovoitov, 2019)",
      .wiring = Wiring::framed,
      .keyed_by_slot = false,
  };

  // The area's first word: the handle of the one handler, if it has no data. Otherwise how many
  // handlers there are, and how many words they take. (Such a handle is positive.)
  static constexpr unsigned words_shift = 32;
  static constexpr std::uint64_t count_word(std::uint64_t count, std::uint64_t words) {
    return std::uint64_t{1} << 63 | words << words_shift | count;
  }

  static std::uint32_t area_words(std::span<const Handle> handles) {
    return 1 + handler_words(handles);
  }

  template <Path path>
  [[gnu::always_inline]] static bool on_entry(std::uint64_t* area, Hit& hit) {
    // Written before the handler runs, so that no value has to be kept across the call.
    if (path == Path::direct && !hit.single.has_data()) [[likely]] {
      area[0] = hit.single.bits;
      return run_entry<path>(hit, hit.single, nullptr);
    }
    std::uint64_t* at = area + 1;
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < hit.count<path>(); ++i)
      count += enter_handler(hit, hit.handle<path>(i), at);
    area[0] = count_word(count, static_cast<std::uint64_t>(at - area));
    return count != 0;
  }

  template <bool muted>
  [[gnu::always_inline]] static void on_return(std::uint64_t* area, Exits<muted> exits) {
    const Handle only{area[0]};
    if (only.is_plain()) [[likely]]
      exits.run(only, nullptr);
    else
      return_to_several(area, exits);
  }

 private:
  // Not inlined, so that the path of one handler without data saves no registers for it.
  template <bool muted>
  [[gnu::noinline]] static void return_to_several(std::uint64_t* area, Exits<muted> exits) {
    std::uint64_t* above = area + (area[0] << 1 >> (words_shift + 1));
    for (auto count = static_cast<std::uint32_t>(area[0]); count; --count) {
      const HandlerWords words = words_below(above);
      above = words.begin;
      exits.run(words.handle, words.data);
    }
  }
};

}  // namespace retprobe::call_through
