// Compiled with frame pointers, because the core's walker begins with a frame of this file.
#include "python/src/unwinders.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <unwind.h>

#include <algorithm>
#include <cstdio>

#include "core/picture.h"
#include "harness/code/symbols.h"
#include "retprobe/probe.h"

namespace retprobe::python {
namespace {

using Addresses = std::vector<std::uintptr_t>;

struct Found {
  Addresses* into;
  std::size_t most;
};

_Unwind_Reason_Code take_frame(_Unwind_Context* context, void* found_) {
  Found& found = *static_cast<Found*>(found_);
  if (found.into->size() == found.most) return _URC_END_OF_STACK;
  if (const std::uintptr_t address = _Unwind_GetIP(context)) found.into->push_back(address);
  return _URC_NO_REASON;
}

Addresses of_pointers(const std::vector<void*>& pointers, int count) {
  Addresses addresses;
  for (int i = 0; i < count; ++i)
    addresses.push_back(reinterpret_cast<std::uintptr_t>(pointers[static_cast<std::size_t>(i)]));
  return addresses;
}

// libunwind is loaded, not linked: if it were linked, its _Unwind_… functions would replace
// libgcc's.
using Backtrace = int (*)(void**, int);
Backtrace libunwind_backtrace() {
  static void* const library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
  return library ? reinterpret_cast<Backtrace>(dlsym(library, "unw_backtrace")) : nullptr;
}

}  // namespace

[[gnu::noinline]] std::vector<StackView> unwind(std::size_t most) {
  std::vector<StackView> views;
  std::vector<void*> pointers(most);

  StackView libgcc{"libgcc _Unwind_Backtrace", "", {}};
  Found found{&libgcc.addresses, most};
  _Unwind_Backtrace(take_frame, &found);
  views.push_back(std::move(libgcc));

  views.push_back({"glibc backtrace()", "",
                   of_pointers(pointers, backtrace(pointers.data(), static_cast<int>(most)))});

  if (const Backtrace trace = libunwind_backtrace())
    views.push_back({"libunwind unw_backtrace", "",
                     of_pointers(pointers, trace(pointers.data(), static_cast<int>(most)))});
  else
    views.push_back({"libunwind unw_backtrace",
                     "libunwind.so.8 cannot be loaded (Debian package libunwind8)",
                     {}});

  StackView walker{"frame pointers (walk_frames)", "", Addresses(most)};
  const auto here = reinterpret_cast<std::uintptr_t>(&unwind);
  walker.addresses.resize(walk_frames(
      here, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)), walker.addresses));
  // The chain ends in a function that uses rbp for something else. Its value may look like one more
  // link.
  Dl_info info;
  while (!walker.addresses.empty() &&
         !dladdr(reinterpret_cast<void*>(walker.addresses.back()), &info))
    walker.addresses.pop_back();
  views.push_back(std::move(walker));
  return views;
}

bool is_own(std::uintptr_t address) {
  Dl_info here, there;
  // Exported symbols have a name for dladdr. These are the sites of nest.cc.
  return dladdr(reinterpret_cast<void*>(&unwind), &here) &&
         dladdr(reinterpret_cast<void*>(address), &there) && here.dli_fbase == there.dli_fbase &&
         !there.dli_sname;
}

std::string name_of(std::uintptr_t address) {
  static const auto own = harness::Symbols::of_module_at(reinterpret_cast<std::uintptr_t>(&unwind));
  if (own.ok() && is_own(address))
    if (std::string name = own->name(address); !name.empty()) return name;
  std::string name = name_address(address);
  Dl_info info;
  if (!name.starts_with("0x") || !dladdr(reinterpret_cast<void*>(address), &info) ||
      !info.dli_fname)
    return name;
  const std::string module = info.dli_fname;
  char offset[24];
  std::snprintf(offset, sizeof offset, "+0x%zx",
                address - reinterpret_cast<std::uintptr_t>(info.dli_fbase));
  return module.substr(module.rfind('/') + 1) + offset;
}

}  // namespace retprobe::python
