// Interposes functions of the unwinder, in programs that link with this library or preload it:
//
//   _Unwind_RaiseException, _Unwind_Resume_or_Rethrow, _Unwind_ForcedUnwind
//       They return if no handler is found. Then the Ts that the search took out of return slots
//       are put back.
//   __cxa_begin_catch
//       The functions between throw and catch have been left, so their tracers are notified.
//
// Without them (the program has libgcc linked in, or interposition() says so) the tracers are
// notified at the thread's next hit. And after a raise that returned, the calls that it passed are
// reported as `unwound`, although they will return.
#include <unwind.h>

#include "core/hooks/stacks.h"
#include "core/unwinding/next.h"
#include "core/unwinding/unwinding.h"

namespace retprobe {
namespace {

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

// These functions have names of their own. The assembly below makes them the unwinder's, since
// <unwind.h> and the compiler declare the unwinder's names with other attributes. These frames have
// nothing to clean up when an exception passes them.
#define RP_INTERPOSED extern "C" [[gnu::visibility("default")]]

RP_INTERPOSED _Unwind_Reason_Code retprobe_raise_exception(_Unwind_Exception* exception) {
  const _Unwind_Reason_Code failed = retprobe::raise_exception()(exception);
  retprobe::undo_raise(exception, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  return failed;
}
RP_INTERPOSED _Unwind_Reason_Code retprobe_resume_or_rethrow(_Unwind_Exception* exception) {
  const _Unwind_Reason_Code failed = retprobe::resume_or_rethrow()(exception);
  retprobe::undo_raise(exception, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  return failed;
}
RP_INTERPOSED _Unwind_Reason_Code retprobe_forced_unwind(_Unwind_Exception* exception,
                                                         _Unwind_Stop_Fn stop, void* argument) {
  const _Unwind_Reason_Code failed = retprobe::forced_unwind()(exception, stop, argument);
  retprobe::undo_raise(exception, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  return failed;
}
RP_INTERPOSED void* retprobe_begin_catch(void* exception) {
  // The catching function calls this function from the stack depth from which it called the
  // function that threw. So this call's return slot has the address of that call's return slot.
  retprobe::drop_own_stale_frames(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) +
                                  16);
  return retprobe::begin_catch()(exception);
}

asm(R"(
        .globl  _Unwind_RaiseException, _Unwind_Resume_or_Rethrow
        .globl  _Unwind_ForcedUnwind, __cxa_begin_catch
        .type   _Unwind_RaiseException, @function
        .type   _Unwind_Resume_or_Rethrow, @function
        .type   _Unwind_ForcedUnwind, @function
        .type   __cxa_begin_catch, @function
        .set    _Unwind_RaiseException, retprobe_raise_exception
        .set    _Unwind_Resume_or_Rethrow, retprobe_resume_or_rethrow
        .set    _Unwind_ForcedUnwind, retprobe_forced_unwind
        .set    __cxa_begin_catch, retprobe_begin_catch
)");
