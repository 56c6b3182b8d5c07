// Describes the machine and the build of a result.
#pragma once

#include <nlohmann/json.hpp>

namespace retprobe::harness {

/// machine, kernel, cpu, microcode, mitigations, hypervisor, governor, compiler, commit, aslr, pmu,
/// cores. A value that cannot be read is "unknown".
nlohmann::ordered_json machine_context();
/// date (UTC) and load_avg (null where the kernel does not say): ask before the measurement.
nlohmann::ordered_json moment_context();

}  // namespace retprobe::harness
