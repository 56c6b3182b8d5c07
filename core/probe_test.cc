// Tests of the public API: its errors and their messages, the roll-back of batches, and when a call
// is refused.
#include "retprobe/probe.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <optional>
#include <set>
#include <sstream>
#include <thread>

#include "core/control/tracer_state.h"
#include "core/hooks/design_table.h"
#include "core/testlib/site_fixture.h"
#include "retprobe/shadow_view.h"

namespace retprobe {
namespace {

using Code = Error::Code;
using Function = int (*)(int);

// The configuration is per process, so each case runs in a child process. The fixture is loaded
// there, and the text that `work` returns is the result.
std::string in_child(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    const std::string text = work();
    const bool written =
        write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(written ? 0 : 3);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return status == 0 ? text : text + " [child ended with status " + std::to_string(status) + "]";
}

struct Counts {
  std::atomic<int> entries{0}, exits{0};
  std::string text() const { return std::to_string(entries) + "/" + std::to_string(exits); }
};
bool count_entry(void* counts, EntryFrame&) {
  ++static_cast<Counts*>(counts)->entries;
  return true;
}
void count_exit(void* counts, ReturnFrame&) { ++static_cast<Counts*>(counts)->exits; }

TracerOptions counting(Counts& counts, std::string name = "mine") {
  return {.name = std::move(name),
          .on_entry = count_entry,
          .on_return = count_exit,
          .context = &counts,
          .registers = RegisterSet::full};
}

// A tracer with its counts.
class Counted : public Counts {
 public:
  explicit Counted(std::string name = "mine")
      : tracer_(Tracer::make(counting(*this, std::move(name)))) {}
  Tracer* operator->() { return &*tracer_; }
  Tracer& operator*() { return *tracer_; }

 private:
  Result<Tracer> tracer_;
};

std::vector<std::string> hooked_designs() {
  std::vector<std::string> names = design_names();
  std::erase_if(names, [](const std::string& name) {
    return find_design(name)->facts.wiring == Wiring::unhooked;
  });
  return names;
}

std::string code_name(const Error& error) {
  constexpr const char* names[] = {"none", "usage",     "not_found",   "refused", "already",
                                   "busy", "exhausted", "unsupported", "system"};
  return std::string(names[static_cast<int>(error.code())]) + ": " + error.message();
}

// Loaded once; the child processes inherit it.
const Library& fixture() {
  static const Library library(fixtures() / "libprobe_fixture.so");
  return library;
}
Function function(const char* name) { return reinterpret_cast<Function>(fixture().symbol(name)); }
const Site* site(const char* name) { return fixture().site(name); }
int meanwhile(Function work, int value) {
  return reinterpret_cast<int (*)(Function, int)>(fixture().symbol("pf_meanwhile"))(work, value);
}

// With N for each address, as they differ from run to run.
std::string without_addresses(std::string text) {
  for (std::size_t at; (at = text.find("0x")) != std::string::npos;)
    text.replace(at, text.find_first_not_of("0123456789abcdefx", at) - at, "N");
  return text;
}

class Probe : public testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(function("pf_one"), nullptr); }
};

#define CASE(...) in_child([&]()->std::string __VA_ARGS__)
#define MUST(call) \
  if (const Error error = (call)) return "unexpected " + code_name(error)

TEST_F(Probe, MakeRefusesWhatCannotBe) {
  const auto refusal = [](TracerOptions options) {
    const Result<Tracer> tracer = Tracer::make(std::move(options));
    return tracer.ok() ? "made" : code_name(tracer.error());
  };
  EXPECT_EQ(refusal({.name = "t", .entry_data_bytes = 4097}),
            "usage: tracer t: 4097 bytes of entry data; at most 4096 per tracer and call");
  EXPECT_EQ(refusal({.name = "t", .entry_data_bytes = 4096}), "made");
  EXPECT_EQ(
      refusal({.name = "t", .on_entry = count_entry, .redirects = true}),
      "usage: tracer t: a tracer that redirects calls needs the full register set (it sets rip)");
  EXPECT_EQ(refusal({.name = "t", .registers = RegisterSet::full, .redirects = true}),
            "usage: tracer t: it redirects calls, and has no entry handler that could");
}

TEST_F(Probe, ConfigureNamesWhatThereIs) {
  EXPECT_EQ(CASE({ return code_name(configure({.design = "magic"})); }).substr(0, 44),
            "not_found: no design 'magic'; there are bitm");
  EXPECT_EQ(
      CASE({ return code_name(configure({.transfer = "teleport"})); }),
      "not_found: no return transfer 'teleport'; there are paired, push_ret, call_ret, jump, trap");
  EXPECT_EQ(CASE({
              for (const std::string& design : design_names())
                for (const std::string_view transfer : transfer_names()) {
                  MUST(configure({design, std::string(transfer)}));
                  if (configuration().design != design || configuration().transfer != transfer)
                    return "another one";
                }
              return "ok";
            }),
            "ok");
}

TEST_F(Probe, AttachBeforeConfigure) {
  EXPECT_EQ(CASE({
              Counted tracer;
              return code_name(tracer->attach("pf_one"));
            }),
            "usage: attach before configure(): choose a design and a return transfer first");
}

TEST_F(Probe, ConfigureWhileAttachedOrInFlight) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counted tracer;
              MUST(tracer->attach("pf_one"));
              MUST(configure({}));  // the configuration that is set already
              const std::string text = code_name(configure({.design = "bitmask"}));
              MUST(tracer->detach());
              MUST(configure({.design = "bitmask"}));
              return text;
            }),
            "busy: cannot change design or transfer while a tracer is attached to 'pf_one'; detach "
            "all tracers first");
  EXPECT_EQ(
      CASE({
        MUST(configure({}));
        static Counted tracer;
        static std::string text;
        MUST(tracer->attach("pf_meanwhile"));
        const int result = meanwhile(
            [](int value) {
              if (const Error error = tracer->detach()) text = code_name(error);
              text += code_name(configure({.design = "bitmask"}));
              return value + 5;
            },
            1);
        return text + " " + std::to_string(result) + " " + tracer.text() + " then " +
               code_name(configure({.design = "bitmask"}));
      }),
      "busy: cannot change design or transfer: 1 probed calls are in flight 6 1/0 then none: ");
}

// A call that a jump has left is not in flight, though nobody has noticed the jump yet.
TEST_F(Probe, ConfigureAfterAJumpOutOfACall) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counted tracer;
              MUST(tracer->attach("pf_meanwhile"));
              static void* above[5];
              // Below where configure will look.
              static void (*volatile const far_below)() = [] {
                char room[1 << 16];
                asm volatile("" : : "r"(room) : "memory");
                meanwhile([](int) -> int { __builtin_longjmp(above, 1); }, 1);
                asm volatile("" : : "r"(room) : "memory");  // so that it is no tail call
              };
              if (!__builtin_setjmp(above)) far_below();
              MUST(tracer->detach());
              MUST(configure({.design = "bitmask"}));
              return tracer.text() + " " + configuration().design;
            }),
            "1/0 bitmask");
}

// The library interposes the unwinder's functions in programs that choose no design, too.
TEST_F(Probe, ARaiseWithoutAHandlerOrADesign) {
  EXPECT_EQ(CASE({
              static _Unwind_Reason_Code raised;
              pthread_t thread;
              const auto raise = [](void*) -> void* {
                _Unwind_Exception exception{};
                std::memcpy(&exception.exception_class, "of nobod",
                            sizeof exception.exception_class);
                raised = _Unwind_RaiseException(&exception);
                return nullptr;
              };
              if (pthread_create(&thread, nullptr, raise, nullptr)) return "no thread";
              pthread_join(thread, nullptr);
              return std::to_string(raised);
            }),
            std::to_string(_URC_END_OF_STACK));
}

TEST_F(Probe, AttachRefusals) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counted tracer;
              std::string text = code_name(tracer->attach("pf_no_such")).substr(0, 9) + "\n";
              text += code_name(tracer->attach("savectx")) + "\n";
              const Site* twice[] = {site("pf_one"), site("pf_one")};
              text += code_name(tracer->attach(twice)) + "\n";
              MUST(tracer->attach("pf_one"));
              text += code_name(tracer->attach("pf_one")) + "\n";
              const Site* other[] = {site("pf_two")};
              text += code_name(tracer->detach(other)) + "\n";
              return text + std::to_string(tracer->attached());
            }),
            "not_found\n"
            "refused: cannot attach mine to 'savectx': it returns twice, and the second return "
            "finds a return address that was replaced meanwhile\n"
            "already: cannot attach mine to 'pf_one': it is named twice in one batch\n"
            "already: cannot attach mine to 'pf_one': it is attached there already\n"
            "not_found: cannot detach mine from 'pf_two': it is not attached there\n"
            "1");
}

// A pattern and the sites that it finds are attached to alike: functions that must not be probed
// are left out, unless there is no other.
TEST_F(Probe, RefusedSitesAreLeftOut) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              const std::string pattern = "module:libprobe_fixture.so";
              const Result<std::vector<const Site*>> sites = find_sites(pattern);
              if (!sites.ok()) return code_name(sites.error());
              Counted by_pattern, by_sites, all_refused;
              MUST(by_pattern->attach(pattern));
              MUST(by_sites->attach(*sites));
              std::string text = std::to_string(sites->size() - by_sites->attached()) + " of " +
                                 std::to_string(by_sites->attached() - by_pattern->attached());
              const Site* only[] = {site("savectx"), site("savectx")};
              text += " " + code_name(all_refused->attach(only)).substr(0, 40);
              MUST(by_sites->detach(*sites));
              text += " " + std::to_string(by_sites->attached());
              {
                const Result<ScopedAttachment> scoped = ScopedAttachment::make(*by_sites, *sites);
                if (!scoped.ok()) return code_name(scoped.error());
              }
              return text + " " + std::to_string(by_sites->attached());
            }),
            "1 of 0 refused: cannot attach mine to 'savectx' 0 0");
}

// What call_through would make of a function with arguments on the stack is wrong.
TEST_F(Probe, CallThroughRefusesStackArguments) {
  const std::string refused =
      "refused: cannot attach mine to 'pf_many': it uses arguments on the "
      "stack (at +N), and call_through calls its body from another frame";
  const auto attached = [](const char* design) {
    return CASE({
      MUST(configure({.design = design}));
      Counted tracer;
      std::string text = without_addresses(code_name(tracer->attach("pf_many")));
      const Site* both[] = {site("pf_many"), site("pf_one")};
      MUST(tracer->detach());
      MUST(tracer->attach(both));
      using Many = int (*)(int, int, int, int, int, int, int);
      const auto many = reinterpret_cast<Many>(fixture().symbol("pf_many"));
      text += "; " + std::to_string(tracer->attached()) + " attached, ";
      text += std::to_string(many(1, 2, 3, 4, 5, 6, 7));
      text += ", " + tracer.text();
      MUST(tracer->detach(both));
      return text;
    });
  };
  EXPECT_EQ(attached("call_through"), refused + "; 1 attached, 8, 0/0");
  EXPECT_EQ(attached("bitmask"), "none: ; 2 attached, 8, 1/1");
}

TEST_F(Probe, AStackWithoutRoomIsRefused) {
  std::byte room[64];
  const auto said = [](const void* low, std::size_t bytes) {
    return CASE({
      const Error error = add_stack(low, bytes);
      remove_stack(low);
      return code_name(error);
    });
  };
  EXPECT_EQ(said(room, 63),
            "usage: add_stack: a stack of 63 bytes; give its lowest address and its size");
  EXPECT_EQ(said(room, 64), "none: ");
  EXPECT_EQ(said(nullptr, 64),
            "usage: add_stack: a stack of 64 bytes at address 0; give its lowest address and its "
            "size");
  EXPECT_EQ(said(room, ~std::size_t{0}).substr(0, 6), "usage:");
}

TEST_F(Probe, APoolOfTooManyInstancesIsRefused) {
  EXPECT_EQ(CASE({
              MUST(configure({.design = "instance_pool"}));
              Counts counts;
              TracerOptions options = counting(counts);
              options.maxactive = (1 << 24) + 1;
              Result<Tracer> tracer = Tracer::make(options);
              TracerState nobody{{}};
              const auto free_place = [&] {
                const auto made = make_attachment(nobody, nullptr, nullptr, nullptr, 0);
                if (!made.ok()) return 0u;
                kill_attachment(*made);
                recycle_attachment(*made);
                return made->index();
              };
              const std::uint32_t before = free_place();
              const std::string text = code_name(tracer->attach("pf_one"));
              return text + ", " + std::to_string(tracer->attached()) +
                     (free_place() == before ? "" : ", an attachment was not given back");
            }),
            "usage: tracer mine: maxactive 16777217 is more than 16,777,216, 0");
}

// The first attachment of a process makes a MiB of their table accessible.
TEST_F(Probe, AnAttachWithoutMemoryForItsAttachmentIsRefused) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counted tracer;
              sock_filter filter[] = {
                  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 1),
                  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOMEM),
                  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
              };
              const sock_fprog program{std::size(filter), filter};
              if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
                  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
                return "no filter";
              const std::string text = code_name(tracer->attach("pf_one"));
              return text + ", " + std::to_string(tracer->attached());
            }),
            "exhausted: no memory for another MiB of the table of attachments, or the program uses "
            "the addresses behind it, 0");
}

TEST_F(Probe, CallsReturnByEachTransfer) {
  for (const std::string& design : hooked_designs())
    for (const std::string_view transfer : transfer_names())
      EXPECT_EQ(CASE({
                  MUST(configure({design, std::string(transfer)}));
                  Counted tracer;
                  MUST(tracer->attach("pf_*"));
                  const int result = function("pf_calls_one")(1);
                  return tracer.text() + " " + std::to_string(result);
                }),
                "2/2 12")
          << design << " " << transfer;
}

TEST_F(Probe, OneRedirectingTracerPerFunction) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counts counts;
              TracerOptions options = counting(counts, "first");
              options.redirects = true;
              Result<Tracer> first = Tracer::make(options);
              options.name = "second";
              Result<Tracer> second = Tracer::make(options);
              MUST(first->attach("pf_one"));
              MUST(second->attach("pf_two"));
              Counted plain;
              for (const char* name : {"pf_one", "pf_calls_one"}) MUST(plain->attach(name));
              MUST(first->attach("pf_calls_one"));
              return code_name(second->attach("pf_one"));
            }),
            "refused: cannot attach second to 'pf_one': first redirects this function already, and "
            "only one tracer may");
}

TEST_F(Probe, UnloadedModule) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counted tracer;
              // A copy under another name, since the fixture itself stays loaded.
              const fs::path copy =
                  fs::temp_directory_path() / ("probe_fixture_" + std::to_string(getpid()) + ".so");
              fs::copy_file(fixtures() / "libprobe_fixture.so", copy,
                            fs::copy_options::overwrite_existing);
              const Site* gone;
              {
                const Library library(copy);
                gone = library.site("pf_one");
                const Site* sites[] = {gone};
                MUST(tracer->attach(sites));
              }
              fs::remove(copy);
              (void)all_sites().ok();
              std::string text = gone->mapped ? "mapped " : "gone ";
              const Site* sites[] = {gone};
              Counted late("late");
              text += code_name(late->attach(sites)).substr(0, 43);
              MUST(tracer->detach());
              return text;
            }),
            "gone refused: cannot attach late to 'pf_one': it");
}

// A design's data for a function survives a change to another design, which uses other blocks of
// the function.
TEST_F(Probe, DesignsTakeTurnsOnAFunction) {
  EXPECT_EQ(CASE({
              for (int round = 0; round < 2; ++round) {
                for (const std::string& first : design_names()) {
                  for (const std::string& design : {first, std::string("bitmask")}) {
                    MUST(configure({.design = design}));
                    Counted tracer;
                    MUST(tracer->attach("pf_one"));
                    if (function("pf_one")(1) != 2) return design + " after others: a wrong result";
                    MUST(tracer->detach());
                    const bool hears = find_design(design)->facts.wiring != Wiring::unhooked;
                    if (tracer.text() != (hears ? "1/1" : "0/0"))
                      return design + " after others: " + tracer.text();
                  }
                }
              }
              return std::string("ok");
            }),
            "ok");
}

// The epoch of an attachment has 29 bits. The next one in its place begins anew: a call in flight
// that knows the last epoch runs nobody's exit handler.
TEST_F(Probe, EpochsWrapAround) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                TracerState nobody{{}};
                const Result<Handle> place = make_attachment(nobody, nullptr, nullptr, nullptr, 0);
                if (!place.ok()) return code_name(place.error());
                // The attachment that is made next is in this place, and has the last epoch.
                kill_attachment(Handle::make(place->index(), Handle::epoch_mask - 2, 0));
                recycle_attachment(*place);
                static Counted last, first;
                static std::string text;
                MUST(last->attach("pf_meanwhile"));
                (void)meanwhile(
                    [](int value) {
                      if (const Error error = last->detach()) text = code_name(error);
                      if (const Error error = first->attach("pf_meanwhile"))
                        text += code_name(error);
                      return value;
                    },
                    1);
                text += last.text() + " " + first.text();
                (void)meanwhile([](int value) { return value; }, 1);
                MUST(first->detach());
                const Result<Handle> after = make_attachment(nobody, nullptr, nullptr, nullptr, 0);
                if (!after.ok() || after->index() != place->index()) return "another place";
                return text + " then " + first.text() + " epoch " + std::to_string(after->epoch());
              }),
              "1/0 0/0 then 1/1 epoch 3")
        << design;
  }
}

// A change of design must wait for a thread that is ending, since that thread reads its stacks
// without a lock. The thread here is in the exit handler of a call that it abandons. So detach and
// configure each wait their 5 s and fail.
TEST_F(Probe, ADesignIsChosenWhileAThreadEnds) {
  EXPECT_EQ(CASE({
              static std::atomic<bool> in_handler{false}, go_on{false};
              MUST(configure({}));
              Result<Tracer> tracer =
                  Tracer::make({.name = "mine",
                                .on_return =
                                    [](void*, ReturnFrame& frame) {
                                      if (frame.reason() != ReturnReason::abandoned) return;
                                      in_handler = true;
                                      while (!go_on) usleep(1000);
                                    },
                                .registers = RegisterSet::full});
              MUST(tracer->attach("pf_meanwhile"));
              pthread_t thread;
              static void* above[5];
              const auto leave_a_call = [](void*) -> void* {
                if (!__builtin_setjmp(above))
                  meanwhile([](int) -> int { __builtin_longjmp(above, 1); }, 1);
                return nullptr;
              };
              if (pthread_create(&thread, nullptr, leave_a_call, nullptr)) return "no thread";
              while (!in_handler) usleep(1000);
              const std::string detached = code_name(tracer->detach()).substr(0, 4);
              const std::string chosen = code_name(configure({.design = "bitmask"})).substr(0, 4);
              if (configuration().design != Configuration{}.design) return "it has changed";
              go_on = true;
              pthread_join(thread, nullptr);
              MUST(configure({.design = "bitmask"}));
              Counted after;
              MUST(after->attach("pf_one"));
              (void)function("pf_one")(1);
              MUST(after->detach());
              return detached + " " + chosen + " " + after.text();
            }),
            "busy busy 1/1");
}

// Whether a thread of this process sleeps: in a system call that waits for something.
bool is_asleep(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  return name_end != text.npos && text.substr(name_end).starts_with(") S");
}

// A detach ends with the design that it began with: a change of design waits for it.
TEST_F(Probe, ADesignIsChosenWhileADetachWaits) {
  EXPECT_EQ(CASE({
              static std::atomic<bool> in_handler{false}, go_on{false};
              static std::atomic<pid_t> chooser{0};
              MUST(configure({}));
              Result<Tracer> tracer = Tracer::make({.name = "mine",
                                                    .on_entry =
                                                        [](void*, EntryFrame&) {
                                                          in_handler = true;
                                                          while (!go_on) usleep(1000);
                                                          return true;
                                                        },
                                                    .registers = RegisterSet::full});
              MUST(tracer->attach("pf_one"));
              std::thread caller([] { (void)function("pf_one")(1); });
              while (!in_handler) usleep(1000);
              std::string detached, chosen;
              std::thread detacher([&] { detached = code_name(tracer->detach()); });
              while (tracer->attached() != 0) usleep(1000);
              std::thread configurer([&] {
                chooser = gettid();
                chosen = code_name(configure({.design = "bitmask"}));
              });
              while (chooser == 0 || !is_asleep(chooser)) usleep(1000);
              const bool waits = configuration().design == Configuration{}.design;
              go_on = true;
              for (std::thread* thread : {&caller, &detacher, &configurer}) thread->join();
              Counted after;
              MUST(after->attach("pf_one"));
              (void)function("pf_one")(1);
              MUST(after->detach());
              return detached + chosen + configuration().design + " " + after.text() +
                     (waits ? "" : ", but it did not wait");
            }),
            "none: none: bitmask 1/1");
}

// After a failed batch, the sites' bytes must be the original ones.
TEST_F(Probe, BatchesRollBackAsAWhole) {
  for (const std::string& design : design_names()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                Counted tracer;
                const Site* batch[] = {site("pf_one"), site("pf_two"), site("pf_one")};
                const Error error = tracer->attach(batch);
                if (error.code() != Code::already) return "code " + code_name(error);
                for (const Site* each : {batch[0], batch[1]})
                  if (std::memcmp(reinterpret_cast<const void*>(each->entry), each->original.data(),
                                  5) != 0)
                    return "patched";
                if (tracer->attached() != 0 || usage().sites != 0) return "attached";
                (void)function("pf_one")(1);
                if (tracer.entries != 0) return "heard";
                std::swap(batch[1], batch[2]);  // what follows the fault changes nothing either
                if (tracer->attach(batch).code() != Code::already || tracer->attached() != 0)
                  return "attached what follows";
                // A batch that fails in the middle for another reason. The good sites keep the
                // tracer that they had before.
                Counted other("other");
                MUST(other->attach("pf_two"));
                const Site* both[] = {site("pf_one"), site("pf_two")};
                if (other->attach(both).code() != Code::already) return "no error";
                if (other->attached() != 1) return "the batch changed what was attached";
                (void)function("pf_two")(1);
                (void)function("pf_one")(1);
                return other.text();
              }),
              find_design(design)->facts.wiring == Wiring::unhooked ? "0/0" : "1/1")
        << design;
  }
}

// When it fails, and when it is detached. The table of attachments would fill up otherwise: its
// entries have no other way back.
TEST_F(Probe, ABatchGivesItsAttachmentsBack) {
  for (const std::string& design : design_names()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                TracerState nobody{{}};
                const auto two_places = [&nobody] {
                  std::set<std::uint32_t> places;
                  std::vector<Handle> handles;
                  for (int i = 0; i < 2; ++i) {
                    const auto made = make_attachment(nobody, nullptr, nullptr, nullptr, 0);
                    if (!made.ok()) break;
                    places.insert(made->index());
                    handles.push_back(*made);
                  }
                  for (const Handle handle : handles) {
                    kill_attachment(handle);
                    recycle_attachment(handle);
                  }
                  return places;
                };
                const std::set<std::uint32_t> before = two_places();
                Counted tracer;
                const Site* batch[] = {site("pf_one"), site("pf_two"), site("pf_one")};
                // More often than the bitmask design has places on a function.
                const int times = design == "bitmask" ? 2000 : 10;
                for (int i = 0; i < times; ++i) {
                  const Error error = tracer->attach(batch);
                  if (error.code() != Code::already) return "code " + code_name(error);
                }
                for (int i = 0; i < times; ++i) {
                  MUST(tracer->attach(std::span(batch).first(2)));
                  MUST(tracer->detach());
                }
                return before == two_places() ? std::to_string(before.size()) + " places"
                                              : "other places";
              }),
              "2 places")
        << design;
  }
}

// A tracer leaves some of its functions at once, each named twice, then another one, then the rest.
TEST_F(Probe, ATracerLeavesSomeOfItsFunctions) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              const Site* const all[] = {site("pf_one"), site("pf_two"), site("pf_calls_one"),
                                         site("pf_meanwhile"), site("pf_tail")};
              constexpr std::size_t number = std::size(all);
              Counted tracer;
              // Bit i: it is attached to all[i].
              const auto attached = [&] {
                unsigned set = 0;
                for (std::size_t i = 0; i < number; ++i)
                  if (std::memcmp(reinterpret_cast<const void*>(all[i]->entry),
                                  all[i]->original.data(), 5) != 0)
                    set |= 1u << i;
                return set;
              };
              const auto is = [&](unsigned set) {
                return attached() == set &&
                       tracer->attached() == static_cast<std::size_t>(std::popcount(set));
              };
              for (unsigned leaves = 1; leaves < 1u << number; ++leaves)
                for (std::size_t then = 0; then < number; ++then) {
                  if (leaves >> then & 1) continue;
                  unsigned left = (1u << number) - 1;
                  MUST(tracer->attach(all));
                  if (!is(left)) return "not attached";
                  std::vector<const Site*> first;
                  for (std::size_t i = 0; i < 2 * number; ++i)
                    if (leaves >> i % number & 1) first.push_back(all[i % number]);
                  MUST(tracer->detach(first));
                  if (!is(left &= ~leaves)) return std::to_string(leaves) + " have not left";
                  const Site* second[] = {all[then]};
                  MUST(tracer->detach(second));
                  if (!is(left &= ~(1u << then)))
                    return std::to_string(then) + " has not left behind " + std::to_string(leaves);
                  MUST(tracer->detach());
                  if (!is(0)) return "the rest has not left";
                  if (tracer->missed(*all[0]) != 0) return "a call was missed";
                }
              return "each has left";
            }),
            "each has left");
}

TEST_F(Probe, ScopedAttachmentEndsWithItsScope) {
  EXPECT_EQ(
      CASE({
        MUST(configure({}));
        Counted tracer;
        {
          Result<ScopedAttachment> attachment = ScopedAttachment::make(*tracer, {site("pf_one")});
          if (!attachment.ok()) return code_name(attachment.error());
          (void)function("pf_one")(1);
          const ScopedAttachment moved = *std::move(attachment);
          (void)function("pf_one")(1);
          const Result<ScopedAttachment> again = ScopedAttachment::make(*tracer, {site("pf_one")});
          if (again.ok()) return "twice";
        }
        (void)function("pf_one")(1);
        return tracer.text() + " " + std::to_string(tracer->attached());
      }),
      "2/2 0");
}

TEST_F(Probe, TracerDetachesWithItsScopeAndWhenAssigned) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counts counts, others;
              {
                Result<Tracer> tracer = Tracer::make(counting(counts));
                MUST(tracer->attach("pf_one"));
                Tracer moved = *std::move(tracer);
                (void)function("pf_one")(1);
                Result<Tracer> other = Tracer::make(counting(others));
                MUST(other->attach("pf_two"));
                moved = *std::move(other);
                (void)function("pf_one")(1);
                (void)function("pf_two")(1);
              }
              (void)function("pf_two")(1);
              return counts.text() + " " + others.text() + " " + std::to_string(usage().sites);
            }),
            "1/1 1/1 0");
}

TEST_F(Probe, AnAssignedTracerOutlivesTheOther) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counts counts, others;
              Result<Tracer> kept = Tracer::make(counting(counts));
              {
                Result<Tracer> other = Tracer::make(counting(others));
                MUST(other->attach("pf_one"));
                *kept = *std::move(other);
              }
              (void)function("pf_one")(1);
              return others.text() + " " + std::to_string(kept->attached());
            }),
            "1/1 1");
}

// Nobody gets the error of a destructor, so it is printed.
TEST_F(Probe, ADestructorThatCannotDetachSaysSo) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              static std::optional<Tracer> tracer;
              static std::optional<ScopedAttachment> scoped;
              Counts counts;
              TracerOptions options = counting(counts);
              options.on_entry = [](void*, EntryFrame&) {
                scoped.reset();
                tracer.reset();
                return true;
              };
              tracer = *Tracer::make(options);
              Result<ScopedAttachment> made = ScopedAttachment::make(*tracer, {site("pf_one")});
              if (!made.ok()) return code_name(made.error());
              scoped.emplace(*std::move(made));
              std::FILE* const file = std::tmpfile();
              const int before = dup(STDERR_FILENO);
              if (!file || dup2(fileno(file), STDERR_FILENO) < 0) return "no file";
              (void)function("pf_one")(1);
              dup2(before, STDERR_FILENO);
              std::string text(1000, '\0');
              text.resize(static_cast<std::size_t>(
                  std::max<ssize_t>(0, pread(fileno(file), text.data(), text.size(), 0))));
              std::string lines;
              std::istringstream in(text);
              for (std::string line; std::getline(in, line);)
                lines += line.substr(0, line.find(" (thread")) + "; ";
              return lines;
            }),
            "retprobe: detach called from a handler; "
            "retprobe: tracer mine: detach called from a handler; ");
}

// A tracer may not be destroyed by a handler: it would have to wait for itself. It stays attached
// then, and so does what the core knows of it.
TEST_F(Probe, DestroyedByAHandlerItStaysAttached) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              Counts counts, others;
              static std::optional<Tracer> tracer;
              tracer.emplace(*Tracer::make(counting(counts)));
              Result<Tracer> other = Tracer::make({.name = "other",
                                                   .on_entry =
                                                       [](void*, EntryFrame&) {
                                                         tracer.reset();
                                                         return true;
                                                       },
                                                   .registers = RegisterSet::full});
              MUST(tracer->attach("pf_one"));
              MUST(other->attach("pf_two"));
              (void)function("pf_two")(1);
              // If the first tracer's state had been freed, the third would have its address.
              MUST(other->detach());
              Result<Tracer> third = Tracer::make(counting(others));
              MUST(third->attach("pf_one"));
              (void)function("pf_one")(1);
              MUST(third->detach());
              return counts.text() + " " + others.text();
            }),
            "1/1 1/1");
}

TEST_F(Probe, StopSwitch) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                Counted tracer;
                MUST(tracer->attach("pf_*"));
                stop_tracing();
                if (!tracing_stopped()) return "not stopped";
                for (int i = 0; i < 3; ++i) (void)function("pf_calls_one")(i);
                std::string text = tracer.text();
                start_tracing();
                (void)function("pf_calls_one")(1);
                text += " " + tracer.text();
                // A call in flight when tracing stops returns correctly, without its exit handler.
                const int result = meanwhile(
                    [](int value) {
                      stop_tracing();
                      return value + 7;
                    },
                    1);
                text += " " + tracer.text() + " " + std::to_string(result);
                start_tracing();
                (void)function("pf_one")(1);
                return text + " " + tracer.text() + " missed " + std::to_string(tracer->missed());
              }),
              "0/0 2/2 3/2 8 4/3 missed 0")
        << design;
  }
}

TEST_F(Probe, MissedCountsAndDetachFromAHandler) {
  static Result<Tracer> tracer = Error{Code::none, ""};
  static std::string said;
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                static Counts counts;
                TracerOptions options = counting(counts);
                options.on_entry = [](void*, EntryFrame&) {
                  ++counts.entries;
                  (void)function("pf_two")(1);  // counts as missed
                  said = code_name(tracer->detach());
                  const Site* sites[] = {site("pf_calls_one")};
                  said += "\n" + code_name(tracer->attach(sites));
                  said += "\n" + code_name(configure({.design = "none"}));
                  return true;
                };
                tracer = Tracer::make(options);
                const Site* sites[] = {site("pf_one"), site("pf_two")};
                MUST(tracer->attach(sites));
                (void)function("pf_one")(1);
                const std::string self = std::to_string(gettid());
                for (std::size_t at; (at = said.find(self)) != std::string::npos;)
                  said.replace(at, self.size(), "N");
                MUST(tracer->detach());
                const std::string missed =
                    std::to_string(tracer->missed());  // still known after the detach
                tracer = Error{Code::none, ""};
                return said + "\n" + counts.text() + " missed " + missed;
              }),
              "busy: detach called from a handler (thread N), which it would have to wait for; "
              "call it when the handler has returned\n"
              "busy: attach called from a handler (thread N), which it would have to wait for; "
              "call it when the handler has returned\n"
              "busy: configure called from a handler (thread N), which it would have to wait for; "
              "call it when the handler has returned\n"
              "1/1 missed 1")
        << design;
  }
}

// A seccomp filter may end a process for it.
TEST_F(Probe, AHitInAHandlerDoesNotReadItsStackThroughTheKernel) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                static Counts counts;
                TracerOptions options = counting(counts);
                options.on_entry = [](void*, EntryFrame&) {
                  ++counts.entries;
                  return function("pf_two")(1) == 1;  // missed
                };
                static auto tracer = Tracer::make(options);  // a detach asks for more
                MUST(tracer->attach("pf_*"));
                (void)function("pf_one")(1);
                sock_filter filter[] = {
                    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
                    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
                    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
                };
                const sock_fprog program{std::size(filter), filter};
                if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
                    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
                  return "no filter";
                (void)function("pf_one")(1);
                return std::to_string(counts.entries) + " missed " +
                       std::to_string(tracer->missed());
              }),
              "2 missed 2")
        << design;
  }
}

// The count begins anew, also that of functions that the tracer has left.
TEST_F(Probe, MissedCallsAreReset) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              static Counts counts;
              TracerOptions options = counting(counts);
              options.on_entry = [](void*, EntryFrame&) {
                (void)function("pf_two")(1);  // counts as missed
                return true;
              };
              Result<Tracer> tracer = Tracer::make(options);
              const Site *one[] = {site("pf_one")}, *two[] = {site("pf_two")};
              MUST(tracer->attach(one));
              MUST(tracer->attach(two));
              (void)function("pf_one")(1);
              MUST(tracer->detach(two));
              MUST(tracer->attach(two));
              (void)function("pf_one")(1);
              (void)function("pf_one")(1);
              std::string text = std::to_string(tracer->missed(*two[0]));
              const auto add = [&](std::uint64_t number) { text += " " + std::to_string(number); };
              for (int i = 0; i < 2; ++i) add(tracer->reset_missed());
              for (const Site* site : {one[0], two[0]}) add(tracer->missed(*site));
              (void)function("pf_one")(1);
              add(tracer->missed());
              return text;
            }),
            "2 3 0 0 0 1");
}

// One call has two tracers, which detach one after the other. Another tracer takes the first one's
// place before the call returns.
TEST_F(Probe, ExitsThatADetachForgoesAreCounted) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                static std::optional<Counted> first, second, third;
                static std::string text;
                first.emplace(), second.emplace(), third.emplace();
                for (auto* tracer : {&first, &second}) MUST((**tracer)->attach("pf_meanwhile"));
                const auto in_call = [](int value) {
                  if (const Error error = (*first)->detach()) text += code_name(error);
                  if (value == 2) {
                    if (const Error error = (*second)->detach()) text += code_name(error);
                    if (const Error error = (*third)->attach("pf_meanwhile"))
                      text += code_name(error);
                  }
                  return value;
                };
                for (int value = 1; value <= 2; ++value) {
                  (void)meanwhile(in_call, value);
                  text += std::to_string(usage().forgone_exits) + " ";
                }
                (void)meanwhile(
                    [](int value) {
                      stop_tracing();
                      return value;
                    },
                    1);
                start_tracing();
                return text + first->text() + " " + second->text() + " " + third->text() + " " +
                       std::to_string(usage().forgone_exits);
              }),
              "1 2 1/0 2/1 1/0 3")
        << design;
  }
}

// A call that is in flight at a fork returns in the parent and in the child, each with its exit
// handler. The child inherits the tracers, their missed calls and what they are attached to; what
// it changes is its own.
TEST_F(Probe, WhatAChildOfForkInherits) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                static std::optional<Counted> tracer;
                static pid_t child;
                tracer.emplace();
                std::optional<Result<Tracer>> missing =
                    Tracer::make({.on_entry =
                                      [](void*, EntryFrame&) {
                                        (void)function("pf_two")(1);
                                        return true;
                                      },
                                  .registers = RegisterSet::full});
                MUST((*missing)->attach("pf_[ot][nw][eo]"));
                (void)function("pf_one")(1);
                MUST((*tracer)->attach("pf_*"));
                const int result = meanwhile(
                    [](int value) {
                      child = fork();
                      return value + (child == 0);
                    },
                    1);
                const auto told = [&] {
                  return tracer->text() + " missed " + std::to_string((*missing)->missed()) +
                         " in flight " + std::to_string(usage().frames);
                };
                if (child != 0) {
                  int status = 0;
                  waitpid(child, &status, 0);
                  (void)function("pf_one")(1);  // still probed: the child's detach is its own
                  return result == 1 && status == 0 ? told() : "status " + std::to_string(status);
                }
                const bool same = result == 2 && told() == "1/1 missed 1 in flight 0";
                if ((*tracer)->detach() || (*tracer)->attached() != 0) _exit(1);
                (void)function("pf_one")(1);
                const bool alone = tracer->text() == "1/1";
                if ((*tracer)->attach("pf_calls_one")) _exit(2);
                (void)function("pf_calls_one")(1);
                _exit(same && alone && tracer->text() == "2/2" ? 0 : 3);
              }),
              "2/2 missed 2 in flight 0")
        << design;
  }
}

// Detach waits for a running handler. After 5 s it returns an Error that names the handler's
// thread.
TEST_F(Probe, DetachNamesTheThreadThatIsStuck) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              static std::atomic<bool> go{false};
              static std::atomic<pid_t> stuck{0};
              TracerOptions options{.name = "sticky", .registers = RegisterSet::full};
              options.on_entry = [](void*, EntryFrame&) {
                stuck = gettid();
                while (!go) usleep(1000);
                return true;
              };
              Result<Tracer> tracer = Tracer::make(options);
              MUST(tracer->attach("pf_one"));
              std::thread thread([] { (void)function("pf_one")(1); });
              while (stuck == 0) usleep(1000);
              std::string text = code_name(tracer->detach());
              go = true;
              thread.join();
              const std::string tid = std::to_string(stuck.load());
              if (const auto at = text.find(tid); at != std::string::npos)
                text.replace(at, tid.size(), "N");
              return text.substr(0, text.find(':', 6)) + " / " + std::to_string(tracer->attached());
            }),
            "busy: thread N has not left a handler of this tracer for 5 s / 0");
}

// Three calls are in flight on one slot and two on others. Two tracers have accepted each, but the
// second one declines one call of the function that calls itself.
TEST_F(Probe, ACallInFlightCountsOnce) {
  for (const std::string& design : hooked_designs()) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = design}));
                static std::string text;
                Counted plain;
                TracerOptions options = counting(plain);
                options.on_entry = [](void*, EntryFrame& call) { return call.registers.rsi != 4; };
                Result<Tracer> choosy = Tracer::make(options);
                MUST(plain->attach("pf_*"));
                MUST(choosy->attach("pf_*"));
                using Tail = int (*)(Function, int);
                const auto tail = reinterpret_cast<Tail>(fixture().symbol("pf_tail"));
                static const Function look = [](int value) {
                  text += std::to_string(usage().frames) + " ";
                  return value;
                };
                (void)meanwhile(look, 1);
                (void)meanwhile([](int value) { return meanwhile(look, value); }, 1);
                (void)tail(look, 5);
                text += std::to_string(usage().frames);
                return text;
              }),
              design == "call_through" ? "0 0 0 0" : "1 2 7 0")
        << design;
  }
}

TEST_F(Probe, UsageAndPicture) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              static std::string picture;
              static Usage during;
              Counted tracer;
              MUST(tracer->attach("pf_*"));
              (void)meanwhile(
                  [](int value) {
                    during = usage();
                    picture = draw_shadow_stack();
                    return value;
                  },
                  1);
              const Usage after = usage();
              std::string text = std::to_string(during.sites) + " sites " +
                                 std::to_string(during.stacks) + " stack " +
                                 std::to_string(during.frames) + " frames " +
                                 std::to_string(after.frames) + " after; ";
              if (during.blocks < 4 || during.blocks > during.block_total)
                return "blocks " + std::to_string(during.blocks);
              if (during.shadow_bytes == 0 || during.shadow_bytes > 4096 || after.shadow_bytes != 0)
                return "bytes " + std::to_string(during.shadow_bytes);
              return text + without_addresses(picture);
            }),
            "6 sites 1 stack 1 frames 0 after; "
            "shadow stack of the calls on the machine stack N … N, newest first\n"
            "  N  | slot N  (pf_meanwhile)\n"
            "  N  | tracer mine\n"
            "  N  | original N\n");
}

TEST_F(Probe, WithoutADesignThereIsNoShadowStack) {
  EXPECT_EQ(CASE({ return draw_shadow_stack(); }), "no shadow stack\n");
}

// A call that two tracers with data see. `accepting` of them want its exit.
TEST_F(Probe, TracersWithDataDeclineACall) {
  for (const std::string& design : hooked_designs()) {
    for (const int accepting : {0, 1, 2}) {
      const std::string exits = std::to_string(accepting);
      EXPECT_EQ(CASE({
                  MUST(configure({.design = design}));
                  static int willing;
                  willing = accepting;
                  static Counts counts;
                  TracerOptions options = counting(counts);
                  options.entry_data_bytes = 16;
                  options.on_entry = [](void*, EntryFrame&) { return counts.entries++ < willing; };
                  Result<Tracer> first = Tracer::make(options), second = Tracer::make(options);
                  MUST(first->attach("pf_meanwhile"));
                  MUST(second->attach("pf_meanwhile"));
                  const int result = meanwhile([](int value) { return value; }, 7);
                  return counts.text() + " " + std::to_string(result);
                }),
                "2/" + exits + " 7")
          << design;
    }
  }
}

// A line for each frame. It says so where a word is shown that is not in memory at its place.
std::string text_of_view(const ShadowView& view) {
  std::string text;
  for (const ShadowFrame& frame : view.frames) {
    text += frame.function;
    for (const ShadowWord& word : frame.words) {
      const std::string meaning = without_addresses(word.meaning);
      text += ", " + meaning;
      if (!word.data.empty()) text += " " + std::string(word.data.begin(), word.data.begin() + 3);
      const auto* const place = reinterpret_cast<const void*>(word.address);
      if (word.data.empty() ? std::memcmp(place, &word.value, 8)
                            : std::memcmp(place, word.data.data(), word.data.size()))
        text += " (not what is there)";
    }
    text += "\n";
  }
  return text;
}

// Two calls, one within the other, have three tracers: one without data, one with data, one that is
// gone while both are in flight.
TEST_F(Probe, ViewOfNestedCalls) {
  const struct {
    const char *design, *text;
  } expected[] = {
      {"bitmask",
       "pf_meanwhile, slot N, 1 mask words, age 3, data of bit 1, 32 bytes of entry data two, "
       "mask: bits 0 1 2, original pf_meanwhile+N\n"
       "pf_meanwhile, slot N, 1 mask words, age 3, data of bit 1, 32 bytes of entry data one, "
       "mask: bits 0 1 2, original N\n"},
      {"call_through", ""},
      {"chained_trampolines",
       "pf_meanwhile, slot N, a tracer that is gone, "
       "original T of pf_meanwhile\n"
       "pf_meanwhile, slot N, tracer data, "
       "32 bytes of entry data two, original T of pf_meanwhile\n"
       "pf_meanwhile, slot N, tracer plain, original pf_meanwhile+N\n"
       "pf_meanwhile, slot N, a tracer that is gone, "
       "original T of pf_meanwhile\n"
       "pf_meanwhile, slot N, tracer data, "
       "32 bytes of entry data one, original T of pf_meanwhile\n"
       "pf_meanwhile, slot N, tracer plain, original N\n"},
      {"counted_shadow",
       "pf_meanwhile, slot N, count 3, a tracer that is gone, tracer data, "
       "32 bytes of entry data two, tracer plain, original pf_meanwhile+N\n"
       "pf_meanwhile, slot N, count 3, a tracer that is gone, tracer data, "
       "32 bytes of entry data one, tracer plain, original N\n"},
      {"instance_pool",
       "pf_meanwhile, a tracer that is gone, original T of pf_meanwhile\n"
       "pf_meanwhile, tracer data, 32 bytes of entry data two, original T of pf_meanwhile\n"
       "pf_meanwhile, tracer plain, original pf_meanwhile+N\n"
       "pf_meanwhile, a tracer that is gone, original T of pf_meanwhile\n"
       "pf_meanwhile, tracer data, 32 bytes of entry data one, original T of pf_meanwhile\n"
       "pf_meanwhile, tracer plain, original N\n"}};
  for (const auto& each : expected) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = each.design}));
                Counted plain("plain");
                TracerOptions options = counting(plain, "data");
                options.entry_data_bytes = 32;
                options.on_entry = [](void*, EntryFrame& call) {
                  std::memcpy(call.entry_data, call.registers.rsi == 1 ? "one" : "two", 4);
                  return true;
                };
                Result<Tracer> data = Tracer::make(options);
                static Counted gone("gone");
                for (Tracer* tracer : {&*plain, &*data, &*gone})
                  MUST(tracer->attach("pf_meanwhile"));
                static std::string seen;
                static const Function look = [](int value) {
                  if (const Error error = gone->detach()) seen = code_name(error);
                  const ShadowView view = view_shadow_stack();
                  seen += text_of_view(view);
                  // The main thread's stack has 128 MiB at least to grow into.
                  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
                  if (!view.frames.empty() &&
                      (here - view.low >= view.bytes || view.bytes < std::size_t{128} << 20))
                    seen += "on a part of the main thread's stack";
                  return value;
                };
                (void)meanwhile([](int value) { return meanwhile(look, value + 1); }, 1);
                return seen;
              }),
              each.text)
        << each.design;
  }
}

}  // namespace
}  // namespace retprobe
