#include "harness/cost/skeleton.h"

#include <x86intrin.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <limits>
#include <stdexcept>

#include "core/blocks/layout.h"
#include "harness/cost/prices.h"
#include "harness/cost/skeleton_parts.h"
#include "harness/cost/walked_call.h"

namespace retprobe::harness {
namespace skeleton {
namespace {

// What the skeleton works on, as skeleton_x86_64.S has it.
struct Attachment {
  std::uint64_t handle;
  bool (*on_entry)(void*, void*);
  void (*on_return)(void*, void*);
  void* owner;
  std::uint64_t wanted;  // the entry handler's answer that makes a frame
  std::uint64_t reason;
  std::uint64_t unused[2];
};
static_assert(sizeof(Attachment) == 64 && offsetof(Attachment, reason) == 0x28);

struct Stack {
  std::uintptr_t low, near_bytes;
  std::uint64_t delta;
  std::uintptr_t bytes;
  std::uint64_t *top, *limit;
};
static_assert(offsetof(Stack, delta) == 0x10 && offsetof(Stack, limit) == 0x28);

struct alignas(64) Thread {
  Stack* stack;
  std::uint64_t guard;
  const Attachment* running;
};
static_assert(offsetof(Thread, running) == 0x10);

constexpr std::uintptr_t page_bytes = 4096, cache_line = 64;
constexpr std::uintptr_t near_bytes = 16 * page_bytes;

// In the low half of a page; the hit's words on the machine stack are in the high half.
struct alignas(page_bytes) State {
  alignas(cache_line) Attachment attachments[2];
  alignas(cache_line) Stack stack;
  alignas(cache_line) std::uint64_t frames[64];
} state;
static_assert(sizeof(State) == page_bytes && offsetof(State, frames) < page_bytes / 4);
alignas(page_bytes) std::byte parallel_shadow[near_bytes];
thread_local constinit Thread thread_state{};

extern "C" {
[[gnu::visibility("hidden")]] std::uint64_t retprobe_skeleton_thread_offset;
[[gnu::visibility("hidden")]] const Attachment* retprobe_skeleton_attachments;
[[gnu::visibility("hidden")]] std::uint64_t retprobe_skeleton_handle;
[[gnu::visibility("hidden")]] bool retprobe_skeleton_stopped;

bool retprobe_skeleton_on_entry(void* owner, void* frame);
void retprobe_skeleton_on_return(void* owner, void* frame);
std::uint64_t retprobe_skeleton_plain(std::uint64_t passes);
#define RP_COPY(name)                                           \
  std::uint64_t retprobe_skeleton_##name(std::uint64_t);        \
  std::uint64_t retprobe_skeleton_##name##_site(std::uint64_t); \
  extern const char retprobe_skeleton_##name##_body[];
#define SKELETON(change, without, pairs, what) \
  RP_COPY(change##_##pairs##_0) RP_COPY(change##_##pairs##_1) RP_COPY(change##_##pairs##_2)
#include "harness/cost/skeleton_variants.inc"
#undef SKELETON
#undef RP_COPY
}

// The calling thread's state, for calls from about this depth of its stack.
void prepare() {
  std::uintptr_t thread_pointer;
  asm("mov %%fs:0, %0" : "=r"(thread_pointer));
  retprobe_skeleton_thread_offset =
      reinterpret_cast<std::uintptr_t>(&thread_state) - thread_pointer;
  retprobe_skeleton_handle = RP_SKELETON_HANDLE;
  retprobe_skeleton_attachments = state.attachments;
  state.attachments[1] = {.handle = RP_SKELETON_HANDLE,
                          .on_entry = retprobe_skeleton_on_entry,
                          .on_return = retprobe_skeleton_on_return,
                          .owner = &state.attachments[1],
                          .wanted = 1,
                          .reason = 0,
                          .unused = {}};
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const std::uintptr_t low = (here & ~(page_bytes - 1)) - near_bytes / 2;
  state.frames[0] = ~std::uint64_t{0};  // the bottom
  state.stack = {.low = low,
                 .near_bytes = near_bytes,
                 .delta = reinterpret_cast<std::uintptr_t>(parallel_shadow) - low,
                 .bytes = near_bytes,
                 .top = state.frames + 1,
                 .limit = std::end(state.frames)};
  thread_state = {};
  thread_state.stack = &state.stack;
}

std::uint64_t result_of(std::uint64_t x) { return 3 * x + 1; }

Error error_of(const SkeletonVariant& variant, const std::string& what) {
  return {Error::Code::system, "the skeleton's variant " + variant.name() + " " + what};
}

// ---- The walk ----

constexpr std::uint64_t argument = 7;

// Walks the call that the thread is about to make. `happened`: a letter for the entry handler, the
// body and the exit handler, each time one of them begins.
class Walk {
 public:
  Walk(TracedThread& thread, const SkeletonVariant& variant, const SkeletonVariant::Copy& copy)
      : thread_(thread), variant_(variant), copy_(copy) {}

  Result<Tally> walk() {
    const std::uint64_t stack_pointer = walked_call::run_to(thread_);
    thread_.step();  // the caller's call
    for (std::size_t steps = 0; !walked_call::is_over(thread_, stack_pointer); ++steps) {
      if (steps == walked_call::most_steps) return error_of(variant_, "does not come to its end");
      note();
      if (!in_body()) tallier_.count(thread_.registers(), thread_.code_at(rip()));
      thread_.step();
    }
    const std::string expected = variant_.without & RP_WITHOUT_HANDLERS ? "b" : "ebx";
    if (happened_ != expected)
      return error_of(variant_, "ran '" + happened_ + "' and not '" + expected +
                                    "': e entry handler, b body, x exit handler, ! wrong value");
    if (thread_.registers().rax != result_of(argument))
      return error_of(variant_, "returned " + std::to_string(thread_.registers().rax));
    if (word(&thread_state.guard) != 0) return error_of(variant_, "left the guard set");
    if (word(&state.stack.top) != reinterpret_cast<std::uintptr_t>(state.frames + 1))
      return error_of(variant_, "left a frame behind");
    return tallier_.take();
  }

 private:
  std::uintptr_t rip() const { return thread_.registers().rip; }
  std::uint64_t word(const void* at) const {
    return thread_.word(reinterpret_cast<std::uintptr_t>(at));
  }
  bool in_body() const {
    const auto site = reinterpret_cast<std::uintptr_t>(copy_.site);
    return rip() >= copy_.body && rip() < site + cache_line;
  }
  void note() {
    const auto is_at = [&](auto* function) {
      return rip() == reinterpret_cast<std::uintptr_t>(function);
    };
    if (is_at(retprobe_skeleton_on_entry)) handler('e', RP_RDI, argument);
    if (rip() == copy_.body) happened_ += 'b';
    if (is_at(retprobe_skeleton_on_return)) handler('x', RP_RAX, result_of(argument));
  }
  void handler(char letter, std::uint64_t offset, std::uint64_t value) {
    happened_ += letter;
    const bool right =
        thread_.registers().rdi == reinterpret_cast<std::uintptr_t>(&state.attachments[1]) &&
        thread_.word(thread_.registers().rsi + offset) == value;
    if (!right) happened_ += '!';
  }

  TracedThread& thread_;
  const SkeletonVariant& variant_;
  const SkeletonVariant::Copy& copy_;
  Tallier tallier_;
  std::string happened_;
};

// ---- The clock ----

constexpr std::uint64_t passes = 200;
constexpr int runs_of_visit = 60;

// The fastest run of a visit, in ticks of the time-stamp counter for a call; or a negative number
// when a sum was wrong.
double ticks_of_call(std::uint64_t (*calls)(std::uint64_t)) {
  constexpr std::uint64_t sum = 3 * passes * (passes + 1) / 2 + passes;
  std::uint64_t fastest = std::numeric_limits<std::uint64_t>::max();
  for (int run = 0; run < runs_of_visit; ++run) {
    const std::uint64_t begin = __rdtsc();
    const std::uint64_t found = calls(passes);
    fastest = std::min(fastest, static_cast<std::uint64_t>(__rdtsc()) - begin);
    if (found != sum) return -1;
  }
  return static_cast<double>(fastest) / static_cast<double>(passes);
}

// Of the copy in the middle.
double ticks_of(const SkeletonRound& round, std::size_t variant) {
  auto sorted = round.copies[variant];
  std::ranges::sort(sorted);
  return sorted[sorted.size() / 2];
}

double cycles_of_all(const SkeletonRound& round) {
  double sum = round.plain;
  for (std::size_t variant = 0; variant < round.copies.size(); ++variant)
    sum += ticks_of(round, variant);
  return sum / round.cycle;
}

}  // namespace
}  // namespace skeleton

std::span<const SkeletonVariant> skeleton_variants() {
#define RP_COPY(name)                                                                \
  SkeletonVariant::Copy{                                                             \
      skeleton::retprobe_skeleton_##name, skeleton::retprobe_skeleton_##name##_site, \
      reinterpret_cast<std::uintptr_t>(skeleton::retprobe_skeleton_##name##_body)}
#define SKELETON(change, without, pairs, what) \
  {#change,                                    \
   without,                                    \
   pairs,                                      \
   what,                                       \
   {RP_COPY(change##_##pairs##_0), RP_COPY(change##_##pairs##_1), RP_COPY(change##_##pairs##_2)}},
  static const SkeletonVariant variants[] = {
#include "harness/cost/skeleton_variants.inc"
  };
#undef SKELETON
#undef RP_COPY
  return variants;
}

Result<std::vector<Tally>> walk_skeletons(std::span<const SkeletonVariant> variants) {
  const SkeletonVariant* now = nullptr;
  try {
    TracedProcess process(
        [&] {
          skeleton::prepare();
          for (const SkeletonVariant& variant : variants)
            for (const SkeletonVariant::Copy& copy : variant.copies)
              for (unsigned call = 0; call < walked_call::calls; ++call)
                cost_call(reinterpret_cast<std::uintptr_t>(copy.site), skeleton::argument);
          return 0;
        },
        {.marks = {walked_call::begin()}});
    std::vector<Tally> tallies;
    for (const SkeletonVariant& variant : variants) {
      now = &variant;
      for (const SkeletonVariant::Copy& copy : variant.copies) {
        auto tally = skeleton::Walk(process.main(), variant, copy).walk();
        if (!tally.ok()) return tally.error();
        if (&copy == variant.copies.data())
          tallies.push_back(*tally);
        else if (tally->instructions != tallies.back().instructions)
          return skeleton::error_of(variant, "has copies that differ");
      }
    }
    process.main().release();
    if (const Ending ending = process.wait(walked_call::patience_seconds); !ending.well())
      return Error{Error::Code::system, "the walk of the skeleton: " + ending.text()};
    return tallies;
  } catch (const NotPermitted&) {
    throw;
  } catch (const std::runtime_error& error) {
    if (now == nullptr) throw;
    return skeleton::error_of(*now, std::string("cannot be walked: ") + error.what());
  }
}

SkeletonTimes skeleton_times(std::vector<SkeletonRound> rounds, double tick_ns) {
  using skeleton::cycles_of_all, skeleton::ticks_of;
  std::ranges::sort(rounds, {}, cycles_of_all);
  const double median_round = cycles_of_all(rounds[rounds.size() / 2]);
  rounds.resize(skeleton_quiet_rounds);
  const auto spread = [&](auto value_of) {
    std::vector<double> values;
    for (const SkeletonRound& round : rounds) values.push_back(value_of(round));
    return spread_of(values);
  };
  SkeletonTimes times{
      .cycle_ns = spread([](const auto& round) { return round.cycle; }).median * tick_ns,
      .slowdown = median_round / cycles_of_all(rounds[rounds.size() / 2]),
      .plain = spread([](const auto& round) { return round.plain / round.cycle; }),
      .variants = {}};
  for (std::size_t i = 0; i < rounds.front().copies.size(); ++i) {
    SkeletonTimes::Variant& variant = times.variants.emplace_back();
    variant.cycles = spread([i](const auto& round) { return ticks_of(round, i) / round.cycle; });
    variant.ratio =
        spread([i](const auto& round) { return ticks_of(round, i) / ticks_of(round, 0); });
    for (std::size_t copy = 0; copy < variant.copies.size(); ++copy)
      variant.copies[copy] =
          spread([=](const auto& round) { return round.copies[i][copy] / round.cycle; }).median;
  }
  return times;
}

Result<SkeletonTimes> time_skeletons(std::span<const SkeletonVariant> variants) {
  skeleton::prepare();
  std::vector<SkeletonRound> rounds;
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t begin_ticks = __rdtsc();
  for (unsigned number = 0; number < skeleton_rounds; ++number) {
    SkeletonRound round{.cycle = ticks_of_cycle(),
                        .plain = skeleton::ticks_of_call(skeleton::retprobe_skeleton_plain),
                        .copies = {}};
    for (const SkeletonVariant& variant : variants) {
      auto& copies = round.copies.emplace_back();
      for (std::size_t copy = 0; copy < copies.size(); ++copy) {
        const double ticks = skeleton::ticks_of_call(variant.copies[copy].calls);
        if (ticks < 0) return skeleton::error_of(variant, "returned a wrong value");
        copies[copy] = ticks - round.plain;
      }
    }
    rounds.push_back(std::move(round));
  }
  const double ticks = static_cast<double>(__rdtsc() - begin_ticks);
  const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - begin;
  return skeleton_times(std::move(rounds), elapsed.count() / ticks);
}

}  // namespace retprobe::harness
