// Compares at every boundary of two probed calls what two unwinders show that know nothing of
// probes: libdwfl from outside, and libgcc from a signal handler that is delivered exactly there.
// The oracle is the same walk without probes.
#include <signal.h>

#include <algorithm>

#include "harness/injection/sampling.h"
#include "harness/scenarios/every_instruction/every_instruction.h"

namespace retprobe::harness {
namespace {

constexpr std::size_t bounded_points = 100;

using Chain = std::vector<std::uintptr_t>;

/// Where the compared chains end. The frames beyond it started the walk.
bool is_outermost(const std::string& symbol) { return symbol.starts_with("Stage::play"); }

/// Tells whose code an address is in.
class Owners {
 public:
  enum class Owner { test, core, outermost, other, nobody };
  explicit Owners(const OutsideUnwinder& names) : names_(names) {}
  Owner of(std::uintptr_t address) {
    const auto [found, is_new] = known_.try_emplace(address);
    if (is_new) {
      const std::string module = names_.module(address);
      found->second = module.empty()                                ? Owner::nobody
                      : module.starts_with("libretprobe.so")        ? Owner::core
                      : names_.symbol(address).starts_with("step_") ? Owner::test
                      : is_outermost(names_.symbol(address))        ? Owner::outermost
                                                                    : Owner::other;
    }
    return found->second;
  }

 private:
  const OutsideUnwinder& names_;
  std::unordered_map<std::uintptr_t, Owner> known_;
};

/// The test's own frames at each depth. The innermost one is left out where it is the instruction
/// itself.
using Oracle = std::map<unsigned, Chain>;

void cut_behind_outermost(Chain& chain, const OutsideUnwinder& names) {
  const auto found = std::ranges::find_if(
      chain, [&](std::uintptr_t at) { return is_outermost(names.symbol(at - 1)); });
  if (found == chain.end())
    throw std::runtime_error("the unprobed walk does not show who began it");
  chain.erase(found + 1, chain.end());
}

class Judge {
 public:
  Judge(OutsideUnwinder& unwinder, const Oracle& oracle)
      : unwinder_(unwinder), owners_(unwinder), oracle_(oracle) {}

  /// The first difference in words. Empty: there is none.
  std::string differs(const Chain& seen, const Boundary& boundary) {
    Chain expected = oracle_.at(boundary.depth);
    if (owners_.of(boundary.rip) == Owners::Owner::test)
      expected.insert(expected.begin(), boundary.rip);
    // The comparison begins at the first of the test's own frames. To an unwinder, the return
    // trampoline is a frame of size zero in the core.
    std::size_t first = 0;
    const auto owner = [&](std::size_t i) { return owners_.of(i == 0 ? seen[0] : seen[i] - 1); };
    while (first < seen.size() && owner(first) != Owners::Owner::test) ++first;
    Chain own;
    for (std::size_t i = first; i < seen.size(); ++i) {
      if (owner(i) != Owners::Owner::core) own.push_back(seen[i]);
      if (owner(i) == Owners::Owner::outermost) break;
    }
    const auto [at, wanted] = std::ranges::mismatch(own, expected);
    if (at == own.end() && wanted == expected.end()) return "";
    const auto words = [&](auto it, const Chain& chain) {
      return it == chain.end() ? "the end" : unwinder_.name(*it);
    };
    return "frame " + std::to_string(at - own.begin()) + " of the caller's is " + words(at, own) +
           ", not " + words(wanted, expected) + " (of " + std::to_string(seen.size()) +
           " frames taken)";
  }

 private:
  OutsideUnwinder& unwinder_;
  Owners owners_;
  const Oracle& oracle_;
};

Oracle make_oracle(Stage& stage) {
  Walk walk(stage);
  OutsideUnwinder unwinder(walk.process().id());
  Oracle oracle;
  for (;;) {
    std::string trouble;
    Chain chain = unwinder.chain(walk.registers(), trouble);
    if (!trouble.empty())
      throw std::runtime_error("the unprobed walk cannot be unwound: " + trouble);
    chain.erase(chain.begin());
    cut_behind_outermost(chain, unwinder);
    const auto [found, is_new] = oracle.try_emplace(walk.boundary().depth, chain);
    if (!is_new && found->second != chain)
      throw std::runtime_error("the unprobed walk has two chains at one depth, at " +
                               unwinder.name(walk.registers().rip));
    if (walk.at_end()) return oracle;
    walk.step();
  }
}

/// The chain from a signal handler, without the handler's own frames and the restorer.
Chain inside_chain(Walk& walk, StepShared& shared) {
  const std::uintptr_t rip = walk.registers().rip, rsp = walk.registers().rsp;
  shared.act = Act::trace;
  TracedThread& thread = walk.thread();
  thread.run(SIGUSR1);  // to the mark in the handler
  while (thread.registers().rip != rip || thread.registers().rsp != rsp) thread.step();
  const auto begin = shared.frames.begin(),
             end = begin + static_cast<std::ptrdiff_t>(shared.frame_count);
  return {std::find(begin, end, rip), end};
}

SCENARIO(every_instruction_unwinds,
         "at each instruction of probed calls, libdwfl from outside and libgcc from a signal "
         "handler show the unprobed callers",
         .tracers = {1, 2, 8}, .seconds = 60) {
  Stage stage(cell);
  const Oracle oracle = make_oracle(stage);
  stage.attach();
  const std::vector<Boundary> all = survey(stage);
  Walk walk(stage);
  OutsideUnwinder unwinder(walk.process().id());
  Judge judge(unwinder, oracle);
  Injections injections(cell);
  for (const std::size_t k :
       sample(all.size(), wanted_boundaries(cell, bounded_points), "unwinds" + to_string(cell))) {
    while (walk.at() < k) walk.step();
    const Boundary boundary = walk.boundary();
    if (boundary.rip != all[k].rip)
      throw std::runtime_error("two walks differ at " + describe(unwinder, k, boundary.rip));
    injections.point();
    std::string trouble;
    std::string wrong = judge.differs(unwinder.chain(walk.registers(), trouble), boundary);
    if (!wrong.empty())
      injections.failure(describe(unwinder, k, boundary.rip),
                         "libdwfl: " + wrong + (trouble.empty() ? "" : "; " + trouble));
    injections.point();
    wrong = judge.differs(inside_chain(walk, stage.shared()), boundary);
    if (!wrong.empty()) injections.failure(describe(unwinder, k, boundary.rip), "libgcc: " + wrong);
  }
  return injections.outcome();
}

}  // namespace
}  // namespace retprobe::harness
