#include "harness/bench/experiments/clocks.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <stdexcept>

#include "harness/must.h"

namespace retprobe::harness {
namespace {

bool constant_rate() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line) && !line.empty();)
    if (line.starts_with("flags")) return (line + " ").find(" constant_tsc ") != std::string::npos;
  return false;
}

double read_clock(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

}  // namespace

double now_ns() { return read_clock(CLOCK_MONOTONIC); }
double cpu_ns() { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

TickLength::TickLength() : start_ns_(now_ns()), start_(stamp_before()) {}

TickLength TickLength::begin() {
  if (!constant_rate())
    throw Failure({Error::Code::unsupported,
                   "latency: the time stamp counter does not run at a constant rate here "
                   "(/proc/cpuinfo has no constant_tsc)"});
  return TickLength();
}

double TickLength::ns() const {
  const double passed = now_ns() - start_ns_;
  return passed / static_cast<double>(stamp_after() - start_);
}

double quantile(std::vector<double> values, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank > 0 ? rank - 1 : 0);
  std::ranges::nth_element(values, at);
  return *at;
}

void add_figure(Sample& sample, const std::string& name, double value) {
  if (!sample.figures.emplace(name, value).second) throw std::logic_error(name + " twice");
}

void add_distribution(Sample& sample, const std::string& name, const std::vector<double>& values,
                      double unit_ns) {
  add_figure(sample, name + "_p50_ns", quantile(values, 0.5) * unit_ns);
  add_figure(sample, name + "_p99_ns", quantile(values, 0.99) * unit_ns);
  add_figure(sample, name + "_max_ns", quantile(values, 1) * unit_ns);
}

void sync_processors() {
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0) != 0)
    throw Failure(system_error("membarrier(PRIVATE_EXPEDITED_SYNC_CORE)", errno));
}

}  // namespace retprobe::harness
