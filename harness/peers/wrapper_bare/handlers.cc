// The handlers of the wrapper that saves nothing. They keep all registers themselves, and get no
// arguments: registers that carry some are the body's. The word of the body lies on top of the
// wrapper's stack.
#include "harness/bench/recorder.h"
#include "harness/peers/wrapper/wrapper.h"

namespace retprobe::peers {
namespace {

#define RP_KEEPS_REGISTERS __attribute__((no_caller_saved_registers))

RP_KEEPS_REGISTERS void nothing() {}
RP_KEEPS_REGISTERS void count_entry() { ++wrapped_hits.entries; }
RP_KEEPS_REGISTERS void count_exit() { ++wrapped_hits.exits; }
RP_KEEPS_REGISTERS void record_entry() {
  harness::record_entry(*static_cast<std::uintptr_t*>(__builtin_dwarf_cfa()));
}
RP_KEEPS_REGISTERS void record_exit() {
  harness::record_exit(*static_cast<std::uintptr_t*>(__builtin_dwarf_cfa()));
}

template <class Handler>
bool install(Handler entry, Handler exit) {
  retprobe_wrapper_handlers.entry = reinterpret_cast<void (*)()>(entry);
  retprobe_wrapper_handlers.exit = reinterpret_cast<void (*)()>(exit);
  return true;
}

}  // namespace

bool install_handlers(std::string_view kind) {
  if (kind == "empty") return install(nothing, nothing);
  if (kind == "counting") return install(count_entry, count_exit);
  return kind == "recording" && install(record_entry, record_exit);
}

}  // namespace retprobe::peers
