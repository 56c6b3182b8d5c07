// What a player and its tracer did, in memory that the player shares with who started it. So a
// crash loses nothing. Every process of a play (a fork makes another) has a copy of its own that
// begins with all that was before it. Recording takes no lock, allocates nothing, and uses no
// vector register.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <string_view>

#include "retprobe/adapter.h"

namespace retprobe::harness {

struct HistoryEvent {
  // Of an entry: '>'. Of an exit: one of exit_signs. Of anything else: a letter, as in oracle.h.
  std::atomic<char> sign;
  char function;  // a letter; 0 where sign is a letter
  bool has_value;
  char value;  // its lowest byte: the letter of the function that returned
  std::uint32_t user;
  std::uint32_t
      ticket;  // of an exit: the number of the entry's event, from 1 on. 0: none was given
};
/// By retprobe_reason.
inline constexpr char exit_signs[] = {'<', '~', '!', '^', '?'};

struct HistoryOfProcess {
  enum State : std::uint32_t { unused, plays, ended, ended_with_thread };
  static constexpr std::uint32_t most = 1 << 16;
  std::atomic<State> state;
  std::atomic<std::uint32_t> used;  // more than `most` where there was no room for some
  std::atomic<bool> wrong_claimed;
  std::atomic<bool> wrong_written;
  char wrong[500];  // the first thing that the player found to be wrong; ends with a null character
  HistoryEvent events[most];

  void add_mark(char letter);
  /// What is said first counts.
  void say_wrong(std::string_view what);
  std::string_view what_is_wrong() const { return wrong_written ? wrong : ""; }
};

enum class AdapterCall : std::uint32_t { none, start, attach, detach, missed, stop, unloaded };
inline constexpr const char* adapter_calls[] = {"",       "start", "attach",  "detach",
                                                "missed", "stop",  "unloaded"};

struct History {
  static constexpr std::uint32_t processes_most = 64;
  std::atomic<std::uint32_t> processes;  // also those that there was no room for
  std::atomic<AdapterCall> in_adapter;   // which of the adapter's functions is running,
  std::atomic<std::uint32_t> user;       // and for which user
  HistoryOfProcess of[processes_most];
  pid_t starter;  // who started the player: it ends with that process
};

/// What a tracer tells the player. `own_history` is where it is recorded.
std::uint64_t host_entry(std::uint32_t user, std::uint32_t function);
void host_exit(std::uint32_t user, std::uint32_t function, retprobe_reason reason,
               const std::uint64_t* value, std::uint64_t ticket);
extern HistoryOfProcess* own_history;
/// What this thread's calls lead to is not recorded.
[[gnu::tls_model("initial-exec")]] extern thread_local constinit bool history_is_off;
/// The letters of the functions, by number.
inline constexpr char play_functions[] = {'f', 'g', 'h', 'k', 'p'};

/// The descriptor that a player finds its History at, if it was not started by hand.
inline constexpr int history_descriptor = 3;

}  // namespace retprobe::harness
