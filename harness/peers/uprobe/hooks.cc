// Uprobes that count, through perf_event_open. Each function has one event at its entry and one at
// its return, or only the one at its entry, for this thread only. At the entry the kernel writes a
// breakpoint. At the first hit it makes a call of it, where it knows the nop that was there. For
// uretprobes it replaces the return address.
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <vector>

#include "harness/peers/program/functions.h"
#include "harness/peers/program/site.h"

namespace retprobe::peers {
namespace {

constexpr const char* kind_file = "/sys/bus/event_source/devices/uprobe/type";
constexpr const char* format_file =
    "/sys/bus/event_source/devices/uprobe/format/retprobe";  // contains "config:0"

class Uprobe : public Peer {
 public:
  ~Uprobe() override { close_all(); }

  std::string attach(std::string_view variant, std::span<const Function> functions, bool) override {
    if (std::string why = prepare(); !why.empty()) return why;
    // Each function needs two descriptors.
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    returns_ = !variant.starts_with("entry");
    const auto offsets = offsets_in_file(functions);
    if (!offsets.ok()) return offsets.error().message();
    for (std::size_t i = 0; i < functions.size(); ++i) {
      for (const bool at_return : {false, true}) {
        if (at_return && !returns_) continue;
        const int event = open_event((*offsets)[i], at_return);
        if (event < 0) {
          const int why = errno;
          close_all();
          return "perf_event_open of a " + std::string(at_return ? "uretprobe" : "uprobe") +
                 " on " + functions[i].name + ": " + why_refused(why) +
                 (why == EACCES || why == EPERM
                      ? "; it needs root, or CAP_PERFMON and CAP_SYS_ADMIN"
                      : "");
        }
        (at_return ? exits_ : entries_).push_back(event);
      }
    }
    return "";
  }

  std::string detach() override {
    close_all();
    return "";
  }

  std::optional<Hits> hits() override {
    Hits hits{sum(entries_), sum(exits_)};
    // A probe at the entry only counts no exits. This is not an error.
    if (!returns_) hits.exits = hits.entries;
    return hits;
  }

 private:
  std::string prepare() {
    std::ifstream kind(kind_file), format(format_file);
    if (!(kind >> type_))
      return std::string("no ") + kind_file +
             ": this kernel has no uprobes for perf (CONFIG_UPROBE_EVENTS)";
    std::string where;
    if (format >> where && where.starts_with("config:"))
      return_bit_ = 1ULL << std::stoul(where.substr(7));
    return "";
  }

  int open_event(std::uint64_t offset, bool at_return) const {
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = type_;
    attributes.config = at_return ? return_bit_ : 0;
    attributes.config1 = reinterpret_cast<std::uintptr_t>(own_file);
    attributes.config2 = offset;
    return static_cast<int>(
        syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
  }

  static std::uint64_t sum(const std::vector<int>& events) {
    std::uint64_t total = 0;
    for (const int event : events) {
      std::uint64_t value = 0;
      if (read(event, &value, sizeof value) == sizeof value) total += value;
    }
    return total;
  }

  void close_all() {
    for (std::vector<int>* events : {&entries_, &exits_}) {
      for (const int event : *events) close(event);
      events->clear();
    }
  }

  unsigned type_ = 0;
  std::uint64_t return_bit_ = 1;
  bool returns_ = true;
  std::vector<int> entries_, exits_;
};

}  // namespace

std::unique_ptr<Peer> make_peer() { return std::make_unique<Uprobe>(); }

}  // namespace retprobe::peers
