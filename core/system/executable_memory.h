// Tells which memory of this process is executable, as the kernel reports it at this moment.
// Nothing is cached between objects, so no answer is out of date after a dlclose, a dlopen or
// another thread's mprotect.
//
// Since Linux 6.11 the kernel answers for one address (the ioctl PROCMAP_QUERY), in a fraction of a
// microsecond. Before that, all of /proc/thread-self/maps has to be read. That takes longer than a
// patch of one function with all its syncs.
//
// Cold.
#pragma once

#include <cstdint>
#include <vector>

#include "core/system/proc_file.h"
#include "retprobe/error.h"

namespace retprobe {

class ExecutableMemory {
 public:
  /// How the kernel is asked. `whole_list` is for tests, where the kernel also answers for one
  /// address.
  enum class Ask { one_address, whole_list };
  explicit ExecutableMemory(Ask ask = Ask::one_address) : ask_(ask) {}

  /// Whether all of [begin, end) is executable now. The range may lie in several adjoining
  /// mappings. An Error when /proc/thread-self/maps cannot be read.
  Result<bool> holds(std::uintptr_t begin, std::uintptr_t end);

 private:
  struct Range {
    std::uintptr_t begin = 0, end = 0;
    bool contains(std::uintptr_t address) const { return address - begin < end - begin; }
  };

  Error read_all();
  Result<Range> mapping_of(std::uintptr_t address);

  Ask ask_;
  ProcFile maps_{"/proc/thread-self/maps", O_RDONLY};
  Range last_;  // the answer to the last query
  // The whole list, in address order; empty until it is read.
  std::vector<Range> list_;
};

}  // namespace retprobe
