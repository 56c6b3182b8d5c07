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

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U  // Linux 6.3
#endif

namespace retprobe {
namespace {

// A chunk, as seen near the sites. Pointers have pages of their own: fetching one as data from a
// line that is being executed is slow on some CPUs.
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
/// How far from a site a chunk may begin or end: what rel32 reaches, less a margin for the module's
/// other sites.
constexpr std::uintptr_t reach = 2 * gibibyte - 16 * mebibyte;
constexpr std::uintptr_t lowest = mebibyte;     // below lies what null pointers should fault in
constexpr std::uintptr_t heap_room = gibibyte;  // left to the program break
constexpr std::uintptr_t stack_room = 128 * mebibyte;  // left to the main thread's stack, at least

struct Chunk {
  std::uintptr_t base;     // where it is executed
  std::uint8_t* writable;  // the other mapping; null where a fork made the memory somebody else's
  std::size_t used;
};

struct Islands {
  std::vector<Chunk> chunks;
  std::unordered_map<std::uintptr_t, std::vector<std::uintptr_t>> by_target;
  std::unordered_map<std::uintptr_t, std::size_t> next_in_room;  // by the room's code
  /// A page that the kernel zeroes in the child of any fork, `_Fork` included. It holds 1 where
  /// `chunks` are ours to write.
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

/// What a chunk must keep away from, in address order: every mapping, and the room that the heap
/// and the main thread's stack grow into.
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

/// The places for a chunk near `site`, nearest first.
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
      // Of a gap, the end towards the site (a site lies in no gap).
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
    // Kernels before 6.3 do not know MFD_EXEC, later ones want to be told.
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

/// Maps the executable side as near to `site` as can be.
Result<std::uintptr_t> map_near(std::uintptr_t site, int descriptor) {
  const auto places = places_near(site);
  if (!places.ok()) return places.error();
  for (const std::uintptr_t place : *places) {
    void* const wanted = reinterpret_cast<void*>(place);
    void* const got =
        mmap(wanted, chunk_size, PROT_READ, MAP_SHARED | MAP_FIXED_NOREPLACE, descriptor, 0);
    if (got == MAP_FAILED) {
      if (errno == EEXIST) continue;  // another thread was faster
      return system_error("cannot map islands at " + hex(place) + ", near the site at " + hex(site),
                          errno);
    }
    if (got != wanted) {  // a kernel before 4.17 takes the address for a hint
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

/// Makes the page that tells whether this process is the one that made the chunks.
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

/// In the child of a fork the memory of the chunks is still the parent's: what is there stays
/// usable, nothing is added.
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
  islands().chunks.reserve(islands().chunks.size() +
                           1);  // the one allocation, while there is nothing to undo
  void* const writable =
      mmap(nullptr, chunk_size, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor(), 0);
  if (writable == MAP_FAILED) return system_error("cannot map memory for islands", errno);
  // A child has no business there. Should this fail, `ours` keeps it off all the same.
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

/// The chunk with room near `site`; makes one if need be.
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

/// Writes the next island of `chunk`. Nobody runs it yet, and its bytes are never changed
/// afterwards.
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

bool in_chunk(std::uintptr_t island) {
  return std::any_of(islands().chunks.begin(), islands().chunks.end(),
                     [&](const Chunk& chunk) { return island - chunk.base < chunk_size; });
}

/// Islands in other modules' rooms are left alone: such a module may be gone by now. This one may
/// be another that was loaded at its place.
std::optional<std::uintptr_t> known_island(std::uintptr_t site, std::uintptr_t target,
                                           const IslandRoom& room) {
  const auto known = islands().by_target.find(target);
  if (known == islands().by_target.end()) return std::nullopt;
  for (const std::uintptr_t island : known->second) {
    if (!reaches(site, island)) continue;
    const std::size_t number = (island - room.code) / room_island_size;
    if (number < room.count ? target_in(room, number) == target : in_chunk(island)) return island;
  }
  return std::nullopt;
}

/// The next island of `room`; nullopt when all are in use. Nobody runs it yet.
std::optional<std::uintptr_t> island_in(const IslandRoom& room, std::uintptr_t target) {
  if (room.count == 0) return std::nullopt;
  std::size_t& next = islands().next_in_room[room.code];
  if (next > room.count || (next > 0 && target_in(room, next - 1) == 0))
    next = 0;  // another module's
  while (next < room.count && target_in(room, next) != 0) ++next;
  if (next == room.count) return std::nullopt;
  const std::uintptr_t island = room.code + next * room_island_size;
  islands().by_target[target].push_back(island);
  __atomic_store_n(&target_in(room, next), target, __ATOMIC_RELEASE);
  ++next;
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
    return Error{Error::Code::exhausted, "no memory for an island near " + hex(site)};
  }
}

std::uintptr_t island_target(std::uintptr_t address) {
  const std::lock_guard lock(islands_lock);
  for (const auto& [target, known] : islands().by_target)
    if (std::find(known.begin(), known.end(), address) != known.end()) return target;
  return 0;
}

}  // namespace retprobe
