// retprobe-kretprobe: times each function of a workload with a kretprobe, and prints a table.
#include <getopt.h>
#include <pthread.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "clients/kretprobe/demo_handlers.h"
#include "clients/kretprobe/kretprobe.h"
#include "harness/workloads/workload.h"

namespace {

using retprobe::Error;
using retprobe::harness::Workload;
using retprobe::kretprobe::Kretprobe;

constexpr const char* usage_text =
    "Usage: retprobe-kretprobe [OPTION]…\n"
    "Runs a workload with a kretprobe on each of its functions, and prints how often and how long "
    "they ran\n"
    "(in ticks of the time stamp counter).\n"
    "\n"
    "  --workload NAME     which workload (default: fib); --list names them\n"
    "  --function GLOB     functions to probe (repeatable; default: the workload's own)\n"
    "  --iterations N      how much of it to run (default: 1)\n"
    "  --maxactive N       calls in flight per function (default: max(10, 2 x CPUs)); further ones "
    "are missed\n"
    "  --design NAME       return-probe design (default: instance_pool, which is what kretprobes "
    "were)\n"
    "  --transfer NAME     return transfer (default: paired)\n"
    "  --list              names the workloads\n"
    "  --help              this text\n";

struct Request {
  std::string workload = "fib";
  std::vector<std::string> functions;
  std::uint64_t iterations = 1, maxactive = 0;
  retprobe::Configuration configuration{.design = "instance_pool"};
};

int complain(const std::string& message, int status) {
  std::fprintf(stderr, "retprobe-kretprobe: %s\n", message.c_str());
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

int probe(const Request& request) {
  namespace demo = retprobe::kretprobe_demo;
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

  const auto probes = std::make_unique<Kretprobe[]>(sites.size());
  std::vector<demo::Tally> tallies(sites.size());
  std::vector<Kretprobe*> batch;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    probes[i].address = sites[i]->address;
    probes[i].entry_handler = demo::note_start;
    probes[i].handler = demo::note_end;
    probes[i].data_size = sizeof(std::uint64_t);
    probes[i].maxactive = request.maxactive;
    batch.push_back(&probes[i]);
  }
  demo::tallies = tallies.data();
  demo::first_probe = probes.get();
  Run run{workload, request.iterations, {}};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (workload->stack_bytes) pthread_attr_setstacksize(&attributes, workload->stack_bytes);
  if (Error error = register_kretprobes(batch)) return complain(error);
  pthread_t thread;
  if (const int failed = pthread_create(&thread, &attributes, run_workload, &run))
    return complain(retprobe::system_error("cannot start a thread for the workload", failed));
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  if (Error error = unregister_kretprobes(batch)) return complain(error);
  if (!run.failure.empty()) return complain("workload " + request.workload + ": " + run.failure, 1);

  std::printf("%12s %10s %14s %14s  %s\n", "returns", "missed", "ticks/call", "longest",
              "function");
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const demo::Tally& tally = tallies[i];
    const std::uint64_t missed = probes[i].nmissed();
    if (tally.calls == 0 && missed == 0) continue;
    std::printf("%12llu %10llu %14llu %14llu  %s\n", static_cast<unsigned long long>(tally.calls),
                static_cast<unsigned long long>(missed),
                static_cast<unsigned long long>(tally.calls ? tally.ticks / tally.calls : 0),
                static_cast<unsigned long long>(tally.longest), sites[i]->name.c_str());
  }
  return std::fflush(stdout) == 0
             ? 0
             : complain(retprobe::system_error("cannot write the table", errno));
}

int list_workloads() {
  for (const Workload& workload : retprobe::harness::workloads())
    std::printf("%-24.*s %.*s\n", static_cast<int>(workload.name.size()), workload.name.data(),
                static_cast<int>(workload.what.size()), workload.what.data());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  enum { workload = 1, function, iterations, maxactive, design, transfer, list, help };
  static const option options[] = {{"workload", required_argument, nullptr, workload},
                                   {"function", required_argument, nullptr, function},
                                   {"iterations", required_argument, nullptr, iterations},
                                   {"maxactive", required_argument, nullptr, maxactive},
                                   {"design", required_argument, nullptr, design},
                                   {"transfer", required_argument, nullptr, transfer},
                                   {"list", no_argument, nullptr, list},
                                   {"help", no_argument, nullptr, help},
                                   {}};
  Request request;
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
      case maxactive:
        if (!parse_count(optarg, request.maxactive))
          return complain("--maxactive takes a number from 1 on", 2);
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
  return probe(request);
}
