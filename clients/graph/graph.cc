#include "clients/graph/graph.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "clients/graph/recorder.h"

namespace retprobe::graph {

// One reservation of memory. Untouched pages cost nothing.
struct Graph::Buffers {
  Recorder recorder{};
  Calibration calibration;
  void* memory = nullptr;
  std::size_t bytes = 0;

  Buffers() = default;
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;
  ~Buffers() {
    if (memory) munmap(memory, bytes);
  }
  Recording& recording() const { return *recorder.recording.load(); }

  Error reserve(const Options& options) {
    const auto wanted = recording_bytes(options.name, options.threads, options.calls_per_thread);
    if (!wanted.ok()) return wanted.error();
    void* mapped = mmap(nullptr, *wanted, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) {
      return {Error::Code::exhausted,
              system_error(options.name + ": cannot reserve " + std::to_string(*wanted) +
                               " bytes for calls; ask for fewer threads or calls per thread",
                           errno)
                  .message()};
    }
    memory = mapped;
    bytes = *wanted;
    recorder.recording =
        &begin_recording(memory, options.threads, options.calls_per_thread, core_code());
    return {};
  }
};

Result<Graph> Graph::make(Options options) {
  static const int error = pthread_atfork(nullptr, nullptr, [] { begin_process(getpid()); });
  if (error) return system_error(options.name + ": pthread_atfork failed", error);
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
  Recording& recording = buffers_->recording();
  return {.design = configuration().design,
          .transfer = configuration().transfer,
          .scale = buffers_->calibration.scale(),
          .threads = read_recording(recording),
          .laneless = recording.laneless.load(std::memory_order_relaxed),
          .missed = tracer_->missed()};
}

}  // namespace retprobe::graph
