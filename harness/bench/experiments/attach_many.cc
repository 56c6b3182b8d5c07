// Attaches to 40,000 functions at once, while two threads run some of them. The reference is the
// least work of a safe change of so many functions: each page on which one of them lies is written
// three times, and the processors are synchronised three times.
//
// The first write to a page of a file makes a copy of the page. So the reference has a first round
// of its own, on a mapping of the same file that was never written to. The rounds after it are
// compared with each other.
//
// The compared time is processor time, as elsewhere. It includes the wait for other processors in a
// sync. It excludes the wait for a processor that other processes use. The wall time is shown
// beside it.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <set>

#include "harness/bench/experiments/clocks.h"
#include "harness/bench/experiments/runners.h"
#include "harness/bench/tracers.h"
#include "harness/descriptor.h"
#include "harness/must.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

constexpr std::size_t functions = 40'000;
constexpr std::size_t page_bytes = 4096;
constexpr unsigned rounds = 5;  // after the first
constexpr unsigned threads = 2;
constexpr std::size_t called = 64;  // functions that each thread calls again and again

// Loads the module that lies beside the workloads' library.
std::string load_crowd() {
  Dl_info here{};
  if (dladdr(reinterpret_cast<void*>(&find_workload), &here) == 0)
    throw Failure({Error::Code::system, "dladdr does not know the workloads' library"});
  std::string path(here.dli_fname);
  path = path.substr(0, path.rfind('/') + 1) + "libretprobe_forty_thousand.so";
  if (!dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
    throw Failure(
        {Error::Code::not_found, std::string("the module of 40,000 functions: ") + dlerror()});
  return path;
}

// Pages of executable, private, file-backed memory that were never written to. There are as many as
// the functions lie on.
class BarePages {
 public:
  static BarePages map(const std::string& path, std::size_t pages) {
    const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status;
    if (!file.ok() || fstat(file.get(), &status) != 0) throw Failure(system_error(path, errno));
    const std::size_t bytes = pages * page_bytes;
    if (static_cast<std::size_t>(status.st_size) < bytes)
      throw Failure({Error::Code::system, path + " is shorter than the functions in it"});
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_EXEC, MAP_PRIVATE, file.get(), 0);
    if (memory == MAP_FAILED) throw Failure(system_error("a mapping of " + path, errno));
    return BarePages(static_cast<std::byte*>(memory), pages);
  }

  /// Writes all pages three times, with a sync after each time.
  void write_and_sync() {
    // Opened each time: after a fork, an inherited descriptor would write to the parent's memory.
    const Descriptor memory(open("/proc/thread-self/mem", O_RDWR | O_CLOEXEC));
    if (!memory.ok()) throw Failure(system_error("/proc/thread-self/mem", errno));
    for (int step = 0; step < 3; ++step) {
      for (std::size_t page = 0; page < pages_; ++page) {
        const auto at = reinterpret_cast<std::uintptr_t>(memory_ + page * page_bytes);
        if (pwrite(memory.get(), copies_.data() + page * page_bytes, page_bytes,
                   static_cast<off_t>(at)) != static_cast<ssize_t>(page_bytes))
          throw Failure(system_error("a write of a page of code", errno));
      }
      sync_processors();
    }
  }

 private:
  // Reads all pages, because a program that runs a module has read its pages, too.
  BarePages(std::byte* memory, std::size_t pages)
      : memory_(memory), pages_(pages), copies_(memory, memory + pages * page_bytes) {}
  std::byte* memory_;  // never unmapped: the process ends soon
  std::size_t pages_;
  std::vector<std::byte> copies_;
};

std::size_t pages_of(const std::vector<const Site*>& sites) {
  std::set<std::uintptr_t> pages;
  for (const Site* site : sites) {
    pages.insert(site->entry / page_bytes);
    pages.insert((site->body() - 1) / page_bytes);
  }
  return pages.size();
}

struct Time {
  double cpu, wall;
};
Time now() { return {cpu_ns(), now_ns()}; }
Time operator-(const Time& end, const Time& start) {
  return {end.cpu - start.cpu, end.wall - start.wall};
}

struct Round {
  Time bare, attach, detach;
};

}  // namespace

Sample measure_attach_many(const Cell& cell) {
  const std::string path = load_crowd();
  const double searched_from = now_ns();
  const auto sites = must(sites_of({"module:libretprobe_forty_thousand.so"}));
  const double found = now_ns() - searched_from;
  if (sites.size() != functions)
    throw Failure({Error::Code::system, path + " has " + std::to_string(sites.size()) + " sites"});
  const std::size_t pages = pages_of(sites);
  BarePages bare = BarePages::map(path, pages);

  std::vector<std::uint64_t (*)(std::uint64_t)> some;
  for (std::size_t i = 0; i < called; ++i)
    some.push_back(reinterpret_cast<std::uint64_t (*)(std::uint64_t)>(
        sites[i * (functions / called)]->address));
  const Runners runners(threads, [&] {
    for (const auto function : some) (void)function(1);
  });

  Sample sample;
  std::vector<Round> all;
  for (unsigned round = 0; round < 1 + rounds; ++round) {
    const Time begin = now();
    bare.write_and_sync();
    const Time written = now();
    auto tracers = must(CaseTracers::attach(cell, {}, sites, nullptr));
    const Time attached = now();
    must(tracers.detach());
    all.push_back({written - begin, attached - written, now() - attached});
    sample.missed += tracers.missed();
  }
  sample.figures = {{"pages", static_cast<double>(pages)}, {"find_sites_wall_ns", found}};
  const auto add = [&](const char* name, Time Round::* of) {
    std::vector<double> cpu, wall;
    for (std::size_t i = 1; i < all.size(); ++i) {
      cpu.push_back((all[i].*of).cpu);
      wall.push_back((all[i].*of).wall);
    }
    add_figure(sample, "first_" + std::string(name) + "_ns", (all[0].*of).cpu);
    add_figure(sample, "first_" + std::string(name) + "_wall_ns", (all[0].*of).wall);
    add_figure(sample, std::string(name) + "_ns", quantile(cpu, 0.5));
    add_figure(sample, std::string(name) + "_wall_ns", quantile(wall, 0.5));
  };
  add("attach", &Round::attach);
  add("detach", &Round::detach);
  add("bare", &Round::bare);
  return sample;
}

}  // namespace retprobe::harness
