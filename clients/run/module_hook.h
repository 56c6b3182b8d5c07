// Notices when the dynamic linker has mapped or unmapped modules.
#pragma once

#include <string>

#include "retprobe/error.h"

namespace retprobe::run {

/// Calls `act` each time the dynamic linker has changed its list of modules: after it has mapped
/// what dlopen asks for, before any of it runs, and after dlclose. glibc before 2.42 has not
/// relocated the new modules then. `act` runs in the thread that called dlopen, under the dynamic
/// linker's lock, and must not throw. It is called until the process ends.
///
/// The dynamic linker calls an empty function for debuggers at these moments (r_brk of
/// struct r_debug). This writes a jump into it: over its `ret`, and over the padding behind it.
///
/// Errors: that function has another form (a debugger has set a breakpoint there, an unknown libc),
/// it is too far away, or the code cannot be written. Cold. Call it once.
Error call_when_modules_change(void (*act)());

/// A note on a module in another namespace, whose sites the catalogue does not see; "": there is
/// none. For `act`.
std::string module_elsewhere();

}  // namespace retprobe::run
