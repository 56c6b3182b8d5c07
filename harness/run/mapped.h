// Memory of a file in this process.
#pragma once

#include <sys/mman.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "harness/must.h"
#include "retprobe/error.h"

namespace retprobe::run {

/// A part of a board's file. Throws Failure.
class Mapped {
 public:
  Mapped(int file, std::uint64_t at, std::size_t bytes) : before_(at % page_bytes) {
    bytes_ = before_ + bytes;
    begin_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                  static_cast<off_t>(at - before_));
    if (begin_ == MAP_FAILED)
      throw harness::Failure(system_error("the memory for counts (ulimit -v?)", errno));
  }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;
  ~Mapped() { munmap(begin_, bytes_); }
  void* get() const { return static_cast<char*>(begin_) + before_; }

 private:
  static constexpr std::size_t page_bytes = 4096;
  std::size_t before_, bytes_;
  void* begin_;
};

}  // namespace retprobe::run
