#include "harness/run/launch.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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
#include "clients/run/board.h"
#include "core/system/elf_image.h"
#include "harness/descriptor.h"
#include "harness/must.h"
#include "harness/run/shared_board.h"
#include "harness/session/process.h"
#include "retprobe/probe.h"

namespace retprobe::run {
namespace {

namespace fs = std::filesystem;
using harness::Descriptor;
using harness::Failure;
using harness::must;

constexpr const char* agent_name = "libretprobe_agent.so";

// The library that this program itself uses.
std::string core_library() {
  Dl_info info{};
  void* const address =
      reinterpret_cast<void*>(static_cast<Error (*)(const Configuration&)>(configure));
  if (dladdr(address, &info) == 0 || !info.dli_fname) return {};
  std::error_code error;
  return fs::weakly_canonical(info.dli_fname, error);
}

// In the build folder it lies beside this program, and once installed beside what the core needs.
std::string agent_library() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error).parent_path() / agent_name;
  const fs::path installed = fs::path(core_library()).parent_path() / "retprobe" / agent_name;
  for (const fs::path& path : {self, installed})
    if (fs::exists(path, error)) return path;
  throw Failure({Error::Code::not_found,
                 self.string() + " is missing, and " + installed.string() +
                     ", too: build it (cmake --build FOLDER --target retprobe_agent), or install "
                     "the command (docs/using.md)"});
}

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
    for (const std::string_view runtime : sanitizers)
      if (name.starts_with(runtime)) return name + ":";
  }
  return {};
}

std::vector<std::string> environment_with(const SharedBoard& shared, const std::string& program) {
  std::string preload = sanitizer_of(program) + shared.libraries();
  if (const char* const own = std::getenv("LD_PRELOAD")) preload += std::string(":") + own;
  std::vector<std::string> words;
  for (char** word = environ; *word; ++word)
    if (std::strncmp(*word, "LD_PRELOAD=", 11) != 0) words.emplace_back(*word);
  words.push_back("LD_PRELOAD=" + preload);
  words.push_back(std::string(board_variable) + "=" + shared.board().path + ":");
  return words;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::atomic<pid_t> the_program = 0;  // while it runs
std::atomic<int> received_signal = 0, passed_on = 0;
std::atomic<bool> is_watched = false, is_demanded = false;
const Signals* signals_alive = nullptr;

// Waits for a child's end. Returns often enough to look after a board.
class Waiting {
 public:
  explicit Waiting(pid_t child)
      : child_(child), file_(static_cast<int>(syscall(SYS_pidfd_open, child, 0))) {}
  bool has_ended(std::chrono::steady_clock::time_point due) const {
    using std::chrono::milliseconds;
    // Without a descriptor for processes (before Linux 5.3), the end is noticed that much later.
    const milliseconds most(file_.ok() ? 200 : 5);
    const auto left = std::chrono::ceil<milliseconds>(due - std::chrono::steady_clock::now());
    pollfd ended{file_.get(), POLLIN, 0};
    poll(&ended, 1, static_cast<int>(std::clamp(left, milliseconds(0), most).count()));
    siginfo_t seen{};
    if (waitid(P_PID, static_cast<id_t>(child_), &seen, WEXITED | WNOWAIT | WNOHANG) != 0)
      return errno == ECHILD;  // somebody else waited for it
    return seen.si_pid == child_;
  }

 private:
  pid_t child_;
  Descriptor file_;
};

// As the first process of a container, whose children all orphans become. They are of no interest.
// The program itself is left to wait4.
void reap_orphans(pid_t program) {
  if (getpid() != 1) return;
  for (siginfo_t seen{}; waitid(P_ALL, 0, &seen, WEXITED | WNOWAIT | WNOHANG) == 0 &&
                         seen.si_pid != 0 && seen.si_pid != program;
       seen = {})
    waitpid(seen.si_pid, nullptr, 0);
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
  received_signal = passed_on = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool is_of_terminal = numbers[i] == SIGINT || numbers[i] == SIGQUIT;
    struct sigaction action{};
    action.sa_flags = SA_RESTART;
    action.sa_handler = [](int signal) { received_signal = signal; };
    if (!is_of_terminal)
      action.sa_handler = [](int signal) {
        if (signal == SIGUSR1 && is_watched) {
          is_demanded = true;
          return;
        }
        received_signal = signal;
        if (const pid_t program = the_program) {
          kill(program, signal);
          passed_on = signal;
        }
      };
    sigaction(numbers[i], nullptr, &kept_[i]);
    // A shell ignores them for its background jobs, and nohup SIGHUP.
    if (!(is_of_terminal || numbers[i] == SIGHUP) || kept_[i].sa_handler != SIG_IGN)
      sigaction(numbers[i], &action, nullptr);
  }
  for (std::size_t i = 0; i < settled.size(); ++i) {
    struct sigaction action{};
    action.sa_handler = settled[i] == SIGCHLD ? SIG_DFL : SIG_IGN;
    sigaction(settled[i], &action, &kept_settled_[i]);
  }
  signals_alive = this;
}

Signals::~Signals() {
  signals_alive = nullptr;
  restore();
}

void Signals::restore() const {
  for (std::size_t i = 0; i < settled.size(); ++i)
    sigaction(settled[i], &kept_settled_[i], nullptr);
  for (std::size_t i = 0; i < numbers.size(); ++i) sigaction(numbers[i], &kept_[i], nullptr);
}

void Signals::end_from_now_on() const {
  struct sigaction action{};
  action.sa_flags = SA_RESTART | SA_NODEFER;
  action.sa_handler = [](int signal) {
    if (signal == passed_on.exchange(0)) return;
    ::signal(signal, SIG_DFL);
    raise(signal);
    _exit(128 + signal);  // the first process of a container, which raise does not end
  };
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] != SIGUSR1 && numbers[i] != SIGUSR2)
      sigaction(numbers[i], kept_[i].sa_handler == SIG_DFL ? &action : &kept_[i], nullptr);
}

int Signals::received() { return received_signal; }

void FunctionCounts::add(const FunctionCounts& other) {
  calls += other.calls;
  returned += other.returned;
  unwound += other.unwound;
  abandoned += other.abandoned;
  missed += other.missed;
  total += other.total;
  self += other.self;
  histogram.resize(std::max(histogram.size(), other.histogram.size()));
  for (std::size_t i = 0; i < other.histogram.size(); ++i) histogram[i] += other.histogram[i];
}

const char* to_string(ProcessReport::Ending ending) {
  constexpr std::array names = {"exited", "exited", "executed", "killed", "still_running"};
  return names.at(static_cast<std::size_t>(ending));
}

Result<std::string> find_program(const std::string& name, int scripts) {
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
    constexpr int most_scripts = 5;  // the kernel's limit
    if (scripts == most_scripts)
      return Error{Error::Code::refused, path + ": more than " + std::to_string(most_scripts) +
                                             " scripts, each the interpreter of another"};
    const auto of_script = find_program(interpreter, scripts + 1);
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

Result<Launched> launch(const LaunchPlan& plan, const Watch& watch) try {
  std::optional<Signals> own;
  if (!signals_alive) own.emplace();
  const std::string program = must(find_program(plan.command.at(0)));
  std::unique_ptr<SharedBoard> shared;
  std::vector<std::string> environment;
  if (plan.design.empty()) {
    for (char** word = environ; *word; ++word) environment.emplace_back(*word);
  } else {
    shared = std::make_unique<SharedBoard>(plan, core_library(), agent_library());
    environment = environment_with(*shared, program);
  }
  std::vector<std::string> words = plan.command;
  const auto arguments = pointers_to(words), variables = pointers_to(environment);

  Launched launched;
  const graph::Calibration calibration;
  launched.began = graph::now_ticks();
  const auto begin = std::chrono::steady_clock::now();
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
  is_watched = bool(watch.on_demand);
  unblock();
  writing.close();
  int why = 0;
  const bool has_failed = read(reading.get(), &why, sizeof why) == sizeof why;
  rusage usage{};
  std::string watch_problem;
  launched.id = child;
  Waiting waiting(child);
  const auto now = [&] {
    Launched so_far = launched;
    so_far.sites = std::make_shared<std::deque<Site>>();
    so_far.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    so_far.scale = calibration.scale();
    so_far.is_running = true;
    shared->read(program, so_far);
    return so_far;
  };
  auto due = begin + watch.every;
  // It keeps its number until wait4, so no signal reaches another process.
  while (!waiting.has_ended(watch.look ? due : begin + std::chrono::hours(24 * 365))) {
    reap_orphans(child);
    if (!shared) continue;
    try {
      shared->give_back();
      if (is_demanded.exchange(false)) watch.on_demand(now());
      if (watch.look && std::chrono::steady_clock::now() >= due) {
        watch.look(now());
        due = std::max(due + watch.every, std::chrono::steady_clock::now());
      }
    } catch (const Failure& failure) {
      watch_problem = failure.error.message();
    }
  }
  is_watched = false;
  the_program = 0;
  pid_t waited;
  while ((waited = wait4(child, &launched.status, 0, &usage)) < 0 && errno == EINTR) continue;
  if (waited < 0) return system_error("wait4", errno);
  launched.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (has_failed) return system_error(program, why);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  launched.processor = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  launched.scale = calibration.scale();
  try {
    if (shared) shared->read(program, launched);
    if (!watch_problem.empty()) launched.modules_problem = watch_problem;
  } catch (const Failure& failure) {  // the program has run, so it has a status
    launched.problem = "its counts cannot be read: " + failure.error.message();
  }
  return launched;
} catch (const Failure& failure) {
  return failure.error;
}

}  // namespace retprobe::run
