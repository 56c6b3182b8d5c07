#include "clients/kretprobe/kretprobe.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "clients/kretprobe/registration.h"

namespace retprobe::kretprobe {

constinit std::atomic<std::uint32_t> Instances::forks{0};

struct Registration {
  HotState hot;
  std::optional<Tracer> tracer;  // empty: not registered
  std::uint64_t missed_before = 0;

  std::uint64_t missed() const {
    return hot.full.load(std::memory_order_relaxed) + (tracer ? tracer->missed() : missed_before);
  }
};

namespace {

std::string name_of(const Kretprobe& probe) {
  if (!probe.symbol_name.empty()) return "kretprobe " + probe.symbol_name;
  char text[32];
  std::snprintf(text, sizeof text, "kretprobe %#llx",
                static_cast<unsigned long long>(probe.address));
  return text;
}

bool is_registered(const Kretprobe& probe) {
  return probe.registration && probe.registration->tracer;
}

Result<const Site*> site_of(const Kretprobe& probe) {
  const auto wrong = [&](const std::string& why) {
    return Error{Error::Code::usage, name_of(probe) + ": " + why};
  };
  if (probe.symbol_name.empty() && probe.address == 0)
    return wrong("it names no function; set symbol_name or address");
  if (probe.address != 0) {
    if (!probe.symbol_name.empty())
      return wrong("it has a symbol_name and an address; set one of them");
    return site_at(probe.address);
  }
  Result<std::vector<const Site*>> found = find_sites(probe.symbol_name);
  if (!found.ok()) return found.error();
  if (found->size() == 1) return found->front();
  // "f" is also a name of f(int). Beside it, the C function f is meant.
  std::vector<const Site*> exact;
  std::ranges::copy_if(*found, std::back_inserter(exact), [&](const Site* site) {
    return site->symbol == probe.symbol_name || site->name == probe.symbol_name;
  });
  if (exact.size() == 1) return exact.front();
  return wrong(std::to_string(found->size()) +
               " functions have this name; give the address of one");
}

/// What the last owner of a registration does. A handler may be stuck, or be what ends the probe's
/// scope. It goes on to use the registration, which is kept then.
void end_registration(Registration* registration) {
  if (registration->tracer)
    if (Error error = registration->tracer->detach()) {
      std::fprintf(stderr, "retprobe: %s\n", error.message().c_str());
      return;
    }
  delete registration;
}

Error not_registered(const Kretprobe& probe) {
  return {Error::Code::not_found, name_of(probe) + ": it is not registered"};
}

}  // namespace

std::uint64_t Kretprobe::nmissed() const { return registration ? registration->missed() : 0; }
std::size_t Kretprobe::active() const {
  return registration ? registration->hot.instances.in_use() : 0;
}

Error register_kretprobe(Kretprobe& probe) {
  if (is_registered(probe))
    return {Error::Code::already, name_of(probe) + ": it is registered already"};
  if (!probe.handler && !probe.entry_handler)
    return {Error::Code::usage,
            name_of(probe) + ": it has no handler; set handler or entry_handler"};
  static const int fork_error = pthread_atfork(nullptr, nullptr, [] { ++Instances::forks; });
  if (fork_error) return system_error(name_of(probe) + ": pthread_atfork failed", fork_error);
  Result<const Site*> site = site_of(probe);
  if (!site.ok()) return site.error();

  const std::shared_ptr<Registration> registration(new Registration, end_registration);
  HotState& hot = registration->hot;
  hot.probe = &probe;
  hot.entry_handler = probe.entry_handler;
  hot.handler = probe.handler;
  const long cpus = std::max(1L, sysconf(_SC_NPROCESSORS_ONLN));
  hot.maxactive = probe.maxactive ? probe.maxactive
                                  : std::max<std::size_t>(10, 2 * static_cast<std::size_t>(cpus));
  hot.disabled.store(probe.disabled, std::memory_order_relaxed);
  Result<Tracer> tracer = Tracer::make({.name = name_of(probe),
                                        .on_entry = enter_kretprobe,
                                        .on_return = probe.handler ? leave_kretprobe : nullptr,
                                        .context = &hot,
                                        .entry_data_bytes = probe.data_size,
                                        .registers = probe.registers,
                                        .maxactive = hot.maxactive});
  if (!tracer.ok()) return tracer.error();
  const Site* const sites[] = {*site};
  if (Error error = tracer->attach(sites)) return error;
  registration->tracer.emplace(*std::move(tracer));
  probe.registration = registration;
  return {};
}

Error register_kretprobes(std::span<Kretprobe* const> probes) {
  for (std::size_t i = 0; i < probes.size(); ++i) {
    Error error = register_kretprobe(*probes[i]);
    if (!error) continue;
    // The error of a stuck handler matters less than why the batch failed. It is detached all the
    // same.
    std::string also;
    if (Error undone = unregister_kretprobes(probes.first(i)))
      also = "; and taking it back: " + undone.message();
    return {error.code(), error.message() + also};
  }
  return {};
}

Error unregister_kretprobe(Kretprobe& probe) {
  if (!is_registered(probe)) return not_registered(probe);
  Registration& registration = *probe.registration;
  if (Error error = registration.tracer->detach()) {
    if (registration.tracer->attached() != 0) return error;  // refused: called from a handler
    // A handler is stuck and may use its context later, so the context is kept for ever.
    new std::shared_ptr<Registration>(probe.registration);
    registration.missed_before = registration.tracer->missed();
    registration.tracer.reset();
    return error;
  }
  registration.missed_before = registration.tracer->missed();
  registration.tracer.reset();
  return {};
}

Error unregister_kretprobes(std::span<Kretprobe* const> probes) {
  Error first;
  for (std::size_t i = probes.size(); i-- > 0;)
    if (Error error = unregister_kretprobe(*probes[i]); error && !first) first = error;
  return first;
}

Error disable_kretprobe(Kretprobe& probe) {
  if (!is_registered(probe)) return not_registered(probe);
  probe.registration->hot.disabled.store(true, std::memory_order_relaxed);
  return {};
}
Error enable_kretprobe(Kretprobe& probe) {
  if (!is_registered(probe)) return not_registered(probe);
  probe.registration->hot.disabled.store(false, std::memory_order_relaxed);
  return {};
}

}  // namespace retprobe::kretprobe
