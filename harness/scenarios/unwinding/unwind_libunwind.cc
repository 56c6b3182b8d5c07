// Nongnu libunwind: step by step, and its fast trace. It is loaded, not linked: if it were linked,
// its _Unwind_… functions would take the place of libgcc's in the whole process.
#include "harness/scenarios/unwinding/unwind_inside.h"

#ifdef RETPROBE_LIBUNWIND
#define UNW_LOCAL_ONLY
#include <libunwind.h>
#endif

namespace retprobe::harness {
namespace {

#ifdef RETPROBE_LIBUNWIND
// libunwind's names are macros over names like these. Handlers read these pointers, so they must
// not have initialisers that take a lock.
decltype(_Ux86_64_getcontext)* get_context = nullptr;
decltype(unw_init_local)* init_local = nullptr;
decltype(unw_step)* step = nullptr;
decltype(unw_get_reg)* get_register = nullptr;
decltype(unw_backtrace)* fast_trace = nullptr;

void load() {
  static const unwinding::Library library("libunwind.so.8", "libunwind8");
  get_context = library.function<decltype(_Ux86_64_getcontext)>("_Ux86_64_getcontext");
  init_local = library.function<decltype(unw_init_local)>("_ULx86_64_init_local");
  step = library.function<decltype(unw_step)>("_ULx86_64_step");
  get_register = library.function<decltype(unw_get_reg)>("_ULx86_64_get_reg");
  fast_trace = library.function<decltype(unw_backtrace)>("unw_backtrace");
}

std::size_t take_steps(unwinding::RawFrame* frames, std::size_t room) {
  unw_context_t context;
  unw_cursor_t cursor;
  get_context(&context);
  if (init_local(&cursor, &context) != 0) return 0;
  std::size_t count = 0;
  do {
    unw_word_t address = 0, sp = 0;
    if (get_register(&cursor, UNW_REG_IP, &address) != 0 ||
        get_register(&cursor, UNW_REG_SP, &sp) != 0)
      break;
    if (address == 0 || count == room) break;
    frames[count++] = {address, sp};
  } while (step(&cursor) > 0);
  return count;
}

std::size_t take_fast(unwinding::RawFrame* frames, std::size_t room) {
  static void* addresses[unwinding::most_frames];
  const int count = fast_trace(addresses, static_cast<int>(room));
  for (int i = 0; i < count; ++i) frames[i] = {reinterpret_cast<std::uintptr_t>(addresses[i]), 0};
  return count < 0 ? 0 : static_cast<std::size_t>(count);
}

Outcome with_library(const Cell& cell, unwinding::Take take) {
  load();
  return unwinding::from_inside(cell, take);
}
#else
constexpr unwinding::Take take_steps = nullptr, take_fast = nullptr;
Outcome with_library(const Cell&, unwinding::Take) {
  return unavailable(Lack::package,
                     "built without libunwind's header (Debian package libunwind-dev)");
}
#endif

}  // namespace

SCENARIO(unwind_libunwind, "libunwind's unw_step sees the unprobed chain and CFAs from every place",
         .tracers = {1, 2}, .seconds = 30) {
  return with_library(cell, take_steps);
}
SCENARIO(unwind_libunwind_fast,
         "libunwind's unw_backtrace sees the unprobed chain from every place", .tracers = {1, 2},
         .seconds = 30, .any_cell = false) {
  return with_library(cell, take_fast);
}

}  // namespace retprobe::harness
