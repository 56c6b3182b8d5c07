// Counts the processor's events while a workload runs: cycles, instructions, mispredicted returns
// and others. Uses perf_event_open. Cold.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "retprobe/error.h"

namespace retprobe::harness {

/// An event and its numbers for perf_event_open. Counts in user space only, unless `in_kernel`.
struct PerfEvent {
  std::string_view name;  // "return_mispredictions"
  std::uint32_t type;
  std::uint64_t config;
  bool in_kernel = false;
};

/// The events that are known for a processor, by its CPUID vendor and family. Return mispredictions
/// have no generic event. They are known for AMD from Zen on (PMCx0C9) and for Intel's family 6
/// (BR_MISP_RETIRED.RET, C5/08).
std::vector<PerfEvent> perf_events_of(std::string_view vendor, unsigned family);
/// The events that are known for this machine.
std::vector<PerfEvent> perf_events_here();

/// Counters of the calling thread, and of the threads that it makes later.
class PerfCounters {
 public:
  /// Opens the events that the machine has. The others are in absent().
  explicit PerfCounters(const std::vector<PerfEvent>& events);
  ~PerfCounters();
  PerfCounters(const PerfCounters&) = delete;
  PerfCounters& operator=(const PerfCounters&) = delete;

  /// Counts from zero.
  Error start();
  Error stop();
  /// The counts since start(), by event. Where the processor has fewer counters than events, the
  /// kernel lets the events take turns. Such a count is scaled up. An event that never had its turn
  /// is left out.
  Result<std::map<std::string, double>> read() const;
  /// Event → why it cannot be counted here.
  const std::map<std::string, std::string>& absent() const { return absent_; }

 private:
  // The kernel's answer for a counter: see read_format in the .cc file.
  struct Reading {
    std::uint64_t value, enabled_ns, running_ns;
  };
  struct Open {
    std::string name;
    int descriptor;
    Reading before{};  // at start(): the counts of ended threads cannot be reset
  };
  static Result<Reading> reading_of(const Open& counter);
  Error control(unsigned long request, const char* what);
  std::vector<Open> open_;
  std::map<std::string, std::string> absent_;
};

}  // namespace retprobe::harness
