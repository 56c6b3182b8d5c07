#include "clients/run/calibration.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <vector>

#include "clients/graph/clock.h"
#include "clients/run/calibrated.h"
#include "clients/run/timer.h"

namespace retprobe::run {
namespace {

constexpr std::size_t calls = 100, batches = 40;

// Of `calls` calls.
std::uint64_t fastest() {
  std::uint64_t least = ~std::uint64_t{0};
  for (std::size_t batch = 0; batch < batches; ++batch) {
    const std::uint64_t begin = graph::now_ticks();
    for (std::size_t i = 0; i < calls; ++i) calibrated();
    least = std::min(least, graph::now_ticks() - begin);
  }
  return least;
}

// Likewise, with the tracer attached. The value: what it adds to one call.
Result<std::uint64_t> added_by(Tracer& tracer, const Site* site) {
  const std::uint64_t unprobed = fastest();
  const Site* const sites[] = {site};
  if (Error error = tracer.attach(sites)) return error;
  const std::uint64_t probed = fastest();
  if (Error error = tracer.detach()) return error;
  return ticks_added(probed, unprobed, calls);
}

Result<const Site*> calibrated_site() {
  return site_at(reinterpret_cast<std::uintptr_t>(&calibrated));
}

// Memory of zeros.
class Memory {
 public:
  explicit Memory(std::size_t bytes)
      : bytes_(bytes),
        begin_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() {
    if (begin_ != MAP_FAILED) munmap(begin_, bytes_);
  }
  Error error() const {
    if (begin_ != MAP_FAILED) return {};
    return system_error("memory for the calibration", errno);
  }
  void* begin() const { return begin_; }

 private:
  std::size_t bytes_;
  void* begin_;
};

}  // namespace

TracerOptions record_options(graph::Recorder& recorder) {
  return {.name = "retprobe run",
          .on_entry = graph::record_entry,
          .on_return = graph::record_exit,
          .context = &recorder,
          .entry_data_bytes = sizeof(graph::EntryData)};
}

TracerOptions time_options(Counter& counter) {
  return {.name = "retprobe run",
          .on_entry = time_entry,
          .on_return = time_exit,
          .context = &counter,
          .entry_data_bytes = sizeof(TimedCall)};
}

Result<Costs> calibrate_recording(Tracer& tracer, graph::Recorder& recorder,
                                  graph::CodeRange core) {
  const auto site = calibrated_site();
  if (!site.ok()) return site.error();
  const auto bytes = graph::recording_bytes("calibration", 1, calls * batches);
  if (!bytes.ok()) return bytes.error();
  const Memory memory(*bytes);
  if (Error error = memory.error()) return error;
  graph::Recording& recording = graph::begin_recording(memory.begin(), 1, calls * batches, core);
  recorder.recording = &recording;
  const auto added = added_by(tracer, *site);
  recorder.recording = nullptr;
  if (!added.ok()) return added.error();
  std::vector<std::uint64_t> shown;
  for (std::size_t i = 0; i < calls * batches; ++i) shown.push_back(recording.calls(0)[i].ticks);
  std::ranges::nth_element(shown, shown.begin() + shown.size() / 2);
  return Costs{.added_ticks = *added, .shown_ticks = shown[shown.size() / 2]};
}

Result<Costs> calibrate_timing(Tracer& tracer, Counter& counter) {
  const auto site = calibrated_site();
  if (!site.ok()) return site.error();
  constexpr std::uint32_t functions = 1;
  const Memory memory(Counters::bytes(functions) + Durations::bytes(functions));
  if (Error error = memory.error()) return error;
  SiteNumbers::Entry entries[2] = {};
  const SiteNumbers numbers = {1, entries};
  entries[SiteNumbers::hash(*site) & numbers.mask].site = *site;
  auto& counters = *static_cast<Counters*>(memory.begin());
  counter.numbers = &numbers;
  counter.counters = &counters;
  counter.capacity = functions;
  auto counting = Tracer::make({"retprobe run", count_entry, count_exit, &counter});
  if (!counting.ok()) return counting.error();
  const auto counted = added_by(*counting, *site);
  const auto timed = counted.ok() ? added_by(tracer, *site) : counted;
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < lane_count; ++i)
    total += Durations::of(counters, functions).lanes()[i].total;
  forget_lane();
  forget_running();
  counter.numbers = nullptr;
  counter.counters = nullptr;
  if (!timed.ok()) return timed.error();
  return Costs{
      .added_ticks = *timed, .shown_ticks = total / (calls * batches), .counting_ticks = *counted};
}

}  // namespace retprobe::run
