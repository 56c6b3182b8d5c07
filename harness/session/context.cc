#include "harness/session/context.h"

#include <benchmark/benchmark.h>
#include <linux/perf_event.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <thread>

#include "retprobe_commit.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

std::string first_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line) || line.empty()) return "unknown";
  return line;
}

// The first processor's fields. The fields that are used here are the same for all processors.
std::map<std::string, std::string> cpu_fields() {
  std::map<std::string, std::string> fields;
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line) && !line.empty();) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    std::string key = line.substr(0, colon);
    while (!key.empty() && (key.back() == '\t' || key.back() == ' ')) key.pop_back();
    fields[key] = colon + 2 <= line.size() ? line.substr(colon + 2) : "";
  }
  return fields;
}

std::string field(const std::map<std::string, std::string>& fields, const char* key) {
  const auto found = fields.find(key);
  return found == fields.end() || found->second.empty() ? "unknown" : found->second;
}

ordered_json mitigations() {
  std::map<std::string, std::string> sorted;
  std::error_code ignored;  // some kernels lack the folder
  for (const auto& file :
       std::filesystem::directory_iterator("/sys/devices/system/cpu/vulnerabilities", ignored))
    sorted[file.path().filename()] = first_line(file.path());
  ordered_json all = ordered_json::object();
  for (const auto& [name, state] : sorted) all[name] = state;
  return all;
}

// The vendor from the CPUID leaves that are reserved for hypervisors; "none" on bare metal.
std::string hypervisor(const std::map<std::string, std::string>& fields) {
  if (field(fields, "flags").find("hypervisor") == std::string::npos) return "none";
  unsigned a = 0x40000000, b, c = 0, d;
  asm volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  char vendor[13] = {};
  std::memcpy(vendor, &b, 4);
  std::memcpy(vendor + 4, &c, 4);
  std::memcpy(vendor + 8, &d, 4);
  return vendor[0] ? vendor : "unknown";
}

std::string pmu() {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  const long descriptor = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
  if (descriptor < 0) return std::string("not available: ") + strerrordesc_np(errno);
  close(static_cast<int>(descriptor));
  return "available";
}

std::string aslr() {
  const std::string state = first_line("/proc/sys/kernel/randomize_va_space");
  return state == "0" ? "off" : state == "1" ? "on, without the heap" : state == "2" ? "on" : state;
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

}  // namespace

ordered_json machine_context() {
  utsname system{};
  uname(&system);
  const auto cpu = cpu_fields();
  return {{"machine", system.nodename},
          {"kernel", std::string(system.sysname) + " " + system.release},
          {"cpu", field(cpu, "model name")},
          {"cpu_id", field(cpu, "vendor_id") + " family " + field(cpu, "cpu family") + " model " +
                         field(cpu, "model") + " stepping " + field(cpu, "stepping")},
          {"microcode", field(cpu, "microcode")},
          {"cores", std::thread::hardware_concurrency()},
          {"hypervisor", hypervisor(cpu)},
          {"governor", first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
          {"mitigations", mitigations()},
          {"aslr", aslr()},
          {"pmu", pmu()},
          {"compiler", compiler()},
          {"commit", RETPROBE_COMMIT}};
}

ordered_json google_context() {
  std::ostringstream text;
  benchmark::JSONReporter reporter;
  reporter.SetOutputStream(&text);
  reporter.ReportContext({});
  // It leaves the list of rows open.
  return ordered_json::parse(text.str() + "]}").at("context");
}

ordered_json moment_context() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S+00:00", &utc);
  double load[3];
  const bool is_known = getloadavg(load, 3) == 3;
  return {{"date", date}, {"load_avg", is_known ? ordered_json(load) : ordered_json(nullptr)}};
}

OtherWork::OtherWork() : begin_(now()) {}

std::optional<OtherWork::Seconds> OtherWork::now() {
  std::ifstream file("/proc/stat");
  std::string name;
  double user, nice, system, idle, iowait, irq, softirq, steal;
  if (!(file >> name >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal) ||
      name != "cpu")
    return std::nullopt;
  double ours = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      ours += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  }
  const double ticks = user + nice + system + irq + softirq + steal;
  return Seconds{
      .busy = ticks / static_cast<double>(sysconf(_SC_CLK_TCK)),
      .ours = ours,
      .wall = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
                  .count()};
}

std::optional<double> OtherWork::processors() const {
  const auto end = now();
  if (!begin_ || !end || end->wall <= begin_->wall) return std::nullopt;
  const double others = (end->busy - begin_->busy) - (end->ours - begin_->ours);
  return std::max(0.0, others / (end->wall - begin_->wall));
}

}  // namespace retprobe::harness
