// retprobe-graph: runs a workload and prints its call tree.
#include <getopt.h>
#include <pthread.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "clients/graph/graph.h"
#include "harness/workloads/workload.h"

namespace {

using retprobe::Error;
using retprobe::harness::Workload;

constexpr const char* usage_text =
    "Usage: retprobe-graph [OPTION]…\n"
    "Runs a workload with its functions probed, and prints who called whom and how long it took.\n"
    "\n"
    "  --workload NAME     which workload (default: fib); --list names them\n"
    "  --function GLOB     functions to trace (repeatable; default: the workload's own)\n"
    "  --iterations N      how much of it to run (default: 1)\n"
    "  --design NAME       return-probe design (default: counted_shadow)\n"
    "  --transfer NAME     return transfer (default: paired)\n"
    "  --calls N           room for so many calls per thread (default: 65536); the rest is "
    "counted\n"
    "  --format text|json  (default: text)\n"
    "  --list              names the workloads\n"
    "  --help              this text\n";

struct Request {
  std::string workload = "fib";
  std::vector<std::string> functions;
  std::uint64_t iterations = 1;
  retprobe::Configuration configuration;
  std::size_t calls = std::size_t{1} << 16;
  bool json = false;
};

int complain(const std::string& message, int status) {
  std::fprintf(stderr, "retprobe-graph: %s\n", message.c_str());
  return status;
}

// Returns the exit status: a usage error when the user's arguments are wrong, else a failure.
int complain(const Error& error) {
  const bool words = error.code() == Error::Code::usage || error.code() == Error::Code::not_found;
  return complain(error.message(), words ? 2 : 1);
}

bool parse_count(const char* text, std::uint64_t& count) {
  char* end = nullptr;
  errno = 0;
  count = std::strtoull(text, &end, 10);
  return errno == 0 && *text >= '0' && *text <= '9' && *end == '\0' && count > 0;
}

// Shared between main and the thread that runs the workload.
struct Run {
  const Workload* workload;
  std::uint64_t iterations;
  std::string failure;
};

void* run_workload(void* argument) {
  Run& run = *static_cast<Run*>(argument);
  try {
    (void)run.workload->run(run.iterations);
  } catch (const std::exception& failure) {
    run.failure = failure.what();
  }
  return nullptr;
}

int trace(const Request& request) {
  const Workload* workload = retprobe::harness::find_workload(request.workload);
  if (!workload) return complain("no workload '" + request.workload + "'; --list names them", 2);
  if (Error error = retprobe::configure(request.configuration)) return complain(error);

  const auto& patterns = request.functions.empty() ? workload->probed : request.functions;
  std::vector<const retprobe::Site*> sites;
  for (const std::string& pattern : patterns) {
    const auto found = retprobe::find_sites(pattern);
    if (!found.ok()) return complain(found.error());
    for (const retprobe::Site* site : *found)
      if (site->refusal.empty() && std::ranges::find(sites, site) == sites.end())
        sites.push_back(site);
  }
  if (sites.empty()) return complain("all functions of this selection must not be probed", 2);

  auto graph =
      retprobe::graph::Graph::make({.name = "retprobe-graph", .calls_per_thread = request.calls});
  if (!graph.ok()) return complain(graph.error());
  Run run{workload, request.iterations, {}};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (workload->stack_bytes) pthread_attr_setstacksize(&attributes, workload->stack_bytes);
  if (Error error = graph->attach(sites)) return complain(error);
  pthread_t thread;
  if (const int failed = pthread_create(&thread, &attributes, run_workload, &run))
    return complain(retprobe::system_error("cannot start a thread for the workload", failed));
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  if (Error error = graph->detach()) return complain(error);
  if (!run.failure.empty()) return complain("workload " + request.workload + ": " + run.failure, 1);

  const retprobe::graph::Trace result = graph->trace();
  const std::string text = request.json ? to_json(result) : to_text(result);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    return complain(retprobe::system_error("cannot write the call tree", errno));
  return 0;
}

int list_workloads() {
  for (const Workload& workload : retprobe::harness::workloads())
    std::printf("%-24.*s %.*s\n", static_cast<int>(workload.name.size()), workload.name.data(),
                static_cast<int>(workload.what.size()), workload.what.data());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  enum { workload = 1, function, iterations, design, transfer, calls, format, list, help };
  static const option options[] = {{"workload", required_argument, nullptr, workload},
                                   {"function", required_argument, nullptr, function},
                                   {"iterations", required_argument, nullptr, iterations},
                                   {"design", required_argument, nullptr, design},
                                   {"transfer", required_argument, nullptr, transfer},
                                   {"calls", required_argument, nullptr, calls},
                                   {"format", required_argument, nullptr, format},
                                   {"list", no_argument, nullptr, list},
                                   {"help", no_argument, nullptr, help},
                                   {}};
  Request request;
  std::uint64_t count = 0;
  for (int chosen; (chosen = getopt_long(argc, argv, "", options, nullptr)) != -1;) {
    switch (chosen) {
      case workload:
        request.workload = optarg;
        break;
      case function:
        request.functions.emplace_back(optarg);
        break;
      case design:
        request.configuration.design = optarg;
        break;
      case transfer:
        request.configuration.transfer = optarg;
        break;
      case iterations:
        if (!parse_count(optarg, request.iterations))
          return complain("--iterations takes a number from 1 on", 2);
        break;
      case calls:
        if (!parse_count(optarg, count)) return complain("--calls takes a number from 1 on", 2);
        request.calls = count;
        break;
      case format:
        request.json = std::string_view(optarg) == "json";
        if (!request.json && std::string_view(optarg) != "text")
          return complain("--format takes text or json", 2);
        break;
      case list:
        return list_workloads();
      case help:
        std::fputs(usage_text, stdout);
        return 0;
      default:
        return 2;  // getopt has printed what is wrong
    }
  }
  if (optind < argc)
    return complain(std::string("no operand is known: '") + argv[optind] + "'; see --help", 2);
  return trace(request);
}
