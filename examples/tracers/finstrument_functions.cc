// GCC's -finstrument-functions behind the contract, compiled in. The traced functions call two
// hooks, with their address, and this cannot be switched off. GCC keeps nothing of a call. So
// nobody can decline, and an attach in flight is out of reach: the call's exit would be told to a
// user that was not told of its entry. The exit's hook also runs while an exception leaves the
// function, and it is not told which of the two it is.
#include <optional>

#include "retprobe/adapter.h"
#include "users.h"

namespace {

const retprobe_host* host;
std::optional<Users> users;

template <class Tell>
void with_number(const void* function, const Tell& tell) {
  if (!users) return;
  for (std::uint32_t number = 0; number < host->function_count; ++number)
    if (host->functions[number].address == function) return tell(number);
}

const char* start(const retprobe_host* the_host) {
  host = the_host;
  users.emplace(host->function_count);
  return nullptr;
}

void stop() {}

const char* attach(std::uint32_t user, const std::uint32_t* functions, std::uint32_t count,
                   std::uint32_t decline_every) {
  if (decline_every) return "GCC's hooks cannot decline calls";
  for (std::uint32_t i = 0; i < count; ++i) users->attach(user, functions[i]);
  return nullptr;
}

const char* detach(std::uint32_t user) {
  for (std::uint32_t number = 0; number < host->function_count; ++number)
    users->detach(user, number);
  return nullptr;
}

void unloaded(std::uint32_t number) { users->detach_all(number); }

}  // namespace

extern "C" void __cyg_profile_func_enter(void* function, void*) {
  with_number(function, [](std::uint32_t number) {
    users->for_each(number, [&](std::uint32_t user) { host->entry(user, number); });
  });
}
extern "C" void __cyg_profile_func_exit(void* function, void*) {
  with_number(function, [](std::uint32_t number) {
    users->for_each_reversed(number, [&](std::uint32_t user) {
      host->exit(user, number, RETPROBE_UNKNOWN, nullptr, 0);
    });
  });
}

const retprobe_adapter* retprobe_get_adapter() {
  static const retprobe_adapter adapter = {
      .version = RETPROBE_ADAPTER_VERSION,
      .nature = RETPROBE_USERS | RETPROBE_DETACH_IN_FLIGHT | RETPROBE_THREADS | RETPROBE_MODULES |
                RETPROBE_FORK,
      .reasons = 0,
      .order = RETPROBE_REVERSE,
      .name = "finstrument_functions",
      .tracer_version = TRACER_VERSION,
      .variants = nullptr,
      .start = start,
      .stop = stop,
      .attach = attach,
      .detach = detach,
      .unloaded = unloaded,
      .missed = nullptr,
      .resolve = nullptr,
  };
  return &adapter;
}
