// The calls that a process recorded (Mode::record). They stay in the board's file, and are read
// part by part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "clients/graph/trace.h"
#include "harness/descriptor.h"
#include "retprobe/site.h"

namespace retprobe::run {

/// The Sites of a process, by their addresses there.
struct SiteNames {
  std::unordered_map<std::uintptr_t, const Site*> own;
  // A child of fork has the sites that its parent had, at the same addresses.
  std::shared_ptr<const SiteNames> inherited;
  /// One that is called "?" where it has no name.
  const Site* find(const Site* there) const;
};

/// The calls of one thread.
struct RecordedThread {
  int thread = 0;
  std::uint64_t calls = 0;
  std::uint64_t dropped = 0;  // further calls for which the thread had no room
  // Where its records are.
  std::shared_ptr<const harness::Descriptor> file = {};
  std::uint64_t at = 0;
  std::shared_ptr<const SiteNames> names = {};

  /// Visits its calls. Each has its ending already when it is entered. Throws Failure.
  void visit(graph::CallVisitor& visitor) const;
};

/// The threads of a recording that is at `at` in the file. Throws Failure.
std::vector<RecordedThread> read_threads(std::shared_ptr<const harness::Descriptor> file,
                                         std::uint64_t at, std::shared_ptr<const SiteNames> names,
                                         std::uint64_t& laneless);

/// Takes the next part of what is written.
using Sink = std::function<void(const std::string& part)>;

/// Which calls are shown.
struct CallLimits {
  double min_ns = 0;                    // those that took at least so long, or have no end
  std::size_t depth = ~std::size_t{0};  // so many calls within one another
  std::string from = {};                // only calls of this function, and what they call
  bool is_limited() const { return min_ns > 0 || depth != ~std::size_t{0} || !from.empty(); }
};

/// Passes on the calls within the limits. Their depths are those among the calls shown; their
/// parents are not set.
class LimitedCalls final : public graph::CallVisitor {
 public:
  LimitedCalls(graph::CallVisitor& next, const CallLimits& limits, const graph::TickScale& scale)
      : next_(next), limits_(limits), scale_(scale) {}
  void enter(const graph::Call& call) override;
  void leave(const graph::Call& call, std::uint64_t until) override;
  std::uint64_t shown() const { return shown_; }

 private:
  struct Open {
    bool is_shown, is_from;
  };
  bool is_from(const Site* site);
  graph::CallVisitor& next_;
  const CallLimits& limits_;
  const graph::TickScale& scale_;
  std::vector<Open> open_;
  std::size_t depth_ = 0, within_ = 0;  // of the open calls: those shown; those of limits_.from
  std::uint64_t shown_ = 0;
  std::unordered_map<const Site*, bool> known_;
};

}  // namespace retprobe::run
