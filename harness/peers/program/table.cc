#include "harness/peers/program/table.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "harness/workloads/groups.h"
#include "harness/workloads/iso_codes.h"
#include "harness/workloads/json_program.h"

// Some programs lack it (peer_program.cmake).
#pragma weak run_json

namespace retprobe::peers {
namespace {

using harness::Workload;
using harness::WorkloadRun;

// The same as in harness/workloads/real_program.cc, but without the programs that are missing here.
WorkloadRun run_json_passes(std::uint64_t iterations) {
  const auto& loaded = harness::iso_codes();
  if (!loaded.ok()) throw std::runtime_error(loaded.error().message());
  std::vector<harness::Document> documents;
  for (const auto& document : *loaded) documents.push_back({document.name, document.text});
  std::uint64_t state = 0xcbf29ce484222325U;
  for (std::uint64_t i = 0; i < iterations; ++i) {
    std::string output;
    run_json(documents, output);
    for (const char c : output) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  return {.calls = 0, .checksum = state};
}

}  // namespace

const std::vector<Workload>& peer_workloads() {
  static const std::vector<Workload> table = [] {
    std::vector<Workload> all;
    for (auto group :
         {harness::leaf_workloads, harness::recursion_workloads, harness::many_functions_workloads})
      std::ranges::move(group(), std::back_inserter(all));
    if (run_json != nullptr)
      all.push_back(
          {.name = "json",
           .what = "nlohmann-json: parse, query and re-serialise the documents of iso-codes",
           .probed = {"*"},
           .run = run_json_passes,
           .iterations = 1,
           .unit = "pass",
           .real_program = true});
    return all;
  }();
  return table;
}

}  // namespace retprobe::peers
