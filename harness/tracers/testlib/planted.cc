// A tracer for the judge's tests: the hooks of -finstrument-functions, right as far as they go.
// Each of its variants has one mistake, except right and starts_slowly.
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "retprobe/adapter.h"

namespace {

constexpr unsigned most_users = 16, most_depth = 64;
const retprobe_host* host;
struct {
  unsigned count;
  uint32_t users[most_users];  // in attach order
} attached[5];
thread_local struct {
  unsigned depth;
  uint64_t tickets[most_depth][most_users];
} calls;

bool plants(const char* name) { return host->variant && strcmp(host->variant, name) == 0; }

void hang() {
  if (const char* const pipe = getenv("RETPROBE_PLANTED_PIPE"))
    if (write(atoi(pipe), "+", 1) != 1) abort();
  for (;;) pause();
}

// With more than a tracer may write, but not with all of the memory.
void fill(int descriptor) {
  static char line[1 << 20];
  memset(line, 'x', sizeof line);
  for (unsigned i = 0; i < 32; ++i)
    if (write(descriptor, line, sizeof line) < 0) abort();
  hang();
}

uint32_t number_of(const void* function) {
  for (uint32_t i = 0; i < host->function_count; ++i)
    if (host->functions[i].address == function) return i;
  return 5;
}
bool is_g(uint32_t function) { return host->functions[function].name[14] == 'g'; }

void enter(uint32_t function) {
  if (plants("crashes_in_a_call") && is_g(function)) abort();
  for (unsigned i = 0; i < attached[function].count; ++i) {
    const uint32_t user = attached[function].users[i];
    if (plants("silent")) continue;
    calls.tickets[calls.depth][user] = host->entry(user, function);
    if (plants("entry_twice") && is_g(function)) host->entry(user, function);
    if (plants("unknown_user")) host->entry(77, function);
  }
  ++calls.depth;
}

void leave(uint32_t function) {
  --calls.depth;
  const unsigned count = attached[function].count;
  for (unsigned i = 0; i < count; ++i) {
    const uint32_t user = attached[function].users[plants("as_entries") ? i : count - 1 - i];
    if (plants("silent")) continue;
    if (plants("lost_exit") && user == 1 && is_g(function)) continue;
    const uint64_t value = static_cast<unsigned char>(host->functions[function].name[14]);
    const uint64_t wrong_value = 'x';
    uint64_t ticket = calls.tickets[calls.depth][user];
    if (plants("other_ticket") && calls.depth) ticket = calls.tickets[calls.depth - 1][user];
    if (plants("no_ticket")) ticket = 0;
    const retprobe_reason reason = plants("unwound") && is_g(function) ? RETPROBE_UNWOUND
                                   : plants("unknown")                 ? RETPROBE_UNKNOWN
                                                                       : RETPROBE_RETURNED;
    host->exit(user, function, reason, plants("wrong_value") ? &wrong_value : &value, ticket);
    if (plants("exit_twice") && user == 1 && is_g(function) && calls.depth == 0)
      host->exit(user, function, reason, &value, ticket);
  }
}

const char* start(const retprobe_host* the_host) {
  host = the_host;
  if (plants("closes_output")) close(1);
  while (plants("starts_slowly") && clock() < CLOCKS_PER_SEC / 10) {
  }
  return plants("does_not_start") ? "it is Monday" : nullptr;
}
void stop() {
  if (plants("crashes_at_the_end")) abort();
}
const char* attach(uint32_t user, const uint32_t* functions, uint32_t count, uint32_t) {
  if (plants("crashes_in_attach")) abort();
  if (plants("ends_the_process")) _exit(0);
  if (plants("hangs")) hang();
  if (plants("fills_output")) fill(1);
  if (plants("fills_errors")) fill(2);
  if (user == 1 && plants("refuses")) return "no room";
  for (uint32_t i = 0; i < count; ++i) {
    auto& list = attached[functions[i]];
    if (list.count == most_users) return "there are 16 users";
    list.users[list.count++] = user;
  }
  return nullptr;
}
const char* detach(uint32_t user) {
  if (plants("stays_attached") && user == 0) return nullptr;
  for (auto& list : attached)
    list.count =
        static_cast<unsigned>(std::remove(list.users, list.users + list.count, user) - list.users);
  return nullptr;
}
uint64_t missed(uint32_t) { return plants("misses") ? 3 : 0; }

}  // namespace

extern "C" {
void __cyg_profile_func_enter(void* function, void*) {
  if (const uint32_t number = host ? number_of(function) : 5; number != 5) enter(number);
}
void __cyg_profile_func_exit(void* function, void*) {
  if (const uint32_t number = host ? number_of(function) : 5; number != 5) leave(number);
}
}

const retprobe_adapter* retprobe_get_adapter() {
  if (getenv("RETPROBE_PLANTED_HANGS")) hang();
  static const char* const variants[] = {"right",
                                         "silent",
                                         "lost_exit",
                                         "exit_twice",
                                         "entry_twice",
                                         "as_entries",
                                         "unknown_user",
                                         "other_ticket",
                                         "no_ticket",
                                         "unwound",
                                         "unknown",
                                         "wrong_value",
                                         "misses",
                                         "crashes_in_a_call",
                                         "crashes_in_attach",
                                         "ends_the_process",
                                         "hangs",
                                         "fills_output",
                                         "fills_errors",
                                         "refuses",
                                         "stays_attached",
                                         "crashes_at_the_end",
                                         "closes_output",
                                         "starts_slowly",
                                         "does_not_start",
                                         nullptr};
  static retprobe_adapter adapter = {};
  adapter.version = RETPROBE_ADAPTER_VERSION;
  adapter.nature =
      RETPROBE_USERS | RETPROBE_ENTRY_DATA | RETPROBE_VALUES | RETPROBE_THREADS | RETPROBE_FORK;
  adapter.reasons = 1 << RETPROBE_RETURNED;
  adapter.order = RETPROBE_REVERSE;
  adapter.name = "planted";
  adapter.tracer_version = "1";
  adapter.variants = variants;
  adapter.start = start;
  adapter.stop = stop;
  adapter.attach = attach;
  adapter.detach = detach;
  adapter.missed = missed;
  return &adapter;
}
