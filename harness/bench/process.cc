#include "harness/bench/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace retprobe::harness {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  int get() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  bool ok() const { return number_ >= 0; }

 private:
  int number_;
};

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
  const off_t from = size > static_cast<off_t>(sizeof buffer) ? size - static_cast<off_t>(sizeof buffer) : 0;
  const ssize_t read = pread(descriptor, buffer, sizeof buffer, from);
  std::string text(buffer, read > 0 ? static_cast<std::size_t>(read) : 0);
  while (text.ends_with('\n')) text.pop_back();
  const std::size_t newline = text.rfind('\n');
  return newline == std::string::npos ? text : text.substr(newline + 1);
}

std::string why_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    const char* name = sigabbrev_np(WTERMSIG(status));
    return std::string("killed by SIG") + (name ? name : std::to_string(WTERMSIG(status)));
  }
  return WEXITSTATUS(status) == 0 ? "" : "exit status " + std::to_string(WEXITSTATUS(status));
}

// Between fork and exec: async-signal-safe calls only.
[[noreturn]] void become(const char* program, char* const* arguments, int input, int output, int errors, bool group) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (group) setpgid(0, 0);
  if (dup2(input, 0) >= 0 && dup2(output, 1) >= 0 && dup2(errors, 2) >= 0) execvp(program, arguments);
  _exit(127);
}


Result<ProcessEnd> run(const char* program, std::vector<std::string> words, const std::string& input,
                       const std::function<void(const std::string&)>& on_line, double seconds, bool group) {
  Descriptor in(memfd_create("input", MFD_CLOEXEC)), errors(memfd_create("errors", MFD_CLOEXEC));
  int ends[2];
  if (!in.ok() || !errors.ok() || !write_all(in.get(), input) || lseek(in.get(), 0, SEEK_SET) != 0 ||
      pipe2(ends, O_CLOEXEC) != 0)
    return system_error("the pipes of a benchmark process", errno);
  Descriptor output(ends[0]), output_end(ends[1]);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const pid_t pid = fork();
  if (pid < 0) return system_error("fork of a benchmark process", errno);
  if (pid == 0) become(program, argv.data(), in.get(), output_end.get(), errors.get(), group);
  output_end.close();

  ProcessEnd end;
  std::string pending;
  for (;;) {
    pollfd wait{output.get(), POLLIN, 0};
    const int ready = poll(&wait, 1, static_cast<int>(seconds * 1000));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) {
      kill(group ? -pid : pid, SIGKILL);
      end.why = "timed out after " + std::to_string(static_cast<int>(seconds)) + " s";
      break;
    }
    char buffer[65536];
    const ssize_t got = read(output.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    pending.append(buffer, static_cast<std::size_t>(got));
    for (std::size_t newline; (newline = pending.find('\n')) != std::string::npos;) {
      on_line(pending.substr(0, newline));
      pending.erase(0, newline + 1);
    }
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (end.why.empty()) end.why = why_it_ended(status);
  end.errors = last_line(errors.get());
  // Nothing that it started stays behind and takes time from the next one.
  if (group) kill(-pid, SIGKILL);
  return end;
}

}  // namespace

Result<ProcessEnd> run_self(const std::vector<std::string>& arguments, const std::string& input,
                            const std::function<void(const std::string&)>& on_line, double seconds) {
  std::vector<std::string> words = {"retprobe"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run("/proc/self/exe", std::move(words), input, on_line, seconds, false);
}

Result<ProcessEnd> run_command(const std::vector<std::string>& words, const std::string& input,
                               const std::function<void(const std::string&)>& on_line, double seconds) {
  return run(words.front().c_str(), words, input, on_line, seconds, true);
}

}  // namespace retprobe::harness
