// Error reporting for cold calls. A message says what went wrong, where, and what to do about it.
// Hot paths cannot fail and do not use these types.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace retprobe {

class [[nodiscard]] Error {
 public:
  enum class Code {
    none,         // success
    usage,        // an argument is wrong: bad option, bad glob, bad size
    not_found,    // no such function, design, workload, scenario
    refused,      // the thing exists, but the operation is not allowed or not possible on it
    already,      // the operation has been done before
    busy,         // it cannot finish now: calls in flight, a handler that waits for itself
    exhausted,    // out of blocks, memory, address space, or memory within jump range
    unsupported,  // this kernel, CPU or build lacks something
    system,       // a system call failed; the message contains the text of its errno
  };

  Error() = default;
  Error(Code code, std::string message) : code_(code), message_(std::move(message)) {}

  /// True on failure.
  explicit operator bool() const { return code_ != Code::none; }
  Code code() const { return code_; }
  /// One line, without a full stop at the end.
  const std::string& message() const { return message_; }

 private:
  Code code_ = Code::none;
  std::string message_;
};

/// A value, or the Error that explains why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return held_.index() == 0; }
  T& operator*() & { return std::get<0>(held_); }
  const T& operator*() const& { return std::get<0>(held_); }
  T&& operator*() && { return std::get<0>(std::move(held_)); }
  T* operator->() { return &std::get<0>(held_); }
  const T* operator->() const { return &std::get<0>(held_); }
  const Error& error() const { return std::get<1>(held_); }

 private:
  std::variant<T, Error> held_;
};

/// An Error of Code::system: `what`, followed by the text of `error_number` (an errno). Cold.
Error system_error(const std::string& what, int error_number);

}  // namespace retprobe
