#include "harness/kernel/scenarios.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "core/testlib/expect.h"
#include "harness/kernel/told.h"
#include "harness/must.h"

namespace retprobe::harness {
namespace {

std::string wrong(const KernelCall& call, const std::string& text) {
  return wrong_in(call, must(parse_answer("ok " + text)));
}

KernelCall call_of(int users) {
  KernelCall call;
  for (int id = 0; id < users; ++id) call.users.push_back({.id = id});
  return call;
}

TEST(Told, EveryUserIsToldOnce) {
  const KernelCall call = call_of(2);
  EXPECT_EQ(wrong(call, "journal=e0,e1,x1,x0"), "");
  EXPECT_EQ(wrong(call, "journal=e1,e0,x1,x0"), "");
  EXPECT_EQ(wrong(call, "journal="), "user 0 is not told the entry (no event)");
  EXPECT_EQ(wrong(call, "journal=e0,e1,x1"), "user 0 is not told the exit (e0,e1,x1)");
  EXPECT_EQ(wrong(call, "journal=e0,x0,x0,e1,x1"),
            "user 0 is told the exit too often (e0,x0,x0,e1,x1)");
  EXPECT_EQ(wrong(call, "journal=x0,e0,e1,x1"),
            "user 0 is told an exit before the entry (x0,e0,e1,x1)");
  EXPECT_EQ(wrong(call, "journal=e0,e1,x1,x0,x99"),
            "an exit without an entry: user 99 is told another's (e0,e1,x1,x0,x99)");
  EXPECT_NE(wrong(call, "entries=2"), "");
}

TEST(Told, ExitsComeInReverse) {
  KernelCall call = call_of(3);
  call.in_order = true;
  EXPECT_EQ(wrong(call, "journal=e2,e1,e0,x0,x1,x2"), "");
  EXPECT_EQ(wrong(call, "journal=e0,e1,e2,x0,x1,x2"),
            "exits come in the order of entries (e0,e1,e2,x0,x1,x2)");
}

TEST(Told, WhoDeclinedIsToldNoExit) {
  KernelCall call = call_of(2);
  call.users[0].exit = false;
  EXPECT_EQ(wrong(call, "journal=e0,e1,x1"), "");
  EXPECT_NE(wrong(call, "journal=e0,e1,x0,x1"), "");
}

TEST(Told, DataAreThoseOfTheCall) {
  KernelCall call = call_of(1);
  call.depth = 2;
  call.users[0].data = true;
  EXPECT_EQ(wrong(call, "journal=e0=1,e0=2,x0=2,x0=1"), "");
  EXPECT_EQ(wrong(call, "journal=e0=1,e0=2,x0=1,x0=2"),
            "user 0 finds another call's data at the exit (e0=1,e0=2,x0=1,x0=2)");
  EXPECT_NE(wrong(call, "journal=e0=1,e0=1,x0=1,x0=1"), "");
  EXPECT_NE(wrong(call, "journal=e0=1,e0=2,x0=2,x0"), "");
}

TEST(Told, AStackHasEveryCaller) {
  const std::string callers = "rp_inner<rp_middle<rp_outer<call<";
  EXPECT_EQ(wrong_in_stack("handler<rp_body<" + callers, true), "");
  EXPECT_EQ(wrong_in_stack("handler<" + callers, false), "");
  EXPECT_EQ(wrong_in_stack("handler<" + callers, true),
            "rp_body() is missing in the stack: handler<" + callers);
  EXPECT_EQ(wrong_in_stack("rp_inner<rp_outer<", false),
            "rp_middle() is missing in the stack: rp_inner<rp_outer<");
  EXPECT_NE(wrong_in_stack("rp_body<trampoline<" + callers, true), "");
  KernelCall call = call_of(1);
  call.users[0].stack = true;
  EXPECT_EQ(wrong(call, "journal=e0,x0 stack0=rp_body<" + callers + " stack1=" + callers), "");
  EXPECT_EQ(wrong(call, "journal=e0,x0 stack0=rp_body<" + callers),
            "at the exit, no stack is seen");
  EXPECT_EQ(wrong(call, "journal=e0,x0 stack0=" + callers + " stack1=" + callers),
            "at the entry, rp_body() is missing in the stack: " + callers);
}

// A guest whose mechanism is right, but for what a test changes.
class FakeGuest {
 public:
  std::map<std::string, std::string> answers;  // instead of its own
  std::vector<std::string> lines;              // that it was told

  Result<GuestAnswer> ask(const std::string& line) {
    lines.push_back(line);
    if (const auto found = answers.find(line); found != answers.end()) return answer(found->second);
    std::istringstream words(line);
    std::string word, mechanism, id;
    words >> word;
    if (word == "user") {
      words >> mechanism >> id;
      if (line.ends_with("nowhere")) return answer("error Invalid argument");
      users_.push_back(id);
    } else if (word == "leave") {
      words >> id;
      std::erase(users_, id);
    } else if (word == "begin" || word == "call") {
      entered_ = users_;
    } else if (word == "told") {
      return answer("ok journal=" + journal());
    } else if (word == "traces") {
      return answer("ok functions=0 warning=");
    }
    return answer("ok");
  }

 private:
  static Result<GuestAnswer> answer(const std::string& line) {
    const GuestAnswer said = must(parse_answer(line));
    if (said.word == "error") return Error{Error::Code::refused, said.text};
    return said;
  }
  std::string journal() const {
    std::string entries, exits;
    for (const std::string& user : entered_) {
      entries += (entries.empty() ? "e" : ",e") + user;
      if (std::ranges::find(users_, user) != users_.end()) exits = ",x" + user + exits;
    }
    return entries + exits;
  }
  std::vector<std::string> users_, entered_;
};

Outcome play(FakeGuest& guest, const char* name, const char* mechanism = "fgraph",
             const char* release = "6.12.95") {
  const auto scenario = std::ranges::find(kernel_scenarios, std::string_view(name),
                                          [](const KernelScenario& each) { return each.name; });
  const auto played = std::ranges::find(played_mechanisms, std::string_view(mechanism),
                                        [](const PlayedMechanism& each) { return each.name; });
  return play_scenario([&](const std::string& line) { return guest.ask(line); }, *scenario, *played,
                       release, "");
}

TEST(KernelScenarios, ARightMechanismPasses) {
  for (const char* name :
       {"order", "detached", "detached_of_two", "attached", "attached_to_one", "replaced",
        "replaced_alone", "replaced_of_two", "replaced_elsewhere", "refused"}) {
    FakeGuest guest;
    const Outcome outcome = play(guest, name);
    EXPECT_EQ(outcome.verdict, Verdict::pass) << name << ": " << outcome.detail;
  }
}

TEST(KernelScenarios, WhatIsLeftBehindFails) {
  FakeGuest traced, warned;
  traced.answers["traces"] = "ok functions=3 warning=";
  EXPECT_EQ(play(traced, "order").detail, "3 functions are traced, and nobody is attached");
  warned.answers["traces"] = "ok functions=0 warning=WARNING: CPU: 0 PID: 1 at fgraph.c:1";
  EXPECT_EQ(play(warned, "order").detail, "the kernel warns: WARNING: CPU: 0 PID: 1 at fgraph.c:1");
}

TEST(KernelScenarios, WhatIsLeftBehindFailsBehindOtherVerdicts) {
  const auto warned = [](const char* user, const char* told, const char* warning) {
    FakeGuest guest;
    guest.answers = {{"user kretprobe 0 -", user},
                     {"told", told},
                     {"traces", std::string("ok functions=0 warning=") + warning}};
    return play(guest, "depth", "kretprobe", "6.12.");
  };
  const char* const refused = "error Out of memory";
  const char* const all = "ok entries=1000 exits=1000 missed=0";
  const char* const some = "ok entries=10 exits=10 missed=990";
  const char* const silent = "ok entries=50 exits=50 missed=0";
  EXPECT_EQ(warned(refused, all, "").verdict, Verdict::unavailable);
  for (const Outcome& outcome : {warned("ok", all, "WARNING"), warned("ok", some, "WARNING"),
                                 warned(refused, all, "WARNING")}) {
    EXPECT_EQ(outcome.verdict, Verdict::fail);
    EXPECT_EQ(outcome.detail, "the kernel warns: WARNING");
  }
  EXPECT_HAS(warned("ok", silent, "WARNING").detail, "50 exits of 1000");
}

TEST(KernelScenarios, WhatIsRefusedAfterTheFirstCallFails) {
  FakeGuest before, within, behind;
  before.answers["user fgraph 1 -"] = within.answers["user fgraph 1 -"] = "error No space left";
  behind.answers["leave 0"] = "error No such file";
  EXPECT_EQ(play(before, "order").verdict, Verdict::unavailable);
  const Outcome attach = play(within, "attached_to_one");
  EXPECT_EQ(attach.verdict, Verdict::fail);
  EXPECT_EQ(attach.detail, "after a call, 'user fgraph 1 -' is refused: No space left");
  EXPECT_EQ(play(behind, "detached").verdict, Verdict::fail);
  // Nobody was attached to the call that was played.
  FakeGuest absent;
  absent.answers["user fsession 0 -"] = "error this kernel's bpf.h has no such attachment";
  EXPECT_EQ(play(absent, "attached", "fsession").verdict, Verdict::unavailable);
}

TEST(KernelScenarios, WhoIsAttachedToNothingFails) {
  FakeGuest guest;
  guest.answers["user fgraph 98 nowhere"] = "ok";
  EXPECT_EQ(play(guest, "refused").verdict, Verdict::fail);
}

TEST(KernelScenarios, UsersFitOrAreRefusedWithTheCause) {
  FakeGuest roomy, full;
  EXPECT_EQ(play(roomy, "users").detail, "all of 40 fit");
  full.answers["user fgraph 1 -"] = "error the table is full";
  const Outcome outcome = play(full, "users");
  EXPECT_EQ(outcome.verdict, Verdict::pass);
  EXPECT_EQ(outcome.detail, "1 fit, and the next is refused: the table is full");
}

TEST(KernelScenarios, WhatAMechanismLacksIsNotAsked) {
  FakeGuest guest;
  EXPECT_EQ(play(guest, "declined", "fexit").detail, "its users cannot decline an entry");
  EXPECT_EQ(play(guest, "mixed", "kprobe.session").detail, "its users have both handlers");
  EXPECT_TRUE(guest.lines.empty());
  guest.answers["user fsession 0 -"] = "error this kernel's bpf.h has no such attachment";
  EXPECT_EQ(play(guest, "order", "fsession").detail, "absent: it came with a kernel after 6.12");
}

TEST(KernelScenarios, ALimitHasToBeDeclaredAndCounted) {
  const auto counted = [](const char* told, const char* mechanism, const char* release = "6.12.") {
    FakeGuest guest;
    guest.answers["told"] = std::string("ok ") + told;
    return play(guest, "depth", mechanism, release).verdict;
  };
  const char* const all = "entries=1000 exits=1000 missed=0";
  const char* const some = "entries=10 exits=10 missed=990";
  const char* const silent = "entries=50 exits=50 missed=0";
  EXPECT_EQ(counted(all, "fgraph"), Verdict::pass);
  EXPECT_EQ(counted(some, "kretprobe"), Verdict::declared);
  EXPECT_EQ(counted(some, "fgraph"), Verdict::fail);
  EXPECT_EQ(counted(silent, "kretprobe"), Verdict::fail);
  // Nobody has looked into the headers of this one.
  EXPECT_EQ(counted(some, "kretprobe", "6.14.0"), Verdict::fail);
  EXPECT_EQ(counted("entries=0 exits=1000 missed=0", "fexit"), Verdict::pass);
  EXPECT_EQ(counted("exits=1000", "fexit"), Verdict::fail);
}

}  // namespace
}  // namespace retprobe::harness
