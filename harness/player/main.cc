// The player: a process in which a tracer is behind the contract of adapter.h, compiled in or as a
// shared library, and in which a script is played. It loads no library of this project.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "harness/player/history.h"
#include "harness/player/history_text.h"
#include "harness/player/letters.h"
#include "harness/player/player.h"
#include "retprobe/adapter.h"

extern "C" {
// Compiled in, or null.
[[gnu::weak]] const retprobe_adapter* retprobe_get_adapter();
// The traced functions. A player has one set or both.
#define PLAY_SET(PREFIX)                                             \
  [[gnu::weak]] std::uint64_t PREFIX##f(retprobe::harness::Player*); \
  [[gnu::weak]] std::uint64_t PREFIX##g(retprobe::harness::Player*); \
  [[gnu::weak]] std::uint64_t PREFIX##h(retprobe::harness::Player*); \
  [[gnu::weak]] std::uint64_t PREFIX##k(retprobe::harness::Player*); \
  [[gnu::weak]] int PREFIX##has_tail_calls();
PLAY_SET(retprobe_play_)
PLAY_SET(retprobe_play_patchable_)
std::uint64_t retprobe_play_u(retprobe::harness::Player*);
}

namespace retprobe::harness {
namespace {

[[noreturn]] void give_up(const std::string& why) { throw std::runtime_error(why); }

const retprobe_adapter* find_adapter(const char* library) {
  const retprobe_adapter* (*get)() = retprobe_get_adapter;
  if (library) {
    void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) give_up(dlerror());
    get = reinterpret_cast<decltype(get)>(dlsym(handle, "retprobe_get_adapter"));
    if (!get)
      give_up(std::string(library) +
              ": no function retprobe_get_adapter; include/retprobe/adapter.h says what a tracer "
              "needs");
  } else if (!get) {
    give_up("no tracer is compiled in: give the path of its shared library");
  }
  const retprobe_adapter* const adapter = get();
  if (!adapter) give_up("retprobe_get_adapter() returned null");
  if (adapter->version != RETPROBE_ADAPTER_VERSION)
    give_up("the adapter has version " + std::to_string(adapter->version) +
            " of the contract, and this player has version " +
            std::to_string(RETPROBE_ADAPTER_VERSION));
  if (!adapter->name || !*adapter->name || !adapter->tracer_version)
    give_up("the adapter gives no name or no tracer_version");
  if (!adapter->start || !adapter->stop || !adapter->attach || !adapter->detach)
    give_up("the adapter leaves out start, stop, attach or detach");
  return adapter;
}

void describe(const retprobe_adapter& adapter) {
  const bool patchable = adapter.nature & RETPROBE_PATCHABLE;
  const auto tails =
      patchable ? retprobe_play_patchable_has_tail_calls : retprobe_play_has_tail_calls;
  if (!tails)
    give_up(patchable ? "this player has no functions with patchable nops"
                      : "this player has functions with patchable nops only");
  std::printf(
      "name %s\ntracer_version %s\nnature %u\nreasons %u\norder %d\ntail_calls %d\nmost_users %u\n",
      adapter.name, adapter.tracer_version, adapter.nature, adapter.reasons, adapter.order, tails(),
      adapter.most_users);
  for (const char* const* variant = adapter.variants; variant && *variant; ++variant)
    std::printf("variant %s\n", *variant);
  std::puts("end");
}

struct User {
  std::string functions;
  std::uint32_t declines_every = 0;
  bool attached = false;
  bool only_to_module = false;
};

// Says which of the adapter's functions is running.
class InAdapter {
 public:
  InAdapter(History& history, AdapterCall call, std::size_t user = 0) : history_(history) {
    history_.user = static_cast<std::uint32_t>(user);
    history_.in_adapter = call;
  }
  ~InAdapter() { history_.in_adapter = AdapterCall::none; }

 private:
  History& history_;
};

// This process ends when its parent does. (The setting is lost in a fork.)
void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(3);
}

class AdapterStage : public Stage {
 public:
  AdapterStage(const retprobe_adapter& adapter, const char* variant, History& history,
               std::vector<User> users)
      : adapter_(adapter), history_(history), users_(std::move(users)) {
    const bool patchable = adapter.nature & RETPROBE_PATCHABLE;
    const TreeFunction tree[] = {
        patchable ? retprobe_play_patchable_f : retprobe_play_f,
        patchable ? retprobe_play_patchable_g : retprobe_play_g,
        patchable ? retprobe_play_patchable_h : retprobe_play_h,
        patchable ? retprobe_play_patchable_k : retprobe_play_k,
    };
    static constexpr const char* names[][4] = {
        {"retprobe_play_f", "retprobe_play_g", "retprobe_play_h", "retprobe_play_k"},
        {"retprobe_play_patchable_f", "retprobe_play_patchable_g", "retprobe_play_patchable_h",
         "retprobe_play_patchable_k"}};
    for (std::size_t i = 0; i < 4; ++i)
      functions_[i] = {names[patchable][i], reinterpret_cast<void*>(tree[i])};
    functions_[4] = {patchable ? "retprobe_play_patchable_p" : "retprobe_play_p", nullptr};
    host_ = {.version = RETPROBE_ADAPTER_VERSION,
             .function_count = sizeof(play_functions),
             .user_count = static_cast<std::uint32_t>(users_.size()),
             .functions = functions_,
             .variant = variant,
             .entry = host_entry,
             .exit = host_exit};
    const InAdapter in(history_, AdapterCall::start);
    if (const char* const wrong = adapter.start(&host_)) give_up(std::string("start: ") + wrong);
  }

  // After the script: nobody is attached, and nothing was missed.
  std::string end() {
    std::string wrong;
    const auto say = [&wrong](const std::string& text) { wrong = wrong.empty() ? text : wrong; };
    for (std::size_t i = 0; i < users_.size(); ++i)
      if (users_[i].attached) say(detach(i));
    for (std::size_t i = 0; adapter_.missed && i < users_.size(); ++i) {
      const InAdapter in(history_, AdapterCall::missed, i);
      if (const std::uint64_t missed = adapter_.missed(static_cast<std::uint32_t>(i)))
        say(who(i) + " missed " + std::to_string(missed) + " calls, as the tracer says itself");
    }
    const InAdapter in(history_, AdapterCall::stop);
    adapter_.stop();
    return wrong;
  }

  std::size_t users() const override { return users_.size(); }
  bool is_attached(std::size_t user) const override { return users_[user].attached; }
  std::string attach(std::size_t user) override {
    User& one = users_[user];
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < sizeof(play_functions); ++i)
      if (one.functions.find(play_functions[i]) != std::string::npos && functions_[i].address)
        numbers.push_back(i);
    if (numbers.empty()) return "";
    const InAdapter in(history_, AdapterCall::attach, user);
    const char* const wrong =
        adapter_.attach(static_cast<std::uint32_t>(user), numbers.data(),
                        static_cast<std::uint32_t>(numbers.size()), one.declines_every);
    one.attached = !wrong;
    one.only_to_module = numbers.front() == 4;
    return wrong ? "attach of " + who(user) + ": " + wrong : "";
  }
  std::string detach(std::size_t user) override {
    const InAdapter in(history_, AdapterCall::detach, user);
    const char* const wrong = adapter_.detach(static_cast<std::uint32_t>(user));
    users_[user].attached = false;
    return wrong ? "detach of " + who(user) + ": " + wrong : "";
  }
  void mark(char letter) override { own_history->add_mark(letter); }
  TreeFunction function(char letter) override {
    if (letter == 'u') return retprobe_play_u;
    for (std::size_t i = 0; i < 4; ++i)
      if (play_functions[i] == letter) return reinterpret_cast<TreeFunction>(functions_[i].address);
    return nullptr;
  }

  bool has_module() const override { return module_; }
  std::string toggle_module() override {
    if (module_) {
      if (adapter_.unloaded) {
        const InAdapter in(history_, AdapterCall::unloaded);
        adapter_.unloaded(4);
      }
      functions_[4].address = nullptr;
      for (User& user : users_)
        if (user.only_to_module) user.attached = user.only_to_module = false;
      return dlclose(std::exchange(module_, nullptr)) == 0 ? "" : "dlclose failed";
    }
    const bool patchable = adapter_.nature & RETPROBE_PATCHABLE;
    char self[4096];
    const ssize_t size = readlink("/proc/self/exe", self, sizeof self);
    if (size < 0 || static_cast<std::size_t>(size) == sizeof self)
      return "/proc/self/exe: not read";
    const std::string path = std::string(self, static_cast<std::size_t>(size)) +
                             (patchable ? "_patchable_module.so" : "_module.so");
    module_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module_) return dlerror();
    functions_[4].address = dlsym(module_, functions_[4].name);
    return functions_[4].address ? "" : path + ": no " + functions_[4].name;
  }
  std::string call_module(Player& player) override {
    const auto function = reinterpret_cast<TreeFunction>(functions_[4].address);
    const std::uint64_t value = function(&player);
    return value == 'p' ? "" : "a call of p came back with " + std::to_string(value);
  }

  // The judge asks for no script that has these.
  void stop_tracing(bool) override { give_up("the contract has no step that stops all tracing"); }
  std::string configure(unsigned, unsigned, bool) override {
    return "the contract has no step that configures";
  }

  void begin_noise() override { history_is_off = true; }
  void* resolve(void** slot) override {
    return adapter_.resolve ? adapter_.resolve(slot) : nullptr;
  }
  void forked() override {
    end_with(std::exchange(process_, getpid()));
    const std::uint32_t number = history_.processes.fetch_add(1);
    if (number >= History::processes_most) give_up("the script forks too often");
    HistoryOfProcess& child = history_.of[number];
    const std::uint32_t used = own_history->used;
    std::memcpy(static_cast<void*>(child.events), own_history->events,
                sizeof(HistoryEvent) * std::min(used, HistoryOfProcess::most));
    child.used = used;
    child.state = HistoryOfProcess::plays;
    own_history = &child;
  }
  std::string wait_for(int child) override {
    int status;
    if (waitpid(child, &status, 0) != child) return "waitpid failed";
    if (WIFSIGNALED(status)) return std::string("killed by ") + strsignal(WTERMSIG(status));
    return WEXITSTATUS(status) ? "it ended with status " + std::to_string(WEXITSTATUS(status)) : "";
  }
  void end_child() override {
    own_history->state = HistoryOfProcess::ended_with_thread;
    _exit(0);
  }

 private:
  static std::string who(std::size_t user) {
    return "user " + tracer_letter(static_cast<unsigned>(user));
  }

  const retprobe_adapter& adapter_;
  History& history_;
  std::vector<User> users_;
  retprobe_function functions_[sizeof(play_functions)];
  retprobe_host host_;
  void* module_ = nullptr;
  pid_t process_ = getpid();
};

User user_of(const std::string& word) {
  const std::size_t colon = word.find(':');
  User user{word.substr(0, colon)};
  if (user.functions.find_first_not_of("fghkp") != std::string::npos)
    give_up("user '" + word + "': its functions are some of fghkp");
  if (colon != word.npos)
    user.declines_every = static_cast<std::uint32_t>(std::stoul(word.substr(colon + 1)));
  return user;
}

// What a script of somebody's own may have wrong. (The judge's are all right.)
void check(const std::string& script, std::size_t users) {
  if (users == 0) give_up("--users names no user");
  if (const std::string wrong = wrong_letters(script, users); !wrong.empty()) give_up(wrong);
  int depth = 0;
  for (const char step : script) {
    depth += (step == '(' || step == '[' || step == '{');
    depth -= (step == ')' || step == ']' || step == '}');
    if (depth < 0) break;
  }
  if (depth != 0) give_up("script: its brackets do not match");
}

// `descriptor`: of the memory that who started this shares; -1: nobody does.
History& share_history(int descriptor) {
  void* const memory =
      mmap(nullptr, sizeof(History), PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_NORESERVE | (descriptor < 0 ? MAP_ANONYMOUS : 0), descriptor, 0);
  if (memory == MAP_FAILED) give_up("no memory for the history");
  if (descriptor >= 0) close(descriptor);
  return *static_cast<History*>(memory);
}

// Returns the exit status, which says nothing of what was told.
int play(History& history, const char* library, const char* variant,
         const std::vector<std::string>& users, const std::string& script) {
  history.processes = 1;
  own_history = &history.of[0];
  own_history->state = HistoryOfProcess::plays;
  std::set_terminate([] {
    own_history->say_wrong("an exception did not reach its catch");
    std::abort();
  });
  bool open[3];
  for (int i = 0; i < 3; ++i) open[i] = fcntl(i, F_GETFD) >= 0;
  try {
    std::vector<User> all;
    for (const std::string& word : users) all.push_back(user_of(word));
    check(script, all.size());
    AdapterStage stage(*find_adapter(library), variant, history, std::move(all));
    // Not on this stack: a child that another thread forks may use that for new threads.
    const auto player = std::make_unique<Player>(stage, script);
    player->run();
    const std::string at_end = stage.end();
    if (!player->wrong().empty()) own_history->say_wrong(player->wrong());
    if (!at_end.empty()) own_history->say_wrong(at_end);
  } catch (const std::exception& error) {
    own_history->say_wrong(error.what());
  }
  for (int i = 0; i < 3; ++i)
    if (open[i] && fcntl(i, F_GETFD) < 0)
      own_history->say_wrong("the tracer closed descriptor " + std::to_string(i));
  own_history->state = HistoryOfProcess::ended;
  return 0;
}

// In a child, so that a crash loses nothing.
int play_by_hand(const char* library, const char* variant, const std::vector<std::string>& users,
                 const std::string& script, bool fork_it) {
  History& history = share_history(-1);
  const pid_t player = fork_it ? fork() : 0;
  if (player == 0) {
    play(history, library, variant, users, script);
    if (fork_it || own_history != &history.of[0]) return 0;
  }
  int status = 0;
  if (fork_it && (player < 0 || waitpid(player, &status, 0) != player)) give_up("fork failed");
  bool wrong = status != 0;
  for (std::uint32_t i = 0; i < std::min(history.processes.load(), History::processes_most); ++i) {
    if (history.of[i].used) std::puts(text_of(history.of[i]).c_str());
    wrong |= history.of[i].wrong_written;
    if (history.of[i].wrong_written) std::printf("wrong: %s\n", history.of[i].wrong);
  }
  if (WIFSIGNALED(status)) std::printf("crashed: %s\n", strsignal(WTERMSIG(status)));
  return wrong;
}

constexpr const char* usage =
    "usage: PLAYER describe [ADAPTER.so]\n"
    "       PLAYER play [ADAPTER.so] [--variant NAME] [--no-fork] --users FUNCTIONS[:N],… SCRIPT\n"
    "Plays a script with the tracer that is compiled in, or with that of a shared library, and\n"
    "prints what it told. A user declines every N-th of its calls. For example\n"
    "       PLAYER play mine.so --users fghk,fg '+A +B f(g ?h(!)) -A -B'\n"
    "+A attaches user A, -A detaches it; f(g) calls f, whose body calls g; !, ?, #, @ … are in\n"
    "harness/verify/oracle.h, and docs/adapter.md. What comes out:\n"
    "    >Af    user A was told of f's entry\n"
    "    f      f's body ran\n"
    "    <Af:v  user A was told that f returned with the value v; instead of <, it is ~ where f\n"
    "           was unwound, ! abandoned, ^ left, ? where it ended somehow\n"
    "    -      a detach has ended\n"
    "The script is played in a child, with --no-fork (for debuggers) in this process.\n"
    "Exit status 1 if it crashed or something is wrong.\n"
    "`retprobe verify --tracer` starts it, and judges.\n";

int run(int count, char** words) {
  std::vector<std::string> users, others;
  const char *library = nullptr, *variant = nullptr;
  History* history = nullptr;
  bool fork_it = true;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--variant" && i + 1 < count) {
      variant = words[++i];
    } else if (word == "--users" && i + 1 < count) {
      std::string list = words[++i];
      for (std::size_t at; !list.empty(); list.erase(0, at == list.npos ? at : at + 1)) {
        at = list.find(',');
        users.push_back(list.substr(0, at));
      }
    } else if (word == "--history") {
      history = &share_history(history_descriptor);
      end_with(history->starter);
    } else if (word == "--no-fork") {
      fork_it = false;
    } else if (word == "-h" || word == "--help") {
      std::fputs(usage, stdout);
      return 0;
    } else if (word.ends_with(".so") && !library) {
      // Without a slash, the dynamic linker would look for it elsewhere.
      library = realpath(words[i], nullptr);
      if (!library) give_up(word + ": " + strerror(errno));
    } else {
      others.push_back(word);
    }
  }
  if (others.size() == 1 && others[0] == "describe") {
    describe(*find_adapter(library));
    return std::fflush(stdout) == 0 ? 0 : 2;
  }
  if (others.size() != 2 || others[0] != "play") {
    std::fputs(usage, stderr);
    return 2;
  }
  return history ? play(*history, library, variant, users, others[1])
                 : play_by_hand(library, variant, users, others[1], fork_it);
}

}  // namespace
}  // namespace retprobe::harness

int main(int count, char** words) {
  try {
    return retprobe::harness::run(count, words);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", program_invocation_short_name, error.what());
    return 2;
  }
}
