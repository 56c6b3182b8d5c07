// The program that harness/run/unchanged_test.cc runs, with `retprobe run` and without. Its first
// argument says what it does. What it prints or returns must not depend on `retprobe run`.
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <barrier>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#define RP_NOT_INLINED extern "C" [[gnu::noinline]]

RP_NOT_INLINED int leaf(int value) {
  asm volatile("" : "+r"(value));
  return value + 1;
}

namespace {

long kib_behind(const std::string& line, const char* name) {
  return line.starts_with(name) ? std::atol(line.c_str() + std::strlen(name)) : 0;
}

// KiB of addresses, KiB that a core file would have, KiB in memory after mlockall.
void print_memory() {
  long addresses = 0, dumped = 0, locked = 0;
  std::string line;
  for (std::ifstream status("/proc/self/status"); std::getline(status, line);)
    addresses += kib_behind(line, "VmSize:");
  long bytes = 0;
  for (std::ifstream maps("/proc/self/smaps"); std::getline(maps, line);) {
    if (const long here = kib_behind(line, "Size:")) bytes = here;
    if (line.starts_with("VmFlags:") && line.find(" dd") == std::string::npos) dumped += bytes;
  }
  if (mlockall(MCL_CURRENT) == 0)
    for (std::ifstream status("/proc/self/status"); std::getline(status, line);)
      locked += kib_behind(line, "VmRSS:");
  std::printf("%ld %ld %ld\n", addresses, dumped, locked);
}

int use_memory(int threads) {
  std::barrier called(threads + 1), printed(threads + 1);
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i)
    all.emplace_back([&] {
      leaf(i);
      called.arrive_and_wait();
      printed.arrive_and_wait();
    });
  leaf(0);
  called.arrive_and_wait();
  print_memory();
  printed.arrive_and_wait();
  for (std::thread& thread : all) thread.join();
  return 0;
}

// Without the privilege to lock more than 64 MiB.
int lock_under_limit() {
  const rlimit limit{64 << 20, 64 << 20};
  setrlimit(RLIMIT_MEMLOCK, &limit);
  if (geteuid() == 0 && setuid(65534) != 0) return 3;
  if (mlockall(MCL_CURRENT) != 0) std::printf("mlockall: %s\n", std::strerror(errno));
  return leaf(1) - 2;
}

int map_under_limit() {
  const rlimit limit{1ul << 30, 1ul << 30};
  setrlimit(RLIMIT_AS, &limit);
  leaf(1);
  void* const memory =
      mmap(nullptr, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED;
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  const int number = count > 2 ? std::atoi(words[2]) : 0;
  if (what == "memory") return use_memory(number);
  if (what == "limit") return map_under_limit();
  if (what == "lock") return lock_under_limit();
  return 2;
}
