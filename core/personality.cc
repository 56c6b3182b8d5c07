// The personality routine of the return trampolines: how an exception passes a T.
//
// libgcc's search and cleanup phases recognise the frame that handles an exception by its CFA, and a T, a
// frame of no size, has the same CFA as the function that called the probed one. So T must be gone before the
// second phase starts: in the first phase this routine writes the original address back into the slot, and
// the unwind expression (pool_x86_64.S), which finds that ip is not in the pool any more, takes it as it is.
#include <unwind.h>

#include "core/block.h"
#include "core/parallel_shadow.h"

extern "C" _Unwind_Reason_Code retprobe_personality(int, _Unwind_Action, _Unwind_Exception_Class,
                                                    _Unwind_Exception*, _Unwind_Context* context) {
  const std::uintptr_t ip = _Unwind_GetIP(context);
  if (!retprobe::is_trampoline(ip) || ip % RP_BLOCK_BYTES < RP_SLOT_T) return _URC_CONTINUE_UNWIND;
  const std::uintptr_t slot = _Unwind_GetCFA(context) - 8;
  auto& word = *reinterpret_cast<std::uintptr_t*>(slot);
  if (retprobe::is_trampoline(word)) word = retprobe::original_of(slot);
  return _URC_CONTINUE_UNWIND;
}
