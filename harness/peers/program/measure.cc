#include "harness/peers/program/measure.h"

#include "harness/on_stack.h"
#include "harness/peers/program/functions.h"
#include "harness/peers/program/site.h"

namespace retprobe::peers {
namespace {

using harness::Workload;
using harness::WorkloadRun;

// Runs a workload and counts the calls.
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

// A real program's calls are known only from the peer, which counted one pass. The peer has to
// count as many in each pass.
std::uint64_t calls_of(const Workload& workload, std::uint64_t runs, std::uint64_t known,
                       std::uint64_t per_pass) {
  return workload.real_program ? runs * per_pass : known;
}

Error failed(const std::string& why) { return {Error::Code::refused, why}; }

Result<std::vector<Function>> functions_of(const Workload& workload) {
  return functions_named(workload.probed.front());
}

// Makes one visit, and adds all calls to `result`.
Error visit(Peer& peer, std::string_view variant, const Workload& workload, bool probed,
            double seconds, Measurement& result) {
  Runner all(workload);
  std::vector<Function> functions;
  if (probed) {
    auto found = functions_of(workload);
    if (!found.ok()) return found.error();
    functions = std::move(*found);
    if (std::string why = peer.attach(variant, functions, false); !why.empty()) return failed(why);
  }
  if (result.runs_per_iteration == 0)
    result.runs_per_iteration = harness::calibrate(all.each(), workload.iterations);
  else if (!workload.real_program)
    all.run(result.runs_per_iteration);  // touches its stack's pages and trains the predictors
  // Only where it is probed: each visit may be a thread of its own, with no ring to ask.
  const auto hits = [&] { return probed ? peer.hits() : std::nullopt; };
  const auto start = hits();
  Runner timed(workload);
  const harness::GoogleTimes times =
      harness::google_times(std::string(workload.name) + (probed ? "/probed" : "/unprobed"),
                            timed.each(), result.runs_per_iteration, 1, seconds);
  const auto end = hits();
  result.calls += all.calls() + timed.calls();
  if (result.times.iterations == 0 || times.cpu_ns < result.times.cpu_ns) result.times = times;
  if (!probed) return {};
  result.optimised = optimised(functions);
  result.timed.calls += calls_of(workload, timed.runs(), timed.calls(), result.counted.calls);
  if (start && end) {
    if (!result.timed.hits) result.timed.hits.emplace();
    result.timed.hits->entries += end->entries - start->entries;
    result.timed.hits->exits += end->exits - start->exits;
  }
  if (std::string why = peer.detach(); !why.empty()) return failed(why);
  return {};
}

// Makes a run in which every call has to be counted.
Error count(Peer& peer, std::string_view variant, const Workload& workload, Measurement& result) {
  auto functions = functions_of(workload);
  if (!functions.ok()) return functions.error();
  if (std::string why = peer.attach(variant, *functions, true); !why.empty()) return failed(why);
  Runner all(workload);
  std::uint64_t per_pass = 0;
  if (workload.real_program) {
    all.run(1);  // what the program does only once
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
  result.calls += all.calls();
  if (std::string why = peer.detach(); !why.empty()) return failed(why);
  return {};
}

// Runs the step on a stack that is large enough for the workload.
template <class Step>
Error on_its_stack(const Workload& workload, const Step& step) {
  Error result;
  if (Error error = harness::on_stack(workload.stack_bytes, [&] { result = step(); })) return error;
  return result;
}

}  // namespace

Result<Measurement> measure(Peer& peer, std::string_view variant, const Workload& workload,
                            bool probed, double seconds) {
  Measurement result;
  Error error = on_its_stack(workload, [&]() -> Error {
    if (probed) {
      if (Error failure = count(peer, variant, workload, result)) return failure;
    } else {
      Runner all(workload);
      const WorkloadRun once = all.run(1);
      result.checksum = once.checksum;
      result.calls_per_run = static_cast<double>(once.calls);
      result.calls = all.calls();
    }
    return visit(peer, variant, workload, probed, seconds, result);
  });
  if (error) return error;
  return result;
}

Error visit_again(Peer& peer, std::string_view variant, const Workload& workload, bool probed,
                  double seconds, Measurement& measurement) {
  return on_its_stack(workload,
                      [&] { return visit(peer, variant, workload, probed, seconds, measurement); });
}

}  // namespace retprobe::peers
