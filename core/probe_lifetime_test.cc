// Tests of how long tracers and attachments live: scopes, assignments, destructors in handlers,
// calls in flight beyond a detach, and children of fork.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

#include "core/control/tracer_state.h"
#include "core/testlib/probe_fixture.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

// The epoch of an attachment has 29 bits. The next one in its place begins anew: a call in flight
// that knows the last epoch runs nobody's exit handler.
TEST_F(Probe, EpochsWrapAround) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                TracerState nobody{{}};
                const Result<Handle> place = make_attachment(nobody, nullptr, nullptr, nullptr, 0);
                if (!place.ok()) return code_name(place.error());
                // The attachment that is made next is in this place, and has the last epoch.
                kill_attachment(Handle::make(place->index(), Handle::epoch_mask - 2, 0));
                recycle_attachment(*place);
                static Counted last, first;
                static std::string text;
                MUST(last->attach("pf_meanwhile"));
                (void)meanwhile(
                    [](int value) {
                      if (const Error error = last->detach()) text = code_name(error);
                      if (const Error error = first->attach("pf_meanwhile"))
                        text += code_name(error);
                      return value;
                    },
                    1);
                text += last.text() + " " + first.text();
                (void)meanwhile([](int value) { return value; }, 1);
                MUST(first->detach());
                const Result<Handle> after = make_attachment(nobody, nullptr, nullptr, nullptr, 0);
                if (!after.ok() || after->index() != place->index()) return "another place";
                return text + " then " + first.text() + " epoch " + std::to_string(after->epoch());
              }),
              "1/0 0/0 then 1/1 epoch 3")
        << design;
  }
}

TEST_F(Probe, ScopedAttachmentEndsWithItsScope) {
  EXPECT_EQ(
      CASE({
        MUST(configure({}));
        Counted tracer;
        {
          Result<ScopedAttachment> attachment = ScopedAttachment::make(*tracer, {site("pf_one")});
          if (!attachment.ok()) return code_name(attachment.error());
          (void)function("pf_one")(1);
          const ScopedAttachment moved = *std::move(attachment);
          (void)function("pf_one")(1);
          const Result<ScopedAttachment> again = ScopedAttachment::make(*tracer, {site("pf_one")});
          if (again.ok()) return "twice";
        }
        (void)function("pf_one")(1);
        return tracer.text() + " " + std::to_string(tracer->attached());
      }),
      "2/2 0");
}

TEST_F(Probe, AScopedAttachmentFollowsAMovedTracer) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counts counts;
              Result<Tracer> tracer = Tracer::make(counting(counts));
              Result<ScopedAttachment> attachment =
                  ScopedAttachment::make(*tracer, {site("pf_one")});
              if (!attachment.ok()) return code_name(attachment.error());
              const Tracer moved = *std::move(tracer);
              (void)function("pf_one")(1);
              {
                const ScopedAttachment ends = *std::move(attachment);
              }
              (void)function("pf_one")(1);
              return counts.text() + " " + std::to_string(moved.attached());
            }),
            "1/1 0");
}

TEST_F(Probe, TracerDetachesWithItsScopeAndWhenAssigned) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counts counts, others;
              {
                Result<Tracer> tracer = Tracer::make(counting(counts));
                MUST(tracer->attach("pf_one"));
                Tracer moved = *std::move(tracer);
                (void)function("pf_one")(1);
                Result<Tracer> other = Tracer::make(counting(others));
                MUST(other->attach("pf_two"));
                moved = *std::move(other);
                (void)function("pf_one")(1);
                (void)function("pf_two")(1);
              }
              (void)function("pf_two")(1);
              return counts.text() + " " + others.text() + " " + std::to_string(usage().sites);
            }),
            "1/1 1/1 0");
}

TEST_F(Probe, AnAssignedTracerOutlivesTheOther) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counts counts, others;
              Result<Tracer> kept = Tracer::make(counting(counts));
              {
                Result<Tracer> other = Tracer::make(counting(others));
                MUST(other->attach("pf_one"));
                *kept = *std::move(other);
              }
              (void)function("pf_one")(1);
              return others.text() + " " + std::to_string(kept->attached());
            }),
            "1/1 1");
}

// A call that left the library by a tail call is in flight while that is opened again.
TEST_F(Probe, ALibraryThatIsOpenedAgainTakesNoMoreBlocks) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                static std::optional<Library> library;
                static Counted tracer;
                static std::string text;
                static std::set<std::uintptr_t> places;
                const_cast<Library&>(fixture()).close();
                MUST(configure({.design = design}));
                const Function reopen = [](int value) {
                  library.reset();
                  if (const Error error = tracer->detach()) text += code_name(error);
                  library.emplace(fixtures() / "libprobe_fixture.so");
                  places.insert(library->base());
                  if (const Error error = tracer->attach(library->sites()))
                    text += code_name(error);
                  return value + reinterpret_cast<Function>(library->symbol("pf_one"))(1);
                };
                (void)reopen(0);
                const std::size_t blocks = usage().blocks;
                for (int i = 0; i < 20; ++i) {
                  void* const leaves = library->symbol("pf_leaves");
                  const int value = reinterpret_cast<int (*)(Function, int)>(leaves)(reopen, 5);
                  if (value != 7) return "returned " + std::to_string(value);
                }
                MUST(tracer->detach());
                if (usage().blocks != places.size() * blocks)
                  return std::to_string(usage().blocks) + " blocks, at first " +
                         std::to_string(blocks) + ", at " + std::to_string(places.size()) +
                         " places";
                return text + tracer.text() + " " + std::to_string(usage().frames);
              }),
              "41/21 0")
        << design;
  }
}

// Its old Sites are refused, also where nobody has looked at the modules since.
TEST_F(Probe, TheOldSitesOfALibraryThatIsOpenedAgainAreRefused) {
  EXPECT_EQ(CASE({
              const_cast<Library&>(fixture()).close();
              std::optional<Library> library(fixtures() / "libprobe_fixture.so");
              const std::uintptr_t base = library->base();
              const Site* const before[] = {library->site("pf_one")};
              library.reset();
              library.emplace(fixtures() / "libprobe_fixture.so");
              if (library->base() != base) return "1/1";  // it does not show here
              Counted tracer;
              std::string text;
              if (const Error error = tracer->attach(before);
                  error.message().find("no longer loaded") == std::string::npos)
                text = code_name(error) + " at the old site; ";
              MUST(tracer->detach());
              if (const Error error = tracer->attach("pf_one")) return text + code_name(error);
              (void)reinterpret_cast<Function>(library->symbol("pf_one"))(1);
              return text + tracer.text();
            }),
            "1/1");
}

// Whether a function may be probed is asked of the library that is there now.
TEST_F(Probe, ALibraryThatIsOpenedAgainHasItsOwnRefusals) {
  EXPECT_EQ(CASE({
              const_cast<Library&>(fixture()).close();
              std::optional<Library> library(fixtures() / "libprobe_fixture.so");
              Counted tracer;
              MUST(tracer->attach(library->sites()));
              const std::size_t attached = tracer->attached();
              MUST(tracer->detach());
              library.reset();
              library.emplace(fixtures() / "libprobe_fixture.so");
              // Another tool's jump, here to the next instruction.
              void* const function = library->symbol("pf_two");
              if (mprotect(reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(function) &
                                                   ~std::uintptr_t{4095}),
                           4096, PROT_READ | PROT_WRITE | PROT_EXEC))
                return "the code cannot be written to";
              constexpr std::uint8_t jump[] = {0xe9, 0, 0, 0, 0};
              std::memcpy(function, jump, sizeof jump);
              MUST(tracer->attach(library->sites()));
              if (tracer->attached() != attached - 1) return "attached to all";
              return std::memcmp(function, jump, sizeof jump) == 0 ? "left out" : "overwritten";
            }),
            "left out");
}

// Nobody gets the error of a destructor, so it is printed.
TEST_F(Probe, ADestructorThatCannotDetachSaysSo) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              static std::optional<Tracer> tracer;
              static std::optional<ScopedAttachment> scoped;
              Counts counts;
              TracerOptions options = counting(counts);
              options.on_entry = [](void*, EntryFrame&) {
                scoped.reset();
                tracer.reset();
                return true;
              };
              tracer = *Tracer::make(options);
              Result<ScopedAttachment> made = ScopedAttachment::make(*tracer, {site("pf_one")});
              if (!made.ok()) return code_name(made.error());
              scoped.emplace(*std::move(made));
              std::FILE* const file = std::tmpfile();
              const int before = dup(STDERR_FILENO);
              if (!file || dup2(fileno(file), STDERR_FILENO) < 0) return "no file";
              (void)function("pf_one")(1);
              dup2(before, STDERR_FILENO);
              std::string text(1000, '\0');
              text.resize(static_cast<std::size_t>(
                  std::max<ssize_t>(0, pread(fileno(file), text.data(), text.size(), 0))));
              std::string lines;
              std::istringstream in(text);
              for (std::string line; std::getline(in, line);)
                lines += line.substr(0, line.find(" (thread")) + "; ";
              return lines;
            }),
            "retprobe: detach called from a handler; "
            "retprobe: tracer mine: detach called from a handler; ");
}

// A tracer may not be destroyed by a handler: it would have to wait for itself. It stays attached
// then, and so does what the core knows of it.
TEST_F(Probe, DestroyedByAHandlerItStaysAttached) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counts counts, others;
              static std::optional<Tracer> tracer;
              tracer.emplace(*Tracer::make(counting(counts)));
              Result<Tracer> other = Tracer::make({.name = "other",
                                                   .on_entry =
                                                       [](void*, EntryFrame&) {
                                                         tracer.reset();
                                                         return true;
                                                       },
                                                   .registers = RegisterSet::full});
              MUST(tracer->attach("pf_one"));
              MUST(other->attach("pf_two"));
              (void)function("pf_two")(1);
              // If the first tracer's state had been freed, the third would have its address.
              MUST(other->detach());
              Result<Tracer> third = Tracer::make(counting(others));
              MUST(third->attach("pf_one"));
              (void)function("pf_one")(1);
              MUST(third->detach());
              return counts.text() + " " + others.text();
            }),
            "1/1 1/1");
}

// A call that is in flight at a fork returns in the parent and in the child, each with its exit
// handler. The child inherits the tracers, their missed calls and what they are attached to; what
// it changes is its own.
TEST_F(Probe, WhatAChildOfForkInherits) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                static std::optional<Counted> tracer;
                static pid_t child;
                tracer.emplace();
                std::optional<Result<Tracer>> missing =
                    Tracer::make({.on_entry =
                                      [](void*, EntryFrame&) {
                                        (void)function("pf_two")(1);
                                        return true;
                                      },
                                  .registers = RegisterSet::full});
                MUST((*missing)->attach("pf_[ot][nw][eo]"));
                (void)function("pf_one")(1);
                MUST((*tracer)->attach("pf_*"));
                const int result = meanwhile(
                    [](int value) {
                      child = fork();
                      return value + (child == 0);
                    },
                    1);
                const auto told = [&] {
                  return tracer->text() + " missed " + std::to_string((*missing)->missed()) +
                         " in flight " + std::to_string(usage().frames);
                };
                if (child != 0) {
                  int status = 0;
                  waitpid(child, &status, 0);
                  (void)function("pf_one")(1);  // still probed: the child's detach is its own
                  return result == 1 && status == 0 ? told() : "status " + std::to_string(status);
                }
                const bool same = result == 2 && told() == "1/1 missed 1 in flight 0";
                if ((*tracer)->detach() || (*tracer)->attached() != 0) _exit(1);
                (void)function("pf_one")(1);
                const bool alone = tracer->text() == "1/1";
                if ((*tracer)->attach("pf_calls_one")) _exit(2);
                (void)function("pf_calls_one")(1);
                _exit(same && alone && tracer->text() == "2/2" ? 0 : 3);
              }),
              "2/2 missed 2 in flight 0")
        << design;
  }
}

// Detach waits for a running handler. After 5 s it returns an Error that names the handler's
// thread.
TEST_F(Probe, DetachNamesTheThreadThatIsStuck) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              static std::atomic<bool> go{false};
              static std::atomic<pid_t> stuck{0};
              TracerOptions options{.name = "sticky", .registers = RegisterSet::full};
              options.on_entry = [](void*, EntryFrame&) {
                stuck = gettid();
                while (!go) usleep(1000);
                return true;
              };
              Result<Tracer> tracer = Tracer::make(options);
              MUST(tracer->attach("pf_one"));
              std::thread thread([] { (void)function("pf_one")(1); });
              while (stuck == 0) usleep(1000);
              std::string text = code_name(tracer->detach());
              go = true;
              thread.join();
              const std::string tid = std::to_string(stuck.load());
              if (const auto at = text.find(tid); at != std::string::npos)
                text.replace(at, tid.size(), "N");
              return text.substr(0, text.find(':', 6)) + " / " + std::to_string(tracer->attached());
            }),
            "busy: thread N has not left a handler of this tracer for 5 s / 0");
}

}  // namespace
}  // namespace retprobe
