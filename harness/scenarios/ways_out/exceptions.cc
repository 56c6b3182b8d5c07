// An exception that leaves calls, where the process is configured for another design meanwhile.
#include "harness/verify/call_tree.h"
#include "harness/verify/declared.h"

namespace retprobe::harness {
namespace {

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
