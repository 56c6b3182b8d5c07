// A shared library (a module) is unloaded while calls of its functions are in flight.
// include/retprobe/probe.h promises that a probe neither keeps a module loaded nor needs it for a
// return. So a program that is right without probes is right with them. Code that still runs in a
// module when it is unmapped crashes with and without probes.
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "harness/verify/fixtures.h"
#include "harness/verify/notified.h"
#include "harness/verify/system.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

using Work = std::uint64_t (*)(std::uint64_t);
using Step = std::uint64_t (*)(void (*)(), std::uint64_t);
using Tail = std::uint64_t (*)(Work, std::uint64_t);

constexpr const char* plugin_file = "libretprobe_plugin.so";

/// One reference (dlopen) to the plugin.
class Plugin {
 public:
  Plugin() : handle_(load_beside_scenarios(plugin_file)) {}
  ~Plugin() { close(); }
  Plugin(const Plugin&) = delete;
  void close() {
    if (void* const handle = std::exchange(handle_, nullptr)) dlclose(handle);
  }
  /// 9x + 4
  Work work() const { return function<Work>("plugin_work"); }
  /// 7x + 3, after a call of the step
  Step step() const { return function<Step>("plugin_step"); }
  /// function(x), tail-called
  Tail tail() const { return function<Tail>("plugin_tail"); }

  static bool is_loaded() {
    void* const handle = dlopen(beside_scenarios(plugin_file).c_str(), RTLD_NOW | RTLD_NOLOAD);
    if (handle) dlclose(handle);
    return handle != nullptr;
  }

 private:
  template <class Function>
  Function function(const char* name) const {
    return reinterpret_cast<Function>(dlsym(handle_, name));
  }
  void* handle_;
};

bool leaf_round() { return fx_leaf(3) == 10; }

// Maps a page where the plugin was, so that the plugin is loaded elsewhere next time.
class Occupied {
 public:
  explicit Occupied(const void* address)
      : page_(mmap(reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(address) &
                                           ~std::uintptr_t{4095}),
                   4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0)) {}
  ~Occupied() {
    if (page_ != MAP_FAILED) munmap(page_, 4096);
  }
  Occupied(const Occupied&) = delete;
  bool is() const { return page_ != MAP_FAILED; }

 private:
  void* page_;
};

// Attaches to a newly loaded plugin and checks that the tracers see its call.
Outcome works_once_more(NamingBench& bench, const Plugin& plugin) {
  bench.attach_all("plugin_work");
  if (plugin.work()(2) != 22) return fail("plugin_work returned a wrong value");
  return bench.notified_is(">k <k");
}

SCENARIO(modules_close_in_tail_call,
         "a function of a module tail-calls one that closes the module: the call returns, and its "
         "tracers are notified",
         .tracers = {1, 2}) {
  NamingBench bench(cell, {"fx_leaf"});
  static Plugin* open;
  for (int round = 0; round < 4; ++round) {
    Plugin plugin;
    open = &plugin;
    bench.attach_all("plugin_tail");
    const Tail tail = plugin.tail();
    const Work close_here = [](std::uint64_t x) {
      open->close();
      return fx_leaf(x);
    };
    const Work close_elsewhere = [](std::uint64_t x) {
      std::thread([] { open->close(); }).join();
      return fx_leaf(x);
    };
    if (tail(round % 2 ? close_here : close_elsewhere, 5) != 16) return fail("a wrong value");
    require(bench.notified_is(">l >f <f <l"));
    if (Plugin::is_loaded()) return fail("the module is still there: a probe keeps it loaded");
    // Loads it again: in the first two rounds where it was, if the loader does so; then elsewhere.
    std::optional<Occupied> occupied;
    if (round >= 2 && !occupied.emplace(reinterpret_cast<const void*>(tail)).is())
      return fail("the module's place is not free after it was closed");
    const Plugin again;
    if (round >= 2 && again.tail() == tail)
      return fail("the module is where it was, although that place is taken");
    require(works_once_more(bench, again));
  }
  return bench.thousand_more(1, leaf_round);
}

// Not longjmp(), because this suite intercepts it. The builtin jump needs a function between the
// setjmp and the longjmp.
void* landing[5];
Step step_of_plugin;
[[gnu::noinline]] void leave_by_jump() {
  (void)step_of_plugin([] { __builtin_longjmp(landing, 1); }, 1);
  asm volatile("");  // no tail call
}

SCENARIO(modules_jumped_over,
         "a call of a module is left by a jump, and the module is closed before that is noticed",
         .tracers = {1, 2}) {
  NamingBench bench(cell, {"fx_leaf", "fx_body"});
  for (std::atomic<int> round = 0; round < 4; ++round) {
    Plugin plugin;
    bench.attach_all("plugin_step");
    step_of_plugin = plugin.step();
    if (__builtin_setjmp(landing) == 0) {
      leave_by_jump();
      return fail("the call came back");
    }
    plugin.close();
    if (Plugin::is_loaded()) return fail("the module is still there: a probe keeps it loaded");
    fx_body([](void*) { fx_leaf(1); }, nullptr, 1);
    require(bench.notified_is(">p !p >y >f <f <y"));
  }
  return bench.thousand_more(1, leaf_round);
}

SCENARIO(modules_closed_by_another,
         "a thread is in a function of a module, with a reference of its own, when another closes "
         "its one",
         .tracers = {1, 2}) {
  NamingBench bench(cell, {"fx_leaf"});
  for (int round = 0; round < 4; ++round) {
    static Gate* gate;
    Gate own_gate;
    gate = &own_gate;
    static std::atomic<std::uint64_t> value;
    Plugin here;
    bench.attach_all("plugin_step");
    std::thread other([] {
      Plugin there;
      value = there.step()([] { gate->pass(); }, 2);
      fx_leaf(1);
    });
    gate->wait_for();
    here.close();
    const bool stays = Plugin::is_loaded();
    // Every second round detaches the tracers while the call is in flight.
    if (round % 2) bench.detach_all();
    gate->open = true;
    other.join();
    if (!stays) return fail("the module is gone although a thread has a reference to it");
    if (value != 17) return fail("plugin_step returned a wrong value");
    if (Plugin::is_loaded()) return fail("the module is still there: a probe keeps it loaded");
    require(bench.notified_is(round % 2 ? ">p" : ">p <p >f <f"));
    if (round % 2) bench.attach_all("fx_leaf");
  }
  return bench.thousand_more(1, leaf_round);
}

SCENARIO(modules_come_and_go,
         "a module is loaded, called and closed while another thread attaches to it and detaches",
         .tracers = {1, 2}, .seconds = 60, .any_cell = false) {
  NamingBench bench(cell, {"fx_leaf"});
  for (Tap& tap : bench) tap.records = false;
  std::atomic<bool> enough = false;
  std::atomic<std::uint64_t> wrong = 0;
  std::thread other([&] {
    for (unsigned round = 0; !enough; ++round) {
      Plugin plugin;
      const Work work = plugin.work();
      for (std::uint64_t x = 0; x < 20 || x < round % 8 * 2000; ++x) wrong += work(x) != 9 * x + 4;
      // The pause grows with each round. So even on a slow machine an attach succeeds in the end.
      if (round % 3) usleep(round % 8 * 100 + std::min(round, 20'000u));
    }
  });
  std::uint64_t attached = 0;
  while (attached < 40) {
    for (Tap& tap : bench) {
      // The module may be unloaded between the look-up and the attach. Then an Error says so.
      attached += !tap->attach("plugin_work");
      if (const Result<std::vector<const Site*>> sites = find_sites("plugin_work"); sites.ok())
        (void)static_cast<bool>(tap->detach(*sites));
    }
  }
  enough = true;
  other.join();
  if (wrong) return fail(std::to_string(wrong) + " calls returned a wrong value");
  bench.detach_all();
  for (Tap& tap : bench) {
    tap.records = true;
    // A call that is in flight when its tracer is detached has no exit.
    if (tap.exits() > tap.accepted) return fail("more exits than accepted calls");
  }
  const Plugin plugin;
  bench.events.clear();
  require(works_once_more(bench, plugin));
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
