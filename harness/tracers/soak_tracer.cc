#include "harness/tracers/soak_tracer.h"

#include <algorithm>
#include <stdexcept>

#include "retprobe/adapter.h"

namespace retprobe::harness {

SoakSubject subject_of(const TestedTracer& tracer, const std::vector<std::string>& variants) {
  const auto can = [&](std::uint32_t ability) { return (tracer.abilities & ability) != 0; };
  const auto declares = [&](const char* scenario) {
    if (std::ranges::find(played_scenarios(), scenario, &PlayedScenario::name) ==
        played_scenarios().end())
      throw std::logic_error(std::string("there is no scenario ") + scenario);
    return std::ranges::any_of(variants, [&](const std::string& variant) {
      return !inabilities_in(tracer.declared.at(variant), scenario).empty();
    });
  };
  const Abilities abilities{
      .throws = !declares("exceptions_caught"),
      .jumps = !declares("jumps_caught"),
      .tail_calls = tracer.tail_calls && !declares("tail_calls_chains"),
      .threads = can(RETPROBE_THREADS),
      .forks = can(RETPROBE_FORK) && !declares("fork_in_flight"),
      .modules = can(RETPROBE_MODULES),
      .users = can(RETPROBE_USERS) && tracer.most_users == 0,
      .declines = can(RETPROBE_DECLINES),
      .changes_in_flight = can(RETPROBE_ATTACH_IN_FLIGHT) && can(RETPROBE_DETACH_IN_FLIGHT),
      .redirects = false,
      .crowds = false};
  return {abilities, [&tracer](const Program& program) {
            return play(tracer, program.transfer,
                        {model_of(program), script_of(program.scripts.front())});
          }};
}

}  // namespace retprobe::harness
