// Tests of attach() and detach(): what they refuse, with the messages, and how batches roll back.
// Also what Tracer::make() and add_stack() refuse.
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/control/tracer_state.h"
#include "core/hooks/design_table.h"
#include "core/testlib/probe_fixture.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

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
  std::byte room[64]{};
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

}  // namespace
}  // namespace retprobe
