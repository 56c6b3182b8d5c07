// The agent of `retprobe run`: a library that is preloaded into a program. It attaches a counting
// tracer before main, to modules that are opened later as soon as they are mapped, and keeps the
// process's entry on the board up to date (board.h).
//
// Two words of the environment load it and lead it to the board. Before main it takes both out of
// the program's sight; follow.h puts them in where the program becomes another one.
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
#include <set>
#include <span>
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
#include "clients/run/follow.h"
#include "clients/run/module_hook.h"
#include "clients/run/timer.h"
#include "core/blocks/attachment.h"
#include "core/hooks/design_table.h"
#include "core/hooks/grace_period.h"
#include "core/hooks/stacks.h"
#include "core/system/fair_lock.h"
#include "core/system/raw_syscall.h"
#include "retprobe/probe.h"

extern "C" {
[[gnu::visibility("hidden")]] void* retprobe_real_vfork = nullptr;
}

namespace retprobe::run {
namespace {

void tell(std::span<char> place, const std::string& text) {
  std::snprintf(place.data(), place.size(), "%s", text.c_str());
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

void raise(std::atomic<std::uint64_t>& most, std::uint64_t value) {
  for (std::uint64_t seen = most; seen < value && !most.compare_exchange_weak(seen, value);)
    continue;
}

// The lock of the board's functions. All processes share it, so it must not stay locked.
class FunctionsLock {
 public:
  explicit FunctionsLock(Board& board) : lock_(board.functions_lock) {
    if (pthread_mutex_lock(&lock_) == EOWNERDEAD)
      pthread_mutex_consistent(&lock_);  // each function is complete, or never is
  }
  ~FunctionsLock() { pthread_mutex_unlock(&lock_); }
  FunctionsLock(const FunctionsLock&) = delete;
  FunctionsLock& operator=(const FunctionsLock&) = delete;

 private:
  pthread_mutex_t& lock_;
};

class Agent {
 public:
  explicit Agent(const Arrival& arrival)
      : board_(arrival.board),
        arrival_(arrival),
        functions_(lines_of(board_->functions)),
        excluded_(lines_of(board_->excluded)) {}

  /// Attaches for the first time.
  Error start();
  /// Attaches to what is selected and not attached yet. The first call makes room for it.
  Error attach_new();
  /// In a child of `parent`, which has its memory for itself. Signals have been blocked since
  /// before the child was made, so that no handler's call is counted for the parent.
  /// Async-signal-safe.
  void begin_child(int parent);
  /// As libc's execve. Async-signal-safe.
  int execute(const Execution& execution);
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
  /// False in a child that has not begun, and in one that shares this process's memory (vfork).
  /// Asks the kernel only where there may be one of those.
  bool is_this_process() const {
    return process_ && *began_ && (!may_be_shared_ || process_->id.load() == getpid());
  }
  Board& board() { return *board_; }

 private:
  Process* take_entry();
  void take_region(int parent, std::uint32_t forked_from);
  template <class Visit>
  void for_each_missed(Visit visit);
  Result<std::vector<const Site*>> select();
  Error attach_selected();
  Error detach_closed();
  Error make_room(std::size_t functions);
  void number(const std::vector<const Site*>& sites);
  std::optional<std::uint32_t> add_function(const Site& site, const std::string& refusal,
                                            std::uint32_t most);
  void list_function(const Site& site, const std::string& refusal);
  std::optional<Text> write(const std::string& text);
  void* map_region(std::uint64_t at, std::size_t bytes) const;
  std::uint32_t entry() const { return static_cast<std::uint32_t>(process_ - board_->processes); }

  /// Measures what it costs to record or to time a call.
  Error calibrate();
  /// Writes all selected functions on the board.
  Error list();
  bool records() const { return board_->mode == Mode::record; }

  Board* board_;
  Arrival arrival_;
  Counter counter_{};
  graph::Recorder recorder_{};
  graph::CodeRange core_ = graph::core_code();
  std::optional<Tracer> tracer_;
  std::vector<std::string> functions_, excluded_;
  Text program_{};  // the path
  std::size_t region_bytes_ = 0;
  void* region_ = nullptr;  // this process's, or an ancestor's if this process has none
  Process* process_ = nullptr;
  Process unseen_{};                // there are too many processes: this one is not on the board
  std::atomic<long> attaching_{0};  // the thread that attaches
  std::atomic<bool> is_probed_{false};
  std::atomic<bool> may_be_shared_{false};
  bool* began_ = nullptr;  // the kernel makes it false in a child that has memory of its own
  // Of functions on the board: all that this tracer is attached to.
  std::unordered_map<const Site*, std::uint32_t> numbers_;
  // By the number of a function: what was missed in modules that are closed. Null: nothing.
  std::atomic<std::uint64_t*> closed_missed_{nullptr};
  std::atomic<int> publishing_{0};  // threads that do
  std::unordered_set<const Site*> with_histogram_;
  // A module that is closed and opened again has new sites, and the same functions.
  std::map<std::pair<std::string, std::string>, std::uint32_t> functions_of_modules_;
  // Of modules that were closed. One that is opened again at the same place needs no more blocks.
  std::unordered_set<std::uintptr_t> closed_entries_;
  std::set<std::pair<std::string, std::string>> left_out_;  // there is no room for them
  std::unordered_map<std::string, Text> modules_;
  std::uint32_t functions_read_ = 0;  // of the board's, into functions_of_modules_
  // Framed designs: functions of which nothing shows whether they use arguments on the stack.
  std::set<std::pair<std::string, std::string>> unclear_;
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
  if (board_->mode != Mode::count && board_->shown_ticks == 0)
    if (Error error = calibrate()) return error;
  if (Error error = attach_new()) return error;
  prepare(current_tid());
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
  board_->setup_ns += static_cast<std::uint64_t>((after.tv_sec - before.tv_sec) * 1'000'000'000 +
                                                 after.tv_nsec - before.tv_nsec);
  return {};
}

Error Agent::calibrate() {
  const auto costs = board_->mode == Mode::time ? calibrate_timing(*tracer_, counter_)
                                                : calibrate_recording(*tracer_, recorder_, core_);
  if (!costs.ok()) return costs.error();
  board_->added_ticks = costs->added_ticks;
  board_->shown_ticks = costs->shown_ticks;
  board_->counting_ticks = costs->counting_ticks;
  return {};
}

// An Error: the functions cannot be read.
Result<std::vector<const Site*>> Agent::select() {
  std::unordered_set<const Site*> excluded, seen;
  if (const auto own = site_at(reinterpret_cast<std::uintptr_t>(&calibrated)); own.ok())
    excluded.insert(*own);
  const auto all = all_sites();
  if (!all.ok()) return all.error();
  const std::size_t known = all->size() - excluded.size();
  raise(board_->known, known);
  // It may be in a module that is opened later, or in another program.
  const auto is_absent = [](const Error& error) {
    return error.code() == Error::Code::not_found || error.code() == Error::Code::usage;
  };
  for (const std::string& pattern : excluded_) {
    const auto sites = find_sites(pattern);
    if (sites.ok())
      excluded.insert(sites->begin(), sites->end());
    else if (!is_absent(sites.error()))
      return sites.error();
  }
  std::vector<const Site*> selected;
  std::uint64_t refused = 0;
  const bool framed = find_design(configuration().design)->facts.is_framed();
  std::string not_found;
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    const auto sites = find_sites(functions_[i]);
    if (!sites.ok()) {
      if (!is_absent(sites.error())) return sites.error();
      if (!board_->is_found[i])
        not_found += std::to_string(i) + " " + sites.error().message() + "\n";
      continue;
    }
    board_->is_found[i] = true;
    for (const Site* site : *sites) {
      if (!site->mapped || excluded.contains(site) || !seen.insert(site).second) continue;
      if (numbers_.contains(site)) continue;
      const StackArguments arguments = framed ? site->stack_arguments() : StackArguments::none;
      if (!site->refusal.empty() || arguments == StackArguments::some) {
        const std::string why =
            site->refusal.empty() ? "it uses arguments on the stack" : site->refusal;
        if (refused++ == 0 && *board_->a_refusal == '\0')
          tell(board_->a_refusal, site->name + ": " + why);
        if (board_->mode == Mode::list) list_function(*site, why);
        continue;
      }
      if (arguments == StackArguments::unknown) unclear_.emplace(site->module, site->name);
      selected.push_back(site);
    }
  }
  raise(board_->refused, refused);
  raise(board_->unclear, unclear_.size());
  // Of all programs, the one with most functions knows best what was meant.
  if (known == board_->known) tell(board_->not_found, not_found);
  if (*board_->histogram) {
    const auto sites = find_sites(board_->histogram);
    if (sites.ok())
      with_histogram_.insert(sites->begin(), sites->end());
    else if (known == board_->known)
      tell(board_->no_histogram, sites.error().message());
  }
  return selected;
}

Error Agent::list() {
  const auto sites = select();
  if (!sites.ok()) return sites.error();
  for (const Site* site : *sites) list_function(*site, "");
  return {};
}

void Agent::list_function(const Site& site, const std::string& refusal) {
  if (!add_function(site, refusal, most_functions)) ++board_->left_out;
}

Error Agent::make_room(std::size_t functions) {
  constexpr std::size_t least = 16384, page_bytes = 4096;
  const auto wanted = std::bit_ceil(std::max(least, board_->function_count + 2 * functions));
  const auto capacity = static_cast<std::uint32_t>(std::min<std::size_t>(wanted, most_functions));
  std::size_t bytes = Counters::bytes(capacity);
  if (board_->mode == Mode::time) bytes += Durations::bytes(capacity);
  if (records()) {
    const auto recording =
        graph::recording_bytes("--calls", board_->threads, board_->calls_per_thread);
    if (!recording.ok()) return recording.error();
    bytes = capacity * sizeof(SiteName) + *recording;
  }
  counter_.capacity = capacity;
  char path[4096];
  const ssize_t length = readlink("/proc/thread-self/exe", path, sizeof path);
  program_ = write(length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "?")
                 .value_or(Text{});
  region_bytes_ = (bytes + page_bytes - 1) & ~(page_bytes - 1);
  constexpr std::size_t page = 4096;
  void* const began =
      mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (began == MAP_FAILED) return system_error("a page that a fork wipes", errno);
  began_ = static_cast<bool*>(began);
  if (madvise(began, page, MADV_WIPEONFORK) != 0) may_be_shared_ = true;  // before Linux 4.14
  int parent = 0;
  if (arrival_.start != no_index || arrival_.entry != no_index) parent = getppid();
  if (arrival_.entry < most_processes)
    if (Process& before = board_->processes[arrival_.entry]; before.id == getpid()) {
      before.is_followed = true;
      take_back_others(*board_, arrival_);
      parent = before.parent;
    }
  take_region(parent, no_index);
  if (!region_)
    return system_error("the memory for counts: " + std::to_string(region_bytes_ >> 20) +
                            " MiB of addresses are not available (ulimit -v?)",
                        ENOMEM);
  return {};
}

// Maps a part of the board, whose descriptor is closed. mremap with an old size of 0 maps a shared
// mapping's memory once more, and as much of its file behind it as is asked for. Where there are
// not so many addresses, it goes there in steps.
void* Agent::map_region(std::uint64_t at, std::size_t bytes) const {
  constexpr std::uint64_t page = 4096;
  char* from = reinterpret_cast<char*>(board_);
  for (std::uint64_t step = at; at != 0;) {
    void* const both = mremap(from, 0, step + bytes, MREMAP_MAYMOVE);
    if (both == MAP_FAILED && step > page) {
      step = step / 2 & ~(page - 1);
      continue;
    }
    if (from != reinterpret_cast<char*>(board_)) munmap(from, bytes);
    if (both == MAP_FAILED) return nullptr;
    munmap(both, step);
    from = static_cast<char*>(both) + step;
    at -= step;
    step = std::min(step, at);
  }
  return from;
}

// None: there is no room.
std::optional<Text> Agent::write(const std::string& text) {
  std::uint32_t at = board_->text_used;
  do {
    if (text.size() > text_bytes - at) return std::nullopt;
  } while (
      !board_->text_used.compare_exchange_weak(at, at + static_cast<std::uint32_t>(text.size())));
  std::memcpy(board_->text() + at, text.data(), text.size());
  return Text{at, static_cast<std::uint32_t>(text.size())};
}

// The number of a new function on the board. None: there is no room for it, or for its names.
std::optional<std::uint32_t> Agent::add_function(const Site& site, const std::string& refusal,
                                                 std::uint32_t most) {
  if (board_->function_count >= most) return std::nullopt;
  auto module = modules_.find(site.module);
  if (module == modules_.end()) {
    const auto path = write(site.module);
    if (!path) return std::nullopt;
    module = modules_.emplace(site.module, *path).first;
  }
  const auto name = write(site.name), why = write(refusal);
  if (!name || !why) return std::nullopt;
  const std::uint32_t number = board_->function_count.fetch_add(1);
  if (number >= most) return std::nullopt;
  Function& function = board_->function(number);
  function.name = *name;
  function.module = module->second;
  function.refusal = *why;
  if (with_histogram_.contains(&site)) {
    const std::uint32_t index = board_->histograms_taken.fetch_add(1);
    function.histogram = index < most_histograms ? index + 1 : 0;
  }
  function.complete.store(true, std::memory_order_release);
  return number;
}

// Detaches from what is no longer there. What was missed there stays.
Error Agent::detach_closed() {
  std::vector<const Site*> closed;
  for (const auto& [site, number] : numbers_)
    if (!site->mapped) closed.push_back(site);
  if (closed.empty()) return {};
  const std::size_t before = tracer_->attached();
  const Error error = tracer_->detach(closed);
  if (error && tracer_->attached() == before) return error;
  for_each_missed([&](const Site& site, std::atomic<std::uint64_t>& missed) {
    const auto known = numbers_.find(&site);
    if (site.mapped || known == numbers_.end()) return;
    if (!closed_missed_) closed_missed_ = new std::uint64_t[counter_.capacity]{};
    closed_missed_[known->second] += missed.exchange(0);
  });
  for (const Site* site : closed) {
    closed_entries_.insert(site->entry);
    numbers_.erase(site);
  }
  return error;
}

// Gives the sites their numbers on the board, and makes a table in which the hooks find them.
void Agent::number(const std::vector<const Site*>& sites) {
  std::optional<FunctionsLock> locked(std::in_place, *board_);
  for (; functions_read_ < board_->functions_known(); ++functions_read_) {
    const Function& function = board_->function(functions_read_);
    if (function.complete.load(std::memory_order_acquire))
      functions_of_modules_.try_emplace({std::string(board_->text_of(function.module)),
                                         std::string(board_->text_of(function.name))},
                                        functions_read_);
  }
  const Usage use = usage();
  std::size_t blocks = use.block_total - use.blocks;
  for (const Site* site : sites) {
    const std::pair key{site->module, site->name};
    const bool has_block = closed_entries_.contains(site->entry);
    auto known = functions_of_modules_.find(key);
    if (known == functions_of_modules_.end() && (has_block || blocks != 0))
      if (const auto added = add_function(*site, "", counter_.capacity))
        known = functions_of_modules_.emplace(key, *added).first;
    const std::uint32_t number = known == functions_of_modules_.end() ? no_index : known->second;
    const std::uint32_t name = records() ? process_->site_count.load() : 0;
    if (number >= counter_.capacity || name >= counter_.capacity || (!has_block && blocks == 0)) {
      board_->left_out += left_out_.insert(key).second;
      continue;
    }
    blocks -= !has_block;
    if (records()) {
      static_cast<SiteName*>(region_)[name] = {reinterpret_cast<std::uintptr_t>(site), number};
      ++process_->site_count;
    }
    numbers_.emplace(site, number);
  }
  locked.reset();
  if (records()) return;
  const std::size_t size = std::bit_ceil(2 * numbers_.size() + 1);
  auto* const table = new SiteNumbers{size - 1, new SiteNumbers::Entry[size]{}};
  for (const auto& [site, number] : numbers_) {
    std::uint64_t at = SiteNumbers::hash(site);
    while (table->entries[at & table->mask].site.load(std::memory_order_relaxed)) ++at;
    table->entries[at & table->mask].number = number;
    table->entries[at & table->mask].histogram = board_->function(number).histogram;
    table->entries[at & table->mask].site.store(site, std::memory_order_relaxed);
  }
  const SiteNumbers* const old = counter_.numbers.exchange(table);
  if (!old) return;
  call_after_grace_period_if_possible([this, old] {
    if (publishing_ != 0) return;  // no hook, so nobody waited for it: the table is kept
    delete[] old->entries;
    delete old;
  });
}

Error Agent::attach_new() {
  const long self = syscall(SYS_gettid);
  if (attaching_.load() == self) return {};  // attaching made the dynamic linker load something
  attaching_.store(self);
  struct Attached {
    std::atomic<long>& attaching;
    ~Attached() { attaching.store(0); }
  } const attached{attaching_};  // also where there is no memory
  return attach_selected();
}

Error Agent::attach_selected() {
  auto selected = select();
  if (!selected.ok()) return selected.error();
  std::vector<const Site*>& sites = *selected;
  if (!process_)
    if (Error error = make_room(sites.size())) return error;
  if (Error error = detach_closed()) return error;
  if (sites.empty()) return {};
  const auto forget = [&] {  // so that a later call tries again, and none detaches from them
    for (const Site* site : sites) numbers_.erase(site);
  };
  try {
    number(sites);
  } catch (...) {
    forget();
    throw;
  }
  std::erase_if(sites, [&](const Site* site) { return !numbers_.contains(site); });
  if (Error error = tracer_->attach(sites)) {
    forget();
    return error;
  }
  is_probed_ = true;
  return {};
}

// Null: there are too many processes.
Process* Agent::take_entry() {
  const std::uint32_t order = board_->process_count.fetch_add(1) + 1;
  for (std::uint32_t i = 0; i < most_processes; ++i) {
    Process& entry = board_->processes[(order - 1 + i) % most_processes];
    std::uint32_t free = 0;
    if (entry.order.compare_exchange_strong(free, order)) return &entry;
  }
  return nullptr;
}

void Agent::take_region(int parent, std::uint32_t forked_from) {
  Process* const entry = take_entry();
  const std::uint64_t at = entry ? board_->regions_end.fetch_add(region_bytes_) : 0;
  const bool is_in_file = at != 0 && at + region_bytes_ <= file_bytes;
  void* region = is_in_file ? map_region(at, region_bytes_) : nullptr;
  const bool is_seen = region;
  if (!is_seen)
    region = mmap(nullptr, region_bytes_, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  // In its parent's place: the thread that forked may be in a handler that has an address there. A
  // recording knows its parent's calls by their addresses (record_exit), so it must have others.
  if (region != MAP_FAILED && region_ && !records())
    region = mremap(region, region_bytes_, region_bytes_, MREMAP_MAYMOVE | MREMAP_FIXED, region_);
  if (is_seen && region != MAP_FAILED) {
    region_ = region;
    process_ = entry;
    process_->capacity = counter_.capacity;
    process_->region = at;
    process_->region_bytes = region_bytes_;
    process_->forked_from = forked_from;
    process_->program = program_;
  } else {
    if (entry) entry->order = 0;
    ++board_->unseen;
    process_ = &unseen_;
    if (region == MAP_FAILED) {
      is_probed_ = false;
      stop_tracing();  // it cannot count, so it runs unprobed
      return;
    }
  }
  process_->parent = parent;
  process_->stage = Stage::running;
  *began_ = true;
  counter_.process = getpid();
  if (records()) {
    void* const recording = static_cast<SiteName*>(region) + counter_.capacity;
    recorder_.recording =
        &graph::begin_recording(recording, board_->threads, board_->calls_per_thread, core_);
  } else {
    counter_.counters = static_cast<Counters*>(region);
  }
  process_->id = counter_.process;  // last: now it can be read
}

void Agent::begin_child(int parent) {
  if (!process_ || is_this_process()) return;
  take_region(parent, process_ == &unseen_ ? no_index : entry());
  // Before libc's functions are called, which may be the program's own: a lane is of one region.
  run::begin_child(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  forget_running();
  ++counter_.forks;
  for_each_missed([](const Site&, std::atomic<std::uint64_t>& missed) { missed = 0; });
  if (std::uint64_t* const closed = closed_missed_) std::fill_n(closed, counter_.capacity, 0);
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

int Agent::execute(const Execution& execution) {
  // posix_spawn makes a child that shares this process's memory, and nobody sees it.
  const bool is_here = process_ && *began_ && process_->id.load() == own_process();
  if (is_here) publish(Stage::executed);
  const bool has_entry = is_here && process_ != &unseen_;
  const int result = run::execute(*board_, has_entry ? entry() : no_index, execution);
  if (is_here) process_->stage.store(Stage::running);
  return result;
}

void Agent::publish(Stage stage) {
  if (!is_this_process()) return;
  ++publishing_;
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
  if (const std::uint64_t* const closed = closed_missed_)
    for (std::uint32_t i = 0; i < counter_.capacity; ++i) {
      all += closed[i];
      if (numbers && closed[i] != 0) counter_.counters.load()->missed()[i] = closed[i];
    }
  for_each_missed([&](const Site& site, const std::atomic<std::uint64_t>& missed_there) {
    const std::uint64_t count = missed_there.load(std::memory_order_relaxed);
    all += count;
    if (std::uint64_t* const missed = missed_of(site)) *missed += count;
  });
  --publishing_;
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

// Of the thread that forks. Initial-exec, so that no access calls the dynamic linker.
constinit thread_local AsyncBlocked::Before before_fork [[gnu::tls_model("initial-exec")]]{};
void end_fork() {
  const AsyncBlocked::Before before = before_fork;  // a signal that has waited may fork, too
  AsyncBlocked::end(before);
}

void on_modules_changed() {
  const int kept = errno;
  try {
    if (agent->is_this_process() && !agent->board().shares_memory) {
      const Error error = agent->attach_new();
      const std::string problem =
          error ? "modules that were opened later are not counted: " + error.message()
                : module_elsewhere();
      char* const place = agent->board().modules_problem;
      if (!problem.empty() && *place == 0)
        tell(agent->board().modules_problem, problem);  // the first one says most
    }
  } catch (const std::exception& error) {
    tell(agent->board().modules_problem, error.what());
  }
  errno = kept;
}

int execute(const char* path, Words words, Words environment) {
  return agent->execute({SYS_execve, AT_FDCWD, path, words, environment, 0});
}

void fail(const Arrival& arrival, const std::string& why) {
  Board& board = *arrival.board;
  if (arrival.start < most_starts) {
    tell(board.starts[arrival.start].problem, why);
  } else {
    tell(board.problem, why);
    board.agent = AgentState::failed;
  }
}

[[gnu::constructor]] void start() {
  const Arrival arrival = arrive();
  if (!arrival.board) return;
  if (arrival.start < most_starts) ++arrival.board->starts[arrival.start].arrived;
  try {
    agent = new Agent(arrival);
    Board& there = agent->board();
    // Also where nothing is probed: what it executes may be.
    const Error unseen_programs = replace_execve(execute);
    if (const Error error = agent->start()) return fail(arrival, error.message());
    if (there.mode == Mode::list) {
      there.agent = AgentState::attached;
      _exit(0);
    }
    const Error unseen_modules = call_when_modules_change(on_modules_changed);
    for (const Error* unseen : {&unseen_modules, &unseen_programs})
      if (*unseen && *there.modules_problem == '\0') tell(there.modules_problem, unseen->message());
    // Registered after the library's handlers, so these are within: they block signals for
    // themselves, and restore what they found.
    pthread_atfork([] { before_fork = AsyncBlocked::begin(); }, end_fork,
                   [] {
                     agent->begin_child(getppid());
                     end_fork();
                   });
    at_quick_exit([] { agent->publish(Stage::exited); });
    there.agent = AgentState::attached;
  } catch (const std::exception& error) {
    fail(arrival, error.what());
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
  real_fork.find(), real_clone.find();
  real_thread.find(), real_c_thread.find();
  retprobe_real_vfork = dlsym(RTLD_NEXT, "vfork");
}

// The first function of a process that clone makes with memory of its own.
struct ChildStart {
  int (*function)(void*);
  void* argument;
  pid_t parent;
  std::uint64_t mask;  // of signals
};
int start_child(void* argument) {
  const ChildStart start = *static_cast<const ChildStart*>(argument);
  agent->begin_child(start.parent);
  restore_signals(start.mask);
  const int status = start.function(start.argument);
  agent->publish(Stage::exited);
  return status;
}

// The number of a thread that libc has made. Its clock's number is made of it (the kernel's
// CPUCLOCK_PERTHREAD_MASK and CPUCLOCK_SCHED), and libc knows that without the kernel. Not inlined:
// for a caller that has the address of `clock`, clang makes no jump of its last call.
[[gnu::noinline]] int number_of_thread() {
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

// libc's execve leads to the agent, and all other functions that execute a program lead to it.
RP_INTERPOSED int execveat(int folder, const char* path, char* const* words,
                           char* const* environment, int flags) {
  if (!retprobe::run::agent)
    return static_cast<int>(syscall(SYS_execveat, folder, path, words, environment, flags));
  return retprobe::run::agent->execute({SYS_execveat, folder, path, words, environment, flags});
}
RP_INTERPOSED int fexecve(int file, char* const* words, char* const* environment) {
  if (file >= 0) return execveat(file, "", words, environment, AT_EMPTY_PATH);
  errno = EINVAL;
  return -1;
}

// Functions that make processes which no handler of fork sees.
RP_INTERPOSED pid_t _Fork() {
  const pid_t parent = getpid();
  const retprobe::SignalsBlocked blocked;
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
  if (run::agent && (flags & (CLONE_VM | CLONE_THREAD)) == CLONE_VM)
    run::agent->expect_shared_memory();
  if (run::agent && function && !(flags & CLONE_VM)) {
    run::ChildStart start{function, argument, getpid(), retprobe::block_signals()};
    const int child =
        run::real_clone.get()(run::start_child, stack, flags, &start, parent_id, storage, child_id);
    retprobe::restore_signals(start.mask);
    return child;
  }
  if (run::agent && function && !(flags & (CLONE_SETTLS | CLONE_VFORK))) run::agent->end_tracing();
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
