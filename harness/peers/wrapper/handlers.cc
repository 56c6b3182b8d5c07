// The handlers of the wrapper that saves registers. Compiled without vector registers, as those of
// the scalar register set are. They get a context and the word of the body, and those of the entry
// return a bool, as the handlers of the candidates' tracers do.
#include "harness/bench/recorder.h"
#include "harness/peers/wrapper/wrapper.h"

namespace retprobe::peers {
namespace {

bool accept(void*, std::uintptr_t) { return true; }
void hear(void*, std::uintptr_t) {}

bool count_entry(void* hits, std::uintptr_t) {
  ++static_cast<Hits*>(hits)->entries;
  return true;
}
void count_exit(void* hits, std::uintptr_t) { ++static_cast<Hits*>(hits)->exits; }

bool record_entry(void*, std::uintptr_t function) {
  harness::record_entry(function);
  return true;
}
void record_exit(void*, std::uintptr_t function) { harness::record_exit(function); }

template <class Entry, class Exit>
bool install(Entry entry, Exit exit) {
  retprobe_wrapper_handlers.entry = reinterpret_cast<void (*)()>(entry);
  retprobe_wrapper_handlers.exit = reinterpret_cast<void (*)()>(exit);
  retprobe_wrapper_handlers.context = &wrapped_hits;
  return true;
}

}  // namespace

bool install_handlers(std::string_view kind) {
  if (kind == "empty") return install(accept, hear);
  if (kind == "counting") return install(count_entry, count_exit);
  return kind == "recording" && install(record_entry, record_exit);
}

}  // namespace retprobe::peers
