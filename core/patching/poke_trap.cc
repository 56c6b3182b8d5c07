#include "core/patching/poke_trap.h"

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>

#include "core/patching/text_poke.h"

namespace retprobe::poking {
namespace {

std::atomic<std::uint64_t> emulated{0};

struct Table {
  explicit Table(std::size_t size) : mask(size - 1), slots(new std::atomic<PokeRecord*>[size]()) {}

  /// The slot of `address`, or the empty slot where it belongs. Within 512 bytes of code,
  /// neighbours in code are neighbours in the table, because a batch goes through both in order.
  /// Async-signal-safe.
  std::atomic<PokeRecord*>& slot(std::uintptr_t address) {
    const std::size_t group = ((address >> 9) * 0x9e3779b97f4a7c15u) >> 32;
    for (std::size_t at = group * 32 + (address >> 4 & 31);; ++at) {
      std::atomic<PokeRecord*>& candidate = slots[at & mask];
      const PokeRecord* record = candidate.load(std::memory_order_acquire);
      if (record == nullptr || record->address == address) return candidate;
    }
  }

  std::size_t mask;
  std::unique_ptr<std::atomic<PokeRecord*>[]> slots;
};

std::atomic<Table*> table{nullptr};

/// Does what the instruction in `bytes` at `address` would do. Async-signal-safe.
void emulate(ucontext_t& context, std::uintptr_t address, const SiteBytes& bytes) {
  greg_t* registers = context.uc_mcontext.gregs;
  const std::uintptr_t next = address + bytes.size();
  if (bytes[0] == call_opcode) {
    // Pushes at the interrupted stack pointer, as the call would do. A call overwrites the red zone
    // as well, so that is correct here. The kernel put this handler's frame below the red zone, or
    // on another stack, so the push overwrites none of it.
    registers[REG_RSP] -= 8;
    *reinterpret_cast<std::uintptr_t*>(registers[REG_RSP]) = next;
  }
  const bool transfers = bytes[0] == call_opcode || bytes[0] == jump_opcode;
  registers[REG_RIP] = static_cast<greg_t>(transfers ? decode_target(address, bytes) : next);
}

}  // namespace

PokeRecord* record_of(std::uintptr_t address) {
  static auto& records = *new std::deque<PokeRecord>;  // leaked: threads outlive static destructors
  // A batch usually visits its sites in the order of the batch before. Then no lookup is needed.
  static PokeRecord* last = nullptr;
  if (last != nullptr && last->made_next != nullptr && last->made_next->address == address)
    return last = last->made_next;
  Table* current = table.load(std::memory_order_relaxed);
  if (current != nullptr) {
    if (PokeRecord* known = current->slot(address).load(std::memory_order_relaxed))
      return last = known;
  }
  if (current == nullptr || records.size() * 2 > current->mask) {
    // The old table is kept, because handlers may be reading it. All old tables together are
    // smaller than the last one.
    auto larger = std::make_unique<Table>(current == nullptr ? 1024 : (current->mask + 1) * 4);
    for (PokeRecord& record : records)
      larger->slot(record.address).store(&record, std::memory_order_relaxed);
    current = larger.release();
    table.store(current, std::memory_order_release);
  }
  PokeRecord* const newest = records.empty() ? nullptr : &records.back();
  PokeRecord& made = records.emplace_back(address);
  if (newest != nullptr) newest->made_next = &made;
  current->slot(address).store(&made, std::memory_order_release);
  return last = &made;
}

bool on_breakpoint(ucontext_t& context) {
  const auto address = static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]) - 1;
  Table* current = table.load(std::memory_order_acquire);
  if (current == nullptr) return false;
  PokeRecord* record = current->slot(address).load(std::memory_order_acquire);
  if (record == nullptr) return false;
  for (;;) {
    const std::uint64_t state = record->state.load();
    const auto mode = static_cast<Mode>(state >> 40 & 3);
    if (mode == Mode::emulate) {
      SiteBytes bytes;
      std::memcpy(bytes.data(), &state, bytes.size());
      emulate(context, address, bytes);
      emulated.fetch_add(1, std::memory_order_relaxed);
      return true;
    }
    // This trap is late: the poke ended between the breakpoint and this handler.
    const bool gone =
        std::atomic_ref(*reinterpret_cast<std::uint8_t*>(address)).load() != breakpoint;
    if (mode == Mode::retry || gone) {
      context.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(address);
      return true;
    }
    // There is a breakpoint but no poke. It belongs to other code, unless a poke began between the
    // two loads of `state`.
    if (record->state.load() == state) return false;
  }
}

std::uint64_t emulated_count() { return emulated.load(); }

}  // namespace retprobe::poking
