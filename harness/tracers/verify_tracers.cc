#include "harness/tracers/verify_tracers.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <functional>
#include <sstream>
#include <stdexcept>

#include "harness/selection.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

constexpr std::string_view prefix = "tracer:";

Error matches_nothing(const std::vector<std::string>& globs, const std::vector<std::string>& names,
                      const std::string& what) {
  for (const std::string& glob : globs)
    if (std::ranges::none_of(names,
                             [&](const std::string& name) { return is_selected({glob}, name); }))
      return {Error::Code::not_found, "no " + what + " matches '" + glob + "'; there are " +
                                          joined(names, ", ", std::identity{})};
  return {};
}

}  // namespace

Result<std::vector<PlayedScenario>> select_played(const std::vector<std::string>& globs) {
  std::vector<PlayedScenario> chosen;
  std::vector<std::string> names;
  for (const PlayedScenario& scenario : played_scenarios()) {
    names.push_back(scenario.name);
    if (is_selected(globs, scenario.name)) chosen.push_back(scenario);
  }
  if (Error error = matches_nothing(globs, names, "scenario that can be played")) return error;
  return chosen;
}

Result<PlayedScenario> scenario_of(const std::string& script, const std::string& users) {
  PlayedScenario scenario;
  scenario.name = "script";
  scenario.holds = "a script of your own";
  PlayedScenario::Part& part = scenario.parts.emplace_back();
  part.script.push_back({0, script});
  std::istringstream words(users);
  for (std::string word; std::getline(words, word, ',');) {
    const std::size_t colon = word.find(':');
    ModelTracer& user = part.model.emplace_back();
    user.functions = word.substr(0, colon);
    if (colon != word.npos)
      user.declines_every =
          static_cast<unsigned>(std::strtoul(word.c_str() + colon + 1, nullptr, 10));
    if (user.functions.empty() || user.functions.find_first_not_of("fghkp") != word.npos)
      return Error{Error::Code::usage, "a user's functions are some of fghkp, not '" + word + "'"};
  }
  std::string wrong;
  try {
    wrong = wrong_with(scenario.plays(1).front());
  } catch (const std::invalid_argument& refused) {
    wrong = refused.what();
  }
  if (wrong.empty()) return scenario;
  return Error{Error::Code::usage, wrong + "; harness/verify/oracle.h has the notation"};
}

Result<std::vector<CellResult>> verify_tracers(const std::vector<TestedTracer>& tracers,
                                               const std::vector<std::string>& variants,
                                               const std::vector<PlayedScenario>& scenarios,
                                               const VerifyRun& run,
                                               const VerifyProgress& progress) {
  std::vector<std::string> variant_names;
  for (const TestedTracer& tracer : tracers)
    variant_names.insert(variant_names.end(), tracer.variants.begin(), tracer.variants.end());
  if (Error error = matches_nothing(variants, variant_names, "variant")) return error;

  std::deque<Scenario> asked;
  CellPlan plan;
  std::vector<CellResult> results;
  for (const PlayedScenario& scenario : scenarios) {
    for (const TestedTracer& tracer : tracers)
      for (const std::string& variant : tracer.variants)
        for (const unsigned number : scenario.tracers) {
          if (!is_selected(variants, variant)) continue;
          const Cell cell{std::string(prefix) + tracer.name, variant, {}, number};
          std::vector<Play> plays = scenario.plays(number);
          std::string why;
          std::erase_if(plays, [&](const Play& play) {
            std::string reason = not_asked(tracer, play);
            if (why.empty()) why = reason;
            return !reason.empty();
          });
          const std::size_t left_out = scenario.plays(number).size() - plays.size();
          const std::string part = left_out ? number_of(left_out, "play") + " of " +
                                                  std::to_string(left_out + plays.size()) +
                                                  " not asked: " + why
                                            : "";
          if (plays.empty()) {
            results.push_back({scenario.name, cell, Verdict::not_asked, why});
            continue;
          }
          ScenarioOptions options = scenario;
          // The limit of each player comes first.
          options.seconds = tracer.play_seconds * static_cast<double>(plays.size() + 3);
          options.is_ours = false;
          asked.push_back(
              {scenario.name, scenario.holds, options, [&tracer, plays, part](const Cell& of) {
                 for (const Play& play : plays)
                   if (Outcome outcome = harness::play(tracer, of.transfer, play);
                       outcome.verdict != Verdict::pass)
                     return outcome;
                 return Outcome{Verdict::pass, part};
               }});
          plan.cells.push_back({&asked.back(), cell, &tracer.declared.at(variant)});
        }
  }
  if (!plan.cells.empty()) {
    auto verdicts = verify(plan, run, progress);
    if (!verdicts.ok()) return verdicts.error();
    std::ranges::move(*verdicts, std::back_inserter(results));
  }
  std::ranges::stable_sort(results, {}, &CellResult::scenario);
  return results;
}

}  // namespace retprobe::harness
