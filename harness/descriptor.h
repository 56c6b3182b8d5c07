// A file descriptor, closed with its object.
#pragma once

#include <unistd.h>

#include <utility>

namespace retprobe::harness {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  int get() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  bool ok() const { return number_ >= 0; }

 private:
  int number_;
};

}  // namespace retprobe::harness
