#include "harness/peers/program/table.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "harness/workloads/grammar_program.h"
#include "harness/workloads/groups.h"
#include "harness/workloads/iso_codes.h"
#include "harness/workloads/json_program.h"

// Some programs lack them (peer_program.cmake).
#pragma weak run_json
#pragma weak run_grammar

namespace retprobe::peers {
namespace {

using harness::Workload;
using harness::WorkloadRun;

// The same as in harness/workloads/real_program.cc, but without the programs that are missing here.
template <harness::ProgramPass pass>
WorkloadRun run_passes(std::uint64_t iterations) {
  const auto& loaded = harness::iso_codes();
  if (!loaded.ok()) throw std::runtime_error(loaded.error().message());
  std::vector<harness::Document> documents;
  for (const auto& document : *loaded) documents.push_back({document.name, document.text});
  std::uint64_t state = 0xcbf29ce484222325U;
  for (std::uint64_t i = 0; i < iterations; ++i) {
    std::string output;
    pass(documents, output);
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
    const auto add = [&](const char* name, harness::WorkloadRun (*run)(std::uint64_t)) {
      all.push_back({.name = name,
                     .what = "a real program",
                     .probed = {"*"},
                     .run = run,
                     .iterations = 1,
                     .unit = "pass",
                     .real_program = true});
    };
    if (run_json != nullptr) add("json", run_passes<run_json>);
    if (run_grammar != nullptr) add("grammar", run_passes<run_grammar>);
    return all;
  }();
  return table;
}

}  // namespace retprobe::peers
