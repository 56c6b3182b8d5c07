// Turns a recording into call trees. Plain data; cold.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "clients/graph/clock.h"
#include "retprobe/site.h"

namespace retprobe::graph {

struct CallRecord;

/// How a call ended.
enum class Ending : std::uint8_t {
  returned,
  unwound,    // it was left by an exception
  abandoned,  // it was left by a jump, or its thread ended
  // It is over, but no exit was seen: tracing was stopped, or the design does not notify of jumps
  // (call_through).
  unheard,
  // It had not ended when the recording was read.
  in_flight,
};
const char* to_string(Ending ending);

struct Call {
  static constexpr std::size_t none = ~std::size_t{0};

  const Site* site;
  std::size_t parent;   // index of the call that made it, or `none`
  std::size_t depth;    // 0: no recorded call encloses it
  std::uint64_t start;  // ticks
  std::uint64_t ticks;  // the duration; 0 for unheard and in_flight
  Ending ending;
};

struct ThreadTrace {
  int thread;
  std::vector<Call> calls;  // in the order of their entries
  std::uint64_t dropped;    // further calls for which the thread's buffer had no room
};

struct Trace {
  std::string design, transfer;
  TickScale scale;
  std::vector<ThreadTrace> threads;
  std::uint64_t laneless = 0;  // calls of threads beyond Options::threads
  std::uint64_t missed = 0;    // calls that the core could not report (Tracer::missed)
};

/// Finds which call encloses which. Returns the calls in the order of their entries.
std::vector<Call> make_tree(std::span<const CallRecord> records);

}  // namespace retprobe::graph
