#include "harness/injection/time_limit.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <vector>

namespace retprobe::harness {
namespace {

constexpr double longest_by_clock = 20;  // times the limit
// A process that waits for a processor does so most of the time. A process that hangs runs or waits
// for a processor during less than one part in so many. (It may wake now and then to look whether
// it can go on. It does so with the tick, and so does who looks at it: the states that are seen at
// single moments do not tell the two apart.)
constexpr double one_part_of = 5;
// Seconds between two looks, beside the interval, after which nothing is known of the time between
// them: the machine stood still, or this process did not run either. A virtual machine that was
// stopped charges its processes for that time.
constexpr double longest_gap = 1;

struct Stat {
  char state = '?';
  pid_t parent = 0, group = 0;
  unsigned long ticks = 0;  // of processor time, its own and that of children it waited for
};

bool read_stat(const std::string& path, Stat& stat) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char text[1024];
  const ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  if (size <= 0) return false;
  text[size] = '\0';
  const char* const rest = std::strrchr(text, ')');  // the name before it may hold anything
  unsigned long own[2], children[2];
  if (!rest || std::sscanf(rest + 1, " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu",
                           &stat.state, &stat.parent, &stat.group, &own[0], &own[1], &children[0],
                           &children[1]) != 7)
    return false;
  stat.ticks = own[0] + own[1] + children[0] + children[1];
  return true;
}

/// How long the thread ran, and waited for a processor, in nanoseconds (sched-stats.rst in
/// Linux). False: the kernel does not count it.
bool read_wanted(const std::string& path, unsigned long long& wanted) {
  std::ifstream file(path);
  unsigned long long ran, waited;
  if (!(file >> ran >> waited)) return false;
  wanted = ran + waited;
  return true;
}

/// The numbers among the file names in a folder of /proc.
std::vector<pid_t> numbers_in(const std::string& folder) {
  std::vector<pid_t> numbers;
  DIR* const open = opendir(folder.c_str());
  if (!open) return numbers;
  while (const dirent* entry = readdir(open))
    if (const pid_t number = std::atoi(entry->d_name); number > 0) numbers.push_back(number);
  closedir(open);
  return numbers;
}

}  // namespace

TimeLimit::TimeLimit(pid_t process, double seconds)
    : process_(process), limit_(seconds), interval_(std::clamp(seconds / 20, 0.02, 0.5)) {
  next_ = interval_;
}

void TimeLimit::sample(double since) {
  struct Process {
    pid_t id;
    Stat stat;
  };
  std::vector<Process> others;
  std::set<pid_t> ours{process_};
  unsigned long ticks = 0;
  const auto take_thread = [&](pid_t thread, const std::string& folder) {
    Stat stat;
    if (!read_stat(folder + "stat", stat)) return;
    unsigned long long wanted;
    if (stat.state == 'D' || !read_wanted(folder + "schedstat", wanted)) {
      if (stat.state == 'D' || stat.state == 'R') wanted_seconds_ += since;
      return;
    }
    unsigned long long& before = wanted_of_[thread];
    if (wanted < before) before = 0;  // another thread, with its number
    wanted_seconds_ += 1e-9 * static_cast<double>(wanted - before);
    before = wanted;
  };
  const auto take = [&](const Process& process) {
    ours.insert(process.id);
    ticks += process.stat.ticks;
    const std::string tasks = "/proc/" + std::to_string(process.id) + "/task/";
    for (const pid_t thread : numbers_in(tasks))
      take_thread(thread, tasks + std::to_string(thread) + "/");
  };
  for (const pid_t id : numbers_in("/proc"))
    if (Stat stat; read_stat("/proc/" + std::to_string(id) + "/stat", stat))
      others.push_back({id, stat});
  const auto is_ours = [&](const Process& process) {
    return process.id == process_ || process.stat.group == process_ ||
           ours.contains(process.stat.parent);
  };
  for (std::size_t before = 0; before != others.size();) {
    before = others.size();
    std::erase_if(others, [&](const Process& process) {
      const bool found = is_ours(process);
      if (found) take(process);
      return found;
    });
  }
  const double seconds = static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
  processor_seconds_ = std::max(processor_seconds_, seconds);
}

TimeLimit::State TimeLimit::look() {
  const double now = std::chrono::duration<double>(Clock::now() - start_).count();
  if (state_ != State::within || now < next_) return state_;
  const double gap = now - elapsed_, processor_before = processor_seconds_;
  const double wanted_before = wanted_seconds_;
  sample(gap);
  if (gap > interval_ + longest_gap) {
    unknown_seconds_ += gap;
    unknown_processor_seconds_ += processor_seconds_ - processor_before;
    wanted_seconds_ = wanted_before;
  }
  elapsed_ = now;
  next_ = now + interval_;
  const double known = now - unknown_seconds_;
  const bool has_run = processor_seconds_ - unknown_processor_seconds_ >= limit_;
  if (known >= limit_ && (has_run || wanted_seconds_ * one_part_of < known))
    state_ = State::over;
  else if (now >= longest_by_clock * limit_)
    state_ = State::starved;
  return state_;
}

std::string TimeLimit::text() const {
  char text[160];
  std::snprintf(
      text, sizeof text, "%s %.3g s, with %.3g s of processor time",
      state_ == State::starved ? "the machine was too busy: no end after" : "timed out after",
      elapsed_, processor_seconds_);
  return text;
}

}  // namespace retprobe::harness
