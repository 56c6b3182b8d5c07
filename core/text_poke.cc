// A batch of pokes: checked, written in the protocol's six steps, taken back when one of them fails. What threads that run into one of its
// breakpoints meanwhile do: poke_trap.cc.
#include "core/text_poke.h"

#include <Zydis/Zydis.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "core/fair_lock.h"
#include "core/poke_trap.h"
#include "core/sigtrap.h"

namespace retprobe {

using namespace poking;

namespace {

constexpr std::uintptr_t page_size = 4096;

struct {
  std::atomic<std::uint64_t> batches, sites, syncs, writes;
} counters;

/// Guards everything but the handler's reads; held across fork.
FairLock poke_lock;
int atfork_error = 0;

// ---------------------------------------------------------------------------------------------------------------
// Cold helpers

std::string hex(std::uintptr_t address) {
  std::array<char, 24> text;
  std::snprintf(text.data(), text.size(), "0x%lx", static_cast<unsigned long>(address));
  return text.data();
}

std::string hex(const std::uint8_t* bytes) {
  std::array<char, 16> text;
  std::snprintf(text.data(), text.size(), "%02x %02x %02x %02x %02x", bytes[0], bytes[1], bytes[2], bytes[3],
                bytes[4]);
  return text.data();
}

/// Is `bytes` one whole instruction of five bytes, and if so, can a trap handler do the same?
struct Kind {
  bool whole;
  bool emulable;
};
Kind kind_of(const SiteBytes& bytes) {
  if (bytes[0] == jump_opcode || bytes[0] == call_opcode) return {true, true};
  static const ZydisDecoder decoder = [] {
    ZydisDecoder made;
    ZydisDecoderInit(&made, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    return made;
  }();
  ZydisDecodedInstruction decoded;
  const ZyanStatus status =
      ZydisDecoderDecodeInstruction(&decoder, nullptr, bytes.data(), bytes.size(), &decoded);
  const bool whole = ZYAN_SUCCESS(status) && decoded.length == bytes.size();
  return {whole, whole && decoded.mnemonic == ZYDIS_MNEMONIC_NOP};
}

int membarrier(int command) { return static_cast<int>(syscall(SYS_membarrier, command, 0, 0)); }

/// A file of /proc/thread-self: open for one batch only. One from before a fork would lead to the parent;
/// that of /proc/self leads nowhere once the main thread is gone.
class ProcFile {
 public:
  ProcFile(const char* path, int flags) : descriptor_(open(path, flags | O_CLOEXEC)), error_(errno) {}
  ~ProcFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  ProcFile(const ProcFile&) = delete;
  ProcFile& operator=(const ProcFile&) = delete;

  int descriptor() const { return descriptor_; }
  /// Why it did not open, or 0.
  int error() const { return descriptor_ < 0 ? error_ : 0; }

  /// All of `size` bytes, or errno.
  int read_at(std::uintptr_t address, std::uint8_t* to, std::size_t size) const {
    return whole(size, [&](std::size_t done) {
      return pread(descriptor_, to + done, size - done, static_cast<off_t>(address + done));
    });
  }
  int write_at(std::uintptr_t address, const std::uint8_t* from, std::size_t size) const {
    return whole(size, [&](std::size_t done) {
      return pwrite(descriptor_, from + done, size - done, static_cast<off_t>(address + done));
    });
  }

 private:
  template <class Transfer>
  static int whole(std::size_t size, Transfer transfer) {
    for (std::size_t done = 0; done < size;) {
      const ssize_t some = transfer(done);
      if (some < 0 && errno == EINTR) continue;
      if (some <= 0) return some < 0 ? errno : EIO;
      done += static_cast<std::size_t>(some);
    }
    return 0;
  }

  int descriptor_;
  int error_;
};

struct Range {
  std::uintptr_t begin, end;
};

/// The executable ranges of the process in address order, neighbours merged.
Result<std::vector<Range>> executable_ranges() {
  const ProcFile maps("/proc/thread-self/maps", O_RDONLY);
  if (maps.error() != 0) return system_error("cannot open /proc/thread-self/maps", maps.error());
  std::string text;
  for (;;) {
    const std::size_t filled = text.size();
    text.resize(filled + 16384);
    const ssize_t some = read(maps.descriptor(), text.data() + filled, text.size() - filled);
    if (some < 0) return system_error("cannot read /proc/thread-self/maps", errno);
    text.resize(filled + static_cast<std::size_t>(some));
    if (some == 0) break;
  }
  std::vector<Range> ranges;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    // "begin-end rwxp ..."
    Range range{};
    const char* const end = line.data() + line.size();
    const auto first = std::from_chars(line.data(), end, range.begin, 16);
    const auto second = std::from_chars(std::min(first.ptr + 1, end), end, range.end, 16);
    if (end - second.ptr < 5 || second.ptr[3] != 'x') continue;
    if (!ranges.empty() && ranges.back().end == range.begin) {
      ranges.back().end = range.end;
    } else {
      ranges.push_back(range);
    }
  }
  return ranges;
}

// ---------------------------------------------------------------------------------------------------------------
// A batch

/// A batch while it is checked and written. Sites are in address order; those whose first bytes share a page
/// are one *run*, which is read and written in one piece, the bytes between its sites included.
class Batch {
 public:
  explicit Batch(std::span<const Poke> pokes)
      : pokes_(pokes.begin(), pokes.end()), memory_("/proc/thread-self/mem", O_RDWR) {
    std::sort(pokes_.begin(), pokes_.end(),
              [](const Poke& a, const Poke& b) { return a.address < b.address; });
  }

  /// Everything that can be found wrong before the first byte is written, and every allocation.
  Error prepare() {
    if (Error error = check_words()) return error;
    if (memory_.error() != 0) {
      return system_error("cannot open /proc/thread-self/mem, through which code is patched",
                          memory_.error());
    }
    if (Error error = check_executable()) return error;
    if (Error error = read_and_compare()) return error;
    if (changes_ == 0) return {};
    if (membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE) != 0) {
      return {
          Error::Code::unsupported,
          system_error(
              "membarrier(PRIVATE_EXPEDITED_SYNC_CORE), without which running code cannot be patched", errno)
              .message()};
    }
    records_.reserve(changes_);
    for (const Poke& poke : pokes_) {
      if (changes(poke)) records_.push_back(record_of(poke.address));
    }
    return claim_sigtrap(TrapUser::text_poke, on_breakpoint);
  }

  std::size_t changes() const { return changes_; }

  /// The protocol of the header. On failure everything is as it was before.
  Error write() {
    set_mode(Mode::emulate);
    for (const Step step : {Step::breakpoints, Step::tails, Step::first_bytes}) {
      for (std::size_t at = 0; at < runs_.size(); ++at) {
        if (const int error = write_run(runs_[at], step, &Poke::replacement)) {
          return restore(step == Step::breakpoints ? at + 1 : runs_.size(), "cannot write to the code at",
                         error);
        }
      }
      if (const int error = sync()) return restore(runs_.size(), "membarrier failed before", error);
    }
    set_mode(Mode::idle);
    return {};
  }

 private:
  enum class Step { breakpoints, tails, first_bytes };

  struct Run {
    std::size_t begin, end;                 // its sites, as indices into pokes_
    std::size_t first_change, last_change;  // first_change == end: none
    std::size_t image;                      // offset of its bytes in images_
  };

  static bool changes(const Poke& poke) { return poke.expected != poke.replacement; }

  Error check_words() const {
    for (std::size_t at = 0; at < pokes_.size(); ++at) {
      const Poke& poke = pokes_[at];
      if (at > 0 && poke.address - pokes_[at - 1].address < poke.expected.size()) {
        return {Error::Code::usage,
                "text poke at " + hex(poke.address) + ": overlaps the one at " + hex(pokes_[at - 1].address)};
      }
      if (poke.address > UINTPTR_MAX / 2) {
        return {Error::Code::usage, "text poke at " + hex(poke.address) + ": not an address of user space"};
      }
      if (!kind_of(poke.expected).whole) {
        return {Error::Code::refused,
                "text poke at " + hex(poke.address) + ": " + hex(poke.expected.data()) +
                    " is not one instruction of five bytes; a thread could be inside it"};
      }
      if (changes(poke) && !kind_of(poke.replacement).emulable) {
        return {Error::Code::refused, "text poke at " + hex(poke.address) + ": the replacement " +
                                          hex(poke.replacement.data()) +
                                          " is not a five-byte nop, jmp or call, and cannot be emulated"};
      }
    }
    return {};
  }

  Error check_executable() const {
    const auto ranges = executable_ranges();
    if (!ranges.ok()) return ranges.error();
    auto range = ranges->begin();
    for (const Poke& poke : pokes_) {
      while (range != ranges->end() && range->end < poke.address + poke.expected.size()) ++range;
      if (range == ranges->end() || range->begin > poke.address) {
        return {Error::Code::refused, "text poke at " + hex(poke.address) +
                                          ": no executable memory there; was its module unloaded?"};
      }
    }
    return {};
  }

  Error read_and_compare() {
    for (std::size_t at = 0; at < pokes_.size();) {
      Run run{at, at, 0, 0, images_.size()};
      const std::uintptr_t page = pokes_[at].address / page_size;
      while (run.end < pokes_.size() && pokes_[run.end].address / page_size == page) ++run.end;
      run.first_change = run.end;
      const std::uintptr_t first = pokes_[run.begin].address;
      const std::uintptr_t size = pokes_[run.end - 1].address + sizeof(SiteBytes) - first;
      images_.resize(run.image + size);
      if (const int error = memory_.read_at(first, &images_[run.image], size)) {
        return system_error("text poke at " + hex(first) + ": cannot read the code there", error);
      }
      for (; at < run.end; ++at) {
        const std::uint8_t* found = image(run, at);
        if (!std::equal(pokes_[at].expected.begin(), pokes_[at].expected.end(), found)) {
          return {Error::Code::refused, "text poke at " + hex(pokes_[at].address) + ": expected " +
                                            hex(pokes_[at].expected.data()) + ", found " + hex(found) +
                                            "; somebody else changed this code"};
        }
        if (!changes(pokes_[at])) continue;
        if (run.first_change == run.end) run.first_change = at;
        run.last_change = at;
        ++changes_;
      }
      if (run.first_change != run.end) runs_.push_back(run);
    }
    return {};
  }

  std::uint8_t* image(const Run& run, std::size_t site) {
    return &images_[run.image + (pokes_[site].address - pokes_[run.begin].address)];
  }

  void set_mode(Mode mode) {
    auto record = records_.begin();
    for (const Poke& poke : pokes_) {
      if (changes(poke)) (*record++)->set(mode, poke.replacement);
    }
  }

  int sync() {
    counters.syncs.fetch_add(1, std::memory_order_relaxed);
    return membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE) == 0 ? 0 : errno;
  }

  /// One step of one run: one write, from its first change to its last.
  int write_run(const Run& run, Step step, SiteBytes Poke::*bytes) {
    for (std::size_t at = run.first_change; at <= run.last_change; ++at) {
      const Poke& poke = pokes_[at];
      if (!changes(poke)) continue;
      std::uint8_t* to = image(run, at);
      to[0] = step == Step::first_bytes ? (poke.*bytes)[0] : breakpoint;
      if (step != Step::breakpoints) std::copy((poke.*bytes).begin() + 1, (poke.*bytes).end(), to + 1);
    }
    const std::uintptr_t from = pokes_[run.first_change].address;
    const std::uintptr_t size = pokes_[run.last_change].address + sizeof(SiteBytes) - from;
    counters.writes.fetch_add(1, std::memory_order_relaxed);
    return memory_.write_at(from, image(run, run.first_change), size);
  }

  /// Back to the expected bytes in the first `touched` runs, after `why` at the last of them. Threads that
  /// reach a breakpoint meanwhile run into it again until the old instruction is back, whatever instruction
  /// that is. (Calls that came before the failure may have gone the new way.)
  Error restore(std::size_t touched, const char* why, int error_number) {
    set_mode(Mode::retry);
    // Breakpoints first here, too: the failure may have come when the new first bytes were there already.
    for (const Step step : {Step::breakpoints, Step::tails, Step::first_bytes}) {
      // What cannot be written or synchronised here is found, and told, below.
      for (std::size_t at = 0; at < touched; ++at) (void)write_run(runs_[at], step, &Poke::expected);
      (void)sync();
    }
    set_mode(Mode::idle);
    std::string message =
        std::string("text poke: ") + why + " " + hex(pokes_[runs_[touched - 1].begin].address);
    std::size_t broken = 0;
    for (std::size_t at = 0; at < touched; ++at) {
      for (std::size_t site = runs_[at].begin; site < runs_[at].end; ++site) {
        SiteBytes now;
        const bool mapped = memory_.read_at(pokes_[site].address, now.data(), now.size()) == 0;
        if (mapped && now != pokes_[site].expected) ++broken;
      }
    }
    message += broken == 0 ? " (nothing was changed)"
                           : " (" + std::to_string(broken) + " sites could not be restored and are broken)";
    return system_error(message, error_number);
  }

  std::vector<Poke> pokes_;
  ProcFile memory_;
  std::vector<Run> runs_;             // those with changes
  std::vector<std::uint8_t> images_;  // the bytes of all runs
  std::vector<PokeRecord*> records_;  // of the sites that change, in order
  std::size_t changes_ = 0;
};

/// The first registration of a process with threads takes milliseconds (it waits for every CPU), so it is
/// done at load. Its outcome is looked at before each batch, when it costs next to nothing. No child may be
/// born with breakpoints, so fork waits for the end of a batch (`_Fork` does not). 102: after the SIGTRAP
/// claim's (which is taken inside this lock), and before anybody's who pokes under a lock of his own.
[[gnu::constructor(102)]] void prepare_process() {
  (void)membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE);
  atfork_error = pthread_atfork([] { poke_lock.lock_for_fork(); }, [] { poke_lock.unlock_after_fork(); },
                                [] { poke_lock.unlock_after_fork(); });
}

}  // namespace

SiteBytes encode_jump(std::uintptr_t from, std::uintptr_t to) {
  const auto distance = static_cast<std::int64_t>(to - (from + sizeof(SiteBytes)));
  const auto displacement = static_cast<std::int32_t>(distance);
  if (displacement != distance) {
    std::fprintf(stderr, "retprobe: no jmp rel32 leads from %s to %s\n", hex(from).c_str(), hex(to).c_str());
    std::abort();
  }
  SiteBytes bytes{jump_opcode};
  std::memcpy(&bytes[1], &displacement, sizeof displacement);
  return bytes;
}

std::uintptr_t decode_target(std::uintptr_t from, const SiteBytes& bytes) {
  std::int32_t displacement;
  std::memcpy(&displacement, &bytes[1], sizeof displacement);
  return from + sizeof(SiteBytes) + static_cast<std::uintptr_t>(static_cast<std::intptr_t>(displacement));
}

Error text_poke(std::span<const Poke> batch) {
  const Undisturbed undisturbed;
  const std::lock_guard lock(poke_lock);
  if (atfork_error != 0) return system_error("pthread_atfork for text pokes", atfork_error);
  try {
    Batch work(batch);
    if (Error error = work.prepare()) return error;
    if (work.changes() != 0) {
      if (Error error = work.write()) return error;
    }
    counters.batches.fetch_add(1, std::memory_order_relaxed);
    counters.sites.fetch_add(work.changes(), std::memory_order_relaxed);
    return {};
  } catch (const std::bad_alloc&) {
    return {Error::Code::exhausted,
            "no memory for a text poke of " + std::to_string(batch.size()) + " sites"};
  }
}

PokeCounters poke_counters() {
  return {counters.batches.load(), counters.sites.load(), counters.syncs.load(), counters.writes.load(),
          emulated_count()};
}

}  // namespace retprobe
