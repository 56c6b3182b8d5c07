// Entry data: up to 4096 bytes per tracer and call. It is 16-byte aligned and private. The exit
// handler finds it unchanged.
#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

// A tracer with data fills its area at entry with bytes that nothing else writes. It checks them at
// the exit. Its `extra` points to a DataCheck.
struct DataCheck {
  std::size_t bytes = 0;
  std::uint64_t unaligned = 0, absent = 0, present = 0, changed = 0, calls = 0;
};

// The byte depends on tracer, call and position. So neither another tracer's data nor another
// call's data matches.
std::byte pattern(unsigned tracer, std::uint64_t call, std::size_t at) {
  return static_cast<std::byte>(tracer * 37 + call * 101 + at * 11 + 5);
}

bool fill(Tap& tap, EntryFrame& call) {
  auto& check = *static_cast<DataCheck*>(tap.extra);
  ++check.calls;
  if (check.bytes == 0) {
    check.present += call.entry_data != nullptr;
    return true;
  }
  if (!call.entry_data) {
    ++check.absent;
    return true;
  }
  check.unaligned += reinterpret_cast<std::uintptr_t>(call.entry_data) % 16 != 0;
  for (std::size_t i = 0; i < check.bytes; ++i)
    call.entry_data[i] = pattern(tap.index, call.registers.rdi, i);
  return true;
}

// The probed functions return 3x + 1, so the exit handler can compute their argument.
void look(Tap& tap, ReturnFrame& call) {
  auto& check = *static_cast<DataCheck*>(tap.extra);
  if (check.bytes == 0) {
    check.present += call.entry_data != nullptr;
    return;
  }
  const std::uint64_t x = (call.registers.rax - 1) / 3;
  for (std::size_t i = 0; i < check.bytes; ++i)
    check.changed += call.entry_data[i] != pattern(tap.index, x, i);
}

void require_right(Tap& tap, std::uint64_t calls) {
  const auto& check = *static_cast<DataCheck*>(tap.extra);
  const std::string who =
      "tracer " + tracer_letter(tap.index) + " with " + std::to_string(check.bytes) + " bytes: ";
  require_equal(who + "entries", check.calls, calls);
  require_equal(who + "exits", tap.returned, calls);
  require_equal(who + "areas that are not 16-byte aligned", check.unaligned, 0);
  require_equal(who + "areas that are lacking", check.absent, 0);
  require_equal(who + "areas that nobody asked for", check.present, 0);
  require_equal(who + "bytes that changed between entry and exit", check.changed, 0);
}

// Tracers with these sizes, attached to fx_leaf and fx_body. Those in `come_again` have detached
// and attached again.
struct TracersWithData {
  TracersWithData(const Cell& cell, const std::vector<std::size_t>& sizes,
                  std::initializer_list<std::size_t> come_again)
      : checks(sizes.size()), bench(cell, 0) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      checks[i].bytes = sizes[i];
      Tap& tap = bench.add([&](TracerOptions& options) { options.entry_data_bytes = sizes[i]; });
      tap.extra = &checks[i];
      tap.at_entry = fill;
      tap.at_exit = look;
    }
    bench.attach_all("fx_leaf");
    bench.attach_all("fx_body");
    for (const std::size_t tracer : come_again) {
      require(bench[tracer]->detach());
      require(bench[tracer]->attach("fx_leaf"));
      require(bench[tracer]->attach("fx_body"));
    }
  }

  std::vector<DataCheck> checks;
  CountingBench bench;
};

// Runs `call` for such tracers, then judges each.
Outcome with_sizes(const Cell& cell, const std::vector<std::size_t>& sizes, std::uint64_t calls,
                   void (*call)(), std::initializer_list<std::size_t> come_again = {}) {
  TracersWithData tracers(cell, sizes, come_again);
  call();
  for (Tap& tap : tracers.bench) require_right(tap, calls);
  return pass();
}

// Twelve calls. Each of the first six contains the next, so their areas lie on the shadow stack
// together. `fill` uses the first argument, and `look` computes x from the result 3x + 1. In
// fx_body x is the third argument. So this passes the first argument's value as x, too.
void nest(std::uint64_t depth) {
  if (depth == 0) {
    for (std::uint64_t x = 0; x < 6; ++x) fx_leaf(x);
    return;
  }
  struct Step {
    static void run(void* argument) { nest(reinterpret_cast<std::uint64_t>(argument)); }
  };
  const auto first = reinterpret_cast<std::uint64_t>(&Step::run);
  fx_body(&Step::run, reinterpret_cast<void*>(depth - 1), first);
}
void nested_calls() { nest(6); }
constexpr std::uint64_t nested_call_count = 12;

SCENARIO(entry_data_sizes,
         "each size: aligned, there at entry and exit, unchanged by inner calls") {
  for (const std::size_t bytes : {1u, 2u, 4u, 8u, 16u, 17u, 64u, 512u, 4095u, 4096u})
    require(with_sizes(cell, {bytes}, nested_call_count, nested_calls));
  return pass();
}

SCENARIO(entry_data_four_tracers,
         "four tracers at once, with 1, 2, 4 and 8 bytes, each read their own") {
  return with_sizes(cell, {1, 2, 4, 8}, nested_call_count, nested_calls);
}

SCENARIO(entry_data_mixed, "large, small and no data side by side, in several orders") {
  for (const std::vector<std::size_t>& sizes : {std::vector<std::size_t>{0, 4096, 0, 1, 512, 24},
                                                {4096, 4096},
                                                {24, 0, 8},
                                                {8, 4096, 8, 4096, 0},
                                                {40, 56, 72, 88, 104, 120, 136, 152}})
    require(with_sizes(cell, sizes, nested_call_count, nested_calls));
  return pass();
}

SCENARIO(entry_data_absent, "who asked for no data gets no pointer", .tracers = {1, 2}) {
  return with_sizes(cell, std::vector<std::size_t>(cell.tracers, 0), nested_call_count,
                    nested_calls);
}

SCENARIO(entry_data_many_tracers, "64 tracers with data of their own", .tracers = {64}) {
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < cell.tracers; ++i) sizes.push_back(i * 7 % 200);
  return with_sizes(cell, sizes, nested_call_count, nested_calls);
}

std::vector<std::size_t> sizes_of_many(std::size_t tracers) {
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < tracers; ++i) sizes.push_back(i % 3 ? i * 7 % 200 : 0);
  sizes[1] = 24;
  return sizes;
}

SCENARIO(entry_data_come_again,
         "many tracers with data of their own, of which some have come again, in another order",
         .tracers = {64, 128, 300}) {
  return with_sizes(cell, sizes_of_many(cell.tracers), nested_call_count, nested_calls,
                    {1, 0, 62, cell.tracers - 1});
}

// At the call's entry, the places of a design's tracers may be out of order, and at its return in
// order again.
SCENARIO(entry_data_one_leaves,
         "many tracers find their own data though one that had come again detaches during the call",
         .tracers = {64, 128}) {
  TracersWithData tracers(cell, sizes_of_many(cell.tracers), {1});
  void (*const leave)(void*) = [](void* tap) { require((*static_cast<Tap*>(tap))->detach()); };
  fx_body(leave, &tracers.bench[1], reinterpret_cast<std::uint64_t>(leave));
  for (Tap& tap : tracers.bench)
    if (tap.index != 1) require_right(tap, 1);
  return pass();
}

SCENARIO(entry_data_most_of_all,
         "hundreds of tracers with the most data: one call takes megabytes of the shadow stack",
         .tracers = {300, 600}, .any_cell = false) {
  return with_sizes(cell, std::vector<std::size_t>(cell.tracers, 4096), 2, [] {
    fx_leaf(3);
    fx_leaf(4);
  });
}

SCENARIO(entry_data_too_much, "more than 4096 bytes are refused with an error that says so",
         .any_cell = false) {
  Result<Tracer> tracer = Tracer::make({.name = "greedy", .entry_data_bytes = 4097});
  if (tracer.ok()) return fail("a tracer with 4097 bytes of entry data was made");
  const Error& error = tracer.error();
  for (const char* word : {"greedy", "4097", "4096"})
    if (error.message().find(word) == std::string::npos)
      return fail("'" + error.message() + "' does not say " + word);
  if (error.code() != Error::Code::usage) return fail("the error's code is not `usage`");
  return pass_without_calls("there is no tracer");
}

}  // namespace
}  // namespace retprobe::harness
