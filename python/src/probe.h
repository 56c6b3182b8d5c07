// A tracer for Python: its sites, its recorder, and the listener that it notifies. No Python in
// this file.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "python/src/recorder.h"
#include "retprobe/probe.h"

namespace retprobe::python {

/// Is notified of calls, in the handlers' context (include/retprobe/hit.h). In the vector and the
/// full register set, it may run any code.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual bool hears_entries() const = 0;
  virtual bool hears_returns() const = 0;
  /// Returns false where the return need not be reported. `data` is this call's area.
  virtual bool entered(EntryFrame& frame, std::span<std::byte> data) = 0;
  virtual void returned(ReturnFrame& frame, std::span<std::byte> data) = 0;
};

struct ProbeOptions {
  std::string name;
  std::vector<std::string> patterns;  // in the syntax of find_sites()
  std::string design, transfer;       // "": the same as other probes, else the library's default
  RegisterSet registers = RegisterSet::vector;
  std::size_t entry_data_bytes = 0;  // the listener's part
  std::size_t record = 0;            // capacity of the recorder, in calls
  std::size_t maxactive = 0;         // frames per function, where the design has pools of them
};

class Probe {
 public:
  /// The new probe is not attached.
  static Result<std::unique_ptr<Probe>> make(ProbeOptions options,
                                             std::unique_ptr<Listener> listener);
  /// The probe is not attached, and none of its handlers runs: retire() said so.
  ~Probe() = default;
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  /// These wait for other threads, so the caller must not hold the interpreter's lock.
  Error attach();
  Error detach();
  /// Detaches for good, since nothing refers to the probe any more. Its handlers return at once
  /// from now on. Whether it may be deleted now. If not, either take_retired() returns it later, or
  /// a handler ran longer than the last detach() waited, and the probe is kept for ever.
  bool retire();

  bool attached() const { return attached_; }
  std::uint64_t missed() const { return tracer_->missed(); }
  std::uint64_t reset_missed() { return tracer_->reset_missed(); }
  const std::vector<const Site*>& sites() const { return sites_; }
  const std::shared_ptr<Recorder>& recorder() const { return recorder_; }
  const ProbeOptions& options() const { return options_; }

  /// The probes that could not be detached when they retired, such as by a handler that dropped the
  /// last reference. The caller lets them retire again.
  static std::vector<Probe*> take_retired();

  /// Detaches every probe of this process. Called before the interpreter ends.
  static void detach_all();

 private:
  Probe(ProbeOptions options, std::vector<const Site*> sites, std::unique_ptr<Listener> listener);
  static bool on_entry(void* context, EntryFrame& frame);
  static void on_return(void* context, ReturnFrame& frame);
  std::uint32_t index_of(const Site& site) const;
  bool hears() const;  // whether a callback or the recorder needs the calls

  ProbeOptions options_;
  std::vector<const Site*> sites_;  // sorted by the address of the Site
  std::unique_ptr<Listener> listener_;
  std::shared_ptr<Recorder> recorder_;  // null: nothing is recorded
  std::unique_ptr<Tracer> tracer_;
  std::atomic<bool> attached_{false};
  std::atomic<bool> retired_{false};
  std::atomic<bool> left_busy_{false};  // a handler ran longer than the last detach() waited
};

}  // namespace retprobe::python
