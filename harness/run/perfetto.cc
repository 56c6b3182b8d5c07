#include "harness/run/perfetto.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace retprobe::run {
namespace {

// A protobuf message that is being written. Numbers of fields are those of Perfetto's messages:
// TracePacket, TrackDescriptor, TrackEvent, InternedData.
class Message {
 public:
  Message& number(unsigned field, std::uint64_t value) {
    varint(field << 3);
    varint(value);
    return *this;
  }
  Message& bytes(unsigned field, std::string_view text) {
    varint(field << 3 | 2);
    varint(text.size());
    all_ += text;
    return *this;
  }
  Message& message(unsigned field, const Message& inner) { return bytes(field, inner.all_); }
  const std::string& text() const { return all_; }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) all_ += static_cast<char>(value | 0x80);
    all_ += static_cast<char>(value);
  }
  std::string all_;
};

enum class EventType : unsigned { slice_begin = 1, slice_end = 2, instant = 3 };

class Writer {
 public:
  Writer(const Launched& launched, const CallLimits& limits, const Sink& sink)
      : launched_(launched), limits_(limits), sink_(sink) {}

  void process(const ProcessReport& report) {
    const auto pid = static_cast<std::uint64_t>(report.id);
    Message described;
    described.number(1, pid).bytes(6, report.program);
    const std::uint64_t track = ++tracks_;
    packet(Message().message(60, Message().number(1, track).message(3, described)));
    for (const RecordedThread& thread : report.threads) this->thread(pid, thread);
  }

 private:
  // The slices of a thread's calls.
  class Slices final : public graph::CallVisitor {
   public:
    explicit Slices(Writer& writer) : writer_(writer) {}
    void enter(const graph::Call& call) override {
      const bool has_ended =
          call.ending != graph::Ending::in_flight && call.ending != graph::Ending::unheard;
      std::uint64_t end = has_ended ? writer_.time(call.start + call.ticks) : never;
      if (!ends_.empty()) end = std::min(end, ends_.back());
      ends_.push_back(end);
      last = std::max(last, writer_.time(call.start));
      writer_.event(EventType::slice_begin, last, call.site, to_string(call.ending));
    }
    void leave(const graph::Call& call, std::uint64_t until) override {
      // Calls of coroutines may outlive the call that they are shown in. A slice cannot. A call of
      // which no exit was seen ends, at the latest, when the next one begins.
      const std::uint64_t end =
          std::min(ends_.back(), until == never ? never : writer_.time(until));
      ends_.pop_back();
      // Perfetto shows it as one that did not end.
      if (call.ending == graph::Ending::in_flight) return;
      if (end != never) last = std::max(last, end);
      writer_.event(EventType::slice_end, last, nullptr, "");
    }
    std::uint64_t last = 0;  // the latest moment of this thread

   private:
    Writer& writer_;
    std::vector<std::uint64_t> ends_;  // of the open slices
  };

  // All packets are one sequence, in which names are interned.
  void packet(Message content) {
    constexpr unsigned state_cleared = 1, needs_state = 2;
    content.number(10, 1).number(13, is_first_ ? state_cleared | needs_state : needs_state);
    is_first_ = false;
    sink_(Message().message(1, content).text());
  }

  void thread(std::uint64_t pid, const RecordedThread& thread) {
    Message described;
    described.number(1, pid).number(2, static_cast<std::uint64_t>(thread.thread));
    track_ = ++tracks_;
    packet(Message().message(60, Message().number(1, track_).message(4, described)));
    Slices slices(*this);
    LimitedCalls limited(slices, limits_, launched_.scale);
    thread.visit(limited);
    if (thread.dropped != 0) {
      const std::string note = std::to_string(thread.dropped) + " more calls did not fit";
      Message said;
      said.number(9, static_cast<unsigned>(EventType::instant)).number(11, track_).bytes(23, note);
      packet(Message().number(8, slices.last).message(11, said));
    }
  }

  // Nanoseconds since the program was started.
  std::uint64_t time(std::uint64_t ticks) const {
    return static_cast<std::uint64_t>(launched_.scale.duration(ticks - launched_.began));
  }

  void event(EventType type, std::uint64_t when, const Site* site, std::string_view category) {
    Message said;
    said.number(9, static_cast<unsigned>(type)).number(11, track_);
    Message content;
    content.number(8, when);
    if (site) {
      const auto [name, is_new] = names_.try_emplace(site, names_.size() + 1);
      said.number(10, name->second).bytes(22, category);
      if (is_new) {
        const Message interned = Message().number(1, name->second).bytes(2, site->name);
        content.message(12, Message().message(2, interned));
      }
    }
    packet(content.message(11, said));
  }

  const Launched& launched_;
  const CallLimits& limits_;
  const Sink& sink_;
  bool is_first_ = true;
  std::uint64_t tracks_ = 0, track_ = 0;
  std::unordered_map<const Site*, std::uint64_t> names_;
};

}  // namespace

void write_perfetto(const Launched& launched, const CallLimits& limits, const Sink& sink) {
  Writer writer(launched, limits, sink);
  for (const ProcessReport& report : launched.processes) writer.process(report);
}

}  // namespace retprobe::run
