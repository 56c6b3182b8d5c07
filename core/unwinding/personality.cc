// The personality routines of the two pools. The unwinder calls them when an exception passes a
// probed call.
#include <unwind.h>

#include "core/hooks/design_table.h"
#include "core/unwinding/unwinder_context.h"
#include "core/unwinding/unwinding.h"

// The personality routine's return address tells which unwinder called it.
#define RP_CALLING_UNWINDER \
  retprobe::reader_of(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)))

// A T of the slot shape is a frame of size 0. libgcc recognises the frame that handles an exception
// by its CFA, in both phases, and T has the same CFA as the caller of the probed function. So T
// must be gone before the second phase starts. In the first phase this routine puts the original
// address back into the slot. (A forced unwind has only a second phase, and it happens there.) The
// unwind expression (pool_x86_64.S) then finds an ip outside the pool and uses it unchanged. The
// tracers are not notified here. The search may find no handler, and the destructors of the
// function that is left have not run yet.
extern "C" _Unwind_Reason_Code retprobe_personality(int, _Unwind_Action, _Unwind_Exception_Class,
                                                    _Unwind_Exception* exception,
                                                    _Unwind_Context* context) {
  const retprobe::ContextReader read = RP_CALLING_UNWINDER;
  const std::uintptr_t ip = read.ip(context);
  if (!retprobe::is_trampoline(ip) || ip % RP_BLOCK_BYTES < RP_BLOCK_T) return _URC_CONTINUE_UNWIND;
  retprobe::take_trampoline_out(read.cfa(context) - 8, exception);
  return _URC_CONTINUE_UNWIND;
}

// A block of the framed shape has an ordinary frame. Its tracers are notified in the second phase,
// when the function that the block called has been left.
extern "C" _Unwind_Reason_Code retprobe_framed_personality(int, _Unwind_Action actions,
                                                           _Unwind_Exception_Class,
                                                           _Unwind_Exception*,
                                                           _Unwind_Context* context) {
  const retprobe::ContextReader read = RP_CALLING_UNWINDER;
  const std::uintptr_t ip = read.ip(context);
  // Another design may have been chosen since. Then all tracers of this call have gone.
  if (!(actions & _UA_CLEANUP_PHASE) || ip % RP_BLOCK_BYTES != RP_BLOCK_T ||
      retprobe::active_design->facts.wiring != retprobe::Wiring::framed)
    return _URC_CONTINUE_UNWIND;
  retprobe::ReturnFrame frame;
  frame.registers.describe(retprobe::RegisterSet::scalar, retprobe::ReturnReason::unwound);
  // The CFA of the called function is the value of rsp at T: the address of the frame area.
  retprobe::active_design->on_unwound_framed(&frame,
                                             reinterpret_cast<std::uint64_t*>(read.cfa(context)),
                                             retprobe::record_of_framed_block(ip));
  return _URC_CONTINUE_UNWIND;
}
