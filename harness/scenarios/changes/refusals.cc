// Refusals: attach, detach and configure refuse what they cannot do. They give the reason, and
// change nothing.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>

#include "harness/verify/fixtures.h"
#include "harness/verify/system.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

// The function of this name that is in the fixtures' library.
const Site* own_site(const char* name) {
  const std::string library = scenarios_library();
  for (const Site* site : require(all_sites()))
    if (site->symbol == name && site->module.ends_with(library.substr(library.rfind('/'))))
      return site;
  throw std::runtime_error(std::string("the catalogue has no fixture ") + name);
}

void require_refusal(const Error& error, Error::Code code,
                     std::initializer_list<std::string_view> words) {
  require(!!error, "it was not refused");
  const std::string& message = error.message();
  for (const std::string_view word : words)
    require(message.find(word) != message.npos,
            "'" + message + "' does not say '" + std::string(word) + "'");
  require(error.code() == code, "'" + message + "' has another code than expected");
  require(message.find('\n') == message.npos && !message.ends_with('.'),
          "'" + message + "' is not one line without a full stop");
}

SCENARIO(refusal_by_name,
         "functions that return twice, switch stacks, never return or unwind are refused, with the "
         "reason",
         .any_cell = false) {
  const struct {
    const char* name;
    const char* why;
  } refused[] = {{"_setjmp", "returns twice"},
                 {"__sigsetjmp", "returns twice"},
                 {"vfork", "returns twice"},
                 {"getcontext", "returns twice"},
                 {"swapcontext", "stack"},
                 {"siglongjmp", "never returns"},
                 {"_Unwind_RaiseException", "unwinder"},
                 {"__gxx_personality_v0", "unwinder"}};
  TestBench bench(cell, 1);
  for (const auto& [name, why] : refused) {
    const Site* site = own_site(name);
    require_refusal(bench[0]->attach(std::span(&site, 1)), Error::Code::refused, {name, why});
  }
  if (bench[0]->attached()) return fail("a refused function counts as attached");
  return pass_without_calls("every attach is refused");
}

SCENARIO(refusal_by_bytes, "an entry that is not one five-byte nop is refused, with what is there",
         .any_cell = false) {
  TestBench bench(cell, 1);
  require_refusal(bench[0]->attach("refused_five_nops"), Error::Code::refused,
                  {"refused_five_nops", "five one-byte nops"});
  require_refusal(bench[0]->attach("refused_patched"), Error::Code::refused,
                  {"refused_patched", "e9 00 00 00 00"});
  // A glob attaches to the functions that can be probed. It is an error when there is none.
  require_refusal(bench[0]->attach("refused_*"), Error::Code::refused, {"refused_"});
  return pass_without_calls("every attach is refused");
}

SCENARIO(refusal_unknown,
         "functions that do not exist, or exist and cannot be probed, are not found, and the error "
         "says which",
         .any_cell = false) {
  TestBench bench(cell, 1);
  require_refusal(bench[0]->attach("fx_laef"), Error::Code::not_found, {"fx_laef"});
  require_refusal(bench[0]->attach("no_such_*"), Error::Code::not_found, {"no_such_*"});
  require_refusal(bench[0]->attach("fixture_call"), Error::Code::not_found,
                  {"fixture_call", "patchable"});
  require_refusal(bench[0]->attach("0x10"), Error::Code::not_found, {"0x10"});
  if (!bench[0]->attach("")) return fail("an empty name was accepted");
  return pass_without_calls("every attach is refused");
}

SCENARIO(refusal_twice,
         "a tracer can be attached to a function once; twice in one batch is an error, too",
         .any_cell = false) {
  TestBench bench(cell, 1);
  const Site* leaf = &site_of("fx_leaf");
  const Site* twice[] = {leaf, leaf};
  require_refusal(bench[0]->attach(twice), Error::Code::already, {"fx_leaf", "twice"});
  require(bench[0]->attach("fx_leaf"));
  require_refusal(bench[0]->attach("fx_leaf"), Error::Code::already, {"fx_leaf", "already"});
  fx_leaf(1);
  return compare(bench.events.text(), ">A <A");
}

SCENARIO(refusal_of_options, "options that make no sense are refused when the tracer is made",
         .any_cell = false) {
  const auto handler = [](void*, EntryFrame&) { return true; };
  const auto error_of = [](TracerOptions options) {
    Result<Tracer> tracer = Tracer::make(std::move(options));
    return tracer.ok() ? Error{} : tracer.error();
  };
  for (const RegisterSet set : {RegisterSet::scalar, RegisterSet::vector})
    require_refusal(
        error_of({.name = "t", .on_entry = handler, .registers = set, .redirects = true}),
        Error::Code::usage, {"t", "full"});
  require_refusal(error_of({.name = "t", .registers = RegisterSet::full, .redirects = true}),
                  Error::Code::usage, {"t", "entry handler"});
  require_refusal(error_of({.name = "t", .entry_data_bytes = std::size_t{1} << 40}),
                  Error::Code::usage, {"t", "4096"});
  if (Error error = error_of({.name = "t", .entry_data_bytes = 4096}))
    return fail("4096 bytes were refused: " + error.message());
  return pass_without_calls("no tracer is attached");
}

SCENARIO(
    refusal_of_configuration,
    "design and transfer can be changed when nothing is attached or in flight, by known names only",
    .any_cell = false) {
  const Configuration now = configuration();
  require_refusal(configure({"no_such_design", "paired"}), Error::Code::not_found,
                  {"no_such_design", now.design});
  require_refusal(configure({now.design, "teleport"}), Error::Code::not_found,
                  {"teleport", "paired"});
  const Configuration other = other_transfer();
  struct Inside {
    TestBench& bench;
    const Configuration& other;
  };
  {
    TestBench bench(cell, 1);
    require(bench[0]->attach("fx_body"));
    require_refusal(configure(other), Error::Code::busy, {"fx_body"});
    // A call is in flight, and its tracer detaches meanwhile. A framed design counts no such calls,
    // because it does not need their frames.
    Inside inside{bench, other};
    fx_body(
        [](void* argument) {
          auto& here = *static_cast<Inside*>(argument);
          require(here.bench[0]->detach());
          if (usage().frames)
            require_refusal(configure(here.other), Error::Code::busy, {"in flight"});
        },
        &inside, 1);
  }
  require(configure(other));
  TestBench bench(cell, 2);
  bench.attach_all("fx_leaf");
  if (fx_leaf(1) != 4) return fail("fx_leaf returned a wrong value with the other transfer");
  return compare(bench.events.text(), ">A >B <B <A");
}

// ---- Batches ----

SCENARIO(batch_rolls_back,
         "a batch that names a function twice changes nothing; a good one leaves out functions "
         "that must not be probed",
         .tracers = {1, 2}) {
  const Site* const leaf = &site_of("fx_leaf");
  const Site* const other = &site_of("fx_other");
  const Site* const pair = &site_of("fx_pair");
  const Site* const bad = own_site("vfork");
  TestBench bench(cell, cell.tracers);
  Tap& last = bench[cell.tracers - 1];
  for (unsigned i = 0; i + 1 < cell.tracers; ++i) require(bench[i]->attach("fx_leaf"));
  const std::size_t sites_before = usage().sites;
  const SiteBytes before = bytes_at(*leaf);
  for (const auto& batch :
       {std::vector{leaf, leaf, other}, {leaf, other, pair, leaf}, {other, bad, leaf, other}}) {
    if (!last->attach(batch)) return fail("a batch that names a function twice was attached");
    require_equal("attached functions", last->attached(), 0);
    if (usage().sites != sites_before)
      return fail("after the refusal other functions have a tracer than before");
    if (!is_as_built(*other) || !is_as_built(*pair) || bytes_at(*leaf) != before)
      return fail("after the refusal a function's entry is not as it was");
  }
  const std::uint64_t entries = last.entries;
  fx_leaf(1), fx_other(1), fx_pair(1);
  if (last.entries != entries) return fail("the refused tracer sees calls");
  require(last->attach(std::vector{leaf, bad, other, pair}));
  require_equal("attached functions", last->attached(), 3);
  fx_leaf(1), fx_other(1), fx_pair(1);
  if (last.entries != 3 || last.returned != 3)
    return fail("a good batch after the bad ones does not see its calls");
  require(last->detach());
  if (!is_as_built(*other) || !is_as_built(*pair))
    return fail("after the detach a function's entry is not as it was built");
  return pass();
}

// A batch that fails when its code is about to be written. All preparations must be undone.
void write_code(const Site& site, const SiteBytes& bytes) {
  const int memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  const ssize_t written =
      memory < 0 ? -1 : pwrite(memory, bytes.data(), bytes.size(), static_cast<off_t>(site.entry));
  const int error = errno;
  if (memory >= 0) close(memory);
  if (written != static_cast<ssize_t>(bytes.size()))
    require(system_error("cannot write to the code of " + site.name, error));
}

SCENARIO(batch_fails_late,
         "a batch that finds foreign code at one of its functions changes nothing",
         .tracers = {1, 2}) {
  const Site* const leaf = &site_of("fx_leaf");
  const Site* const other = &site_of("fx_other");
  const Site* const pair = &site_of("fx_pair");
  TestBench bench(cell);
  Tap& last = bench[cell.tracers - 1];
  for (unsigned i = 0; i + 1 < cell.tracers; ++i) require(bench[i]->attach("fx_leaf"));
  const std::size_t sites_before = usage().sites;
  const SiteBytes leaf_before = bytes_at(*leaf), pair_before = bytes_at(*pair);

  // Another nop of five bytes than the one that the function was built with. (GCC's and clang's
  // differ in this bit.)
  SiteBytes foreign = other->original;
  foreign.back() ^= 8;
  write_code(*other, foreign);
  const std::vector batch{leaf, other, pair};
  for (unsigned attempt = 0; attempt < 3; ++attempt) {
    const Error error = last->attach(batch);
    if (!error) return fail("the batch was attached");
    if (error.message().find("somebody else") == std::string::npos)
      return fail("the message does not say that somebody else changed the code: " +
                  error.message());
    if (last->attached() || usage().sites != sites_before)
      return fail("after the failure other functions have a tracer than before");
    if (bytes_at(*leaf) != leaf_before || bytes_at(*pair) != pair_before ||
        bytes_at(*other) != foreign)
      return fail("after the failure a function's entry is not as it was");
    bench.events.clear();
    if (fx_leaf(1) != 4 || fx_other(1) != 7 || fx_pair(1).second != 3)
      return fail("a wrong result");
    require(compare(bench.events.text(), cell.tracers == 2 ? ">A <A" : ""));
  }

  write_code(*other, other->original);
  require(last->attach(batch));
  bench.events.clear();
  if (fx_leaf(1) != 4 || fx_other(1) != 7 || fx_pair(1).second != 3) return fail("a wrong result");
  bench.detach_all();
  if (!is_as_built(*leaf) || !is_as_built(*other) || !is_as_built(*pair))
    return fail("after the detach a function's entry is not as it was built");
  return compare(bench.events.text(),
                 cell.tracers == 2 ? ">A >B <B <A >B <B >B <B" : ">A <A >A <A >A <A");
}

SCENARIO(batch_detach_rolls_back,
         "a detach that names a function which the tracer is not on changes nothing",
         .any_cell = false) {
  const Site* const leaf = &site_of("fx_leaf");
  const Site* const other = &site_of("fx_other");
  TestBench bench(cell, 1);
  require(bench[0]->attach("fx_leaf"));
  const Site* const sites[] = {leaf, other};
  require_refusal(bench[0]->detach(sites), Error::Code::not_found, {"fx_other"});
  fx_leaf(1);
  require_equal("attached functions", bench[0]->attached(), 1);
  return compare(bench.events.text(), ">A <A");
}

// ---- Modules that go away ----

using Work = std::uint64_t (*)(std::uint64_t);

SCENARIO(
    module_loaded_later,
    "functions of a module that dlopen brings can be probed; once it has gone they are refused",
    .tracers = {1, 2}) {
  TestBench bench(cell, {"fx_leaf"});
  if (find_sites("plugin_work").ok())
    return fail("the module's function is known before it is loaded");
  for (int round = 0; round < 3; ++round) {
    void* const module = load_beside_scenarios("libretprobe_plugin.so");
    const auto work = reinterpret_cast<Work>(dlsym(module, "plugin_work"));
    bench.attach_all("plugin_work");
    bench.events.clear();
    if (work(2) != 22) return fail("plugin_work returned a wrong value");
    require(compare(bench.events.text(), cell.tracers == 1 ? ">A <A" : ">A >B <B <A"),
            "round " + std::to_string(round) + ": ");
    const std::vector<const Site*> sites = require(find_sites("plugin_work"));
    // Even rounds detach the tracers before the module is unloaded, odd rounds after it.
    if (round % 2 == 0)
      for (Tap& tap : bench) require(tap->detach(sites));
    dlclose(module);
    require(all_sites());
    if (sites.front()->mapped)
      return fail("the module is unloaded, and its site says that it is mapped");
    if (round % 2 == 1)
      for (Tap& tap : bench) require(tap->detach(sites));
    require_refusal(bench[0]->attach(sites), Error::Code::refused,
                    {"plugin_work", "no longer loaded"});
    if (find_sites("plugin_work").ok())
      return fail("the unloaded module's function is still found");
    fx_leaf(1);
    require_equal("attached functions", bench[0]->attached(), 1);
  }
  return bench.check_invariant(3 + 3);
}

}  // namespace
}  // namespace retprobe::harness
