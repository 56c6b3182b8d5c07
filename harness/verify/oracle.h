// The oracle: what the events of a script of calls have to be. It shares no code with core/ and is
// slow and obvious on purpose.
//
// A script is a tree of calls, as text:
//
//     f              f is called and returns
//     f(g h)         f's body calls g, then h
//     f(g)>h         the same for g; then f ends in a tail call of h
//     +A  -A         tracer A attaches to its functions, detaches from them; in a body: while the
//     calls around it are in flight !              an exception is thrown ?f(!)          f is
//     called by a function that catches what comes out of it: c marks the catch
//     ?^f(!)         … and throws it on
//     {g}f(!)        the caller of f has an object whose destructor calls g
//
// The events (events.h) have the functions named, and each body begins with its function's letter:
//
//     +A +B f(g)     >Af >Bf f >Ag >Bg g <Bg <Ag <Bf <Af
//
// The exits of functions that an exception leaves (~Af) come by the beginning of the catch, inner
// ones first. They may come earlier, as soon as it is known that the function was left; so
// destructors' calls come before or after.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace retprobe::harness {

struct ModelTracer {
  std::string functions = "fghk";  // letters
  unsigned declines_every = 0;     // of its entries, on whatever function; 1: all; 0: none
};

std::string expected_events(std::span<const ModelTracer> tracers, std::string_view script);

}  // namespace retprobe::harness
