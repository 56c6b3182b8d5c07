// What a function that this library interposes stands in front of.
#pragma once

#include <dlfcn.h>

namespace retprobe {

/// The next definition of a function. Looked up at load time, by a constructor of its file, since
/// dlsym must not be called in a signal handler; or earlier, if another library's constructor calls
/// the function before this library's constructors have run.
template <class Function>
struct Next {
  const char* name;
  Function* function = nullptr;
  Function* operator()() {
    if (!function) function = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
    return function;
  }
};

}  // namespace retprobe
