#include "designs/instance_pool/pool.h"

#include <unistd.h>

#include <algorithm>
#include <new>
#include <string>

#include "core/control/tracer_state.h"
#include "core/hooks/grace_period.h"
#include "core/hooks/thread.h"
#include "core/system/raw_syscall.h"

namespace retprobe::instance_pool {
namespace {

// The pools of detached tracers that may still have instances in flight. An intrusive list, since a
// detach must not need memory.
Pool* abandoned = nullptr;

void free_those_at_rest() {
  for (Pool** link = &abandoned; Pool* pool = *link;) {
    if (pool->out.load(std::memory_order_acquire) != 0) {
      link = &pool->next_abandoned;
      continue;
    }
    try {
      call_after_grace_period([pool] { release_memory(pool, pool->bytes); });
    } catch (const std::bad_alloc&) {
      return;  // tried again by the next call
    }
    *link = pool->next_abandoned;
  }
}

std::size_t default_maxactive() {
  return std::max<std::size_t>(
      10, 2 * static_cast<std::size_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN))));
}

}  // namespace

Error make_pool(Handle handle) {
  free_those_at_rest();
  const TracerOptions& options = attachment_of(handle).tracer.state().options;
  const std::size_t count = options.maxactive ? options.maxactive : default_maxactive();
  if (count > 1u << 24)
    return {Error::Code::usage, "tracer " + options.name + ": maxactive " + std::to_string(count) +
                                    " is more than 16,777,216"};
  const std::size_t stride = sizeof(Instance) + handle.words() * 8;
  const std::size_t bytes = Pool::first_offset() + count * stride;
  void* memory = reserve_memory(bytes);
  if (!memory)
    return {Error::Code::exhausted,
            "tracer " + options.name + ": no memory for " + std::to_string(count) +
                " instances of " + std::to_string(stride) + " bytes; choose a smaller maxactive"};
  auto* pool =
      new (memory) Pool{{1}, {0}, static_cast<std::uint32_t>(count), stride, bytes, nullptr};
  for (std::uint32_t i = 0; i < pool->count; ++i) {
    Instance& instance = pool->at(i);
    instance.pool = pool;
    instance.handle = handle;
    instance.index = i;
    instance.next_free = i + 1 < pool->count ? i + 2 : 0;
  }
  attachment_of(handle).design_word = DesignWord::of_pointer(pool);
  return {};
}

void abandon_pool(Handle handle) {
  auto* pool = attachment_of(handle).design_word.pointer<Pool>();
  pool->next_abandoned = abandoned;
  abandoned = pool;
  free_those_at_rest();
}

}  // namespace retprobe::instance_pool
