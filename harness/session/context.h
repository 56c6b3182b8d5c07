// Describes the machine and the build of a result.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

namespace retprobe::harness {

/// machine, kernel, cpu, microcode, mitigations, hypervisor, governor, compiler, commit, aslr, pmu,
/// cores. A value that cannot be read is "unknown".
nlohmann::ordered_json machine_context();
/// The "context" of Google Benchmark's JSON, here and now.
nlohmann::ordered_json google_context();
/// date (UTC) and load_avg (null where the kernel does not say): ask before the measurement.
nlohmann::ordered_json moment_context();

/// How much other work a machine does from this object's construction on: other processes, and
/// where there is a hypervisor, its other guests.
class OtherWork {
 public:
  OtherWork();
  /// Processors that it kept busy, on average. Children of this process count as other work until
  /// they have been waited for. Nothing where the kernel does not say (/proc/stat).
  std::optional<double> processors() const;

 private:
  struct Seconds {
    double busy, ours, wall;
  };
  static std::optional<Seconds> now();
  std::optional<Seconds> begin_;
};

}  // namespace retprobe::harness
