#include "harness/run/launch.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "clients/graph/clock.h"
#include "clients/graph/recorder.h"
#include "clients/run/board.h"
#include "core/system/elf_image.h"
#include "harness/must.h"
#include "harness/session/process.h"
#include "retprobe/probe.h"

namespace retprobe::run {
namespace {

namespace fs = std::filesystem;
using harness::Descriptor;
using harness::Failure;
using harness::must;

constexpr std::uint64_t recorded_threads = 64;  // of each process
constexpr const char* agent_name = "libretprobe_agent.so";

std::string library_beside_this_program() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const std::string path = self.parent_path() / agent_name;
  if (error || !fs::exists(path, error))
    throw Failure({Error::Code::not_found,
                   path + " is missing: build it (cmake --build FOLDER --target retprobe_agent)"});
  return path;
}

// The library that this program itself uses.
std::string core_library() {
  Dl_info info{};
  void* const address =
      reinterpret_cast<void*>(static_cast<Error (*)(const Configuration&)>(configure));
  if (dladdr(address, &info) == 0 || !info.dli_fname) return {};
  std::error_code error;
  return fs::absolute(info.dli_fname, error);
}

void copy(const std::vector<std::string>& lines, std::span<char> into, const char* what) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  if (all.size() + 1 > into.size())
    throw Failure({Error::Code::usage, std::string(what) + ": too many patterns, " +
                                           std::to_string(into.size()) + " characters at most"});
  std::memcpy(into.data(), all.c_str(), all.size() + 1);
}

// The board in this process, and its descriptor.
class SharedBoard {
 public:
  explicit SharedBoard(const LaunchPlan& plan) : SharedBoard() {
    file_ = Descriptor(memfd_create("retprobe-run", 0));
    if (!file_.ok() || ftruncate(file_.get(), static_cast<off_t>(Board::regions_at())) != 0)
      throw Failure(system_error("the memory for counts", errno));
    map(Board::regions_at());
    Board& board = *board_;
    plan.design.copy(board.design, sizeof board.design - 1);
    // call_through has none, and does not look at it.
    const std::string transfer = plan.transfer == "-" ? "paired" : plan.transfer;
    transfer.copy(board.transfer, sizeof board.transfer - 1);
    board.mode = plan.mode;
    board.threads = recorded_threads;
    board.calls_per_thread = plan.calls_per_thread;
    copy(plan.functions, board.functions, "--functions");
    copy(plan.excluded, board.excluded, "--exclude");
    if (const char* const preload = std::getenv("LD_PRELOAD")) {
      board.had_preload = true;
      if (std::strlen(preload) >= sizeof board.preload)
        throw Failure(
            {Error::Code::usage,
             "LD_PRELOAD is longer than " + std::to_string(sizeof board.preload) + " characters"});
      std::strcpy(board.preload, preload);
    }
  }
  SharedBoard(const SharedBoard&) = delete;
  SharedBoard& operator=(const SharedBoard&) = delete;
  ~SharedBoard() {
    if (board_) munmap(board_, bytes_);
  }
  int descriptor() const { return file_.get(); }
  Board& board() { return *board_; }
  /// Maps what the agent has added.
  void map_all() {
    if (board_->capacity == 0 || board_->capacity > most_functions) return;
    Board* const before = board_;
    const std::size_t bytes_before = bytes_;
    processes_ = std::min<std::uint32_t>(before->process_count, most_processes);
    map(before->bytes(processes_));
    munmap(before, bytes_before);
  }
  /// How many of the processes are mapped. A process that goes on may have added more since.
  std::uint32_t processes() const { return processes_; }

 private:
  SharedBoard() = default;
  void map(std::size_t bytes) {
    void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
    if (mapped == MAP_FAILED)
      throw Failure(system_error("the memory for counts (ulimit -v?)", errno));
    board_ = static_cast<Board*>(mapped);
    bytes_ = bytes;
  }
  Descriptor file_;
  Board* board_ = nullptr;
  std::size_t bytes_ = 0;
  std::uint32_t processes_ = 0;
};

// The sanitizer's runtime that the program is linked to, with a colon, or "". It refuses to run
// where another library comes first.
std::string sanitizer_of(const std::string& program) {
  const auto image = ElfImage::open(program);
  if (!image.ok()) return {};  // a script
  const auto contents = [&](const char* name) {
    const auto section = std::ranges::find(image->sections(), name, &ElfSection::name);
    if (section == image->sections().end()) return std::string();
    std::string bytes(section->header.sh_size, '\0');
    std::ifstream file(program, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(section->header.sh_offset));
    return file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) ? bytes : "";
  };
  const std::string dynamic = contents(".dynamic"), names = contents(".dynstr");
  for (std::size_t at = 0; at + sizeof(Elf64_Dyn) <= dynamic.size(); at += sizeof(Elf64_Dyn)) {
    Elf64_Dyn entry;
    std::memcpy(&entry, dynamic.data() + at, sizeof entry);
    if (entry.d_tag != DT_NEEDED || entry.d_un.d_val >= names.size()) continue;
    const std::string name = names.c_str() + entry.d_un.d_val;
    for (const char* const runtime : {"libasan.so", "libtsan.so", "liblsan.so", "libclang_rt.asan"})
      if (name.starts_with(runtime)) return name + ":";
  }
  return {};
}

std::vector<std::string> environment_with(const SharedBoard& shared, const Board& board,
                                          const std::string& program) {
  const std::string agent = library_beside_this_program();
  std::string preload = core_library() + ":" + agent;
  if (std::count(preload.begin(), preload.end(), ':') != 1 ||
      preload.find(' ') != std::string::npos)
    throw Failure({Error::Code::unsupported,
                   agent + ": LD_PRELOAD cannot express a path with a colon or a space; build in "
                           "another folder"});
  preload.insert(0, sanitizer_of(program));
  if (board.had_preload) preload += std::string(":") + board.preload;
  std::vector<std::string> words;
  for (char** word = environ; *word; ++word)
    if (std::strncmp(*word, "LD_PRELOAD=", 11) != 0) words.emplace_back(*word);
  words.push_back("LD_PRELOAD=" + preload);
  words.push_back(std::string(board_variable) + "=" + std::to_string(shared.descriptor()));
  return words;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::atomic<pid_t> the_program = 0;  // while it runs
std::atomic<int> received_signal = 0;
const Signals* signals_alive = nullptr;

FunctionCounts sum(Counters& counters, std::uint32_t number, std::uint32_t capacity) {
  FunctionCounts counts;
  for (std::uint32_t i = 0; i < lane_count; ++i) {
    if (i != 0 && counters.owners[i] == 0) break;
    const Counts& lane = counters.lane(i, capacity)[number];
    counts.calls += lane.calls;
    counts.returned += lane.ended[0];
    counts.unwound += lane.ended[1];
    counts.abandoned += lane.ended[2];
  }
  counts.missed = counters.missed()[number];
  return counts;
}

void read_counts(Board& board, Counters& counters, ProcessReport& report) {
  for (std::uint32_t i = 0; i < board.functions_known(); ++i) {
    FunctionCounts of_one = sum(counters, i, board.capacity);
    if (of_one.calls + of_one.returned + of_one.missed == 0) continue;
    const Function& function = board.function(i);
    if (!function.complete.load(std::memory_order_acquire)) continue;
    of_one.name = board.text_of(function.name);
    of_one.module = board.text_of(function.module);
    report.functions.push_back(std::move(of_one));
  }
}

// Functions by the process that found them and the address of their Site there.
using Found = std::map<std::pair<std::uint32_t, std::uintptr_t>, const Site*>;

Found read_sites(Board& board, std::deque<Site>& sites) {
  Found found;
  for (std::uint32_t i = 0; i < board.functions_known(); ++i) {
    const Function& function = board.function(i);
    if (!function.complete.load(std::memory_order_acquire)) continue;
    Site& site = sites.emplace_back();
    site.name = board.text_of(function.name);
    site.module = board.text_of(function.module);
    found[{function.process, function.site}] = &site;
  }
  return found;
}

// A child of fork has the sites that its parent had, at the same addresses.
const Site* site_of(Board& board, const Found& found, std::uint32_t process, const Site* there) {
  const auto address = reinterpret_cast<std::uintptr_t>(there);
  for (;;) {
    if (const auto site = found.find({process, address}); site != found.end()) return site->second;
    const int parent = board.processes[process].parent;
    std::uint32_t of_parent = process;
    for (std::uint32_t i = 0; i < process; ++i)
      if (parent != 0 && board.processes[i].id == parent) of_parent = i;
    if (of_parent == process) return nullptr;
    process = of_parent;
  }
}

void read_recording(Board& board, std::uint32_t index, const Found& found, ProcessReport& report) {
  static const Site unknown = [] {
    Site site;
    site.name = "?";
    return site;
  }();
  auto& recording = *static_cast<graph::Recording*>(board.region(index));
  report.laneless = recording.laneless;
  report.threads = graph::read_recording(recording);
  for (graph::ThreadTrace& thread : report.threads)
    for (graph::Call& call : thread.calls) {
      call.site = site_of(board, found, index, call.site);
      if (!call.site) call.site = &unknown;
    }
}

ProcessReport report_of(Board& board, std::uint32_t index, bool is_running) {
  const Process& process = board.processes[index];
  const Stage stage = process.stage;
  ProcessReport report{.id = process.id,
                       .parent = process.parent,
                       .missed = process.missed,
                       .in_flight = process.in_flight};
  using Ending = ProcessReport::Ending;
  report.ending = is_running                 ? Ending::still_running
                  : stage == Stage::exited   ? Ending::exited
                  : stage == Stage::executed ? Ending::executed
                                             : Ending::killed;
  return report;
}

void read_board(SharedBoard& shared, const std::string& program, Launched& launched) {
  if (shared.board().agent == AgentState::not_loaded) {
    launched.problem = "the agent was not loaded into " + program +
                       ": the dynamic linker refused it, or the program runs with privileges of "
                       "its own";
    return;
  }
  launched.problem = shared.board().problem;
  if (shared.board().agent == AgentState::failed) return;
  shared.map_all();
  Board& board = shared.board();
  launched.modules_problem = board.modules_problem;
  launched.not_found = board.not_found;
  launched.refused = board.refused;
  launched.a_refusal = board.a_refusal;
  launched.unclear = board.unclear;
  launched.known = board.known;
  launched.uncounted_execs = board.uncounted_execs;
  launched.left_out = board.left_out;
  launched.unseen = board.unseen;
  launched.shares_memory = board.shares_memory;
  launched.added_ticks = board.added_ticks;
  launched.shown_ticks = board.shown_ticks;
  launched.setup = static_cast<double>(board.setup_ns) * 1e-9;
  if (board.capacity == 0) return;
  // Several processes may have opened the same module.
  std::set<std::pair<std::string_view, std::string_view>> probed;
  for (std::uint32_t i = 0; i < board.functions_known(); ++i)
    if (const Function& function = board.function(i); function.complete)
      probed.emplace(board.text_of(function.module), board.text_of(function.name));
  launched.probed = probed.size();
  const Found found = board.mode == Mode::record ? read_sites(board, *launched.sites) : Found();
  const std::uint32_t processes = shared.processes();
  for (std::uint32_t i = 0; i < processes; ++i) {
    const int id = board.processes[i].id;
    const bool is_running =
        i > 0 && id != 0 && board.processes[i].stage != Stage::exited && kill(id, 0) == 0;
    ProcessReport report = report_of(board, i, is_running);
    // It ended by a system call that libc does not make, and could not say so.
    if (i == 0 && report.ending == ProcessReport::Ending::killed && WIFEXITED(launched.status))
      report.ending = ProcessReport::Ending::exited_unseen;
    if (board.mode == Mode::record)
      read_recording(board, i, found, report);
    else
      read_counts(board, *static_cast<Counters*>(board.region(i)), report);
    launched.processes.push_back(std::move(report));
  }
}

// The interpreter of a script: the first word behind "#!".
std::string interpreter_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char begin[2] = {};
  std::string line, word;
  if (!file.read(begin, 2) || begin[0] != '#' || begin[1] != '!') return {};
  std::getline(file, line);
  std::istringstream(line) >> word;
  return word;
}

}  // namespace

Signals::Signals() {
  received_signal = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool is_of_terminal = numbers[i] == SIGINT || numbers[i] == SIGQUIT;
    struct sigaction action{};
    action.sa_flags = SA_RESTART;
    action.sa_handler = [](int signal) { received_signal = signal; };
    if (!is_of_terminal)
      action.sa_handler = [](int signal) {
        received_signal = signal;
        if (const pid_t program = the_program) kill(program, signal);
      };
    sigaction(numbers[i], nullptr, &kept_[i]);
    // A shell ignores them for its background jobs.
    if (!is_of_terminal || kept_[i].sa_handler != SIG_IGN) sigaction(numbers[i], &action, nullptr);
  }
  signals_alive = this;
}

Signals::~Signals() {
  signals_alive = nullptr;
  restore();
}

void Signals::restore() const {
  for (std::size_t i = 0; i < numbers.size(); ++i) sigaction(numbers[i], &kept_[i], nullptr);
}

int Signals::received() { return received_signal; }

const char* to_string(ProcessReport::Ending ending) {
  constexpr std::array names = {"exited", "exited", "executed", "killed", "still_running"};
  return names.at(static_cast<std::size_t>(ending));
}

Result<std::string> find_program(const std::string& name) {
  std::string path = name;
  if (name.find('/') == std::string::npos) {
    const char* const search = std::getenv("PATH");
    std::istringstream folders(search ? search : "/bin:/usr/bin");
    path.clear();
    for (std::string folder; path.empty() && std::getline(folders, folder, ':');) {
      const std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
      if (access(candidate.c_str(), X_OK) == 0 && !fs::is_directory(candidate)) path = candidate;
    }
    if (path.empty()) return Error{Error::Code::not_found, name + ": no such program in PATH"};
  }
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return system_error(path, errno);
  if (!S_ISREG(status.st_mode) || access(path.c_str(), X_OK) != 0)
    return Error{Error::Code::refused, path + ": not a file that can be executed"};
  if (const std::string interpreter = interpreter_of(path); !interpreter.empty()) {
    const auto of_script = find_program(interpreter);
    if (!of_script.ok())
      return Error{of_script.error().code(),
                   path + ": its interpreter: " + of_script.error().message()};
    return path;
  }
  const auto image = ElfImage::open(path);
  if (!image.ok() && image.error().message().find("no section headers") == std::string::npos)
    return Error{image.error().code(), image.error().message() + "; it cannot be observed"};
  const auto is_interpreter = [](const Elf64_Phdr& header) { return header.p_type == PT_INTERP; };
  if (image.ok() && std::ranges::none_of(image->program_headers(), is_interpreter))
    return Error{Error::Code::refused,
                 path +
                     ": a static program: no library can be preloaded into it; link it "
                     "dynamically"};
  const bool takes_user = (status.st_mode & S_ISUID) != 0 && status.st_uid != geteuid();
  const bool takes_group = (status.st_mode & S_ISGID) != 0 && status.st_gid != getegid();
  const bool capable =
      geteuid() != 0 && getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
  if (takes_user || takes_group || capable)
    return Error{Error::Code::refused,
                 path +
                     ": it takes privileges when it starts (setuid, setgid, capabilities), so "
                     "the dynamic linker preloads nothing; run it as the user that it becomes"};
  return path;
}

Result<Launched> launch(const LaunchPlan& plan) try {
  const std::string program = must(find_program(plan.command.at(0)));
  std::unique_ptr<SharedBoard> shared;
  std::vector<std::string> environment;
  if (plan.design.empty()) {
    for (char** word = environ; *word; ++word) environment.emplace_back(*word);
  } else {
    shared = std::make_unique<SharedBoard>(plan);
    environment = environment_with(*shared, shared->board(), program);
  }
  std::vector<std::string> words = plan.command;
  const auto arguments = pointers_to(words), variables = pointers_to(environment);

  Launched launched;
  launched.interpreter = interpreter_of(program);
  const graph::Calibration calibration;
  launched.began = graph::now_ticks();
  const auto begin = std::chrono::steady_clock::now();
  std::optional<Signals> own;
  if (!signals_alive) own.emplace();
  // Until it is known which process they are for.
  sigset_t all, mask;
  sigemptyset(&all);
  for (const int number : Signals::numbers) sigaddset(&all, number);
  pthread_sigmask(SIG_BLOCK, &all, &mask);
  const auto unblock = [&] { pthread_sigmask(SIG_SETMASK, &mask, nullptr); };
  // A pipe that exec closes: what is written into it is the errno of a failed exec.
  int failed[2];
  const bool has_pipe = pipe2(failed, O_CLOEXEC) == 0;
  const pid_t child = has_pipe && Signals::received() == 0 ? fork() : -1;
  if (child < 0) {
    const int why = errno;
    unblock();
    if (Signals::received() != 0) return Error{Error::Code::system, "interrupted"};
    return system_error(has_pipe ? "fork" : "pipe", why);
  }
  Descriptor reading(failed[0]), writing(failed[1]);
  if (child == 0) {
    signals_alive->restore();
    unblock();
    if (plan.input >= 0) dup2(plan.input, 0);
    if (plan.output >= 0) dup2(plan.output, 1);
    if (plan.errors >= 0) dup2(plan.errors, 2);
    execve(program.c_str(), arguments.data(), variables.data());
    const int why = errno;
    (void)!write(writing.get(), &why, sizeof why);
    _exit(127);
  }
  the_program = child;
  unblock();
  writing.close();
  int why = 0;
  const bool has_failed = read(reading.get(), &why, sizeof why) == sizeof why;
  rusage usage{};
  // It keeps its number until wait4, so no signal reaches another process.
  siginfo_t ended;
  while (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR)
    continue;
  the_program = 0;
  while (wait4(child, &launched.status, 0, &usage) < 0 && errno == EINTR) continue;
  launched.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (has_failed) return system_error(program, why);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  launched.processor = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  launched.scale = calibration.scale();
  try {
    if (shared) read_board(*shared, program, launched);
  } catch (const Failure& failure) {  // the program has run, so it has a status
    launched.problem = "its counts cannot be read: " + failure.error.message();
  }
  return launched;
} catch (const Failure& failure) {
  return failure.error;
}

}  // namespace retprobe::run
