// The unwinder's ways in and out that this library stands in front of, in programs that link with
// it (or preload it):
//
//   _Unwind_RaiseException & co.  They return when nobody handles the exception: what the search
//   took out of the
//                                 return slots is put back.
//   __cxa_begin_catch             The functions between throw and catch have been left: their
//   tracers are told.
//
// Without (a program that dlopens this library late, or has a libgcc of its own linked in) the
// tracers are told at the thread's next hit, and after a raise that returned the exits of the calls
// that it had passed are reported as unwound although they will return.
#include <dlfcn.h>
#include <unwind.h>

#include "core/unwinding/unwinding.h"

namespace retprobe {
namespace {

template <class Function>
struct Next {
  const char* name;
  Function* function = nullptr;
  // Found at load, below; somebody else's constructor may throw before ours ran.
  Function* operator()() {
    if (!function) function = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
    return function;
  }
};

using Raise = _Unwind_Reason_Code(_Unwind_Exception*);
using Force = _Unwind_Reason_Code(_Unwind_Exception*, _Unwind_Stop_Fn, void*);
using BeginCatch = void*(void*);
constinit Next<Raise> raise_exception{"_Unwind_RaiseException"},
    resume_or_rethrow{"_Unwind_Resume_or_Rethrow"};
constinit Next<Force> forced_unwind{"_Unwind_ForcedUnwind"};
constinit Next<BeginCatch> begin_catch{"__cxa_begin_catch"};

[[gnu::constructor(101)]] void find_next() {
  raise_exception();
  resume_or_rethrow();
  forced_unwind();
  begin_catch();
}

}  // namespace
}  // namespace retprobe

// Under names of their own, made the unwinder's by the assembly below: <unwind.h> and the compiler
// declare those with attributes of their own. No frame between them and the unwinder has anything
// to clean up.
#define RP_INTERPOSED extern "C" [[gnu::visibility("default")]]

RP_INTERPOSED _Unwind_Reason_Code retprobe_raise_exception(_Unwind_Exception* exception) {
  const std::uint32_t raise = retprobe::begin_raise();
  const _Unwind_Reason_Code failed = retprobe::raise_exception()(exception);
  retprobe::undo_raise(raise, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  return failed;
}
RP_INTERPOSED _Unwind_Reason_Code retprobe_resume_or_rethrow(_Unwind_Exception* exception) {
  const std::uint32_t raise = retprobe::begin_raise();
  const _Unwind_Reason_Code failed = retprobe::resume_or_rethrow()(exception);
  retprobe::undo_raise(raise, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  return failed;
}
RP_INTERPOSED _Unwind_Reason_Code retprobe_forced_unwind(_Unwind_Exception* exception,
                                                         _Unwind_Stop_Fn stop, void* argument) {
  const std::uint32_t raise = retprobe::begin_raise();
  const _Unwind_Reason_Code failed = retprobe::forced_unwind()(exception, stop, argument);
  retprobe::undo_raise(raise, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  return failed;
}
RP_INTERPOSED void* retprobe_begin_catch(void* exception) {
  // The handler calls us from where it called what threw: our own return slot is that call's.
  retprobe::drop_own_stale_frames(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) +
                                  16);
  return retprobe::begin_catch()(exception);
}

asm(R"(
        .globl  _Unwind_RaiseException, _Unwind_Resume_or_Rethrow, _Unwind_ForcedUnwind, __cxa_begin_catch
        .type   _Unwind_RaiseException, @function
        .type   _Unwind_Resume_or_Rethrow, @function
        .type   _Unwind_ForcedUnwind, @function
        .type   __cxa_begin_catch, @function
        .set    _Unwind_RaiseException, retprobe_raise_exception
        .set    _Unwind_Resume_or_Rethrow, retprobe_resume_or_rethrow
        .set    _Unwind_ForcedUnwind, retprobe_forced_unwind
        .set    __cxa_begin_catch, retprobe_begin_catch
)");
