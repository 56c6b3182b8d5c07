#include "designs/bitmask/table.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
#include <vector>

#include "core/hooks/grace_period.h"
#include "core/hooks/thread.h"

namespace retprobe::bitmask {
namespace {

Table* make_table(std::uint32_t capacity) {
  // The table begins at a cache line, so that reading it costs the same in every run.
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
  table.used = used;
  if (in_order) table.in_order = true;  // last: hooks rely on it
}

// Gives old places later ages, in the same order. No age becomes an earlier one: that would make
// a place's last tracer's frames its own.
void renew_ages(Table& table) {
  constexpr std::uint64_t kept = most_age_difference / 2, step = most_age_difference / 4;
  const std::uint64_t now = table.attaches;
  if (now % step != 0 || now < kept) return;
  std::vector<Place*> old;
  for (std::uint32_t i = 0; i < table.used; ++i)
    if (table.places[i].handle && table.places[i].since < now - kept)
      old.push_back(&table.places[i]);
  std::ranges::sort(old, std::greater{}, [](const Place* place) { return place->since.load(); });
  std::uint64_t age = now - kept;
  for (Place* const place : old) place->since = --age;
}

// Frees the table before `table`, after a grace period. The records point to `table` by now. If
// they did not, a hook that starts later could still read the old table when it is freed.
void free_outgrown(Table& table) {
  if (!table.outgrown) return;
  try {
    call_after_grace_period([old = table.outgrown] { std::free(old); });
    table.outgrown = nullptr;
  } catch (const std::bad_alloc&) {  // tried again by the next call
  }
}

}  // namespace

Error take_place(DesignWord& word, Handle handle) {
  auto* table = word.pointer<Table>();
  if (table) {
    free_outgrown(*table);
    renew_ages(*table);
  }
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
  // Behind the last place in use, as long as the mask gets no more words than the tracers need.
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
      // If an older table is still there, for lack of memory to free it, it leaks.
      larger->outgrown = table;
    }
    table = larger;
    word = DesignWord::of_pointer(table);
  }
  attachment_of(handle).design_word = DesignWord::of_number(place);
  if (place < used) table->in_order = false;  // before the order is lost
  // The age is written first, so that a hook that reads the new handle also reads its age.
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
