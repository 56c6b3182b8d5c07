// A function-graph tracer: who called whom, how long it took, how it ended. A client of
// include/retprobe/probe.h.
//
//     auto graph = retprobe::graph::Graph::make({});
//     if (Error error = graph->attach("parse_*")) …
//     …                                            // calls are recorded, in all threads
//     if (Error error = graph->detach()) …
//     std::fputs(to_text(graph->trace()).c_str(), stdout);
//
// Recording costs no lock and no allocation; the buffers are reserved at the start and bounded.
// What does not fit is counted: in each thread, recorded + dropped (with the process's laneless and
// missed) are all calls.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "clients/graph/trace.h"
#include "retprobe/probe.h"

namespace retprobe::graph {

struct Options {
  std::string name = "graph";
  std::size_t calls_per_thread = std::size_t{1} << 16;
  std::size_t threads = 64;   // further threads' calls are counted only
  std::size_t maxactive = 0;  // handed to the tracer (instance_pool)
};

/// Cold and thread-safe, as Tracer.
class Graph {
 public:
  /// Error (Code::usage) for sizes of zero or beyond all memory; Code::exhausted when they cannot
  /// be reserved.
  static Result<Graph> make(Options options);
  Graph(Graph&&) noexcept;
  Graph& operator=(Graph&&) = delete;
  /// Detaches. Where a handler is stuck, the buffers stay for it.
  ~Graph();

  Error attach(std::span<const Site* const> sites) { return tracer_->attach(sites); }
  Error attach(std::string_view pattern) { return tracer_->attach(pattern); }
  Error detach() { return tracer_->detach(); }

  /// What was recorded so far. At any time; calls that are in flight are shown as that.
  Trace trace() const;

 private:
  struct Buffers;
  Graph(std::unique_ptr<Buffers> buffers, Tracer tracer);

  std::unique_ptr<Buffers> buffers_;
  std::unique_ptr<Tracer> tracer_;
};

/// Call trees with durations, in the manner of ftrace's function_graph; recursion-free, so for any
/// depth.
std::string to_text(const Trace& trace);
/// The same as JSON: threads, each with its calls in entry order, each with the index of its
/// parent.
std::string to_json(const Trace& trace);

}  // namespace retprobe::graph
