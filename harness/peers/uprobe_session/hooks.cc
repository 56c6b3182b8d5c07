// A BPF program on all functions through one link, a session of uprobes (Linux 6.13). The kernel
// runs the program at a function's entry. It runs it again at the return, unless the program
// declined that at the entry. The kernel catches the return as for a uretprobe. The program counts
// both in a map that this process has mapped.
#include <linux/bpf.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <vector>

#include "harness/descriptor.h"
#include "harness/peers/program/functions.h"
#include "harness/peers/program/site.h"

namespace retprobe::peers {
namespace {

using harness::Descriptor;

// Headers older than the kernel lack these: BPF_TRACE_UPROBE_SESSION of Linux 6.13, and the part of
// bpf_attr that BPF_LINK_CREATE got in Linux 6.6.
constexpr std::uint32_t uprobe_session = 57;
struct LinkCreate {
  std::uint32_t program, target, attach_type, flags;
  std::uint64_t path, offsets, reference_counters, cookies;
  std::uint32_t count, uprobe_flags, process, unused;
};

template <class Attributes>
int bpf(bpf_cmd command, const Attributes& attributes) {
  return static_cast<int>(syscall(SYS_bpf, command, &attributes, sizeof attributes));
}

std::string refused(const std::string& what) {
  const int why = errno;
  const std::string text = what + ": " + why_refused(why);
  if (why == EPERM) return text + "; it needs root, or CAP_BPF and CAP_PERFMON";
  if (why != EINVAL && why != ENOSYS && why != EOPNOTSUPP) return text;
  utsname kernel{};
  uname(&kernel);
  return text + "; it needs Linux 6.13 with CONFIG_UPROBES and CONFIG_BPF_EVENTS, and this is " +
         kernel.release;
}

class UprobeSession : public Peer {
 public:
  ~UprobeSession() override {
    link_.close();
    if (counters_) munmap(counters_, sizeof *counters_);
  }

  std::string attach(std::string_view variant, std::span<const Function> functions, bool) override {
    if (std::string why = make_counters(); !why.empty()) return why;
    const auto offsets = offsets_in_file(functions);
    if (!offsets.ok()) return offsets.error().message();
    returns_ = !variant.starts_with("entry");
    const Descriptor program(load());
    if (!program.ok()) return refused("BPF_PROG_LOAD of a session of uprobes");
    *counters_ = {};
    const LinkCreate link{.program = static_cast<std::uint32_t>(program.get()),
                          .target = 0,
                          .attach_type = uprobe_session,
                          .flags = 0,
                          .path = reinterpret_cast<std::uintptr_t>(own_file),
                          .offsets = reinterpret_cast<std::uintptr_t>(offsets->data()),
                          .reference_counters = 0,
                          .cookies = 0,
                          .count = static_cast<std::uint32_t>(offsets->size()),
                          .uprobe_flags = 0,
                          .process = static_cast<std::uint32_t>(getpid()),
                          .unused = 0};
    link_ = Descriptor(bpf(BPF_LINK_CREATE, link));
    const std::string many = std::to_string(functions.size());
    return link_.ok() ? "" : refused("BPF_LINK_CREATE of a session of " + many + " uprobes");
  }

  std::string detach() override {
    link_.close();
    return "";
  }

  std::optional<Hits> hits() override {
    if (!counters_) return std::nullopt;
    const auto now = [](std::uint64_t& counter) {
      return std::atomic_ref(counter).load(std::memory_order_relaxed);
    };
    Hits hits{now(counters_->entries), now(counters_->exits)};
    // A program that declines every return counts no exits. This is not an error.
    if (!returns_) hits.exits = hits.entries;
    return hits;
  }

 private:
  // Makes an array of one value for all CPUs. In a per-CPU array, a task that is preempted on its
  // CPU would undo the other task's increment unless increments are atomic. With atomic increments
  // one counter is enough.
  std::string make_counters() {
    if (counters_) return "";
    bpf_attr map{};
    map.map_type = BPF_MAP_TYPE_ARRAY;
    map.key_size = sizeof(std::uint32_t);
    map.value_size = sizeof *counters_;
    map.max_entries = 1;
    map.map_flags = BPF_F_MMAPABLE;
    map_ = Descriptor(bpf(BPF_MAP_CREATE, map));
    if (!map_.ok()) return refused("BPF_MAP_CREATE");
    void* const mapped =
        mmap(nullptr, sizeof *counters_, PROT_READ | PROT_WRITE, MAP_SHARED, map_.get(), 0);
    if (mapped == MAP_FAILED) return refused("mmap of a BPF map");
    counters_ = static_cast<Hits*>(mapped);
    return "";
  }

  // Loads the program. It tells an entry from a return by the instruction pointer: at the entry
  // this is the function's address, at the return it is the return address.
  int load() const {
    constexpr std::int32_t exits_after_entries = offsetof(Hits, exits) - offsetof(Hits, entries);
    const bpf_insn code[] = {
        // r6 = the registers; r0 = the function's address
        {BPF_ALU64 | BPF_MOV | BPF_X, BPF_REG_6, BPF_REG_1, 0, 0},
        {BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_get_func_ip},
        {BPF_LDX | BPF_MEM | BPF_DW, BPF_REG_2, BPF_REG_6, offsetof(user_regs_struct, rip), 0},
        // r1 = &entries or &exits
        {BPF_LD | BPF_IMM | BPF_DW, BPF_REG_1, BPF_PSEUDO_MAP_VALUE, 0, map_.get()},
        {0, 0, 0, 0, offsetof(Hits, entries)},
        {BPF_JMP | BPF_JEQ | BPF_X, BPF_REG_0, BPF_REG_2, 1, 0},
        {BPF_ALU64 | BPF_ADD | BPF_K, BPF_REG_1, 0, 0, exits_after_entries},
        // lock *r1 += 1
        {BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_2, 0, 0, 1},
        {BPF_STX | BPF_ATOMIC | BPF_DW, BPF_REG_1, BPF_REG_2, 0, BPF_ADD},
        // at an entry: 1 declines the return
        {BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_0, 0, 0, returns_ ? 0 : 1},
        {BPF_JMP | BPF_EXIT, 0, 0, 0, 0},
    };
    bpf_attr program{};
    program.prog_type = BPF_PROG_TYPE_KPROBE;
    program.expected_attach_type = uprobe_session;
    program.insns = reinterpret_cast<std::uintptr_t>(code);
    program.insn_cnt = std::size(code);
    program.license = reinterpret_cast<std::uintptr_t>("Apache-2.0");
    return bpf(BPF_PROG_LOAD, program);
  }

  Descriptor map_, link_;
  Hits* counters_ = nullptr;  // the mapped map
  bool returns_ = true;
};

}  // namespace

std::unique_ptr<Peer> make_peer() { return std::make_unique<UprobeSession>(); }

}  // namespace retprobe::peers
