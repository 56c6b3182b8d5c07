#include "core/blocks/parallel_shadow.h"

#include "core/system/raw_syscall.h"

namespace retprobe {
namespace {

constexpr unsigned address_bits = 47;
constexpr std::size_t table_bytes =
    (std::size_t{1} << (address_bits - shadow_granule_bits)) * sizeof(std::uint64_t);
// The shadow words, and behind them the marks.
constexpr std::size_t mapped_bytes = 2 * shadow_granule_bytes;

// Runs before the library's other constructors, since they may use the table.
[[gnu::constructor(101)]] void reserve_table() {
  retprobe_shadow_table = static_cast<std::uint64_t*>(reserve_memory(table_bytes));
}

}  // namespace

bool map_shadow(std::uintptr_t slot) {
  std::uint64_t& delta = retprobe_shadow_table[slot >> shadow_granule_bits];
  if (__atomic_load_n(&delta, __ATOMIC_ACQUIRE)) return true;
  void* memory = reserve_memory(mapped_bytes);
  if (!memory) return false;
  const std::uint64_t mine =
      reinterpret_cast<std::uintptr_t>(memory) - (slot & ~(shadow_granule_bytes - 1));
  std::uint64_t none = 0;
  if (!__atomic_compare_exchange_n(&delta, &none, mine, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    release_memory(memory, mapped_bytes);  // another thread was first
  return true;
}

Error shadow_status() {
  if (retprobe_shadow_table) return {};
  return {Error::Code::exhausted,
          "cannot reserve 64 MiB of address space for the parallel shadow: raise RLIMIT_AS (ulimit "
          "-v) or allow overcommit (vm.overcommit_memory)"};
}

}  // namespace retprobe
