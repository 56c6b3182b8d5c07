#include "designs/chained_trampolines/chained_trampolines.h"

#include "core/picture.h"

namespace retprobe::chained_trampolines {

std::string Design::describe(const Stack& stack) {
  Picture picture(stack);
  for_each_frame(stack, [&](const std::uint64_t* trailer, const std::uint64_t* frame) {
    const Record& record = record_in(trailer[1]);
    picture.address(trailer + 1, "modified", slot_block(record) + RP_SLOT_T);
    picture.slot(trailer, trailer[0]);
    picture.handler(trailer - 1, Handle{trailer[-1]});
    picture.address(frame, "original", *frame);
    return true;
  });
  return picture.text();
}

}  // namespace retprobe::chained_trampolines
