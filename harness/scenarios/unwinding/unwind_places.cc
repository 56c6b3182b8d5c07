#include "harness/scenarios/unwinding/unwind_places.h"

#include <dlfcn.h>
#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "core/system/elf_image.h"
#include "harness/scenarios/unwinding/unwind_sites.h"
#include "harness/verify/findings.h"
#include "harness/verify/machine.h"
#include "harness/verify/test_bench.h"
#include "retprobe/probe.h"

namespace retprobe::harness::unwinding {
namespace {

constexpr Place all_places[] = {
    {.name = "body", .main_thread = true},
    {.name = "thread", .in_every_transfer = true},
    {"entry handler", Function::leaf, Where::entry},
    {.name = "exit handler", .where = Where::exit, .in_every_transfer = true},
    {"signal in body", Function::leaf, Where::body, true},
    {"signal in entry handler", Function::leaf, Where::entry, true},
    {"signal in exit handler", Function::leaf, Where::exit, true},
    {"recursion of 1000", Function::deep},
    {"tail call", Function::tail},
    {.name = "entry handler in a tail call",
     .function = Function::tail,
     .where = Where::entry,
     .on_trampoline = true,
     .in_every_transfer = true},
    {"module", Function::plugin},
    {"64 tracers", Function::many},
    {.name = "entry handler of 64 tracers",
     .function = Function::many,
     .where = Where::entry,
     .on_trampoline = true},
    {"exit handler of 64 tracers", Function::many, Where::exit},
};

constexpr int place_signal = SIGUSR1;

thread_local Visit* visiting = nullptr;
bool in_framed_shape = false;

// The innermost functions of a visit's chain, by Function. The module's is set when it is loaded.
using Probed = std::uint64_t (*)(void (*step)(), std::uint64_t x);
Probed functions[] = {unwind_leaf, unwind_deep, unwind_tail, unwind_many, nullptr};
Probed function_of(Function function) { return functions[static_cast<std::size_t>(function)]; }
std::uintptr_t address_of(Function function) {
  return reinterpret_cast<std::uintptr_t>(function_of(function));
}

/// How many return trampolines are in flight when a visit arrives in the body. A tail call shares
/// its caller's slot, and so its return trampoline. In the framed shape it has a block's frame of
/// its own.
std::size_t trampolines_in_flight(const Place& place, bool framed) {
  if (place.function == Function::deep) return 2 + deep_calls + 1;
  return 2 + (framed && place.function == Function::tail ? 2 : 1);
}

// Waits for the order to go on. Every frame from here outwards stays as it is meanwhile.
[[gnu::noinline]] void wait(Visit& visit) {
  visit.arrived.store(true);
  for (int order; (order = visit.order.load()) != go_on;) {
    if (order == spin_on) {
      __builtin_ia32_pause();
    } else {
      // The system call is made by hand, so that no frame of libc's lies further in.
      register long timeout asm("r10") = 0;
      long result = SYS_futex;
      asm volatile("syscall"
                   : "+a"(result)
                   : "D"(&visit.order), "S"(FUTEX_WAIT_PRIVATE), "d"(sleep_on), "r"(timeout)
                   : "rcx", "r11", "memory");
    }
  }
}

[[gnu::noinline]] void arrive() {
  Visit& visit = *visiting;
  // The CFA of this function, by the ABI. The function is compiled with a frame pointer.
  const auto cfa = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) + 16;
  visit.truth[0] = {reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)), cfa};
  visit.truths = std::max<std::size_t>(visit.truths, 1);
  if (visit.take)
    visit.count = visit.take(visit.taken.data(), visit.taken.size());
  else
    wait(visit);
  visit.arrived.store(true);  // keeps both calls above from becoming tail calls
}

void on_signal(int, siginfo_t*, void* context) {
  const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto cfa = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) + 16;
  visiting->truth[1] = {reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)), cfa};
  visiting->truth[2] = {static_cast<std::uintptr_t>(registers[REG_RIP]),
                        static_cast<std::uintptr_t>(registers[REG_RSP])};
  visiting->interrupted_frame = static_cast<std::uintptr_t>(registers[REG_RBP]);
  visiting->truths = 3;
  arrive();
  asm volatile("");
}

// Arrives in the function that it is inlined into, or in a signal handler that interrupts it.
[[gnu::always_inline]] inline void arrive_here(const Visit& visit) {
  if (!visit.place->signal) {
    arrive();
    asm volatile("");
    return;
  }
  long result = SYS_tgkill;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(getpid()), "S"(visit.tid), "d"(place_signal)
               : "rcx", "r11", "memory");
}

void step_in_body() { arrive_here(*visiting); }
void step_of_handler() {
  if (!visiting->probed) arrive();
  asm volatile("");
}

struct HandlerOf {
  bool first, last;
};

bool is_place(const HandlerOf& who, Where where, const Site& site) {
  if (!visiting || !visiting->probed || visiting->place->where != where) return false;
  const Function function = visiting->place->function;
  if (site.address != address_of(function == Function::tail ? Function::leaf : function))
    return false;
  // Of several tracers, the last one's entry handler and the first one's exit handler run last.
  return where == Where::entry ? who.last : who.first;
}

void note_call(std::uintptr_t original, const Registers& registers) {
  visiting->original = original;
  if (registers.set != RegisterSet::full) return;
  // call_through shows the block's rbp, as it declares. The block saved the caller's rbp there.
  visiting->caller_frame =
      in_framed_shape ? *reinterpret_cast<const std::uintptr_t*>(registers.rbp) : registers.rbp;
}

bool at_entry(void* context, EntryFrame& call) {
  note_handler();
  if (!is_place(*static_cast<HandlerOf*>(context), Where::entry, call.site())) return true;
  note_call(call.return_address(), call.registers);
  arrive_here(*visiting);
  return true;
}

void at_exit(void* context, ReturnFrame& call) {
  if (!is_place(*static_cast<HandlerOf*>(context), Where::exit, call.site())) return;
  note_call(call.return_address(), call.registers);
  arrive_here(*visiting);
}

// These outlive every tracer, since they are the handlers' contexts.
HandlerOf handler_of[] = {{false, false}, {false, true}, {true, false}, {true, true}};

[[gnu::noinline]] std::uint64_t near(std::uint64_t x) {
  const Place& place = *visiting->place;
  visiting->caller_frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const std::uint64_t result =
      function_of(place.function)(place.where == Where::body ? step_in_body : step_of_handler, x);
  return result + 3;
}
[[gnu::noinline]] std::uint64_t middle(std::uint64_t x) { return unwind_inner(near, x) + 4; }
[[gnu::noinline]] std::uint64_t start(std::uint64_t x) {
  visiting->outermost = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  return unwind_outer(middle, x) + 5;
}

// ---- The library's text ----

struct Text {
  std::uintptr_t low = 0, high = 0;
};
Text library_text() {
  static const Text text = [] {
    Text found;
    dl_iterate_phdr(
        [](dl_phdr_info* module, std::size_t, void* result) {
          const std::string_view path = module->dlpi_name;
          if (path.substr(path.rfind('/') + 1).substr(0, 14) != "libretprobe.so") return 0;
          for (unsigned i = 0; i < module->dlpi_phnum; ++i) {
            const ElfW(Phdr) & segment = module->dlpi_phdr[i];
            if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X)) continue;
            const std::uintptr_t low = module->dlpi_addr + segment.p_vaddr;
            *static_cast<Text*>(result) = {low, low + segment.p_memsz};
          }
          return 1;
        },
        &found);
    if (!found.low) throw std::runtime_error("libretprobe.so is not among the loaded modules");
    return found;
  }();
  return text;
}

// In the trap transfer, the library's own signal handler runs on top of the return trampoline. It
// returns to code that calls rt_sigreturn. Unwinders know a signal's frame by that code, too.
bool is_librarys_signal_frame(const Chain& chain, std::size_t at) {
  if (at == 0 || at + 1 == chain.size()) return false;
  if (!in_library(chain[at - 1].address) || !in_library(chain[at + 1].address)) return false;
  constexpr unsigned char sigreturn[] = {0x48, 0xc7, 0xc0, 0x0f, 0,
                                         0,    0,    0x0f, 0x05};  // mov $15, %rax; syscall
  return std::memcmp(reinterpret_cast<const void*>(chain[at].address), sigreturn,
                     sizeof sigreturn) == 0;
}

}  // namespace

std::span<const Place> places() { return all_places; }
Visit* current_visit() { return visiting; }

bool in_library(std::uintptr_t address) {
  const Text text = library_text();
  return address >= text.low && address < text.high;
}

bool is_librarys(const Frame& frame, std::string_view name) {
  static const bool has_names = [] {
    Dl_info library{};
    if (!dladdr(reinterpret_cast<void*>(&usage), &library) || !library.dli_fname)
      throw std::runtime_error("dladdr does not know libretprobe.so");
    const auto image = require(ElfImage::open(library.dli_fname));
    return std::ranges::find(image.functions(), "retprobe_return_trampolines",
                             &ElfFunction::name) != image.functions().end();
  }();
  return in_library(frame.address) && (!has_names || frame.symbol.find(name) != std::string::npos);
}

std::string describe(const Frame& frame) {
  char text[64];
  std::snprintf(text, sizeof text, "%#zx", frame.address);
  std::string name = frame.symbol;
  Dl_info info{};
  if (name.empty() && dladdr(reinterpret_cast<void*>(frame.address - 1), &info)) {
    const std::string_view path = info.dli_fname ? info.dli_fname : "";
    name = info.dli_sname ? info.dli_sname : std::string(path.substr(path.rfind('/') + 1));
  }
  return name.empty() ? text : name + " (" + text + ")";
}

// ------------------------------------------------------------------ visits

void run(Visit& visit) {
  visiting = &visit;
  visit.tid = static_cast<pid_t>(syscall(SYS_gettid));
  visit.result = start(visit.place->function == Function::deep ? deep_calls : 7);
  visiting = nullptr;
}

void tell(const Visit& visit, Order order) {
  visit.order.store(order);
  syscall(SYS_futex, &visit.order, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

VisitThread::VisitThread(Visit& visit) {
  visit.stack = reinterpret_cast<std::uintptr_t>(stack_.data());
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack_.data(), stack_.whole().size());
  pthread_t thread;
  const auto main = [](void* argument) -> void* {
    run(*static_cast<Visit*>(argument));
    return nullptr;
  };
  const int error = pthread_create(&thread, &attributes, main, &visit);
  pthread_attr_destroy(&attributes);
  require(error == 0, "cannot make a thread: " + std::string(std::strerror(error)));
  thread_ = thread;
}

void VisitThread::join() {
  if (!thread_) return;
  pthread_join(*thread_, nullptr);
  thread_.reset();
}

ProbedChain::ProbedChain() {
  module_ = load_beside_scenarios("libretprobe_plugin.so");
  functions[static_cast<std::size_t>(Function::plugin)] =
      reinterpret_cast<Probed>(dlsym(module_, "plugin_step"));
  require(function_of(Function::plugin) != nullptr, "the module has no plugin_step");
  handle_signal(place_signal, on_signal);
}

ProbedChain::~ProbedChain() {
  tracers_.clear();
  dlclose(module_);
}

void ProbedChain::attach(const Cell& cell) {
  in_framed_shape = is_framed(cell);
  // `index` counts the tracers of one function.
  const auto add = [&](unsigned index, unsigned count, std::size_t in_flight,
                       const std::vector<std::string_view>& functions_of_it) {
    HandlerOf& context = handler_of[(index == 0 ? 2 : 0) + (index + 1 == count ? 1 : 0)];
    Tracer& tracer = tracers_.emplace_back(require(Tracer::make({.on_entry = at_entry,
                                                                 .on_return = at_exit,
                                                                 .context = &context,
                                                                 .registers = cell.registers,
                                                                 .maxactive = in_flight})));
    require(tracer.attach(sites_of(functions_of_it)));
  };
  const std::vector<std::string_view> most = {"unwind_outer", "unwind_inner", "unwind_leaf",
                                              "unwind_deep",  "unwind_tail",  "plugin_step"};
  constexpr std::size_t visits = 32;
  for (unsigned i = 0; i < cell.tracers; ++i) add(i, cell.tracers, 2 * deep_calls, most);
  for (unsigned i = 0; i < many_tracers; ++i) add(i, many_tracers, visits, {"unwind_many"});
  sites_ = sites_of(most);
  sites_.push_back(&site_of("unwind_many"));
}

Outcome ProbedChain::check_all_seen() const {
  for (std::size_t i = 0; i < tracers_.size(); ++i)
    require_equal("tracer " + std::to_string(i) + "'s missed calls", tracers_[i].missed(), 0);
  return pass();
}

// ------------------------------------------------------------------ judging

Chain from_arrival(const Visit& visit, const Chain& chain) {
  const RawFrame& first = visit.truth[0];
  const auto begin = std::ranges::find_if(chain, [&](const Frame& frame) {
    return frame.address == first.address && (frame.sp == 0 || frame.sp == first.sp);
  });
  Chain rest(begin, chain.end());
  for (Frame& frame : rest)
    if (frame.sp) frame.sp -= visit.stack;
  return rest;
}

namespace {

// Makes the expected chain from the unprobed one. In a handler, the visit's own frames come first.
std::string expect(const Visit& probed, const Visit& unprobed, const Chain& reference,
                   Chain& expected) {
  expected = from_arrival(unprobed, reference);
  if (expected.size() < 7)
    return "the unprobed chain has only " + std::to_string(expected.size()) +
           " frames from the place on";
  if (probed.place->where == Where::body) return {};
  // For a tail call, call_through shows handlers the block as the return address, as it declares.
  // The caller is then the frame after the step and its function.
  const std::uintptr_t original =
      in_library(probed.original) ? expected[2].address : probed.original;
  const auto caller = std::ranges::find(expected, original, &Frame::address);
  if (caller == expected.end()) return "the unprobed chain lacks the probed function's caller";
  Chain whole;
  for (std::size_t i = 0; i < probed.truths; ++i) whole.push_back({probed.truth[i].address, 0});
  whole.insert(whole.end(), caller, expected.end());
  expected = std::move(whole);
  return {};
}

}  // namespace

std::string difference(const Cell& cell, const Visit& probed, const Chain& seen,
                       const Visit& unprobed, const Chain& reference, const Asked& asked) {
  const Place& place = *probed.place;
  const bool framed = is_framed(cell), in_body = place.where == Where::body;
  if (probed.result != unprobed.result)
    return "the probed call returned " + std::to_string(probed.result) + ", not " +
           std::to_string(unprobed.result);
  Chain expected;
  if (std::string text = expect(probed, unprobed, reference, expected); !text.empty()) return text;

  const Chain all = from_arrival(probed, seen);
  if (all.empty())
    return "the place itself is not in the chain of " + std::to_string(seen.size()) + " frames";
  Chain kept;
  std::size_t own = 0;
  // In the framed shape the block's frame stays on the stack, so that everything further in lies
  // lower than in the unprobed visit. `lower` is by how much, from the outermost frame inwards.
  std::uintptr_t lower = 0;
  for (std::size_t i = all.size(); i-- > 0;) {
    if (in_library(all[i].address)) {
      ++own;
      if (framed && i + 1 < all.size()) lower += all[i + 1].sp - all[i].sp;
      // In a body, each of them is a return trampoline. In the framed shape it is a block instead.
      const std::string_view name =
          framed ? "retprobe_call_through" : "retprobe_return_trampolines";
      if (asked.names && in_body && !is_librarys(all[i], name))
        return "a return trampoline is shown as \"" + all[i].symbol + "\", not as " +
               std::string(name);
    } else if (!is_librarys_signal_frame(all, i)) {
      kept.push_back(all[i]);
      if (kept.back().sp) kept.back().sp += lower;
    }
  }
  std::ranges::reverse(kept);

  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string frame =
        "frame " + std::to_string(i) + " of " + std::to_string(expected.size()) + " is ";
    if (i >= kept.size() && asked.ends_in_trampoline &&
        is_librarys(all.back(), "retprobe_return_trampolines"))
      return {};
    if (i >= kept.size())
      return frame + "missing, which is " + describe(expected[i]) + " (the chain ends in " +
             describe(all.back()) + ")";
    if (kept[i].address != expected[i].address)
      return frame + describe(kept[i]) + ", not " + describe(expected[i]);
    std::uintptr_t sp = expected[i].sp;
    if (i < probed.truths) {
      // The visit knows this stack pointer for certain, so `lower` is checked as well.
      const std::uintptr_t truth = probed.truth[i].sp - probed.stack + lower;
      if (sp && sp != truth && !(framed && place.signal))
        return frame + "not where the unprobed visit has it, by its own account";
      sp = truth;
    }
    if (kept[i].sp && sp && kept[i].sp != sp)
      return frame + describe(kept[i]) + " as it should be, with its stack pointer off by " +
             std::to_string(static_cast<std::int64_t>(kept[i].sp - sp));
  }
  if (kept.size() != expected.size())
    return "frame " + std::to_string(expected.size()) +
           " is one too many: " + describe(kept[expected.size()]);
  // A resolved chain shows no return trampolines. Resolving does not remove the framed shape's
  // blocks.
  const std::size_t due = asked.resolves && !framed ? 0 : trampolines_in_flight(place, framed);
  if (in_body && own != due)
    return std::to_string(own) + " return trampolines instead of " + std::to_string(due);
  return {};
}

}  // namespace retprobe::harness::unwinding
