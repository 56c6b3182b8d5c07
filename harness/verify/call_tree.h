// Plays the oracle's scripts (oracle.h) with real calls of real probed functions, tree_f … tree_k,
// an unprobed one, tree_u, and plugin_step of the module.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "harness/verify/oracle.h"
#include "harness/verify/played.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {

enum class Afterwards { thousand_calls, nothing };

/// Makes the tracers of `model`, plays `script`, and compares the events with the oracle's. Checks
/// also that every call came back from the right function, and that nothing was missed. Then does
/// the same for a thousand further calls. (Of many scripts in turn, only the last needs those.)
Outcome play(const Cell& cell, std::span<const ModelTracer> model, std::string_view script,
             Afterwards afterwards = Afterwards::thousand_calls);

/// The same for one after the other. Of random ones, only the last does the thousand further calls.
Outcome play(const Cell& cell, std::span<const Play> plays);

/// Plays the script with tracers that the caller made and attached. `expected` is the text of all
/// events in the bench, so the caller clears older ones.
Outcome play(TestBench& bench, std::span<const ModelTracer> model, std::string_view script,
             std::string_view expected);

/// The same for one of several threads that play at once. The events of its calls are in `events`:
/// the caller has set thread_events. Only those that `counts` is true for are compared. Calls may
/// be missed.
Outcome play_in_thread(TestBench& bench, Events& events, std::span<const ModelTracer> model,
                       std::string_view script, std::string_view expected,
                       const std::function<bool(std::string_view)>& counts);

/// Checks that `script` left nothing behind. All tracers see a thousand further calls return. Those
/// that are no longer attached are attached again first.
Outcome thousand_more(TestBench& bench, std::span<const ModelTracer> model,
                      std::string_view script);

/// A script of about `size` steps for `tracers` tracers, different for each seed. At its end all
/// tracers are detached. With `throws`, exceptions are thrown, and all are caught.
std::string random_script(unsigned seed, unsigned tracers, unsigned size, bool throws = false);

}  // namespace retprobe::harness
