// Checks a batch of pokes, writes it in the protocol's six steps, and undoes it when a step fails.
// poke_trap.cc says what threads do that run into one of its breakpoints meanwhile.
#include "core/patching/text_poke.h"

#include <Zydis/Zydis.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "core/patching/poke_trap.h"
#include "core/patching/sigtrap.h"
#include "core/system/executable_memory.h"
#include "core/system/fair_lock.h"
#include "core/system/module_list.h"
#include "core/system/no_memory.h"
#include "core/system/proc_file.h"

namespace retprobe {

using namespace poking;

namespace {

constexpr std::uintptr_t page_size = 4096;

struct {
  std::atomic<std::uint64_t> batches, sites, syncs, writes;
} counters;

/// Guards everything except the handler's reads. Held across fork.
FairLock poke_lock;
int atfork_error = 0;

// -------------------------------------------------------------------------------------------------
// Cold helpers

std::string hex(std::uintptr_t address) {
  std::array<char, 24> text;
  std::snprintf(text.data(), text.size(), "0x%lx", static_cast<unsigned long>(address));
  return text.data();
}

std::string hex(const std::uint8_t* bytes) {
  std::array<char, 16> text;
  std::snprintf(text.data(), text.size(), "%02x %02x %02x %02x %02x", bytes[0], bytes[1], bytes[2],
                bytes[3], bytes[4]);
  return text.data();
}

/// Whether `bytes` is one whole instruction of five bytes, and whether the trap handler can emulate
/// it.
struct Kind {
  bool whole;
  bool emulable;
};
Kind kind_of(const SiteBytes& bytes) {
  constexpr std::uint64_t usual_nop = 0x0000441f0f;  // nopl 0(%rax,%rax)
  if (bytes[0] == jump_opcode || bytes[0] == call_opcode || word_of(bytes) == usual_nop)
    return {true, true};
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

// -------------------------------------------------------------------------------------------------
// A batch

/// The memory of a batch, kept for the next one. On fresh memory, the page faults would cost as
/// much as the writes. A batch with more than 16 MiB of code gives its memory back.
struct Room {
  std::unique_ptr<std::uint8_t[]> images;  // the bytes of all runs
  std::size_t image_bytes = 0;
  std::vector<PokeRecord*> records;  // of the sites that change, in order
};
constexpr std::size_t most_kept = std::size_t{16} << 20;

/// Guarded by poke_lock.
Room& room() {
  static auto& kept = *new Room;  // leaked: used until the very end of the process
  return kept;
}

/// A batch while it is checked and written. Sites are in address order. Sites whose pages adjoin
/// form one *run*. A run is read and written in one piece, including the bytes between its sites,
/// because one system call per page would cost twice as much.
class Batch {
 public:
  explicit Batch(std::span<const Poke> pokes)
      : pokes_(pokes), memory_("/proc/thread-self/mem", O_RDWR), room_(room()) {
    if (!std::ranges::is_sorted(pokes_, {}, &Poke::address)) {
      own_.assign(pokes.begin(), pokes.end());
      std::ranges::sort(own_, {}, &Poke::address);
      pokes_ = own_;
    }
  }
  ~Batch() {
    if (room_.image_bytes > most_kept) room_ = {};
  }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  /// Makes every check and every allocation, before the first byte is written.
  Error prepare() {
    if (memory_.error() != 0) {
      return system_error("cannot open /proc/thread-self/mem, through which code is patched",
                          memory_.error());
    }
    if (Error error = check_and_read()) return error;
    if (!std::ranges::all_of(pokes_, changes)) {
      // Check again, without the sites that stay as they are. A page on which nothing changes must
      // not be written to, because that would make a private copy of it.
      std::vector<Poke> changing;
      std::ranges::copy_if(pokes_, std::back_inserter(changing), changes);
      own_ = std::move(changing);
      pokes_ = own_;
      if (Error error = check_and_read()) return error;
    }
    if (membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE) != 0) {
      return {Error::Code::unsupported, system_error("membarrier(PRIVATE_EXPEDITED_SYNC_CORE), "
                                                     "without which running code cannot be patched",
                                                     errno)
                                            .message()};
    }
    if (pokes_.empty()) return {};
    return claim_sigtrap(TrapUser::text_poke, on_breakpoint);
  }

  /// After prepare(): how many sites change.
  std::size_t size() const { return pokes_.size(); }

  /// Runs the protocol described in the header. On failure everything is as it was before.
  Error write() {
    for (const Step step : {Step::breakpoints, Step::tails, Step::first_bytes}) {
      for (const Run& run : runs_) {
        if (step == Step::breakpoints) set_mode(Mode::emulate, run.begin, run.end);
        if (const int error = write_run(run, step)) {
          return restore(step == Step::breakpoints ? run.end : pokes_.size(), run.begin,
                         "cannot write to the code at", error);
        }
      }
      if (const int error = sync())
        return restore(pokes_.size(), 0, "membarrier failed before", error);
    }
    set_mode(Mode::idle, 0, pokes_.size());
    return {};
  }

 private:
  enum class Step { breakpoints, tails, first_bytes };

  struct Run {
    std::size_t begin, end;  // its sites, as indices into pokes_
    std::size_t image;       // offset of its bytes in the images
  };

  static bool changes(const Poke& poke) {
    return word_of(poke.expected) != word_of(poke.replacement);
  }
  static std::uintptr_t end_of(const Poke& poke) { return poke.address + poke.expected.size(); }

  /// A run ends before a page without a site, because such a page must not be written to. It also
  /// ends at a length that stays in a core's own cache from one step to the next.
  void make_runs() {
    constexpr std::size_t most = 16 * page_size;
    runs_.clear();
    std::size_t bytes = 0;
    for (std::size_t begin = 0; begin < pokes_.size(); begin = runs_.back().end) {
      Run run{begin, begin + 1, bytes};
      for (; run.end < pokes_.size(); ++run.end) {
        const std::uintptr_t next = pokes_[run.end].address;
        const std::uintptr_t last_page = (end_of(pokes_[run.end - 1]) - 1) / page_size;
        if (next / page_size > last_page + 1 || next - pokes_[begin].address >= most) break;
      }
      bytes += size_of(run);
      runs_.push_back(run);
    }
    if (bytes <= room_.image_bytes) return;
    room_.image_bytes = 0;
    room_.images = std::make_unique_for_overwrite<std::uint8_t[]>(bytes);
    room_.image_bytes = bytes;
  }

  /// Makes all checks, run by run.
  Error check_and_read() {
    make_runs();
    room_.records.clear();
    room_.records.reserve(pokes_.size());
    ExecutableMemory executable;
    for (const Run& run : runs_) {
      if (Error error = check_words(run)) return error;
      if (Error error = check_executable(run, executable)) return error;
      if (Error error = read_and_compare(run)) return error;
      for (std::size_t at = run.begin; at < run.end; ++at)
        room_.records.push_back(record_of(pokes_[at].address));
    }
    return {};
  }

  Error check_words(const Run& run) const {
    for (std::size_t at = run.begin; at < run.end; ++at) {
      const Poke& poke = pokes_[at];
      if (at > 0 && poke.address - pokes_[at - 1].address < poke.expected.size()) {
        return {Error::Code::usage, "text poke at " + hex(poke.address) + ": overlaps the one at " +
                                        hex(pokes_[at - 1].address)};
      }
      if (poke.address > UINTPTR_MAX / 2) {
        return {Error::Code::usage,
                "text poke at " + hex(poke.address) + ": not an address of user space"};
      }
      if (!kind_of(poke.expected).whole) {
        return {Error::Code::refused,
                "text poke at " + hex(poke.address) + ": " + hex(poke.expected.data()) +
                    " is not one instruction of five bytes; a thread could be inside it"};
      }
      if (changes(poke) && !kind_of(poke.replacement).emulable) {
        return {Error::Code::refused,
                "text poke at " + hex(poke.address) + ": the replacement " +
                    hex(poke.replacement.data()) +
                    " is not a five-byte nop, jmp or call, and cannot be emulated"};
      }
    }
    return {};
  }

  /// Each page of a run has a site. So if all sites are executable, the whole run is.
  Error check_executable(const Run& run, ExecutableMemory& executable) const {
    const auto whole = executable.holds(pokes_[run.begin].address, end_of(pokes_[run.end - 1]));
    if (!whole.ok()) return whole.error();
    if (*whole) return {};
    for (const Poke& poke : pokes_.subspan(run.begin, run.end - run.begin)) {
      const auto found = executable.holds(poke.address, end_of(poke));
      if (!found.ok()) return found.error();
      if (!*found) {
        return {Error::Code::refused, "text poke at " + hex(poke.address) +
                                          ": no executable memory there; was its module unloaded?"};
      }
    }
    return {};
  }

  Error read_and_compare(const Run& run) {
    const std::uintptr_t first = pokes_[run.begin].address;
    if (const int error = memory_.read_at(first, image(run, run.begin), size_of(run)))
      return system_error("text poke at " + hex(first) + ": cannot read the code there", error);
    for (std::size_t at = run.begin; at < run.end; ++at) {
      const std::uint8_t* found = image(run, at);
      if (word_of(pokes_[at].expected) != word_of(found)) {
        return {Error::Code::refused, "text poke at " + hex(pokes_[at].address) + ": expected " +
                                          hex(pokes_[at].expected.data()) + ", found " +
                                          hex(found) + "; somebody else changed this code"};
      }
      if (Error error = check_word(pokes_[at])) return error;
    }
    return {};
  }

  Error check_word(const Poke& poke) const {
    if (poke.word == 0) return {};
    std::array<std::uint8_t, sizeof poke.word> bytes;
    if (memory_.read_at(poke.word, bytes.data(), bytes.size()) == 0 &&
        std::memcmp(bytes.data(), &poke.word_expected, bytes.size()) == 0)
      return {};
    return {Error::Code::refused,
            "text poke at " + hex(poke.address) + ": the word of its island, at " + hex(poke.word) +
                ", does not lead to " + hex(poke.word_expected) + "; was its module loaded again?"};
  }

  std::size_t size_of(const Run& run) const {
    return end_of(pokes_[run.end - 1]) - pokes_[run.begin].address;
  }
  std::uint8_t* image(const Run& run, std::size_t site) {
    return &room_.images[run.image + (pokes_[site].address - pokes_[run.begin].address)];
  }

  void set_mode(Mode mode, std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at)
      room_.records[at]->set(mode, pokes_[at].replacement);
  }

  int sync() {
    counters.syncs.fetch_add(1, std::memory_order_relaxed);
    return membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE) == 0 ? 0 : errno;
  }

  /// Does one step of one run with a single write, from the run's first site to its last.
  int write_run(const Run& run, Step step) {
    const std::uintptr_t first = pokes_[run.begin].address;
    std::uint8_t* const images = image(run, run.begin);
    for (const Poke& poke : pokes_.subspan(run.begin, run.end - run.begin)) {
      std::uint8_t* const to = images + (poke.address - first);
      to[0] = step == Step::first_bytes ? poke.replacement[0] : breakpoint;
      if (step == Step::tails)
        std::memcpy(to + 1, &poke.replacement[1], poke.replacement.size() - 1);
    }
    counters.writes.fetch_add(1, std::memory_order_relaxed);
    return memory_.write_at(first, images, size_of(run));
  }

  /// Restores the expected bytes at the first `touched` sites, because of `why` at site `failed` or
  /// later. Threads that reach a breakpoint meanwhile return to it until the old instruction is
  /// back, whatever instruction that is. (Calls from before the failure may have run the new
  /// instruction.) Works site by site, so that a page that cannot be written to does not affect its
  /// neighbours.
  Error restore(std::size_t touched, std::size_t failed, const char* why, int error_number) {
    set_mode(Mode::retry, 0, touched);
    const auto pokes = pokes_.first(touched);
    // Write breakpoints first here, too: at the failure, new first bytes may have been written
    // already.
    for (const Step step : {Step::breakpoints, Step::tails, Step::first_bytes}) {
      // Errors are ignored here. The check below finds and reports sites that were not restored.
      for (const Poke& poke : pokes) {
        const std::uint8_t* const old = poke.expected.data();
        counters.writes.fetch_add(1, std::memory_order_relaxed);
        if (step == Step::tails)
          (void)memory_.write_at(poke.address + 1, old + 1, poke.expected.size() - 1);
        else
          (void)memory_.write_at(poke.address, step == Step::breakpoints ? &breakpoint : old, 1);
      }
      (void)sync();
    }
    set_mode(Mode::idle, 0, touched);
    std::string message = std::string("text poke: ") + why + " " + hex(pokes_[failed].address);
    const auto broken = std::ranges::count_if(pokes, [&](const Poke& poke) {
      SiteBytes now;
      const bool mapped = memory_.read_at(poke.address, now.data(), now.size()) == 0;
      return mapped && now != poke.expected;
    });
    message += broken == 0
                   ? " (nothing was changed)"
                   : " (" + std::to_string(broken) + " sites could not be restored and are broken)";
    return system_error(message, error_number);
  }

  std::span<const Poke> pokes_;  // in address order; after prepare(): those that change
  std::vector<Poke> own_;        // the storage of pokes_, unless that is the caller's
  ProcFile memory_;
  std::vector<Run> runs_;
  Room& room_;
};

/// Registers for membarrier at load, because the first registration of a process with threads takes
/// milliseconds: it waits for every CPU. Each batch registers again, which costs little, and checks
/// the result.
///
/// No child may start with breakpoints in its code, so fork waits for the end of a batch (`_Fork`
/// does not). Priority 102 runs this after the SIGTRAP claim's constructor, because that lock is
/// taken inside this one. It also runs this before the constructors of code that pokes under its
/// own lock.
[[gnu::constructor(102)]] void prepare_process() {
  (void)membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE);
  atfork_error =
      pthread_atfork([] { poke_lock.lock_for_fork(); }, [] { poke_lock.unlock_after_fork(); },
                     [] { poke_lock.unlock_after_fork(); });
}

}  // namespace

SiteBytes encode_jump(std::uintptr_t from, std::uintptr_t to) {
  const auto distance = static_cast<std::int64_t>(to - (from + sizeof(SiteBytes)));
  const auto displacement = static_cast<std::int32_t>(distance);
  if (displacement != distance) {
    std::fprintf(stderr, "retprobe: no jmp rel32 leads from %s to %s\n", hex(from).c_str(),
                 hex(to).c_str());
    std::abort();
  }
  // Built in one register. Writing it in small pieces and reading it back in a larger one would
  // make store forwarding fail, which stalls the read.
  const std::uint64_t word = jump_opcode | std::uint64_t{static_cast<std::uint32_t>(displacement)}
                                               << 8;
  SiteBytes bytes;
  std::memcpy(bytes.data(), &word, bytes.size());
  return bytes;
}

std::uintptr_t decode_target(std::uintptr_t from, const SiteBytes& bytes) {
  std::int32_t displacement;
  std::memcpy(&displacement, &bytes[1], sizeof displacement);
  return from + sizeof(SiteBytes) +
         static_cast<std::uintptr_t>(static_cast<std::intptr_t>(displacement));
}

namespace {

/// Does the batch, from the first check to the last write.
Error poke_all(std::span<const Poke> batch) {
  try {
    Batch work(batch);
    if (Error error = work.prepare()) return error;
    if (work.size() != 0) {
      if (Error error = work.write()) return error;
    }
    counters.batches.fetch_add(1, std::memory_order_relaxed);
    counters.sites.fetch_add(work.size(), std::memory_order_relaxed);
    return {};
  } catch (const std::bad_alloc&) {
    // Not thrown on: text_poke's caller is the dynamic linker, whose frames no exception may pass.
    return no_memory(
        [&] { return "no memory for a text poke of " + std::to_string(batch.size()) + " sites"; });
  }
}

}  // namespace

Error text_poke(std::span<const Poke> batch) {
  const AsyncBlocked async_blocked;
  const std::lock_guard lock(poke_lock);
  if (atfork_error != 0) return system_error("pthread_atfork for text pokes", atfork_error);
  // If a module were unloaded and loaded again at its address between two steps, it would get only
  // the later steps: a first byte and a tail of different instructions.
  Error error;
  while_none_is_unmapped([&] { error = poke_all(batch); });
  return error;
}

PokeCounters poke_counters() {
  return {counters.batches.load(), counters.sites.load(), counters.syncs.load(),
          counters.writes.load(), emulated_count()};
}

}  // namespace retprobe
