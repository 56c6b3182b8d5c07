// Tests the graph tracer with every design and transfer, and its text and JSON output.
#include "clients/graph/graph.h"

#include <Zydis/Zydis.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "clients/graph/recorder.h"
#include "clients/testlib/fixture.h"
#include "clients/testlib/in_child.h"

namespace retprobe::graph {
namespace {

using client_test::in_child;

// The calls as "fx_outer(fx_leaf fx_leaf fx_middle(fx_leaf))", with !ending after a call that did
// not return.
std::string shape(const ThreadTrace& thread) {
  std::string text;
  std::vector<std::size_t> open;
  const auto close_until = [&](std::size_t parent) {
    for (; !open.empty() && open.back() != parent; open.pop_back()) {
      const Call& call = thread.calls[open.back()];
      if (text.back() == '(')
        text.pop_back();
      else
        text += ')';
      if (call.ending != Ending::returned) text += std::string("!") + to_string(call.ending);
    }
  };
  for (std::size_t i = 0; i < thread.calls.size(); ++i) {
    close_until(thread.calls[i].parent);
    if (!text.empty() && text.back() != '(') text += ' ';
    text += thread.calls[i].site->name + "(";
    open.push_back(i);
  }
  close_until(Call::none);
  return text;
}

// What `work` records in a graph of all fixtures.
template <class Work>
std::string record(Work work, Options options = {}) {
  Result<Graph> graph = Graph::make(options);
  if (!graph.ok()) return graph.error().message();
  if (Error error = graph->attach("fx_*")) return error.message();
  const std::string wrong = work();
  if (Error error = graph->detach()) return error.message();
  if (!wrong.empty()) return wrong;
  const Trace trace = graph->trace();
  std::string text;
  for (const ThreadTrace& thread : trace.threads)
    text += (text.empty() ? "" : " | ") + shape(thread);
  if (trace.missed) text += " missed " + std::to_string(trace.missed);
  return text;
}

class GraphOf : public testing::TestWithParam<Configuration> {};

TEST_P(GraphOf, TreeOfKnownFunction) {
  EXPECT_EQ(in_child(GetParam(),
                     [] { return record([] { return fx_outer(1) == 21 ? "" : "wrong result"; }); }),
            "fx_outer(fx_leaf fx_leaf fx_middle(fx_leaf))");
}

TEST_P(GraphOf, Recursion) {
  EXPECT_EQ(in_child(GetParam(),
                     [] { return record([] { return fx_fib(3) == 2 ? "" : "wrong result"; }); }),
            "fx_fib(fx_fib(fx_fib fx_fib) fx_fib)");
}

TEST_P(GraphOf, TailCallIsInside) {
  EXPECT_EQ(
      in_child(GetParam(),
               [] { return record([] { return fx_tail_caller(4) == 15 ? "" : "wrong result"; }); }),
      "fx_tail_caller(fx_tail_target)");
}

TEST_P(GraphOf, ThreadsHaveTreesOfTheirOwn) {
  const std::string text = in_child(GetParam(), [] {
    return record([] {
      for (int i = 0; i < 3; ++i) std::thread([] { (void)fx_middle(1); }).join();
      (void)fx_leaf(1);
      return "";
    });
  });
  EXPECT_EQ(text, "fx_middle(fx_leaf) | fx_middle(fx_leaf) | fx_middle(fx_leaf) | fx_leaf");
}

TEST_P(GraphOf, ThreadsAtOnceLoseNothing) {
  const std::string text = in_child(GetParam(), [] {
    Result<Graph> graph = Graph::make({});
    if (!graph.ok()) return graph.error().message();
    if (Error error = graph->attach("fx_*")) return error.message();
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([] {
        for (int i = 0; i < 2000; ++i) (void)fx_outer(i);
      });
    for (std::thread& thread : threads) thread.join();
    if (Error error = graph->detach()) return error.message();
    const Trace trace = graph->trace();
    std::size_t calls = 0, misplaced = 0;
    for (const ThreadTrace& thread : trace.threads) {
      for (std::size_t i = 0; i < thread.calls.size(); ++i) {
        const std::size_t depths[] = {0, 1, 1, 1, 2};
        misplaced +=
            thread.calls[i].depth != depths[i % 5] || thread.calls[i].ending != Ending::returned;
      }
      calls += thread.calls.size();
    }
    return std::to_string(trace.threads.size()) + " threads, " +
           std::to_string(calls + trace.missed) + " calls, " + std::to_string(misplaced) +
           " misplaced";
  });
  // Four threads miss nothing in an instance pool with ten instances either.
  EXPECT_EQ(text, "4 threads, 40000 calls, 0 misplaced");
}

TEST_P(GraphOf, Exception) {
  const std::string text = in_child(GetParam(), [] {
    return record([] {
      if (fx_catcher(7) != 7) return "wrong result";
      return fx_leaf(1) == 2 ? "" : "wrong result";
    });
  });
  // An instance pool stores no stack address. It notices late that the call was left, and not why.
  const bool late = find_design(GetParam().design)->facts.wiring != Wiring::framed &&
                    !find_design(GetParam().design)->facts.keyed_by_slot;
  EXPECT_EQ(text, late ? "fx_catcher(fx_thrower!abandoned) fx_leaf"
                       : "fx_catcher(fx_thrower!unwound) fx_leaf");
}

TEST_P(GraphOf, LongJump) {
  const std::string text = in_child(GetParam(), [] {
    return record([] {
      static std::jmp_buf target;
      if (setjmp(target) == 0) fx_deep_jumper(&target);
      return fx_leaf(1) == 2 && fx_outer(1) == 21 ? "" : "wrong result";
    });
  });
  const std::string rest = "fx_leaf fx_outer(fx_leaf fx_leaf fx_middle(fx_leaf))";
  if (client_test::deaf_to_jumps(GetParam()))
    EXPECT_EQ(text, "fx_deep_jumper(fx_leaf fx_jumper!unheard)!unheard " + rest);
  else
    EXPECT_EQ(text, "fx_deep_jumper(fx_leaf fx_jumper!abandoned)!abandoned " + rest);
}

TEST_P(GraphOf, InFlightIsShownAndDetachInFlightIsSafe) {
  const std::string text = in_child(GetParam(), [] {
    static std::string seen;
    static Graph* recording;
    Result<Graph> graph = Graph::make({});
    if (!graph.ok()) return graph.error().message();
    recording = &*graph;
    if (Error error = graph->attach("fx_*")) return error.message();
    const int result = fx_hold(
        [](int value) {
          const int sum = fx_leaf(value);
          seen = shape(recording->trace().threads.front());
          if (Error error = recording->detach()) seen = error.message();
          return sum;
        },
        1);
    return seen + " then " + shape(graph->trace().threads.front()) + " " + std::to_string(result);
  });
  EXPECT_EQ(text, "fx_hold(fx_leaf)!in_flight then fx_hold(fx_leaf)!in_flight 102");
}

TEST_P(GraphOf, WhatDoesNotFitIsCounted) {
  const std::string text = in_child(GetParam(), [] {
    Result<Graph> graph = Graph::make({.calls_per_thread = 3, .threads = 2});
    if (!graph.ok()) return graph.error().message();
    if (Error error = graph->attach("fx_*")) return error.message();
    (void)fx_outer(1);  // 5 calls
    for (int t = 0; t < 3; ++t) std::thread([] { (void)fx_middle(1); }).join();
    if (Error error = graph->detach()) return error.message();
    const Trace trace = graph->trace();
    std::string text;
    for (const ThreadTrace& thread : trace.threads)
      text += shape(thread) + " dropped " + std::to_string(thread.dropped) + ", ";
    return text + "laneless " + std::to_string(trace.laneless);
  });
  EXPECT_EQ(text, "fx_outer(fx_leaf fx_leaf) dropped 2, fx_middle(fx_leaf) dropped 0, laneless 4");
}

TEST_P(GraphOf, TwoGraphsAtOnce) {
  const std::string text = in_child(GetParam(), [] {
    Result<Graph> first = Graph::make({.name = "first"}), second = Graph::make({.name = "second"});
    if (!first.ok() || !second.ok()) return std::string("no graph");
    if (Error error = first->attach("fx_*")) return error.message();
    if (Error error = second->attach("fx_leaf")) return error.message();
    (void)fx_middle(1);
    if (Error error = first->detach()) return error.message();
    (void)fx_middle(1);
    if (Error error = second->detach()) return error.message();
    return shape(first->trace().threads.at(0)) + " / " + shape(second->trace().threads.at(0));
  });
  EXPECT_EQ(text, "fx_middle(fx_leaf) / fx_leaf fx_leaf");
}

std::uint64_t fenced_ticks() {
  __builtin_ia32_lfence();
  const std::uint64_t ticks = now_ticks();
  __builtin_ia32_lfence();
  return ticks;
}

// What the counter says before the call, at its begin, in its body, at its end, and after it.
TEST_P(GraphOf, ACallLastsFromItsEntryToItsReturn) {
  const std::string text = in_child(GetParam(), [] {
    Result<Graph> graph = Graph::make({});
    if (!graph.ok()) return graph.error().message();
    if (Error error = graph->attach("fx_hold")) return error.message();
    static std::uint64_t in_body;
    const std::uint64_t before = fenced_ticks();
    (void)fx_hold([](int value) { return in_body = fenced_ticks(), value; }, 1);
    const std::uint64_t after = fenced_ticks();
    if (Error error = graph->detach()) return error.message();
    const Trace trace = graph->trace();
    const Call& call = trace.threads.at(0).calls.at(0);
    const std::uint64_t moments[] = {before, call.start, in_body, call.start + call.ticks, after};
    std::string said;
    for (const std::uint64_t moment : moments) said += std::to_string(moment) + " ";
    return std::ranges::is_sorted(moments) ? std::string("in order") : said;
  });
  EXPECT_EQ(text, "in order");
}

INSTANTIATE_TEST_SUITE_P(Designs, GraphOf, testing::ValuesIn(client_test::configurations()),
                         [](const auto& of) { return client_test::name_of(of.param); });

TEST(Graph, BadSizesAreRefused) {
  const Result<Graph> none = Graph::make({.calls_per_thread = 0});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code(), Error::Code::usage);
  const Result<Graph> overflow = Graph::make({.calls_per_thread = ~std::size_t{0}});
  ASSERT_FALSE(overflow.ok());
  EXPECT_EQ(overflow.error().code(), Error::Code::usage);
  const Result<Graph> huge = Graph::make({.calls_per_thread = std::size_t{1} << 45});
  ASSERT_FALSE(huge.ok());
  EXPECT_EQ(huge.error().code(), Error::Code::exhausted) << huge.error().message();
  EXPECT_TRUE(huge.error().message().starts_with("graph: cannot reserve 90071992547"))
      << huge.error().message();
}

TEST(Graph, ItsMemoryGoesWithIt) {
  // In pages of 4096 bytes.
  const auto mapped = [] {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages;
  };
  const std::size_t before = mapped();
  {
    const Result<Graph> graph = Graph::make({.calls_per_thread = std::size_t{1} << 20});
    ASSERT_TRUE(graph.ok()) << graph.error().message();
    EXPECT_GE(mapped(), before + (std::size_t{40} << 26) / 4096);
  }
  EXPECT_LT(mapped(), before + (std::size_t{20} << 26) / 4096);
}

// Its threads are others than the parent's, of whose lanes one is free.
TEST(Graph, TheChildOfAForkTakesNoLaneOfALivingThread) {
  const std::string text = in_child({}, []() -> std::string {
    Result<Graph> graph = Graph::make({.threads = 2});
    if (!graph.ok()) return graph.error().message();
    if (Error error = graph->attach("fx_leaf")) return error.message();
    (void)fx_leaf(1);
    const pid_t child = fork();
    if (child == 0) {
      std::promise<void> has_called, may_end;
      std::thread other([&] {
        (void)fx_leaf(1);
        has_called.set_value();
        may_end.get_future().wait();
      });
      has_called.get_future().wait();
      (void)fx_leaf(1);
      std::thread([] { (void)fx_leaf(1); }).join();
      may_end.set_value();
      other.join();
      _exit(static_cast<int>(graph->trace().laneless));
    }
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) != child) return "no child";
    return std::to_string(WEXITSTATUS(status));
  });
  EXPECT_EQ(text, "1");
}

// A handler may not detach, so its own handlers go on to use the memory.
TEST(Graph, GoesOutOfScopeInAHandler) {
  const std::string text = in_child({}, []() -> std::string {
    static std::optional<Graph> graph;
    Result<Graph> made = Graph::make({});
    if (!made.ok()) return made.error().message();
    graph.emplace(*std::move(made));
    if (Error error = graph->attach("fx_leaf")) return error.message();
    const auto on_entry = [](void*, EntryFrame&) { return graph.reset(), false; };
    Result<Tracer> other = Tracer::make({.on_entry = on_entry, .registers = RegisterSet::full});
    if (!other.ok()) return other.error().message();
    if (Error error = other->attach("fx_outer")) return error.message();
    int result = 0;
    const std::string said = client_test::said_on_stderr([&] { result = fx_outer(1); });
    return std::to_string(result) + " " + said;
  });
  EXPECT_TRUE(text.starts_with("21 retprobe graph: ")) << text;
}

TEST(Graph, ScaleFallsBackToTicks) {
  const TickScale ticks = Calibration(false).scale();
  EXPECT_FALSE(ticks.nanoseconds);
  EXPECT_STREQ(ticks.unit(), "ticks");
  EXPECT_EQ(ticks.duration(1234), 1234.0);
  EXPECT_FALSE(scale_of(20, 0).nanoseconds);
  EXPECT_FALSE(scale_of(0, 20).nanoseconds);
}

TEST(Graph, ScaleIsTicksPerNanosecond) {
  const TickScale scale = scale_of(30, 20);
  EXPECT_TRUE(scale.nanoseconds);
  EXPECT_EQ(scale.ticks_per_ns, 1.5);
  EXPECT_EQ(scale.duration(30), 20.0);
  if (tsc_is_invariant()) {
    const TickScale here = Calibration().scale();
    EXPECT_TRUE(here.nanoseconds);
    EXPECT_GT(here.ticks_per_ns, 0.0);
    EXPECT_LT(here.ticks_per_ns, 1000.0) << "not of its span, but since the start of the counter";
  }
}

// It waits by this clock until they are over.
TEST(Graph, ScaleSpansTenMilliseconds) {
  const auto now_ns = [] {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return now.tv_sec * 1'000'000'000 + now.tv_nsec;
  };
  const auto before = now_ns();
  (void)Calibration(true).scale();
  EXPECT_GE(now_ns() - before, 10'000'000);
}

// A trace made by hand, so that its text is known exactly.
Trace by_hand() {
  static Site outer, leaf;
  outer.name = "outer(int)";
  leaf.name = "leaf";
  Trace trace{.design = "d",
              .transfer = "t",
              .scale = {true, 2.0},
              .threads = {},
              .laneless = 4,
              .missed = 5};
  trace.threads.push_back({77,
                           {{&outer, Call::none, 0, 100, 2000, Ending::returned},
                            {&leaf, 0, 1, 200, 246, Ending::returned},
                            {&leaf, 0, 1, 500, 20, Ending::unwound},
                            {&leaf, Call::none, 0, 3000, 0, Ending::in_flight}},
                           6});
  return trace;
}

TEST(GraphText, LooksLikeThis) {
  EXPECT_EQ(to_text(by_hand()),
            "# retprobe graph: design d, transfer t, clock TSC at 2.000 GHz\n"
            "# missed: 5 calls\n"
            "# threads without a buffer: 4 calls\n"
            "#         duration   | function\n"
            "\n"
            "# thread 77: 4 calls, and 6 more that did not fit\n"
            "                     | outer(int) {\n"
            "           123 ns    |   leaf();\n"
            "            10 ns    |   leaf();  /* unwound by an exception */\n"
            "          1000 ns    | }  /* outer(int) */\n"
            "             -       | leaf();  /* still running */\n");
}

TEST(GraphText, EveryEndingIsSaid) {
  Trace trace = by_hand();
  trace.threads[0].calls[1].ending = Ending::abandoned;
  trace.threads[0].calls[3].ending = Ending::unheard;
  const std::string text = to_text(trace);
  EXPECT_NE(text.find("  123 ns    |   leaf();  /* abandoned: left by a jump */\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  -       | leaf();  /* over, but no exit was heard */\n"),
            std::string::npos)
      << text;
}

TEST(GraphText, TicksAreSaidToBeTicks) {
  Trace trace = by_hand();
  trace.scale = {};
  const std::string text = to_text(trace);
  EXPECT_NE(text.find("clock TSC of varying rate, in ticks"), std::string::npos) << text;
  EXPECT_NE(text.find("          2000 ticks | }"), std::string::npos) << text;
}

TEST(GraphJson, HasAllOfIt) {
  const auto json = nlohmann::json::parse(to_json(by_hand()));
  EXPECT_EQ(json["clock"]["unit"], "ns");
  EXPECT_EQ(json["missed"], 5);
  EXPECT_EQ(json["laneless"], 4);
  const auto& thread = json["threads"][0];
  EXPECT_EQ(thread["thread"], 77);
  EXPECT_EQ(thread["dropped"], 6);
  EXPECT_TRUE(thread["calls"][0]["parent"].is_null());
  EXPECT_EQ(thread["calls"][1]["parent"], 0);
  EXPECT_EQ(thread["calls"][1]["duration"], 123.0);
  EXPECT_EQ(thread["calls"][1]["start"], 50.0);
  EXPECT_EQ(thread["calls"][2]["ending"], "unwound");
  EXPECT_TRUE(thread["calls"][3]["duration"].is_null());
}

// A name that is not ASCII stays what it is. What is not UTF-8 is replaced.
TEST(GraphJson, LooksLikeThis) {
  static Site site;
  site.name = "f(\u00e4\xff)";
  site.address = 4096;
  Trace trace{.design = "d", .transfer = "t", .scale = {true, 2.0}, .threads = {}};
  trace.threads.push_back({1, {{&site, Call::none, 3, 7, 5, Ending::abandoned}}, 0});
  EXPECT_EQ(to_json(trace), R"json({
  "clock": {
    "ticks_per_ns": 2.0,
    "unit": "ns"
  },
  "design": "d",
  "laneless": 0,
  "missed": 0,
  "threads": [
    {
      "calls": [
        {
          "address": 4096,
          "depth": 3,
          "duration": 2.5,
          "ending": "abandoned",
          "function": "f(ä�)",
          "parent": null,
          "start": 0.0
        }
      ],
      "dropped": 0,
      "thread": 1
    }
  ],
  "transfer": "t"
}
)json");
}

TEST(GraphText, AHeadNamesNoCallsThatAllFit) {
  EXPECT_EQ(thread_head(7, 0, 0), "\n# thread 7: 0 calls\n");
  EXPECT_EQ(thread_head(7, 1, 0), "\n# thread 7: 1 call\n");
  EXPECT_EQ(thread_head(7, 2, 1), "\n# thread 7: 2 calls, and 1 more that did not fit\n");
}

TEST(GraphText, ADepthBeyondFortyIsANumber) {
  static Site site;
  site.name = "f";
  std::string text;
  TreePrinter printer(TickScale{}, [&](const std::string& line) { text += line + "\n"; });
  for (const std::size_t depth : {39u, 40u, 41u}) {
    const Call call{&site, Call::none, depth, 0, 0, Ending::returned};
    printer.enter(call);
    printer.leave(call, CallVisitor::never);
  }
  const std::string begin = "             0 ticks | ";
  EXPECT_EQ(text, begin + std::string(78, ' ') + "f();\n" +      //
                      begin + std::string(80, ' ') + "f();\n" +  //
                      begin + std::string(80, ' ') + "[41] f();\n");
}

TEST(GraphText, Deep) {
  static Site site;
  site.name = "deep";
  Trace trace{.design = "d", .transfer = "t", .scale = {}, .threads = {{1, {}, 0}}};
  for (std::size_t i = 0; i < 200'000; ++i)
    trace.threads[0].calls.push_back(
        {&site, i ? i - 1 : Call::none, i, i, 400'000 - 2 * i, Ending::returned});
  const std::string text = to_text(trace);
  EXPECT_NE(text.find("[199999] deep();"), std::string::npos);
  EXPECT_LT(text.size(), 100'000'000u);
}

// The test above is valid only while the fixture really makes a tail call.
TEST(Fixture, TailCallerMakesATailCall) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  const Result<std::vector<const Site*>> sites = find_sites("fx_tail_caller");
  ASSERT_TRUE(sites.ok()) << sites.error().message();
  ASSERT_EQ(sites->size(), 1u);
  for (auto at = sites->front()->body();;) {
    ZydisDecodedInstruction instruction;
    ASSERT_TRUE(ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(
        &decoder, nullptr, reinterpret_cast<const void*>(at), 15, &instruction)));
    ASSERT_NE(instruction.mnemonic, ZYDIS_MNEMONIC_CALL);
    ASSERT_NE(instruction.mnemonic, ZYDIS_MNEMONIC_RET);
    if (instruction.mnemonic == ZYDIS_MNEMONIC_JMP) break;
    at += instruction.length;
  }
}

}  // namespace
}  // namespace retprobe::graph
