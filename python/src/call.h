// The object that Python's callbacks get for a call in flight, and the listener that calls them.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/typing.h>

#include <cstdint>
#include <memory>
#include <tuple>

#include "python/src/probe.h"

namespace retprobe::python {

namespace py = pybind11;

/// Raises retprobe.Error with the core's message.
[[noreturn]] void raise(const Error& error);

/// A Python argument that has to be an unsigned 64-bit integer, and one that has to be bytes. For
/// anything else the caller gets the package's Error instead of pybind11's list of C++ signatures.
struct Word {
  std::uint64_t value = 0;
};
struct Bytes {
  py::bytes value;
};
/// Error where the argument has another type.
Word word_of(py::handle given);
Bytes bytes_of(py::handle given);

/// Valid only while its callback runs; after that every use raises.
class Call {
 public:
  Call(EntryFrame& frame, std::span<std::byte> data) : entry_(&frame), data_(data) {}
  Call(ReturnFrame& frame, std::span<std::byte> data) : return_(&frame), data_(data) {}
  /// Called when the callback is over.
  void end() { entry_ = nullptr, return_ = nullptr; }

  std::string function() const { return site().name; }
  std::uintptr_t address() const { return site().address; }
  std::uintptr_t return_address() const;
  std::uintptr_t slot() const;
  std::string reason() const;
  py::typing::Dict<py::str, py::int_> registers() const;
  void set_register(const std::string& name, Word value);
  py::bytes xmm(Word number) const;
  using Arguments = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                               std::uint64_t, std::uint64_t>;
  Arguments arguments() const;
  std::uint64_t return_value() const;
  void set_return_value(Word value);
  py::bytes data() const;
  void set_data(const Bytes& data);
  std::string text() const;  // for repr()

 private:
  const Site& site() const;
  Registers& saved() const;
  void check() const;

  EntryFrame* entry_ = nullptr;
  ReturnFrame* return_ = nullptr;
  std::span<std::byte> data_;
};

/// `on_entry` and `on_return` are callables or None. Exceptions that they raise go to
/// sys.unraisablehook. A KeyboardInterrupt is kept for take_interrupt(); until that is called, no
/// callback of any probe runs.
std::unique_ptr<Listener> python_listener(py::object on_entry, py::object on_return);

/// Whether a callback was interrupted. Resets the answer to no.
bool take_interrupt();

void bind_calls(py::module_& module);

}  // namespace retprobe::python

namespace pybind11::detail {

template <>
struct type_caster<retprobe::python::Word> {
  PYBIND11_TYPE_CASTER(retprobe::python::Word, const_name("int"));
  bool load(handle given, bool) {
    value = retprobe::python::word_of(given);
    return true;
  }
};
template <>
struct type_caster<retprobe::python::Bytes> {
  PYBIND11_TYPE_CASTER(retprobe::python::Bytes, const_name("bytes"));
  bool load(handle given, bool) {
    value = retprobe::python::bytes_of(given);
    return true;
  }
};

}  // namespace pybind11::detail
