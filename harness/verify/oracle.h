// The oracle: computes the events that a script of calls must produce. It shares no code with core/
// and is slow and obvious on purpose.
//
// A script is a tree of calls, as text:
//
//     f              f is called and returns
//     f(g h)         f's body calls g, then h
//     f(g)>h         f's body calls g; then f ends in a tail call of h
//     +A  -A         tracer A attaches to its functions, detaches from them; in a body, this
//                    happens while the calls around it are in flight
//     !              an exception is thrown
//     ?f(!)          the caller of f catches what f throws; the event c marks the catch
//     ?^f(!)         … and rethrows it
//     {g}f(!)        the caller of f has an object whose destructor calls g
//
// The events (events.h) name the functions. Each body begins with its function's letter:
//
//     +A +B f(g)     >Af >Bf f >Ag >Bg g <Bg <Ag <Bf <Af
//
// When an exception leaves functions, their exits (~Af) come before the catch begins, inner ones
// first. They may come earlier, as soon as it is known that the function was left. So the calls of
// destructors may come before or after them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace retprobe::harness {

struct ModelTracer {
  std::string functions = "fghk";  // letters
  // It declines every n-th of its entries, counted over all functions. 1: all; 0: none.
  unsigned declines_every = 0;
};

/// Throws std::invalid_argument when the script cannot be read.
std::string expected_events(std::span<const ModelTracer> tracers, std::string_view script);

}  // namespace retprobe::harness
