// LLVM XRay behind the contract, compiled in. XRay calls one handler, with the function's id and
// what happens there. It keeps nothing of a call. So nobody can decline, and an attach in flight is
// out of reach: the call's exit would be told to a user that was not told of its entry.
#include <cstddef>
#include <optional>
#include <vector>

#include "retprobe/adapter.h"
#include "users.h"

// From compiler-rt's public interface (xray/xray_interface.h). Debian has it in another package
// than the runtime.
enum XRayEntryType { ENTRY = 0, EXIT = 1, TAIL = 2, LOG_ARGS_ENTRY = 3 };
enum XRayPatchingStatus { NOT_INITIALIZED = 0, SUCCESS = 1, ONGOING = 2, FAILED = 3 };
extern "C" {
int __xray_set_handler(void (*handler)(std::int32_t, XRayEntryType));
int __xray_remove_handler();
void __xray_init();
XRayPatchingStatus __xray_patch_function(std::int32_t id);
XRayPatchingStatus __xray_unpatch_function(std::int32_t id);
std::uintptr_t __xray_function_address(std::int32_t id);
std::size_t __xray_max_function_id();
}

namespace {

const retprobe_host* host;
std::optional<Users> users;
std::vector<std::int32_t> id_of;                      // by number; 0: it has no sleds
std::vector<std::optional<std::uint32_t>> number_of;  // by id

// At a tail call XRay tells TAIL. It is the exit of the call that makes it.
void handle(std::int32_t id, XRayEntryType type) {
  const auto number = number_of[static_cast<std::size_t>(id)];
  if (!number) return;
  if (type == ENTRY || type == LOG_ARGS_ENTRY)
    users->for_each(*number, [&](std::uint32_t user) { host->entry(user, *number); });
  else
    users->for_each_reversed(*number, [&](std::uint32_t user) {
      host->exit(user, *number, RETPROBE_RETURNED, nullptr, 0);
    });
}

const char* start(const retprobe_host* the_host) {
  host = the_host;
  users.emplace(host->function_count);
  __xray_init();
  id_of.resize(host->function_count);
  number_of.resize(__xray_max_function_id() + 1);
  for (std::size_t id = 1; id < number_of.size(); ++id) {
    const std::uintptr_t address = __xray_function_address(static_cast<std::int32_t>(id));
    for (std::uint32_t number = 0; number < host->function_count; ++number) {
      if (reinterpret_cast<std::uintptr_t>(host->functions[number].address) != address) continue;
      number_of[id] = number;
      id_of[number] = static_cast<std::int32_t>(id);
    }
  }
  return __xray_set_handler(handle) ? nullptr : "XRay took no handler";
}

void stop() { __xray_remove_handler(); }

// A function is patched while it has users.
const char* attach(std::uint32_t user, const std::uint32_t* functions, std::uint32_t count,
                   std::uint32_t decline_every) {
  if (decline_every) return "XRay cannot decline calls";
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t number = functions[i];
    if (!id_of[number]) return "XRay has no sleds in this function";
    const bool is_first = !users->any(number);
    users->attach(user, number);
    if (is_first && __xray_patch_function(id_of[number]) != SUCCESS) return "XRay could not patch";
  }
  return nullptr;
}

const char* detach(std::uint32_t user) {
  for (std::uint32_t number = 0; number < host->function_count; ++number) {
    if (!users->any(number)) continue;
    users->detach(user, number);
    if (!users->any(number) && __xray_unpatch_function(id_of[number]) != SUCCESS)
      return "XRay could not unpatch";
  }
  return nullptr;
}

}  // namespace

const retprobe_adapter* retprobe_get_adapter() {
  static const retprobe_adapter adapter = {
      .version = RETPROBE_ADAPTER_VERSION,
      .nature = RETPROBE_USERS | RETPROBE_DETACH_IN_FLIGHT | RETPROBE_THREADS | RETPROBE_FORK |
                RETPROBE_EXIT_AT_TAIL_CALL,
      .reasons = 1 << RETPROBE_RETURNED,
      .order = RETPROBE_REVERSE,
      .name = "xray",
      .tracer_version = TRACER_VERSION,
      .variants = nullptr,
      .start = start,
      .stop = stop,
      .attach = attach,
      .detach = detach,
      .unloaded = nullptr,
      .missed = nullptr,
      .resolve = nullptr,
  };
  return &adapter;
}
