// A file of /proc/thread-self, open for one piece of work only. A descriptor from before a fork
// would lead to the parent. /proc/self would not work after the main thread has ended. Cold.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace retprobe {

class ProcFile {
 public:
  ProcFile(const char* path, int flags)
      : descriptor_(open(path, flags | O_CLOEXEC)), error_(errno) {}
  ~ProcFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  ProcFile(ProcFile&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), error_(other.error_) {}
  ProcFile& operator=(ProcFile&&) = delete;

  int descriptor() const { return descriptor_; }
  /// Why it did not open, or 0.
  int error() const { return descriptor_ < 0 ? error_ : 0; }

  /// Reads all of `size` bytes. Returns 0 or errno.
  int read_at(std::uintptr_t address, std::uint8_t* to, std::size_t size) const {
    return whole(size, [&](std::size_t done) {
      return pread(descriptor_, to + done, size - done, static_cast<off_t>(address + done));
    });
  }
  int write_at(std::uintptr_t address, const std::uint8_t* from, std::size_t size) const {
    return whole(size, [&](std::size_t done) {
      return pwrite(descriptor_, from + done, size - done, static_cast<off_t>(address + done));
    });
  }

 private:
  template <class Transfer>
  static int whole(std::size_t size, Transfer transfer) {
    for (std::size_t done = 0; done < size;) {
      const ssize_t some = transfer(done);
      if (some < 0 && errno == EINTR) continue;
      if (some <= 0) return some < 0 ? errno : EIO;
      done += static_cast<std::size_t>(some);
    }
    return 0;
  }

  int descriptor_;
  int error_;
};

}  // namespace retprobe
