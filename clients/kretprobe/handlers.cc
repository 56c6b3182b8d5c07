#include "clients/kretprobe/kretprobe.h"
#include "clients/kretprobe/registration.h"

namespace retprobe::kretprobe {

// A handler may jump out, and is not heard of again. So no instance is taken before the entry
// handler has returned, and none is in use when the exit handler runs.
bool enter_kretprobe(void* context, EntryFrame& call) {
  HotState& state = *static_cast<HotState*>(context);
  if (state.disabled.load(std::memory_order_relaxed)) return false;
  const bool full = state.entry_handler ? state.instances.in_use() >= state.maxactive
                                        : !state.instances.take(state.maxactive);
  if (full) {
    state.full.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  if (!state.entry_handler) return true;
  KretprobeInstance instance{*state.probe, call.site(), resolve_return_address(call.slot()),
                             call.entry_data};
  if (state.entry_handler(instance, call.registers) != 0 || !state.handler) return false;
  (void)state.instances.take(SIZE_MAX);
  return true;
}

void leave_kretprobe(void* context, ReturnFrame& call) {
  HotState& state = *static_cast<HotState*>(context);
  state.instances.give_back();
  if (call.reason() != ReturnReason::returned) return;
  KretprobeInstance instance{*state.probe, call.site(), call.return_address(), call.entry_data};
  state.handler(instance, call.registers);
}

}  // namespace retprobe::kretprobe
