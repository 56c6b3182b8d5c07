// The agent of `retprobe run`: a library that is preloaded into a program. It attaches a counting
// tracer before main, to modules that are opened later as soon as they are mapped, and keeps the
// process's entry on the board up to date (board.h).
//
// Its name is in the program's LD_PRELOAD, and the board is a descriptor. Before main it takes both
// out of the program's sight.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "clients/graph/clock.h"
#include "clients/graph/recorder.h"
#include "clients/graph/trace.h"
#include "clients/run/board.h"
#include "clients/run/calibrated.h"
#include "clients/run/calibration.h"
#include "clients/run/counter.h"
#include "clients/run/module_hook.h"
#include "clients/run/timer.h"
#include "core/blocks/attachment.h"
#include "core/hooks/design_table.h"
#include "core/hooks/stacks.h"
#include "retprobe/probe.h"

extern "C" {
[[gnu::visibility("hidden")]] void* retprobe_real_vfork = nullptr;
}

namespace retprobe::run {
namespace {

void tell(char (&place)[1024], const std::string& text) {
  std::snprintf(place, sizeof place, "%s", text.c_str());
}

std::vector<std::string> lines_of(const char* text) {
  std::vector<std::string> lines;
  while (*text) {
    const char* const end = std::strchr(text, '\n');
    lines.emplace_back(text, end ? static_cast<std::size_t>(end - text) : std::strlen(text));
    text = end ? end + 1 : text + std::strlen(text);
  }
  return lines;
}

class Agent {
 public:
  Agent(Board& board, int descriptor)
      : board_(&board),
        functions_(lines_of(board.functions)),
        excluded_(lines_of(board.excluded)),
        descriptor_(descriptor) {}

  /// Attaches for the first time.
  Error start();
  /// Attaches to what is selected and not attached yet. The first call makes room for it.
  Error attach_new();
  /// In a child of `parent`, which has its memory for itself. Async-signal-safe.
  void begin_child(int parent);
  /// Says how this process is ending, and what it missed. Async-signal-safe.
  void publish(Stage stage);
  /// Another process is to run with this one's memory and thread-local storage.
  void end_tracing();
  /// Makes what the calling thread's first hit needs, so that the hit asks the kernel for nothing:
  /// a seccomp filter may end the process. Async-signal-safe.
  void prepare(int thread);
  bool is_probed() const { return is_probed_; }
  /// From now on, a process may run in this one's memory.
  void expect_shared_memory() { may_be_shared_ = true; }
  void back_from_exec() {
    if (is_this_process())
      process_->stage.store(Stage::running);
    else
      --board_->uncounted_execs;
  }
  /// False in a child that has not begun, and in one that shares this process's memory (vfork).
  /// Asks the kernel only where there may be one of those.
  bool is_this_process() const {
    return process_ && *began_ && (!may_be_shared_ || process_->id.load() == getpid());
  }
  Board& board() { return *board_; }

 private:
  void take_region(int parent);
  template <class Visit>
  void for_each_missed(Visit visit);
  std::vector<const Site*> select();
  Error make_room(std::size_t functions);
  void number(const std::vector<const Site*>& sites);
  void write_function(std::uint32_t number, const Site& site, const std::string& refusal);
  void list_function(const Site& site, const std::string& refusal);
  Text write(const std::string& text);
  void* map_region(std::uint32_t index) const;

  /// Measures what it costs to record or to time a call.
  Error calibrate();
  /// Writes all selected functions on the board.
  Error list();
  bool records() const { return board_->mode == Mode::record; }

  Board* board_;
  Counter counter_{};
  graph::Recorder recorder_{};
  graph::CodeRange core_ = graph::core_code();
  std::optional<Tracer> tracer_;
  std::vector<std::string> functions_, excluded_;
  int descriptor_;  // of the board; -1 once there is room
  // This process's region, or an ancestor's if this process has none.
  void* region_ = nullptr;
  std::uint32_t region_index_ = 0;
  Process* process_ = nullptr;
  Process unseen_{};                // there are too many processes: this one is not on the board
  std::atomic<long> attaching_{0};  // the thread that attaches
  std::atomic<bool> is_probed_{false};
  std::atomic<bool> may_be_shared_{false};
  bool* began_ = nullptr;  // the kernel makes it false in a child that has memory of its own
  // Of functions on the board: all that this tracer was attached to.
  std::unordered_map<const Site*, std::uint32_t> numbers_;
  std::unordered_set<const Site*> with_histogram_;
  // A module that is closed and opened again has new sites, and the same functions.
  std::map<std::pair<std::string, std::string>, std::uint32_t> functions_of_modules_;
  std::unordered_map<std::string, Text> modules_;
};

Error Agent::start() {
  timespec before, after;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
  if (Error error = configure({.design = board_->design, .transfer = board_->transfer}))
    return error;
  if (board_->mode == Mode::list) return list();
  TracerOptions options = {"retprobe run", count_entry, count_exit, &counter_};
  if (records()) options = record_options(recorder_);
  if (board_->mode == Mode::time) options = time_options(counter_);
  Result<Tracer> tracer = Tracer::make(options);
  if (!tracer.ok()) return tracer.error();
  tracer_ = *std::move(tracer);
  if (board_->mode != Mode::count)
    if (Error error = calibrate()) return error;
  if (Error error = attach_new()) return error;
  prepare(current_tid());
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
  board_->setup_ns = static_cast<std::uint64_t>((after.tv_sec - before.tv_sec) * 1'000'000'000 +
                                                after.tv_nsec - before.tv_nsec);
  return {};
}

Error Agent::calibrate() {
  const auto costs = board_->mode == Mode::time
                         ? calibrate_timing(*tracer_, counter_)
                         : calibrate_recording(*tracer_, recorder_, core_);
  if (!costs.ok()) return costs.error();
  board_->added_ticks = costs->added_ticks;
  board_->shown_ticks = costs->shown_ticks;
  board_->counting_ticks = costs->counting_ticks;
  return {};
}

std::vector<const Site*> Agent::select() {
  std::unordered_set<const Site*> excluded, seen;
  if (const auto own = site_at(reinterpret_cast<std::uintptr_t>(&calibrated)); own.ok())
    excluded.insert(*own);
  if (const auto all = all_sites(); all.ok()) board_->known = all->size() - excluded.size();
  for (const std::string& pattern : excluded_)
    if (const auto sites = find_sites(pattern); sites.ok())
      excluded.insert(sites->begin(), sites->end());
  std::vector<const Site*> selected;
  std::uint64_t refused = 0;
  const bool framed = find_design(configuration().design)->facts.is_framed();
  std::string not_found;
  for (const std::string& pattern : functions_) {
    const auto sites = find_sites(pattern);
    if (!sites.ok()) {  // it may be in a module that is opened later
      not_found += (not_found.empty() ? "" : "\n") + sites.error().message();
      continue;
    }
    for (const Site* site : *sites) {
      if (!site->mapped || excluded.contains(site) || !seen.insert(site).second) continue;
      if (numbers_.contains(site)) continue;
      const StackArguments arguments = framed ? site->stack_arguments() : StackArguments::none;
      if (!site->refusal.empty() || arguments == StackArguments::some) {
        const std::string why =
            site->refusal.empty() ? "it uses arguments on the stack" : site->refusal;
        if (refused++ == 0) tell(board_->a_refusal, site->name + ": " + why);
        if (board_->mode == Mode::list) list_function(*site, why);
        continue;
      }
      board_->unclear += arguments == StackArguments::unknown;
      selected.push_back(site);
    }
  }
  board_->refused = std::max(board_->refused.load(), refused);
  tell(board_->not_found, not_found);
  if (*board_->histogram) {
    const auto sites = find_sites(board_->histogram);
    if (sites.ok()) with_histogram_.insert(sites->begin(), sites->end());
    tell(board_->no_histogram, with_histogram_.empty() ? sites.error().message() : "");
  }
  return selected;
}

Error Agent::list() {
  board_->capacity = most_functions;
  for (const Site* site : select()) list_function(*site, "");
  return {};
}

void Agent::list_function(const Site& site, const std::string& refusal) {
  const std::uint32_t number = board_->function_count.fetch_add(1);
  if (number < board_->capacity)
    write_function(number, site, refusal);
  else
    ++board_->left_out;
}

Error Agent::make_room(std::size_t functions) {
  constexpr std::size_t least = 4096;
  const auto wanted = std::bit_ceil(std::max(least, 2 * functions));
  const auto capacity = static_cast<std::uint32_t>(std::min<std::size_t>(wanted, most_functions));
  std::size_t region = Counters::bytes(capacity);
  if (board_->mode == Mode::time) region += Durations::bytes(capacity);
  if (records()) {
    const auto recording =
        graph::recording_bytes("--calls", board_->threads, board_->calls_per_thread);
    if (!recording.ok()) return recording.error();
    region = *recording;
  }
  board_->capacity = counter_.capacity = capacity;
  board_->region_bytes = (region + 4095) & ~4095ul;
  if (ftruncate(descriptor_, static_cast<off_t>(board_->bytes(most_processes))) != 0)
    return system_error("the memory for counts", errno);
  region_ = mmap(nullptr, board_->region_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_,
                 static_cast<off_t>(Board::regions_at()));
  if (region_ == MAP_FAILED)
    return system_error("the memory for counts: " + std::to_string(board_->region_bytes >> 20) +
                            " MiB of addresses are not available (ulimit -v?)",
                        errno);
  (void)madvise(region_, board_->region_bytes, MADV_DONTDUMP);
  constexpr std::size_t page = 4096;
  void* const began =
      mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (began == MAP_FAILED) return system_error("a page that a fork wipes", errno);
  began_ = static_cast<bool*>(began);
  if (madvise(began, page, MADV_WIPEONFORK) != 0) may_be_shared_ = true;  // before Linux 4.14
  close(descriptor_);
  descriptor_ = -1;
  take_region(0);
  return {};
}

// Maps a later process's region of the board, whose descriptor is closed. mremap with an old size
// of 0 maps a shared mapping's memory once more, and as much of its file behind it as is asked for.
void* Agent::map_region(std::uint32_t index) const {
  const std::size_t bytes = board_->region_bytes;
  void* from = region_;
  for (std::uint32_t at = region_index_; at < index; ++at) {
    void* const both = mremap(from, 0, 2 * bytes, MREMAP_MAYMOVE);
    if (from != region_) munmap(from, bytes);
    if (both == MAP_FAILED) return nullptr;
    munmap(both, bytes);
    from = static_cast<char*>(both) + bytes;
  }
  return from;
}

Text Agent::write(const std::string& text) {
  const auto bytes = static_cast<std::uint32_t>(text.size());
  const std::uint32_t at = board_->text_used.fetch_add(bytes);
  if (at + std::size_t{bytes} > text_bytes) return {0, 0};
  std::memcpy(board_->text() + at, text.data(), bytes);
  return {at, bytes};
}

void Agent::write_function(std::uint32_t number, const Site& site, const std::string& refusal) {
  auto [module, is_new_module] = modules_.try_emplace(site.module);
  if (is_new_module) module->second = write(site.module);
  Function& function = board_->function(number);
  if (process_) function.process = static_cast<std::uint32_t>(process_ - board_->processes);
  function.site = reinterpret_cast<std::uintptr_t>(&site);
  function.name = write(site.name);
  function.module = module->second;
  function.refusal = write(refusal);
  if (with_histogram_.contains(&site)) {
    const std::uint32_t index = board_->histograms_taken.fetch_add(1);
    function.histogram = index < most_histograms ? index + 1 : 0;
  }
  function.complete.store(true, std::memory_order_release);
}

// Gives the sites their numbers on the board, and makes a table in which the hooks find them.
void Agent::number(const std::vector<const Site*>& sites) {
  for (const Site* site : sites) {
    // A recording names sites by their addresses, so each site has an entry.
    auto [known, is_new] = functions_of_modules_.try_emplace({site->module, site->name});
    is_new |= records();
    if (is_new) known->second = board_->function_count.fetch_add(1);
    const std::uint32_t number = known->second;
    if (number >= board_->capacity) {
      board_->left_out += is_new;
      continue;
    }
    if (is_new) write_function(number, *site, "");
    numbers_.emplace(site, number);
  }
  if (records()) return;
  const std::size_t size = std::bit_ceil(2 * numbers_.size() + 1);
  // Never freed: hooks may read the one before.
  auto* const table = new SiteNumbers{size - 1, new SiteNumbers::Entry[size]{}};
  for (const auto& [site, number] : numbers_) {
    std::uint64_t at = SiteNumbers::hash(site);
    while (table->entries[at & table->mask].site.load(std::memory_order_relaxed)) ++at;
    table->entries[at & table->mask].number = number;
    table->entries[at & table->mask].histogram = board_->function(number).histogram;
    table->entries[at & table->mask].site.store(site, std::memory_order_relaxed);
  }
  counter_.numbers.store(table, std::memory_order_release);
}

Error Agent::attach_new() {
  const long self = syscall(SYS_gettid);
  if (attaching_.load() == self) return {};  // attaching made the dynamic linker load something
  attaching_.store(self);
  Error error;
  std::vector<const Site*> sites = select();
  if (!process_) error = make_room(sites.size());
  if (!error && !sites.empty()) {
    number(sites);
    std::erase_if(sites, [&](const Site* site) { return !numbers_.contains(site); });
    error = tracer_->attach(sites);
    if (!error) is_probed_ = true;
  }
  attaching_.store(0);
  return error;
}

void Agent::take_region(int parent) {
  const std::uint32_t index = board_->process_count.fetch_add(1);
  void* region = index < most_processes ? map_region(index) : nullptr;
  if (region) {
    process_ = &board_->processes[index];
    // A recording knows its parent's calls by their addresses (record_exit), so no other recording
    // may get these addresses.
    if (index != region_index_ && !records()) munmap(region_, board_->region_bytes);
    region_ = region;
    region_index_ = index;
  } else {
    ++board_->unseen;
    process_ = &unseen_;
    region = mmap(nullptr, board_->region_bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED) {
      is_probed_ = false;
      stop_tracing();  // it cannot count, so it runs unprobed
      return;
    }
  }
  process_->parent = parent;
  process_->stage = Stage::running;
  process_->id = counter_.process = getpid();
  *began_ = true;
  if (records()) {
    recorder_.recording =
        &graph::begin_recording(region, board_->threads, board_->calls_per_thread, core_);
  } else {
    counter_.counters = static_cast<Counters*>(region);
  }
}

void Agent::begin_child(int parent) {
  if (!process_ || is_this_process()) return;
  run::begin_child(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  forget_running();
  take_region(parent);
  for_each_missed([](const Site&, std::atomic<std::uint64_t>& missed) { missed = 0; });
  prepare(process_->id);  // the child's only thread has the number of its process
}

void Agent::prepare(int thread) {
  if (!is_probed_) return;
  prepare_thread(thread);
  if (records())
    graph::prepare_thread(thread);
  else
    prepare_lane(counter_, thread);
}

template <class Visit>
void Agent::for_each_missed(Visit visit) {
  const void* const context = records() ? static_cast<const void*>(&recorder_) : &counter_;
  visit_missed(
      context,
      [](void* argument, const Site& site, std::atomic<std::uint64_t>& missed) {
        (*static_cast<Visit*>(argument))(site, missed);
      },
      &visit);
}

void Agent::publish(Stage stage) {
  if (!is_this_process()) {
    if (stage == Stage::executed) ++board_->uncounted_execs;
    return;
  }
  std::uint64_t all = 0;
  // For a function, by its number: a module that was opened again has other sites.
  const SiteNumbers* const numbers = counter_.numbers.load(std::memory_order_acquire);
  const auto missed_of = [&](const Site& site) -> std::uint64_t* {
    const auto* const entry = numbers ? numbers->find(&site) : nullptr;
    return entry ? &counter_.counters.load()->missed()[entry->number] : nullptr;
  };
  for_each_missed([&](const Site& site, const std::atomic<std::uint64_t>&) {
    if (std::uint64_t* const missed = missed_of(site)) *missed = 0;
  });
  for_each_missed([&](const Site& site, const std::atomic<std::uint64_t>& missed_there) {
    const std::uint64_t count = missed_there.load(std::memory_order_relaxed);
    all += count;
    if (std::uint64_t* const missed = missed_of(site)) *missed += count;
  });
  process_->missed = all;
  process_->in_flight = own_frames();
  process_->stage.store(stage);
}

// Without the probes, no hit uses the thread-local storage. Where the caller is in a signal handler
// that interrupted a hook, they stay, and only tracing is stopped.
void Agent::end_tracing() {
  board_->shares_memory = true;
  is_probed_ = false;
  stop_tracing();
  (void)tracer_->detach();
}

// Lives as long as the process: hooks use it to the very end.
Agent* agent = nullptr;

void on_modules_changed() {
  const int kept = errno;
  try {
    if (agent->is_this_process() && !agent->board().shares_memory) {
      const Error error = agent->attach_new();
      const std::string problem = error ? error.message() : module_elsewhere();
      char (&place)[1024] = agent->board().modules_problem;
      if (!problem.empty() && *place == 0) tell(place, problem);  // the first one says most
    }
  } catch (const std::exception& error) {
    tell(agent->board().modules_problem, error.what());
  }
  errno = kept;
}

// Takes what `retprobe run` added to the environment out of it, in place: the strings lie where the
// kernel put them, and main's third argument leads to the same words.
void restore_environment(const Board& board) {
  if (char* const preload = std::getenv("LD_PRELOAD")) {
    if (board.had_preload)
      std::strcpy(preload, board.preload);  // shorter than what is there, which ends in it
    else
      unsetenv("LD_PRELOAD");
  }
  unsetenv(board_variable);
}

Board* open_board(int& descriptor) {
  const char* const text = std::getenv(board_variable);
  if (!text || std::from_chars(text, text + std::strlen(text), descriptor).ec != std::errc{})
    return nullptr;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  void* const mapped =
      mmap(nullptr, Board::regions_at(), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (mapped == MAP_FAILED) return nullptr;
  (void)madvise(mapped, Board::regions_at(), MADV_DONTDUMP);
  return static_cast<Board*>(mapped);
}

[[gnu::constructor]] void start() {
  int descriptor = -1;
  Board* const board = open_board(descriptor);
  if (!board) return;
  restore_environment(*board);
  try {
    agent = new Agent(*board, descriptor);
    const Error error = agent->start();
    Board& there = agent->board();
    if (error) {
      tell(there.problem, error.message());
      there.agent = AgentState::failed;
      return;
    }
    if (there.mode == Mode::list) {
      there.agent = AgentState::attached;
      _exit(0);
    }
    if (const Error unseen = call_when_modules_change(on_modules_changed))
      tell(there.modules_problem, unseen.message());
    pthread_atfork(nullptr, nullptr, [] { agent->begin_child(getppid()); });
    at_quick_exit([] { agent->publish(Stage::exited); });
    there.agent = AgentState::attached;
  } catch (const std::exception& error) {
    tell(board->problem, error.what());
    board->agent = AgentState::failed;
  }
}

[[gnu::destructor]] void finish() {
  if (agent) agent->publish(Stage::exited);
}

// A function that this library hides from the program: libc's, or another preloaded library's.
template <class Function>
class Hidden {
 public:
  constexpr explicit Hidden(const char* name) : name_(name) {}
  // Asks the dynamic linker, which takes a lock.
  void find() { found_ = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name_)); }
  Function* get() {
    if (!found_) find();  // a constructor that ran earlier than this library's calls it
    return found_;
  }

 private:
  const char* name_;
  Function* found_ = nullptr;
};

using Words = char* const*;
constinit Hidden<int(const char*, Words, Words)> real_execve("execve"), real_execvpe("execvpe");
constinit Hidden<int(const char*, Words)> real_execv("execv"), real_execvp("execvp");
constinit Hidden<int(int, Words, Words)> real_fexecve("fexecve");
constinit Hidden<pid_t()> real_fork("_Fork");
using Clone = int(int (*)(void*), void*, int, void*, pid_t*, void*, pid_t*);
constinit Hidden<Clone> real_clone("clone");
using Start = void*(void*);
constinit Hidden<int(pthread_t*, const pthread_attr_t*, Start*, void*)> real_thread(
    "pthread_create");
constinit Hidden<int(thrd_t*, thrd_start_t, void*)> real_c_thread("thrd_create");

// The functions must be async-signal-safe, as libc's are: they do not lock, allocate, or ask the
// dynamic linker.
[[gnu::constructor(101)]] void find_hidden() {
  real_execve.find(), real_execvpe.find(), real_execv.find(), real_execvp.find();
  real_fexecve.find(), real_fork.find(), real_clone.find();
  real_thread.find(), real_c_thread.find();
  retprobe_real_vfork = dlsym(RTLD_NEXT, "vfork");
}

template <class... Arguments>
int exec(Hidden<int(Arguments...)>& real, std::type_identity_t<Arguments>... arguments) {
  if (agent) agent->publish(Stage::executed);
  const int result = real.get()(arguments...);
  if (agent) agent->back_from_exec();
  return result;
}

// The arguments of execl and its like: how many there are, with the null pointer behind them; and
// the same as an array. What comes behind them is left in the list.
std::size_t count_words(const char* first, va_list list) {
  va_list copy;
  va_copy(copy, list);
  std::size_t count = 1;
  for (const char* word = first; word; word = va_arg(copy, const char*)) ++count;
  va_end(copy);
  return count;
}
char** take_words(const char* first, va_list list, void* room) {
  auto** const words = static_cast<char**>(room);
  char** next = words;
  for (const char* word = first; word; word = va_arg(list, const char*))
    *next++ = const_cast<char*>(word);
  *next = nullptr;
  return words;
}

// The first function of a process that clone makes with memory of its own.
struct ChildStart {
  int (*function)(void*);
  void* argument;
  pid_t parent;
};
int start_child(void* argument) {
  const ChildStart start = *static_cast<const ChildStart*>(argument);
  agent->begin_child(start.parent);
  const int status = start.function(start.argument);
  agent->publish(Stage::exited);
  return status;
}

// The number of a thread that libc has made. Its clock's number is made of it (the kernel's
// CPUCLOCK_PERTHREAD_MASK and CPUCLOCK_SCHED), and libc knows that without the kernel.
int number_of_thread() {
  constexpr clockid_t of_thread = 6;
  clockid_t clock;
  if (pthread_getcpuclockid(pthread_self(), &clock) == 0 && (clock & 7) == of_thread)
    return ~(clock >> 3);
  return current_tid();
}

// What threads that are being made are to begin with. No heap: the program's own may be probed.
struct ThreadStart {
  std::atomic<void*> routine;  // null: the place is free
  void* argument;
} thread_starts[1024];

template <class Result>
Result start_thread(void* given) {
  auto& start = *static_cast<ThreadStart*>(given);
  void* const argument = start.argument;
  auto* const routine = reinterpret_cast<Result (*)(void*)>(start.routine.exchange(nullptr));
  agent->prepare(number_of_thread());
  return routine(argument);  // a jump, so backtraces are as they would be
}

// Has `create`, called with a routine and its argument, make a thread that is prepared before its
// routine. Where too many others have not begun yet, its first hit does that.
template <class Result, class Create>
int make_thread(Result (*routine)(void*), void* argument, Create create) {
  const auto place =
      !agent || !agent->is_probed() || !routine
          ? std::end(thread_starts)
          : std::ranges::find_if(thread_starts, [routine](ThreadStart& start) {
              void* none = nullptr;
              return start.routine.compare_exchange_strong(none, reinterpret_cast<void*>(routine));
            });
  if (place == std::end(thread_starts)) return create(routine, argument);
  place->argument = argument;
  const int error = create(start_thread<Result>, place);
  if (error != 0) place->routine = nullptr;
  return error;
}

}  // namespace
}  // namespace retprobe::run

extern "C" [[gnu::visibility("hidden")]] void retprobe_before_vfork() {
  if (!retprobe_real_vfork) retprobe::run::find_hidden();
  if (retprobe::run::agent) retprobe::run::agent->expect_shared_memory();
}

// Functions that end this process's program. What was counted is on the board in any case; these
// only add how it ended, and what was missed.
#define RP_INTERPOSED extern "C" [[gnu::visibility("default")]]

RP_INTERPOSED void _exit(int status) {
  if (retprobe::run::agent) retprobe::run::agent->publish(retprobe::run::Stage::exited);
  for (;;) syscall(SYS_exit_group, status);
}
RP_INTERPOSED void _Exit(int status) { _exit(status); }

RP_INTERPOSED int execve(const char* path, char* const* words, char* const* environment) {
  return retprobe::run::exec(retprobe::run::real_execve, path, words, environment);
}
RP_INTERPOSED int execv(const char* path, char* const* words) {
  return retprobe::run::exec(retprobe::run::real_execv, path, words);
}
RP_INTERPOSED int execvp(const char* file, char* const* words) {
  return retprobe::run::exec(retprobe::run::real_execvp, file, words);
}
RP_INTERPOSED int execvpe(const char* file, char* const* words, char* const* environment) {
  return retprobe::run::exec(retprobe::run::real_execvpe, file, words, environment);
}
RP_INTERPOSED int fexecve(int file, char* const* words, char* const* environment) {
  return retprobe::run::exec(retprobe::run::real_fexecve, file, words, environment);
}
// Takes the words of a list from the stack: `list` and `words` are defined.
#define RP_TAKE_WORDS(first)                      \
  va_list list;                                   \
  va_start(list, first);                          \
  char** const words = retprobe::run::take_words( \
      first, list, __builtin_alloca(sizeof(char*) * retprobe::run::count_words(first, list)))
RP_INTERPOSED int execl(const char* path, const char* first, ...) {
  RP_TAKE_WORDS(first);
  va_end(list);
  return execv(path, words);
}
RP_INTERPOSED int execlp(const char* file, const char* first, ...) {
  RP_TAKE_WORDS(first);
  va_end(list);
  return execvp(file, words);
}
RP_INTERPOSED int execle(const char* path, const char* first, ...) {
  RP_TAKE_WORDS(first);
  char* const* const environment = va_arg(list, char* const*);
  va_end(list);
  return execve(path, words, environment);
}

// Functions that make processes which no handler of fork sees.
RP_INTERPOSED pid_t _Fork() {
  const pid_t parent = getpid();
  const pid_t child = retprobe::run::real_fork.get()();
  if (child == 0 && retprobe::run::agent) retprobe::run::agent->begin_child(parent);
  return child;
}
RP_INTERPOSED int clone(int (*function)(void*), void* stack, int flags, void* argument, ...) {
  va_list list;  // the kernel ignores those of them that `flags` does not ask for
  va_start(list, argument);
  auto* const parent_id = va_arg(list, pid_t*);
  auto* const storage = va_arg(list, void*);
  auto* const child_id = va_arg(list, pid_t*);
  va_end(list);
  namespace run = retprobe::run;
  run::ChildStart start{function, argument, getpid()};
  if (run::agent && (flags & (CLONE_VM | CLONE_THREAD)) == CLONE_VM)
    run::agent->expect_shared_memory();
  if (run::agent && function && !(flags & CLONE_VM)) {
    function = run::start_child;
    argument = &start;
  } else if (run::agent && function && !(flags & (CLONE_SETTLS | CLONE_VFORK))) {
    run::agent->end_tracing();
  }
  return run::real_clone.get()(function, stack, flags, argument, parent_id, storage, child_id);
}

// vfork returns twice, so it is entered with a jump.
asm(R"(
        .text
        .globl  vfork
        .type   vfork, @function
vfork:
        .cfi_startproc
        sub     $8, %rsp
        .cfi_adjust_cfa_offset 8
        call    retprobe_before_vfork
        add     $8, %rsp
        .cfi_adjust_cfa_offset -8
        jmp     *retprobe_real_vfork(%rip)
        .cfi_endproc
        .size   vfork, . - vfork
)");

// Functions that make threads.
RP_INTERPOSED int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                 void* (*routine)(void*), void* argument) {
  return retprobe::run::make_thread(routine, argument, [&](auto* begin, void* given) {
    return retprobe::run::real_thread.get()(thread, attributes, begin, given);
  });
}
RP_INTERPOSED int thrd_create(thrd_t* thread, thrd_start_t routine, void* argument) {
  return retprobe::run::make_thread(routine, argument, [&](auto* begin, void* given) {
    return retprobe::run::real_c_thread.get()(thread, begin, given);
  });
}
