// What `retprobe kernel` shows: Linux's mechanisms, and retprobe's designs beside them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/cost/cost.h"
#include "harness/kernel/measure.h"

namespace retprobe::harness {

struct KernelResult {
  std::vector<KernelImage> images;
  KernelPlan plan;
  std::vector<KernelRun> runs;   // one for each image
  std::vector<HitCost> designs;  // walked in this process's own user space
  std::string no_designs;        // why there are none
};

std::string kernel_text(const KernelResult& result);
/// A document of results/schema.json.
nlohmann::ordered_json kernel_json(const KernelResult& result);

}  // namespace retprobe::harness
