#include "core/patching/island.h"

#include <Zydis/Zydis.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/system/module_list.h"
#include "core/system/no_memory.h"

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U  // Linux 6.3
#endif

namespace retprobe {
namespace {

// The layout of a chunk near the sites. Pointers have pages of their own, because some CPUs are
// slow to read data from a cache line that they also execute.
//
//     0        islands, 16 bytes each: jmp *pointer(%rip), rest int3      read, execute
//     40960    pointers, 8 bytes each, in the same order                  read
//     61440    end
constexpr std::size_t islands_per_chunk = 2560;
constexpr std::size_t island_size = 16;
constexpr std::size_t code_size = islands_per_chunk * island_size;
constexpr std::size_t chunk_size = code_size + islands_per_chunk * sizeof(std::uintptr_t);
static_assert(code_size % 4096 == 0 && chunk_size % 4096 == 0);

constexpr std::uintptr_t mebibyte = 1 << 20;
constexpr std::uintptr_t gibibyte = 1 << 30;
constexpr std::uintptr_t jump_size = 5;
/// How far from a site a chunk may begin or end: the reach of rel32, less a margin for the module's
/// other sites.
constexpr std::uintptr_t reach = 2 * gibibyte - 16 * mebibyte;
constexpr std::uintptr_t lowest = mebibyte;            // null pointers must fault below this
constexpr std::uintptr_t heap_room = gibibyte;         // kept free above the program break
constexpr std::uintptr_t stack_room = 128 * mebibyte;  // at least, kept free below the main stack

struct Chunk {
  // The address where it is executed.
  std::uintptr_t base;
  // The writable mapping. Null in the child of a fork, where the memory is the parent's.
  std::uint8_t* writable;
  std::size_t used;
};

struct Islands {
  std::vector<Chunk> chunks;
  std::unordered_map<std::uintptr_t, std::vector<std::uintptr_t>> by_target;
  std::unordered_map<std::uintptr_t, std::size_t> next_in_room;  // key: IslandRoom::code
  /// A page that the kernel zeroes in the child of any fork, `_Fork` included. It holds 1 while
  /// this process may write to `chunks`.
  volatile std::uint8_t* ours = nullptr;
};

std::mutex islands_lock;  // held across fork
int atfork_error = 0;

Islands& islands() {
  static auto& all = *new Islands;  // leaked: used until the very end of the process
  return all;
}

[[gnu::constructor(102)]] void hold_the_lock_across_fork() {
  atfork_error = pthread_atfork([] { islands_lock.lock(); }, [] { islands_lock.unlock(); },
                                [] { islands_lock.unlock(); });
}

std::string hex(std::uintptr_t address) {
  std::array<char, 24> text;
  std::snprintf(text.data(), text.size(), "0x%lx", static_cast<unsigned long>(address));
  return text.data();
}

bool reaches(std::uintptr_t site, std::uintptr_t target) {
  const auto distance = static_cast<std::int64_t>(target - (site + jump_size));
  return distance == static_cast<std::int32_t>(distance);
}

struct Range {
  std::uintptr_t begin, end;
};

/// The ranges that a chunk must not use, in address order: every mapping, and the space that the
/// heap and the main thread's stack grow into.
Result<std::vector<Range>> occupied() {
  std::ifstream maps("/proc/thread-self/maps");
  std::vector<Range> ranges{{0, lowest}};
  for (std::string line; std::getline(maps, line);) {
    Range range{};
    if (std::sscanf(line.c_str(), "%lx-%lx", &range.begin, &range.end) != 2) continue;
    if (line.ends_with("[stack]")) {
      rlimit limit{};
      const bool limited = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < gibibyte;
      range.begin -= std::min(range.begin,
                              std::max(limited ? limit.rlim_cur + mebibyte : gibibyte, stack_room));
    }
    ranges.push_back(range);
  }
  if (ranges.size() == 1) return system_error("cannot read /proc/thread-self/maps", errno);
  const auto heap_end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  ranges.push_back({heap_end, heap_end + heap_room});
  std::sort(ranges.begin(), ranges.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
  return ranges;
}

/// The places where a chunk near `site` fits, nearest first.
Result<std::vector<std::uintptr_t>> places_near(std::uintptr_t site) {
  auto taken = occupied();
  if (!taken.ok()) return taken.error();
  const std::uintptr_t low = (site > reach ? site - reach : 0) / 4096 * 4096 + 4096;
  const std::uintptr_t high = (site + reach) / 4096 * 4096;
  struct Place {
    std::uintptr_t base, distance;
  };
  std::vector<Place> found;
  std::uintptr_t free_from = low;
  taken->push_back({high, high});
  for (const Range& range : *taken) {
    const std::uintptr_t free_to = std::min(range.begin, high);
    if (free_to > free_from && free_to - free_from >= chunk_size) {
      // Use the end of the gap that is nearer to the site. The site itself is never in a gap.
      const std::uintptr_t base = free_to <= site ? free_to - chunk_size : free_from;
      found.push_back({base, base > site ? base - site : site - base});
    }
    free_from = std::max(free_from, range.end);
  }
  std::sort(found.begin(), found.end(),
            [](const Place& a, const Place& b) { return a.distance < b.distance; });
  std::vector<std::uintptr_t> bases;
  for (const Place& place : found) bases.push_back(place.base);
  return bases;
}

/// Anonymous memory with a descriptor, so that it can be mapped twice.
class SharedMemory {
 public:
  SharedMemory() {
    // Kernels before 6.3 do not know MFD_EXEC. Later ones log a warning without it.
    descriptor_ = memfd_create("retprobe-islands", MFD_CLOEXEC | MFD_EXEC);
    if (descriptor_ < 0 && errno == EINVAL)
      descriptor_ = memfd_create("retprobe-islands", MFD_CLOEXEC);
    error_ = descriptor_ < 0 || ftruncate(descriptor_, chunk_size) != 0 ? errno : 0;
  }
  ~SharedMemory() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  int descriptor() const { return descriptor_; }
  int error() const { return error_; }

 private:
  int descriptor_;
  int error_;
};

/// Maps the executable side as near to `site` as possible.
Result<std::uintptr_t> map_near(std::uintptr_t site, int descriptor) {
  const auto places = places_near(site);
  if (!places.ok()) return places.error();
  for (const std::uintptr_t place : *places) {
    void* const wanted = reinterpret_cast<void*>(place);
    void* const got =
        mmap(wanted, chunk_size, PROT_READ, MAP_SHARED | MAP_FIXED_NOREPLACE, descriptor, 0);
    if (got == MAP_FAILED) {
      if (errno == EEXIST) continue;  // another thread has just mapped something here
      return system_error("cannot map islands at " + hex(place) + ", near the site at " + hex(site),
                          errno);
    }
    if (got != wanted) {  // before Linux 4.17 the address is only a hint
      munmap(got, chunk_size);
      return Error{Error::Code::unsupported,
                   "islands need MAP_FIXED_NOREPLACE (Linux 4.17 or newer)"};
    }
    if (mprotect(got, code_size, PROT_READ | PROT_EXEC) != 0) {
      const Error error =
          system_error("cannot make the islands at " + hex(place) + " executable", errno);
      munmap(got, chunk_size);
      return error;
    }
    return place;
  }
  return Error{Error::Code::exhausted,
               "no free address space within 2 GiB of the site at " + hex(site)};
}

/// Makes the page that shows whether this process made the chunks.
Error mark_ours() {
  void* const page =
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return system_error("cannot map a page for islands", errno);
  if (madvise(page, 4096, MADV_WIPEONFORK) != 0) {
    const Error error = system_error("islands need MADV_WIPEONFORK (Linux 4.14 or newer)", errno);
    munmap(page, 4096);
    return error;
  }
  islands().ours = static_cast<volatile std::uint8_t*>(page);
  return {};
}

/// In the child of a fork, the memory of the chunks is still the parent's. The islands in it stay
/// usable, but the child adds none there.
Error keep_off_the_parents() {
  if (islands().ours == nullptr) {
    if (Error error = mark_ours()) return error;
  } else if (*islands().ours == 0) {
    for (Chunk& chunk : islands().chunks) chunk.writable = nullptr;
  }
  *islands().ours = 1;
  return {};
}

Error add_chunk(std::uintptr_t site) {
  const SharedMemory memory;
  if (memory.error() != 0) {
    return system_error("memfd_create for islands near " + hex(site) + " (forbidden by a sandbox?)",
                        memory.error());
  }
  // The only allocation. It comes first, while there is nothing to undo.
  islands().chunks.reserve(islands().chunks.size() + 1);
  void* const writable =
      mmap(nullptr, chunk_size, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor(), 0);
  if (writable == MAP_FAILED) return system_error("cannot map memory for islands", errno);
  // A child must not write there. If this call fails, `ours` still keeps the child from it.
  (void)madvise(writable, chunk_size, MADV_DONTFORK);
  std::memset(writable, 0xcc, code_size);
  const auto base = map_near(site, memory.descriptor());
  if (!base.ok()) {
    munmap(writable, chunk_size);
    return base.error();
  }
  islands().chunks.push_back({*base, static_cast<std::uint8_t*>(writable), 0});
  return {};
}

/// Returns a chunk near `site` that has room. Makes one if there is none.
Result<Chunk*> chunk_near(std::uintptr_t site) {
  for (Chunk& chunk : islands().chunks) {
    if (chunk.writable != nullptr && chunk.used < islands_per_chunk && reaches(site, chunk.base) &&
        reaches(site, chunk.base + chunk_size)) {
      return &chunk;
    }
  }
  if (Error error = add_chunk(site)) return error;
  return &islands().chunks.back();
}

/// Writes the next island of `chunk`. No thread runs it yet. Its bytes never change afterwards.
Result<std::uintptr_t> add_island(Chunk& chunk, std::uintptr_t target) {
  const std::size_t code = chunk.used * island_size;
  const std::size_t pointer = code_size + chunk.used * sizeof target;
  ZydisEncoderRequest request{};
  request.machine_mode = ZYDIS_MACHINE_MODE_LONG_64;
  request.mnemonic = ZYDIS_MNEMONIC_JMP;
  request.operand_count = 1;
  request.operands[0].type = ZYDIS_OPERAND_TYPE_MEMORY;
  request.operands[0].mem.base = ZYDIS_REGISTER_RIP;
  request.operands[0].mem.displacement = static_cast<ZyanI64>(chunk.base + pointer);
  request.operands[0].mem.size = sizeof target;
  std::array<std::uint8_t, island_size> bytes;
  ZyanUSize length = bytes.size();
  const ZyanStatus status =
      ZydisEncoderEncodeInstructionAbsolute(&request, bytes.data(), &length, chunk.base + code);
  if (!ZYAN_SUCCESS(status)) {
    return Error{Error::Code::unsupported,
                 "Zydis cannot encode the jump of an island: status " + hex(status)};
  }
  const std::uintptr_t island = chunk.base + code;
  islands().by_target[target].push_back(island);
  std::memcpy(chunk.writable + pointer, &target, sizeof target);
  std::memcpy(chunk.writable + code, bytes.data(), length);
  ++chunk.used;
  return island;
}

std::uintptr_t& target_in(const IslandRoom& room, std::size_t number) {
  return reinterpret_cast<std::uintptr_t*>(room.targets)[number];
}

/// Whether `island` is one of the `room`'s, each of which takes `size` bytes, and leads to
/// `target`.
bool leads(const IslandRoom& room, std::size_t size, std::uintptr_t island, std::uintptr_t target) {
  const std::size_t offset = island - room.code, number = offset / size;
  return number < room.count && offset % size == 0 && target_in(room, number) == target;
}

/// Runs `act` if the `room`'s module is still loaded, and keeps it so meanwhile. Another thread may
/// have unloaded it by now, and nothing, another module, or a part of one that is being loaded may
/// lie there. `act` must not throw.
template <class Act>
void while_there(const IslandRoom& room, Act act) {
  if (room.count == 0) return;
  if (room.stays) return act();
  while_loaded(room.module, act);
}

/// Returns an existing island for `target`. A module with an island in its room may be unloaded by
/// now, and a chunk, or the room of another module, may lie there.
std::optional<std::uintptr_t> known_island(std::uintptr_t site, std::uintptr_t target,
                                           const IslandRoom& room) {
  const auto known = islands().by_target.find(target);
  if (known == islands().by_target.end()) return std::nullopt;
  for (const std::uintptr_t island : known->second) {
    if (!reaches(site, island)) continue;
    bool found = false;
    while_there(room, [&] { found = leads(room, room_island_size, island, target); });
    if (found) return island;
    for (const Chunk& chunk : islands().chunks)
      if (leads({.code = chunk.base, .targets = chunk.base + code_size, .count = chunk.used},
                island_size, island, target))
        return island;
  }
  return std::nullopt;
}

/// Takes the next free island of `room`; nullopt when all are in use. No thread runs it yet.
std::optional<std::uintptr_t> island_in(const IslandRoom& room, std::uintptr_t target) {
  std::size_t& next = islands().next_in_room[room.code];
  std::vector<std::uintptr_t>& known = islands().by_target[target];
  known.reserve(known.size() + 1);  // nothing below may throw
  std::optional<std::uintptr_t> island;
  while_there(room, [&] {
    // The count is from another module that was loaded here before.
    if (next > room.count || (next > 0 && target_in(room, next - 1) == 0)) next = 0;
    while (next < room.count && target_in(room, next) != 0) ++next;
    if (next == room.count) return;
    island = room.code + next * room_island_size;
    known.push_back(*island);
    __atomic_store_n(&target_in(room, next), target, __ATOMIC_RELEASE);
    ++next;
  });
  return island;
}

}  // namespace

Result<std::uintptr_t> reachable(std::uintptr_t site, std::uintptr_t target,
                                 const IslandRoom& room) {
  if (reaches(site, target)) return target;
  const std::lock_guard lock(islands_lock);
  if (atfork_error != 0) return system_error("pthread_atfork for islands", atfork_error);
  try {
    if (const auto island = known_island(site, target, room)) return *island;
    if (const auto island = island_in(room, target)) return *island;
    if (Error error = keep_off_the_parents()) return error;
    const auto chunk = chunk_near(site);
    if (!chunk.ok()) return chunk.error();
    return add_island(**chunk, target);
  } catch (const std::bad_alloc&) {
    return no_memory([&] { return "no memory for an island near " + hex(site); });
  }
}

std::uintptr_t island_target(std::uintptr_t address) {
  const std::lock_guard lock(islands_lock);
  for (const auto& [target, known] : islands().by_target)
    if (std::find(known.begin(), known.end(), address) != known.end()) return target;
  return 0;
}

}  // namespace retprobe
