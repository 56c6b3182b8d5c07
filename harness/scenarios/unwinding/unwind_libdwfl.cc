// elfutils' libdwfl, run in this process on other threads that a signal holds. It gets their
// registers from the signal's context. It reads memory as the library does, since an address may be
// bad.
#include "harness/scenarios/unwinding/unwind_outside.h"

#ifdef RETPROBE_LIBDW
#include <elfutils/libdwfl.h>
#include <elfutils/version.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "core/system/raw_syscall.h"
#endif

namespace retprobe::harness {

#ifdef RETPROBE_LIBDW
namespace {

using unwinding::Frame;
using unwinding::StoppedThread;
using unwinding::Visit;

const Visit* visit_of(Dwfl_Thread* thread, std::span<const Visit* const> visits) {
  const auto found = std::ranges::find(visits, dwfl_thread_tid(thread), &Visit::tid);
  return found == visits.end() ? nullptr : *found;
}

struct Process {
  std::span<const Visit* const> visits;
  std::size_t next = 0;
};

// Returns one thread after the other. `*cursor` is null at the first call.
pid_t next_thread(Dwfl*, void* process, void** cursor) {
  Process& self = *static_cast<Process*>(process);
  self.next = *cursor ? self.next : 0;
  *cursor = &self;
  return self.next < self.visits.size() ? self.visits[self.next++]->tid : 0;
}

bool get_thread(Dwfl*, pid_t, void* process, void** cursor) {
  *cursor = process;
  return true;
}

bool read_word(Dwfl*, Dwarf_Addr address, Dwarf_Word* result, void*) {
  return read_memory(address, result, sizeof *result);
}

bool set_registers(Dwfl_Thread* thread, void* process) {
  const Visit* visit = visit_of(thread, static_cast<Process*>(process)->visits);
  if (!visit || !visit->stopped_at) return false;
  const auto& from = visit->stopped_at->uc_mcontext.gregs;
  // In the order of DWARF's register numbers.
  constexpr int order[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                           REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                           REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
  Dwarf_Word registers[std::size(order)];
  std::ranges::transform(order, registers,
                         [&](int number) { return static_cast<Dwarf_Word>(from[number]); });
  return dwfl_thread_state_registers(thread, 0, std::size(registers), registers);
}

int take_frame(Dwfl_Frame* state, void* into) {
  Dwarf_Addr address = 0;
  Dwarf_Word sp = 0;
  if (!dwfl_frame_pc(state, &address, nullptr)) return DWARF_CB_ABORT;
#if _ELFUTILS_PREREQ(0, 188)
  constexpr unsigned dwarf_rsp = 7;
  if (dwfl_frame_reg(state, dwarf_rsp, &sp) != 0) sp = 0;
#endif
  static_cast<StoppedThread*>(into)->frames.push_back({address, sp});
  return DWARF_CB_OK;
}

Outcome look(std::span<const Visit* const> visits, std::vector<StoppedThread>& seen) {
  static char* no_path = nullptr;
  static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                           .find_debuginfo = dwfl_standard_find_debuginfo,
                                           .section_address = nullptr,
                                           .debuginfo_path = &no_path};
  static const Dwfl_Thread_Callbacks threads = {.next_thread = next_thread,
                                                .get_thread = get_thread,
                                                .memory_read = read_word,
                                                .set_initial_registers = set_registers,
                                                .detach = nullptr,
                                                .thread_detach = nullptr};
  const auto trouble = [](const char* what) {
    return fail(std::string(what) + ": " + dwfl_errmsg(-1));
  };
  const std::unique_ptr<Dwfl, decltype(&dwfl_end)> dwfl(dwfl_begin(&callbacks), dwfl_end);
  if (!dwfl) return trouble("dwfl_begin");
  if (dwfl_linux_proc_report(dwfl.get(), getpid()) != 0) return trouble("dwfl_linux_proc_report");
  if (dwfl_report_end(dwfl.get(), nullptr, nullptr) != 0) return trouble("dwfl_report_end");
  Process process{visits};
  if (!dwfl_attach_state(dwfl.get(), nullptr, getpid(), &threads, &process))
    return trouble("dwfl_attach_state");
  for (const Visit* visit : visits) {
    seen.push_back({visit->tid, {}});
    // This ends in an error where there is no unwind entry, as at a thread's first function. Only
    // the chain counts.
    static_cast<void>(dwfl_getthread_frames(dwfl.get(), visit->tid, take_frame, &seen.back()));
  }
  return pass();
}

}  // namespace
#endif

SCENARIO(
    unwind_libdwfl,
    "libdwfl, in the process, sees the unprobed chain of other, stopped threads in every place",
    .tracers = {1, 2}, .seconds = 120, .any_cell = false) {
#ifdef RETPROBE_LIBDW
  return unwinding::from_outside(cell, look, {.hold = true});
#else
  return unavailable(Lack::package, "built without libdwfl (Debian package libdw-dev)");
#endif
}

}  // namespace retprobe::harness
