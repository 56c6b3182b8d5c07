// A tracer for Python: what it attaches to, what it records by itself, and who else is told. No
// Python in here.
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

/// Who is told of calls, in the handlers' context (include/retprobe/hit.h). Any code will do in the
/// vector and the full register set.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual bool hears_entries() const = 0;
  virtual bool hears_returns() const = 0;
  /// False: the return is of no interest. `data` is this call's area.
  virtual bool entered(EntryFrame& frame, std::span<std::byte> data) = 0;
  virtual void returned(ReturnFrame& frame, std::span<std::byte> data) = 0;
};

struct ProbeOptions {
  std::string name;
  std::vector<std::string> patterns;  // as find_sites() takes them
  std::string design, transfer;       // "": as other probes have it, else the library's default
  RegisterSet registers = RegisterSet::vector;
  std::size_t entry_data_bytes = 0;  // for the listener
  std::size_t record = 0;            // calls to be recorded
  std::size_t maxactive = 0;         // instances per function, where the design has pools of them
};

class Probe {
 public:
  /// Not attached yet.
  static Result<std::unique_ptr<Probe>> make(ProbeOptions options,
                                             std::unique_ptr<Listener> listener);
  /// Detaches. Where a handler is still running, the listener and the recorder stay for ever.
  ~Probe();
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  /// All of these wait for other threads: not with the interpreter's lock held.
  Error attach();
  Error detach();

  bool attached() const { return attached_; }
  std::uint64_t missed() const { return tracer_->missed(); }
  const std::vector<const Site*>& sites() const { return sites_; }
  const std::shared_ptr<Recorder>& recorder() const { return recorder_; }
  Listener& listener() { return *listener_; }
  const ProbeOptions& options() const { return options_; }

  /// Detaches every probe of this process: before the interpreter ends.
  static void detach_all();

 private:
  Probe(ProbeOptions options, std::vector<const Site*> sites, std::unique_ptr<Listener> listener);
  static bool on_entry(void* context, EntryFrame& frame);
  static void on_return(void* context, ReturnFrame& frame);
  std::uint32_t index_of(const Site& site) const;
  bool hears() const;  // something of the calls: callbacks, or the recorder

  ProbeOptions options_;
  std::vector<const Site*> sites_;  // by address of the Site
  std::unique_ptr<Listener> listener_;
  std::shared_ptr<Recorder> recorder_;  // null: nothing is recorded
  std::unique_ptr<Tracer> tracer_;
  std::atomic<bool> attached_{false};
};

}  // namespace retprobe::python
