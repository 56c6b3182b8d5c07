// Records events in order and shows them as a short readable text: `>A >B f <B <A`.
//
//     >A  tracer A's entry handler ran and accepted
//     -A  tracer A's entry handler ran and declined
//     <A  tracer A's exit handler ran: the function returned
//     ~A  tracer A's exit handler ran: an exception left the function
//     !A  tracer A's exit handler ran: the call was abandoned
//     f   a scenario marks anything else with a letter: a body, a step
//
// With functions named, the probed function's letter (the last one of its symbol) follows the
// tracer's: `>Af <Af`. Tracers are A … Z, then 26, 27, …
//
// Handlers record events, on any thread. Recording is async-signal-safe and allocates nothing. Only
// text() is cold.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "harness/player/letters.h"
#include "retprobe/hit.h"

namespace retprobe::harness {

class Events {
 public:
  explicit Events(std::size_t most = 1 << 16);

  void entry(unsigned tracer, bool accepted, char function = 0) {
    add({accepted ? '>' : '-', function, tracer});
  }
  void exit(unsigned tracer, ReturnReason reason, char function = 0);
  void mark(char letter) { add({letter, 0, no_tracer}); }

  /// All events, with blanks between. Its end says how many events there was no room for.
  std::string text() const;
  std::size_t size() const { return used_.load(); }
  void clear();

 private:
  struct Event {
    char sign;
    char function;
    std::uint32_t tracer;
  };
  static constexpr std::uint32_t no_tracer = ~0u;
  void add(Event event);

  const std::size_t most_;
  std::unique_ptr<Event[]> events_;
  std::atomic<std::size_t> used_{0};
};

/// Where the handlers of this thread's calls record their events. Null: in their bench's.
[[gnu::tls_model("initial-exec")]] extern thread_local constinit Events* thread_events;

}  // namespace retprobe::harness
