// Runs tools, and reads what they print.
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "harness/scenarios/unwinding/unwind_outside.h"
#include "harness/verify/test_bench.h"

extern char** environ;

namespace retprobe::harness::unwinding {
namespace {

std::string read_whole(int descriptor) {
  std::string text;
  char buffer[1 << 16];
  off_t at = 0;
  while (true) {
    const ssize_t count = pread(descriptor, buffer, sizeof buffer, at);
    if (count < 0 && errno == EINTR) continue;
    require(count >= 0, "cannot read what a tool wrote");
    if (count == 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
    at += count;
  }
}

class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : descriptor_(memfd_create(name, MFD_CLOEXEC)) {
    if (descriptor_ < 0)
      throw Unavailable(Lack::permission, "no file for what a tool writes: memfd_create: " +
                                              std::string(std::strerror(errno)));
  }
  ~MemoryFile() { close(descriptor_); }
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace

Ran run_tool(const std::vector<std::string>& command, const char* package) {
  const MemoryFile out("out"), err("err");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.get(), STDERR_FILENO);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT)
    throw Unavailable(Lack::package, command[0] + " is not installed (Debian package " +
                                         std::string(package) + ")");
  require(error == 0, "cannot start " + command[0] + ": " + std::string(std::strerror(error)));
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) require(errno == EINTR, "waitpid failed");
  return {status, read_whole(out.get()), read_whole(err.get())};
}

Outcome tool_failed(const std::string& what, const Ran& ran) {
  std::string words = ran.err.empty() ? ran.out : ran.err;
  if (words.size() > 400) words.erase(0, words.size() - 400);
  if (WIFSIGNALED(ran.status))
    return fail(what + " was killed by signal " + std::to_string(WTERMSIG(ran.status)) + ": " +
                words);
  for (const char* refusal :
       {"Operation not permitted", "Permission denied", "perf_event_paranoid"})
    if (ran.err.find(refusal) != std::string::npos || ran.out.find(refusal) != std::string::npos)
      return unavailable(
          Lack::permission,
          what + " is not permitted; see " +
              (what.starts_with("perf") ? "kernel.perf_event_paranoid and CAP_PERFMON: "
                                        : "kernel.yama.ptrace_scope and CAP_SYS_PTRACE: ") +
              words);
  return fail(what + " ended with status " + std::to_string(ran.status) + ": " + words);
}

TemporaryFolder::TemporaryFolder() {
  const char* const root = std::getenv("TMPDIR");
  path_ = std::string(root && *root ? root : "/tmp") + "/retprobe-unwind-XXXXXX";
  require(mkdtemp(path_.data()) != nullptr, "cannot make a folder like " + path_ + "; set TMPDIR");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // a folder that stays behind does no harm to the result
  std::filesystem::remove_all(path_, ignored);
}

std::string this_process() { return std::to_string(getpid()); }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::uintptr_t hexadecimal(std::string_view word) {
  if (word.starts_with("0x")) word.remove_prefix(2);
  std::uintptr_t value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value, 16);
  return value;
}

// Uses gdb's Python, since `backtrace` leaves out an address that is the first of a source line. It
// skips the frame of an inlined function, which is the same frame once more. gdb takes seconds to
// index the debugging information. It keeps the index (in ~/.cache/gdb) for the next cell, whose
// files are the same.
std::vector<std::string> gdb_command(const std::vector<std::string>& target) {
  std::vector<std::string> command = {"gdb", "-nx", "-iex", "set index-cache enabled on", "-batch"};
  command.insert(command.end(), target.begin(), target.end());
  command.emplace_back("-ex");
  command.emplace_back(R"(python exec("""
for thread in gdb.selected_inferior().threads():
  thread.switch()
  print("thread", thread.ptid[1])
  frame = gdb.newest_frame()
  while frame is not None:
    if frame.type() != gdb.INLINE_FRAME:
      print("frame %x %x %s" % (frame.pc(), int(frame.read_register("rsp")) % 2**64, frame.name()))
    frame = frame.older()
""".replace(chr(10), "\n")))");
  return command;
}

std::vector<StoppedThread> gdb_printed(std::string_view text) {
  std::vector<StoppedThread> threads;
  for (const std::string_view line : split(text, '\n')) {
    const std::vector<std::string_view> words = split(line, ' ');
    if (words.size() == 2 && words[0] == "thread")
      threads.push_back({std::atoi(std::string(words[1]).c_str()), {}});
    if (words.size() >= 4 && words[0] == "frame" && !threads.empty())
      threads.back().frames.push_back(
          {hexadecimal(words[1]), hexadecimal(words[2]), std::string(words[3])});
  }
  return threads;
}

// Reads "TID 12:" and then "#0  0x0000… symbol" for each frame.
std::vector<StoppedThread> eu_stack_printed(std::string_view text) {
  std::vector<StoppedThread> threads;
  for (const std::string_view line : split(text, '\n')) {
    const std::vector<std::string_view> words = split(line, ' ');
    if (words.size() == 2 && words[0] == "TID")
      threads.push_back({std::atoi(std::string(words[1]).c_str()), {}});
    if (words.size() >= 2 && words[0].starts_with('#') && !threads.empty())
      threads.back().frames.push_back(
          {hexadecimal(words[1]), 0, words.size() > 2 ? std::string(words[2]) : std::string()});
  }
  return threads;
}

}  // namespace retprobe::harness::unwinding
