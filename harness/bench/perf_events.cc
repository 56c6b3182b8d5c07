#include "harness/bench/perf_events.h"

#include <cpuid.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace retprobe::harness {
namespace {

constexpr std::uint64_t read_misses_of(std::uint64_t cache) {
  return cache | PERF_COUNT_HW_CACHE_OP_READ << 8 | PERF_COUNT_HW_CACHE_RESULT_MISS << 16;
}

constexpr PerfEvent generic[] = {
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {"branch_mispredictions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    {"l1i_misses", PERF_TYPE_HW_CACHE, read_misses_of(PERF_COUNT_HW_CACHE_L1I)},
    {"itlb_misses", PERF_TYPE_HW_CACHE, read_misses_of(PERF_COUNT_HW_CACHE_ITLB)},
    {"page_faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {"context_switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, true},
};
constexpr std::string_view of_returns = "return_mispredictions";

}  // namespace

std::vector<PerfEvent> perf_events_of(std::string_view vendor, unsigned family) {
  constexpr unsigned zen = 0x17, core = 6;
  std::vector<PerfEvent> events(std::begin(generic), std::end(generic));
  if (vendor == "AuthenticAMD" && family >= zen)
    events.push_back({of_returns, PERF_TYPE_RAW, 0xc9});
  if (vendor == "GenuineIntel" && family == core)
    events.push_back({of_returns, PERF_TYPE_RAW, 0x08c5});
  return events;
}

std::vector<PerfEvent> perf_events_here() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  char vendor[13] = {};
  if (!__get_cpuid(0, &a, &b, &c, &d)) return perf_events_of("", 0);
  std::memcpy(vendor, &b, 4);
  std::memcpy(vendor + 4, &d, 4);
  std::memcpy(vendor + 8, &c, 4);
  __get_cpuid(1, &a, &b, &c, &d);
  constexpr unsigned extended = 15;
  const unsigned family = a >> 8 & 15;
  return perf_events_of(vendor, family == extended ? family + (a >> 20 & 0xff) : family);
}

PerfCounters::PerfCounters(const std::vector<PerfEvent>& events) {
  for (const PerfEvent& event : events) {
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = event.type;
    attributes.config = event.config;
    attributes.disabled = 1;
    attributes.inherit = 1;
    attributes.exclude_kernel = !event.in_kernel;
    attributes.exclude_hv = 1;
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    const long descriptor =
        syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (descriptor < 0)
      absent_.emplace(event.name, std::string("not available: ") + strerrordesc_np(errno));
    else
      open_.push_back(
          {.name = std::string(event.name), .descriptor = static_cast<int>(descriptor)});
  }
}

PerfCounters::~PerfCounters() {
  for (const Open& each : open_) close(each.descriptor);
}

Error PerfCounters::control(unsigned long request, const char* what) {
  for (const Open& each : open_)
    if (ioctl(each.descriptor, request, 0) != 0)
      return system_error(std::string("cannot ") + what + " the counter of " + each.name, errno);
  return {};
}

Result<PerfCounters::Reading> PerfCounters::reading_of(const Open& counter) {
  Reading reading{};
  if (::read(counter.descriptor, &reading, sizeof reading) != sizeof reading)
    return system_error("cannot read the counter of " + counter.name, errno);
  return reading;
}

Error PerfCounters::start() {
  for (Open& each : open_) {
    const auto reading = reading_of(each);
    if (!reading.ok()) return reading.error();
    each.before = *reading;
  }
  return control(PERF_EVENT_IOC_ENABLE, "start");
}

Error PerfCounters::stop() { return control(PERF_EVENT_IOC_DISABLE, "stop"); }

Result<std::map<std::string, double>> PerfCounters::read() const {
  std::map<std::string, double> counts;
  for (const Open& each : open_) {
    const auto now = reading_of(each);
    if (!now.ok()) return now.error();
    const auto since = [&](std::uint64_t Reading::* field) {
      return static_cast<double>((*now).*field - each.before.*field);
    };
    if (const double running = since(&Reading::running_ns); running > 0)
      counts[each.name] = since(&Reading::value) * since(&Reading::enabled_ns) / running;
  }
  return counts;
}

}  // namespace retprobe::harness
