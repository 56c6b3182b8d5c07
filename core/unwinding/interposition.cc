// Tells whether the program calls the functions that this library interposes (interpose.cc,
// interpose_unwind.cc), or other libraries' functions of those names.
#include <dlfcn.h>

#include <string>

#include "retprobe/probe.h"

// The definitions in this library: it is linked with -Bsymbolic.
extern "C" {
void retprobe_siglongjmp();
void retprobe_longjmp_chk();
void makecontext();
void retprobe_raise_exception();
void retprobe_resume_or_rethrow();
void retprobe_forced_unwind();
void retprobe_begin_catch();
}

namespace retprobe {
namespace {

constexpr struct {
  const char* name;
  void (*own)();
} interposed[] = {{"longjmp", retprobe_siglongjmp},
                  {"_longjmp", retprobe_siglongjmp},
                  {"siglongjmp", retprobe_siglongjmp},
                  {"__longjmp_chk", retprobe_longjmp_chk},
                  {"makecontext", makecontext},
                  {"_Unwind_RaiseException", retprobe_raise_exception},
                  {"_Unwind_Resume_or_Rethrow", retprobe_resume_or_rethrow},
                  {"_Unwind_ForcedUnwind", retprobe_forced_unwind},
                  {"__cxa_begin_catch", retprobe_begin_catch}};

std::string module_with(const void* function) {
  Dl_info info{};
  if (!dladdr(function, &info) || !info.dli_fname) return "?";
  const std::string path = info.dli_fname;
  return path.substr(path.find_last_of('/') + 1);
}

}  // namespace

Error interposition() {
  std::string others;
  // In the program's scope. RTLD_DEFAULT would look into this library first, as -Bsymbolic asks.
  void* const program = dlopen(nullptr, RTLD_LAZY);
  for (const auto& [name, own] : interposed) {
    const void* const first = dlsym(program, name);
    // Where another library interposes the function, too (AddressSanitizer's does), and calls the
    // next definition, this library's is reached if the function's owner lies behind it.
    const void* const next = dlsym(RTLD_NEXT, name);
    if (!first || first == reinterpret_cast<const void*>(own) || (next && next != first)) continue;
    others += (others.empty() ? "" : ", ") + std::string(name) + " (" + module_with(first) + ")";
  }
  dlclose(program);
  if (others.empty()) return {};
  return {Error::Code::unsupported,
          "the program calls other libraries' " + others +
              " instead of this library's; link the program with libretprobe.so, or name "
              "libretprobe.so first in LD_PRELOAD"};
}

}  // namespace retprobe
