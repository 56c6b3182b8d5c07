// The extension retprobe._core. python/retprobe/live/ has the interface for users.
#include <cxxabi.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/typing.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/bench/nest.h"
#include "harness/code/inspection.h"
#include "python/src/call.h"
#include "python/src/conclusions.h"
#include "python/src/unwinders.h"
#include "python/src/workload_calls.h"
#include "retprobe/shadow_view.h"

namespace retprobe::python {
namespace {

Result<RegisterSet> register_set(const std::string& name) {
  for (const RegisterSet set : {RegisterSet::scalar, RegisterSet::vector, RegisterSet::full})
    if (name == to_string(set)) return set;
  return Error{Error::Code::usage,
               "no register set '" + name + "'; there are scalar, vector, full"};
}

// Releases the interpreter's lock, and takes it again. Once the interpreter ends, Python lets no
// other thread take the lock: it ends such a thread with pthread_exit, which must not pass through
// a destructor. Such a thread waits here for the process to end, as Python 3.14 has it.
class LockReleased {
 public:
  LockReleased() = default;
  LockReleased(const LockReleased&) = delete;
  LockReleased& operator=(const LockReleased&) = delete;
  ~LockReleased() {
    try {
      PyEval_RestoreThread(state_);
    } catch (const abi::__forced_unwind&) {
      for (;;) pause();
    }
  }

 private:
  PyThreadState* state_ = PyEval_SaveThread();
};

// Runs `work` without the interpreter's lock. `work` may wait for callbacks of other threads, which
// need the lock.
template <class Work>
auto unlocked(Work work) {
  const LockReleased released;
  return work();
}

void check(const Error& error) {
  if (error) raise(error);
}

// A probe that retires waits for its handlers, and these wait for the interpreter's lock.
struct DeleteUnlocked {
  void operator()(Probe* probe) const {
    if (unlocked([&] { return probe->retire(); })) delete probe;
  }
};

// Detaches and deletes the probes whose last reference was dropped in a handler. In a handler it
// does nothing.
void delete_retired() {
  for (Probe* probe : Probe::take_retired()) DeleteUnlocked()(probe);
}

void attach(Probe& probe) {
  delete_retired();  // they may have another design
  check(unlocked([&] { return probe.attach(); }));
}
void detach(Probe& probe) {
  delete_retired();
  check(unlocked([&] { return probe.detach(); }));
}

using ProbeHolder = std::unique_ptr<Probe, DeleteUnlocked>;
using Callback = py::typing::Optional<py::typing::Callable<py::object(Call)>>;

ProbeHolder make_probe(const std::string& name, std::vector<std::string> patterns,
                       const std::string& design, const std::string& transfer,
                       const std::string& registers, std::size_t entry_data_bytes,
                       std::size_t record, std::size_t maxactive, Callback on_entry,
                       Callback on_return) {
  const auto set = register_set(registers);
  if (!set.ok()) raise(set.error());
  ProbeOptions options{.name = name,
                       .patterns = std::move(patterns),
                       .design = design,
                       .transfer = transfer,
                       .registers = *set,
                       .entry_data_bytes = entry_data_bytes,
                       .record = record,
                       .maxactive = maxactive};
  auto probe =
      Probe::make(std::move(options), python_listener(std::move(on_entry), std::move(on_return)));
  if (!probe.ok()) raise(probe.error());
  return ProbeHolder(probe->release());
}

std::vector<std::string> functions_of(const Probe& probe) {
  std::vector<std::string> names;
  for (const Site* site : probe.sites()) names.push_back(site->name);
  return names;
}

Recorder& recorder_of(const Probe& probe) {
  if (!probe.recorder())
    raise({Error::Code::usage, "nothing is recorded: make the probe with record=N, calls at most"});
  return *probe.recorder();
}

// A numpy view of `size` elements of one of the recorder's arrays, without a copy. The array keeps
// the recorder alive.
template <class T>
py::array_t<T> array_of(const Probe& probe, const T* column, std::size_t size) {
  const py::capsule owner(new std::shared_ptr<Recorder>(probe.recorder()),
                          [](void* held) { delete static_cast<std::shared_ptr<Recorder>*>(held); });
  py::array_t<T> array({size}, {sizeof(T)}, column, owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

// The functions return types that pybind11 has names for, because the stub is made from these names
// (tools/update_stub.py).

using Hits = std::tuple<py::array_t<std::int64_t>, py::array_t<std::int64_t>,
                        py::array_t<std::uint32_t>, py::array_t<std::int32_t>>;

Hits hits(const Probe& probe) {
  Recorder& recorder = recorder_of(probe);
  const std::size_t size = recorder.size();
  return {array_of(probe, recorder.begin_ns(), size), array_of(probe, recorder.duration_ns(), size),
          array_of(probe, recorder.function(), size), array_of(probe, recorder.thread(), size)};
}

py::bytes bytes_of(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

using WordOfFrame = std::tuple<std::uintptr_t, std::uint64_t, std::string, py::bytes>;
using Frame = std::pair<std::string, std::vector<WordOfFrame>>;

std::tuple<std::uintptr_t, std::uintptr_t, std::vector<Frame>> shadow_stack() {
  const ShadowView view = view_shadow_stack();
  std::vector<Frame> frames;
  for (const ShadowFrame& frame : view.frames) {
    Frame& all = frames.emplace_back(frame.function, std::vector<WordOfFrame>());
    for (const ShadowWord& word : frame.words)
      all.second.emplace_back(word.address, word.value, word.meaning, bytes_of(word.data));
  }
  return {view.low, view.bytes, std::move(frames)};
}

using Line = std::tuple<std::uint64_t, py::bytes, std::string, std::string, std::string>;
using Section = std::tuple<std::string, std::uintptr_t, std::vector<Line>>;

std::vector<Section> code_of(const std::string& function, const std::string& what) {
  auto sites = find_sites(function);
  if (!sites.ok()) raise(sites.error());
  if (sites->size() != 1)
    raise({Error::Code::usage,
           function + " means " + std::to_string(sites->size()) + " functions; name one of them"});
  auto sections = harness::inspect_code(*sites->front(), what);
  if (!sections.ok()) raise(sections.error());
  std::vector<Section> all;
  for (const harness::CodeSection& section : *sections) {
    std::vector<Line> lines;
    for (const harness::DecodedLine& line : section.lines)
      lines.emplace_back(line.address, bytes_of(line.bytes), line.text, line.target, line.note);
    all.emplace_back(section.title, section.address, std::move(lines));
  }
  return all;
}

using Trace = std::tuple<std::string, std::string,
                         std::vector<std::tuple<std::uintptr_t, std::string, bool>>>;

std::vector<Trace> unwind_stack(std::size_t most) {
  std::vector<Trace> all;
  for (const StackView& view : unwind(most)) {
    std::vector<std::tuple<std::uintptr_t, std::string, bool>> frames;
    for (const std::uintptr_t address : view.addresses)
      frames.emplace_back(address, name_of(address), is_own(address));
    all.emplace_back(view.unwinder, view.unavailable, std::move(frames));
  }
  return all;
}

void raise_interrupt() {
  if (!take_interrupt()) return;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw py::error_already_set();
}

// An exception of `bottom` is raised after the nest has returned: it must not pass through the
// probed calls, and must not be set while their callbacks run.
void nest(unsigned depth, const py::typing::Callable<py::object()>& bottom) {
  std::optional<py::error_already_set> raised;
  std::function<void()> at_bottom = [&] {
    const py::gil_scoped_acquire lock;
    try {
      bottom();
    } catch (py::error_already_set& error) {
      raised.emplace(error);
    }
  };
  unlocked([&] {
    retprobe_bench_nest(
        depth, [](void* work) { (*static_cast<std::function<void()>*>(work))(); }, &at_bottom);
  });
  delete_retired();
  raise_interrupt();
  if (raised) throw py::error_already_set(*raised);
}

// Runs slices of about a millisecond's work (unprobed), because Ctrl-C takes effect at the end of a
// slice. The checksum of several slices combines theirs in order.
std::pair<std::uint64_t, std::uint64_t> run(const Probe&, const std::string& name,
                                            std::uint64_t iterations) {
  const harness::Workload* workload = harness::find_workload(name);
  harness::WorkloadRun all{};
  for (std::uint64_t done = 0; done < iterations;) {
    const std::uint64_t slice =
        workload ? std::min(iterations - done, workload->iterations) : iterations;
    const auto result = unlocked([&] { return run_workload(name, slice); });
    delete_retired();
    raise_interrupt();
    if (!result.ok()) raise(result.error());
    all.calls += result->calls;
    all.checksum = all.checksum * 31 + result->checksum;
    done += slice;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return {all.calls, all.checksum};
}

std::uint64_t call(const Probe&, const std::string& function,
                   const std::vector<std::uint64_t>& arguments) {
  const auto result = unlocked([&] { return call_function(function, arguments); });
  delete_retired();
  raise_interrupt();
  if (!result.ok()) raise(result.error());
  return *result;
}

py::typing::Dict<py::str, py::str> configured() {
  return py::typing::Dict<py::str, py::str>(py::arg("design") = configuration().design,
                                            py::arg("transfer") = configuration().transfer);
}

template <auto conclude, class... Texts>
std::string concluded(const Texts&... texts) {
  const auto text = unlocked([&] { return conclude(texts...); });
  if (!text.ok()) raise(text.error());
  return *text;
}

std::vector<std::string> probed_by(const std::string& workload) {
  const harness::Workload* found = harness::find_workload(workload);
  return found ? found->probed : std::vector<std::string>();
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "retprobe in this process: live probes, and what follows from a result.";
  bind_calls(module);
  py::class_<Probe, ProbeHolder>(
      module, "Probe", "A tracer with Python's callbacks; see retprobe.probe().", py::is_final())
      .def(py::init(&make_probe), py::kw_only(), py::arg("name"), py::arg("patterns"),
           py::arg("design"), py::arg("transfer"), py::arg("registers"),
           py::arg("entry_data_bytes"), py::arg("record"), py::arg("maxactive"),
           py::arg("on_entry"), py::arg("on_return"))
      .def("attach", &attach, "Attaches to all of its functions or to none.")
      .def("detach", &detach, "Returns when no callback runs any more.")
      .def_property_readonly("attached", &Probe::attached, "Whether calls are heard of.")
      .def_property_readonly(
          "missed", [](Probe& probe) { return unlocked([&] { return probe.missed(); }); },
          "Calls that it should have seen and did not.")
      .def(
          "reset_missed",
          [](Probe& probe) { return unlocked([&] { return probe.reset_missed(); }); },
          "Sets missed to 0. Returns what it was.")
      .def_property_readonly("functions", &functions_of,
                             "Names of the probed functions; hits()['function'] counts in it.")
      .def_property_readonly(
          "lost", [](const Probe& probe) { return recorder_of(probe).lost(); },
          "Calls for which record had no room.")
      .def("hits", &hits,
           "(begin_ns, duration_ns, function, thread), an element per recorded call each; views, "
           "no copies.")
      .def("run", &run, py::arg("workload"), py::arg("iterations"),
           "(calls, checksum) of iterations of a workload.")
      .def("call", &call, py::arg("function"), py::arg("arguments"),
           "What a workload's function returns.");
  module.def(
      "shadow_stack", &shadow_stack,
      "(low, bytes, [(function, [(address, value, meaning, data)])]) of the calling thread.");
  module.def("code_of", &code_of, py::arg("function"), py::arg("what"),
             "[(title, address, [(address, bytes, text, target, note)])] of a site and all that "
             "its jump leads to.");
  module.def("unwind", &unwind_stack, py::arg("most"),
             "[(unwinder, why there is nothing, [(address, name, whether it is of this "
             "extension)])] of the calling thread.");
  module.def("nest", &nest, py::arg("depth"), py::arg("bottom"),
             "Calls the site retprobe_bench_nest, depth of them in flight when bottom() runs.");
  module.def("configured", &configured, "{design, transfer} of this process.");
  module.def("probed_by", &probed_by, py::arg("workload"),
             "The patterns that a workload is probed by; [] for no workload.");
  module.def("decisions", &concluded<decisions, std::string, std::string>, py::arg("result"),
             py::arg("name"), "Which design for which need: JSON, from a result's JSON.");
  module.def("goals", &concluded<goals, std::string, std::string>, py::arg("result"),
             py::arg("name"), "Which goals are met: JSON, from a result's JSON.");
  module.def("processor_name", &concluded<processor_name, std::string>, py::arg("context"),
             "\"AMD EPYC, Zen 5, family 26 model 2\", from the JSON of a result's context.");
  module.def("load_words", &concluded<load_words, std::string>, py::arg("context"),
             "How much other work the machine did: \"\" for an idle one.");
  module.attr("nest_function") = "retprobe_bench_nest";
  py::module_::import("atexit").attr("register")(
      py::cpp_function([] { unlocked([] { Probe::detach_all(); }); }));
}

}  // namespace retprobe::python
