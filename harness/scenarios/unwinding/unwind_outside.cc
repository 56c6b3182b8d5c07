#include "harness/scenarios/unwinding/unwind_outside.h"

#include <execinfo.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <thread>

#include "harness/verify/test_bench.h"
#include "harness/verify/threads.h"

namespace retprobe::harness::unwinding {
namespace {

constexpr int hold_signal = SIGUSR2;
constexpr std::chrono::milliseconds moment{1};

std::atomic<bool> released;

// Holds the thread until all are released. `context` has its registers meanwhile.
void on_hold(int, siginfo_t*, void* context) {
  const int error = errno;
  __atomic_store_n(&current_visit()->stopped_at, static_cast<ucontext_t*>(context),
                   __ATOMIC_RELEASE);
  wait_until(released);
  errno = error;
}

/// A visit and its thread.
struct Visitor {
  Visit visit;
  std::unique_ptr<VisitThread> thread;
};

class Visitors {
 public:
  Visitors(const Cell& cell, const OutsideOptions& options)
      : options_(options), every_place_(cell.transfer == "paired" || cell.transfer == "-") {}
  ~Visitors() { leave(); }

  void begin(bool probed) {
    std::deque<Visitor>& visitors = probed ? probed_ : unprobed_;
    for (const Place& place : places()) {
      if (options_.wants && !options_.wants(place)) continue;
      if (!every_place_ && !place.in_every_transfer) continue;
      Visitor& visitor = visitors.emplace_back();
      visitor.visit.place = &place;
      visitor.visit.probed = probed;
      visitor.thread = std::make_unique<VisitThread>(visitor.visit);
    }
    for (Visitor& visitor : visitors)
      while (!visitor.visit.arrived) std::this_thread::sleep_for(moment);
  }

  void hold() {
    handle_signal(hold_signal, on_hold);
    for (const Visit* visit : all()) {
      require(syscall(SYS_tgkill, getpid(), visit->tid, hold_signal) == 0, "tgkill failed");
      while (!__atomic_load_n(&visit->stopped_at, __ATOMIC_ACQUIRE))
        std::this_thread::sleep_for(moment);
    }
  }

  // Lets all visits return and their threads end.
  void leave() {
    released.store(true);
    for (std::deque<Visitor>* visitors : {&unprobed_, &probed_}) {
      for (Visitor& visitor : *visitors) {
        tell(visitor.visit, go_on);
        visitor.thread->join();
      }
    }
  }

  std::vector<const Visit*> all() const {
    std::vector<const Visit*> visits;
    for (const std::deque<Visitor>* visitors : {&unprobed_, &probed_})
      for (const Visitor& visitor : *visitors) visits.push_back(&visitor.visit);
    return visits;
  }
  std::size_t count() const { return probed_.size(); }
  const Visit& unprobed(std::size_t i) const { return unprobed_[i].visit; }
  const Visit& probed(std::size_t i) const { return probed_[i].visit; }

 private:
  OutsideOptions options_;
  bool every_place_;
  std::deque<Visitor> unprobed_, probed_;
};

std::vector<const Chain*> chains_of(const Visit& visit, const std::vector<StoppedThread>& seen) {
  std::vector<const Chain*> chains;
  for (const StoppedThread& thread : seen)
    if (thread.tid == visit.tid) chains.push_back(&thread.frames);
  return chains;
}

std::string judge(const Cell& cell, const Visit& probed, const Visit& unprobed,
                  const std::vector<StoppedThread>& seen, const OutsideOptions& options,
                  const std::vector<const Site*>& sites) {
  const std::vector<const Chain*> references = chains_of(unprobed, seen),
                                  chains = chains_of(probed, seen);
  if (references.empty()) return "the unprobed thread was not seen";
  if (chains.empty()) return "the probed thread was not seen";
  for (const Chain* chain : chains) {
    std::string text =
        options.difference
            ? options.difference(probed, *chain, unprobed, *references.front(), sites)
            : difference(cell, probed, *chain, unprobed, *references.front(), options.asked);
    if (!text.empty()) return text;
  }
  return {};
}

// Whether the unwinder saw the calling thread, which is in `from_outside` and has called nothing
// that is probed, and saw another chain than it has from there on.
[[gnu::noinline]] bool gets_this_thread_wrong(const std::vector<StoppedThread>& seen) {
  std::array<void*, most_frames> truth;
  const int count = backtrace(truth.data(), static_cast<int>(truth.size()));
  require(count > 2, "backtrace() sees nothing of this thread");
  const auto thread = std::ranges::find(seen, gettid(), &StoppedThread::tid);
  if (thread == seen.end()) return false;
  // The first two are this function and `from_outside`, which now calls something else.
  const std::span<void* const> outer(truth.data() + 2, static_cast<std::size_t>(count) - 2);
  const auto same = [](const Frame& frame, void* address) {
    return frame.address == reinterpret_cast<std::uintptr_t>(address);
  };
  const Chain& frames = thread->frames;
  return std::search(frames.begin(), frames.end(), outer.begin(), outer.end(), same) ==
         frames.end();
}

}  // namespace

Outcome from_outside(const Cell& cell, Look look, const OutsideOptions& options) {
  // Allows ptrace where Yama restricts it to ancestors. Fails with EINVAL where there is no Yama.
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  setenv("DEBUGINFOD_URLS", "", 1);
  setenv("LC_ALL", "C", 1);
  ProbedChain chain;
  std::vector<StoppedThread> seen;
  Visitors visitors(cell, options);
  visitors.begin(false);
  chain.attach(cell);
  visitors.begin(true);
  if (options.hold) visitors.hold();
  const Outcome outcome = look(visitors.all(), seen);
  visitors.leave();
  const bool was_too_busy = outcome.verdict == Verdict::unavailable && outcome.lack == Lack::time;
  if (outcome.verdict != Verdict::pass && !was_too_busy) return outcome;
  std::string failures;
  for (std::size_t i = 0; i < visitors.count(); ++i) {
    const Visit &probed = visitors.probed(i), &unprobed = visitors.unprobed(i);
    // What a busy machine lets it see is judged.
    if (was_too_busy && (chains_of(probed, seen).empty() || chains_of(unprobed, seen).empty()))
      continue;
    const std::string text = judge(cell, probed, unprobed, seen, options, chain.sites());
    if (!text.empty())
      failures += (failures.empty() ? "" : "; ") + std::string(probed.place->name) + ": " + text;
  }
  if (!failures.empty() && options.inability && gets_this_thread_wrong(seen))
    return unavailable(Lack::toolchain, options.inability);
  if (!failures.empty()) return fail(failures);
  const Outcome all_seen = chain.check_all_seen();
  return all_seen.verdict == Verdict::pass ? outcome : all_seen;
}

}  // namespace retprobe::harness::unwinding
