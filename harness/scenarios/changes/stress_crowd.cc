// The threads of the stress test: see stress.h. Their tracers are in stress_tracers.cc.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <thread>
#include <utility>

#include "harness/scenarios/changes/stress.h"
#include "harness/scenarios/changes/stress_ledger.h"
#include "harness/verify/findings.h"
#include "harness/verify/system.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness::stress {

Done done;

namespace {

constexpr unsigned worker_count = 4;

/// Set in a forked child, which has only the thread that forked.
std::atomic<bool> is_child{false};
std::atomic<unsigned> forks_wanted{0};

std::span<const std::uintptr_t> thousands;
Resident* resident = nullptr;

using Function = std::uint64_t (*)(std::uint64_t);
constexpr std::uint64_t leaf_value(std::uint64_t x) { return 3 * x + 1; }

// ---- Calls ----

void check(std::uint64_t value, std::uint64_t expected) {
  if (value != expected) ++wrongs.results;
}

// The child goes on from the place of the fork, in the middle of the calls in flight.
void fork_here() {
  // A signal handler must not fork during a fork. glibc's fork holds a lock, so a nested fork would
  // deadlock.
  const bool might = std::exchange(ledger.may_fork, false);
  const pid_t child = fork();
  ledger.may_fork = might;
  if (child == 0) {
    is_child = true;
  } else if (child > 0) {
    ledger.child = child;
    ++done.forks;
  }
}

std::uint64_t leaf_that_forks(std::uint64_t x) {
  if (ledger.child == 0) fork_here();
  return stress_hot_leaf(x);
}

enum class Kind : std::uint8_t {
  leaf,
  other,
  nested,
  tail,
  vector,
  patched,
  deep,
  forking,
  thousands,
  count
};

/// Makes calls of a kind. Returns the number of calls of sites.
std::uint64_t make_calls(Kind kind, std::uint64_t x, std::uint64_t random) {
  switch (kind) {
    case Kind::leaf:
      return check(stress_hot_leaf(x), leaf_value(x)), 1;
    case Kind::other:
      return check(stress_hot_other(x), leaf_value(x)), 1;
    case Kind::nested:
      return check(stress_hot_call(stress_hot_leaf, x), leaf_value(x) + 1), 2;
    case Kind::tail:
      return check(stress_hot_tail(x), leaf_value(x)), 2;
    case Kind::vector:
      return check(stress_vector_value(x % 1000), 2 * (x % 1000)), 1;
    case Kind::patched:
      return ++done.patched_calls, check(stress_hot_patched(x), leaf_value(x)), 1;
    case Kind::deep:
      check(stress_hot_call([](std::uint64_t y) { return stress_hot_call(stress_hot_tail, y); }, x),
            leaf_value(x) + 2);
      return 4;
    case Kind::forking:
      return check(stress_hot_call(leaf_that_forks, x), leaf_value(x) + 1), 2;
    default: {
      const std::size_t number = random % thousands.size();
      return check(reinterpret_cast<Function>(thousands[number])(x), leaf_value(x) + number), 1;
    }
  }
}

void plain_calls(Kind kind, std::uint64_t x, std::uint64_t random) {
  const bool batch = kind == Kind::thousands;
  const unsigned first = batch ? batch_place : 0, end = batch ? place_count : hot_places;
  std::uint64_t before[place_count];
  for (unsigned i = first; i < end; ++i) before[i] = in_force[i];
  ledger.heard = 0;
  ledger.calls += make_calls(kind, x, random);
  for (unsigned i = first; i < end; ++i)
    if (before[i] != 0 && in_force[i] == before[i] && !(ledger.heard >> i & 1)) ++wrongs.unheard;
}

void on_signal(int, siginfo_t*, void*) {
  const int error = errno;
  ++ledger.loose;
  ++done.signals;
  std::uint64_t made = make_calls(Kind::leaf, 7, 0) + make_calls(Kind::nested, 5, 0) +
                       make_calls(Kind::vector, 3, 0);
  if (!thousands.empty()) made += make_calls(Kind::thousands, 1, done.signals * 7919);
  if (ledger.may_fork && ledger.child == 0 && forks_wanted.load() != 0 &&
      forks_wanted.exchange(0) != 0)
    made += make_calls(Kind::forking, 2, 0);
  done.loose_calls += made;
  --ledger.loose;
  errno = error;
}

std::string ledger_trouble(const char* who) {
  if (ledger.calls == ledger.entries && ledger.calls == ledger.exits) return {};
  return std::string(who) + " made " + std::to_string(ledger.calls) +
         " plain calls; the tracer that stays heard " + std::to_string(ledger.entries) +
         " entries and " + std::to_string(ledger.exits) + " exits";
}

// ---- Children ----

std::string child_trouble(std::uint64_t seed) {
  const std::uint64_t missed = resident->tracer->missed(), loose = done.loose_calls,
                      entries = resident->loose_entries, exits = resident->loose_exits;
  Random random(seed);
  const auto kinds = static_cast<unsigned>(thousands.empty() ? Kind::forking : Kind::count);
  const auto call = [&](unsigned times) {
    for (unsigned i = 0; i < times; ++i) {
      auto kind = static_cast<Kind>(random.below(kinds));
      if (kind == Kind::forking) kind = Kind::leaf;
      plain_calls(kind, random.next(), random.next());
    }
  };
  call(100);
  for (int i = 0; i < 3; ++i) raise(SIGUSR1);
  // Attach and detach must work in a child, too.
  const std::vector<const Site*> sites = require(find_sites(hot_sites));
  auto visit = std::make_unique<Visit>();
  visit->place = hot_places - 1;
  visit->attach(sites);
  const std::uint64_t accepted = visit->accepted;
  check(stress_hot_leaf(1), 4);
  ++ledger.calls;
  if (visit->accepted != accepted + 1 || visit->exits != visit->accepted)
    return "a tracer that was attached there did not hear of a call";
  call(50);
  visit->detach();
  call(50);
  if (std::string trouble = wrongs.text(); !trouble.empty()) return trouble;
  if (std::string trouble = ledger_trouble("it"); !trouble.empty()) return trouble;
  const std::uint64_t made = done.loose_calls - loose, heard = resident->loose_entries - entries;
  if (made != heard + resident->tracer->missed() - missed || resident->loose_exits - exits != heard)
    return std::to_string(made) + " calls by signal handlers, " + std::to_string(heard) +
           " heard of, " + std::to_string(resident->tracer->missed() - missed) + " missed";
  return {};
}

[[noreturn]] void end_child(std::uint64_t seed) {
  std::string trouble;
  try {
    trouble = child_trouble(seed);
  } catch (const std::exception& exception) {
    trouble = exception.what();
  }
  if (!trouble.empty()) note_wrong(trouble);
  _exit(trouble.empty() ? 0 : 1);
}

std::string wait_for_child() {
  const std::string trouble = trouble_of(std::exchange(ledger.child, 0));
  return trouble.empty() ? "" : "a child: " + trouble;
}

// ---- Threads that are about to end ----

pthread_key_t last_calls;
void make_last_calls(void* rounds) {
  ledger.loose = 1;
  done.loose_calls += make_calls(Kind::nested, 11, 0) + make_calls(Kind::tail, 12, 0);
  const auto left = reinterpret_cast<std::uintptr_t>(rounds) - 1;
  if (left) pthread_setspecific(last_calls, reinterpret_cast<void*>(left));
}

}  // namespace

struct alignas(64) Crowd::Worker {
  std::uint64_t seed = 0;
  std::atomic<pthread_t> thread{};
  std::atomic<bool> running{false};
  std::atomic<std::uint64_t> rounds{0};
};

Crowd::Crowd(Resident& stays, std::uint64_t seed, std::span<const std::uintptr_t> leaves) {
  const ThreadTimer may_be_made;  // otherwise this throws, and not in a thread
  thousands = leaves;
  resident = &stays;
  require(pthread_key_create(&last_calls, make_last_calls) == 0, "pthread_key_create failed");
  for (const int signal : {SIGUSR1, SIGUSR2})
    handle_signal(signal, on_signal, SA_RESTART | SA_ONSTACK);
  for (unsigned i = 0; i < worker_count; ++i)
    workers_.emplace_back(std::make_unique<Worker>())->seed = seed + i;
  for (unsigned i = 0; i < worker_count; ++i) threads_.start([this, i] { work(*workers_[i], i); });
  threads_.start([this, seed] { come_and_go(seed); });
  for (const auto& worker : workers_) wait_until(worker->running);
}

Crowd::~Crowd() { stop_ = true; }

void Crowd::stop() {
  stop_ = true;
  threads_.join();
}

void Crowd::wait_for_progress() const {
  for (const auto& worker : workers_) {
    const std::uint64_t before = worker->rounds;
    for (int i = 0; i < 500 && worker->rounds < before + 2 && !stop_; ++i)
      usleep(i < 50 ? 20 : 1000);
  }
}

void Crowd::shoot() {
  if (stop_) return;
  for (const auto& worker : workers_) pthread_kill(worker->thread, SIGUSR2);
}

void Crowd::say(const std::string& trouble) {
  if (trouble.empty() || said_.exchange(true)) return;
  trouble_ = trouble;
  in_trouble_ = true;
}

void Crowd::work(Worker& worker, unsigned number) {
  std::optional<AlternateStack> stack;
  if (number % 2) stack.emplace();
  Random random(worker.seed);
  const auto kinds = static_cast<unsigned>(thousands.empty() ? Kind::thousands : Kind::count);
  {
    ThreadTimer timer;
    worker.thread = pthread_self();
    worker.running = true;
    ledger.may_fork = true;  // only now: the timer allocates, and a fork takes malloc's locks
    while (!stop_ && !in_trouble_) {
      // Once, since signals that take longer than a period would leave no time for other work.
      timer.arm(1 + random.below(60'000));
      for (int i = 0; i < 32 && !is_child && ledger.child == 0; ++i) {
        auto kind = static_cast<Kind>(random.below(kinds));
        if (kind == Kind::forking && (forks_wanted.load() == 0 || forks_wanted.exchange(0) == 0))
          kind = Kind::leaf;
        plain_calls(kind, random.next(), random.next());
      }
      if (is_child) end_child(random.next());
      if (ledger.child != 0) say(wait_for_child());
      worker.rounds.fetch_add(1);
    }
    ledger.may_fork = false;
  }
  if (ledger.child != 0) say(wait_for_child());
  if (is_child) end_child(random.next());
  say(ledger_trouble("a thread"));
  done.calls += ledger.calls;
}

// Runs short threads, one after another. A thread's first hit comes from a signal handler or from a
// plain call. Its last hits come from its pthread key destructors.
void Crowd::come_and_go(std::uint64_t seed) {
  for (std::uint64_t i = 0; !stop_ && !in_trouble_; ++i) {
    std::thread([&] {
      pthread_setspecific(last_calls, reinterpret_cast<void*>(std::uintptr_t{1} +
                                                              i % PTHREAD_DESTRUCTOR_ITERATIONS));
      if (i % 3 == 0) raise(SIGUSR1);
      {
        ThreadTimer timer;
        Random random(seed + i);
        for (int calls = 0; calls < 100; ++calls) {
          if (calls % 16 == 0) timer.arm(1 + random.below(30'000));
          plain_calls(static_cast<Kind>(random.below(static_cast<unsigned>(Kind::forking))),
                      random.next(), 0);
        }
      }
      say(ledger_trouble("a thread that was born and ended"));
      done.calls += ledger.calls;
    }).join();
    ++done.threads;
    forks_wanted = 1;
    usleep(3000);
  }
}

}  // namespace retprobe::harness::stress
