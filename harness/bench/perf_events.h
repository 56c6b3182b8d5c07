// What the processor counts while a workload runs: cycles, instructions, mispredicted returns and
// the like, by perf_event_open. Cold.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "retprobe/error.h"

namespace retprobe::harness {

/// An event and where perf_event_open finds it. In user space only, except where `in_kernel`.
struct PerfEvent {
  std::string_view name;  // "return_mispredictions"
  std::uint32_t type;
  std::uint64_t config;
  bool in_kernel = false;
};

/// Those that are known for a processor by its CPUID vendor and family; return mispredictions have
/// no generic event, and are known for AMD from Zen on (PMCx0C9) and for Intel's family 6
/// (BR_MISP_RETIRED.RET, C5/08).
std::vector<PerfEvent> perf_events_of(std::string_view vendor, unsigned family);
/// Of this machine.
std::vector<PerfEvent> perf_events_here();

/// Counters of the calling thread and of the threads that it makes from now on.
class PerfCounters {
 public:
  /// Opens what there is; what there is not is in absent().
  explicit PerfCounters(const std::vector<PerfEvent>& events);
  ~PerfCounters();
  PerfCounters(const PerfCounters&) = delete;
  PerfCounters& operator=(const PerfCounters&) = delete;

  /// Counts from zero.
  Error start();
  Error stop();
  /// By name, since start(). Where the processor has fewer counters than events, the kernel lets
  /// them take turns: such a count is scaled up, and an event that never had its turn is left out.
  Result<std::map<std::string, double>> read() const;
  /// Event → why it cannot be counted here.
  const std::map<std::string, std::string>& absent() const { return absent_; }

 private:
  // What the kernel gives for a counter: read_format in the .cc file.
  struct Reading {
    std::uint64_t value, enabled_ns, running_ns;
  };
  struct Open {
    std::string name;
    int descriptor;
    Reading before{};  // at start(): what ended threads have counted cannot be reset
  };
  static Result<Reading> reading_of(const Open& counter);
  Error control(unsigned long request, const char* what);
  std::vector<Open> open_;
  std::map<std::string, std::string> absent_;
};

}  // namespace retprobe::harness
