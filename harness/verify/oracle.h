// The oracle: computes the events that a script of calls must produce. It shares no code with core/
// and is slow and obvious on purpose.
//
// A script is a tree of calls, as text:
//
//     f              f is called and returns
//     f(g h)         f's body calls g, then h
//     f(g)>h         f's body calls g; then f ends in a tail call of h
//     +A  -A         tracer A attaches to its functions, detaches from them; in a body, this
//                    happens while the calls around it are in flight. +26: tracer 26. +*: all
//     .  ,           stops all tracing, starts it again
//     !              an exception is thrown
//     ?f(!)          the caller of f catches what f throws; the event c marks the catch
//     ?^f(!)         … and rethrows it
//     {g}f(!)        the caller of f has an object whose destructor calls g
//     #f(@)  #f($)   the caller of f has set a landing point, and f's body jumps there: by longjmp,
//                    or by setcontext, which no one announces; the event j marks the landing
//     s[f]  a[f]     a signal's handler plays f, on the thread's stack or on its alternate one
//     t[f]           another thread plays f, and this one waits for it
//     o1[f(|)] r1    coroutine 1 (or 2, or 3), on a stack of its own, plays until a `|`; r1 resumes
//                    it. At the script's end all are resumed until they end
//     w1[f(|)]       the same with a switch that is not announced
//     p  m           p is a module's function; m loads or unloads the module
//     b              takes a backtrace: it has to show every call around it
//     t[f(e)]        the thread ends in f's body, by pthread_exit
//     x[f]           a thread plays f twice, the second time under a seccomp filter that kills it
//                    at system calls; there are only calls in f
//     n[f]           plays f, while another thread calls f, g, h and k, allocates, and looks at the
//                    loaded modules; what tracers are told of that thread's calls does not count
//     y              forks; the child plays the rest, too, and the parent waits for it
//     =02            configures design 0, transfer 2; refused while a tracer is attached
//     ;              at top level: all coroutines are resumed until they end
//
// A step that cannot be done is left out: resuming a coroutine that is not suspended, attaching
// what is attached, calling p without its module.
//
// The events (events.h) name the functions. Each body begins with its function's letter:
//
//     +A +B f(g)     >Af >Bf f >Ag >Bg g <Bg <Ag <Bf <Af
//
// A `-` marks the end of each detach.
//
// When an exception leaves functions, their exits (~Af) come before the catch begins, inner ones
// first. They may come earlier, as soon as it is known that the function was left. So the calls of
// destructors may come before or after them. Exits of calls that a jump left (!Af) stand at the
// end, since nothing says how soon they come. /Af is one that may come, up to there: it stands
// before the `-` of the tracer's detach, or at the end if the call was on another stack than its
// thread's own.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace retprobe::harness {

struct ModelTracer {
  std::string functions = "fghk";  // letters
  // It declines every n-th of its entries, counted over all functions. 1: all; 0: none.
  unsigned declines_every = 0;
  // It redirects its calls, also those that it declines, to u.
  bool redirects = false;
};

/// What may differ between tracers: include/retprobe/adapter.h has it in words. The usual values
/// are this library's.
struct Nature {
  enum class Order { reverse, as_entries, any } order = Order::reverse;
  bool exit_after_detach = false, exit_after_catch = false, exit_at_tail_call = false;
  bool values = false;          // a return has its value: <Af:f
  bool tells_declines = true;   // which entries are declined
  std::string reasons = "<~!";  // the signs of the ways to end that it tells apart; ^: ~ or !
  /// What it tells of a call that ended in this way. ?: it does not know.
  char sign_of(char way) const {
    if (reasons.find(way) != reasons.npos) return way;
    return way != '<' && reasons.find('^') != reasons.npos ? '^' : '?';
  }
};

/// Throws std::invalid_argument when the script cannot be read.
std::string expected_events(std::span<const ModelTracer> tracers, std::string_view script,
                            const Nature& nature = {});

}  // namespace retprobe::harness
