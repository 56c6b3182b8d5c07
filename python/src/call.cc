#include "python/src/call.h"

#include <atomic>
#include <cstring>
#include <utility>

namespace retprobe::python {
namespace {

struct Field {
  const char* name;
  std::uint64_t Registers::* value;
};
// The registers at entry and at exit. The scalar set has fewer at exit. Only a redirecting tracer
// could write rsp and rip, and Python has none.
constexpr Field entry_fields[] = {{"rdi", &Registers::rdi}, {"rsi", &Registers::rsi},
                                  {"rdx", &Registers::rdx}, {"rcx", &Registers::rcx},
                                  {"r8", &Registers::r8},   {"r9", &Registers::r9},
                                  {"rax", &Registers::rax}, {"r10", &Registers::r10}};
constexpr Field exit_fields[] = {{"rax", &Registers::rax}, {"rdx", &Registers::rdx}};
constexpr Field full_fields[] = {
    {"rdi", &Registers::rdi}, {"rsi", &Registers::rsi}, {"rdx", &Registers::rdx},
    {"rcx", &Registers::rcx}, {"r8", &Registers::r8},   {"r9", &Registers::r9},
    {"rax", &Registers::rax}, {"r10", &Registers::r10}, {"r11", &Registers::r11},
    {"rbx", &Registers::rbx}, {"rbp", &Registers::rbp}, {"r12", &Registers::r12},
    {"r13", &Registers::r13}, {"r14", &Registers::r14}, {"r15", &Registers::r15}};

std::span<const Field> fields_of(const Registers& registers, bool at_entry) {
  if (registers.set == RegisterSet::full) return full_fields;
  return at_entry ? std::span<const Field>(entry_fields) : exit_fields;
}

Error usage(std::string message) { return {Error::Code::usage, std::move(message)}; }

// Whether a callback of any probe was interrupted.
std::atomic<bool> interrupted{false};

class PythonListener final : public Listener {
 public:
  PythonListener(py::object on_entry, py::object on_return)
      : on_entry_(std::move(on_entry)), on_return_(std::move(on_return)) {}

  bool hears_entries() const override { return !on_entry_.is_none(); }
  bool hears_returns() const override { return !on_return_.is_none(); }

  bool entered(EntryFrame& frame, std::span<std::byte> data) override {
    bool accepts = true;
    notify(on_entry_, frame, data,
           [&](const py::object& answer) { accepts = !answer.is(py::handle(Py_False)); });
    return accepts;
  }
  void returned(ReturnFrame& frame, std::span<std::byte> data) override {
    notify(on_return_, frame, data, [](const py::object&) {});
  }

 private:
  template <class Frame, class Answer>
  void notify(const py::object& callback, Frame& frame, std::span<std::byte> data, Answer answer) {
    if (interrupted || Py_IsInitialized() == 0) return;
    const py::gil_scoped_acquire lock;
    const auto call = std::make_shared<Call>(frame, data);
    try {
      answer(callback(call));
    } catch (py::error_already_set& error) {
      if (error.matches(PyExc_KeyboardInterrupt))
        interrupted = true;
      else
        error.discard_as_unraisable(callback);
    } catch (const std::exception& error) {  // pybind11 could not make a Python object
      PyErr_SetString(PyExc_RuntimeError, error.what());
      PyErr_WriteUnraisable(callback.ptr());
    }
    call->end();
  }

  py::object on_entry_, on_return_;
};

}  // namespace

void raise(const Error& error) {
  const py::object type = py::module_::import("retprobe.errors").attr("Error");
  constexpr const char* codes[] = {"none", "usage",     "not_found",   "refused", "already",
                                   "busy", "exhausted", "unsupported", "system"};
  PyErr_SetObject(type.ptr(),
                  type(error.message(), codes[static_cast<std::size_t>(error.code())]).ptr());
  throw py::error_already_set();
}

Word word_of(py::handle given) {
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(given.ptr()));
  const std::uint64_t value = number ? PyLong_AsUnsignedLongLong(number.ptr()) : 0;
  if (!PyErr_Occurred()) return {value};
  PyErr_Clear();
  raise(usage(py::repr(given).cast<std::string>().substr(0, 60) +
              " is no unsigned 64-bit integer, 0 to 2**64 - 1" +
              (number ? "; write value % 2**64" : "")));
}
Bytes bytes_of(py::handle given) {
  if (PyObject_CheckBuffer(given.ptr()))
    if (PyObject* bytes = PyBytes_FromObject(given.ptr()))
      return {py::reinterpret_steal<py::bytes>(bytes)};
  PyErr_Clear();
  raise(usage(std::string("entry data is bytes, and not ") + Py_TYPE(given.ptr())->tp_name));
}

void Call::check() const {
  if (!entry_ && !return_)
    raise(usage(
        "the callback that this call was for is over: take what you need of it while it runs"));
}
const Site& Call::site() const {
  check();
  return entry_ ? entry_->site() : return_->site();
}
Registers& Call::saved() const {
  check();
  if (return_ && return_->reason() != ReturnReason::returned)
    raise(usage("the call was " + reason() + ": it has no registers and no return value"));
  return entry_ ? entry_->registers : return_->registers;
}

std::uintptr_t Call::return_address() const {
  check();
  return entry_ ? entry_->return_address() : return_->return_address();
}
std::uintptr_t Call::slot() const {
  check();
  if (!entry_) raise(usage("the return slot is known at entry"));
  return reinterpret_cast<std::uintptr_t>(entry_->slot());
}
std::string Call::reason() const {
  check();
  return return_ ? to_string(return_->reason()) : "entered";
}

py::typing::Dict<py::str, py::int_> Call::registers() const {
  const Registers& registers = saved();
  py::typing::Dict<py::str, py::int_> all;
  for (const Field& field : fields_of(registers, entry_ != nullptr))
    all[field.name] = registers.*field.value;
  if (registers.set == RegisterSet::full) {
    all["rsp"] = registers.rsp;
    all["rflags"] = registers.rflags;
  }
  all["rip"] = entry_ ? site().body() : return_->return_address();
  return all;
}
void Call::set_register(const std::string& name, Word value) {
  Registers& registers = saved();
  std::string names;
  for (const Field& field : fields_of(registers, entry_ != nullptr)) {
    if (name == field.name) {
      registers.*field.value = value.value;
      return;
    }
    names += (names.empty() ? "" : ", ") + std::string(field.name);
  }
  raise(usage("no register '" + name + "' to be changed here; there are " + names));
}
py::bytes Call::xmm(Word number) const {
  const Registers& registers = saved();
  const unsigned count = registers.set == RegisterSet::full ? 16 : entry_ ? 8 : 2;
  if (number.value >= count)
    raise(usage("no xmm" + std::to_string(number.value) + " here; there are " +
                std::to_string(count)));
  return {reinterpret_cast<const char*>(registers.xmm(static_cast<unsigned>(number.value))), 16};
}
Call::Arguments Call::arguments() const {
  const Registers& r = saved();
  if (!entry_) raise(usage("arguments are there at entry: keep them in entry data, or in Python"));
  return {r.rdi, r.rsi, r.rdx, r.rcx, r.r8, r.r9};
}
std::uint64_t Call::return_value() const {
  const Registers& registers = saved();
  if (entry_) raise(usage("there is a return value at the return"));
  return registers.rax;
}
void Call::set_return_value(Word value) {
  (void)return_value();
  saved().rax = value.value;
}

py::bytes Call::data() const {
  check();
  return {reinterpret_cast<const char*>(data_.data()), data_.size()};
}
void Call::set_data(const Bytes& data) {
  check();
  const auto text = static_cast<std::string_view>(data.value);
  if (text.size() > data_.size())
    raise(usage(std::to_string(text.size()) +
                " bytes of entry data; the probe was made with entry_data_bytes=" +
                std::to_string(data_.size())));
  std::memcpy(data_.data(), text.data(), text.size());
  std::memset(data_.data() + text.size(), 0, data_.size() - text.size());
}

std::string Call::text() const {
  if (!entry_ && !return_) return "<Call: the callback that it was for is over>";
  const std::string head = "<Call of " + function() + ": " + reason();
  if (entry_) return head + ", rdi=" + std::to_string(entry_->registers.rdi) + ">";
  if (return_->reason() != ReturnReason::returned) return head + ">";
  return head + ", return_value=" + std::to_string(return_->registers.rax) + ">";
}

std::unique_ptr<Listener> python_listener(py::object on_entry, py::object on_return) {
  return std::make_unique<PythonListener>(std::move(on_entry), std::move(on_return));
}
bool take_interrupt() { return interrupted.exchange(false); }

void bind_calls(py::module_& module) {
  py::class_<Call, std::shared_ptr<Call>>(
      module, "Call", "A probed call, as callbacks get it. Valid while the callback runs.",
      py::is_final())
      .def_property_readonly("function", &Call::function, "The probed function's name.")
      .def_property_readonly("address", &Call::address, "Where the function begins.")
      .def_property_readonly("return_address", &Call::return_address,
                             "Where the call goes back to.")
      .def_property_readonly("slot", &Call::slot, "At entry: the address of the return slot.")
      .def_property_readonly("reason", &Call::reason,
                             "'entered'; at the return 'returned', 'unwound' or 'abandoned'.")
      .def_property_readonly(
          "arguments", &Call::arguments,
          "At entry: the six integer argument registers, rdi to r9, as unsigned 64-bit integers.")
      .def_property_readonly(
          "registers", &Call::registers,
          "Name to unsigned 64-bit integer, of the registers that the probe's set has here.")
      .def("set_register", &Call::set_register, py::arg("name"), py::arg("value"),
           "Changes an argument at entry, or a part of the return value at the return.")
      .def("xmm", &Call::xmm, py::arg("number"), "The low 16 bytes of a vector register.")
      .def_property("return_value", &Call::return_value, &Call::set_return_value,
                    "At the return: rax, as an unsigned 64-bit integer. May be changed.")
      .def_property(
          "entry_data", &Call::data, &Call::set_data,
          "This call's own bytes, entry_data_bytes of them: written at entry, read at the return.")
      .def("__repr__", &Call::text);
}

}  // namespace retprobe::python
