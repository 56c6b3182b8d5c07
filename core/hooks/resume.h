// Where hooks end: the routines in assembly that take a hook's frame away and go on
// (core/blocks/resume_x86_64.S). A hook calls one of them last, and the compiler makes a jump of
// that call.
#pragma once

#include <cstddef>

#include "core/blocks/variants.h"
#include "core/hooks/facts.h"
#include "retprobe/registers.h"

// clang-format off
#define RP_DECLARE_ENTRY(MODE, SET) \
  extern "C" [[gnu::visibility("hidden")]] void retprobe_resume_entry_##MODE##_##SET();
#define RP_DECLARE_RETURN(LEAVE, SET) \
  extern "C" [[gnu::visibility("hidden")]] void retprobe_resume_return_##LEAVE##_##SET();
#define RP_ENTRY_ADDRESS(MODE, SET) &retprobe_resume_entry_##MODE##_##SET,
#define RP_RETURN_ADDRESS(LEAVE, SET) &retprobe_resume_return_##LEAVE##_##SET,
RP_RESUME_ENTRIES(RP_DECLARE_ENTRY)
RP_RESUME_RETURNS(RP_DECLARE_RETURN)
// clang-format on

namespace retprobe {

[[gnu::always_inline]] inline void resume_entry(EntryMode mode, RegisterSet set) {
  constexpr void (*routines[])() = {RP_RESUME_ENTRIES(RP_ENTRY_ADDRESS)};
  routines[static_cast<std::size_t>(mode) * register_set_count + static_cast<std::size_t>(set)]();
}
/// Not for Leave::nowhere.
[[gnu::always_inline]] inline void resume_return(Leave leave, RegisterSet set) {
  constexpr void (*routines[])() = {RP_RESUME_RETURNS(RP_RETURN_ADDRESS)};
  routines[static_cast<std::size_t>(leave) * register_set_count + static_cast<std::size_t>(set)]();
}

}  // namespace retprobe

#undef RP_DECLARE_ENTRY
#undef RP_DECLARE_RETURN
#undef RP_ENTRY_ADDRESS
#undef RP_RETURN_ADDRESS
