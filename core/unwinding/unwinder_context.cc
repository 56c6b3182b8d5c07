#include "core/unwinding/unwinder_context.h"

#include <dlfcn.h>

#include <array>
#include <atomic>

namespace retprobe {
namespace {

// A cache of lookups by return address. An unwinder calls personality routines from two or three
// places, so a few entries are enough.
struct Known {
  std::atomic<std::uintptr_t> code{0};  // written last
  ContextReader reader{};
};
constinit std::array<Known, 16> known;
constinit std::atomic<std::size_t> claimed{0};

// The functions that the dynamic linker chose: of the first unwinder in its search order.
constexpr ContextReader linked{_Unwind_GetIP, _Unwind_GetCFA};

// Takes no lock. (Before glibc 2.35 there is no way without one.)
bool is_in_linked_unwinder(std::uintptr_t code) {
#if __GLIBC_PREREQ(2, 35)
  dl_find_object here, there;
  return _dl_find_object(reinterpret_cast<void*>(code), &here) == 0 &&
         _dl_find_object(reinterpret_cast<void*>(linked.ip), &there) == 0 &&
         here.dlfo_link_map == there.dlfo_link_map;
#else
  (void)code;
  return false;
#endif
}

// Usually the unwinder is the linked one. To look at another takes the lock that a thread holds
// during dlopen. If that waits for this thread in a constructor, both wait for ever.
ContextReader look_up(std::uintptr_t code) {
  if (is_in_linked_unwinder(code)) return linked;
  Dl_info info{};
  if (!dladdr(reinterpret_cast<void*>(code), &info) || !info.dli_fname) return linked;
  // The module is loaded already, so this loads nothing. Null if the unwinder is part of the
  // program itself.
  void* const module = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (!module) return linked;
  const auto ip = reinterpret_cast<decltype(ContextReader::ip)>(dlsym(module, "_Unwind_GetIP"));
  const auto cfa = reinterpret_cast<decltype(ContextReader::cfa)>(dlsym(module, "_Unwind_GetCFA"));
  dlclose(module);
  return ip && cfa ? ContextReader{ip, cfa} : linked;
}

}  // namespace

ContextReader reader_of(std::uintptr_t code) {
  for (const Known& one : known)
    if (one.code.load(std::memory_order_acquire) == code) return one.reader;
  const ContextReader reader = look_up(code);
  // Two threads may both add an entry. If the cache is full, the lookup happens each time.
  const std::size_t place = claimed.fetch_add(1, std::memory_order_relaxed);
  if (place < known.size()) {
    known[place].reader = reader;
    known[place].code.store(code, std::memory_order_release);
  }
  return reader;
}

}  // namespace retprobe
