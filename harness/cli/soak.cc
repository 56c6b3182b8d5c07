// `retprobe soak`: random programs for as long as one likes.
#include "harness/soak/soak.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <sstream>

#include "core/hooks/design_table.h"
#include "harness/cli/command.h"
#include "harness/text.h"
#include "harness/tracers/soak_tracer.h"
#include "harness/verify/verify.h"

namespace retprobe::harness {
namespace {

struct SoakOptions : CommonOptions {
  SoakPlan plan;
  double hours = 0, minutes = 0;
  unsigned times = 1;
  std::string program, tracer;
  std::vector<std::string> variants, without;
};

int play_file(const SoakOptions& options) {
  const auto& subject = options.plan.subject;
  std::ifstream file(options.program);
  if (!file) throw Failure(system_error(options.program, errno));
  std::ostringstream text;
  text << file.rdbuf();
  const auto program = program_from(text.str(), subject ? &subject->abilities : nullptr);
  if (!program.ok()) throw wrong_use(options.program + ": " + program.error().message());
  unsigned failures = 0;
  for (unsigned i = 0; i < options.times; ++i) {
    const Outcome outcome =
        subject ? judge_in_child(*program, subject->play) : judge_in_child(*program);
    failures += outcome.verdict == Verdict::fail;
    if (outcome.verdict != Verdict::pass)
      std::printf("%s: %s\n", std::string(to_string(outcome.verdict)).c_str(),
                  outcome.detail.c_str());
  }
  std::printf("soak: %s failed %u of %u times\n", options.program.c_str(), failures, options.times);
  return failures ? exit_failed : exit_ok;
}

void show(const SoakFinding& finding, const std::string& tracer) {
  const Reduced& reduced = finding.reduced;
  if (reduced.failures == 0)
    std::printf("It passed %u times after that. The whole program:\n", reduced.runs);
  else
    std::printf(
        "It failed %u of %u times. Reduced from %zu steps to %zu, in %u runs; what is wrong with "
        "it:\n%s\n",
        reduced.failures, reduced.repeats, finding.program.size(), reduced.program.size(),
        reduced.runs, reduced.detail.c_str());
  const std::string options = tracer.empty() ? "" : "--tracer " + tracer + " ";
  std::printf("---- for `retprobe soak %s--program FILE`\n%s----\n", options.c_str(),
              to_text(reduced.program).c_str());
  std::fflush(stdout);
}

int run_soak(SoakOptions options) {
  SoakPlan& plan = options.plan;
  TestedTracer tracer;
  if (options.tracer.empty()) {
    if (!options.without.empty()) throw wrong_use("--without goes with --tracer");
    must_probe();
    options.selection.registers = {"scalar"};  // a program's tracers have any
    plan.cells = must(select_cells(options.selection, {1}));
    std::erase_if(plan.cells, [](const Cell& cell) {
      return find_design(cell.design)->facts.wiring == Wiring::unhooked;
    });
    if (plan.cells.empty()) throw wrong_use("the selected design has no hooks");
  } else {
    tracer = must(ask_tracer(options.tracer));
    std::vector<std::string> variants = tracer.variants;
    std::erase_if(variants, [&](const std::string& variant) {
      return !is_selected(options.variants, variant);
    });
    for (const std::string& variant : variants) plan.cells.push_back({tracer.name, variant});
    plan.subject = subject_of(tracer, variants);
    for (const std::string& ability : options.without)
      must(take_away(plan.subject->abilities, ability));
    if (plan.cells.empty())
      throw wrong_use("no variant matches; there are " + joined(tracer.variants));
    plan.seconds_to_reduce = 60;
  }
  if (!options.program.empty()) return play_file(options);
  if (options.hours + options.minutes > 0)
    plan.seconds = options.hours * 3600 + options.minutes * 60;
  std::printf("soak: %zu %s, first seed %lu\n", plan.cells.size(),
              plan.subject ? "variants" : "designs and transfers", plan.seed);
  std::fflush(stdout);

  Progress progress("soak", options);
  plan.reducing = [&](std::uint64_t seed, const std::string& detail) {
    progress.clear();
    // The detail begins with the script, which is long.
    const std::string end =
        from_character(detail.substr(detail.size() - std::min<std::size_t>(detail.size(), 200)));
    std::printf("FAIL seed %lu: …%s\n", seed, end.c_str());
    std::fflush(stdout);
  };
  const SoakCounts counts = must(soak(
      plan,
      [&](const SoakCounts& so_far, std::uint64_t seed) {
        progress(static_cast<std::size_t>(so_far.seconds),
                 static_cast<std::size_t>(plan.seconds) + 1,
                 std::to_string(so_far.programs) + " programs, " + std::to_string(so_far.failures) +
                     " failed, seed " + std::to_string(seed));
      },
      [&](const SoakFinding& finding) {
        progress.clear();
        show(finding, options.tracer);
        return true;
      }));
  progress.clear();
  std::printf(
      "soak: %lu programs of %lu steps in %.0f s, seeds %lu to %lu: %lu failed; %lu more had no "
      "verdict, since the machine was busy\n",
      counts.programs, counts.steps, counts.seconds, plan.seed,
      plan.seed + counts.programs + counts.too_busy - 1, counts.failures, counts.too_busy);
  return counts.failures ? exit_failed : exit_ok;
}

}  // namespace

Command soak_command(CLI::App& program) {
  auto* app = program.add_subcommand(
      "soak", "Run random programs, and reduce each that fails to the smallest one that fails");
  auto options = std::make_shared<SoakOptions>();
  SoakPlan& plan = options->plan;
  add_list(*app, "--design", options->selection.designs, "designs, e.g. counted_shadow or 'c*'");
  add_list(*app, "--transfer", options->selection.transfers,
           "return transfers, e.g. paired,push_ret");
  app->add_option(
         "--tracer", options->tracer,
         "a tracer that is not ours instead: a shared library with an adapter, or a player "
         "that has one compiled in (docs/adapter.md)")
      ->type_name("FILE");
  add_list(*app, "--variant", options->variants, "with --tracer: some of the ways to use it");
  app->add_option("--without", options->without,
                  "with --tracer: leave out what is known to fail: exceptions, jumps, tail_calls, "
                  "signals, threads, coroutines, forks, modules, users, declines, "
                  "changes_in_flight")
      ->delimiter(',')
      ->type_name("WORD,…");
  app->add_option("--hours", options->hours, "how long [1]")->check(finite_in(0, 1e5));
  app->add_option("--minutes", options->minutes, "minutes, in addition to --hours")
      ->check(finite_in(0, 1e6));
  plan.seed = static_cast<std::uint64_t>(time(nullptr)) * 1000;
  app->add_option("--seed", plan.seed, "the first program's; the others' follow [the time]");
  app->add_option("--count", plan.programs, "play at most this many programs");
  plan.jobs = usual_jobs();
  app->add_option("--jobs", plan.jobs, "programs at a time")
      ->check(CLI::Range(1u, 1024u))
      ->capture_default_str();
  app->add_option("--program", options->program, "play this program instead")->type_name("FILE");
  app->add_option("--times", options->times, "with --program: how often to play it")
      ->capture_default_str();
  add_progress(*app, *options);
  app->footer(
      "A program is a list of tracers and of scripts: calls, tail calls, exceptions, longjmps, "
      "signals, threads, coroutines, forks,\n"
      "a module that comes and goes, attaches, detaches, redirects, configures. It is made from "
      "its seed, and is played in a\n"
      "process of its own. harness/verify/oracle.h has the notation, and knows every event that "
      "must come.\n"
      "A program that fails is reduced, and printed. The same seed makes the same "
      "program, where the same designs and\n"
      "transfers are selected. Programs with several scripts depend on how their threads are "
      "scheduled, too.\n"
      "Exit status 1 if a program fails, 77 if nothing can be probed.\n"
      "Examples:\n"
      "  retprobe soak --minutes 10\n"
      "  retprobe soak --seed 1763843400123 --count 1\n"
      "  retprobe soak --design counted_shadow --transfer paired --hours 2\n"
      "  retprobe soak --program found.txt --times 100\n"
      "  retprobe soak --tracer ./mine.so --count 1000 --without exceptions");
  return {app, [options] { return run_soak(*options); }};
}

}  // namespace retprobe::harness
