// Registers across a probed call. The scenarios load random contents into every register. They
// compare them at the function's entry, after its return, and in what the handlers saw. The
// handlers clobber what their register set allows. What must be equal is what the register set
// promises (include/retprobe/registers.h).
#include "harness/scenarios/calls/registers.h"

#include <cstring>
#include <optional>
#include <random>
#include <thread>

#include "harness/verify/machine.h"

namespace retprobe::harness {
namespace {

constexpr std::uint64_t status_flags = 0x8d5, fixed_flags = 0x202;
constexpr std::array general_names = {"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp",
                                      "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
enum General : unsigned {
  rax,
  rbx,
  rcx,
  rdx,
  rsi,
  rdi,
  rbp,
  rsp,
  r8,
  r9,
  r10,
  r11,
  r12,
  r13,
  r14,
  r15
};
constexpr std::array arguments = {rax, rcx, rdx, rsi, rdi, r8, r9, r10};
constexpr std::array callee_saved = {rbx, rbp, r12, r13, r14, r15};
constexpr std::array results = {rax, rdx};

bool contains(std::span<const General> set, unsigned wanted) {
  for (const General each : set)
    if (each == wanted) return true;
  return false;
}

std::string hex(const void* bytes, std::size_t size) {
  std::string text = "0x";
  for (std::size_t i = size; i-- > 0;)
    for (const int shift : {4, 0})
      text += "0123456789abcdef"[static_cast<const std::uint8_t*>(bytes)[i] >> shift & 15];
  return text;
}

/// Keeps the first difference.
struct Differences {
  std::string first;
  void compare(const std::string& what, const void* expected, const void* seen, std::size_t size) {
    if (!first.empty() || std::memcmp(expected, seen, size) == 0) return;
    first = what + ": expected " + hex(expected, size) + ", seen " + hex(seen, size);
  }
  template <class T>
  void compare(const std::string& what, T expected, std::type_identity_t<T> seen) {
    compare(what, &expected, &seen, sizeof expected);
  }
};

// ------------------------------------------------------------------ random contents

template <class T>
void fill(std::mt19937_64& random, T& object) {
  for (std::size_t i = 0; i < sizeof object; i += 8) {
    const std::uint64_t word = random();
    std::memcpy(reinterpret_cast<char*>(&object) + i, &word,
                std::min<std::size_t>(8, sizeof object - i));
  }
}

std::uint16_t x87_word(const MachineState& state, unsigned offset) {
  std::uint16_t word;
  std::memcpy(&word, &state.x87[offset], sizeof word);
  return word;
}
bool x87_holds(const MachineState& state, unsigned index) {
  const unsigned top = x87_word(state, 4) >> 11 & 7;
  return (x87_word(state, 8) >> (top + index) % 8 * 2 & 3) != 3;
}

/// A random x87 unit with `values` registers in use and all exceptions masked.
void fill_x87(std::mt19937_64& random, MachineState& state, unsigned values) {
  fill(random, state.x87);
  const unsigned top = random() & 7;
  constexpr std::array<unsigned, 3> precisions = {0x000, 0x200, 0x300};
  const auto control =
      static_cast<std::uint16_t>(0x7f | precisions[random() % 3] | (random() & 0xc00));
  const auto status = static_cast<std::uint16_t>((random() & 0x477f) | top << 11);
  std::uint16_t tags = 0xffff;
  for (unsigned i = 0; i < values; ++i)
    tags = static_cast<std::uint16_t>(tags & ~(3u << (top + i) % 8 * 2));
  std::memset(state.x87.data(), 0, 28);
  std::memcpy(&state.x87[0], &control, 2);
  std::memcpy(&state.x87[4], &status, 2);
  std::memcpy(&state.x87[8], &tags, 2);
}

struct Contents {
  bool initial = false;  // vector registers in XSAVE's initial state
  unsigned x87_values = 0;
};

void fill_state(std::mt19937_64& random, MachineState& state, const Contents& contents) {
  fill(random, state);
  state.rflags = (state.rflags & status_flags) | fixed_flags;
  state.mxcsr = (state.mxcsr & 0xe07f) | 0x1f80;
  fill_x87(random, state, contents.x87_values);
  state.initial = contents.initial;
  if (contents.initial) {
    for (auto& vector : state.vectors) vector.fill(0);
    state.k.fill(0);
  }
}

unsigned vector_bytes() { return 16u << machine_vector_width; }
unsigned vector_count() { return machine_vector_width == 2 ? 32 : 16; }

// ------------------------------------------------------------------ what must be equal

struct Promise {
  RegisterSet set;
  unsigned vectors;  // the vector set promises the contents of this many, from 0 on
};

void compare_extended(Differences& differences, const std::string& where, const Promise& promise,
                      const MachineState& expected, const MachineState& seen) {
  const bool partial = promise.set == RegisterSet::vector;
  for (unsigned i = 0; i < (partial ? promise.vectors : vector_count()); ++i)
    differences.compare("vector register " + std::to_string(i) + where, expected.vectors[i].data(),
                        seen.vectors[i].data(), vector_bytes());
  if (!partial && machine_vector_width == 2)
    for (unsigned i = 0; i < 8; ++i)
      differences.compare("k" + std::to_string(i) + where, expected.k[i], seen.k[i]);
  differences.compare("MXCSR" + where, expected.mxcsr, seen.mxcsr);
  differences.compare("x87 control" + where, x87_word(expected, 0), x87_word(seen, 0));
  if (!partial) differences.compare("x87 status" + where, x87_word(expected, 4), x87_word(seen, 4));
  for (unsigned i = 0; i < 8; ++i) {
    const std::string name = "st" + std::to_string(i);
    differences.compare(name + " in use" + where, x87_holds(expected, i), x87_holds(seen, i));
    if (x87_holds(expected, i))
      differences.compare(name + where, &expected.x87[28 + 10 * i], &seen.x87[28 + 10 * i], 10);
  }
}

void xor_low(MachineState& state, unsigned vectors) {
  for (unsigned i = 0; i < vectors; ++i)
    for (unsigned byte = 0; byte < 16; ++byte) state.vectors[i][byte] ^= edit_xor;
}

struct Plan {
  bool edits = false;
  bool initial = false;
  unsigned calls = 300;
  bool fresh_threads = false;  // each of the calls is the first hit of its thread
  bool declines = false;       // no tracer wants the exit
  // An entry trampoline that makes a frame for the body (call_through) changes rbp before the
  // handlers see it. A separate scenario checks rbp for such designs, so that a design can declare
  // that it fails it.
  bool framed_rbp = false;
  // Checks the return address that exit handlers see. A separate scenario does this, too.
  bool original_address = false;
  // Only this one of the tracers asks for the cell's set, all others for the scalar set.
  std::optional<std::size_t> strongest = {};
};

class Trial {
 public:
  Trial(const Cell& cell, const Plan& plan, std::span<RegisterWitness> witnesses)
      : cell_(cell),
        edits_(plan.edits),
        framed_(is_framed(cell)),
        flags_(cell.registers == RegisterSet::full),
        declines_(plan.declines),
        rbp_(!framed_ || plan.framed_rbp),
        original_address_(plan.original_address),
        strongest_(plan.strongest),
        witnesses_(witnesses) {}

  /// Makes one call. Returns the first difference, or "".
  std::string run(std::mt19937_64& random, bool initial) {
    const RegisterSet set = cell_.registers;
    const unsigned entry_values =
        set == RegisterSet::vector ? 0 : static_cast<unsigned>(random() % 9);
    const unsigned exit_values =
        static_cast<unsigned>(random() % (set == RegisterSet::vector ? 3 : 9));
    fill_state(random, in_, {initial, entry_values});
    fill_state(random, back_, {initial, exit_values});
    for (std::size_t i = 0; i < witnesses_.size(); ++i)
      witnesses_[i] = {
          .edits = edits_,
          .clobbers_extended = set != RegisterSet::scalar && (!strongest_ || *strongest_ == i),
          .declines = declines_};
    machine_arrived = &arrived_;
    machine_back = &back_;
    machine_run(&in_, &out_, machine_body);

    Differences differences;
    check_entry(differences);
    check_exit(differences);
    for (std::size_t i = 0; original_address_ && i < witnesses_.size(); ++i) {
      const std::string where = " in exit handler " + std::to_string(i);
      differences.compare("original return address" + where, original(),
                          witnesses_[i].exit.return_address);
    }
    return differences.first;
  }

 private:
  bool full() const { return cell_.registers == RegisterSet::full; }

  void check_entry(Differences& differences) {
    MachineState expected = in_;
    const std::uintptr_t slot = in_.general[rsp] - 8;
    std::size_t position = 0;
    for (const RegisterWitness& witness : witnesses_) {
      const std::string where = " in entry handler " + std::to_string(position++);
      differences.compare("calls" + where, std::uint64_t{1}, witness.entries);
      check_view(differences, where, witness.entry, expected, full() ? 16 : 8, cell_.registers);
      differences.compare("return slot" + where, slot, witness.entry.slot);
      if (framed_)
        differences.compare("return address" + where, original(), witness.entry.return_address);
      if (full()) {
        differences.compare("rsp" + where, slot, witness.entry.registers.rsp);
        differences.compare("rip" + where, reinterpret_cast<std::uintptr_t>(machine_body) + 5,
                            witness.entry.registers.rip);
        for (unsigned i = 0; i < 16; ++i)
          if (i != rsp && (i != rbp || rbp_))
            check_general(differences, i, where, witness.entry, expected);
      } else {
        for (const General i : arguments)
          check_general(differences, i, where, witness.entry, expected);
      }
      if (!edits_) continue;
      for (const General i : arguments) expected.general[i] += edit_add;
      if (cell_.registers != RegisterSet::scalar) xor_low(expected, 8);
    }

    const std::string where = " at the body's entry";
    for (unsigned i = 0; i < 16; ++i)
      if (i != rsp && (i != rbp || rbp_) &&
          (full() || contains(arguments, i) || contains(callee_saved, i)))
        differences.compare(general_names[i] + where, expected.general[i], arrived_.general[i]);
    if (!framed_) differences.compare("rsp" + where, slot, arrived_.general[rsp]);
    differences.compare("rsp modulo 16" + where, std::uint64_t{8}, arrived_.general[rsp] % 16);
    if (flags_)
      differences.compare("status flags" + where, expected.rflags & status_flags,
                          arrived_.rflags & status_flags);
    compare_extended(differences, where, {cell_.registers, 8}, expected, arrived_);
  }

  void check_exit(Differences& differences) {
    MachineState expected = back_;
    for (const General i : callee_saved) expected.general[i] = in_.general[i];
    const bool trap = cell_.transfer == "trap" && !framed_;
    const RegisterSet set = trap ? RegisterSet::full : cell_.registers;
    for (std::size_t position = witnesses_.size(); position-- > 0;) {
      const RegisterWitness& witness = witnesses_[position];
      const std::string where = " in exit handler " + std::to_string(position);
      differences.compare("calls" + where, std::uint64_t{declines_ ? 0u : 1u}, witness.exits);
      if (declines_) continue;
      check_view(differences, where, witness.exit, expected, set == RegisterSet::full ? 16 : 2,
                 set);
      if (full()) {
        differences.compare("rsp" + where, in_.general[rsp], witness.exit.registers.rsp);
        for (unsigned i = 0; i < 16; ++i)
          if (i != rsp && (i != rbp || rbp_))
            check_general(differences, i, where, witness.exit, expected);
      } else {
        for (const General i : results)
          check_general(differences, i, where, witness.exit, expected);
      }
      if (!edits_) continue;
      for (const General i : results) expected.general[i] += edit_add;
      if (cell_.registers != RegisterSet::scalar) xor_low(expected, 2);
    }

    const std::string where = " after the return";
    for (unsigned i = 0; i < 16; ++i)
      if (i != rsp && (full() || contains(results, i) || contains(callee_saved, i)))
        differences.compare(general_names[i] + where, expected.general[i], out_.general[i]);
    differences.compare("rsp" + where, in_.general[rsp], out_.general[rsp]);
    if (full())
      differences.compare("status flags" + where, expected.rflags & status_flags,
                          out_.rflags & status_flags);
    compare_extended(differences, where, {cell_.registers, 2}, expected, out_);
  }

  void check_view(Differences& differences, const std::string& where,
                  const RegisterWitness::View& view, const MachineState& expected, unsigned vectors,
                  RegisterSet set) {
    differences.compare("register set" + where, set, view.registers.set);
    if (set != RegisterSet::scalar)
      for (unsigned i = 0; i < vectors; ++i)
        differences.compare("xmm" + std::to_string(i) + where, expected.vectors[i].data(),
                            view.xmm[i].data(), 16);
    if (cell_.registers != RegisterSet::scalar)
      differences.compare("x87 tags" + where, 0xffffu, view.x87_tags);
    if (flags_)
      differences.compare("status flags" + where, expected.rflags & status_flags,
                          view.registers.rflags & status_flags);
  }

  void check_general(Differences& differences, unsigned i, const std::string& where,
                     const RegisterWitness::View& view, const MachineState& expected) {
    std::uint64_t seen;
    std::memcpy(&seen, reinterpret_cast<const char*>(&view.registers) + 8 * i, sizeof seen);
    differences.compare(general_names[i] + where, expected.general[i], seen);
  }

  static std::uintptr_t original() { return reinterpret_cast<std::uintptr_t>(machine_run_return); }

  const Cell& cell_;
  bool edits_, framed_, flags_, declines_, rbp_, original_address_;
  std::optional<std::size_t> strongest_;
  std::span<RegisterWitness> witnesses_;
  MachineState in_{}, out_{}, arrived_{}, back_{};
};

Outcome run_trials(const Cell& cell, const Plan& plan) {
  look_for_vectors();
  if (plan.initial && machine_vector_width == 0)
    return unavailable(Lack::hardware, "this CPU has no XRSTOR (it comes with AVX)");
  std::vector<RegisterWitness> witnesses(cell.tracers);
  std::vector<Tracer> tracers;
  for (std::size_t i = 0; i < witnesses.size(); ++i) {
    const bool weaker = plan.strongest && *plan.strongest != i;
    Tracer& tracer = tracers.emplace_back(
        require(Tracer::make({.on_entry = witness_entry,
                              .on_return = witness_exit,
                              .context = &witnesses[i],
                              .registers = weaker ? RegisterSet::scalar : cell.registers})));
    require(tracer.attach("machine_body"));
  }
  auto trial = std::make_unique<Trial>(cell, plan, witnesses);
  for (unsigned i = 0; i < plan.calls; ++i) {
    const std::uint64_t seed = 20181103 + i;
    std::mt19937_64 random(seed);
    std::string difference;
    if (plan.fresh_threads)
      std::thread([&] { difference = trial->run(random, plan.initial); }).join();
    else
      difference = trial->run(random, plan.initial);
    if (!difference.empty())
      return fail(difference + " (call " + std::to_string(i) + ", seed " + std::to_string(seed) +
                  ")");
  }
  for (const Tracer& tracer : tracers) require_equal("missed calls", tracer.missed(), 0);
  return pass();
}

}  // namespace

void look_for_vectors() {
  const bool has_512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
  machine_vector_width = has_512 ? 2 : __builtin_cpu_supports("avx") ? 1 : 0;
}

SCENARIO(registers_survive,
         "every register that the set promises survives handlers that clobber what they may",
         .tracers = {1, 2, 8}) {
  return run_trials(cell, {});
}
SCENARIO(registers_edited,
         "handlers see the registers, and their changes of arguments and results arrive",
         .tracers = {1, 2, 8}) {
  return run_trials(cell, {.edits = true});
}
SCENARIO(registers_in_initial_state,
         "the same where XSAVE finds the vector registers in their initial state",
         .tracers = {1, 2}) {
  return run_trials(cell, {.edits = true, .initial = true, .calls = 50});
}
SCENARIO(registers_declined,
         "a call that its tracers decline finds every register that the set promises in its body "
         "and after its return",
         .tracers = {1, 2}) {
  return run_trials(cell, {.edits = true, .calls = 50, .declines = true});
}
SCENARIO(registers_original_address, "exit handlers get the address that the caller's call pushed",
         .tracers = {1, 2, 8}) {
  return run_trials(cell, {.calls = 20, .original_address = true});
}
SCENARIO(registers_flags,
         "the full set's flags are those of before any compare, at entry, in handlers and after "
         "the return",
         .tracers = {1, 2}, .any_cell = false) {
  Cell full = cell;
  full.registers = RegisterSet::full;
  return run_trials(full, {.calls = 50});
}
SCENARIO(registers_frame_pointer,
         "the body and handlers of the full set find the caller's frame pointer", .tracers = {1, 2},
         .any_cell = false) {
  Cell full = cell;
  full.registers = RegisterSet::full;
  return run_trials(full, {.calls = 50, .framed_rbp = true});
}
SCENARIO(registers_of_the_strongest,
         "one tracer's handlers use vector registers, before or after those of weaker sets: what "
         "its set promises survives",
         .tracers = {2, 3}, .any_cell = false) {
  for (const RegisterSet set : {RegisterSet::vector, RegisterSet::full})
    for (std::size_t strongest = 0; strongest < cell.tracers; ++strongest) {
      Cell strong = cell;
      strong.registers = set;
      require(run_trials(strong, {.calls = 50, .strongest = strongest}),
              "tracer " + std::to_string(strongest) + " alone asks for the " + to_string(set) +
                  " set: ");
    }
  return pass();
}
SCENARIO(registers_first_hit,
         "the first hit of a thread, which makes its state, disturbs no register",
         .tracers = {1, 2}) {
  return run_trials(cell, {.calls = 30, .fresh_threads = true});
}

}  // namespace retprobe::harness
