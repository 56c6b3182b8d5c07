// retprobe-clients-example: probes two functions with both clients at once, and prints what each
// saw: the graph tracer's tree of calls, then the kretprobes' table.
//
//     retprobe-clients-example [DESIGN [TRANSFER]]
#include <cstdio>
#include <string>
#include <vector>

#include "clients/example/tally.h"
#include "clients/graph/graph.h"
#include "clients/kretprobe/kretprobe.h"

// Prevents inlining and cloning, and that a call is left out because it has no effect.
#if defined(__clang__)
#define PROBED extern "C" __attribute__((noinline))
#else
#define PROBED extern "C" __attribute__((noipa))
#endif

// Hides from the compiler how the value was made, so that no recursion becomes a loop.
static int opaque(int value) {
  asm volatile("" : "+r"(value));
  return value;
}

PROBED int example_fib(int n) {
  if (n < 2) return opaque(n);
  const int first = opaque(example_fib(n - 1));
  return first + opaque(example_fib(n - 2));
}
PROBED int example_twice(int n) {
  const int first = opaque(example_fib(n));
  return first + opaque(example_fib(n));
}

namespace retprobe::example {
namespace {

constexpr std::size_t probe_count = 2;

Error run(std::string& text) {
  const auto sites = find_sites("example_*");
  if (!sites.ok()) return sites.error();
  kretprobe::Kretprobe probes[probe_count];
  Tally sums[probe_count] = {};
  std::vector<kretprobe::Kretprobe*> batch;
  for (kretprobe::Kretprobe& probe : probes) {
    probe.entry_handler = note_start;
    probe.handler = note_end;
    probe.data_size = sizeof(std::uint64_t);
    probe.maxactive = 3;  // example_fib(4) has four calls in flight, so it misses some
    batch.push_back(&probe);
  }
  probes[0].symbol_name = "example_twice";
  probes[1].symbol_name = "example_fib";
  tallies = sums;
  first_probe = probes;

  auto graph = graph::Graph::make({.name = "example"});
  if (!graph.ok()) return graph.error();
  if (Error error = graph->attach(*sites)) return error;
  if (Error error = register_kretprobes(batch)) return error;
  (void)example_twice(4);
  if (Error error = unregister_kretprobes(batch)) return error;
  if (Error error = graph->detach()) return error;

  text = to_text(graph->trace());
  text += "\n   returns     missed     ticks/call        longest  function\n";
  for (std::size_t i = 0; i < probe_count; ++i) {
    char row[128];
    std::snprintf(row, sizeof row, "%10lu %10lu %14lu %14lu  %s\n", sums[i].calls,
                  probes[i].nmissed(), sums[i].calls ? sums[i].ticks / sums[i].calls : 0,
                  sums[i].longest, probes[i].symbol_name.c_str());
    text += row;
  }
  return {};
}

int run_with(const Configuration& configuration) {
  std::string text;
  Error error = configure(configuration);
  if (!error) error = run(text);
  if (error) {
    std::fprintf(stderr, "retprobe-clients-example: %s\n", error.message().c_str());
    return 1;
  }
  return std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0;
}

}  // namespace
}  // namespace retprobe::example

int main(int argc, char** argv) {
  retprobe::Configuration configuration;
  if (argc > 1) configuration.design = argv[1];
  if (argc > 2) configuration.transfer = argv[2];
  return retprobe::example::run_with(configuration);
}
