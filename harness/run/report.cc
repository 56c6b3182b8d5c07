#include "harness/run/report.h"

#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>
#include <sstream>

#include "clients/graph/graph.h"
#include "harness/report/table.h"
#include "harness/run/times.h"

namespace retprobe::run {
namespace {

using harness::Table;
using nlohmann::ordered_json;

FunctionCounts total_of(const std::vector<FunctionCounts>& functions) {
  FunctionCounts total;
  for (const FunctionCounts& counts : functions) total.add(counts);
  return total;
}

// Names of template instances can be a thousand characters long. What is printed selects them.
std::string shortened(const std::string& name) {
  constexpr std::size_t most = 80;
  return name.size() <= most ? name : name.substr(0, most - 1) + "*";
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string missed_of(const FunctionCounts& counts, bool is_known) {
  return is_known ? grouped(counts.missed) : "?";
}

std::vector<std::string> cells(const FunctionCounts& counts, bool missed_is_known) {
  return {grouped(counts.calls), missed_of(counts, missed_is_known), grouped(counts.unwound),
          grouped(counts.abandoned)};
}

std::string ending_text(const ProcessReport& process) {
  using Ending = ProcessReport::Ending;
  return process.ending == Ending::executed        ? "became another program"
         : process.ending == Ending::still_running ? "still running"
                                                   : to_string(process.ending);
}

const std::string shared_memory =
    "tracing ended when clone made a process that shares memory and thread-local storage";

// How the program ended, and what was probed. Without a problem and with functions, one line.
std::string what_ran(const LaunchPlan& plan, const Launched& launched) {
  std::string text = "retprobe run: " + escaped(plan.command[0]) + ": " +
                     (launched.is_running ? "still running" : how_it_ended(launched.status)) +
                     ", " + harness::fixed(launched.seconds, 3) + " s";
  if (!launched.problem.empty()) return text + "\nit ran unprobed: " + launched.problem + "\n";
  if (launched.probed == 0 && launched.is_running) return text + "\nno function is probed yet\n";
  if (launched.probed == 0)
    return text + "\nno function was probed: " + why_none_was_probed(plan, launched) + "\n";
  text += "; " + plan.design + ", " + plan.transfer + ", " + grouped(launched.probed) +
          (launched.probed == 1 ? " function probed\n" : " functions probed\n");
  return text;
}

// A process that became another program without a call says nothing: the other one has its row.
bool has_row(const ProcessReport& process) {
  return !process.is_followed || !process.functions.empty();
}

// Of a recording.
bool has_calls(const ProcessReport& process) {
  return !process.threads.empty() || process.laneless != 0 || process.missed != 0;
}

// The first `lines` processes by their calls, in the order in which they began.
std::string process_table(const Launched& launched, std::size_t lines) {
  struct Row {
    const ProcessReport* process;
    FunctionCounts total;
  };
  std::vector<Row> rows;
  for (const ProcessReport& process : launched.processes)
    if (has_row(process)) rows.push_back({&process, total_of(process.functions)});
  if (rows.size() < 2) return {};
  const std::size_t all = rows.size();
  if (lines != 0 && all > lines) {
    std::ranges::stable_sort(rows, std::greater(), [](const Row& row) { return row.total.calls; });
    rows.resize(lines);
    std::ranges::sort(rows, {}, [](const Row& row) { return row.process->order; });
  }
  const bool is_one_program = std::ranges::all_of(launched.processes, [&](const auto& process) {
    return process.program == launched.processes[0].program;
  });
  Table table({1, 2, 3, 4});
  std::vector<std::string> head = {"process", "calls", "missed", "unwound", "abandoned", "ended"};
  if (!is_one_program) head.emplace_back("program");
  table.add(head);
  for (const auto& [process, total] : rows) {
    std::vector<std::string> row = {process->processes == 1
                                        ? std::to_string(process->id)
                                        : grouped(process->processes) + " others"};
    for (std::string& cell : cells(total, process->missed_is_known()))
      row.push_back(std::move(cell));
    row.push_back(ending_text(*process));
    if (!is_one_program) row.push_back(escaped(file_name(process->program)));
    table.add(row);
  }
  return "\n" + table.text() +
         (rows.size() < all
              ? grouped(all - rows.size()) + " more, with fewer calls (--lines 0 shows them)\n"
              : "");
}

std::string unclear_text(const Launched& launched) {
  return "nothing shows whether " + grouped(launched.unclear) +
         " of the functions use arguments on the stack; those that do get wrong ones "
         "(docs/run.md, call_through)";
}

// What limits the counts, one line each.
std::string notes(const Launched& launched, bool missed_is_known) {
  std::string text;
  const auto note = [&text](const std::string& line) { text += line + "\n"; };
  for (const std::string& line : launched.unfollowed) note("not followed: " + escaped(line));
  if (!launched.not_found.empty()) note(launched.not_found);
  if (!launched.modules_problem.empty()) note(launched.modules_problem);
  if (launched.left_out != 0)
    note(grouped(launched.left_out) +
         " functions had no room, and were not probed (docs/run.md, What is counted)");
  if (launched.unseen != 0)
    note(grouped(launched.unseen) + " processes found no room, and were not counted");
  if (launched.shares_memory) note(shared_memory);
  std::uint64_t unended = 0;
  for (const ProcessReport& process : launched.processes) {
    if (!process.missed_is_known()) continue;
    const FunctionCounts total = total_of(process.functions);
    const std::uint64_t ended =
        total.returned + total.unwound + total.abandoned + process.in_flight;
    if (total.calls > ended) unended += total.calls - ended;
  }
  if (unended != 0)
    note(grouped(unended) + (unended == 1 ? " call has" : " calls have") +
         " no end (docs/run.md says why)");
  if (launched.refused != 0)
    note(grouped(launched.refused) +
         " functions were left out, because they must not be probed (docs/run.md says which)");
  if (launched.unclear != 0) note(unclear_text(launched));
  if (!missed_is_known)
    note("how many calls were missed is known of processes that ended by exit or exec only");
  return text;
}

}  // namespace

std::vector<FunctionCounts> by_function(const Launched& launched) {
  std::map<std::pair<std::string, std::string>, FunctionCounts> merged;
  for (const ProcessReport& process : launched.processes)
    for (const FunctionCounts& counts : process.functions) {
      FunctionCounts& sum = merged[{counts.module, counts.name}];
      sum.name = counts.name, sum.module = counts.module;
      sum.add(counts);
    }
  std::vector<FunctionCounts> functions;
  for (auto& [key, counts] : merged) functions.push_back(std::move(counts));
  std::ranges::stable_sort(functions, std::greater(), [](const FunctionCounts& counts) {
    return std::pair(counts.self, counts.calls + counts.missed);
  });
  return functions;
}

std::string labelled(const FunctionCounts& counts, const std::vector<FunctionCounts>& among) {
  const bool is_one_module = std::ranges::all_of(
      among, [&](const FunctionCounts& other) { return other.module == among[0].module; });
  return shortened(counts.name) + (is_one_module ? "" : " (" + file_name(counts.module) + ")");
}

std::string escaped(const std::string& text) {
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    const std::string one = text.substr(at, length);
    // The parser knows what UTF-8 forbids: long forms, surrogates, what is beyond Unicode.
    const bool is_text =
        byte < 0x80 || (one.size() == length && ordered_json::accept("\"" + one + "\""));
    made += is_text ? one : harness::printed("\\x%02x", byte);
    at += is_text ? length : 1;
  }
  return made;
}

std::vector<std::string> escaped(std::vector<std::string> texts) {
  for (std::string& text : texts) text = escaped(text);
  return texts;
}

std::string how_it_ended(int status) {
  if (WIFEXITED(status)) return "exit status " + std::to_string(WEXITSTATUS(status));
  return "killed by " + retprobe::harness::signal_name(WTERMSIG(status));
}

ordered_json status_json(int status) {
  if (WIFEXITED(status)) return {{"exit_status", WEXITSTATUS(status)}};
  return {{"signal", WTERMSIG(status)}};
}

std::string why_none_was_probed(const LaunchPlan& plan, const Launched& launched) {
  // What kept the agent out comes first: nobody knows which functions are there.
  std::string text;
  for (const std::string& line : launched.unfollowed)
    text += "not followed: " + escaped(line) + "\n";
  if (!launched.modules_problem.empty()) text += launched.modules_problem + "\n";
  const bool has_others = !text.empty();
  if (launched.refused != 0)
    text += "none of the selected functions may be probed (docs/run.md). The first of " +
            grouped(launched.refused) + ":\n" + launched.a_refusal;
  else if (launched.known != 0 && !launched.not_found.empty())
    text += launched.not_found;
  else if (launched.known != 0 && !plan.excluded.empty())
    text += std::string("--exclude leaves out each ") + (has_others ? "other " : "") +
            "one that was selected";
  else if (launched.known != 0 && !has_others)
    text += "the program ended before";
  else if (launched.known == 0 && launched.modules_problem.empty())
    text +=
        "neither " + escaped(plan.command[0]) +
        (plan.mode == Mode::list ? std::string(" nor its libraries have\n")
                                 : std::string(" nor what ") + (has_others ? "else " : "") +
                                       "it executes, nor their libraries, have\n") +
        "a function that can be patched. Compile them with clang -fpatchable-function-entry=5, or\n"
        "with GCC and the flags of pkg-config --cflags retprobe-patchable (docs/run.md)" +
        (plan.mode == Mode::list ? "\n--list ends the program before main: of a script, name the "
                                   "program that it executes"
                                 : "");
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string counts_text(const LaunchPlan& plan, const Launched& launched, std::size_t lines) {
  std::string text = what_ran(plan, launched);
  if (launched.probed == 0) return text;
  const std::vector<FunctionCounts> functions = by_function(launched);
  const bool missed_is_known =
      std::ranges::all_of(launched.processes, &ProcessReport::missed_is_known);
  const bool is_timed = plan.mode == Mode::time;
  const FunctionCounts all = total_of(functions);
  Table table(is_timed ? std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6}
                       : std::vector<std::size_t>{0, 1, 2, 3});
  const auto add_row = [&](std::vector<std::string> row, std::vector<std::string> times,
                           const std::string& last) {
    if (is_timed) row.insert(row.begin(), times.begin(), times.end());
    row.push_back(last);
    table.add(row);
  };
  add_row({"calls", "missed", "unwound", "abandoned"}, {"self", "", "total"}, "function");
  std::size_t shown = 0;
  for (const FunctionCounts& counts : functions) {
    if (lines != 0 && shown == lines) break;
    ++shown;
    add_row(cells(counts, missed_is_known), time_cells(launched, counts, all.self),
            labelled(counts, functions));
  }
  add_row(
      cells(all, missed_is_known), {time_text(launched, all.self), "", ""},
      (functions.size() == 1 ? "the only function that was called"
                             : "all " + grouped(functions.size()) + " functions that were called") +
          (shown < functions.size() ? " (--lines 0 shows them)" : ""));
  text += "\n";
  if (is_timed) text += time_heading(launched);
  text += table.text();
  text += process_table(launched, lines);
  if (!plan.histogram.empty()) text += histogram_text(plan, launched, functions);
  std::string said = notes(launched, missed_is_known);
  if (is_timed) said.insert(0, time_notes(launched, all));
  return said.empty() ? text : text + "\n" + said;
}

void write_graph(const LaunchPlan& plan, const Launched& launched, const CallLimits& limits,
                 std::size_t columns, const Sink& sink) {
  const auto write_line = [&](const std::string& line) {
    sink((columns == 0 ? line : harness::cut(line, columns)) + "\n");
  };
  const auto write_lines = [&](const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) write_line(line);
  };
  std::vector<const ProcessReport*> shown;
  for (const ProcessReport& process : launched.processes)
    if (has_calls(process)) shown.push_back(&process);
  if (shown.empty() && !launched.processes.empty()) shown = {&launched.processes.front()};
  for (const ProcessReport* const one : shown) {
    const ProcessReport& process = *one;
    if (launched.processes.size() > 1)
      write_line("## process " + std::to_string(process.id) + " (" +
                 escaped(file_name(process.program)) + "), " + ending_text(process));
    write_lines(graph::tree_head({.design = plan.design,
                                  .transfer = plan.transfer,
                                  .scale = launched.scale,
                                  .threads = {},
                                  .laneless = process.laneless,
                                  .missed = process.missed}));
    for (const RecordedThread& thread : process.threads) {
      write_lines(graph::thread_head(thread.thread, thread.calls, thread.dropped));
      graph::TreePrinter printer(launched.scale, write_line);
      LimitedCalls limited(printer, limits, launched.scale);
      thread.visit(limited);
      if (limits.is_limited() && limited.shown() == 0) sink("no call of it is within the limits\n");
    }
    if (one != shown.back()) sink("\n");
  }
}

std::string recorded_text(const LaunchPlan& plan, const Launched& launched) {
  std::string text = what_ran(plan, launched);
  if (launched.probed == 0) return text;
  std::uint64_t recorded = 0, dropped = 0, missed = 0, laneless = 0;
  std::size_t threads = 0, processes = 0;
  for (const ProcessReport& process : launched.processes) {
    threads += process.threads.size();
    processes += has_calls(process);
    laneless += process.laneless;
    missed += process.missed;
    for (const RecordedThread& thread : process.threads) {
      recorded += thread.calls;
      dropped += thread.dropped;
    }
  }
  text += grouped(recorded) + (recorded == 1 ? " call" : " calls") + " recorded, of " +
          grouped(threads) + (threads == 1 ? " thread" : " threads");
  if (processes > 1) text += " in " + grouped(processes) + " processes";
  text += "\n";
  if (dropped != 0)
    text += grouped(dropped) + " calls did not fit: --calls makes more room in each thread\n";
  if (laneless != 0) text += grouped(laneless) + " calls of further threads were not recorded\n";
  if (missed != 0) text += grouped(missed) + " calls were missed\n";
  const auto duration = [&](std::uint64_t ticks) {
    return harness::fixed(launched.scale.duration(ticks), 0) + " " + launched.scale.unit();
  };
  text += "recording makes a call " + duration(launched.added_ticks) +
          " longer; the record of an empty function shows " + duration(launched.shown_ticks) + "\n";
  const bool missed_is_known =
      std::ranges::all_of(launched.processes, &ProcessReport::missed_is_known);
  return text + notes(launched, missed_is_known);
}

ordered_json counts_json(const LaunchPlan& plan, const Launched& launched) {
  ordered_json processes = ordered_json::array(), rows = ordered_json::array();
  for (const ProcessReport& process : launched.processes) {
    processes.push_back({{"id", process.id},
                         {"parent", process.parent},
                         {"program", escaped(process.program)},
                         {"ending", to_string(process.ending)}});
    if (process.is_followed) processes.back()["followed"] = true;
    if (process.processes != 1) processes.back()["processes"] = process.processes;
    for (const FunctionCounts& counts : process.functions) {
      ordered_json row = {{"process", process.id},
                          {"name", escaped(counts.name)},
                          {"module", escaped(counts.module)},
                          {"calls", counts.calls},
                          {"returned", counts.returned},
                          {"unwound", counts.unwound},
                          {"abandoned", counts.abandoned}};
      if (plan.mode == Mode::time) {
        row[launched.scale.nanoseconds ? "self_ns" : "self_ticks"] =
            launched.scale.duration(counts.self);
        row[launched.scale.nanoseconds ? "total_ns" : "total_ticks"] =
            launched.scale.duration(counts.total);
      }
      if (process.missed_is_known()) row["missed"] = counts.missed;
      rows.push_back(row);
    }
  }
  ordered_json run = {{"command", escaped(plan.command)},
                      {"design", plan.design},
                      {"transfer", plan.transfer},
                      {"functions", escaped(plan.functions)},
                      {"excluded", escaped(plan.excluded)},
                      {"seconds", launched.seconds},
                      {"processor_seconds", launched.processor},
                      {"attach_seconds", launched.setup}};
  run.update(status_json(launched.status));
  run["functions_probed"] = launched.probed;
  run["functions_refused"] = launched.refused;
  run["functions_left_out"] = launched.left_out;
  run["processes_left_out"] = launched.unseen;
  run["notes"] = ordered_json::array();
  const std::string why_none = launched.problem.empty() && launched.probed == 0
                                   ? why_none_was_probed(plan, launched)
                                   : launched.problem;
  if (!why_none.empty()) run["notes"].push_back(escaped(why_none));
  if (why_none.empty())
    for (const std::string* const note : {&launched.modules_problem, &launched.not_found})
      if (!note->empty()) run["notes"].push_back(escaped(*note));
  if (why_none.empty())
    for (const std::string& line : launched.unfollowed)
      run["notes"].push_back("not followed: " + escaped(line));
  if (launched.shares_memory) run["notes"].push_back(shared_memory);
  if (launched.unclear != 0) run["notes"].push_back(unclear_text(launched));
  run["processes"] = processes;
  return {{"run", run}, {"rows", rows}};
}

}  // namespace retprobe::run
