#include "harness/soak/soak.h"

#include <algorithm>
#include <chrono>
#include <list>
#include <utility>

#include "harness/soak/play_program.h"
#include "harness/verify/require.h"
#include "harness/verify/scenario_process.h"
#include "retprobe/site.h"

namespace retprobe::harness {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// `play`: null for this library.
Result<ScenarioProcess> start(const Program& program, const Judge* play) {
  // A player has a limit of its own, which comes first.
  const Scenario scenario{
      "soak",
      "a random program",
      {.seconds = play ? 40.0 : 10.0, .is_ours = !play},
      [&](const Cell&) { return play ? (*play)(program) : play_program(program); }};
  return ScenarioProcess::start(scenario, {.design = program.design, .transfer = program.transfer});
}

Outcome judge(const Program& program, const Judge* play) {
  ScenarioProcess child = require(start(program, play));
  Outcome outcome;
  while (!child.finished(outcome)) require(ScenarioProcess::wait_for_any({&child}));
  return outcome;
}

// Reduces one program. All candidates are repaired before they are judged.
class Reducer {
 public:
  Reducer(const Judge& judge, double seconds) : judge_(judge), seconds_(seconds) {}

  Reduced run(const Program& program, const std::string& detail) {
    best_ = {program, detail};
    for (; best_.repeats < 10 && !over(); ++best_.repeats) {
      ++runs_;
      if (judge_(program).verdict == Verdict::fail) ++best_.failures;
    }
    if (best_.failures == 0) return done();
    tries_ = best_.failures == best_.repeats ? 1 : 3 * best_.repeats / best_.failures;
    for (std::size_t before = 0; before != best_.program.size() && !over();) {
      before = best_.program.size();
      leave_out_scripts();
      leave_out_steps();
      untie_calls();
      leave_out_pairs();
      simplify_tracers();
    }
    return done();
  }

 private:
  bool over() const { return seconds_since(start_) > seconds_; }
  Reduced done() {
    best_.runs = runs_;
    return best_;
  }

  // Whether the candidate fails, too. If so, it is the best now.
  bool take(Program candidate, bool smaller = true) {
    repair(candidate);
    if (smaller && candidate.size() >= best_.program.size()) return false;
    for (unsigned i = 0; i < tries_ && !over(); ++i) {
      ++runs_;
      Outcome outcome = judge_(candidate);
      if (outcome.verdict != Verdict::fail) continue;
      best_.program = std::move(candidate);
      best_.detail = std::move(outcome.detail);
      return true;
    }
    return false;
  }

  void leave_out_scripts() {
    for (std::size_t i = best_.program.scripts.size(); i-- > 0;) {
      if (best_.program.scripts.size() < 2) return;
      Program candidate = best_.program;
      candidate.scripts.erase(candidate.scripts.begin() + static_cast<std::ptrdiff_t>(i));
      // Played alone, it attaches by itself.
      if (candidate.scripts.size() == 1) {
        Steps& script = candidate.scripts.front();
        for (std::size_t tracer = best_.program.residents(); tracer-- > 0;)
          script.insert(script.begin(), {'+', static_cast<char>('A' + tracer)});
        candidate.changes.clear();
        candidate.signals = false;
      }
      take(std::move(candidate), false);
    }
    Program candidate = best_.program;
    candidate.changes.clear();
    take(candidate);
    candidate = best_.program;
    candidate.signals = false;
    take(candidate);
  }

  // A tail call becomes a call.
  void untie_calls() {
    for (std::size_t i = 0; i < best_.program.scripts.size(); ++i)
      for (std::size_t at = 0; at < best_.program.scripts[i].size() && !over(); ++at) {
        if (best_.program.scripts[i][at][0] != '>') continue;
        Program candidate = best_.program;
        candidate.scripts[i][at].erase(0, 1);
        take(std::move(candidate), false);
      }
  }

  static Steps* list(Program& program, std::size_t i) {
    return i < program.scripts.size()    ? &program.scripts[i]
           : i == program.scripts.size() ? &program.changes
                                         : nullptr;
  }
  // Delta debugging: leaves out ever smaller pieces.
  void leave_out_steps() {
    for (std::size_t i = 0; list(best_.program, i); ++i)
      for (std::size_t piece = list(best_.program, i)->size(); piece; piece /= 2)
        for (std::size_t at = 0; at < list(best_.program, i)->size() && !over();) {
          Program candidate = best_.program;
          Steps& steps = *list(candidate, i);
          const auto begin = steps.begin() + static_cast<std::ptrdiff_t>(at);
          steps.erase(begin,
                      begin + static_cast<std::ptrdiff_t>(std::min(piece, steps.size() - at)));
          if (!take(std::move(candidate))) at += piece;
        }
  }
  // A step that opens something, and the one that closes it. A call may stay without its body.
  void leave_out_pairs() {
    for (std::size_t i = 0; i < best_.program.scripts.size(); ++i)
      for (std::size_t at = 0; at < best_.program.scripts[i].size() && !over(); ++at)
        for (const bool keeps_call : {false, true}) {
          Program candidate = best_.program;
          Steps& steps = candidate.scripts[i];
          if (at >= steps.size()) break;
          const char last = steps[at].back();
          if (last != '(' && (last != '[' || keeps_call)) continue;
          std::size_t end = at + 1;
          for (unsigned depth = 0; end < steps.size(); ++end) {
            const std::string& step = steps[end];
            if ((step == ")" || step == "]") && depth-- == 0) break;
            depth += step.back() == '(' || step.back() == '[';
          }
          if (end < steps.size()) steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(end));
          if (keeps_call)
            steps[at].pop_back();
          else
            steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(at));
          take(std::move(candidate));
        }
  }
  Program without_tracer(std::size_t tracer) const {
    Program candidate = best_.program;
    candidate.tracers.erase(candidate.tracers.begin() + static_cast<std::ptrdiff_t>(tracer));
    const char letter = static_cast<char>('A' + tracer);
    for (std::size_t i = 0; list(candidate, i); ++i) {
      const auto is_change = [](const std::string& step) {
        return step.size() == 2 && (step[0] == '+' || step[0] == '-');
      };
      std::erase_if(*list(candidate, i),
                    [&](const std::string& step) { return is_change(step) && step[1] == letter; });
      for (std::string& step : *list(candidate, i))
        if (is_change(step) && step[1] > letter) --step[1];
    }
    return candidate;
  }
  void simplify_tracers() {
    for (std::size_t i = best_.program.tracers.size(); i-- > 0;) {
      if (best_.program.tracers.size() > 1 && take(without_tracer(i))) continue;
      const SoakTracer plain;
      const auto change = [&](auto member) {
        Program candidate = best_.program;
        SoakTracer& tracer = candidate.tracers[i];
        if (tracer.*member == plain.*member) return;
        tracer.*member = plain.*member;
        if (!tracer.redirects || tracer.registers == RegisterSet::full)
          take(std::move(candidate), false);
      };
      change(&SoakTracer::data);
      change(&SoakTracer::redirects);
      change(&SoakTracer::declines_every);
      change(&SoakTracer::registers);
      change(&SoakTracer::functions);
    }
  }

  const Judge& judge_;
  const double seconds_;
  const Clock::time_point start_ = Clock::now();
  unsigned runs_ = 0, tries_ = 1;
  Reduced best_;
};

}  // namespace

Outcome judge_in_child(const Program& program) { return judge(program, nullptr); }
Outcome judge_in_child(const Program& program, const Judge& play) { return judge(program, &play); }

Reduced reduce(const Program& program, const std::string& detail, const Judge& judge,
               double seconds) {
  return Reducer(judge, seconds).run(program, detail);
}

Program planned_program(const SoakPlan& plan, std::uint64_t seed) {
  const Cell& cell = plan.cells[seed % plan.cells.size()];
  const bool is_ours = !plan.subject;
  Program program =
      random_program(seed, cell.design, is_ours && cell.transfer == "-" ? "paired" : cell.transfer,
                     is_ours ? abilities_of(cell.design) : plan.subject->abilities);
  program.plant = plan.plant;
  return program;
}

Result<SoakCounts> soak(const SoakPlan& plan,
                        const std::function<void(const SoakCounts&, std::uint64_t seed)>& progress,
                        const std::function<bool(const SoakFinding&)>& found) {
  // Reads the sites here once, so that the children need not.
  if (Result<std::vector<const Site*>> sites = all_sites(); !sites.ok()) return sites.error();
  struct Running {
    std::uint64_t seed;
    Program program;
    ScenarioProcess child;
  };
  std::list<Running> running;
  const Judge* const play = plan.subject ? &plan.subject->play : nullptr;
  const Judge judge_again = [play](const Program& program) { return judge(program, play); };
  const Clock::time_point start_time = Clock::now();
  SoakCounts counts;
  bool goes_on = true;
  for (std::uint64_t next = plan.seed; goes_on || !running.empty();) {
    counts.seconds = seconds_since(start_time);
    goes_on = goes_on && counts.seconds < plan.seconds && next - plan.seed < plan.programs;
    while (goes_on && running.size() < plan.jobs && next - plan.seed < plan.programs) {
      Program program = planned_program(plan, next);
      Result<ScenarioProcess> child = start(program, play);
      if (!child.ok()) {
        if (running.empty()) return child.error();
        break;  // no more processes for now
      }
      running.push_back({next++, std::move(program), std::move(*child)});
    }
    std::vector<const ScenarioProcess*> children;
    for (const Running& one : running) children.push_back(&one.child);
    require(ScenarioProcess::wait_for_any(children));
    for (auto one = running.begin(); one != running.end();) {
      Outcome outcome;
      if (!one->child.finished(outcome)) {
        ++one;
        continue;
      }
      if (outcome.verdict == Verdict::unavailable) {
        ++counts.too_busy;
      } else {
        ++counts.programs;
        counts.steps += one->program.size();
      }
      if (outcome.verdict == Verdict::fail) {
        ++counts.failures;
        if (plan.reducing) plan.reducing(one->seed, outcome.detail);
        goes_on &=
            found({one->seed, one->program,
                   reduce(one->program, outcome.detail, judge_again, plan.seconds_to_reduce)});
      }
      one = running.erase(one);
      if (progress) progress(counts, next);
    }
  }
  return counts;
}

}  // namespace retprobe::harness
