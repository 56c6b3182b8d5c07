#include "harness/peers/program/measure.h"

#include <algorithm>

#include "harness/bench/timing.h"
#include "harness/on_stack.h"
#include "harness/peers/program/functions.h"

namespace retprobe::peers {
namespace {

using harness::Workload;
using harness::WorkloadRun;

// Remembers how many calls were made.
class Runner {
 public:
  explicit Runner(const Workload& workload) : workload_(workload) {}
  WorkloadRun run(std::uint64_t iterations) {
    const WorkloadRun result = workload_.run(iterations);
    calls_ += result.calls;
    runs_ += iterations;
    return result;
  }
  harness::RunWorkload each() {
    return [this](std::uint64_t iterations) { return run(iterations); };
  }
  std::uint64_t calls() const { return calls_; }
  std::uint64_t runs() const { return runs_; }

 private:
  const Workload& workload_;
  std::uint64_t calls_ = 0, runs_ = 0;
};

// On one line, as the protocol has it.
std::string times_of(const std::string& name, Runner& runner, std::uint64_t runs, double min_time) {
  std::string line = harness::google_times(name, runner.each(), runs, 1, min_time);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

// The calls of a real program are what the peer itself counts of one pass: then it has to count as many in each pass.
std::uint64_t calls_of(const Workload& workload, std::uint64_t runs, std::uint64_t known,
                       std::uint64_t per_pass) {
  return workload.real_program ? runs * per_pass : known;
}

Error failed(const std::string& why) { return {Error::Code::refused, why}; }

Result<Measurement> measure_here(Peer& peer, std::string_view variant, const Workload& workload, bool probed,
                                 double min_time) {
  Measurement result;
  Runner all(workload);
  const std::string name = std::string(workload.name) + (probed ? "/probed" : "/unprobed");
  if (!probed) {
    const WorkloadRun once = all.run(1);
    result.checksum = once.checksum;
    result.calls_per_run = static_cast<double>(once.calls);
    result.runs_per_iteration = harness::calibrate(all.each(), workload.iterations);
    result.google = times_of(name, all, result.runs_per_iteration, min_time);
    result.calls = all.calls();
    return result;
  }

  auto functions = functions_named(workload.probed.front());
  if (!functions.ok()) return functions.error();
  if (std::string why = peer.attach(variant, *functions, true); !why.empty()) return failed(why);
  std::uint64_t per_pass = 0;
  if (workload.real_program) {
    all.run(1);  // whatever is done once only
    const auto before = peer.hits();
    all.run(1);
    const auto after = peer.hits();
    if (before && after) per_pass = after->entries - before->entries;
  }
  const Hits before = peer.hits().value_or(Hits{});
  const WorkloadRun once = all.run(1);
  result.counted = {calls_of(workload, 1, once.calls, per_pass), peer.hits()};
  if (result.counted.hits) {
    result.counted.hits->entries -= before.entries;
    result.counted.hits->exits -= before.exits;
  }
  result.checksum = once.checksum;
  result.calls_per_run = static_cast<double>(result.counted.calls);
  if (std::string why = peer.detach(); !why.empty()) return failed(why);

  if (std::string why = peer.attach(variant, *functions, false); !why.empty()) return failed(why);
  result.runs_per_iteration = harness::calibrate(all.each(), workload.iterations);
  const auto start = peer.hits();
  Runner timed(workload);
  result.google = times_of(name, timed, result.runs_per_iteration, min_time);
  const auto end = peer.hits();
  result.timed.calls = calls_of(workload, timed.runs(), timed.calls(), per_pass);
  if (start && end) result.timed.hits = Hits{end->entries - start->entries, end->exits - start->exits};
  result.calls = all.calls() + timed.calls();
  if (std::string why = peer.detach(); !why.empty()) return failed(why);
  return result;
}

}  // namespace

Result<Measurement> measure(Peer& peer, std::string_view variant, const Workload& workload, bool probed,
                            double min_time) {
  std::optional<Result<Measurement>> result;
  if (Error error = harness::on_stack(workload.stack_bytes, [&] {
        result.emplace(measure_here(peer, variant, workload, probed, min_time));
      }))
    return error;
  return std::move(*result);
}

}  // namespace retprobe::peers
