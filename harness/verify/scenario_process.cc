#include "harness/verify/scenario_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <type_traits>
#include <utility>

#include "harness/injection/stepper.h"
#include "harness/text.h"
#include "harness/verify/findings.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

// The child writes this header, the detail and the figures. Anything else is garbage.
struct ReportHeader {
  std::uint64_t word;
  std::uint32_t verdict, lack;
  std::uint32_t detail_bytes, spare;
  std::uint64_t injection_points, injection_failures;
  std::uint64_t figures_bytes;
};
static_assert(std::is_trivially_copyable_v<ReturnFigures>);
// An exhaustive run has up to this many times the work, so the time limit is this many times
// higher.
constexpr double exhaustive_patience = 20;
constexpr std::uint64_t report_word = 0x74726f7065722021;
constexpr std::size_t most_detail = 16 * 1024;
constexpr std::size_t most_log = 4 * 1024;
constexpr std::size_t log_tail_bytes = 300;

bool write_all(int descriptor, const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size) {
    const ssize_t written = write(descriptor, at, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    at += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

Outcome run_scenario(const Scenario& scenario, const Cell& cell) {
  // A design without transfers takes any.
  const Configuration configuration{cell.design, cell.transfer == "-" ? "paired" : cell.transfer};
  if (Error error = scenario.options.is_ours ? configure(configuration) : Error())
    return fail("cannot configure " + to_string(cell) + ": " + error.message());
  try {
    return scenario.run(cell);
  } catch (const Unavailable& missing) {
    return unavailable(missing.lack, missing.what());
  } catch (const TooBusy& missing) {
    return unavailable(Lack::time, missing.what());
  } catch (const NotPermitted& missing) {
    return unavailable(Lack::permission, missing.what());
  } catch (const std::exception& exception) {
    return fail(exception.what());
  }
}

[[noreturn]] void child_main(const Scenario& scenario, const Cell& cell, Findings* shared,
                             int report, int log, int parent) {
  findings = shared;
  // A process group of its own: a kill of the group also ends what the scenario forked. The child
  // also ends when its parent ends.
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(3);
  // The parent prints its results to standard output, so the scenario's output goes to the log.
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null >= 0) dup2(null, STDIN_FILENO);
  if (dup2(log, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0) _exit(3);
  Outcome outcome = look_first(run_scenario(scenario, cell), *findings);
  if (outcome.detail.size() > most_detail) outcome.detail.resize(most_detail);
  const std::size_t figures_bytes = outcome.returns.size() * sizeof(ReturnFigures);
  const ReportHeader header{report_word,
                            static_cast<std::uint32_t>(outcome.verdict),
                            static_cast<std::uint32_t>(outcome.lack),
                            static_cast<std::uint32_t>(outcome.detail.size()),
                            0,
                            outcome.injection_points,
                            outcome.injection_failures,
                            figures_bytes};
  std::string text(sizeof header, '\0');
  std::memcpy(text.data(), &header, sizeof header);
  text += outcome.detail;
  text.append(reinterpret_cast<const char*>(outcome.returns.data()), figures_bytes);
  std::fflush(stdout);
  _exit(write_all(report, text.data(), text.size()) ? 0 : 3);
}

// Reads whatever is there now, and closes the descriptor at the end of the file. Keeps at least the
// last `most` bytes (0: everything).
void drain(int& descriptor, std::string& text, std::size_t most) {
  char buffer[4096];
  while (descriptor >= 0) {
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;
    if (count == 0) {
      close(std::exchange(descriptor, -1));
      return;
    }
    text.append(buffer, static_cast<std::size_t>(count));
    if (most && text.size() > 2 * most) text.erase(0, text.size() - most);
  }
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

std::string one_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  std::string line;
  for (const char c : text) {
    if (c == '\n')
      line += " / ";
    else
      line += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  }
  return line;
}

}  // namespace

Result<ScenarioProcess> ScenarioProcess::start(const Scenario& scenario, const Cell& cell) {
  int report[2], log[2];
  if (pipe2(report, O_CLOEXEC))
    return system_error("cannot make a pipe for a scenario's verdict", errno);
  if (pipe2(log, O_CLOEXEC)) {
    const int error = errno;
    close(report[0]);
    close(report[1]);
    return system_error("cannot make a pipe for a scenario's messages", error);
  }
  void* const shared =
      mmap(nullptr, sizeof(Findings), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    const int error = errno;
    for (const int descriptor : {report[0], report[1], log[0], log[1]}) close(descriptor);
    return system_error("cannot share memory with a scenario", error);
  }
  ScenarioProcess child;
  child.findings_ = new (shared) Findings;
  child.report_ = report[0];
  child.log_ = log[0];
  child.started_ = std::chrono::steady_clock::now();
  std::fflush(nullptr);  // otherwise the child would write the parent's buffered text again
  const int parent = getpid();
  child.pid_ = fork();
  if (child.pid_ == 0) {
    close(report[0]);
    close(log[0]);
    child_main(scenario, cell, child.findings_, report[1], log[1], parent);
  }
  const int error = errno;
  close(report[1]);
  close(log[1]);
  if (child.pid_ < 0)
    return system_error("cannot fork a process for scenario " + std::string(scenario.name), error);
  setpgid(child.pid_, child.pid_);  // the child does the same: either may come first
  child.limit_.emplace(child.pid_,
                       scenario.options.seconds * (exhaustive() ? exhaustive_patience : 1));
  fcntl(child.report_, F_SETFL, O_NONBLOCK);
  fcntl(child.log_, F_SETFL, O_NONBLOCK);
  return child;
}

ScenarioProcess::ScenarioProcess(ScenarioProcess&& other) noexcept { *this = std::move(other); }
ScenarioProcess& ScenarioProcess::operator=(ScenarioProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(report_, other.report_);
  std::swap(log_, other.log_);
  std::swap(findings_, other.findings_);
  limit_.swap(other.limit_);
  seconds_ = other.seconds_;
  processor_seconds_ = other.processor_seconds_;
  started_ = other.started_;
  report_text_.swap(other.report_text_);
  log_text_.swap(other.log_text_);
  return *this;
}

ScenarioProcess::~ScenarioProcess() {
  if (pid_ > 0) {
    kill(-pid_, SIGKILL);
    kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (report_ >= 0) close(report_);
  if (log_ >= 0) close(log_);
  if (findings_) munmap(findings_, sizeof *findings_);
}

// A child that ends closes its pipes, and poll() returns at once. When the child's own children
// hold the pipes open, only a look at the child shows its end.
Error ScenarioProcess::wait_for_any(const std::vector<const ScenarioProcess*>& children) {
  std::vector<pollfd> polled;
  int wait_ms = 50;
  for (const ScenarioProcess* child : children) {
    for (const int descriptor : {child->report_, child->log_})
      polled.push_back({descriptor, POLLIN, 0});
    if (child->report_ < 0 && child->log_ < 0) wait_ms = 1;
  }
  if (!polled.empty() && poll(polled.data(), polled.size(), wait_ms) < 0 && errno != EINTR)
    return system_error("cannot wait for scenarios", errno);
  return {};
}

bool ScenarioProcess::finished(Outcome& outcome) {
  int status = 0;
  rusage used{};
  const pid_t ended = wait4(pid_, &status, WNOHANG, &used);
  // Reads before it looks at the clock: what the child wrote in time counts.
  drain(report_, report_text_, 0);
  drain(log_, log_text_, most_log);
  if (ended == 0 || (ended < 0 && errno == EINTR)) {
    if (limit_->look() != TimeLimit::State::within) {
      kill(-pid_, SIGKILL);
      kill(pid_, SIGKILL);
    }
    return false;
  }
  if (ended < 0) {
    outcome =
        fail("its process was waited for by somebody else: " + std::string(std::strerror(errno)));
  } else {
    kill(-pid_, SIGKILL);  // ends what it forked and left behind
    outcome = judge(status);
  }
  pid_ = -1;
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  processor_seconds_ = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  return true;
}

std::string ScenarioProcess::log_tail() const {
  std::string line = one_line(log_text_);
  if (line.empty()) return {};
  if (line.size() > log_tail_bytes)
    line = "…" + from_character(line.substr(line.size() - log_tail_bytes));
  return "; it said: " + line;
}

Outcome ScenarioProcess::judge(int status) {
  // A child that ended by itself before the kill keeps its own verdict.
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
    if (limit_->state() == TimeLimit::State::over) return fail(limit_->text() + log_tail());
    if (limit_->state() == TimeLimit::State::starved)
      return look_first(unavailable(Lack::time, limit_->text()), *findings_);
  }
  if (WIFSIGNALED(status)) return fail("crashed: " + signal_name(WTERMSIG(status)) + log_tail());
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
    return fail("ended with exit status " + std::to_string(WEXITSTATUS(status)) + log_tail());
  if (report_text_.empty()) return fail("ended without a verdict" + log_tail());
  ReportHeader header{};
  if (report_text_.size() >= sizeof header)
    std::memcpy(&header, report_text_.data(), sizeof header);
  if (header.word != report_word || report_text_.size() - sizeof header < header.detail_bytes ||
      header.figures_bytes != report_text_.size() - sizeof header - header.detail_bytes ||
      header.figures_bytes % sizeof(ReturnFigures) != 0 ||
      header.verdict > static_cast<std::uint32_t>(Verdict::unavailable) ||
      header.lack >= lack_count)
    return fail("reported " + std::to_string(report_text_.size()) + " bytes that are no verdict" +
                log_tail());
  Outcome outcome{static_cast<Verdict>(header.verdict),
                  one_line(report_text_.substr(sizeof header, header.detail_bytes)),
                  header.injection_points, header.injection_failures,
                  std::vector<ReturnFigures>(header.figures_bytes / sizeof(ReturnFigures))};
  outcome.lack = static_cast<Lack>(header.lack);
  if (!outcome.returns.empty())
    std::memcpy(outcome.returns.data(), report_text_.data() + sizeof header + header.detail_bytes,
                header.figures_bytes);
  if (outcome.verdict == Verdict::fail) outcome.detail += log_tail();
  return outcome;
}

}  // namespace retprobe::harness
