// Memory failures. A scenario runs a part of a traced program's life. Every request for memory in
// it (mmap, mprotect, madvise, mremap, munmap, brk, clone, memfd_create) fails in turn, alone and
// together with all that follow it. Nothing may crash or hang. A cold call must succeed or return
// an Error about memory. A probed call must return the right value, and be seen or counted as
// missed. When there is memory again, a thousand calls must all be seen.
//
// This file has tracers that come and go, modules and fork. memory_stacks.cc has threads and
// stacks. memory.h makes the requests fail.
#include "harness/scenarios/memory/memory.h"

#include <dlfcn.h>
#include <unistd.h>

#include "harness/verify/findings.h"
#include "harness/verify/system.h"

namespace retprobe::harness {
namespace {

using namespace memory;

MEMORY_SCENARIO(make, "a tracer is made and attached for the first time") {
  Traced traced(cell, "fx_leaf");
  {
    const Short now(shortage);
    TracerOptions options{.name = "late"};
    Result<Tracer> tracer = Tracer::make(options);
    if (tracer.ok())
      traced.note(tracer->attach(traced.sites()));
    else
      traced.note(tracer.error());
  }
  traced.settle();
}

MEMORY_SCENARIO(attach, "tracers are attached to one function", .tracers = {1, 2, 8}) {
  Traced traced(cell, "fx_leaf");
  {
    const Short now(shortage);
    traced.attach();
    traced.leaf(3);
  }
  traced.settle();
}

MEMORY_SCENARIO(attach_many, "tracers are attached to all fixtures at once", .tracers = {2}) {
  Traced traced(cell, "fx_*");
  {
    const Short now(shortage);
    traced.attach();
    traced.leaf(3);
  }
  traced.settle();
}

MEMORY_SCENARIO(first_hit, "a process's first probed calls", .tracers = {1, 2}) {
  Traced traced(cell, "fx_recurse");
  traced.attach_or_throw();
  {
    const Short now(shortage);
    for (int i = 0; i < 10; ++i) traced.recurse(3);
  }
  traced.settle(Traced::recursions);
}

// Detaching takes memory only from the heap. So there is only a heap_fails_* scenario for it.
void part_detach(const Cell& cell, Shortage& shortage) {
  Traced traced(cell, "fx_leaf");
  traced.attach_or_throw();
  traced.leaf(3);
  {
    const Short now(shortage);
    traced.detach();
    traced.leaf(3);
  }
  for (Tap& tap : traced.bench())
    require(tap->attached() == 0 || traced.attached(tap),
            "a tracer is left on a part of its functions");
  traced.settle();
}

void part_come_and_go(const Cell& cell, Shortage& shortage) {
  Traced traced(cell, "fx_leaf");
  Tap& guest = traced.bench()[traced.bench().size() - 1];
  for (Tap& tap : traced.bench())
    if (&tap != &guest) require(tap->attach(traced.sites()));
  traced.leaf(3);
  const std::uint64_t missed = traced.bench().missed();
  {
    const Short now(shortage);
    for (int i = 0; i < 3; ++i) {
      traced.note(guest->attach(traced.sites()));
      traced.leaf(2);
      if (traced.attached(guest)) traced.note(guest->detach(traced.sites()));
      traced.leaf(2);
    }
  }
  require(traced.bench().missed() == missed, "calls were missed while a guest came and went");
  traced.settle();
}

MEMORY_SCENARIO(module, "a module is loaded, its functions are found, probed and left",
                .tracers = {2}) {
  using Work = std::uint64_t (*)(std::uint64_t);
  Traced traced(cell, "fx_leaf");
  const std::string path = beside_scenarios("libretprobe_plugin.so");
  bool wrong = false;
  const auto use = [&] {
    void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module) return false;  // glibc refused, not retprobe
    const auto work = reinterpret_cast<Work>(dlsym(module, "plugin_work"));
    bool probed = false;
    if (auto sites = find_sites("plugin_work"); sites.ok()) {
      Tap& tap = traced.bench()[0];
      if (Error error = tap->attach(*sites)) {
        traced.note(error);
      } else {
        traced.expect_seen_from(tap, 3);
        for (std::uint64_t i = 0; i < 3; ++i) wrong |= work(i) != 9 * i + 4;
        probed = true;
        Error left = tap->detach(*sites);
        traced.note(left);
        if (left) return false;  // the module stays loaded, and the detach is tried again later
      }
    } else if (sites.error().code() != Error::Code::not_found) {
      // A module that could not be read counts as one without sites: not_found is right then.
      traced.note(sites.error());
    }
    if (work) wrong |= work(5) != 49;
    dlclose(module);
    return probed;
  };
  {
    const Short now(shortage);
    (void)use();
  }
  if (auto sites = find_sites("plugin_work"); sites.ok() && traced.bench()[0]->attached())
    require(traced.bench()[0]->detach(*sites));
  require(use(), "with memory back a module's function is not probed");
  require(!wrong, "plugin_work returned a wrong value");
  traced.settle();
}

MEMORY_SCENARIO(fork, "a process forks; parent and child go on calling", .tracers = {1, 2}) {
  Traced traced(cell, "fx_recurse");
  traced.attach_or_throw();
  {
    const Short now(shortage);
    const pid_t child = fork();
    if (child == 0) {
      for (int i = 0; i < 5; ++i) traced.recurse(3);
      traced.detach();
      traced.attach();
      for (int i = 0; i < 5; ++i) traced.recurse(3);
      shortage.end();
      try {
        traced.settle([](Traced& self) { self.recurse(9); });
      } catch (const std::exception& error) {
        note_wrong(error.what());
      }
      _exit(0);
    }
    for (int i = 0; i < 5; ++i) traced.recurse(3);
    if (child > 0) {
      const std::string trouble = trouble_of(child);
      require(trouble.empty(), "the child " + trouble);
    }
  }
  traced.settle(Traced::recursions);
}

HEAP_SCENARIO(make, "a tracer is made and attached for the first time")
HEAP_SCENARIO(attach, "tracers are attached to one function", .tracers = {1, 2})
HEAP_SCENARIO(detach, "tracers are detached", .tracers = {1, 2, 8})
HEAP_SCENARIO(come_and_go, "a tracer comes and goes beside others, who miss nothing",
              .tracers = {2})

}  // namespace
}  // namespace retprobe::harness
