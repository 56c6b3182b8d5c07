// Records how attaching and detaching change the code of two functions: every write to it and every
// barrier, in the order of the system calls. The output is a Promela process, whose steps
// poke.pml's patcher has to take (README.md).
//
// A child runs two tracers through nop -> direct -> iterating -> direct -> nop. This process stops
// it at each system call. With an argument n, the child's n-th sync fails, and the child tries that
// attach or detach again.
#include <fcntl.h>
#include <linux/membarrier.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/blocks/layout.h"
#include "core/patching/text_poke.h"
#include "retprobe/probe.h"
#include "retprobe/site.h"

// The functions are on two pages, so that a batch needs two writes a step.
extern "C" [[gnu::noinline, gnu::used, gnu::aligned(4096)]] int traced_first(int x) {
  return x + 1;
}
extern "C" [[gnu::noinline, gnu::used, gnu::aligned(4096)]] int traced_second(int x) {
  return x + 2;
}

namespace {

using retprobe::SiteBytes;

// Not the number of a system call: with it the child announces what it is about to do.
constexpr long mark = 0x7270;

[[noreturn]] void give_up(const std::string& what, int error = 0) {
  std::fprintf(stderr, "record_poke_trace: %s%s%s\n", what.c_str(), error ? ": " : "",
               error ? std::strerror(error) : "");
  std::exit(1);
}
void require(const retprobe::Error& error) {
  if (error) give_up(error.message());
}

std::vector<const retprobe::Site*> traced_sites() {
  std::vector<const retprobe::Site*> sites;
  for (const char* name : {"traced_first", "traced_second"}) {
    auto found = retprobe::find_sites(name);
    if (!found.ok()) give_up(found.error().message());
    if (found->size() != 1) give_up(std::string(name) + ": not exactly one site");
    sites.push_back(found->front());
  }
  return sites;
}

bool accept_call(void*, retprobe::EntryFrame&) { return true; }
void ignore_return(void*, retprobe::ReturnFrame&) {}

// What the child does, as in poke.pml: attach is 10 + tracer, detach is 12 + tracer.
constexpr std::array script{10, 11, 12, 13, 11, 10, 12, 13};

[[noreturn]] void run_child(const std::vector<const retprobe::Site*>& sites, bool one_fails) {
  require(retprobe::configure({}));
  std::vector<retprobe::Tracer> tracers;
  for (int i = 0; i < 2; ++i) {
    auto tracer = retprobe::Tracer::make({.on_entry = accept_call, .on_return = ignore_return});
    if (!tracer.ok()) give_up(tracer.error().message());
    tracers.push_back(*std::move(tracer));
  }
  if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr)) give_up("ptrace(PTRACE_TRACEME)", errno);
  raise(SIGSTOP);
  for (const int step : script) {
    retprobe::Tracer& tracer = tracers[static_cast<std::size_t>(step & 1)];
    const auto take = [&] {
      syscall(mark, step);
      return step < 12 ? tracer.attach(sites) : tracer.detach();
    };
    retprobe::Error error = take();
    if (error && one_fails) {
      one_fails = false;
      error = take();
    }
    require(error);
  }
  if (one_fails) give_up("no attach or detach failed, though a sync did");
  syscall(mark, 0);
  _exit(0);
}

class Recorder {
 public:
  Recorder(pid_t child, const std::vector<const retprobe::Site*>& sites, long failing_sync)
      : child_(child), syncs_to_failure_(failing_sync) {
    for (const retprobe::Site* site : sites)
      sites_.push_back({site->entry, site->original, site->original, {}});
  }

  void entered(std::uint64_t number, const std::uint64_t* arguments) {
    pending_.clear();
    if (number == mark) {
      if (arguments[0] == 0) {
        ended_ = true;
      } else {
        const bool attaches = arguments[0] < 12;
        pending_.push_back(std::string(attaches ? "ATTACH(" : "DETACH(") +
                           std::to_string(arguments[0] & 1) + ")");
        emit();
      }
    } else if (number == SYS_membarrier &&
               arguments[0] == MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE) {
      if (--syncs_to_failure_ == 0) {
        deny();
      } else {
        pending_.push_back("SYNC");
      }
    } else if (number == SYS_membarrier && arguments[0] == MEMBARRIER_CMD_PRIVATE_EXPEDITED) {
      pending_.push_back("BARRIER");
    } else if (number == SYS_pwrite64 && is_memory(arguments[0])) {
      written(arguments[1], arguments[2], arguments[3]);
    }
  }

  void left(std::int64_t result) {
    if (pending_.empty()) return;
    if (result < 0) give_up("a system call of the protocol failed", static_cast<int>(-result));
    emit();
  }

  bool ended() const { return ended_; }
  const std::vector<std::string>& steps() const { return steps_; }

 private:
  struct TracedSite {
    std::uintptr_t entry;
    SiteBytes original, now;
    /// Of jumps, in the order of their first use: direct, iterating.
    std::vector<std::uintptr_t> targets;
  };

  // Replaces the system call that the child is about to make by one that does not exist.
  void deny() const {
    if (ptrace(PTRACE_POKEUSER, child_, offsetof(user, regs.orig_rax), -1L))
      give_up("ptrace(PTRACE_POKEUSER)", errno);
  }

  bool is_memory(std::uint64_t descriptor) const {
    const std::string link =
        "/proc/" + std::to_string(child_) + "/fd/" + std::to_string(descriptor);
    std::array<char, 256> path{};
    const ssize_t length = readlink(link.c_str(), path.data(), path.size() - 1);
    return length > 4 &&
           std::string_view(path.data(), static_cast<std::size_t>(length)).ends_with("/mem");
  }

  std::vector<std::uint8_t> read_child(std::uintptr_t address, std::size_t size) const {
    std::vector<std::uint8_t> bytes(size);
    const iovec here{bytes.data(), size}, there{reinterpret_cast<void*>(address), size};
    if (process_vm_readv(child_, &here, 1, &there, 1, 0) != static_cast<ssize_t>(size))
      give_up("process_vm_readv", errno);
    return bytes;
  }

  // An island is `jmp *pointer(%rip)` (core/patching/island.h).
  std::uintptr_t behind_island(std::uintptr_t target) const {
    const std::vector<std::uint8_t> code = read_child(target, 6);
    if (code[0] != 0xff || code[1] != 0x25) return target;
    std::int32_t distance = 0;
    std::memcpy(&distance, code.data() + 2, sizeof distance);
    const auto pointer = target + code.size() + static_cast<std::uintptr_t>(distance);
    std::memcpy(&target, read_child(pointer, sizeof target).data(), sizeof target);
    return target;
  }

  std::string tail_of(TracedSite& site, const SiteBytes& bytes) const {
    if (std::equal(bytes.begin() + 1, bytes.end(), site.original.begin() + 1)) return "BODY";
    const std::uintptr_t target = retprobe::decode_target(site.entry, bytes);
    auto known = std::ranges::find(site.targets, target);
    if (known == site.targets.end()) known = site.targets.insert(known, target);
    const auto which = static_cast<std::size_t>(known - site.targets.begin());
    const std::uintptr_t block = behind_island(target);
    if (which >= blocks_.size() || block < blocks_[which].begin || block >= blocks_[which].end)
      give_up("a jump leads to a block that was not written before");
    return names[which];
  }

  // Compares the bytes that are about to be written with those in memory.
  void written(std::uintptr_t buffer, std::size_t size, std::uintptr_t address) {
    const std::vector<std::uint8_t> bytes = read_child(buffer, size);
    std::vector<std::uint8_t> elsewhere = bytes, before = read_child(address, size);
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      TracedSite& site = sites_[i];
      // The part of the site that is written, which may be all of it.
      const std::uintptr_t from = std::max(site.entry, address),
                           to = std::min(site.entry + sizeof(SiteBytes), address + size);
      if (from >= to) continue;
      const auto at = static_cast<std::ptrdiff_t>(from - address);
      SiteBytes after = site.now;
      std::copy_n(bytes.begin() + at, to - from, after.begin() + (from - site.entry));
      std::copy_n(before.begin() + at, to - from, elsewhere.begin() + at);
      const bool first = after[0] != site.now[0];
      const bool tail = !std::equal(after.begin() + 1, after.end(), site.now.begin() + 1);
      const std::string number = std::to_string(i);
      if (first && tail) {
        give_up("site " + number + ": first byte and tail are changed by one write");
      } else if (first && after[0] == 0xcc) {
        pending_.push_back("BREAKPOINT_AT(" + number + ")");
      } else if (first) {
        pending_.push_back("FIRST_AT(" + number + ", " + tail_of(site, after) + ")");
      } else if (tail) {
        pending_.push_back("TAIL_AT(" + number + ", " + tail_of(site, after) + ")");
      }
      site.now = after;
    }
    if (elsewhere == before) return;
    if (size % RP_BLOCK_BYTES != 0 || blocks_.size() == names.size())
      give_up("a write changes code beside the sites and their two blocks");
    pending_.push_back(std::string("BLOCKS(") + names[blocks_.size()] + ")");
    blocks_.push_back({address, address + size});
  }

  void emit() {
    steps_.insert(steps_.end(), pending_.begin(), pending_.end());
    pending_.clear();
  }

  // In the order in which they are written. tail_of checks that the sites' jumps lead there.
  struct Blocks {
    std::uintptr_t begin, end;
  };
  static constexpr std::array names{"DIRECT", "ITERATING"};

  pid_t child_;
  std::vector<Blocks> blocks_;
  long syncs_to_failure_;  // 0: none is to fail
  std::vector<TracedSite> sites_;
  std::vector<std::string> pending_, steps_;
  bool ended_ = false;
};

}  // namespace

int main(int count, char** arguments) {
  const long failing_sync = count == 2 ? std::atol(arguments[1]) : 0;
  if (count > 2 || (count == 2 && failing_sync < 1)) {
    std::fputs("usage: record_poke_trace [N]    the N-th sync is to fail\n", stderr);
    return 2;
  }
  const auto sites = traced_sites();
  const pid_t child = fork();
  if (child < 0) give_up("fork", errno);
  if (child == 0) run_child(sites, failing_sync != 0);

  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
    give_up("this process may not trace its child (ptrace); is it confined?");
  if (ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL))
    give_up("ptrace(PTRACE_SETOPTIONS)", errno);
  Recorder recorder(child, sites, failing_sync);
  int signal = 0;
  for (;;) {
    if (ptrace(PTRACE_SYSCALL, child, nullptr, signal)) give_up("ptrace(PTRACE_SYSCALL)", errno);
    if (waitpid(child, &status, 0) != child) give_up("waitpid", errno);
    if (!WIFSTOPPED(status)) break;
    signal = WSTOPSIG(status);
    if (signal != (SIGTRAP | 0x80)) continue;
    signal = 0;
    __ptrace_syscall_info info{};
    if (ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info) < 0)
      give_up("ptrace(PTRACE_GET_SYSCALL_INFO), which takes Linux 5.3", errno);
    if (info.op == PTRACE_SYSCALL_INFO_ENTRY) recorder.entered(info.entry.nr, info.entry.args);
    if (info.op == PTRACE_SYSCALL_INFO_EXIT) recorder.left(info.exit.rval);
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !recorder.ended())
    give_up("the traced child did not come to its end");

  std::printf("/* Two tracers at two sites, %zu steps. */\n", recorder.steps().size());
  std::puts("active proctype Recorded() {");
  for (const std::string& step : recorder.steps())
    std::printf("  observed?eval(%s);\n", step.c_str());
  std::puts("  assert(false)  /* reached: these are steps of the model */\n}");
}
