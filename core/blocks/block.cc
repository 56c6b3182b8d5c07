#include "core/blocks/block.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace retprobe {
namespace {

// Including the first one, whose place is the page's header.
constexpr std::size_t blocks_per_page = 4096 / RP_BLOCK_BYTES;
std::size_t next_block[2] = {1, 1};

// Makes the kernel include a page of the pool in core files. The kernel leaves out pages of a
// mapped file that were never written, and elfutils reads memory from the core file only. Without
// the page's header, its unwinder would stop at the first T. So this writes one byte of the page
// with its own value, the way code is patched. Threads that run code there do not notice.
Error put_into_core_files(const std::byte* page) {
  const int memory = open("/proc/thread-self/mem", O_RDWR | O_CLOEXEC);
  if (memory < 0)
    return system_error("cannot open /proc/thread-self/mem, through which code is patched", errno);
  const ssize_t written =
      pwrite(memory, page, 1, static_cast<off_t>(reinterpret_cast<std::uintptr_t>(page)));
  const int error = written < 0 ? errno : EIO;
  close(memory);
  if (written == 1) return {};
  return system_error("cannot write to the pool of blocks through /proc/thread-self/mem", error);
}

}  // namespace

Shape shape_of(const Record& record) {
  return is_slot_record(record) ? Shape::slot : Shape::framed;
}

std::uintptr_t block_of(const Record& record) {
  const bool slot = is_slot_record(record);
  const Record* const records = slot ? retprobe_slot_records : retprobe_framed_records;
  return reinterpret_cast<std::uintptr_t>(slot ? retprobe_slot_pool : retprobe_framed_pool) +
         static_cast<std::uintptr_t>(&record - records) * RP_BLOCK_BYTES;
}

Result<Record*> take_block(Shape shape) {
  std::size_t& next = next_block[static_cast<std::size_t>(shape)];
  if (next % blocks_per_page == 0) ++next;
  if (next >= RP_BLOCK_COUNT)
    return Error{Error::Code::exhausted,
                 "all " + std::to_string(pool_use(shape).total) +
                     " blocks of the pool are in use; probe fewer functions, or build the library "
                     "with a larger RP_BLOCK_COUNT (core/blocks/layout.h)"};
  if (shape == Shape::framed) return &retprobe_framed_records[next++];
  if (next % blocks_per_page == 1)
    if (Error error = put_into_core_files(retprobe_slot_pool + (next - 1) * RP_BLOCK_BYTES))
      return error;
  return &retprobe_slot_records[next++];
}

PoolUse pool_use(Shape shape) {
  const std::size_t next = next_block[static_cast<std::size_t>(shape)];
  return {next - 1 - next / blocks_per_page, RP_BLOCK_COUNT - RP_BLOCK_COUNT / blocks_per_page};
}

}  // namespace retprobe
