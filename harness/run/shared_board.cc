#include "harness/run/shared_board.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <span>
#include <sstream>

#include "harness/must.h"

namespace retprobe::run {
namespace {

using harness::Failure;
using Ending = ProcessReport::Ending;

constexpr std::uint64_t recorded_threads = 64;  // of each process, alive at once
// So many entries may be in use before those of ended processes are given back, and so many of
// these keep a row of their own.
constexpr std::size_t most_kept = 1024;

void copy(const std::string& text, std::span<char> into, const std::string& what) {
  if (text.size() + 1 > into.size())
    throw Failure({Error::Code::usage, what + std::to_string(into.size()) + " characters at most"});
  std::memcpy(into.data(), text.c_str(), text.size() + 1);
}
void copy(const std::vector<std::string>& lines, std::span<char> into, const char* option) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  copy(all, into, std::string(option) + ": too many patterns, ");
}

// What /proc says of a process.
struct Status {
  char state = 0;  // of its main thread; 0: it says nothing
  long threads = 0;
  unsigned long long began = 0;  // in ticks since the system's start
};
Status status_of(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string text, word;
  if (!std::getline(file, text)) return {};
  std::istringstream words(text.substr(text.rfind(')') + 1));  // a name may have spaces
  Status status;
  words >> status.state;
  constexpr int between = 16;
  for (int i = 0; i < between; ++i) words >> word;
  words >> status.threads >> word >> status.began;
  return status;
}

bool has_ended(const Status& status) {
  return (status.state == 'Z' || status.state == 'X') && status.threads <= 1;
}

// The numbers of a process, from the namespace of /proc on to its own.
std::vector<int> numbers_of(const std::string& process) {
  std::ifstream file("/proc/" + process + "/status");
  std::vector<int> numbers;
  std::string line;
  while (std::getline(file, line) && !line.starts_with("NSpid:")) continue;
  std::istringstream words(line.substr(std::min(line.size(), std::strlen("NSpid:"))));
  for (int number; file && words >> number;) numbers.push_back(number);
  return numbers;
}

// As they call themselves: the living processes of other namespaces than that of /proc.
std::set<int> living_within() {
  std::set<int> living;
  std::error_code error;
  std::filesystem::directory_iterator process("/proc", error);
  for (; !error && process != std::filesystem::directory_iterator(); process.increment(error)) {
    const std::string name = process->path().filename();
    if (name.find_first_not_of("0123456789") != name.npos) continue;
    const std::vector<int> numbers = numbers_of(name);
    if (numbers.size() > 1 && !has_ended(status_of(name))) living.insert(numbers.back());
  }
  if (error) throw Failure(system_error("/proc", error.value()));
  return living;
}

// Which of the processes that call themselves so are alive. Of another namespace, nobody knows
// which one it is: then all that have its number there are.
class Living {
 public:
  bool has(int id) {
    const Status status = status_of(std::to_string(id));
    // One that is older has the same number by chance.
    if (status.state != 0 && !has_ended(status) && status.began >= own_.began) return true;
    if (status.state == 0 && (kill(id, 0) == 0 || errno != ESRCH)) return true;
    if (!within_) within_ = living_within();
    return within_->contains(id);
  }

 private:
  const Status own_ = status_of("self");
  std::optional<std::set<int>> within_;
};

const char* to_string(NotFollowed reason) {
  switch (reason) {
    case NotFollowed::no:
      return "its dynamic linker did not load the agent, or it ended before";
    case NotFollowed::not_asked:
      return "--no-follow";
    case NotFollowed::unreadable:
      return "its file cannot be read";
    case NotFollowed::is_static:
      return "a static program";
    case NotFollowed::other_machine:
      return "not a 64-bit program for x86";
    case NotFollowed::other_linker:
      return "it has another dynamic linker";
    case NotFollowed::takes_privileges:
      return "it takes privileges when it starts (setuid, setgid)";
    case NotFollowed::cannot_reach:
      return "it runs as another user, in another root or in another namespace";
    case NotFollowed::filtered:
      return "it runs under a seccomp filter that the program installed";
    case NotFollowed::other_run:
      return "another `retprobe run` observes it";
    case NotFollowed::no_room:
      return "its arguments and environment leave no room for two more words";
  }
  return "?";
}

// Those that were not followed, a line each.
std::vector<std::string> unfollowed(Board& board, bool is_over) {
  std::vector<std::string> lines;
  for (const Start& start : board.starts) {
    if (start.state != 2) continue;
    const std::uint64_t announced = start.announced, arrived = start.arrived;
    const std::string path = start.path;
    if (arrived != 0 && *start.problem) lines.push_back(path + ": " + start.problem);
    const std::uint64_t times = announced > arrived ? announced - arrived : 0;
    if (times == 0 || (start.reason == NotFollowed::no && !is_over)) continue;
    lines.push_back(path + ": " + to_string(start.reason) +
                    (times == 1 ? "" : " (" + std::to_string(times) + " times)"));
  }
  return lines;
}

// Reads a part of the board without making memory where there is none yet.
template <class Value>
std::vector<Value> read_values(int file, std::uint64_t at, std::size_t count) {
  std::vector<Value> values(count);
  const std::size_t bytes = count * sizeof(Value);
  if (pread(file, values.data(), bytes, static_cast<off_t>(at)) != static_cast<ssize_t>(bytes))
    throw Failure(system_error("the memory for counts", errno));
  return values;
}

void merge(ProcessReport& into, const ProcessReport& from) {
  into.processes += from.processes;
  into.missed += from.missed;
  into.in_flight += from.in_flight;
  std::map<std::pair<std::string_view, std::string_view>, FunctionCounts*> known;
  into.functions.reserve(into.functions.size() + from.functions.size());
  for (FunctionCounts& counts : into.functions) known[{counts.module, counts.name}] = &counts;
  for (const FunctionCounts& counts : from.functions) {
    const auto found = known.find({counts.module, counts.name});
    if (found == known.end()) {
      into.functions.push_back(counts);
      continue;
    }
    found->second->add(counts);
  }
}

}  // namespace

SharedBoard::SharedBoard(const LaunchPlan& plan, const std::string& core,
                         const std::string& agent) {
  for (const std::string& library : {core, agent})
    if (library.find_first_of(": ") != std::string::npos)
      throw Failure({Error::Code::unsupported,
                     library + ": LD_PRELOAD cannot express a path with a colon or a space; build "
                               "in another folder"});
  file_ = std::make_shared<harness::Descriptor>(memfd_create("retprobe-run", MFD_CLOEXEC));
  struct stat status;
  if (!file_->ok() || ftruncate(file_->get(), static_cast<off_t>(file_bytes)) != 0 ||
      fstat(file_->get(), &status) != 0)
    throw Failure(system_error(
        errno == EFBIG ? "the memory for counts (ulimit -f?)" : "the memory for counts", errno));
  void* const mapped =
      mmap(nullptr, Board::regions_at(), PROT_READ | PROT_WRITE, MAP_SHARED, file_->get(), 0);
  if (mapped == MAP_FAILED)
    throw Failure(system_error("the memory for counts (ulimit -v?)", errno));
  board_ = static_cast<Board*>(mapped);
  Board& board = *board_;
  // This process, as the program's /proc calls it.
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self", error);
  copy("/proc/" + self.string() + "/fd/" + std::to_string(file_->get()), board.path, "/proc: ");
  board.device = status.st_dev;
  board.node = status.st_ino;
  copy(core, board.core, "a path has ");
  copy(agent, board.agent_library, "a path has ");
  plan.design.copy(board.design, sizeof board.design - 1);
  // call_through has none, and does not look at it.
  const std::string transfer = plan.transfer == "-" ? "paired" : plan.transfer;
  transfer.copy(board.transfer, sizeof board.transfer - 1);
  board.follows = plan.follows;
  board.mode = plan.mode;
  board.threads = recorded_threads;
  board.calls_per_thread = plan.calls_per_thread;
  copy(plan.functions, board.functions, "--functions");
  copy(plan.excluded, board.excluded, "--exclude");
  copy(plan.histogram, board.histogram, "--histogram: ");
  board.regions_end = Board::regions_at();
  pthread_mutexattr_t shared;
  pthread_mutexattr_init(&shared);
  pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust(&shared, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&board.functions_lock, &shared);
  pthread_mutexattr_destroy(&shared);
}

SharedBoard::~SharedBoard() {
  if (board_) munmap(board_, Board::regions_at());
}

std::string SharedBoard::libraries() const {
  return std::string(board_->core) + ":" + board_->agent_library;
}

ProcessReport SharedBoard::report_of(const Process& process) const {
  const Stage stage = process.stage;
  return {.id = process.id,
          .parent = process.parent,
          .order = process.order,
          .program = std::string(board_->text_of(process.program)),
          // Of several threads that execute, one that fails may have said that all goes on.
          .ending = process.is_followed || stage == Stage::executed ? Ending::executed
                    : stage == Stage::exited                        ? Ending::exited
                                                                    : Ending::killed,
          .is_followed = process.is_followed,
          .missed = process.missed,
          .in_flight = process.in_flight};
}

void SharedBoard::read_counts(const Process& process, ProcessReport& report) const {
  const std::uint32_t known = std::min(board_->functions_known(), process.capacity);
  const auto read = [&]<class Value>(std::uint64_t at, std::size_t count) {
    return read_values<Value>(file_->get(), process.region + at, count);
  };
  const auto owners = read.operator()<int>(0, lane_count);
  const auto missed = read.operator()<std::uint64_t>(Counters::missed_at(), known);
  std::vector<FunctionCounts> sums(known);
  for (std::uint32_t i = 0; i < lane_count; ++i) {
    if (i != 0 && owners[i] == 0) break;
    const auto lane = read.operator()<Counts>(Counters::lane_at(i, process.capacity), known);
    for (std::uint32_t function = 0; function < known; ++function) {
      sums[function].calls += lane[function].calls;
      sums[function].returned += lane[function].ended[0];
      sums[function].unwound += lane[function].ended[1];
      sums[function].abandoned += lane[function].ended[2];
    }
  }
  if (board_->mode == Mode::time) read_times(process, sums);
  for (std::uint32_t i = 0; i < known; ++i) {
    FunctionCounts& counts = sums[i];
    counts.missed = missed[i];
    if (counts.calls + counts.returned + counts.missed == 0) continue;
    const Function& function = board_->function(i);
    if (!function.complete.load(std::memory_order_acquire)) continue;
    counts.name = board_->text_of(function.name);
    counts.module = board_->text_of(function.module);
    report.functions.push_back(std::move(counts));
  }
}

void SharedBoard::read_times(const Process& process, std::vector<FunctionCounts>& sums) const {
  const std::uint64_t durations = process.region + Counters::bytes(process.capacity);
  for (std::uint32_t i = 0; i < lane_count; ++i) {
    const auto lane = read_values<Times>(
        file_->get(), durations + Durations::lane_at(i, process.capacity), sums.size());
    for (std::size_t function = 0; function < sums.size(); ++function) {
      sums[function].total += lane[function].total;
      sums[function].self += lane[function].self;
    }
  }
  const auto histograms = read_values<Buckets>(file_->get(), durations, most_histograms);
  for (std::uint32_t i = 0; i < sums.size(); ++i)
    if (const std::uint32_t index = board_->function(i).histogram; index != 0)
      sums[i].histogram.assign(histograms[index - 1].begin(), histograms[index - 1].end());
}

std::shared_ptr<const SiteNames> SharedBoard::names_of(const Process& process,
                                                       const std::vector<const Site*>& sites) {
  auto [found, is_new] = names_.try_emplace(&process);
  if (!is_new) return found->second;
  const auto names = std::make_shared<SiteNames>();
  found->second = names;
  for (const SiteName& name : read_values<SiteName>(
           file_->get(), process.region, std::min(process.site_count.load(), process.capacity)))
    if (name.function < sites.size()) names->own.emplace(name.site, sites[name.function]);
  if (process.forked_from < most_processes)
    names->inherited = names_of(board_->processes[process.forked_from], sites);
  return names;
}

void SharedBoard::keep(ProcessReport report) {
  if (ended_.size() < most_kept) {
    ended_.push_back(std::move(report));
    return;
  }
  const auto [found, is_new] = merged_.try_emplace({report.program, report.ending}, report);
  if (!is_new) merge(found->second, report);
}

void SharedBoard::give_back() {
  if (board_->mode == Mode::record) return;
  std::vector<Process*> used;
  std::map<int, std::uint32_t> latest;  // of a process's number, the entry that began last
  for (Process& process : board_->processes) {
    if (process.order == 0 || process.id == 0) continue;
    used.push_back(&process);
    std::uint32_t& order = latest[process.id];
    order = std::max(order, process.order.load());
  }
  if (used.size() < most_kept) return;
  std::ranges::sort(used, {}, [](const Process* process) { return process->order.load(); });
  Living living;
  for (Process* const process : used) {
    // Another namespace may have the same number.
    const bool has_told = process->is_followed || process->stage != Stage::running;
    const bool is_over = has_told && process->order != latest[process->id];
    if (!is_over && living.has(process->id)) continue;
    ProcessReport report = report_of(*process);
    read_counts(*process, report);
    keep(std::move(report));
    if (fallocate(file_->get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                  static_cast<off_t>(process->region),
                  static_cast<off_t>(process->region_bytes)) != 0)
      throw Failure(system_error("the memory for counts", errno));
    process->id = 0;
    process->is_followed = false;
    for (std::atomic<std::uint32_t>& place : process->executing) place = 0;
    process->site_count = 0;
    process->missed = process->in_flight = 0;
    process->order = 0;  // last: now another process may take it
  }
}

void SharedBoard::read(const std::string& program, Launched& launched) {
  const bool is_over = !launched.is_running;
  Board& board = *board_;
  const bool has_agent = board.agent != AgentState::not_loaded;
  if (!has_agent && !is_over) return;  // not yet
  if (!has_agent) {
    launched.problem = "the agent was not loaded into " + program +
                       ": the dynamic linker refused it, or the program runs with privileges of "
                       "its own";
    return;
  }
  launched.problem = board.problem;
  launched.unfollowed = unfollowed(board, is_over);
  launched.modules_problem = board.modules_problem;
  std::istringstream not_found(board.not_found);
  std::size_t pattern;
  for (std::string line; not_found >> pattern && std::getline(not_found >> std::ws, line);)
    if (!board.is_found[pattern])
      launched.not_found += (launched.not_found.empty() ? "" : "\n") + line;
  launched.refused = board.refused;
  launched.a_refusal = board.a_refusal;
  launched.unclear = board.unclear;
  launched.known = board.known;
  launched.left_out = board.left_out;
  launched.unseen = board.unseen;
  launched.shares_memory = board.shares_memory;
  launched.added_ticks = board.added_ticks;
  launched.shown_ticks = board.shown_ticks;
  launched.counting_ticks = board.counting_ticks;
  launched.no_histogram = board.no_histogram;
  launched.histograms = board.histograms_taken;
  launched.setup = static_cast<double>(board.setup_ns) * 1e-9;
  // Several processes may have opened the same module.
  std::set<std::pair<std::string_view, std::string_view>> probed;
  std::vector<const Site*> sites;
  for (std::uint32_t i = 0; i < board.functions_known(); ++i) {
    const Function& function = board.function(i);
    Site* site = nullptr;
    if (function.complete.load(std::memory_order_acquire)) {
      probed.emplace(board.text_of(function.module), board.text_of(function.name));
      if (board.mode == Mode::list)
        launched.listed.push_back({.name = std::string(board.text_of(function.name)),
                                   .module = std::string(board.text_of(function.module)),
                                   .refusal = std::string(board.text_of(function.refusal))});
      if (board.mode == Mode::record) {
        site = &launched.sites->emplace_back();
        site->name = board.text_of(function.name);
        site->module = board.text_of(function.module);
      }
    }
    sites.push_back(site);
  }
  launched.probed = probed.size();
  launched.processes = ended_;
  names_.clear();
  Living living;
  for (const Process& process : board.processes) {
    if (process.order == 0 || process.id == 0) continue;
    ProcessReport report = report_of(process);
    const bool is_the_program = report.id == launched.id;
    const bool may_run = !report.is_followed && report.ending != Ending::exited;
    if (may_run && (is_the_program ? !is_over : living.has(report.id)))
      report.ending = Ending::still_running;
    if (board.mode == Mode::record)
      report.threads = read_threads(file_, process.region + process.capacity * sizeof(SiteName),
                                    names_of(process, sites), report.laneless);
    else
      read_counts(process, report);
    launched.processes.push_back(std::move(report));
  }
  std::ranges::sort(launched.processes, {}, &ProcessReport::order);
  // It ended by a system call that libc does not make, and could not say so.
  const auto last = std::ranges::find(launched.processes.rbegin(), launched.processes.rend(),
                                      launched.id, &ProcessReport::id);
  if (is_over && last != launched.processes.rend() && last->ending == Ending::killed &&
      WIFEXITED(launched.status))
    last->ending = Ending::exited_unseen;
  for (const auto& [key, report] : merged_) launched.processes.push_back(report);
}

}  // namespace retprobe::run
