// Times single hits. A mean hides what a tracer's user notices: the one call in a thousand that
// takes long. So each call is timed by itself. In turn with it, the same call without a probe is
// timed, and nothing at all, which shows the clock's cost. That cost is shown, not subtracted.
#include <pthread.h>

#include <cerrno>
#include <numeric>

#include "harness/bench/experiments/clocks.h"
#include "harness/bench/nest.h"
#include "harness/bench/tracers.h"
#include "harness/must.h"

// Two leaves of the same shape. The first is probed. The second never is.
extern "C" std::uint64_t wl_functions_16_0(std::uint64_t x);
extern "C" std::uint64_t wl_functions_16_1(std::uint64_t x);

namespace retprobe::harness {
namespace {

constexpr unsigned hits = 20'000;
constexpr unsigned threads = 300;  // of each kind
constexpr unsigned descents = 5;   // each in a thread of its own
constexpr unsigned depth = 10'000;
constexpr std::size_t descent_stack_bytes = std::size_t{16} << 20;

using Leaf = std::uint64_t (*)(std::uint64_t);

double ticks_of_nothing() {
  const std::uint64_t start = stamp_before();
  return static_cast<double>(stamp_after() - start);
}
double ticks_of_call(Leaf leaf) {
  const std::uint64_t start = stamp_before();
  std::uint64_t result = leaf(start);
  const std::uint64_t end = stamp_after();
  asm volatile("" : : "r"(result));
  return static_cast<double>(end - start);
}

void warm_hits(Sample& sample, double tick_ns) {
  std::vector<double> clock, unprobed, probed;
  for (unsigned i = 0; i < hits; ++i) {
    clock.push_back(ticks_of_nothing());
    unprobed.push_back(ticks_of_call(wl_functions_16_1));
    probed.push_back(ticks_of_call(wl_functions_16_0));
  }
  add_distribution(sample, "clock", clock, tick_ns);
  add_distribution(sample, "unprobed_call", unprobed, tick_ns);
  add_distribution(sample, "hit", probed, tick_ns);
}

void run_thread(std::size_t stack_bytes, void* (*body)(void*), void* context) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  int failed = stack_bytes ? pthread_attr_setstacksize(&attributes, stack_bytes) : 0;
  pthread_t thread;
  if (!failed) failed = pthread_create(&thread, &attributes, body, context);
  pthread_attr_destroy(&attributes);
  if (failed) throw Failure(system_error("a thread of the experiment 'latency'", failed));
  pthread_join(thread, nullptr);
}

// A thread's first call, and its first call of the other leaf. The order alternates, because the
// second call finds the thread's stack in the cache.
struct FirstCalls {
  bool probed_first;
  double probed, unprobed;
};
void* make_first_calls(void* context) {
  auto& first = *static_cast<FirstCalls*>(context);
  (void)ticks_of_nothing();
  if (first.probed_first) first.probed = ticks_of_call(wl_functions_16_0);
  first.unprobed = ticks_of_call(wl_functions_16_1);
  if (!first.probed_first) first.probed = ticks_of_call(wl_functions_16_0);
  return nullptr;
}

void first_hits(Sample& sample, double tick_ns) {
  std::vector<double> probed, unprobed;
  for (unsigned i = 0; i < threads; ++i) {
    FirstCalls first{i % 2 == 0, 0, 0};
    run_thread(0, make_first_calls, &first);
    probed.push_back(first.probed);
    unprobed.push_back(first.unprobed);
  }
  add_distribution(sample, "unprobed_first_call", unprobed, tick_ns);
  add_distribution(sample, "first_hit", probed, tick_ns);
}

// A thread's start, one call, and its end, as the thread that waits for it sees them.
void whole_threads(Sample& sample) {
  std::vector<double> probed, unprobed;
  for (unsigned i = 0; i < 2 * threads; ++i) {
    Leaf leaf = i % 2 == 0 ? wl_functions_16_0 : wl_functions_16_1;
    const auto body = [](void* context) -> void* {
      (void)(*static_cast<Leaf*>(context))(1);
      return nullptr;
    };
    const double start = now_ns();
    run_thread(0, body, &leaf);
    (i % 2 == 0 ? probed : unprobed).push_back(now_ns() - start);
  }
  add_distribution(sample, "unprobed_thread", unprobed);
  add_distribution(sample, "thread", probed);
}

// A recursion that takes a time stamp on each level. The shadow stack of its thread has had at most
// one frame. The unprobed recursion runs first, so that the machine stack is there.
struct Descent {
  std::vector<std::uint64_t> stamps = std::vector<std::uint64_t>(depth);
  std::vector<double> unprobed, first, second;

  void record(void (*descend)(unsigned, std::uint64_t*), std::vector<double>& into) {
    descend(depth, stamps.data());
    for (unsigned level = 1; level < depth; ++level)
      into.push_back(static_cast<double>(stamps[level] - stamps[level - 1]));
  }
};
void* descend(void* context) {
  auto& descent = *static_cast<Descent*>(context);
  std::vector<double> touching;
  touching.reserve(depth);
  descent.record(retprobe_bench_descend_unprobed, touching);
  descent.record(retprobe_bench_descend_unprobed, descent.unprobed);
  descent.record(retprobe_bench_descend, descent.first);
  descent.record(retprobe_bench_descend, descent.second);
  return nullptr;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The page faults of a growing shadow stack are too rare to show in its p99. Its mean shows them.
void growth(Sample& sample, double tick_ns) {
  Descent descent;
  for (unsigned i = 0; i < descents; ++i) run_thread(descent_stack_bytes, descend, &descent);
  const auto add = [&](const char* name, const std::vector<double>& values) {
    add_distribution(sample, name, values, tick_ns);
    add_figure(sample, std::string(name) + "_mean_ns", mean(values) * tick_ns);
  };
  add("unprobed_descent", descent.unprobed);
  add("growing_descent", descent.first);
  add("grown_descent", descent.second);
}

}  // namespace

Sample measure_latency(const Cell& cell) {
  auto length = TickLength::begin();
  auto sites = must(sites_of({"wl_functions_16_0", "retprobe_bench_descend"}));
  auto tracers = must(CaseTracers::attach(cell, {}, sites, nullptr));
  // A round to warm up. The length of a tick is measured over it, too.
  Sample warming;
  warm_hits(warming, 1);

  Sample sample;
  const double tick_ns = length.ns();
  warm_hits(sample, tick_ns);
  first_hits(sample, tick_ns);
  whole_threads(sample);
  growth(sample, tick_ns);
  sample.missed = tracers.missed();
  must(tracers.detach());
  return sample;
}

}  // namespace retprobe::harness
