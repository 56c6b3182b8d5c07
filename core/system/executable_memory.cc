#include "core/system/executable_memory.h"

#include <sys/ioctl.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

namespace retprobe {
namespace {

// This is in linux/fs.h since 6.11. It is repeated here for older headers.
struct MappingQuery {
  std::uint64_t size, flags, address;
  std::uint64_t begin, end, mapping_flags, page_bytes, offset, inode;
  std::uint32_t device_major, device_minor, name_bytes, build_id_bytes;
  std::uint64_t name, build_id;
};
static_assert(sizeof(MappingQuery) == 104);
constexpr unsigned long query_mapping = _IOWR('f', 17, MappingQuery);
constexpr std::uint64_t only_executable = 0x04;

}  // namespace

// Merges adjoining mappings into one range.
Error ExecutableMemory::read_all() {
  std::string text;
  for (;;) {
    const std::size_t filled = text.size();
    text.resize(filled + 16384);
    const ssize_t some = read(maps_.descriptor(), text.data() + filled, text.size() - filled);
    if (some < 0) return system_error("cannot read /proc/thread-self/maps", errno);
    text.resize(filled + static_cast<std::size_t>(some));
    if (some == 0) break;
  }
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    // "begin-end rwxp ..."
    Range range;
    const char* const end = line.data() + line.size();
    const auto first = std::from_chars(line.data(), end, range.begin, 16);
    const auto second = std::from_chars(std::min(first.ptr + 1, end), end, range.end, 16);
    if (end - second.ptr < 5 || second.ptr[3] != 'x') continue;
    if (!list_.empty() && list_.back().end == range.begin)
      list_.back().end = range.end;
    else
      list_.push_back(range);
  }
  return {};
}

// The executable mapping that contains `address`; an empty range when there is none.
Result<ExecutableMemory::Range> ExecutableMemory::mapping_of(std::uintptr_t address) {
  if (ask_ == Ask::one_address) {
    MappingQuery query{};
    query.size = sizeof query;
    query.flags = only_executable;
    query.address = address;
    if (ioctl(maps_.descriptor(), query_mapping, &query) == 0) return Range{query.begin, query.end};
    if (errno == ENOENT) return Range{};
    ask_ = Ask::whole_list;  // the kernel does not know this ioctl
  }
  if (list_.empty())
    if (Error error = read_all()) return error;
  const auto after = std::ranges::upper_bound(list_, address, {}, &Range::begin);
  return after == list_.begin() ? Range{} : *std::prev(after);
}

Result<bool> ExecutableMemory::holds(std::uintptr_t begin, std::uintptr_t end) {
  if (begin >= last_.begin && end <= last_.end) return true;
  if (maps_.error() != 0) return system_error("cannot open /proc/thread-self/maps", maps_.error());
  for (std::uintptr_t at = begin; at < end; at = last_.end) {
    const Result<Range> found = mapping_of(at);
    if (!found.ok()) return found.error();
    if (!found->contains(at)) return false;
    last_ = {at == begin ? found->begin : last_.begin, found->end};
  }
  return true;
}

}  // namespace retprobe
