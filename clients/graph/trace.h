// Turns a recording into call trees. Plain data; cold.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "clients/graph/clock.h"
#include "retprobe/error.h"
#include "retprobe/site.h"

namespace retprobe::graph {

struct CallRecord;
struct Recording;

/// How a call ended.
enum class Ending : std::uint8_t {
  returned,
  unwound,    // it was left by an exception
  abandoned,  // it was left by a jump, or its thread ended
  // It is over, but no exit was seen: tracing was stopped, or the design does not notify of jumps
  // (call_through).
  unheard,
  // It had not ended when the recording was read.
  in_flight,
};
const char* to_string(Ending ending);

struct Call {
  static constexpr std::size_t none = ~std::size_t{0};

  const Site* site;
  std::size_t parent;   // index of the call that made it, or `none`
  std::size_t depth;    // 0: no recorded call encloses it
  std::uint64_t start;  // ticks
  std::uint64_t ticks;  // the duration; 0 for unheard and in_flight
  Ending ending;
};

/// Learns of a thread's calls, one by one, so that they need not be in memory together. Each call
/// is left after those that it encloses.
class CallVisitor {
 public:
  CallVisitor() = default;
  CallVisitor(const CallVisitor&) = delete;
  CallVisitor& operator=(const CallVisitor&) = delete;
  virtual ~CallVisitor() = default;
  virtual void enter(const Call& call) = 0;
  /// `until`: the call was over when the next one began, in ticks. `never`: none began.
  virtual void leave(const Call& call, std::uint64_t until) = 0;
  static constexpr std::uint64_t never = ~std::uint64_t{0};
};

/// Finds which call encloses which, from the records of one thread in the order of their entries.
class CallTree {
 public:
  explicit CallTree(CallVisitor& visitor) : visitor_(visitor) {}
  /// `is_unheard`: an earlier tree found that the call's ending is `unheard`. If nothing is known,
  /// enter() gets such a call as one in flight, and leave() as it is.
  void add(const CallRecord& record, const Site* site, bool is_unheard = false);
  void finish();

 private:
  void leave(std::uint64_t until);
  struct Open {
    Call call;
    std::size_t index;
    std::uintptr_t slot;
  };
  CallVisitor& visitor_;
  std::vector<Open> open_;
  std::size_t count_ = 0;
};

struct ThreadTrace {
  int thread;
  std::vector<Call> calls;  // in the order of their entries
  std::uint64_t dropped;    // further calls for which the thread's buffer had no room
};

struct Trace {
  std::string design, transfer;
  TickScale scale;
  std::vector<ThreadTrace> threads;
  std::uint64_t laneless = 0;  // calls of threads beyond Options::threads
  std::uint64_t missed = 0;    // calls that the core could not report (Tracer::missed)
};

/// The bytes that a recording takes, or an Error (Code::usage) where there are not so many
/// addresses or no room for a call. The Error begins with `name`.
Result<std::size_t> recording_bytes(const std::string& name, std::size_t threads,
                                    std::size_t calls_per_thread);
/// Addresses, the end excluded.
struct CodeRange {
  std::uintptr_t begin = 0, end = 0;
};
/// The core's module. Return trampolines are in it.
CodeRange core_code();
/// Makes memory of zeros, which has to be aligned to 64 bytes, a recording of this process.
/// Allocates nothing and takes no lock, so that the child of a fork may call it.
Recording& begin_recording(void* memory, std::size_t threads, std::size_t calls_per_thread,
                           CodeRange core);

/// What was recorded so far. May be called at any time. Calls that have not ended are shown as in
/// flight. Of another process's recording, each Call::site is an address in that process.
std::vector<ThreadTrace> read_recording(Recording& recording);

/// The calls in the order of their entries.
std::vector<Call> make_tree(std::span<const CallRecord> records);

}  // namespace retprobe::graph
