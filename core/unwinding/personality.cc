// The personality routines of the two pools: how an exception passes a probed call.
#include <unwind.h>

#include "core/hooks/design_table.h"
#include "core/unwinding/unwinder_context.h"
#include "core/unwinding/unwinding.h"

// The unwinder calls a personality routine from its own code.
#define RP_CALLING_UNWINDER \
  retprobe::reader_of(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)))

// A T of the slot shape is a frame of no size. libgcc's search and cleanup phases recognise the
// frame that handles an exception by its CFA, and T has the same CFA as the function that called
// the probed one. So T must be gone before the second phase starts: in the first one (a forced
// unwind has only the second) the original address goes back into the slot, and the unwind
// expression (pool_x86_64.S), which finds that ip is not in the pool any more, takes it as it is.
// The tracers are not told here: the search may find no handler, and it precedes the destructors of
// the function that is left.
extern "C" _Unwind_Reason_Code retprobe_personality(int, _Unwind_Action, _Unwind_Exception_Class,
                                                    _Unwind_Exception*, _Unwind_Context* context) {
  const retprobe::ContextReader read = RP_CALLING_UNWINDER;
  const std::uintptr_t ip = read.ip(context);
  const std::uintptr_t offset = ip % RP_BLOCK_BYTES;
  if (!retprobe::is_trampoline(ip) || offset < RP_SLOT_T || offset >= RP_SLOT_GO)
    return _URC_CONTINUE_UNWIND;
  retprobe::take_trampoline_out(read.cfa(context) - 8);
  return _URC_CONTINUE_UNWIND;
}

// A block of the framed shape has a frame like any function's: its tracers are told in the second
// phase, when the function that it called has been left.
extern "C" _Unwind_Reason_Code retprobe_framed_personality(int, _Unwind_Action actions,
                                                           _Unwind_Exception_Class,
                                                           _Unwind_Exception*,
                                                           _Unwind_Context* context) {
  const retprobe::ContextReader read = RP_CALLING_UNWINDER;
  const std::uintptr_t ip = read.ip(context);
  if (!(actions & _UA_CLEANUP_PHASE) || ip % RP_BLOCK_BYTES != RP_FRAMED_T)
    return _URC_CONTINUE_UNWIND;
  retprobe::ReturnFrame frame;
  frame.registers.set = retprobe::RegisterSet::scalar;
  frame.registers.vectors = nullptr;
  // The CFA of the function that was called is what rsp is at T: the frame area.
  retprobe::active_design->on_unwound_framed(&frame,
                                             reinterpret_cast<std::uint64_t*>(read.cfa(context)));
  return _URC_CONTINUE_UNWIND;
}
