#include "core/blocks/attachment.h"

#include <sys/mman.h>

#include <new>
#include <vector>

#include "core/blocks/block.h"
#include "core/system/raw_syscall.h"

namespace retprobe {

namespace {

constexpr std::size_t table_entries = std::size_t{1} << Handle::index_bits;

constexpr std::size_t table_bytes = table_entries * sizeof(Attachment);
// What is reserved from the start. The table grows in place, since hooks keep no other base.
constexpr std::size_t reserved_bytes = std::size_t{16} << 20;

// The table is reserved without access. So neither strict overcommit (vm.overcommit_memory=2) nor
// mlockall counts it as memory in use. It begins where the whole table has room, if there is such a
// place. The kernel fills the room behind it from its far end.
[[gnu::constructor(101)]] void reserve_attachments() {
  for (std::size_t room = table_bytes; room >= reserved_bytes; room /= 2) {
    const long result = raw_syscall(SYS_mmap, 0, static_cast<long>(room), PROT_NONE,
                                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (is_error(result)) continue;
    retprobe_attachments = reinterpret_cast<Attachment*>(result);
    if (room > reserved_bytes)
      raw_syscall(SYS_munmap, result + static_cast<long>(reserved_bytes),
                  static_cast<long>(room - reserved_bytes));
    // The part that was never used is left out of core files.
    (void)raw_syscall(SYS_madvise, result, static_cast<long>(reserved_bytes), MADV_DONTDUMP);
    return;
  }
}

// Entry 0 is never used, since handle 0 means "none". Entries below `accessible` are accessible;
// hooks read no others.
std::atomic<std::uint32_t> next_fresh = 1;
std::uint32_t accessible = 0;
constexpr std::uint32_t entries_per_step = (1u << 20) / sizeof(Attachment);

bool map_behind_reserved(long step, long bytes) {
  const long result =
      raw_syscall(SYS_mmap, step, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (is_error(result)) return false;
  if (result == step) return true;
  raw_syscall(SYS_munmap, result, bytes);  // a kernel that does not know MAP_FIXED_NOREPLACE
  return false;
}

bool make_accessible(std::uint32_t index) {
  while (index >= accessible) {
    const long step = reinterpret_cast<long>(retprobe_attachments + accessible);
    constexpr long bytes = entries_per_step * sizeof(Attachment);
    if (accessible * sizeof(Attachment) >= reserved_bytes) {
      if (!map_behind_reserved(step, bytes)) return false;
    } else {
      if (is_error(raw_syscall(SYS_mprotect, step, bytes, PROT_READ | PROT_WRITE))) return false;
      (void)raw_syscall(SYS_madvise, step, bytes, MADV_DODUMP);
    }
    accessible += entries_per_step;
  }
  return true;
}
std::vector<std::uint32_t>& free_entries() {
  // Never destroyed: tracers may outlive static destructors.
  static auto* entries = new std::vector<std::uint32_t>;
  return *entries;
}

bool accept_all(void*, EntryFrame&) { return true; }
void ignore_return(void*, ReturnFrame&) {}

}  // namespace

Result<Handle> make_attachment(TracerState& tracer, EntryHandler entry, ExitHandler exit,
                               void* context, std::uint32_t data_words) {
  if (!retprobe_attachments)
    return Error{Error::Code::exhausted,
                 "cannot reserve 16 MiB of address space for the table of attachments: raise "
                 "RLIMIT_AS (ulimit -v)"};
  std::uint32_t index;
  if (!free_entries().empty()) {
    index = free_entries().back();
    free_entries().pop_back();
  } else if (next_fresh < table_entries) {
    if (!make_accessible(next_fresh))
      return Error{Error::Code::exhausted,
                   "no memory for another MiB of the table of attachments, or the program uses the "
                   "addresses behind it"};
    index = next_fresh++;
  } else {
    return Error{Error::Code::exhausted,
                 "all 16,777,215 attachments (tracers x functions) are in use"};
  }
  Attachment& attachment = retprobe_attachments[index];
  const std::uint64_t epoch =
      (Handle{attachment.live.load(std::memory_order_relaxed)}.epoch() + 1) & Handle::epoch_mask;
  const Handle handle = Handle::make(index, epoch, data_words);
  attachment.entry = entry ? entry : accept_all;
  attachment.exit = exit ? exit : ignore_return;
  attachment.context = context;
  attachment.tracer = {tracer, exit != nullptr};
  attachment.design_word = {};
  attachment.missed.store(0, std::memory_order_relaxed);
  // From here on, hooks that find the handle in a list run its handlers.
  attachment.live.store(handle.bits, std::memory_order_release);
  return handle;
}

void visit_missed(const void* context,
                  void (*visit)(void* argument, const Site&, std::atomic<std::uint64_t>& missed),
                  void* argument) {
  for (std::uint32_t index = 1; index < next_fresh.load(std::memory_order_acquire); ++index) {
    Attachment& attachment = retprobe_attachments[index];
    // A new one has no function yet, and has missed no calls.
    if (attachment.context == context && attachment.missed.load(std::memory_order_relaxed) != 0)
      visit(argument, *attachment.record->site, attachment.missed);
  }
}

void kill_attachment(Handle handle) {
  Attachment& attachment = attachment_of(handle);
  const Handle dead = Handle::make(handle.index(), handle.epoch() + 1, handle.words());
  attachment.live.store(dead.bits, std::memory_order_release);
}

void recycle_attachment(Handle handle) {
  try {
    free_entries().push_back(handle.index());
  } catch (const std::bad_alloc&) {  // this entry, one of 16 million, is never used again
  }
}

}  // namespace retprobe
