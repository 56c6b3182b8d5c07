// Exceptions that leave calls. Each scenario checks which exits the tracers are notified of, in
// which order, and that everything afterwards is right.
#include "harness/verify/call_tree.h"
#include "harness/verify/declared.h"

namespace retprobe::harness {
namespace {

SCENARIO(exceptions_caught,
         "caught by the direct caller, probed or not, by one further out, and thrown on",
         .tracers = {1, 2, 8}) {
  return play_all(cell, cell.tracers,
                  "?f(!) f ?f(g(!)) f(?g(!)) f(?g(h(k(!))) g) ?f(g !) ?u(f(!)) f(?u(g(!))) "
                  "?f(?^g(?^h(!))) f(?g(?^h(!)) h) f");
}

SCENARIO(exceptions_nested, "thrown and caught while another one is on its way",
         .tracers = {1, 2}) {
  return play_all(cell, cell.tracers,
                  "?f({?g(h(!))}k(!)) ?f({?g(!)}g({?f({?k(!)}h(!))}h(!))) ?f({?g(!)}g({f}h(!))) "
                  "f(?g({f(?h(!))}k(!))) f");
}

SCENARIO(exceptions_destructors, "destructors on the way call probed functions",
         .tracers = {1, 2, 8}) {
  return play_all(cell, cell.tracers,
                  "{g}f {g}?f(!) ?f({g}h(!)) ?f({g(h)}h({k}g({f}k(!)))) f({h}?g({k}h(!)) k)");
}

SCENARIO(exceptions_tail_calls, "thrown by a function that was reached by tail calls",
         .tracers = {1, 2, 4}) {
  return play_all(cell, cell.tracers,
                  "?f>g(!) ?f>g>h(k !) f(?g>u>h(!)) ?f>g({k}h>f(!)) ?u>f>u>g(!) f>g");
}

SCENARIO(exceptions_some_decline, "only those that accepted the call hear that it was left") {
  const ModelTracer model[] = {{"fghk"}, {"fgk", 2}, {"gh", 3}, {"fghk", 1}};
  return play(cell, model,
              "+A +B +C +D ?f(g(h(!))) ?f(g(!)) f(?g>h({k}f(!))) ?g(h !) -A -C ?f(g(!)) f g");
}

SCENARIO(exceptions_random,
         "random trees of calls, tail calls, throws, catches and destructors agree with the oracle",
         .tracers = {1, 2, 3, 8}, .seconds = 30) {
  for (unsigned seed = 1; seed <= 60; ++seed)
    require(play(cell, std::vector<ModelTracer>(cell.tracers),
                 random_script(seed, cell.tracers, 40, true), Afterwards::nothing),
            "seed " + std::to_string(seed) + ": ");
  return play_all(cell, cell.tracers, "f");
}

SCENARIO(exceptions_after_configure,
         "the tracer goes while a call is in flight, and the process is configured anew, if it may "
         "be; then an exception passes that call") {
  const std::vector<std::string> designs = design_names();
  for (std::size_t i = 0; i < designs.size(); ++i) {
    if (designs[i] == cell.design ||
        !declared_inabilities(designs[i], "exceptions_after_configure").empty())
      continue;
    const std::string configure = "=" + std::to_string(i) + "0";
    require(play(cell, std::vector<ModelTracer>(1), "+A ?k(-A " + configure + "!) ?f(g +A h(!))",
                 Afterwards::nothing));
    require(retprobe::configure({cell.design, cell.transfer == "-" ? "paired" : cell.transfer}));
  }
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
