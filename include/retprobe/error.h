// Errors of cold calls: what went wrong, where, and what to do about it. Hot paths cannot fail and
// never see these.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace retprobe {

class [[nodiscard]] Error {
 public:
  enum class Code {
    none,         // success
    usage,        // the caller's words are off: bad option, bad glob, bad size
    not_found,    // no such function, design, workload, scenario
    refused,      // it exists, and must not or cannot be done; the message says why
    already,      // it is done already
    busy,         // it cannot finish now: calls in flight, a handler that waits for itself
    exhausted,    // out of blocks, memory, address space, near memory
    unsupported,  // this kernel, CPU or build lacks something
    system,       // the operating system said no; the message carries its words
  };

  Error() = default;
  Error(Code code, std::string message) : code_(code), message_(std::move(message)) {}

  /// True when something failed.
  explicit operator bool() const { return code_ != Code::none; }
  Code code() const { return code_; }
  /// One line, without a full stop at its end.
  const std::string& message() const { return message_; }

 private:
  Code code_ = Code::none;
  std::string message_;
};

/// A value, or the Error that stands in its place.
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

/// An Error with the words of `errno` behind `what`. Cold.
Error system_error(const std::string& what, int error_number);

}  // namespace retprobe
