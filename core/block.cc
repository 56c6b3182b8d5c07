#include "core/block.h"

#include <string>

namespace retprobe {
namespace {

constexpr std::size_t blocks_per_page = 4096 / RP_BLOCK_BYTES;  // the first of them is the page's header
std::size_t next_block[2] = {1, 1};

}  // namespace

Shape shape_of(const Record& record) {
  return &record >= retprobe_slot_records && &record < retprobe_slot_records + RP_BLOCK_COUNT ? Shape::slot
                                                                                              : Shape::framed;
}

std::uintptr_t block_of(const Record& record) {
  if (shape_of(record) == Shape::slot) return slot_block(record);
  return reinterpret_cast<std::uintptr_t>(retprobe_framed_pool) +
         static_cast<std::uintptr_t>(&record - retprobe_framed_records) * RP_BLOCK_BYTES;
}

Result<Record*> take_block(Shape shape) {
  std::size_t& next = next_block[static_cast<std::size_t>(shape)];
  if (next % blocks_per_page == 0) ++next;
  if (next >= RP_BLOCK_COUNT)
    return Error{Error::Code::exhausted,
                 "all " + std::to_string(pool_use(shape).total) +
                     " blocks of the pool are in use; probe fewer functions, or build the library with a "
                     "larger RP_BLOCK_COUNT (core/layout.h)"};
  Record* records = shape == Shape::slot ? retprobe_slot_records : retprobe_framed_records;
  return &records[next++];
}

PoolUse pool_use(Shape shape) {
  const std::size_t next = next_block[static_cast<std::size_t>(shape)];
  return {next - 1 - next / blocks_per_page, RP_BLOCK_COUNT - RP_BLOCK_COUNT / blocks_per_page};
}

}  // namespace retprobe
