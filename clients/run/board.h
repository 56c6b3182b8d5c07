// The memory that `retprobe run` shares with the programs that it observes. The agent, a library
// that is preloaded into the program, counts there. So the counts outlive the program, however it
// ends: exit, _exit, a signal, exec.
//
// The board is one sparse file in memory (memfd):
//
//     Board       what is asked for, and what the agents say
//     Function[]  the functions that were found, by all processes together
//     text        their names; grows
//     regions     one for each process: its Counters (and with Mode::time its Durations), or the
//                 names of its sites and its recording (clients/graph/recorder.h)
//
// Each process maps the part before the regions, and its own region.
#pragma once

#include <pthread.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace retprobe::run {

/// The environment variable that leads an agent to its board: the path, the Start that announced
/// the program, and the entry of the process that it was before, with colons between them.
inline constexpr const char* board_variable = "RETPROBE_RUN_BOARD";

// Of processes: as many as are alive at once. `retprobe` gives back the entries of those that ended
// (not in Mode::record).
inline constexpr std::uint32_t most_processes = 4096, most_functions = 1u << 17, most_starts = 128;
inline constexpr std::uint32_t no_index = ~0u;
inline constexpr std::size_t most_executing = 16;  // threads of one process that execute at once
inline constexpr std::size_t text_bytes = std::size_t{32} << 20;
inline constexpr std::uint64_t file_bytes = std::uint64_t{1} << 46;
// The first lane belongs to all threads that found no lane of their own. They count with locked
// instructions.
inline constexpr std::uint32_t lane_count = 32;

/// Runtimes of sanitizers: they refuse to run where another library comes first.
inline constexpr std::string_view sanitizers[] = {"libasan.so", "libtsan.so", "liblsan.so",
                                                  "libclang_rt.asan"};

/// The calls of one function by one thread.
struct Counts {
  std::uint64_t calls;
  std::uint64_t ended[3];  // by ReturnReason
};

/// A text on the board: where it begins in the board's text.
struct Text {
  std::uint32_t at, bytes;
};

/// How long the calls of one function by one thread took, in ticks (clients/graph/clock.h).
struct Times {
  std::uint64_t total;   // a call within another call of the same function is not counted twice
  std::uint64_t self;    // without the probed functions that it called
  std::uint64_t nested;  // of those that ended within the call that runs now
};

/// What the agents do with calls.
enum class Mode : std::uint32_t {
  count,
  record,
  time,  // counts, too
  list,  // nothing: they write all functions on the board, and end the program before main
};

struct Function {
  std::atomic<bool> complete;
  Text name, module;
  Text refusal;             // Mode::list: why it must not be probed
  std::uint32_t histogram;  // the index of its histogram + 1; 0: it has none
};

/// Mode::record: the function of a Site, by the Site's address in the process.
struct SiteName {
  std::uintptr_t site;
  std::uint32_t function;
};

enum class Stage : std::uint32_t {
  running,
  exited,    // by exit, _exit or quick_exit
  executed,  // it became another program
};

struct Process {
  std::atomic<std::uint32_t> order;  // in which processes began, from 1; 0: the entry is free
  std::atomic<int> id;               // 0: just being made
  int parent;                        // 0 for the program itself
  std::uint32_t forked_from;         // the entry of the process that this one is a copy of, or none
  std::atomic<Stage> stage;
  std::atomic<bool> is_followed;  // executed, and the other program has an entry of its own
  // Its threads that execute a program just now: the index of the Start + 1; 0: a free place.
  std::atomic<std::uint32_t> executing[most_executing];
  Text program;
  // Functions that there is room for, the region's place in the file, and its bytes.
  std::uint32_t capacity;
  std::uint64_t region, region_bytes;
  std::atomic<std::uint32_t> site_count;  // Mode::record: SiteNames in the region
  // Valid unless `stage` is running: the missed calls of all functions, and the calls in flight on
  // the thread that ended the process.
  std::uint64_t missed, in_flight;
};

/// Why a program that was started has no agent.
enum class NotFollowed : std::uint32_t {
  no,  // it should have one
  not_asked,
  unreadable,
  is_static,
  other_machine,
  other_linker,
  takes_privileges,
  cannot_reach,
  filtered,
  other_run,
  no_room,
};

/// All executions of one path that ended alike.
struct Start {
  std::atomic<std::uint32_t> state;  // 0: free, 1: being written, 2: complete
  NotFollowed reason;
  std::atomic<std::uint64_t> announced, arrived;  // arrived: an agent began in the program
  char path[216];
  char problem[256];  // of an agent that began: why the program runs unprobed
};

enum class AgentState : std::uint32_t {
  not_loaded,  // the dynamic linker did not load it
  failed,      // `problem` says why; the program runs unprobed
  attached,
};

struct Board {
  // Asked for. Lists of patterns are separated by newlines.
  char design[64], transfer[16], functions[8192], excluded[8192];
  char path[64];                         // of the board itself
  char core[4096], agent_library[4096];  // LD_PRELOAD needs both, with a colon between them
  std::uint64_t device, node;            // of the board's file
  bool follows;                          // programs that are executed
  char histogram[1024];  // Mode::time: whose durations are collected by their size; a pattern
  Mode mode;
  std::uint64_t threads, calls_per_thread;  // room for them in each process's recording

  // Said by the agents.
  std::atomic<AgentState> agent;
  int filters;  // of system calls (seccomp) that the program was started under
  char problem[1024];
  char modules_problem[1024];  // why modules that are opened later are not seen
  // By the index of a pattern: some process has functions that it selects.
  std::atomic<bool> is_found[4096];
  // Patterns that select no function: a line each, which begins with the pattern's index.
  char not_found[1024];
  std::atomic<std::uint64_t> refused;  // functions that were selected, and must not be probed
  char a_refusal[1024];                // of these: its name, and why
  // Framed designs: probed functions of which nothing shows whether they use stack arguments.
  std::atomic<std::uint64_t> unclear;
  std::atomic<std::uint64_t> known;     // functions of all modules that were compiled to be patched
  std::atomic<std::uint64_t> left_out;  // functions for which there was no room
  std::atomic<std::uint64_t> unseen;    // processes for which there was no region
  std::atomic<bool> shares_memory;      // tracing ended: a process got the memory of another
  // Of Mode::record and Mode::time, on an empty function: the ticks that a call takes longer, and
  // the ticks that are shown for it. Of Mode::time: the ticks that it takes longer to count it.
  std::uint64_t added_ticks, shown_ticks, counting_ticks;
  char no_histogram[1024];                      // why there is none
  std::atomic<std::uint32_t> histograms_taken;  // those for which there is no room included
  // Processor time that the first attach took, before main; of all programs together.
  std::atomic<std::uint64_t> setup_ns;
  pthread_mutex_t functions_lock;  // robust; held to add functions, so that none is added twice
  std::atomic<std::uint32_t> function_count, text_used, process_count;
  std::atomic<std::uint64_t> regions_end;
  Process processes[most_processes];
  Start starts[most_starts];

  // Bytes from the beginning of the board.
  static constexpr std::size_t functions_at();
  static constexpr std::size_t text_at() {
    return functions_at() + most_functions * sizeof(Function);
  }
  static constexpr std::size_t regions_at() { return (text_at() + text_bytes + 4095) & ~4095ul; }

  /// How many functions there are, those that are not complete yet included.
  std::uint32_t functions_known() const {
    return function_count < most_functions ? function_count.load() : most_functions;
  }
  Function& function(std::uint32_t index) {
    return reinterpret_cast<Function*>(begin() + functions_at())[index];
  }
  char* text() { return begin() + text_at(); }
  std::string_view text_of(Text place) { return {text() + place.at, place.bytes}; }

 private:
  char* begin() { return reinterpret_cast<char*>(this); }
};

/// What one process counted.
struct Counters {
  std::atomic<int> owners[lane_count];  // of the lanes: threads; 0: free
  // Behind it: the missed calls of each function, then the lanes.
  static std::size_t missed_at() { return sizeof(Counters); }
  static std::size_t lane_at(std::uint32_t index, std::uint32_t capacity) {
    return missed_at() + capacity * (sizeof(std::uint64_t) + std::size_t{index} * sizeof(Counts));
  }
  static std::size_t bytes(std::uint32_t capacity) { return lane_at(lane_count, capacity); }
  std::uint64_t* missed() { return reinterpret_cast<std::uint64_t*>(begin() + missed_at()); }
  Counts* lane(std::uint32_t index, std::uint32_t capacity) {
    return reinterpret_cast<Counts*>(begin() + lane_at(index, capacity));
  }

 private:
  char* begin() { return reinterpret_cast<char*>(this); }
};

inline constexpr std::uint32_t most_histograms = 16;
/// The calls of one function by how long they took: bucket i has those of 2^(i-1) to 2^i - 1 ticks.
using Buckets = std::array<std::uint64_t, 65>;

/// What one process timed, behind its Counters.
struct Durations {
  Buckets histograms[most_histograms];
  // Behind it: lanes as in Counters.
  static std::size_t lane_at(std::uint32_t index, std::uint32_t capacity) {
    return sizeof(Durations) + std::size_t{index} * capacity * sizeof(Times);
  }
  static std::size_t bytes(std::uint32_t capacity) { return lane_at(lane_count, capacity); }
  static Durations& of(Counters& counters, std::uint32_t capacity) {
    return *reinterpret_cast<Durations*>(reinterpret_cast<char*>(&counters) +
                                         Counters::bytes(capacity));
  }
  Times* lanes() { return reinterpret_cast<Times*>(this + 1); }
};

constexpr std::size_t Board::functions_at() { return (sizeof(Board) + 63) & ~63ul; }

}  // namespace retprobe::run
