// A function-graph tracer: which function called which, how long each call took, and how it ended.
// A client of include/retprobe/probe.h.
//
//     auto graph = retprobe::graph::Graph::make({});
//     if (Error error = graph->attach("parse_*")) …
//     …                                            // calls are recorded, in all threads
//     if (Error error = graph->detach()) …
//     std::fputs(to_text(graph->trace()).c_str(), stdout);
//
// Recording takes no lock and allocates nothing. The buffers are reserved at the start and have a
// fixed size. Calls that do not fit are counted. In each thread, recorded + dropped calls, together
// with the process's laneless and missed calls, make up all calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "clients/graph/trace.h"
#include "retprobe/probe.h"

namespace retprobe::graph {

struct Options {
  std::string name = "graph";
  std::size_t calls_per_thread = std::size_t{1} << 16;
  std::size_t threads = 64;   // the calls of further threads are only counted
  std::size_t maxactive = 0;  // passed to the tracer (for instance_pool)
};

/// Cold and thread-safe, like Tracer.
class Graph {
 public:
  /// Error: Code::usage for sizes of zero or beyond all memory; Code::exhausted when the buffers
  /// cannot be reserved.
  static Result<Graph> make(Options options);
  Graph(Graph&&) noexcept;
  Graph& operator=(Graph&&) = delete;
  /// Detaches. If a handler is stuck, its buffers are kept and leaked.
  ~Graph();

  Error attach(std::span<const Site* const> sites) { return tracer_->attach(sites); }
  Error attach(std::string_view pattern) { return tracer_->attach(pattern); }
  Error detach() { return tracer_->detach(); }

  /// What was recorded so far. May be called at any time. Calls that have not ended are shown as in
  /// flight.
  Trace trace() const;

 private:
  struct Buffers;
  Graph(std::unique_ptr<Buffers> buffers, Tracer tracer);

  std::unique_ptr<Buffers> buffers_;
  std::unique_ptr<Tracer> tracer_;
};

/// Writes a thread's calls as a tree with durations, line by line.
class TreePrinter final : public CallVisitor {
 public:
  using Write = std::function<void(const std::string& line)>;
  TreePrinter(TickScale scale, Write write) : scale_(scale), write_(std::move(write)) {}
  void enter(const Call& call) override;
  void leave(const Call& call, std::uint64_t until) override;

 private:
  TickScale scale_;
  Write write_;
  std::optional<Call> last_;  // it has been entered; what comes next says whether it is a leaf
};

/// What stands above the trees, and above each.
std::string tree_head(const Trace& trace);
std::string thread_head(int thread, std::uint64_t calls, std::uint64_t dropped);

/// Call trees with durations, in the style of ftrace's function_graph. Uses no recursion, so any
/// depth is possible.
std::string to_text(const Trace& trace);
/// The same as JSON: threads, each with its calls in entry order, each call with the index of its
/// parent.
std::string to_json(const Trace& trace);

}  // namespace retprobe::graph
