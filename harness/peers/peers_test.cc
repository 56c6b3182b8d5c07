// Tests manifests, and which runs of a peer are valid. The peers here are shell scripts that speak
// the programs' protocol.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/testlib/expect.h"
#include "harness/must.h"
#include "harness/peers/peer_programs.h"
#include "harness/peers/results.h"
#include "harness/scenarios/ways_out/shared_programs.h"
#include "harness/session/scratch.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
namespace fs = std::filesystem;

json manifest() {
  return {{"what", "a peer"},
          {"kind", "fake"},
          {"needs", json::array()},
          {"variants", {{{"name", "counting"}, {"what", "counts"}, {"program", "program"}}}},
          {"cannot", {{"recursion_*", "it is not deep"}}}};
}

// The rows of a result that has nothing else.
ordered_json rows_of(const PeerSession& session) {
  ordered_json file = {{"context", ordered_json::object()}, {"benchmarks", ordered_json::array()}};
  add_peer_results(file, session);
  return file["benchmarks"];
}

TEST(Manifest, OfEachPeerIsRightAndNamesWhatBringsIt) {
  const auto peers = peer_manifests(peers_folder(), {});  // the copies in the build folder
  ASSERT_TRUE(peers.ok()) << peers.error().message();
  EXPECT_GE(peers->size(), 3U);
  for (const PeerManifest& peer : *peers)
    for (const PeerNeed& need : peer.needs) EXPECT_FALSE(need.package.empty()) << peer.name;
}

TEST(Manifest, IsRefusedWithTheFileAndTheReason) {
  const auto refused = [](const json& text) {
    const auto peer = parse_manifest(text, "fake", "folder");
    if (peer.ok()) return std::string("accepted");
    return peer.error().message();
  };
  EXPECT_EQ(refused(manifest()), "accepted");
  json text = manifest();
  text.erase("what");
  EXPECT_HAS(refused(text), "folder/manifest.json: ");
  text = manifest();
  text["variants"] = json::array();
  EXPECT_HAS(refused(text), "no variants");
  text = manifest();
  text["needs"] = {{{"package", "nothing"}}};
  EXPECT_HAS(refused(text), "a program or a file");
  text = manifest();
  text["variants"][0]["handlers"] = "counting";
  EXPECT_EQ(refused(text), "accepted");
  text["variants"][0]["handlers"] = "counts";
  EXPECT_HAS(refused(text), "and not 'counts'");
  EXPECT_HAS(refused(json::parse("{", nullptr, false)), "no JSON");
}

TEST(Manifest, SaysWhatIsAbsentAndWhatToInstall) {
  json text = manifest();
  text["needs"] = {{{"program", "no-such-program"}, {"package", "the-package"}}};
  const auto peer = must(parse_manifest(text, "fake", "/nowhere"));
  const std::string why = why_absent(peer, peer.variants[0]);
  EXPECT_EQ(why, "absent: no no-such-program; install the-package");
  EXPECT_EQ(peer.cannot_run("recursion_10000"), "it is not deep");
  EXPECT_EQ(peer.cannot_run("leaf"), "");
}

TEST(Peers, AreMeasuredWithTheSelectedKindsOfHandlers) {
  json text = manifest();
  text["variants"] = json::array();
  for (const char* kind : {"empty", "counting", ""}) {
    json variant = {{"name", std::string("with_") + kind}, {"what", "it"}, {"program", "program"}};
    if (*kind) variant["handlers"] = kind;
    text["variants"].push_back(variant);
  }
  const auto planned = [&](const std::vector<std::string>& handlers) {
    std::string names;
    const auto session =
        PeerSession::plan({*parse_manifest(text, "fake", "/nowhere")}, {"leaf"}, false, handlers);
    if (!session.ok()) return session.error().message();
    for (const PeerSamples& samples : session->cases())
      names += samples.peer_case.variant->name + " ";
    return names;
  };
  EXPECT_EQ(planned({}), "with_empty with_counting with_ ");
  EXPECT_EQ(planned({"counting"}), "with_counting ");
  EXPECT_EQ(planned({"recording"}), "no selected peer has handlers of the selected kinds");
  // A variant's own workloads come besides the usual ones, and only with it.
  text["variants"][1]["also"] = {"grammar"};
  const auto more =
      PeerSession::plan({*parse_manifest(text, "fake", "/nowhere")}, {"leaf", "grammar"}, false);
  std::string cases;
  for (const PeerSamples& samples : more->cases())
    cases += samples.peer_case.variant->name + ":" + samples.peer_case.workload + " ";
  EXPECT_EQ(cases, "with_empty:leaf with_counting:leaf with_counting:grammar with_:leaf ");
  // Its rows say which kind.
  auto all = PeerSession::plan({*parse_manifest(text, "fake", "/nowhere")}, {"leaf"}, false);
  const ordered_json rows = rows_of(*all);
  EXPECT_EQ(rows[1]["handlers"], "counting");
  EXPECT_FALSE(rows[2].contains("handlers"));
}

TEST(Count, MustBeThatOfTheCalls) {
  EXPECT_EQ(why_not_counted({{"calls", 7}, {"entries", 7}, {"exits", 7}}), "");
  EXPECT_EQ(why_not_counted({{"calls", 7}, {"entries", 7}}), "");  // a tool without exits
  EXPECT_EQ(why_not_counted({{"calls", 7}, {"entries", 7}, {"exits", 6}}),
            "it counted 7 entries and 6 exits of 7 calls");
  EXPECT_EQ(why_not_counted({{"calls", 7}, {"entries", 7}, {"exits", 6}}, true), "");
  EXPECT_NE(why_not_counted({{"calls", 7}, {"entries", 7}, {"exits", 8}}, true), "");
  EXPECT_NE(why_not_counted({{"calls", 7}, {"entries", 6}, {"exits", 6}}, true), "");
  EXPECT_NE(why_not_counted({{"calls", 7}, {"entries", 8}, {"exits", 7}}), "");
  EXPECT_NE(why_not_counted({{"calls", 7}, {"entries", 6}}), "");
  EXPECT_NE(why_not_counted({{"calls", 7}}), "");
  EXPECT_NE(why_not_counted({{"calls", 0}, {"entries", 0}, {"exits", 0}}), "");
}

// A folder with one peer, whose program prints what the test says.
class FakePeer : public testing::Test {
 protected:
  static std::string line(const std::string& name, double cpu_ns, const std::string& counts,
                          const std::string& checksum = "5") {
    return R"({"begin": ")" + name + R"("}
{"name": ")" +
           name + R"(", "runs_per_iteration": 10, "calls_per_run": 2, "checksum": )" + checksum +
           ", " + counts + R"(, "iterations": 3, "real_ns": )" + std::to_string(cpu_ns) +
           R"(, "cpu_ns": )" + std::to_string(cpu_ns) + "}\n";
  }

  // Adds a program that prints `output`. With `visit`, it prints the line that has the case's name
  // for each index that it reads. After that, or where no line has the name, it runs `ending`.
  void add_program(const char* name, const std::string& output,
                   const std::string& ending = "exit 0") {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << "#!/bin/sh\noutput() {\ncat <<'EOT'\n"
                                << output << "EOT\n}\n"
                                << R"(if [ "$1" = visit ]; then
  shift 3
  echo '{"ready": true}'
  while read -r index; do
    eval "name=\${$((index + 1))}"
    output | grep "^{.name.: .$name\"" || { )"
                                << ending << R"(; }
  done
  exit 0
fi
output
)" << ending << "\n";
    fs::permissions(root_ / name, fs::perms::owner_all);
  }

  // Runs one turn of the program and takes its result.
  void turn(const std::string& output, const std::string& ending = "exit 0",
            const std::string& workload = "leaf") {
    fs::create_directories(root_ / "fake");
    json text = manifest();
    text["variants"][0]["experiments"] = {{"patching", "program"}};
    text["uprobes"] = uprobes_;
    std::ofstream(root_ / "fake/manifest.json") << text;
    add_program("fake/program", output, ending);
    auto peers = must(peer_manifests(root_, {}));
    auto planned = must(PeerSession::plan(std::move(peers), {workload}, false));
    session_.emplace(std::move(planned));
    const SessionOptions options{.processes = 1};
    const Others others = session_->others(options);
    std::mt19937_64 random(1);
    const auto visitors = others.visitors(0);
    ASSERT_EQ(visitors.size() + others.alone.size(), 1U);
    if (visitors.empty())
      others.alone[0].run(0);
    else
      visit_in_turns(visitors, random, [](const std::string&) {});
  }
  const PeerSamples& leaf() const { return session_->cases().at(0); }
  // Result of a turn in which the peer counts `entries` of two calls while it is attached, and
  // `before` while it is not.
  const PeerSamples& patching(int entries, int before) {
    turn(R"({"name": "patching:probed", "figures": {"first_attach_ns": 7}, )"
         R"("counted": {"calls": 2, "exits": 2, "entries": )" +
             std::to_string(entries) + R"(}, "unprobed": {"calls": 2, "exits": 0, "entries": )" +
             std::to_string(before) + "}}\n",
         "exit 0", "patching");
    return session_->cases().at(0);
  }

  Scratch scratch_;
  fs::path root_ = scratch_.path();
  bool uprobes_ = false;
  std::optional<PeerSession> session_;
};

constexpr const char* unprobed_counts = R"("counted": {"calls": 0}, "timed": {"calls": 0})";
constexpr const char* right_counts = R"("counted": {"calls": 2, "entries": 2, "exits": 2}, )"
                                     R"("timed": {"calls": 60, "entries": 60, "exits": 60})";

TEST_F(FakePeer, HasANumberWhenEveryCallWasCounted) {
  turn(line("leaf:probed", 400, right_counts) + line("leaf:unprobed", 100, unprobed_counts));
  EXPECT_EQ(leaf().void_reason, "");
  EXPECT_EQ(leaf().counted, 62U);
  const ordered_json rows = rows_of(*session_);
  const ordered_json& median = rows.back();
  EXPECT_EQ(median["name"], "leaf/peer:fake/counting/-/1_median");
  EXPECT_DOUBLE_EQ(median["added_ns"].get<double>(), (400.0 - 100.0) / 10 / 2);
}

TEST_F(FakePeer, SaysWhetherItsUprobesWereOptimised) {
  const std::string said = std::string(right_counts) + R"(, "optimised": "no")";
  const std::string lines =
      line("leaf:probed", 400, said) + line("leaf:unprobed", 100, unprobed_counts);
  turn(lines);
  EXPECT_FALSE(rows_of(*session_).back().contains("optimised")) << "it probes by other means";
  uprobes_ = true;
  turn(lines);
  EXPECT_EQ(rows_of(*session_).back()["optimised"], "no");
}

TEST_F(FakePeer, HasNoNumberWhenItMissedOneCall) {
  turn(line("leaf:unprobed", 100, unprobed_counts) +
       line("leaf:probed", 400,
            R"("counted": {"calls": 2, "entries": 2, "exits": 2}, )"
            R"("timed": {"calls": 60, "entries": 60, "exits": 59})"));
  EXPECT_EQ(leaf().void_reason, "it counted 60 entries and 59 exits of 60 calls");
  const ordered_json rows = rows_of(*session_);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_FALSE(rows[0].contains("added_ns"));
  EXPECT_EQ(rows[0]["void"], leaf().void_reason);
}

TEST_F(FakePeer, HasNoNumberWhenTheCountBeforeTheTimingIsOff) {
  turn(line("leaf:unprobed", 100, unprobed_counts) +
       line("leaf:probed", 400,
            R"("counted": {"calls": 2, "entries": 3, "exits": 3}, "timed": {"calls": 60})"));
  EXPECT_NE(leaf().void_reason, "");
}

TEST_F(FakePeer, HasNoNumberWhenItChangesResults) {
  turn(line("leaf:unprobed", 100, unprobed_counts) + line("leaf:probed", 400, right_counts, "6"));
  EXPECT_EQ(leaf().void_reason, "its results differ from those of the unprobed run");
}

TEST_F(FakePeer, IsAskedAgainInEachRoundAndItsLastWordCounts) {
  turn(line("leaf:probed", 400, right_counts) + line("leaf:unprobed", 100, unprobed_counts));
  EXPECT_EQ(leaf().probed.size(), 1U);
  EXPECT_EQ(leaf().unprobed.size(), 1U);
  EXPECT_EQ(leaf().counted, 62U) << "each visit adds up what came before it";
}

TEST_F(FakePeer, ThatCrashesIsVoidWithItsReason) {
  turn("", "kill -SEGV $$");
  EXPECT_HAS(leaf().void_reason, "SIGSEGV");
}

TEST_F(FakePeer, HasFiguresOfAnExperimentThatCountedRight) {
  EXPECT_EQ(patching(2, 0).void_reason, "");
  const ordered_json rows = rows_of(*session_);
  const ordered_json& median = rows.back();
  EXPECT_EQ(median["name"], "patching/peer:fake/counting/-/1_median");
  EXPECT_EQ(median["figures"]["first_attach_ns"]["samples"].at(0).get<double>(), 7);
  EXPECT_EQ(median["hits_counted"], 2);
  EXPECT_EQ(patching(1, 0).void_reason, "it counted 1 entries and 2 exits of 2 calls");
  EXPECT_EQ(patching(2, 1).void_reason,
            "it counted calls of functions that it was not attached to");
}

TEST(WayOut, PassesOnlyWhenTheProgramIsRightAndEveryExitIsTold) {
  const json all = {{"calls", 10}, {"entries", 10}, {"exits", 10}};
  EXPECT_EQ(judge_way_out("12345", "12345", all).verdict, Verdict::pass);
  EXPECT_EQ(judge_way_out("1234", "12345", all).verdict, Verdict::fail);
  const Outcome lost =
      judge_way_out("12345", "12345", {{"calls", 10}, {"entries", 10}, {"exits", 5}});
  EXPECT_EQ(lost.verdict, Verdict::fail);
  EXPECT_EQ(lost.detail, "the program is right; the peer saw 10 entries and 5 exits of 10 calls");
  EXPECT_EQ(judge_way_out("12345", "12345", {{"calls", 10}, {"entries", 10}}).verdict,
            Verdict::declared);
  EXPECT_EQ(judge_way_out("12345", "12345", {{"calls", 10}, {"entries", 9}}).verdict,
            Verdict::fail);
  EXPECT_EQ(judge_way_out("12345", "12345", {{"calls", 10}}).verdict, Verdict::fail);
}

TEST(WayOut, IsAScenarioOfOurs) {
  for (const WayOut& way : ways_out())
    EXPECT_NE(std::ranges::find(scenarios(), way.name, &Scenario::name), scenarios().end())
        << way.name;
  EXPECT_EQ(select_ways_out({})->size(), ways_out().size());
  EXPECT_EQ(*select_ways_out({"way_out_l*", "order_*"}),
            std::vector<std::string>{"way_out_longjmp"});
  EXPECT_HAS(select_ways_out({"order_*"}).error().message(), "way_out_pthread_cancel");
}

TEST_F(FakePeer, IsACellThatIsNotOurs) {
  json text = manifest();
  text["verify"] = {"counting"};
  const auto line = [](const char* exits) {
    return std::string(R"({"name": "way_out_longjmp", "said": "jumped", )"
                       R"("counted": {"calls": 2, "entries": 2)") +
           exits + "}}\n";
  };
  add_program("plain/gcc", line(""));
  const auto verdict = [&] {
    std::size_t reported = 0;
    const auto results =
        verify_peers({*parse_manifest(text, "fake", root_ / "fake")}, {"way_out_longjmp"},
                     [&](std::size_t, std::size_t, const CellResult&) { ++reported; });
    EXPECT_TRUE(results.ok() && results->size() == 1 && reported == 1);
    return results->at(0);
  };
  add_program("fake/program", line(R"(, "exits": 2)"));
  const CellResult all_notified = verdict();
  EXPECT_EQ(all_notified.scenario, "way_out_longjmp");
  EXPECT_EQ(all_notified.cell.design + "/" + all_notified.cell.transfer, "peer:fake/counting");
  EXPECT_TRUE(is_peers(all_notified));
  EXPECT_EQ(all_notified.verdict, Verdict::pass) << all_notified.detail;
  add_program("fake/program", line(R"(, "exits": 1)"));
  EXPECT_EQ(verdict().verdict, Verdict::fail);
  text["variants"][0]["command"] = {"env"};
  add_program("fake/program", R"({"name": "way_out_longjmp", "said": "jumped", )"
                              R"("counted": {"calls": 2}})"
                              "\n");
  add_program("fake/count", "2\n");
  EXPECT_EQ(verdict().verdict, Verdict::declared);
  add_program("fake/count", "", "exit 1");
  EXPECT_EQ(verdict().verdict, Verdict::fail);
  EXPECT_HAS(verdict().detail, "its hits could not be counted");
  add_program("fake/program", "", "kill -SEGV $$");
  EXPECT_HAS(verdict().detail, "SIGSEGV");
  text["needs"] = {{{"program", "no-such-program"}, {"package", "the-package"}}};
  EXPECT_EQ(verdict().verdict, Verdict::unavailable);
}

}  // namespace
}  // namespace retprobe::harness
