#include "harness/run/recorded.h"

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "clients/graph/recorder.h"
#include "harness/run/mapped.h"
#include "harness/run/names.h"

namespace retprobe::run {
namespace {

// Passes parts of the records, with the number of the first one.
template <class Visit>
void read_records(int file, std::uint64_t at, std::uint64_t count, Visit visit) {
  constexpr std::uint64_t most = 1 << 16;
  for (std::uint64_t first = 0; first < count; first += most) {
    const std::size_t part = std::min(most, count - first);
    const Mapped memory(file, at + first * sizeof(graph::CallRecord),
                        part * sizeof(graph::CallRecord));
    visit(first, std::span(static_cast<const graph::CallRecord*>(memory.get()), part));
  }
}

// Which calls are over without an exit.
class Unheard final : public graph::CallVisitor {
 public:
  explicit Unheard(std::uint64_t calls) : is_unheard(calls) {}
  void enter(const graph::Call&) override { open_.push_back(entered_++); }
  void leave(const graph::Call& call, std::uint64_t) override {
    if (call.ending == graph::Ending::unheard) is_unheard[open_.back()] = true;
    open_.pop_back();
  }
  std::vector<bool> is_unheard;

 private:
  std::vector<std::uint64_t> open_;
  std::uint64_t entered_ = 0;
};

}  // namespace

const Site* SiteNames::find(const Site* there) const {
  static const Site unknown = [] {
    Site site;
    site.name = "?";
    return site;
  }();
  for (const SiteNames* names = this; names; names = names->inherited.get())
    if (const auto site = names->own.find(reinterpret_cast<std::uintptr_t>(there));
        site != names->own.end() && site->second)
      return site->second;
  return &unknown;
}

void RecordedThread::visit(graph::CallVisitor& visitor) const {
  Unheard unheard(calls);
  graph::CallTree first(unheard);
  read_records(file->get(), at, calls, [&](std::uint64_t, const auto& records) {
    for (const graph::CallRecord& record : records) first.add(record, record.site);
  });
  first.finish();
  graph::CallTree tree(visitor);
  read_records(file->get(), at, calls, [&](std::uint64_t number, const auto& records) {
    for (const graph::CallRecord& record : records)
      tree.add(record, names->find(record.site), unheard.is_unheard[number++]);
  });
  tree.finish();
}

std::vector<RecordedThread> read_threads(std::shared_ptr<const harness::Descriptor> file,
                                         std::uint64_t at, std::shared_ptr<const SiteNames> names,
                                         std::uint64_t& laneless) {
  std::size_t lane_count, calls_per_lane;
  {
    const Mapped head(file->get(), at, sizeof(graph::Recording));
    const auto& recording = *static_cast<const graph::Recording*>(head.get());
    lane_count = recording.lane_count;
    calls_per_lane = recording.calls_per_lane;
  }
  const std::size_t head_bytes = sizeof(graph::Recording) + lane_count * sizeof(graph::Lane);
  const Mapped head(file->get(), at, head_bytes);
  auto& recording = *static_cast<graph::Recording*>(head.get());
  laneless = recording.laneless;
  std::vector<RecordedThread> threads;
  const std::size_t lanes =
      std::min(recording.lanes_taken.load(std::memory_order_acquire), lane_count);
  for (std::size_t i = 0; i < lanes; ++i) {
    const graph::Lane& lane = recording.lane(i);
    const int last = lane.thread.load(std::memory_order_acquire);
    if (last == 0) continue;  // just taken, its thread is not stored yet
    const std::size_t used = lane.used.load(std::memory_order_acquire);
    const std::uint64_t begin = at + head_bytes + i * calls_per_lane * sizeof(graph::CallRecord);
    std::uint64_t from = 0;
    const auto end_at = [&](std::uint64_t to, int thread, std::uint64_t dropped) {
      threads.push_back({.thread = thread,
                         .calls = to - from,
                         .dropped = dropped,
                         .file = file,
                         .at = begin + from * sizeof(graph::CallRecord),
                         .names = names});
      from = to + 1;
    };
    read_records(file->get(), begin, used, [&](std::uint64_t number, const auto& records) {
      for (const graph::CallRecord& record : records) {
        if (!record.site) end_at(number, static_cast<int>(record.slot), 0);
        ++number;
      }
    });
    end_at(used, last, lane.dropped.load(std::memory_order_relaxed));
  }
  return threads;
}

bool LimitedCalls::is_from(const Site* site) {
  if (limits_.from.empty()) return true;
  const auto [known, is_new] = known_.try_emplace(site);
  if (is_new) known->second = has_name(site->name, limits_.from);
  return known->second;
}

void LimitedCalls::enter(const graph::Call& call) {
  using graph::Ending;
  const bool has_end = call.ending != Ending::in_flight && call.ending != Ending::unheard;
  Open open = {false, is_from(call.site)};
  within_ += open.is_from;
  open.is_shown = within_ != 0 && depth_ < limits_.depth &&
                  (!has_end || scale_.duration(call.ticks) >= limits_.min_ns);
  open_.push_back(open);
  if (!open.is_shown) return;
  ++shown_;
  graph::Call shown = call;
  shown.depth = depth_++;
  next_.enter(shown);
}

void LimitedCalls::leave(const graph::Call& call, std::uint64_t until) {
  const Open open = open_.back();
  open_.pop_back();
  within_ -= open.is_from;
  if (!open.is_shown) return;
  graph::Call shown = call;
  shown.depth = --depth_;
  next_.leave(shown, until);
}

}  // namespace retprobe::run
