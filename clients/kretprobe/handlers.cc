#include "clients/kretprobe/kretprobe.h"
#include "clients/kretprobe/registration.h"

namespace retprobe::kretprobe {

bool enter_kretprobe(void* context, EntryFrame& call) {
  HotState& state = *static_cast<HotState*>(context);
  if (state.disabled.load(std::memory_order_relaxed)) return false;
  if (state.active.fetch_add(1, std::memory_order_relaxed) >= state.maxactive) {
    state.active.fetch_sub(1, std::memory_order_relaxed);
    state.full.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  bool wanted = true;
  if (state.entry_handler) {
    KretprobeInstance instance{*state.probe, call.site(), resolve_return_address(call.slot()),
                               call.entry_data};
    wanted = state.entry_handler(instance, call.registers) == 0;
  }
  if (wanted && state.handler) return true;
  state.active.fetch_sub(1, std::memory_order_relaxed);
  return false;
}

void leave_kretprobe(void* context, ReturnFrame& call) {
  HotState& state = *static_cast<HotState*>(context);
  if (call.reason() == ReturnReason::returned) {
    KretprobeInstance instance{*state.probe, call.site(), call.return_address(), call.entry_data};
    state.handler(instance, call.registers);
  }
  state.active.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace retprobe::kretprobe
