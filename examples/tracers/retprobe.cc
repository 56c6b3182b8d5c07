// retprobe behind the contract, through its public API: one variant for each design.
#include <atomic>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "retprobe/adapter.h"
#include "retprobe/probe.h"

namespace {

const retprobe_host* host;
std::string problem;  // the last one: its text has to stay

const char* say(const retprobe::Error& error) {
  problem = error.message();
  return error ? problem.c_str() : nullptr;
}

struct User {
  explicit User(std::uint32_t its_number) : number(its_number) {}
  const std::uint32_t number;
  std::uint32_t declines_every = 0;
  std::atomic<std::uint64_t> entries{0};
  std::optional<retprobe::Tracer> tracer;
};
std::deque<User> users;

// Of each function, by number. A module that is unloaded leaves its function's.
std::vector<const retprobe::Site*> sites;

std::uint32_t number_of(const retprobe::Site& site) {
  std::uint32_t number = 0;
  while (sites[number] != &site) ++number;
  return number;
}

bool enter(void* context, retprobe::EntryFrame& call) {
  User& user = *static_cast<User*>(context);
  const std::uint64_t ticket = host->entry(user.number, number_of(call.site()));
  *reinterpret_cast<std::uint64_t*>(call.entry_data) = ticket;
  const std::uint64_t entries = ++user.entries;
  return user.declines_every == 0 || entries % user.declines_every != 0;
}

void leave(void* context, retprobe::ReturnFrame& call) {
  constexpr retprobe_reason reasons[] = {RETPROBE_RETURNED, RETPROBE_UNWOUND, RETPROBE_ABANDONED};
  const std::uint64_t value = call.registers.rax;
  host->exit(static_cast<User*>(context)->number, number_of(call.site()),
             reasons[static_cast<int>(call.reason())],
             call.reason() == retprobe::ReturnReason::returned ? &value : nullptr,
             *reinterpret_cast<const std::uint64_t*>(call.entry_data));
}

const char* start(const retprobe_host* the_host) {
  host = the_host;
  sites.resize(host->function_count);
  if (retprobe::Error error = retprobe::interposition()) return say(error);
  return host->variant ? say(retprobe::configure({.design = host->variant})) : nullptr;
}

void stop() { users.clear(); }

const char* attach(std::uint32_t number, const std::uint32_t* functions, std::uint32_t count,
                   std::uint32_t declines_every) {
  while (users.size() <= number) users.emplace_back(static_cast<std::uint32_t>(users.size()));
  User& user = users[number];
  user.declines_every = declines_every;
  if (!user.tracer) {
    auto made = retprobe::Tracer::make({.name = "user",
                                        .on_entry = enter,
                                        .on_return = leave,
                                        .context = &user,
                                        .entry_data_bytes = sizeof(std::uint64_t),
                                        .maxactive = 256});
    if (!made.ok()) return say(made.error());
    user.tracer = std::move(*made);
  }
  std::vector<const retprobe::Site*> wanted;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto site =
        retprobe::site_at(reinterpret_cast<std::uintptr_t>(host->functions[functions[i]].address));
    if (!site.ok()) return say(site.error());
    wanted.push_back(sites[functions[i]] = *site);
  }
  return say(user.tracer->attach(wanted));
}

const char* detach(std::uint32_t number) { return say(users[number].tracer->detach()); }

std::uint64_t missed(std::uint32_t number) {
  return number < users.size() && users[number].tracer ? users[number].tracer->missed() : 0;
}

void* resolve(void** slot) {
  return reinterpret_cast<void*>(
      retprobe::resolve_return_address(reinterpret_cast<std::uintptr_t*>(slot)));
}

const char* const* designs() {
  static const std::vector<std::string> names = retprobe::design_names();
  static std::vector<const char*> list;
  if (list.empty()) {
    for (const std::string& name : names)
      if (name != "none") list.push_back(name.c_str());
    list.push_back(nullptr);
  }
  return list.data();
}

}  // namespace

const retprobe_adapter* retprobe_get_adapter() {
  static const retprobe_adapter adapter = {
      .version = RETPROBE_ADAPTER_VERSION,
      .nature = RETPROBE_USERS | RETPROBE_ENTRY_DATA | RETPROBE_VALUES | RETPROBE_ATTACH_IN_FLIGHT |
                RETPROBE_DETACH_IN_FLIGHT | RETPROBE_THREADS | RETPROBE_MODULES | RETPROBE_FORK |
                RETPROBE_PATCHABLE | RETPROBE_DECLINES,
      .reasons = 1 << RETPROBE_RETURNED | 1 << RETPROBE_UNWOUND | 1 << RETPROBE_ABANDONED,
      .order = RETPROBE_REVERSE,
      .name = "retprobe",
      .tracer_version = RETPROBE_VERSION,
      .variants = designs(),
      .start = start,
      .stop = stop,
      .attach = attach,
      .detach = detach,
      .unloaded = nullptr,
      .missed = missed,
      .resolve = resolve,
  };
  return &adapter;
}
