#include "harness/bench/recorder.h"

#include <memory>

namespace retprobe::harness {

constinit thread_local Recorder* own_recorder = nullptr;

Recorder& begin_recording() {
  thread_local std::unique_ptr<Recorder> owner;
  // Calls that end later must not find a ring that is gone.
  struct Forget {
    ~Forget() { own_recorder = nullptr; }
  };
  thread_local Forget forget;
  (void)forget;
  if (!owner) owner = std::make_unique<Recorder>();
  owner->written = 0;
  owner->depth = 0;
  return *(own_recorder = owner.get());
}

}  // namespace retprobe::harness
