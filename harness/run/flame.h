// Writes recorded calls as a flame graph.
#pragma once

#include "harness/run/launch.h"
#include "harness/run/recorded.h"

namespace retprobe::run {

enum class FlameFormat {
  svg,     // a picture that explains itself: a click on a function widens it
  folded,  // "main;parse;read 1234": for speedscope (https://speedscope.app) and flamegraph.pl
};

/// Stacks of functions with the time that each was on top: nanoseconds, or ticks where the clock's
/// rate is not known. A call without an end counts with the time of the calls that it made. With
/// several programs, the first function of a stack is the program.
void write_flame(const Launched& launched, const CallLimits& limits, FlameFormat format,
                 const Sink& sink);

}  // namespace retprobe::run
