// `retprobe bench` verifies, measures and writes the result. `retprobe compare` shows existing
// results.
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>

#include "harness/bench/child.h"
#include "harness/bench/experiments/experiment.h"
#include "harness/bench/plan.h"
#include "harness/cli/command.h"
#include "harness/judging/goals.h"
#include "harness/peers/results.h"
#include "harness/report/report.h"
#include "harness/session/goals_plan.h"
#include "harness/session/process.h"
#include "harness/session/profile.h"
#include "harness/session/result_file.h"
#include "harness/session/session.h"
#include "harness/session/shard.h"
#include "harness/session/verification.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

// Google Benchmark may need two and a half times as long, in which a process writes nothing.
constexpr double most_min_time = silence_seconds / 4;

struct BenchOptions : CommonOptions {
  bool quick = false, no_verify = false, child = false, all = false, goals = false, events = false;
  unsigned processes = 0;
  double min_time = 0;
  std::uint64_t seed = 0;
  std::optional<std::vector<std::string>> peers;
  std::string profiles;
  std::optional<Shard> shard;
};

// No table of experiments has a row for a void one.
std::string void_experiments(const ResultView& view) {
  std::string text;
  for (const auto* row : view.rows())
    if (is_void(*row) && find_experiment((*row)["workload"].get<std::string>()))
      text += row_name(*row) + " is void: " + (*row)["void"].get<std::string>() + "\n";
  return text;
}

std::string whole_text(const ResultView& view, bool all) {
  const auto paragraph = [](const std::string& text) { return text.empty() ? "" : text + "\n"; };
  // Somebody who measured nothing but experiments wants to see them.
  const bool experiments =
      all || std::ranges::all_of(view.rows(), [](const auto* row) { return is_void(*row); });
  return paragraph(comparison_text(view, all)) + paragraph(handlers_text(view)) +
         paragraph(peers_text(view)) + paragraph(events_text(view)) +
         (all ? paragraph(details_text(view)) : "") +
         (experiments ? paragraph(experiments_text(view)) + paragraph(void_experiments(view))
                      : "") +
         (all ? paragraph(decision_text(view)) : "") + answer_text(view);
}

std::string goals_as(const ResultView& view, const std::string& format) {
  const auto goals = evaluate_goals(view);
  if (format == "json") return json_text(goals_json(view, goals));
  if (format == "markdown") return goals_markdown(view, goals);
  const std::string experiments = experiments_text(view);
  return goals_text(view, goals) + (experiments.empty() ? "" : "\n" + experiments);
}

std::string answer_as(const ResultView& view, const std::string& format) {
  const std::string text =
      answer_text(view, format == "markdown" ? AnswerFormat::markdown : AnswerFormat::text);
  return text.empty()
             ? "Fewer than two candidates were measured for each need: there is no answer.\n"
             : text;
}

// Keeps only what belongs to the requested part (shard).
ShardPlan split(Shard shard, std::vector<BenchGroup>& groups, std::optional<PeerSession>& peers) {
  std::vector<ShardedPeer> sharded;
  if (peers)
    for (const PeerSamples& samples : peers->cases())
      sharded.push_back({name_of(samples.peer_case), samples.peer_case.workload});
  ShardPlan plan = must(take_shard(groups, sharded, shard));
  if (peers) peers->keep([&](const std::string& workload) { return plan.has(workload); });
  return plan;
}

int bench(const BenchOptions& options) {
  if (options.child) {
    must(run_bench_child(std::cin, std::cout));
    return exit_ok;
  }
  const Selection& selection = options.selection;
  auto groups = must(options.goals ? plan_goals(selection.designs)
                                   : plan_benchmarks(selection, options.quick));
  std::optional<PeerSession> peers;  // its plan also selects the workloads that only peers have
  if (options.peers)
    peers = must(PeerSession::plan(must(peer_manifests(peers_folder(), *options.peers)),
                                   selection.workloads, options.quick, selection.handlers));
  std::optional<ShardPlan> shard;
  if (options.shard) shard = split(*options.shard, groups, peers);
  const Output output(options.out);
  if (!options.profiles.empty()) must(can_record_profiles(options.profiles));

  SessionOptions session_options;
  session_options.processes = options.processes ? options.processes
                              : options.goals   ? static_cast<unsigned>(goal_processes)
                              : options.quick   ? 3
                                                : 6;
  if (options.min_time > 0) session_options.min_time = options.min_time;
  session_options.events = options.events;
  session_options.seed = options.seed ? options.seed : std::random_device{}();

  must_probe();
  Verification verification;
  if (!options.no_verify) {
    Progress progress("verify", options);
    verification = must(verify_groups(groups, options.quick, std::ref(progress)));
  }
  const auto refusal = [&](const Cell& cell) { return verification.refusal(cell); };
  Progress progress("bench", options);
  const SessionResult session =
      must(run_session(groups, session_options, refusal, std::ref(progress),
                       peers ? peers->others(session_options) : Others()));
  progress.clear();

  ordered_json file = result_file(session, session_options, options.quick, verification);
  if (peers) add_peer_results(file, *peers);
  if (shard) file["context"]["shard"] = to_json(*shard);
  std::string text;
  if (options.json()) {
    text = json_text(file);
  } else {
    const ResultView view = must(ResultView::parse(std::move(file), "this result"));
    text = options.goals ? goals_as(view, "text") : whole_text(view, options.all);
  }
  output.write(text);
  if (!options.profiles.empty()) {
    Progress recording("record", options);
    record_profiles(groups, options.profiles, refusal, std::ref(recording));
  }
  return verification.failures() ? exit_failed : exit_ok;
}

struct CompareOptions : CommonOptions {
  std::vector<std::string> files;
  bool all = false, goals = false, answer = false;
};

int compare(const CompareOptions& options) {
  const bool is_table = options.goals || options.answer;
  if (!is_table && options.format != "text")
    throw wrong_use("--format " + options.format +
                    " is for --goals and --answer; results are JSON already");
  if (options.answer && options.json()) throw wrong_use("--answer is text or markdown");
  if (options.goals && options.files.size() > 1)
    throw wrong_use("--goals takes one file: goals are about one interleaved run");
  const Output output(options.out);
  std::string text;
  for (const std::string& path : options.files) {
    const ResultView view = must(ResultView::parse(read_json(path), path));
    if (options.files.size() > 1) text += (text.empty() ? "" : "\n") + ("== " + path) + "\n";
    text += options.goals    ? goals_as(view, options.format)
            : options.answer ? answer_as(view, options.format)
                             : whole_text(view, options.all);
  }
  output.write(text);
  return exit_ok;
}

}  // namespace

Command bench_command(CLI::App& program) {
  auto* app = program.add_subcommand("bench", "Verify the selected candidates, then measure them");
  auto options = std::make_shared<BenchOptions>();
  add_options(*app, *options, {.cells = true, .workloads = true});
  add_progress(*app, *options);
  app->add_option("--handlers", options->selection.handlers,
                  "what the tracers' handlers do: empty (nothing), counting (increment a counter "
                  "each), recording (write the time and 32 bytes each into the thread's ring), or "
                  "several; without: empty, and on leaf and fib all three, but with --quick or "
                  "--workload")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("KIND,…")
      ->check(CLI::IsMember({"empty", "counting", "recording"}));
  app->add_flag("--quick", options->quick, "what the comparison table shows, and short");
  app->add_flag("--all", options->all, "text: show every transfer, workload and decision, too");
  app->add_flag("--goals", options->goals,
                "what the goals of the hot path need and no more, in 9 processes; shows them")
      ->excludes("--quick", "--all", "--workload", "--tracers", "--registers", "--transfer",
                 "--handlers");
  app->add_flag("--no-verify", options->no_verify,
                "measure what nobody checked; the result says so");
  app->add_option("--processes", options->processes,
                  "fresh processes per candidate (6; quick: 3; goals: 9)")
      ->check(CLI::Range(1u, 1000u));
  app->add_option("--min-time", options->min_time,
                  "seconds for which each process times a case, at least (0.02)")
      ->check(finite_in(0.0001, most_min_time));
  app->add_option("--seed", options->seed,
                  "of the random order; the result names the one that was used");
  app->add_flag("--perf", options->events,
                "count the processor's events, too: cycles, instructions, mispredicted returns …, "
                "where there is a PMU");
  app->add_option("--perf-record", options->profiles,
                  "leave a profile of each case in this folder, of a process of its own; "
                  "tools/flame_graphs DIR draws them")
      ->type_name("DIR");
  add_globs(*app, "--peers", options->peers,
            "measure what people would otherwise pick in the same session, too: all peers, or "
            "those that match");
  add_shard(*app, options->shard,
            "measure one of n parts (0/4, 1/4 …), the others elsewhere; python -m retprobe merge "
            "joins them")
      ->excludes("--goals");
  app->add_flag("--child", options->child)->group("");
  app->footer(
      "Each design and transfer runs in several fresh processes. One of each is alive at a time, "
      "and they take turns at each case, five\n"
      "times in rounds (real programs: three); the fastest visit is kept, since what disturbs only "
      "ever adds. A process times the unprobed\n"
      "workload, too, and the result is the difference. A candidate that fails a scenario gets no "
      "number; nor does a run that missed a call.\n"
      "--format json is Google Benchmark's JSON with more context and counters "
      "(results/schema.json).\n"
      "Examples:\n"
      "  retprobe bench --quick\n"
      "  retprobe bench --design counted_shadow,call_through --workload leaf,fib --peers "
      "xray,uprobe\n"
      "  retprobe bench --design counted_shadow,call_through --transfer paired,- --workload leaf "
      "--tracers 1,8,64\n"
      "  retprobe bench --handlers empty,counting,recording --workload leaf,fib --transfer "
      "paired,- --peers\n"
      "  retprobe bench --workload 'leaf+data*' --format json --out data.json && retprobe compare "
      "--all data.json\n"
      "  retprobe bench --shard 0/4 --format json --out 0.json");
  return {app, [options] { return bench(*options); }};
}

Command compare_command(CLI::App& program) {
  auto* app = program.add_subcommand("compare", "Show results: the comparison and the decisions");
  auto options = std::make_shared<CompareOptions>();
  app->add_option("RESULT", options->files, "files that 'bench --format json' wrote")
      ->required()
      ->type_name("FILE…");
  app->add_flag("--all", options->all, "show every transfer, workload and decision, too");
  app->add_flag("--answer", options->answer,
                "show which design to take for which need, and no more")
      ->excludes("--all");
  app->add_flag("--goals", options->goals, "show which goals of the hot path are met instead")
      ->excludes("--all", "--answer");
  add_options(*app, *options, {}, {"text", "markdown", "json"});
  app->get_option("--format")
      ->description("of --goals: text, markdown or json; of --answer: text or markdown");
  app->footer(
      "Examples:\n"
      "  retprobe compare results/2026-11-20/*/quick.json\n"
      "  retprobe compare --answer results/2026-11-20/*/full.json\n"
      "  retprobe bench --goals --format json --out goals.json; retprobe compare --goals "
      "goals.json");
  return {app, [options] { return compare(*options); }};
}

}  // namespace retprobe::harness
