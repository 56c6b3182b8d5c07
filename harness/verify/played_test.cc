// Tests how the scenarios that are text are read, and that the oracle takes each of their scripts.
#include "harness/verify/played.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "harness/verify/call_tree.h"

namespace retprobe::harness {
namespace {

namespace fs = std::filesystem;

// A new folder with files of these texts: a.txt, b.txt, …
fs::path folder_of(const std::vector<std::string>& texts) {
  const fs::path folder = fs::path(testing::TempDir()) / "played";
  fs::remove_all(folder);
  fs::create_directories(folder);
  char name = 'a';
  for (const std::string& text : texts)
    std::ofstream(folder / (std::string(1, name++) + ".txt")) << text;
  return folder;
}

std::vector<PlayedScenario> read(const std::string& text) {
  const auto all = read_played(folder_of({text}));
  EXPECT_TRUE(all.ok()) << all.error().message();
  return all.ok() ? *all : std::vector<PlayedScenario>{};
}

// What is said of a.txt's `text`, without the folder.
std::string error_of(const std::string& text, const std::string& another = "") {
  const fs::path folder = folder_of({text, another});
  const auto all = read_played(folder);
  if (all.ok()) return "no error";
  std::string said = all.error().message();
  for (std::size_t at; (at = said.find(folder.string() + "/")) != said.npos;)
    said.erase(at, folder.string().size() + 1);
  return said;
}

// The scripts of the only scenario in `text`, with so many tracers, with " / " between.
std::string scripts_of(const std::string& text, unsigned tracers = 1) {
  std::string scripts;
  const auto all = read("scenario x\nholds y\n" + text);
  if (all.size() != 1) return "no scenario";
  for (const Play& play : all[0].plays(tracers))
    scripts += (scripts.empty() ? "" : " / ") + play.script;
  return scripts;
}

// "fghk -2 redirects, f"
std::string text_of(const std::vector<ModelTracer>& model) {
  std::string text;
  for (const ModelTracer& tracer : model) {
    text += (text.empty() ? "" : ", ") + tracer.functions;
    if (tracer.declines_every) text += " -" + std::to_string(tracer.declines_every);
    if (tracer.redirects) text += " redirects";
  }
  return text;
}

TEST(Played, IsReadFromFiles) {
  const auto all =
      read_played(folder_of({"# A topic.\n"
                             "scenario one\n"
                             "holds    a sentence\n"
                             "holds    of two lines\n"
                             "tracers  1 2 17   # three numbers\n"
                             "on       fg\n"
                             "seconds  2.5\n"
                             "registers scalar full\n"
                             "script   +* #f(@)  # a landing\n"
                             "script\tg\n",
                             "\n  # Another.\n"
                             "scenario two\n"
                             "holds    nothing\n"
                             "script   f\n"
                             "scenario three\n"
                             "holds    nothing\n"
                             "script   g"}));
  ASSERT_TRUE(all.ok()) << all.error().message();
  ASSERT_EQ(all->size(), 3u);
  const PlayedScenario& one = all->front();
  EXPECT_EQ(one.name, "one");
  EXPECT_EQ(one.holds, "a sentence of two lines");
  EXPECT_EQ(fs::path(one.file).filename(), "a.txt");
  EXPECT_EQ(one.line, 2u);
  EXPECT_EQ(one.tracers, (std::vector<unsigned>{1, 2, 17}));
  EXPECT_EQ(one.seconds, 2.5);
  EXPECT_EQ(one.registers, (std::vector<RegisterSet>{RegisterSet::scalar, RegisterSet::full}));
  ASSERT_EQ(one.plays(2).size(), 1u);
  EXPECT_EQ(one.plays(2)[0].script, "+* #f(@) g");
  EXPECT_EQ(text_of(one.plays(2)[0].model), "fg, fg");

  const PlayedScenario& two = (*all)[1];
  const ScenarioOptions usual;
  EXPECT_EQ(fs::path(two.file).filename(), "b.txt");
  EXPECT_EQ(two.line, 3u);
  EXPECT_EQ(two.tracers, usual.tracers);
  EXPECT_EQ(two.seconds, usual.seconds);
  EXPECT_TRUE(two.registers.empty());
  EXPECT_EQ(text_of(two.plays(1)[0].model), "fghk");
  EXPECT_EQ(all->back().line, 6u);
  EXPECT_EQ(all->back().plays(1)[0].script, "g");
}

TEST(Played, HasTracersOfItsOwn) {
  const auto all = read(
      "scenario x\nholds y\ntracers 1 2\ntracer fg declines 2\n"
      "tracer hp times 2 declines 1 redirects\ntracer k redirects\nscript +D f");
  ASSERT_EQ(all.size(), 1u);
  for (const unsigned tracers : {1u, 2u})
    EXPECT_EQ(text_of(all[0].plays(tracers)[0].model),
              "fg -2, hp -1 redirects, hp -1 redirects, k redirects");
}

TEST(Played, RepeatsWhatIsInBrackets) {
  EXPECT_EQ(scripts_of("script *3(f)"), "f f f");
  EXPECT_EQ(scripts_of("script f(*2(g h))"), "f(g h g h)");
  EXPECT_EQ(scripts_of("script +* -* *2(+* *2(f(g)>h) -A)"),
            "+* -* +* f(g)>h f(g)>h -A +* f(g)>h f(g)>h -A");
  EXPECT_EQ(scripts_of("script f(t[-A *2(g\nscript h)])"), "f(t[-A g h g h])");
  EXPECT_EQ(scripts_of("script *12(f)").size(), 12u + 11u);
}

TEST(Played, MayHaveScriptsForSomeNumbers) {
  const std::string text =
      "tracers 1 2 3\nscript 1: +A\nscript 2: +B\nscript f\nnext\nscript 3: +C g\n";
  EXPECT_EQ(scripts_of(text, 1), "+A f");
  EXPECT_EQ(scripts_of(text, 2), "+B f");
  EXPECT_EQ(scripts_of(text, 3), "f / +C g");
}

TEST(Played, BeginsAnotherPlay) {
  const auto all = read(
      "scenario x\nholds y\ntracers 2\non f\ntracer g\nscript +A g\nnext\n"
      "script +B f\nnext\ntracer h\ntracer k\nscript h\n");
  ASSERT_EQ(all.size(), 1u);
  const std::vector<Play> plays = all[0].plays(2);
  ASSERT_EQ(plays.size(), 3u);
  EXPECT_EQ(text_of(plays[0].model), "g");
  EXPECT_EQ(text_of(plays[1].model), "f, f");
  EXPECT_EQ(text_of(plays[2].model), "h, k");
  for (const Play& play : plays) EXPECT_FALSE(play.is_random);
}

TEST(Played, IsRandom) {
  const auto all = read(
      "scenario x\nholds y\ntracers 2 5\nrandom 7 3 40 throws\nnext\n"
      "random 2 2 10 declines\nnext\nscript f");
  ASSERT_EQ(all.size(), 1u);
  const std::vector<Play> plays = all[0].plays(5);
  ASSERT_EQ(plays.size(), 3u + 2 + 1);
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(plays[i].script, random_script(7 + i, 5, 40, true));
    EXPECT_EQ(text_of(plays[i].model), "fghk, fghk, fghk, fghk, fghk");
  }
  EXPECT_EQ(plays[3].script, random_script(2, 5, 10));
  EXPECT_EQ(text_of(plays[3].model), "fghk, fghk -4, fghk, fghk -2, fghk");
  EXPECT_EQ(text_of(plays[4].model), "fghk, fghk -1, fghk, fghk -3, fghk");
  EXPECT_TRUE(plays[4].is_random);
  EXPECT_FALSE(plays[5].is_random);
}

TEST(Played, StandsForTwoKindsOfSwitches) {
  const auto all = read(
      "scenario a_*_b\nholds y\nswitches\ntracers 2\nscript +* o1[f(|)] r1\n"
      "next\nscript o2[g]");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "a_context_b");
  EXPECT_EQ(all[0].holds, "y (swapcontext)");
  EXPECT_EQ(all[0].plays(2)[0].script, "+* o1[f(|)] r1");
  EXPECT_EQ(all[1].name, "a_switch_b");
  EXPECT_EQ(all[1].holds, "y (a switch without notification)");
  EXPECT_EQ(all[1].tracers, std::vector<unsigned>{2});
  EXPECT_EQ(all[1].plays(2)[0].script, "+* w1[f(|)] r1");
  EXPECT_EQ(all[1].plays(2)[1].script, "w2[g]");
}

TEST(Played, SaysWhichLineIsWrong) {
  const std::string words = " is not understood; harness/verify/played.h has the words";
  const std::string number = " is no number that can stand here; write another";
  const std::string notation = "; harness/verify/oracle.h has the notation";
  const std::pair<std::string, std::string> lines[] = {
      {"scritp f", "a.txt:3: 'scritp'" + words},
      {"script", "a.txt:3: the line ends before its steps; add it"},
      {"script 1:", "a.txt:3: the line ends before its steps; add it"},
      {"on", "a.txt:3: the line ends before its functions; add it"},
      {"on fx", "a.txt:3: 'fx'" + words},
      {"on f g", "a.txt:3: 'g'" + words},
      {"tracers", "a.txt:3: the line ends before its numbers; add it"},
      {"tracers 1 two", "a.txt:3: 'two'" + number},
      {"tracers 0", "a.txt:3: '0'" + number},
      {"tracer", "a.txt:3: the line ends before its functions; add it"},
      {"tracer f declines", "a.txt:3: ''" + number},
      {"tracer f redirects times 2", "a.txt:3: 'times 2'" + words},
      {"random 1 2", "a.txt:3: ''" + number},
      {"random 1 2 3 thorws", "a.txt:3: 'thorws'" + words},
      {"seconds soon", "a.txt:3: 'soon'" + number},
      {"registers", "a.txt:3: the line ends before its register sets; add it"},
      {"registers all", "a.txt:3: 'all'" + words},
      {"next f", "a.txt:3: 'f'" + words},
      {"switches\nscript f",
       "a.txt:1: a name has one '*' where 'switches' is, and none elsewhere; change it"},
      {"", "a.txt:1: a play needs either a 'script' or a 'random' line; change it"},
      {"script f\nnext", "a.txt:4: a play needs either a 'script' or a 'random' line; change it"},
      {"script f\nrandom 1 1 1",
       "a.txt:4: a play needs either a 'script' or a 'random' line; change it"},
      {"script f\nscript 2: g",
       "a.txt:3: a script is for 2 tracers, and 'tracers' does not have that number; add it"},
      {"tracers 1 2\nscript 1: f", "a.txt:1: there is no script for 2 tracers; add one"},
      {"script f\nnext\nscript f(g\nscript h", "a.txt:5: script: a ')' is missing" + notation},
      {"script !", "a.txt:3: script: nobody catches a '!'" + notation},
      {"script x[f y]", "a.txt:3: script: an 'x' has calls only" + notation},
      {"script ?f(n[g(!)])", "a.txt:3: script: something leaves an 'n'" + notation},
      {"script t[s[f(e)]]",
       "a.txt:3: script: an exception, or an 'e', leaves a signal handler" + notation},
      {"script f(e)", "a.txt:3: script: an 'e' is in no thread of the script" + notation},
      {"script f z", "a.txt:3: script: what is 'z'?" + notation},
      {"tracers 2\nscript +C f", "a.txt:4: script: there is no tracer 'C'" + notation},
      {"script f - g", "a.txt:3: script: there is no tracer ''" + notation},
      {"script *f", "a.txt:3: script: a '*' needs a number and a '(' behind it" + notation},
      {"script *0(f)", "a.txt:3: script: a '*' needs a number and a '(' behind it" + notation},
      {"script *3(f", "a.txt:3: script: the ')' of a '*' is missing" + notation},
  };
  for (const auto& [line, said] : lines)
    EXPECT_EQ(error_of("scenario x\nholds y\n" + line), said) << line;
}

TEST(Played, SaysWhatIsMissingOrThereTwice) {
  EXPECT_EQ(error_of("# x\nscript f"),
            "a.txt:2: 'script' stands before any scenario; begin with 'scenario NAME'");
  EXPECT_EQ(error_of("scenario"), "a.txt:1: the line ends before its name; add it");
  EXPECT_EQ(error_of("scenario x y"),
            "a.txt:1: 'y' is not understood; harness/verify/played.h has the words");
  EXPECT_EQ(error_of("scenario x\nscript f"),
            "a.txt:1: it does not say what holds; add 'holds TEXT'");
  EXPECT_EQ(error_of("scenario a_*\nholds y\nscript f"),
            "a.txt:1: a name has one '*' where 'switches' is, and none elsewhere; change it");
  const std::string whole = "scenario x\nholds y\nscript f\n";
  EXPECT_EQ(error_of(whole + whole),
            "a.txt:4: there is a scenario 'x' in a.txt:1, too; rename one");
  EXPECT_EQ(error_of(whole, "\n" + whole),
            "b.txt:2: there is a scenario 'x' in a.txt:1, too; rename one");

  fs::path folder = folder_of({});
  auto all = read_played(folder);
  ASSERT_FALSE(all.ok());
  EXPECT_EQ(all.error().message(),
            folder.string() + " has no *.txt: the scenarios that are data are read from there");
  folder = folder_of({whole});
  fs::create_directory(folder / "b.txt");
  all = read_played(folder);
  ASSERT_FALSE(all.ok());
  EXPECT_EQ(all.error().message(),
            (folder / "b.txt").string() + ":1: the file cannot be read; make it readable");
}

// The oracle takes what is random, too. That alone may have no tracer attached while it calls.
TEST(Played, HasEventsInEachScriptOfTheTree) {
  EXPECT_GT(played_scenarios().size(), 40u);
  for (const PlayedScenario& scenario : played_scenarios())
    for (const unsigned tracers : scenario.tracers)
      for (const Play& play : scenario.plays(tracers)) {
        const std::string events = expected_events(play.model, play.script);
        EXPECT_TRUE(play.is_random || events.find_first_of(">-") != events.npos)
            << scenario.name << ": " << play.script;
        EXPECT_FALSE(events.empty()) << scenario.name << ": " << play.script;
      }
}

TEST(Played, IsAmongTheScenarios) {
  for (const PlayedScenario& played : played_scenarios()) {
    const auto found = std::ranges::find(scenarios(), played.name, &Scenario::name);
    ASSERT_NE(found, scenarios().end()) << played.name;
    EXPECT_EQ((*found)->what, played.holds);
    EXPECT_EQ((*found)->options.tracers, played.tracers);
    EXPECT_EQ((*found)->options.seconds, played.seconds);
    EXPECT_EQ((*found)->options.registers, played.registers);
  }
}

}  // namespace
}  // namespace retprobe::harness
