#include "harness/bench/experiments/experiment.h"

#include <algorithm>

namespace retprobe::harness {

std::span<const Experiment> experiments() {
  static constexpr Experiment table[] = {
      {"attach_one", "attach to a function that two threads run, and detach, beside six bare syncs",
       measure_attach_one},
      {"attach_40000",
       "attach to 40,000 functions while threads run them, beside the bare writes and syncs",
       measure_attach_many},
      {"latency",
       "single hits, first hits in a thread, threads, growth of the shadow stack: p50, p99, max",
       measure_latency},
  };
  return table;
}

const Experiment* find_experiment(std::string_view name) {
  const auto found = std::ranges::find(experiments(), name, &Experiment::name);
  return found == experiments().end() ? nullptr : &*found;
}

}  // namespace retprobe::harness
