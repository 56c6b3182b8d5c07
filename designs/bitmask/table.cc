#include "designs/bitmask/table.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "core/hooks/grace_period.h"
#include "core/hooks/thread.h"

namespace retprobe::bitmask {
namespace {

Table* make_table(std::uint32_t capacity) {
  // On a cache line of its own: where it lies is the same each time, and so is what reading it
  // costs.
  constexpr std::size_t line = 64;
  const std::size_t bytes = (sizeof(Table) + capacity * sizeof(Place) + line - 1) / line * line;
  void* memory = std::aligned_alloc(line, bytes);
  if (!memory) return nullptr;
  std::memset(memory, 0, bytes);
  auto* table = new (memory) Table{};
  table->capacity = capacity;
  table->in_order = true;
  return table;
}

void note_order(Table& table) {
  std::uint64_t last = 0;
  bool in_order = true;
  std::uint32_t used = 0;
  for (std::uint32_t i = 0; i < table.capacity; ++i) {
    if (!table.places[i].handle) continue;
    used = i + 1;
    in_order &= table.places[i].since > last;
    last = table.places[i].since;
  }
  // Marked before a place is taken out of order, and after the last one is gone: a hook must not
  // believe in an order that is not.
  if (!in_order) table.in_order = false;
  table.used = used;
  if (in_order) table.in_order = true;
}

// By now the records lead to `table`. Handing the one before it over any earlier would let a hook
// that is still to begin read what is freed under it.
void free_outgrown(Table& table) {
  if (!table.outgrown) return;
  try {
    call_after_grace_period([old = table.outgrown] { std::free(old); });
    table.outgrown = nullptr;
  } catch (const std::bad_alloc&) {  // next time
  }
}

}  // namespace

Error take_place(DesignWord& word, Handle handle) {
  auto* table = word.pointer<Table>();
  if (table) free_outgrown(*table);
  std::uint32_t taken = 0, used = table ? table->used.load() : 0, lowest_free = used;
  for (std::uint32_t i = used; i-- > 0;) {
    if (table->places[i].handle)
      ++taken;
    else
      lowest_free = i;
  }
  if (taken == most_places)
    return {Error::Code::exhausted, "the bitmask design has " + std::to_string(most_places) +
                                        " places for tracers on one function, and all are taken"};
  // Behind the last one, as long as the mask has no more words than the tracers need.
  const std::uint32_t words_needed = taken / 64 + 1;
  const std::uint32_t place = used < words_needed * 64 && used < most_places ? used : lowest_free;

  if (!table || place >= table->capacity) {
    Table* larger = make_table(std::min(most_places, std::max<std::uint32_t>(8, place * 2)));
    if (!larger)
      return {Error::Code::exhausted, "no memory for the bitmask design's table of handlers"};
    if (table) {
      for (std::uint32_t i = 0; i < table->capacity; ++i) {
        larger->places[i].handle = table->places[i].handle.load();
        larger->places[i].since = table->places[i].since.load();
      }
      larger->attaches = table->attaches.load();
      larger->used = used;
      larger->in_order = table->in_order.load();
      // One that is still waited with (there was no memory to hand it over with) is lost.
      larger->outgrown = table;
    }
    table = larger;
    word = DesignWord::of_pointer(table);
  }
  attachment_of(handle).design_word = DesignWord::of_number(place);
  if (place < used) table->in_order = false;
  // The age first: a hook that finds the new handle finds its age too.
  table->places[place].since = ++table->attaches;
  table->places[place].handle = handle.bits;
  note_order(*table);
  return {};
}

void leave_place(DesignWord& word, Handle handle) {
  auto& table = *word.pointer<Table>();
  free_outgrown(table);
  table.places[place_of(attachment_of(handle))].handle = 0;
  note_order(table);
}

}  // namespace retprobe::bitmask
