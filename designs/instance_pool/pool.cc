#include "designs/instance_pool/pool.h"

#include <unistd.h>

#include <algorithm>
#include <new>
#include <string>
#include <vector>

#include "core/raw_syscall.h"
#include "core/thread.h"
#include "core/tracer_state.h"

namespace retprobe::instance_pool {
namespace {

// Pools of tracers that are gone, with instances in flight.
std::vector<Pool*>& abandoned() {
  static auto* pools = new std::vector<Pool*>;  // never destroyed: probes may outlive static destructors
  return *pools;
}

void free_those_at_rest() {
  std::erase_if(abandoned(), [](Pool* pool) {
    if (pool->out.load(std::memory_order_acquire) != 0) return false;
    after_hooks([pool] { release_memory(pool, pool->bytes); });
    return true;
  });
}

std::size_t default_maxactive() {
  return std::max<std::size_t>(10, 2 * static_cast<std::size_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN))));
}

}  // namespace

Error make_pool(Handle handle) {
  free_those_at_rest();
  const TracerOptions& options = attachment_of(handle).tracer->options;
  const std::size_t count = options.maxactive ? options.maxactive : default_maxactive();
  if (count > 1u << 24)
    return {Error::Code::usage,
            "tracer " + options.name + ": maxactive " + std::to_string(count) + " is more than 16,777,216"};
  const std::size_t stride = sizeof(Instance) + handle.words() * 8;
  const std::size_t bytes = Pool::first_offset() + count * stride;
  void* memory = reserve_memory(bytes);
  if (!memory)
    return {Error::Code::exhausted, "tracer " + options.name + ": no memory for " + std::to_string(count) +
                                        " instances of " + std::to_string(stride) +
                                        " bytes; choose a smaller maxactive"};
  auto* pool = new (memory) Pool{{1}, {0}, static_cast<std::uint32_t>(count), stride, bytes};
  for (std::uint32_t i = 0; i < pool->count; ++i) {
    Instance& instance = pool->at(i);
    instance.pool = pool;
    instance.handle = handle;
    instance.index = i;
    instance.next_free = i + 1 < pool->count ? i + 2 : 0;
  }
  attachment_of(handle).policy = pool;
  return {};
}

void abandon_pool(Handle handle) {
  abandoned().push_back(static_cast<Pool*>(attachment_of(handle).policy));
  free_those_at_rest();
}

}  // namespace retprobe::instance_pool
