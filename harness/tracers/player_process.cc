#include "harness/tracers/player_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
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

std::string content_of(const Descriptor& file) {
  std::string text;
  char piece[4096];
  for (ssize_t size;
       (size = pread(file.get(), piece, sizeof piece, static_cast<off_t>(text.size()))) > 0;)
    text.append(piece, static_cast<std::size_t>(size));
  return text;
}

// The last line that says something.
std::string last_line(std::string text) {
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
  int status = 0;
  pid_t ended;
  while ((ended = waitpid(player, &status, WNOHANG)) == 0) {
    pollfd end{handle.get(), POLLIN, 0};
    poll(&end, 1, handle.ok() ? 20 : 1);
    if (limit.look() != TimeLimit::State::within) kill(player, SIGKILL);
  }
  if (ended < 0) throw Failure(system_error("cannot wait for the player " + words[0], errno));
  output_ = content_of(output);
  if (limit.state() == TimeLimit::State::starved) throw TooBusy(limit.text());
  if (limit.state() == TimeLimit::State::over)
    end_ = "hangs: " + limit.text();
  else if (WIFSIGNALED(status))
    end_ = "crashed: " + signal_name(WTERMSIG(status));
  else if (WEXITSTATUS(status) != 0)
    end_ = "exit status " + std::to_string(WEXITSTATUS(status));
  if (const std::string said = last_line(content_of(errors)); !end_.empty() && !said.empty())
    end_ += "; it said: " + said;
}

void PlayerProcess::Unmap::operator()(History* history) const { munmap(history, sizeof *history); }

}  // namespace retprobe::harness
