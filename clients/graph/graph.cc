#include "clients/graph/graph.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "clients/graph/recorder.h"

namespace retprobe::graph {

// One reservation of memory: the lanes, then each lane's records. Untouched pages cost nothing.
struct Graph::Buffers {
  Recorder recorder{};
  Calibration calibration;
  std::byte* memory = nullptr;
  std::size_t bytes = 0;

  Buffers() = default;
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;
  ~Buffers() {
    if (memory) munmap(memory, bytes);
  }

  Error reserve(const Options& options) {
    static std::atomic<std::uint64_t> last_id{0};
    std::size_t lane_bytes = 0, record_bytes = 0;
    if (__builtin_mul_overflow(options.threads, sizeof(Lane), &lane_bytes) ||
        __builtin_mul_overflow(options.calls_per_thread, sizeof(CallRecord), &record_bytes) ||
        __builtin_mul_overflow(record_bytes, options.threads, &record_bytes) ||
        __builtin_add_overflow(lane_bytes, record_bytes, &bytes)) {
      return {Error::Code::usage, options.name + ": " + std::to_string(options.threads) +
                                      " threads x " + std::to_string(options.calls_per_thread) +
                                      " calls are more than there are addresses; ask for fewer"};
    }
    void* mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) {
      return {Error::Code::exhausted,
              system_error(options.name + ": cannot reserve " + std::to_string(bytes) +
                               " bytes for calls; ask for fewer threads or calls per thread",
                           errno)
                  .message()};
    }
    memory = static_cast<std::byte*>(mapped);
    auto* lanes = reinterpret_cast<Lane*>(memory);
    auto* records = reinterpret_cast<CallRecord*>(memory + lane_bytes);
    for (std::size_t i = 0; i < options.threads; ++i)
      lanes[i].calls = records + i * options.calls_per_thread;
    recorder.id = last_id.fetch_add(1) + 1;
    recorder.lanes = lanes;
    recorder.lane_count = options.threads;
    recorder.calls_per_lane = options.calls_per_thread;
    return {};
  }
};

Result<Graph> Graph::make(Options options) {
  if (options.calls_per_thread == 0 || options.threads == 0)
    return Error{
        Error::Code::usage,
        options.name + ": room for no call at all; give at least 1 thread and 1 call per thread"};
  auto buffers = std::make_unique<Buffers>();
  if (Error error = buffers->reserve(options)) return error;
  Result<Tracer> tracer = Tracer::make({.name = options.name,
                                        .on_entry = record_entry,
                                        .on_return = record_exit,
                                        .context = &buffers->recorder,
                                        .entry_data_bytes = sizeof(EntryData),
                                        .maxactive = options.maxactive});
  if (!tracer.ok()) return tracer.error();
  return Graph(std::move(buffers), *std::move(tracer));
}

Graph::Graph(std::unique_ptr<Buffers> buffers, Tracer tracer)
    : buffers_(std::move(buffers)), tracer_(std::make_unique<Tracer>(std::move(tracer))) {}
Graph::Graph(Graph&&) noexcept = default;
Graph::~Graph() {
  if (!tracer_) return;
  if (Error error = tracer_->detach()) {
    std::fprintf(stderr, "retprobe graph: %s\n", error.message().c_str());
    (void)buffers_.release();  // a handler may still write to them
  }
}

Trace Graph::trace() const {
  const Recorder& recorder = buffers_->recorder;
  Trace trace{.design = configuration().design,
              .transfer = configuration().transfer,
              .scale = buffers_->calibration.scale(),
              .threads = {},
              .laneless = recorder.laneless.load(std::memory_order_relaxed),
              .missed = tracer_->missed()};
  const std::size_t lanes =
      std::min(recorder.lanes_taken.load(std::memory_order_acquire), recorder.lane_count);
  for (std::size_t i = 0; i < lanes; ++i) {
    const Lane& lane = recorder.lanes[i];
    const int thread = lane.thread.load(std::memory_order_acquire);
    if (thread == 0) continue;  // just taken, its thread is not stored yet
    const std::size_t used = lane.used.load(std::memory_order_acquire);
    trace.threads.push_back(
        {thread, make_tree({lane.calls, used}), lane.dropped.load(std::memory_order_relaxed)});
  }
  return trace;
}

}  // namespace retprobe::graph
