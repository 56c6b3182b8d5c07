#include "harness/injection/outside_unwinder.h"

#include <cxxabi.h>
#include <elfutils/libdwfl.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "harness/injection/stepper.h"

namespace retprobe::harness {
namespace {

// An unwinder mostly reads memory just above the stack pointer. That window is read at once, since
// each read is a system call.
constexpr std::size_t window_bytes = 16 * 1024;
constexpr std::size_t red_zone = 128;
constexpr std::size_t most_frames = 512;

// The symbol without namespaces and arguments, for messages.
std::string readable(const char* symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  if (!text) return symbol;
  std::string name = text;
  std::free(text);
  for (std::string_view part : {"(anonymous namespace)::", "retprobe::", "harness::"})
    for (std::size_t at; (at = name.find(part)) != std::string::npos;) name.erase(at, part.size());
  return name.substr(0, name.find('('));
}

std::string dwfl_words(const std::string& what) {
  const char* why = dwfl_errmsg(-1);
  return what + ": " + (why ? why : "no reason given");
}

}  // namespace

struct OutsideUnwinder::State {
  pid_t process;
  Dwfl* dwfl = nullptr;
  const user_regs_struct* registers = nullptr;
  std::array<std::byte, window_bytes> window;
  std::uintptr_t window_low = 0;
  std::size_t window_used = 0;

  void look_at(std::uintptr_t stack_pointer) {
    window_low = stack_pointer - red_zone;
    // The stack may end before the window does.
    window_used = read_process(process, window_low, window.data(), window.size());
  }
  bool word(std::uintptr_t address, Dwarf_Word& value) const {
    if (address >= window_low && address + sizeof value <= window_low + window_used) {
      std::memcpy(&value, window.data() + (address - window_low), sizeof value);
      return true;
    }
    return read_process(process, address, &value, sizeof value) == sizeof value;
  }

  // ---- libdwfl's view of the process: one thread, with the registers that chain() was given. ----
  static pid_t next_thread(Dwfl*, void* self, void** thread_argument) {
    auto& state = *static_cast<State*>(self);
    if (*thread_argument) return 0;
    *thread_argument = self;
    return state.process;
  }
  static bool get_thread(Dwfl*, pid_t, void* self, void** thread_argument) {
    *thread_argument = self;
    return true;
  }
  static bool memory_read(Dwfl*, Dwarf_Addr address, Dwarf_Word* value, void* self) {
    return static_cast<State*>(self)->word(address, *value);
  }
  static bool set_registers(Dwfl_Thread* thread, void* self) {
    const user_regs_struct& r = *static_cast<State*>(self)->registers;
    // In the order of DWARF's register numbers.
    const Dwarf_Word values[] = {r.rax, r.rdx, r.rcx, r.rbx, r.rsi, r.rdi, r.rbp, r.rsp, r.r8,
                                 r.r9,  r.r10, r.r11, r.r12, r.r13, r.r14, r.r15, r.rip};
    return dwfl_thread_state_registers(thread, 0, std::size(values), values);
  }
};

OutsideUnwinder::OutsideUnwinder(pid_t process)
    : state_(new State{.process = process, .window = {}}) {
  // No separate debugging information: .eh_frame and the symbol tables are in the files themselves.
  static constexpr Dwfl_Callbacks files{
      .find_elf = dwfl_linux_proc_find_elf,
      .find_debuginfo = [](Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*,
                           GElf_Word, char**) { return -1; },
      .section_address = dwfl_offline_section_address,
      .debuginfo_path = nullptr};
  static constexpr Dwfl_Thread_Callbacks threads{.next_thread = State::next_thread,
                                                 .get_thread = State::get_thread,
                                                 .memory_read = State::memory_read,
                                                 .set_initial_registers = State::set_registers,
                                                 .detach = nullptr,
                                                 .thread_detach = nullptr};
  state_->dwfl = dwfl_begin(&files);
  if (!state_->dwfl) throw std::runtime_error(dwfl_words("libdwfl cannot begin"));
  dwfl_report_begin(state_->dwfl);
  if (dwfl_linux_proc_report(state_->dwfl, process) != 0 ||
      dwfl_report_end(state_->dwfl, nullptr, nullptr) != 0)
    throw std::runtime_error(
        dwfl_words("libdwfl cannot read the modules of process " + std::to_string(process)));
  if (!dwfl_attach_state(state_->dwfl, nullptr, process, &threads, state_.get()))
    throw std::runtime_error(
        dwfl_words("libdwfl cannot attach to process " + std::to_string(process)));
}

OutsideUnwinder::~OutsideUnwinder() {
  if (state_->dwfl) dwfl_end(state_->dwfl);
}

std::vector<std::uintptr_t> OutsideUnwinder::chain(const user_regs_struct& registers,
                                                   std::string& trouble) {
  state_->registers = &registers;
  state_->look_at(registers.rsp);
  struct Collect {
    std::vector<std::uintptr_t> addresses;
    bool too_many = false;
  } collect;
  const int end = dwfl_getthread_frames(
      state_->dwfl, state_->process,
      [](Dwfl_Frame* frame, void* argument) -> int {
        auto& [addresses, too_many] = *static_cast<Collect*>(argument);
        Dwarf_Addr pc;
        if (!dwfl_frame_pc(frame, &pc, nullptr)) return DWARF_CB_ABORT;
        if (addresses.size() == most_frames) return too_many = true, DWARF_CB_ABORT;
        addresses.push_back(pc);
        return DWARF_CB_OK;
      },
      &collect);
  trouble = collect.too_many ? "more than " + std::to_string(most_frames) + " frames"
            : end == 0       ? ""
                             : dwfl_words("libdwfl stopped");
  return std::move(collect.addresses);
}

std::string OutsideUnwinder::symbol(std::uintptr_t address) const {
  Dwfl_Module* module = dwfl_addrmodule(state_->dwfl, address);
  GElf_Off offset;
  GElf_Sym found;
  const char* name =
      module ? dwfl_module_addrinfo(module, address, &offset, &found, nullptr, nullptr, nullptr)
             : nullptr;
  return name ? readable(name) : "";
}

std::string OutsideUnwinder::module(std::uintptr_t address) const {
  Dwfl_Module* module = dwfl_addrmodule(state_->dwfl, address);
  GElf_Addr bias;
  if (!module || !dwfl_module_getelf(module, &bias))
    return "";  // plain memory, or a mapped file that is not a program
  const std::string path =
      dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  return path.substr(path.rfind('/') + 1);
}

std::string OutsideUnwinder::name(std::uintptr_t address) const {
  char text[32];
  Dwfl_Module* in = dwfl_addrmodule(state_->dwfl, address);
  if (module(address).empty()) {
    std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(address));
    return std::string(text) + " (outside of any module)";
  }
  GElf_Off offset = 0;
  GElf_Sym found;
  const char* symbol =
      dwfl_module_addrinfo(in, address, &offset, &found, nullptr, nullptr, nullptr);
  if (!symbol) {
    Dwarf_Addr start = 0;
    dwfl_module_info(in, nullptr, &start, nullptr, nullptr, nullptr, nullptr, nullptr);
    offset = address - start;
  }
  std::snprintf(text, sizeof text, "+0x%lx", static_cast<unsigned long>(offset));
  return (symbol ? readable(symbol) : module(address)) + std::string(text) + " (" +
         module(address) + ")";
}

}  // namespace retprobe::harness
