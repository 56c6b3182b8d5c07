// What handlers of the kind "recording" do, for candidates and peers alike: at a call's entry and
// at its exit they write the time and 32 bytes in all into a ring of their thread, as uftrace and
// the kernel's function_graph do.
//
// A ring belongs to one thread, which makes it before it calls what is probed. Calls in threads
// without a ring are not recorded. Nobody may record in the thread while its ring begins anew.
#pragma once

#include <cstddef>
#include <cstdint>

namespace retprobe::harness {

/// One entry or exit.
struct RingRecord {
  std::uint64_t time;       // ticks of the time-stamp counter
  std::uintptr_t function;  // an address that names the probed function; the caller chooses which
  std::uint64_t is_exit;    // 0: entry, 1: exit
  std::int64_t depth;       // calls of this thread in flight when the record was written
};
static_assert(sizeof(RingRecord) == 32);

struct alignas(64) Recorder {
  static constexpr std::size_t size = 4096;  // 128 KiB, as uftrace's buffers
  std::uint64_t written = 0;
  std::int64_t depth = 0;
  RingRecord ring[size] = {};

  /// Entries and exits that were recorded, also those that the ring has no more.
  std::uint64_t entries() const { return (written + static_cast<std::uint64_t>(depth)) / 2; }
  std::uint64_t exits() const { return (written - static_cast<std::uint64_t>(depth)) / 2; }
};

/// The calling thread's ring, or nullptr. The handlers find it without a call, whatever they are
/// linked into.
extern constinit thread_local Recorder* own_recorder __attribute__((tls_model("initial-exec")));

/// Makes the calling thread's ring, or empties it. Cold. The ring lives as long as the thread.
Recorder& begin_recording();

/// Hot, async-signal-safe; uses no vector registers where it is compiled without them.
inline void write_record(Recorder& recorder, std::uintptr_t function, bool is_exit) {
  RingRecord& record = recorder.ring[recorder.written++ % Recorder::size];
  record.time = __builtin_ia32_rdtsc();
  record.function = function;
  record.is_exit = is_exit;
  record.depth = recorder.depth;
}
inline void record_entry(std::uintptr_t function) {
  Recorder* const recorder = own_recorder;
  if (!recorder) return;
  write_record(*recorder, function, false);
  ++recorder->depth;
}
inline void record_exit(std::uintptr_t function) {
  Recorder* const recorder = own_recorder;
  if (!recorder) return;
  --recorder->depth;
  write_record(*recorder, function, true);
}

}  // namespace retprobe::harness
