// Frida's Interceptor behind the contract, as a library for `retprobe_player`. Frida offers its
// Interceptor to scripts that it brings into a process. So a helper, frida_agent.py, attaches to
// this process and loads a script, which gives us two functions. Each user has a listener of its
// own on each function. What Frida keeps for a listener and a call has the call's ticket.
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "retprobe/adapter.h"

namespace {

const retprobe_host* host;
std::string problem;  // the last one: its text has to stay

const char* say(const std::string& text) {
  problem = text;
  return problem.c_str();
}

struct User {
  std::uint32_t number;
  std::uint32_t declines_every = 0;
  std::atomic<std::uint64_t> entries{0};
  std::vector<void*> listeners;  // Frida's
};
std::deque<User> users;

struct Listened {
  User* user;
  std::uint32_t function;
};
std::deque<Listened> all_listened;  // Frida has their addresses

// What Frida keeps of a call for a listener.
struct OfCall {
  std::uint64_t ticket, is_declined;
};

// A function of ours, to find out when Frida works.
std::atomic<bool> was_tried{false};
[[gnu::noinline]] void try_it() { __asm__ volatile(".skip 32, 0x90"); }

void entered(const Listened* listened, OfCall* call) {
  if (!listened) {
    was_tried = true;
    return;
  }
  User& user = *listened->user;
  call->ticket = host->entry(user.number, listened->function);
  const std::uint64_t entries = ++user.entries;
  call->is_declined = user.declines_every != 0 && entries % user.declines_every == 0;
}

void left(const Listened* listened, const OfCall* call, std::uint64_t value) {
  if (listened && !call->is_declined)
    host->exit(listened->user->number, listened->function, RETPROBE_RETURNED, &value, call->ticket);
}

// What this library and the script know of each other. The script finds it by its address.
struct Meeting {
  decltype(&entered) on_entry = entered;
  decltype(&left) on_exit = left;
  // Of the script. attach returns null, or what went wrong.
  const char* (*attach)(void* function, const Listened* data, void** listener) = nullptr;
  void (*detach)(void* listener) = nullptr;
} meeting;

std::string helper_script() {
  Dl_info self;
  if (!dladdr(reinterpret_cast<void*>(&helper_script), &self)) return "frida_agent.py";
  const std::string path = self.dli_fname;
  return path.substr(0, path.rfind('/') + 1) + "frida_agent.py";
}

// What is attached while another thread is in Frida's script takes effect when that thread leaves
// it. The thread that loaded the script may be late.
const char* wait_until_it_works() {
  void* listener = nullptr;
  if (const char* const wrong = meeting.attach(reinterpret_cast<void*>(try_it), nullptr, &listener))
    return say(wrong);
  for (int i = 0; i < 5000 && !was_tried; ++i) {
    try_it();
    usleep(1000);
  }
  meeting.detach(listener);
  return was_tried ? nullptr : "Frida's listeners are not called";
}

// The helper says "ready", or what went wrong. It ends when this process does: its input ends then.
const char* start(const retprobe_host* the_host) {
  host = the_host;
  const char* const chosen = getenv("RETPROBE_FRIDA_PYTHON");
  const std::string python = chosen ? chosen : FRIDA_PYTHON, script = helper_script(),
                    process = std::to_string(getpid()),
                    place = std::to_string(reinterpret_cast<std::uintptr_t>(&meeting));
  int to[2], from[2];
  if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) return "no pipes";
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], 0);
  posix_spawn_file_actions_adddup2(&actions, from[1], 1);
  const char* const words[] = {python.c_str(), script.c_str(), process.c_str(), place.c_str(),
                               nullptr};
  pid_t helper;
  const int wrong = posix_spawn(&helper, python.c_str(), &actions, nullptr,
                                const_cast<char* const*>(words), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(to[0]);
  close(from[1]);
  if (wrong != 0) return say(python + ": " + strerror(wrong));
  std::string said;
  char part[256];
  for (ssize_t size; said.find('\n') == said.npos && (size = read(from[0], part, sizeof part)) > 0;)
    said.append(part, static_cast<std::size_t>(size));
  close(from[0]);
  said = said.substr(0, said.find('\n'));
  if (said != "ready") return say("frida_agent.py: " + (said.empty() ? "it ended" : said));
  return wait_until_it_works();
}

// Nothing: when Frida goes while this process ends, some processes hang in what it leaves behind.
void stop() {}

const char* attach(std::uint32_t number, const std::uint32_t* functions, std::uint32_t count,
                   std::uint32_t decline_every) {
  while (users.size() <= number) {
    users.emplace_back();
    users.back().number = static_cast<std::uint32_t>(users.size() - 1);
  }
  User& user = users[number];
  user.declines_every = decline_every;
  for (std::uint32_t i = 0; i < count; ++i) {
    all_listened.push_back({&user, functions[i]});
    void* listener = nullptr;
    if (const char* const wrong =
            meeting.attach(host->functions[functions[i]].address, &all_listened.back(), &listener))
      return say(wrong);
    user.listeners.push_back(listener);
  }
  return nullptr;
}

const char* detach(std::uint32_t number) {
  for (void* const listener : users[number].listeners) meeting.detach(listener);
  users[number].listeners.clear();
  return nullptr;
}

}  // namespace

const retprobe_adapter* retprobe_get_adapter() {
  static const retprobe_adapter adapter = {
      .version = RETPROBE_ADAPTER_VERSION,
      .nature = RETPROBE_USERS | RETPROBE_ENTRY_DATA | RETPROBE_VALUES | RETPROBE_ATTACH_IN_FLIGHT |
                RETPROBE_DETACH_IN_FLIGHT | RETPROBE_THREADS | RETPROBE_MODULES | RETPROBE_FORK |
                RETPROBE_DECLINES,
      .reasons = 1 << RETPROBE_RETURNED,
      .order = RETPROBE_AS_ENTRIES,
      .most_users = 2,  // GUM_MAX_LISTENERS_PER_FUNCTION
      .name = "frida",
      .tracer_version = FRIDA_VERSION,
      .variants = nullptr,
      .start = start,
      .stop = stop,
      .attach = attach,
      .detach = detach,
      .unloaded = nullptr,
      .missed = nullptr,
      .resolve = nullptr,
  };
  return &adapter;
}
