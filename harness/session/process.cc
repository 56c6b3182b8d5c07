#include "harness/session/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "harness/text.h"

namespace retprobe::harness {
namespace {

bool write_all(int descriptor, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    done += static_cast<std::size_t>(written);
  }
  return true;
}

std::string last_line(int descriptor) {
  char buffer[4096];
  const off_t size = lseek(descriptor, 0, SEEK_END);
  const off_t from =
      size > static_cast<off_t>(sizeof buffer) ? size - static_cast<off_t>(sizeof buffer) : 0;
  const ssize_t read = pread(descriptor, buffer, sizeof buffer, from);
  std::string text = from_character({buffer, read > 0 ? static_cast<std::size_t>(read) : 0});
  while (text.ends_with('\n')) text.pop_back();
  const std::size_t newline = text.rfind('\n');
  return newline == std::string::npos ? text : text.substr(newline + 1);
}

std::string why_it_ended(int status) {
  if (WIFSIGNALED(status)) return "killed by " + signal_name(WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : "exit status " + std::to_string(WEXITSTATUS(status));
}

// What the kernel has counted of a thread, in seconds. It counts a wait for a processor when it
// ends.
struct Scheduled {
  double ran = 0, waited = 0;
  bool is_runnable = false;
};
// Of each thread of the process, by its number. Empty where the kernel does not count it.
std::map<std::string, Scheduled> scheduled(pid_t pid) {
  std::map<std::string, Scheduled> threads;
  std::error_code failed;
  const std::filesystem::path tasks = "/proc/" + std::to_string(pid) + "/task";
  for (std::filesystem::directory_iterator task(tasks, failed), end; !failed && task != end;
       task.increment(failed)) {
    double ran = 0, waited = 0;  // nanoseconds
    if (!(std::ifstream(task->path() / "schedstat") >> ran >> waited)) continue;
    std::string status;
    std::getline(std::ifstream(task->path() / "stat"), status);
    threads[task->path().filename()] = {ran / 1e9, waited / 1e9,
                                        status.find(") R ") != std::string::npos};
  }
  return threads;
}
// For how long the thread that was delayed most has waited for a processor, of `seconds`.
double waited_between(const std::map<std::string, Scheduled>& before,
                      const std::map<std::string, Scheduled>& after, double seconds) {
  double longest = 0;
  for (const auto& [number, now] : after) {
    const auto then = before.find(number);
    if (then == before.end()) continue;
    longest = std::max(longest, now.waited - then->second.waited);
    // It may wait at this moment, perhaps for as long as it did not run.
    if (now.is_runnable) longest = std::max(longest, seconds - (now.ran - then->second.ran));
  }
  return std::min(longest, seconds);
}

// Between fork and exec: async-signal-safe calls only.
[[noreturn]] void become(const char* program, char* const* arguments, int input, int output,
                         int errors, bool group) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (group) setpgid(0, 0);
  if (dup2(input, 0) >= 0 && dup2(output, 1) >= 0 && dup2(errors, 2) >= 0)
    execvp(program, arguments);
  _exit(127);
}

}  // namespace

std::string last_words(const ProcessEnd& end) {
  const std::string why = end.why.empty() ? "it ended without a result" : end.why;
  return why + (end.errors.empty() ? "" : ": " + end.errors);
}

Child::Child(pid_t pid, bool group, Descriptor input, Descriptor output, Descriptor errors)
    : pid_(pid),
      group_(group),
      input_(std::move(input)),
      output_(std::move(output)),
      errors_(std::move(errors)) {}

Child::~Child() {
  if (pid_.number < 0) return;
  kill_it();
  end();
}

Result<Child> Child::of_self(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"retprobe"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return notified("/proc/self/exe", std::move(words));
}

Result<Child> Child::of_program(std::vector<std::string> words) {
  const std::string program = words.front();
  return notified(program.c_str(), std::move(words));
}

Result<Child> Child::notified(const char* program, std::vector<std::string> words) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return system_error("a socket to a benchmark process", errno);
  return start(program, std::move(words), false, Descriptor(ends[0]), Descriptor(ends[1]));
}

Result<Child> Child::of_command(const std::vector<std::string>& words, const std::string& input) {
  Descriptor in(memfd_create("input", MFD_CLOEXEC));
  if (!in.ok()) return system_error("memfd_create, for the input of " + words.front(), errno);
  if (!write_all(in.get(), input) || lseek(in.get(), 0, SEEK_SET) != 0)
    return system_error("the input of " + words.front(), errno);
  return start(words.front().c_str(), words, true, std::move(in), Descriptor());
}

Result<Child> Child::start(const char* program, std::vector<std::string> words, bool group,
                           Descriptor its_input, Descriptor input) {
  Descriptor errors(memfd_create("errors", MFD_CLOEXEC));
  if (!errors.ok())
    return system_error("memfd_create, for what a benchmark process says of errors", errno);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return system_error("the pipes of a benchmark process", errno);
  Descriptor output(ends[0]), its_output(ends[1]);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t pid = fork();
  if (pid < 0) return system_error("fork of a benchmark process", errno);
  if (pid == 0)
    become(program, argv.data(), its_input.get(), its_output.get(), errors.get(), group);
  return Child(pid, group, std::move(input), std::move(output), std::move(errors));
}

void Child::kill_it() const { kill(group_ ? -pid_.number : pid_.number, SIGKILL); }

bool Child::tell(const std::string& line) {
  const std::string text = line + "\n";
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t sent = send(input_.get(), text.data() + done, text.size() - done, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    done += static_cast<std::size_t>(sent);
  }
  return true;
}

// Whether the child writes, or ends, before it has been silent for so long.
bool Child::writes_within(double seconds) const {
  constexpr double least = 0.1;
  while (seconds >= least) {
    const auto before = scheduled(pid_.number);
    pollfd wait{output_.get(), POLLIN, 0};
    const int ready = poll(&wait, 1, static_cast<int>(seconds * 1000));
    if (ready < 0 && errno == EINTR) continue;
    if (ready != 0) return true;  // also where poll() failed: read() says what is wrong
    seconds = waited_between(before, scheduled(pid_.number), seconds);
  }
  return false;
}

std::optional<std::string> Child::next_line(double seconds) {
  for (;;) {
    if (const std::size_t newline = pending_.find('\n'); newline != std::string::npos) {
      std::string line = pending_.substr(0, newline);
      pending_.erase(0, newline + 1);
      return line;
    }
    if (!writes_within(seconds)) {
      kill_it();
      why_ = "timed out after " + std::to_string(static_cast<int>(seconds)) + " s";
      return std::nullopt;
    }
    char buffer[65536];
    const ssize_t got = read(output_.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    pending_.append(buffer, static_cast<std::size_t>(got));
  }
}

ProcessEnd Child::end(double seconds) {
  input_.close();
  while (why_.empty() && next_line(seconds)) continue;
  int status = 0;
  while (waitpid(pid_.number, &status, 0) < 0 && errno == EINTR) continue;
  ProcessEnd end{why_.empty() ? why_it_ended(status) : why_, last_line(errors_.get())};
  // Processes that the child started are killed too: they would take time from the next case.
  if (group_) kill_it();
  pid_.number = -1;
  return end;
}

Result<ProcessEnd> run_command(const std::vector<std::string>& words, const std::string& input,
                               const std::function<void(const std::string&)>& on_line,
                               double seconds) {
  auto child = Child::of_command(words, input);
  if (!child.ok()) return child.error();
  while (const auto line = child->next_line(seconds)) on_line(*line);
  return child->end();
}

}  // namespace retprobe::harness
