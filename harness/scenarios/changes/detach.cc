// Detaching: what detach promises, and the errors when it cannot keep that.
#include <unistd.h>

#include "core/hooks/grace_period.h"
#include "harness/verify/call_tree.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/oracle.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

std::atomic<bool> over{false};

SCENARIO(detach_no_handler_afterwards,
         "when detach has returned, no handler runs any more, though threads go on calling",
         .tracers = {1, 2}, .seconds = 20) {
  CountingBench bench(cell);
  std::atomic<std::uint64_t> wrong{0}, calls{0};
  Threads threads(3, [&](unsigned) {
    while (!over) {
      for (std::uint64_t i = 0; i < 100; ++i) wrong += fx_leaf(i) != 3 * i + 1;
      ++calls;
    }
  });
  Outcome outcome = pass();
  for (int round = 0; round < 50 && outcome.verdict == Verdict::pass; ++round) {
    bench.attach_all("fx_leaf");
    const std::uint64_t seen = calls;
    while (calls < seen + 3) usleep(100);
    for (Tap& tap : bench) {
      require(detach_patiently(*tap));
      const std::uint64_t entries = tap.entries, exits = tap.exits();
      usleep(300);
      if (tap.entries != entries || tap.exits() != exits)
        outcome =
            fail("round " + std::to_string(round) + ": " + std::to_string(tap.entries - entries) +
                 " entry and " + std::to_string(tap.exits() - exits) +
                 " exit handlers ran after detach had returned");
    }
  }
  over = true;
  threads.join();
  if (outcome.verdict == Verdict::pass && bench[0].entries == 0)
    return fail("no handler ran at all");
  if (wrong) return fail(std::to_string(wrong) + " calls returned a wrong value");
  return outcome;
}

SCENARIO(detach_in_flight,
         "calls in flight when their tracer is detached return correctly and unheard",
         .tracers = {1, 2, 8}) {
  constexpr unsigned count = 6;
  Gate gate;
  std::atomic<unsigned> wrong{0};
  {
    TestBench bench(cell, {"fx_body*"});
    Threads threads(count, [&](unsigned thread) {
      struct Inner {
        static void step(void* argument) { fx_body_other(Gate::step, argument, 1); }
      };
      wrong += fx_body(thread % 2 ? Gate::step : Inner::step, &gate, thread) != 3 * thread + 1;
    });
    gate.wait_for(count);
    bench.detach_all();
    for (Tap& tap : bench) tap.tracer.reset();
    gate.open = true;
    threads.join();
    require(bench.check_exits(0), "after it was detached, ");
  }
  require_equal("wrong values", wrong, 0);
  require_equal("calls in flight", usage().frames, 0);
  return pass();
}

// The errors that a handler got from attach and detach.
struct Tried {
  Tap* other;
  std::string own, others, attach;
  Error::Code code{};
  int tid = 0;
};

void try_from_handler(Tap& self) {
  auto& tried = *static_cast<Tried*>(self.extra);
  tried.tid = gettid();
  const Error own = self->detach();
  tried.own = own.message();
  tried.code = own.code();
  tried.others = (*tried.other)->detach().message();
  tried.attach = (*tried.other)->attach("fx_other").message();
}

SCENARIO(detach_from_own_handler,
         "attach and detach from a handler are refused, with an error that names the thread") {
  for (const bool at_entry : {true, false}) {
    TestBench bench(cell, 2);
    Tried tried{&bench[1], {}, {}, {}};
    bench[0].extra = &tried;
    bench[0].run_at(at_entry, try_from_handler);
    bench.attach_all("fx_leaf");
    if (fx_leaf(1) != 4) return fail("fx_leaf returned a wrong value");
    if (tried.code != Error::Code::busy)
      return fail("detach from the tracer's own handler was not refused as busy: " + tried.own);
    for (const std::string& message : {tried.own, tried.others, tried.attach})
      if (message.find(std::to_string(tried.tid)) == std::string::npos)
        return fail("the refusal does not name thread " + std::to_string(tried.tid) + ": '" +
                    message + "'");
    if (bench[0]->attached() != 1 || bench[1]->attached() != 1)
      return fail("a refused call changed what is attached");
    bench[0].at_entry = nullptr, bench[0].at_exit = nullptr;
    bench.events.clear();
    fx_leaf(1);
    require(compare(bench.events.text(), ">A >B <B <A"));
    bench.detach_all();
  }
  return pass();
}

void pass_gate(Tap& tap) { static_cast<Gate*>(tap.extra)->pass(); }

SCENARIO(detach_waits_for_handlers, "detach waits for a handler that runs in another thread",
         .tracers = {1, 2}) {
  for (const bool at_entry : {true, false}) {
    TestBench bench(cell);
    Gate gate;
    Tap& tap = bench[cell.tracers - 1];
    tap.extra = &gate;
    tap.run_at(at_entry, pass_gate);
    bench.attach_all("fx_leaf");
    std::atomic<bool> detached{false};
    std::atomic<std::uint64_t> value{0};
    std::string failure;
    Threads caller(1, [&](unsigned) { value = fx_leaf(1); });
    gate.wait_for();
    Threads detacher(1, [&](unsigned) {
      failure = detach_patiently(*tap).message();
      if (!gate.left) failure += " detach returned while the handler ran";
      detached = true;
    });
    // Waits until detach has begun. From then on the tracer gets no exit.
    while (tap->attached() != 0) usleep(500);
    usleep(50'000);
    const bool early = detached;
    gate.open = true;
    caller.join();
    detacher.join();
    require(!early, "detach did not wait for the handler");
    require(failure.empty(), failure);
    require_equal("fx_leaf", value, 4);
    if (at_entry) require_equal("exits after the detach", tap.exits(), 0);
    fx_leaf(1);
    if (tap.entries != 1) return fail("an entry handler ran after the detach");
  }
  return pass();
}

SCENARIO(detach_stuck_handler,
         "a handler that does not end: detach comes back with an error that names its thread",
         // This takes as long as detach's limit. The waiting code is the same for every transfer.
         .seconds = 40, .any_cell = false, .transfers = {"paired"}) {
  TestBench bench(cell, 2);
  Gate gate;
  bench[0].extra = &gate;
  bench[0].run_at(true, pass_gate);
  bench.attach_all("fx_leaf");
  std::atomic<int> tid{0};
  std::atomic<std::uint64_t> value{0};
  Threads caller(1, [&](unsigned) {
    tid = gettid();
    value = fx_leaf(1);
  });
  gate.wait_for();
  const Error error = bench[0]->detach();
  Outcome outcome = pass();
  if (error.code() != Error::Code::busy ||
      error.message().find(std::to_string(tid)) == std::string::npos)
    outcome = fail("the error does not name thread " + std::to_string(tid) + ": '" +
                   error.message() + "'");
  else if (bench[0]->attached() != 0)
    outcome = fail("the tracer is still attached");
  // The tracer is detached in spite of the error. The others work, and it can be attached again.
  const std::uint64_t before = bench[1].entries;
  fx_leaf(1);
  if (bench[1].entries != before + 1 || bench[0].entries != 1)
    outcome = fail("after the error the function's tracers are not right");
  gate.open = true;
  caller.join();
  require_equal("the call that was stuck", value, 4);
  require_equal("exits after the detach", bench[0].exits(), 0);
  require(bench[0]->attach("fx_leaf"));
  bench[0].at_entry = nullptr;
  fx_leaf(1);
  if (bench[0].entries != 2) return fail("the tracer does not work when it is attached again");
  return outcome;
}

SCENARIO(detach_grace_period_of_many,
         "a grace period waits for the handlers of each of hundreds of threads, the first too",
         .seconds = 30, .any_cell = false) {
  constexpr unsigned count = 300;
  CountingBench bench(cell, 0);
  bench.add([](TracerOptions& options) { options.maxactive = count; });
  std::vector<Gate> gates(count);  // one for each thread
  bench[0].extra = gates.data();
  bench[0].at_entry = [](Tap& self, EntryFrame& call) {
    return static_cast<Gate*>(self.extra)[call.registers.rdi].pass(), true;
  };
  bench.attach_all("fx_leaf");
  Threads threads, waiting;
  for (unsigned i = 0; i < count; ++i) {
    threads.start([i] { fx_leaf(i); });
    gates[i].wait_for();
  }
  std::atomic<bool> done{false};
  Error error;
  waiting.start([&] {
    error = synchronize_hooks();
    done = true;
  });
  // One after another, so that the grace period begins while they go.
  for (unsigned i = 1; i < count; ++i) {
    gates[i].open = true;
    while (gates[i].left == 0) usleep(100);
  }
  // It may give up after 5 s, with an error.
  const bool early = wait_until(done, 200) && !error;
  gates[0].open = true;
  threads.join();
  waiting.join();
  if (early) return fail("the grace period ended while the first thread was in a handler");
  return bench.check_invariant(count);
}

SCENARIO(detach_by_scope,
         "tracers and attachments detach when they go out of scope, also with calls in flight") {
  struct Body {
    static void step(void* argument) { static_cast<Tap*>(argument)->tracer.reset(); }
  };
  TestBench bench(cell, 2);
  bench.attach_all("fx_body");
  if (fx_body(Body::step, &bench[0], 5) != 16) return fail("fx_body returned a wrong value");
  require(compare(bench.events.text(), ">A >B <B"));
  bench.events.clear();
  {
    ScopedAttachment attachment =
        require(ScopedAttachment::make(*bench[1].tracer, require(find_sites("fx_leaf"))));
    fx_leaf(1);
    ScopedAttachment moved = std::move(attachment);
    fx_leaf(1);
  }
  fx_leaf(1);
  Tracer moved = *std::move(bench[1].tracer);
  fx_body([](void*) {}, nullptr, 1);
  require(moved.detach());
  fx_body([](void*) {}, nullptr, 1);
  return compare(bench.events.text(), ">B <B >B <B >B <B");
}

SCENARIO(detach_some_functions,
         "detaching from some functions leaves the others; from one it is not on is an error") {
  TestBench bench(cell, 1);
  bench[0].names_functions = true;
  require(bench[0]->attach("tree_[fgh]"));
  const auto sites = require(find_sites("tree_g"));
  require(bench[0]->detach(sites));
  require_equal("attached functions", bench[0]->attached(), 2);
  const Error error = bench[0]->detach(sites);
  if (error.code() != Error::Code::not_found || error.message().find("tree_g") == std::string::npos)
    return fail("a second detach from tree_g is not an error that names it: '" + error.message() +
                "'");
  const std::vector<ModelTracer> model = {{.functions = "fh"}};
  return play(bench, model, "f(g(h)) g h", expected_events(model, "+A f(g(h)) g h"));
}

SCENARIO(
    detach_often,
    "a function that is attached and detached thousands of times still has its every call seen",
    .seconds = 60) {
  // Ten thousand rounds in the fast cells. The other cells differ only in the trampolines.
  const bool is_fast =
      cell.registers == RegisterSet::scalar && (cell.transfer == "paired" || cell.transfer == "-");
  const int rounds = is_fast ? 10'000 : 300;
  CountingBench bench(cell, 1);
  const auto sites = require(find_sites("fx_leaf"));
  std::size_t blocks = 0;
  for (int i = 0; i < rounds; ++i) {
    require(bench[0]->attach(sites));
    if (fx_leaf(1) != 4) return fail("fx_leaf returned a wrong value");
    require(bench[0]->detach(sites));
    if (i == 2) blocks = usage().blocks;
  }
  fx_leaf(1);
  require(bench.check_all_seen(static_cast<std::uint64_t>(rounds)));
  require_equal("the pool's blocks in use", usage().blocks, blocks);
  require_equal("attached functions", usage().sites, 0);
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
