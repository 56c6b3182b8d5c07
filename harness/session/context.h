// Where and with what a result was measured.
#pragma once

#include <nlohmann/json.hpp>

namespace retprobe::harness {

/// machine, kernel, cpu, microcode, mitigations, hypervisor, governor, compiler, commit, aslr, pmu,
/// cores. What cannot be learned is "unknown".
nlohmann::ordered_json machine_context();

}  // namespace retprobe::harness
