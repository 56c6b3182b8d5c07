#include "harness/tracers/player_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "harness/descriptor.h"
#include "harness/injection/stepper.h"
#include "harness/injection/time_limit.h"
#include "harness/must.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

Descriptor memory_file(const char* name, std::size_t bytes = 0) {
  Descriptor file(memfd_create(name, MFD_CLOEXEC));
  if (!file.ok() || ftruncate(file.get(), static_cast<off_t>(bytes)) != 0)
    throw Failure(system_error("no memory to share with a player", errno));
  return file;
}

constexpr off_t most_written = 16'000'000;
constexpr off_t most_last_words = 4096;

off_t size_of(const Descriptor& file) {
  struct stat about;
  return fstat(file.get(), &about) == 0 ? about.st_size : 0;
}

// At most `most` bytes, from `from` on.
std::string part_of(const Descriptor& file, off_t from, off_t most) {
  std::string text(static_cast<std::size_t>(std::clamp<off_t>(size_of(file) - from, 0, most)), 0);
  const ssize_t size = pread(file.get(), text.data(), text.size(), from);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, size)));
  return text;
}

// The last line that says something, or its end.
std::string last_line(const Descriptor& file) {
  const off_t from = std::max<off_t>(0, size_of(file) - most_last_words);
  std::string text = from_character(part_of(file, from, most_last_words));
  while (!text.empty() && isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

pid_t start(const std::vector<std::string>& words, const Descriptor& history,
            const Descriptor& output, const Descriptor& errors) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output.get(), 1);
  posix_spawn_file_actions_adddup2(&actions, errors.get(), 2);
  posix_spawn_file_actions_adddup2(&actions, history.get(), history_descriptor);
  pid_t player = -1;
  const int error =
      posix_spawn(&player, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error) throw Failure(system_error("cannot start the player " + words[0], error));
  return player;
}

}  // namespace

PlayerProcess::PlayerProcess(const std::vector<std::string>& words, double seconds) {
  // None of them has the number that the player knows its history by.
  Descriptor spare;
  if (fcntl(history_descriptor, F_GETFD) < 0) spare = Descriptor(open("/dev/null", O_RDONLY));
  const Descriptor history = memory_file("history", sizeof(History)),
                   output = memory_file("output"), errors = memory_file("errors");
  void* const memory = mmap(nullptr, sizeof(History), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_NORESERVE, history.get(), 0);
  if (memory == MAP_FAILED) throw Failure(system_error("no memory for a history", errno));
  history_.reset(static_cast<History*>(memory));
  history_->starter = getpid();

  const pid_t player = start(words, history, output, errors);
  const Descriptor handle(static_cast<int>(syscall(SYS_pidfd_open, player, 0)));
  TimeLimit limit(player, seconds);
  const auto writes_without_end = [&] {
    return size_of(output) > most_written || size_of(errors) > most_written;
  };
  int status = 0;
  pid_t ended;
  while ((ended = waitpid(player, &status, WNOHANG)) == 0) {
    pollfd end{handle.get(), POLLIN, 0};
    poll(&end, 1, handle.ok() ? 20 : 1);
    if (limit.look() != TimeLimit::State::within || writes_without_end()) kill(player, SIGKILL);
  }
  if (ended < 0) throw Failure(system_error("cannot wait for the player " + words[0], errno));
  output_ = part_of(output, 0, most_written);
  if (writes_without_end())
    end_ = "it writes without end: more than " + std::to_string(most_written / 1'000'000) + " MB";
  else if (limit.state() == TimeLimit::State::starved)
    throw TooBusy(limit.text());
  else if (limit.state() == TimeLimit::State::over)
    end_ = "hangs: " + limit.text();
  else if (WIFSIGNALED(status))
    end_ = "crashed: " + signal_name(WTERMSIG(status));
  else if (WEXITSTATUS(status) != 0)
    end_ = "exit status " + std::to_string(WEXITSTATUS(status));
  if (const std::string said = last_line(errors); !end_.empty() && !said.empty())
    end_ += "; it said: " + said;
}

void PlayerProcess::Unmap::operator()(History* history) const { munmap(history, sizeof *history); }

}  // namespace retprobe::harness
