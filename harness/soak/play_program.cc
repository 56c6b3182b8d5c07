// The tracers of a soak test's program, and its threads. The handlers run in all register sets, so
// this object uses no vector register.
#include "harness/soak/play_program.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <deque>
#include <sstream>

#include "harness/verify/call_tree.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/system.h"
#include "harness/verify/threads.h"

extern "C" void tree_u();

namespace retprobe::harness {
namespace {

// How often each of several scripts is played.
constexpr unsigned rounds = 20;
constexpr std::string_view loose_function = "fx_counted";

/// What an entry handler leaves for the exit handler of the same call.
struct Ticket {
  static constexpr std::uint64_t open = 0x7469636b65740001, closed = 0x7469636b65740002;
  std::uint64_t state;
  const Site* site;
  std::uintptr_t return_address;
};

/// What the handlers of one tracer need and count.
struct Watch {
  bool tickets = false, redirects = false;
  char plant = 0;
  std::atomic<bool> gone{false};                // detach has returned
  std::atomic<std::uint64_t> in_force{0};       // the number of its attachment. 0: none
  std::atomic<std::uint64_t> loose_entries{0};  // of calls that signal handlers made
  std::atomic<std::uint64_t> after_detach{0}, wrong_tickets{0};
};

bool at_entry(Tap& tap, EntryFrame& call) {
  auto& watch = *static_cast<Watch*>(tap.extra);
  if (watch.gone) ++watch.after_detach;
  const Site& site = call.site();
  const bool loose = &site == tap.unrecorded;
  watch.loose_entries += loose;
  if (watch.redirects && !loose) call.registers.rip = reinterpret_cast<std::uintptr_t>(tree_u);
  if (watch.tickets)
    *reinterpret_cast<Ticket*>(call.entry_data) = {Ticket::open, &site, call.return_address()};
  return watch.plant == 0 || function_letter(site) != watch.plant;
}

void at_exit(Tap& tap, ReturnFrame& call) {
  auto& watch = *static_cast<Watch*>(tap.extra);
  if (watch.gone) ++watch.after_detach;
  if (!watch.tickets) return;
  auto& ticket = *reinterpret_cast<Ticket*>(call.entry_data);
  if (ticket.state != Ticket::open || ticket.site != &call.site() ||
      ticket.return_address != call.return_address())
    ++watch.wrong_tickets;
  ticket.state = Ticket::closed;
}

std::atomic<std::uint64_t> loose_calls{0}, loose_wrong{0};

void make_loose_call(int) {
  ++loose_calls;
  if (fx_counted(5) != 38) ++loose_wrong;
}

class Stage {
 public:
  explicit Stage(const Program& program)
      : program_(program),
        model_(model_of(program)),
        bench_({program.design, program.transfer}, 0) {
    for (const SoakTracer& planned : program.tracers) {
      Watch& watch = watches_.emplace_back();
      watch.tickets = planned.data >= sizeof(Ticket);
      watch.redirects = planned.redirects;
      watch.plant = program.plant;
      Tap& tap = bench_.add([&](TracerOptions& options) {
        options.registers = planned.registers;
        options.entry_data_bytes = planned.data;
        options.redirects = planned.redirects;
        options.maxactive = 256;  // more than a script can have in flight
      });
      tap.declines_every = planned.declines_every;
      tap.names_functions = true;
      tap.at_entry = at_entry;
      tap.at_exit = at_exit;
      tap.extra = &watch;
      // A thread that waits for a processor may get more signals than there is room for events.
      tap.unrecorded = &site_of(loose_function);
    }
  }

  Outcome alone() {
    const std::string script = script_of(program_.scripts.front());
    require(play(bench_, model_, script, expected_events(model_, script)));
    return check(script);
  }

  Outcome together() {
    std::string attaches;
    for (std::size_t i = 0; i < program_.residents(); ++i) {
      attach(i);
      attaches += "+" + tracer_letter(static_cast<unsigned>(i)) + " ";
    }
    const bool signals = program_.signals;
    if (signals) handle_signal(SIGURG, make_loose_call, SA_RESTART | SA_ONSTACK);
    for (const Steps& steps : program_.scripts) {
      Actor& actor = actors_.emplace_back();
      actor.script = script_of(steps);
      actor.expected = expected_events(model_, attaches + actor.script);
    }
    expect_late_exits();
    running_ = static_cast<unsigned>(actors_.size());
    Threads threads;
    for (Actor& actor : actors_)
      threads.start([&] {
        struct Ends {
          Stage& stage;
          ~Ends() { --stage.running_; }
        } const ends{*this};
        actor.thread = pthread_self();
        act(actor, attaches);
      });
    if (!program_.changes.empty()) threads.start([this] { change(); });
    Threads pinger;
    if (signals)
      pinger.start([&] {
        for (std::size_t next = 0; running_; ++next) {
          if (const pthread_t thread = actors_[next % actors_.size()].thread; thread)
            pthread_kill(thread, SIGURG);
          usleep(20);
        }
      });
    pinger.join();
    threads.join();
    for (std::size_t i = 0; i < watches_.size(); ++i)
      if (bench_[i]->attached()) detach(i);
    require(loose_wrong == 0, "a signal handler's call returned a wrong value");
    for (std::size_t i = 0; i < watches_.size(); ++i) {
      const std::uint64_t missed = bench_[i]->missed(), seen = watches_[i].loose_entries;
      if (missed + (i < program_.residents() ? seen : 0) > loose_calls ||
          (i < program_.residents() && missed + seen != loose_calls * signals))
        return fail("tracer " + tracer_letter(static_cast<unsigned>(i)) + ": " +
                    std::to_string(loose_calls) + " calls by signal handlers, " +
                    std::to_string(seen) + " of them seen, " + std::to_string(missed) + " missed");
    }
    return check(to_text(program_));
  }

 private:
  /// One of several threads. Its last exits find its events when it has ended. A child that another
  /// thread forks uses the thread's stack for new threads: so nothing of this is on it.
  struct Actor {
    std::string script, expected;
    Events events;
    std::atomic<pthread_t> thread{};
  };

  // What no script may leave behind.
  Outcome check(const std::string& script) {
    for (Tap& tap : bench_) {
      const Watch& watch = *static_cast<Watch*>(tap.extra);
      const std::string who = script + ": tracer " + tracer_letter(tap.index) + ": ";
      require_equal(who + "handlers that ran after its detach", watch.after_detach, 0);
      require_equal(who + "exits that found other entry data than their calls' entries left",
                    watch.wrong_tickets, 0);
      if (tap.exits() > tap.accepted)
        return fail(who + std::to_string(tap.accepted) + " calls accepted, and " +
                    std::to_string(tap.exits()) + " exits");
    }
    for (Watch& watch : watches_) watch.gone = false, watch.plant = 0;
    return thousand_more(bench_, model_, script);
  }

  void attach(std::size_t tracer) {
    std::vector<const Site*> sites;
    for (const char function : model_[tracer].functions)
      if (function != 'p') sites.push_back(&site_of(std::string("tree_") + function));
    if (program_.signals) sites.push_back(&site_of(loose_function));
    watches_[tracer].gone = false;
    require(bench_[tracer]->attach(sites));
    watches_[tracer].in_force = ++changes_;
  }
  void detach(std::size_t tracer) {
    watches_[tracer].in_force = 0;
    require(detach_patiently(*bench_[tracer]));
    watches_[tracer].gone = true;
  }
  void change() {
    while (running_)
      for (const std::string& step : program_.changes) {
        const auto tracer = static_cast<std::size_t>(step[1] - 'A');
        const bool is_attached = watches_[tracer].in_force != 0;
        if (step[0] == '+' && !is_attached) attach(tracer);
        if (step[0] == '-' && is_attached) detach(tracer);
      }
  }

  // An exit that may come in one round may come in a later one instead; or in another thread, which
  // has got the memory of a stack that nobody had announced.
  void expect_late_exits() {
    std::string late;
    for (const Actor& actor : actors_) {
      std::istringstream words(actor.expected);
      for (std::string word; words >> word;)
        for (unsigned round = 0; word[0] == '/' && round < rounds; ++round) late += " " + word;
    }
    for (Actor& actor : actors_) actor.expected += late;
  }

  // One thread plays its script again and again.
  void act(Actor& actor, const std::string& attaches) {
    const std::string& script = actor.script;
    thread_events = &actor.events;
    const auto of_residents = [this](std::string_view word) {
      return word.size() < 3 || static_cast<std::size_t>(word[1] - 'A') < program_.residents();
    };
    std::vector<std::uint64_t> wanted;  // how often each visitor would have to hear of a call
    for (std::size_t i = program_.residents(); i < model_.size(); ++i)
      wanted.push_back(entries(
          i, expected_events(model_,
                             "+" + tracer_letter(static_cast<unsigned>(i)) + attaches + script)));
    for (unsigned round = 0; round < rounds; ++round) {
      actor.events.clear();
      std::vector<std::uint64_t> before;
      for (const Watch& watch : watches_) before.push_back(watch.in_force);
      require(play_in_thread(bench_, actor.events, model_, script, actor.expected, of_residents));
      const std::string seen = actor.events.text();
      for (std::size_t i = program_.residents(); i < model_.size(); ++i)
        if (const std::uint64_t count = entries(i, seen); before[i] &&
                                                          watches_[i].in_force == before[i] &&
                                                          count != wanted[i - program_.residents()])
          require(false, script + ": tracer " + tracer_letter(static_cast<unsigned>(i)) +
                             " was attached throughout, and heard of " + std::to_string(count) +
                             " calls instead of " +
                             std::to_string(wanted[i - program_.residents()]));
    }
  }
  static std::uint64_t entries(std::size_t tracer, std::string_view events) {
    std::uint64_t count = 0;
    for (std::size_t at = 0; at + 2 < events.size(); ++at)
      count += (at == 0 || events[at - 1] == ' ') && (events[at] == '>' || events[at] == '-') &&
               static_cast<std::size_t>(events[at + 1] - 'A') == tracer;
    return count;
  }

  const Program& program_;
  const std::vector<ModelTracer> model_;
  std::deque<Watch> watches_;
  TestBench bench_;
  std::atomic<unsigned> running_{0};
  std::deque<Actor> actors_;
  std::atomic<std::uint64_t> changes_{0};
};

}  // namespace

Outcome play_program(const Program& program) {
  Stage stage(program);
  return program.scripts.size() < 2 ? stage.alone() : stage.together();
}

}  // namespace retprobe::harness
