#include "core/blocks/block.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace retprobe {
namespace {

// Including the first one, whose place is the page's header.
constexpr std::size_t page_bytes = 4096, blocks_per_page = page_bytes / RP_BLOCK_BYTES;
std::size_t next_block[2] = {1, 1};

Error write_code(const std::byte* to, const std::byte* from, std::size_t size) {
  const int memory = open("/proc/thread-self/mem", O_RDWR | O_CLOEXEC);
  if (memory < 0)
    return system_error("cannot open /proc/thread-self/mem, through which code is patched", errno);
  const ssize_t written =
      pwrite(memory, from, size, static_cast<off_t>(reinterpret_cast<std::uintptr_t>(to)));
  const int error = written < 0 ? errno : EIO;
  close(memory);
  if (written == static_cast<ssize_t>(size)) return {};
  return system_error("cannot write to the pool of blocks through /proc/thread-self/mem", error);
}

// Makes the kernel include a page of the pool in core files. The kernel leaves out pages of a
// mapped file that were never written, and elfutils reads memory from the core file only. Without
// the page's header, its unwinder would stop at the first T. So this writes one byte of the page
// with its own value, the way code is patched. Threads that run code there do not notice.
Error put_into_core_files(const std::byte* page) { return write_code(page, page, 1); }

// The code of blocks that lie side by side, and that no thread has reached. They are in one page,
// since every page begins with a header. All calls hold the control lock.
struct {
  std::uintptr_t begin;
  std::size_t size;
  std::byte code[page_bytes];
  std::uintptr_t end() const { return begin + size; }
} gathered;

}  // namespace

Error write_blocks() {
  if (gathered.size == 0) return {};
  const auto* const begin = reinterpret_cast<const std::byte*>(gathered.begin);
  if (Error error = write_code(begin, gathered.code, gathered.size)) return error;
  gathered.size = 0;
  return {};
}

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

Error make_direct(const Record& record, bool body_in_frame) {
  const std::uintptr_t block = block_of(record);
  if (gathered.end() != block)
    if (Error error = write_blocks()) return error;
  if (gathered.size == 0) gathered.begin = block;
  std::byte* const code = gathered.code + gathered.size;
  std::memcpy(code, reinterpret_cast<const std::byte*>(block), RP_BLOCK_BYTES);
  gathered.size += RP_BLOCK_BYTES;
  // An instruction that ends with the distance to its target. An idle prefix makes it six bytes
  // long, as the kernel's compilers do for its retpolines.
  const auto write = [&](std::size_t begin, std::size_t end, unsigned char opcode,
                         std::uintptr_t target) {
    const auto distance = static_cast<std::int64_t>(target - (block + end));
    const auto near = static_cast<std::int32_t>(distance);
    if (near != distance) return false;
    code[begin] = std::byte{0x2e};
    code[end - 5] = std::byte{opcode};
    std::memcpy(code + end - 4, &near, sizeof near);
    return true;
  };
  constexpr unsigned char jmp = 0xe9, call = 0xe8;
  write(RP_BLOCK_ENTER, RP_BLOCK_CALL, jmp, record.enter);
  write(RP_BLOCK_T, RP_BLOCK_TRAP, jmp, record.leave);
  if (body_in_frame || write(RP_BLOCK_CALL, RP_BLOCK_T, call, record.body)) return {};
  // call *body(record)
  write(RP_BLOCK_CALL, RP_BLOCK_T, 0x15, reinterpret_cast<std::uintptr_t>(&record.body));
  code[RP_BLOCK_CALL] = std::byte{0xff};
  return {};
}

PoolUse pool_use(Shape shape) {
  // Every page that was begun has a header or padding in place of its first block.
  const auto blocks = [](std::size_t end) {
    return end - (end + blocks_per_page - 1) / blocks_per_page;
  };
  return {blocks(next_block[static_cast<std::size_t>(shape)]), blocks(RP_BLOCK_COUNT)};
}

}  // namespace retprobe
