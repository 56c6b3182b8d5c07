#include "harness/bench/memory.h"

#include <pthread.h>
#include <sys/mman.h>

#include <array>
#include <barrier>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/bench/nest.h"
#include "harness/bench/tracers.h"
#include "harness/must.h"

namespace retprobe::harness {
namespace {

// Below the number of instances in a default pool, so that each of the calls has its frame.
constexpr unsigned depth = 9;
// The first threads use up the stacks that the core has kept (eight), and some more.
constexpr unsigned threads_before = 16, threads = threads_before + 16;

struct Bottom {
  Usage usage;
  std::uintptr_t stack;
};
void look(void* context) {
  auto* bottom = static_cast<Bottom*>(context);
  bottom->stack = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  bottom->usage = usage();
}
Bottom at_depth(unsigned calls) {
  Bottom bottom{};
  retprobe_bench_nest(calls, look, &bottom);
  return bottom;
}
double stack_per_call() {
  return static_cast<double>(at_depth(1).stack - at_depth(depth).stack) / (depth - 1);
}

// Exact, because the kernel walks the page tables for it. The kernel's own counters lag behind by
// some pages per CPU. The pages of files are left out: the first thread to execute a page of libc
// gets 15 more mapped around it.
double resident_bytes() {
  std::ifstream file("/proc/self/smaps_rollup");
  for (std::string line; std::getline(file, line);)
    if (unsigned long kilobytes; std::sscanf(line.c_str(), "Anonymous: %lu kB", &kilobytes) == 1)
      return static_cast<double>(kilobytes) * 1024;
  return -1;
}

// The stacks are always the same ones. The parallel shadow of a stack's place stays when its thread
// has ended. On stacks at any address, some threads would need new shadows, and others not.
class Stacks {
 public:
  void* operator[](unsigned thread) const { return static_cast<char*>(memory_) + thread * bytes; }
  bool are() const { return memory_ != MAP_FAILED; }
  static constexpr std::size_t bytes = 256 << 10;

 private:
  void* memory_ = mmap(nullptr, threads* bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
};

void run_on(void* stack, const std::function<void()>& work, pthread_t& thread) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, Stacks::bytes);
  const auto body = [](void* function) -> void* {
    (*static_cast<const std::function<void()>*>(function))();
    return nullptr;
  };
  if (pthread_create(&thread, &attributes, body, const_cast<std::function<void()>*>(&work)) != 0)
    std::abort();
  pthread_attr_destroy(&attributes);
}

// Each thread runs the unprobed function first, so that its stack is there. Then it makes its first
// probed call. The core keeps shadow stacks of ended threads, and the measured threads must not get
// one of those. So other threads make their first call before them.
double bytes_per_thread(const Cell& cell, const Variant& variant,
                        const std::vector<const Site*>& sites) {
  std::barrier step(threads + 1);
  static const Stacks stacks;
  if (!stacks.are()) throw Failure(system_error("no memory for the stacks of threads", errno));
  const auto work = [&](bool is_measured) {
    const auto call = [] { retprobe_bench_nest(1, [](void*) {}, nullptr); };
    call();
    step.arrive_and_wait();
    step.arrive_and_wait();  // attached
    if (!is_measured) call();
    step.arrive_and_wait();
    step.arrive_and_wait();  // the kept stacks are in use, and the memory has been read
    if (is_measured) call();
    step.arrive_and_wait();
    step.arrive_and_wait();  // measured
  };
  const std::function<void()> first = [&] { work(false); }, measured = [&] { work(true); };
  std::array<pthread_t, threads> running;
  for (unsigned i = 0; i < threads; ++i)
    run_on(stacks[i], i < threads_before ? first : measured, running[i]);
  step.arrive_and_wait();
  auto attached = CaseTracers::attach(cell, variant, sites, nullptr);
  step.arrive_and_wait();
  step.arrive_and_wait();
  const double before = resident_bytes();
  step.arrive_and_wait();
  step.arrive_and_wait();
  const double after = resident_bytes();
  step.arrive_and_wait();
  for (const pthread_t thread : running) pthread_join(thread, nullptr);
  CaseTracers tracers = must(std::move(attached));
  if (before < 0 || after < 0)
    throw Failure(
        {Error::Code::unsupported, "memory of threads: /proc/self/smaps_rollup has no Anonymous"});
  must(tracers.detach());
  return (after - before) / (threads - threads_before);
}

}  // namespace

void measure_memory(const Cell& cell, const Variant& variant, Sample& sample) {
  auto sites = must(sites_of({"retprobe_bench_nest"}));
  const double unprobed = stack_per_call();
  {
    auto tracers = must(CaseTracers::attach(cell, variant, sites, nullptr));
    const Usage one = at_depth(1).usage, many = at_depth(depth).usage;
    sample.bytes_per_frame =
        static_cast<double>(many.shadow_bytes - one.shadow_bytes) / (depth - 1);
    sample.stack_bytes_per_frame = stack_per_call() - unprobed;
    must(tracers.detach());
  }
  // The first measurement makes what outlives its threads, and the second one finds it there.
  (void)bytes_per_thread(cell, variant, sites);
  sample.bytes_per_thread = bytes_per_thread(cell, variant, sites);
}

}  // namespace retprobe::harness
