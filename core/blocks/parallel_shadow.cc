#include "core/blocks/parallel_shadow.h"

#include <sys/mman.h>

#include "core/system/raw_syscall.h"

namespace retprobe {
namespace {

constexpr unsigned address_bits = 47;
constexpr std::size_t table_bytes =
    (std::size_t{1} << (address_bits - shadow_granule_bits)) * sizeof(std::uint64_t);
// The shadow words, and behind them the marks.
constexpr std::size_t mapped_bytes = 2 * shadow_granule_bytes;

// Whether core files include the memory. An unwinder that reads a core file needs the used pages of
// the table and the shadow words.
void dump(void* memory, std::size_t bytes, bool included) {
  (void)raw_syscall(SYS_madvise, reinterpret_cast<long>(memory), static_cast<long>(bytes),
                    included ? MADV_DODUMP : MADV_DONTDUMP);
}

// Runs before the library's other constructors, since they may use the table.
[[gnu::constructor(101)]] void reserve_table() {
  retprobe_shadow_table = static_cast<std::uint64_t*>(reserve_memory(table_bytes));
  if (retprobe_shadow_table) dump(retprobe_shadow_table, table_bytes, false);
}

}  // namespace

bool map_shadow(std::uintptr_t slot) {
  std::uint64_t& delta = retprobe_shadow_table[slot >> shadow_granule_bits];
  if (__atomic_load_n(&delta, __ATOMIC_ACQUIRE)) return true;
  void* memory = reserve_memory(mapped_bytes);
  if (!memory) return false;
  constexpr std::uintptr_t page = 4096;
  dump(static_cast<std::byte*>(memory) + shadow_granule_bytes, shadow_granule_bytes, false);
  dump(reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(&delta) & ~(page - 1)), page, true);
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
