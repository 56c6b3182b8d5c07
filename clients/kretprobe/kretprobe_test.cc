// Tests the rules of clients/kretprobe/kretprobe.h with every design and transfer.
#include "clients/kretprobe/kretprobe.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <thread>

#include "clients/testlib/fixture.h"
#include "clients/testlib/in_child.h"

namespace {
long played_cpus = 0;  // what sysconf says; 0: what it really says
}  // namespace

extern "C" long sysconf(int name) noexcept {
  static const auto real = reinterpret_cast<long (*)(int)>(dlsym(RTLD_NEXT, "sysconf"));
  return played_cpus && name == _SC_NPROCESSORS_ONLN ? played_cpus : real(name);
}

// While a test wants it, what is deleted becomes zeros and is kept: who reads it sees zeros, and
// the test sees who writes to it.
namespace {

std::atomic<bool> keeps_deleted{false};
std::atomic<std::size_t> deleted_count{0};
struct {
  unsigned char* memory;
  std::size_t bytes;
} deleted[1024];

bool has_written_to_deleted() {
  for (std::size_t i = 0; i < std::min(deleted_count.load(), std::size(deleted)); ++i)
    if (std::any_of(deleted[i].memory, deleted[i].memory + deleted[i].bytes,
                    [](unsigned char byte) { return byte != 0; }))
      return true;
  return false;
}

}  // namespace

void operator delete(void* memory) noexcept {
  if (memory && keeps_deleted)
    if (const std::size_t index = deleted_count++; index < std::size(deleted)) {
      const std::size_t bytes = malloc_usable_size(memory);
      deleted[index] = {static_cast<unsigned char*>(std::memset(memory, 0, bytes)), bytes};
      return;
    }
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace retprobe::kretprobe {
namespace {

using client_test::in_child;

// What handlers record: a letter each, and values. The handlers here use the full register set, so
// they may be ordinary code.
std::string events;
std::uint64_t seen_value;
std::uintptr_t seen_entry_ret, seen_exit_ret;  // of `watched`; of all if it is null
const Kretprobe* watched = nullptr;

int note_entry(KretprobeInstance& instance, Registers&) {
  events += 'e';
  if (!watched || watched == &instance.probe) seen_entry_ret = instance.ret_addr;
  return 0;
}
int note_exit(KretprobeInstance& instance, Registers& registers) {
  events += 'x';
  seen_value = regs_return_value(registers);
  if (!watched || watched == &instance.probe) seen_exit_ret = instance.ret_addr;
  return 0;
}
int decline(KretprobeInstance&, Registers&) {
  events += 'd';
  return 1;
}
// These two run with the scalar set too. The functions that they see have no vector argument to
// lose.
int keep_argument(KretprobeInstance& instance, Registers& registers) {
  std::memcpy(instance.data, &registers.rdi, sizeof registers.rdi);
  return 0;
}
int add_argument(KretprobeInstance& instance, Registers& registers) {
  std::uint64_t argument;
  std::memcpy(&argument, instance.data, sizeof argument);
  regs_set_return_value(registers, 1000 + 100 * argument + regs_return_value(registers));
  return 0;
}
template <char letter>
int note_letter(KretprobeInstance&, Registers&) {
  events += letter;
  return 0;
}
int call_probed(KretprobeInstance&, Registers&) {
  events += static_cast<char>('0' + fx_leaf(1));
  return 0;
}
int unregister_self(KretprobeInstance& instance, Registers&) {
  const Error error = unregister_kretprobe(instance.probe);
  events += error.code() == Error::Code::busy ? 'b' : '?';
  return 0;
}

// Contains one call instruction, so it has one return address.
[[gnu::noinline]] int call_tail_caller() {
  return fx_tail_caller(1) + static_cast<int>(events.size() >> 30);
}

class KretprobeOf : public testing::TestWithParam<Configuration> {};

#define IN_CHILD(...) in_child(GetParam(), [&]()->std::string __VA_ARGS__)
#define MUST(call) \
  if (const Error error = (call)) return error.message()

TEST_P(KretprobeOf, EntryExitReturnValueAndAddress) {
  EXPECT_EQ(IN_CHILD({
              Kretprobe probe{.symbol_name = "fx_outer",
                              .entry_handler = note_entry,
                              .handler = note_exit,
                              .registers = RegisterSet::full};
              MUST(register_kretprobe(probe));
              const int result = fx_outer(1);
              MUST(unregister_kretprobe(probe));
              (void)fx_outer(1);
              const Result<const Site*> own = site_at(seen_exit_ret);
              if (own.ok() || seen_entry_ret != seen_exit_ret) return "not the caller's address";
              return events + " " + std::to_string(seen_value) + " " + std::to_string(result) +
                     " missed " + std::to_string(probe.nmissed()) + " active " +
                     std::to_string(probe.active());
            }),
            "ex 21 21 missed 0 active 0");
}

// The caller of fx_leaf is inside fx_middle. Its return address is the real one, although fx_middle
// is probed too.
TEST_P(KretprobeOf, RetAddrIsRealInNestsAndTailCalls) {
  EXPECT_EQ(IN_CHILD({
              Kretprobe leaf{.symbol_name = "fx_leaf",
                             .entry_handler = note_entry,
                             .handler = note_exit,
                             .registers = RegisterSet::full};
              Kretprobe middle{.symbol_name = "fx_middle",
                               .handler = note_letter<'m'>,
                               .registers = RegisterSet::full};
              Kretprobe* both[] = {&leaf, &middle};
              MUST(register_kretprobes(both));
              (void)fx_middle(1);
              const Result<std::vector<const Site*>> site = find_sites("fx_middle");
              const std::uintptr_t within = seen_exit_ret - site->front()->address;
              if (within >= site->front()->size || seen_entry_ret != seen_exit_ret)
                return "not in fx_middle";
              MUST(unregister_kretprobes(both));
              Kretprobe caller{.symbol_name = "fx_tail_caller",
                               .entry_handler = note_entry,
                               .handler = note_exit,
                               .registers = RegisterSet::full};
              MUST(register_kretprobe(caller));
              (void)call_tail_caller();
              const std::uintptr_t real = seen_exit_ret;
              Kretprobe target{.symbol_name = "fx_tail_target",
                               .entry_handler = note_entry,
                               .handler = note_exit,
                               .registers = RegisterSet::full};
              MUST(unregister_kretprobe(caller));
              MUST(register_kretprobe(target));
              MUST(register_kretprobe(caller));
              watched = &target;
              if (call_tail_caller() != 6) return "wrong result";
              if (seen_entry_ret != seen_exit_ret) return "entry and exit differ";
              return events + (seen_exit_ret == real ? " real" : " another");
            }),
            // call_through calls the body from its own block, so a tail call returns there.
            client_test::wiring_of(GetParam()) == Wiring::framed ? "exmexeexx another"
                                                                 : "exmexeexx real");
}

TEST_P(KretprobeOf, DataIsPerCallAndPrivate) {
  EXPECT_EQ(IN_CHILD({
              Kretprobe probe{.symbol_name = "fx_leaf",
                              .entry_handler = keep_argument,
                              .handler = add_argument,
                              .data_size = 8};
              MUST(register_kretprobe(probe));
              std::string text;
              for (int i = 1; i < 4; ++i) text += std::to_string(fx_leaf(i)) + " ";
              MUST(unregister_kretprobe(probe));
              return text + std::to_string(fx_leaf(1));
            }),
            "1102 1203 1304 2");
}

TEST_P(KretprobeOf, DataSizes) {
  EXPECT_EQ(IN_CHILD({
              static std::size_t size;
              static bool right;
              for (const std::size_t wanted : {0u, 1u, 2u, 4u, 8u, 64u, 4096u}) {
                size = wanted;
                right = false;
                Kretprobe probe{.symbol_name = "fx_leaf",
                                .entry_handler =
                                    [](KretprobeInstance& instance, Registers&) {
                                      if (size) std::memset(instance.data, 0x5a, size);
                                      return (instance.data == nullptr) == (size == 0) ? 0 : 1;
                                    },
                                .handler =
                                    [](KretprobeInstance& instance, Registers&) {
                                      right = (instance.data == nullptr) == (size == 0);
                                      for (std::size_t i = 0; i < size; ++i)
                                        right &=
                                            static_cast<unsigned char*>(instance.data)[i] == 0x5a;
                                      return 0;
                                    },
                                .data_size = wanted,
                                .registers = RegisterSet::full};
                MUST(register_kretprobe(probe));
                (void)fx_leaf(1);
                MUST(unregister_kretprobe(probe));
                if (!right) return "wrong at " + std::to_string(wanted);
              }
              Kretprobe large{.symbol_name = "fx_leaf", .handler = note_exit, .data_size = 4097};
              const Error error = register_kretprobe(large);
              return error.code() == Error::Code::usage ? "ok" : "4097 bytes: " + error.message();
            }),
            "ok");
}

TEST_P(KretprobeOf, DeclinedEntryHasNoExitAndIsNotMissed) {
  EXPECT_EQ(IN_CHILD({
              Kretprobe probe{.symbol_name = "fx_leaf",
                              .entry_handler = decline,
                              .handler = note_exit,
                              .maxactive = 1,
                              .registers = RegisterSet::full};
              MUST(register_kretprobe(probe));
              for (int i = 0; i < 3; ++i) (void)fx_leaf(1);
              return events + " " + std::to_string(probe.nmissed()) + " " +
                     std::to_string(probe.active());
            }),
            "ddd 0 0");
}

TEST_P(KretprobeOf, ExitsRunInReverse) {
  EXPECT_EQ(IN_CHILD({
              Kretprobe first{.symbol_name = "fx_leaf",
                              .entry_handler = note_letter<'A'>,
                              .handler = note_letter<'a'>,
                              .registers = RegisterSet::full};
              Kretprobe second{.symbol_name = "fx_leaf",
                               .entry_handler = note_letter<'B'>,
                               .handler = note_letter<'b'>,
                               .registers = RegisterSet::full};
              Kretprobe* both[] = {&first, &second};
              MUST(register_kretprobes(both));
              (void)fx_leaf(1);
              MUST(unregister_kretprobe(first));
              (void)fx_leaf(1);
              return events;
            }),
            "ABbaBb");
}

TEST_P(KretprobeOf, MaxactiveMissesAndSkipsTheEntryHandler) {
  // fib(4) makes 9 calls, at most 4 deep. With two instances, the calls below depth 2 are missed.
  EXPECT_EQ(IN_CHILD({
              Kretprobe probe{.symbol_name = "fx_fib",
                              .entry_handler = note_entry,
                              .handler = note_exit,
                              .maxactive = 2,
                              .registers = RegisterSet::full};
              MUST(register_kretprobe(probe));
              if (fx_fib(4) != 3) return "wrong result";
              const std::string during = events + " " + std::to_string(probe.nmissed());
              MUST(unregister_kretprobe(probe));
              return during + " " + std::to_string(probe.nmissed()) + " " +
                     std::to_string(probe.active());
            }),
            "eexexx 6 6 0");
}

TEST_P(KretprobeOf, HandlersThatCallProbedFunctionsMissThem) {
  EXPECT_EQ(IN_CHILD({
              Kretprobe leaf{
                  .symbol_name = "fx_leaf", .handler = note_exit, .registers = RegisterSet::full};
              Kretprobe target{.symbol_name = "fx_tail_target",
                               .entry_handler = call_probed,
                               .handler = call_probed,
                               .registers = RegisterSet::full};
              Kretprobe* both[] = {&leaf, &target};
              MUST(register_kretprobes(both));
              (void)fx_tail_target(1);
              const std::string during = events + " " + std::to_string(leaf.nmissed()) + " " +
                                         std::to_string(target.nmissed());
              keeps_deleted = true;
              MUST(unregister_kretprobes(both));
              keeps_deleted = false;
              return during + ", then " + std::to_string(leaf.nmissed()) + " " +
                     std::to_string(target.nmissed());
            }),
            "22 2 0, then 2 0");
}

TEST_P(KretprobeOf, DisabledIsNotMissedAndCallsInFlightStillExit) {
  EXPECT_EQ(IN_CHILD({
              static Kretprobe probe{.symbol_name = "fx_hold",
                                     .entry_handler = note_entry,
                                     .handler = note_exit,
                                     .registers = RegisterSet::full,
                                     .disabled = true};
              const auto plain = [](int value) { return value; };
              MUST(register_kretprobe(probe));
              (void)fx_hold(plain, 1);
              MUST(enable_kretprobe(probe));
              (void)fx_hold(plain, 1);
              events += ' ';
              (void)fx_hold([](int value) { return disable_kretprobe(probe) ? -1 : value; }, 1);
              (void)fx_hold(plain, 1);
              events += ' ';
              MUST(enable_kretprobe(probe));
              (void)fx_hold(plain, 1);
              MUST(unregister_kretprobe(probe));
              if (!disable_kretprobe(probe) || !enable_kretprobe(probe))
                return "no error when it is not registered";
              return events + " " + std::to_string(probe.nmissed());
            }),
            "ex ex ex 0");
}

TEST_P(KretprobeOf, UnregisterInFlightHearsNoMore) {
  EXPECT_EQ(IN_CHILD({
              static Kretprobe probe{.symbol_name = "fx_hold",
                                     .entry_handler = note_entry,
                                     .handler = note_exit,
                                     .registers = RegisterSet::full};
              MUST(register_kretprobe(probe));
              const int result =
                  fx_hold([](int value) { return unregister_kretprobe(probe) ? -1000 : value; }, 1);
              return events + " " + std::to_string(result);
            }),
            "e 101");
}

TEST_P(KretprobeOf, UnregisterFromItsOwnHandlerIsRefused) {
  EXPECT_EQ(IN_CHILD({
              Kretprobe probe{.symbol_name = "fx_leaf",
                              .entry_handler = unregister_self,
                              .handler = note_exit,
                              .registers = RegisterSet::full};
              MUST(register_kretprobe(probe));
              (void)fx_leaf(1);
              (void)fx_leaf(1);
              MUST(unregister_kretprobe(probe));
              return events;
            }),
            "bxbx");
}

TEST_P(KretprobeOf, InstancesOfCallsThatDoNotReturnAreRecycled) {
  EXPECT_EQ(IN_CHILD({
              Kretprobe probe{.symbol_name = "fx_jumper",
                              .entry_handler = note_entry,
                              .handler = note_exit,
                              .maxactive = 2,
                              .registers = RegisterSet::full};
              MUST(register_kretprobe(probe));
              static int i;
              for (i = 0; i < 4; ++i) {
                static std::jmp_buf target;
                if (setjmp(target) == 0) fx_deep_jumper(&target);
              }
              return events + " " + std::to_string(probe.nmissed());
            }),
            client_test::deaf_to_jumps(GetParam()) ? "ee 2" : "eeee 0");
}

TEST_P(KretprobeOf, FailingBatchRollsBack) {
  EXPECT_EQ(IN_CHILD({
              Kretprobe first{
                  .symbol_name = "fx_leaf", .handler = note_exit, .registers = RegisterSet::full};
              Kretprobe second{
                  .symbol_name = "fx_middle", .handler = note_exit, .registers = RegisterSet::full};
              Kretprobe wrong{.symbol_name = "fx_no_such_function", .handler = note_exit};
              Kretprobe* batch[] = {&first, &second, &wrong};
              const Error error = register_kretprobes(batch);
              if (error.code() != Error::Code::not_found) return "code: " + error.message();
              if (error.message().find("fx_no_such_function") == std::string::npos)
                return error.message();
              if (usage().sites != 0) return "something is still attached";
              (void)fx_middle(1);
              if (!events.empty()) return "heard " + events;
              MUST(register_kretprobe(first));  // it was unregistered, so this must work
              MUST(register_kretprobe(second));
              (void)fx_middle(1);
              return events;
            }),
            "xx");
}

TEST_P(KretprobeOf, ThreadsAddUp) {
  EXPECT_EQ(
      IN_CHILD({
        static std::atomic<std::uint64_t> entries{0}, exits{0};
        Kretprobe probe{
            .symbol_name = "fx_leaf",
            .entry_handler = [](KretprobeInstance&,
                                Registers&) { return static_cast<int>(++entries & 1); },
            .handler = [](KretprobeInstance&, Registers&) { return static_cast<int>(++exits & 0); },
            .maxactive = 2,
            .registers = RegisterSet::full};
        MUST(register_kretprobe(probe));
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
          threads.emplace_back([] {
            for (int i = 0; i < 5000; ++i) (void)fx_leaf(i);
          });
        for (std::thread& thread : threads) thread.join();
        MUST(unregister_kretprobe(probe));
        if (exits != entries / 2)
          return std::to_string(exits) + " exits of " + std::to_string(entries) + " entries";
        if (probe.active() != 0) return "instances lost";
        return std::to_string(entries + probe.nmissed());
      }),
      "20000");
}

std::jmp_buf out_of_handler;
int jump_out(KretprobeInstance&, Registers&) { std::longjmp(out_of_handler, 1); }
[[gnu::noinline]] void call_and_be_left() {
  if (setjmp(out_of_handler) == 0) (void)fx_leaf(1);
}

TEST_P(KretprobeOf, AHandlerThatJumpsOutLeavesItsInstance) {
  EXPECT_EQ(IN_CHILD({
              std::string text;
              for (const bool at_entry : {true, false}) {
                Kretprobe probe{.symbol_name = "fx_leaf",
                                .entry_handler = at_entry ? jump_out : note_entry,
                                .handler = jump_out,
                                .maxactive = 2,
                                .registers = RegisterSet::full};
                MUST(register_kretprobe(probe));
                for (int i = 0; i < 5; ++i) call_and_be_left();
                text +=
                    std::to_string(probe.active()) + " " + std::to_string(probe.nmissed()) + " ";
                MUST(unregister_kretprobe(probe));
              }
              return text + events;
            }),
            // The design's own pool has the instances until a return finds them.
            GetParam().design == "instance_pool" ? "0 3 0 3 ee" : "0 0 0 0 eeeee");
}

TEST_P(KretprobeOf, TheChildOfAForkHasNoInstanceInUse) {
  EXPECT_EQ(IN_CHILD({
              static std::atomic<bool> is_in{false}, may_return{false};
              const auto wait = [](int) {
                is_in = true;
                while (!may_return) std::this_thread::yield();
                return 0;
              };
              Kretprobe probe{.symbol_name = "fx_hold",
                              .handler = note_exit,
                              .maxactive = 1,
                              .registers = RegisterSet::full};
              MUST(register_kretprobe(probe));
              std::thread thread([&] { (void)fx_hold(wait, 0); });
              while (!is_in) std::this_thread::yield();
              const pid_t child = fork();
              if (child == 0) {
                for (int i = 0; i < 3; ++i) (void)fx_hold([](int) { return 0; }, 0);
                _exit(events == "xxx" && probe.nmissed() == 0 && probe.active() == 0 ? 0 : 1);
              }
              int status = -1;
              if (child < 0 || waitpid(child, &status, 0) != child) return "no child";
              const std::string in_parent = std::to_string(probe.active());
              may_return = true;
              thread.join();
              return std::to_string(status) + " " + in_parent + " " +
                     std::to_string(probe.active());
            }),
            "0 1 0");
}

INSTANTIATE_TEST_SUITE_P(Designs, KretprobeOf, testing::ValuesIn(client_test::configurations()),
                         [](const auto& of) { return client_test::name_of(of.param); });

std::string error_of(Kretprobe& probe, Error::Code code) {
  const Error error = register_kretprobe(probe);
  return error.code() == code ? error.message() : "another code: " + error.message();
}

// Waits in its entry handler until the test says go on. Before that, it misses a call.
std::atomic<bool> is_inside{false}, may_go_on{false};
int wait_inside(KretprobeInstance&, Registers&) {
  (void)fx_leaf(1);
  is_inside = true;
  while (!may_go_on) std::this_thread::yield();
  events += 'w';
  return 0;
}
std::thread call_and_wait() {
  std::thread thread([] { (void)fx_leaf(1); });
  while (!is_inside) std::this_thread::yield();
  return thread;
}

// Each waits 5 s for the handler, as a detach does.
TEST(Kretprobe, UnregisteredWhileAHandlerIsStuck) {
  EXPECT_EQ(in_child({},
                     []() -> std::string {
                       Kretprobe probe{.symbol_name = "fx_leaf",
                                       .entry_handler = wait_inside,
                                       .handler = note_exit,
                                       .registers = RegisterSet::full};
                       MUST(register_kretprobe(probe));
                       std::thread thread = call_and_wait();
                       keeps_deleted = true;
                       if (unregister_kretprobe(probe).code() != Error::Code::busy) return "done";
                       const std::string before = std::to_string(probe.nmissed()) + " ";
                       if (disable_kretprobe(probe).code() != Error::Code::not_found)
                         return "still registered";
                       probe.entry_handler = note_entry;
                       MUST(register_kretprobe(probe));
                       keeps_deleted = false;
                       may_go_on = true;
                       thread.join();
                       if (has_written_to_deleted()) return "the handler's state was deleted";
                       (void)fx_leaf(1);
                       return before + events + " " + std::to_string(probe.nmissed());
                     }),
            "1 wex 0");
}

TEST(Kretprobe, GoesOutOfScopeWhileAHandlerIsStuck) {
  EXPECT_EQ(
      in_child({},
               []() -> std::string {
                 std::thread thread;
                 {
                   Kretprobe probe{.symbol_name = "fx_leaf",
                                   .entry_handler = wait_inside,
                                   .registers = RegisterSet::full};
                   MUST(register_kretprobe(probe));
                   thread = call_and_wait();
                 }
                 // If the handler's state had been freed, it would be in one of these.
                 std::vector<std::string> others;
                 others.reserve(1024);
                 for (std::size_t i = 64; i < 1024; ++i) others.emplace_back(i, '\0');
                 may_go_on = true;
                 thread.join();
                 for (const std::string& other : others)
                   if (other.find_first_not_of('\0') != std::string::npos)
                     return "the handler's hook has written to memory that is not the probe's";
                 (void)fx_leaf(1);
                 return events;
               }),
      "w");
}

// A handler may not detach, so the probe's handlers go on to use its state.
TEST(Kretprobe, GoesOutOfScopeInAnothersHandler) {
  const std::string text = in_child({}, []() -> std::string {
    static std::optional<Kretprobe> leaf;
    leaf.emplace();
    leaf->symbol_name = "fx_leaf";
    leaf->entry_handler = decline;
    leaf->registers = RegisterSet::full;
    MUST(register_kretprobe(*leaf));
    Kretprobe outer{.symbol_name = "fx_outer",
                    .entry_handler = [](KretprobeInstance&, Registers&) { return leaf.reset(), 1; },
                    .registers = RegisterSet::full};
    MUST(register_kretprobe(outer));
    return client_test::said_on_stderr([] { (void)fx_outer(1); }) + " " + events;
  });
  EXPECT_TRUE(text.starts_with("retprobe: ")) << text;
  EXPECT_TRUE(text.ends_with("\n ddd")) << text;
}

TEST(Kretprobe, AllOfABatchAreUnregisteredAndTheFirstErrorIsReturned) {
  EXPECT_EQ(in_child({},
                     []() -> std::string {
                       Kretprobe leaf{.symbol_name = "fx_leaf", .handler = note_exit};
                       Kretprobe middle{.symbol_name = "fx_middle", .handler = note_exit};
                       Kretprobe outer{.symbol_name = "fx_outer", .handler = note_exit};
                       Kretprobe* const all[] = {&middle, &leaf, &outer};
                       MUST(register_kretprobe(leaf));
                       const Error error = unregister_kretprobes(all);
                       if (usage().sites != 0) return "something is still attached";
                       MUST(register_kretprobes(all));
                       MUST(unregister_kretprobes(all));
                       if (usage().sites != 0) return "not all are unregistered";
                       return error.message();
                     }),
            "kretprobe fx_outer: it is not registered");
}

TEST(Kretprobe, RegisteredInAHandlerIsRefused) {
  EXPECT_EQ(in_child({},
                     []() -> std::string {
                       static Kretprobe leaf{.symbol_name = "fx_leaf", .handler = note_exit};
                       const auto on_entry = [](KretprobeInstance&, Registers&) {
                         events += register_kretprobe(leaf) ? 'r' : '?';
                         return 1;
                       };
                       Kretprobe outer{.symbol_name = "fx_outer",
                                       .entry_handler = on_entry,
                                       .registers = RegisterSet::full};
                       MUST(register_kretprobe(outer));
                       (void)fx_outer(1);
                       return events;
                     }),
            "r");
}

TEST(Kretprobe, ContradictionsAreRefused) {
  EXPECT_EQ(in_child({},
                     []() -> std::string {
                       Kretprobe none{.handler = note_exit};
                       Kretprobe both{.symbol_name = "fx_leaf", .address = 1, .handler = note_exit};
                       Kretprobe idle{.symbol_name = "fx_leaf"};
                       Kretprobe glob{.symbol_name = "fx_*", .handler = note_exit};
                       return error_of(none, Error::Code::usage) + "\n" +
                              error_of(both, Error::Code::usage) + "\n" +
                              error_of(idle, Error::Code::usage) + "\n" +
                              error_of(glob, Error::Code::usage);
                     }),
            "kretprobe 0: it names no function; set symbol_name or address\n"
            "kretprobe fx_leaf: it has a symbol_name and an address; set one of them\n"
            "kretprobe fx_leaf: it has no handler; set handler or entry_handler\n"
            "kretprobe fx_*: 11 functions have this name; give the address of one");
}

// The other one is called FxTwin(char const*), and has this name without its parameters.
TEST(Kretprobe, TheOneWithExactlyThisNameIsMeantOrTheOnlyOne) {
  EXPECT_EQ(in_child({},
                     []() -> std::string {
                       if (find_sites("FxTwin")->size() != 2) return "the name is not ambiguous";
                       Kretprobe probe{.symbol_name = "FxTwin",
                                       .handler = note_exit,
                                       .registers = RegisterSet::full};
                       MUST(register_kretprobe(probe));
                       (void)FxTwin("text");
                       (void)FxTwin(1);
                       Kretprobe glob{.symbol_name = "fx_lea?",
                                      .handler = note_exit,
                                      .registers = RegisterSet::full};
                       MUST(register_kretprobe(glob));
                       (void)fx_leaf(7);
                       return events + " " + std::to_string(seen_value);
                     }),
            "xx 8");
}

TEST(Kretprobe, CountsWhatIsInFlightAndNothingBeforeItIsRegistered) {
  EXPECT_EQ(in_child({},
                     []() -> std::string {
                       static Kretprobe probe{.symbol_name = "fx_hold",
                                              .handler = note_exit,
                                              .registers = RegisterSet::full};
                       const auto active = [](int) { return static_cast<int>(probe.active()); };
                       std::string text = std::to_string(probe.nmissed()) + " " +
                                          std::to_string(probe.active()) + " ";
                       MUST(register_kretprobe(probe));
                       text += std::to_string(fx_hold(active, 0) - 100) + " ";
                       return text + std::to_string(probe.active());
                     }),
            "0 0 1 0");
}

// So many calls of fx_hold in each other.
int nested(int depth) { return depth == 0 ? 0 : fx_hold(nested, depth - 1); }

TEST(Kretprobe, WithoutMaxactiveItHasTwiceTheProcessorsAndTenAtLeast) {
  for (const long cpus : {-1L, 1L, 5L, 6L, 8L})
    EXPECT_EQ(in_child({},
                       [cpus]() -> std::string {
                         played_cpus = cpus;
                         Kretprobe probe{.symbol_name = "fx_hold",
                                         .handler = note_exit,
                                         .registers = RegisterSet::full};
                         MUST(register_kretprobe(probe));
                         (void)nested(20);
                         return std::to_string(events.size()) + " " +
                                std::to_string(probe.nmissed());
                       }),
              std::to_string(std::max(10L, 2 * cpus)) + " " +
                  std::to_string(20 - std::max(10L, 2 * cpus)));
}

TEST(Kretprobe, AddressOfFunctionAndTwiceAndNot) {
  EXPECT_EQ(in_child({},
                     []() -> std::string {
                       Kretprobe probe{.address = find_sites("fx_leaf")->front()->address,
                                       .handler = note_exit,
                                       .registers = RegisterSet::full};
                       MUST(register_kretprobe(probe));
                       (void)fx_leaf(1);
                       if (register_kretprobe(probe).code() != Error::Code::already) return "twice";
                       MUST(unregister_kretprobe(probe));
                       if (unregister_kretprobe(probe).code() != Error::Code::not_found)
                         return "unregistered twice";
                       {
                         Kretprobe scoped{.symbol_name = "fx_leaf", .handler = note_exit};
                         MUST(register_kretprobe(scoped));
                       }
                       if (usage().sites != 0) return "its scope is over and it is attached";
                       Kretprobe wild{.address = 0x1234, .handler = note_exit};
                       return events + (register_kretprobe(wild) ? "" : " at 0x1234");
                     }),
            "x");
}

}  // namespace
}  // namespace retprobe::kretprobe
