// Tests of attachments: the words that lead to them, what memory their table takes, and what
// happens at its ends.
#include "core/blocks/attachment.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "core/control/tracer_state.h"
#include "core/system/raw_syscall.h"
#include "core/testlib/child.h"
#include "core/testlib/library_symbols.h"

namespace retprobe {
namespace {

// ---- What is in a word ----

// The bits of a handle are in the order in which hooks read them: the offset of the attachment at
// bits 6 to 29, the padding bit at 53, and the negated number of words at 54.
TEST(Handle, KeepsWhatItIsMadeOf) {
  for (const std::uint64_t index : {1u, 0x5a5a5au, 0xa5a5a5u, (1u << 24) - 1})
    for (const std::uint64_t epoch : {0u, 1u, 63u, 64u, 0x12345678u, (1u << 29) - 1})
      for (const std::uint64_t words : {0u, 2u, 170u, 340u, 512u}) {
        const Handle handle = Handle::make(static_cast<std::uint32_t>(index), epoch,
                                           static_cast<std::uint32_t>(words));
        ASSERT_EQ(handle.bits, epoch % 64 + (index << 6) + (epoch / 64 << 30) - (words << 54));
        ASSERT_FALSE(handle.empty());
        ASSERT_EQ(handle.has_data(), words != 0);
        ASSERT_EQ(handle.is_plain(), words == 0);
        ASSERT_FALSE(handle.padded());
        ASSERT_EQ(handle.with_padding(false).bits, handle.bits);
        ASSERT_EQ(handle.without_padding().bits, handle.bits);
        const Handle padded = handle.with_padding(true);
        ASSERT_TRUE(padded.padded());
        ASSERT_EQ(padded.bits, handle.bits + (std::uint64_t{1} << 53));
        ASSERT_EQ(padded.without_padding().bits, handle.bits);
        for (const Handle each : {handle, padded}) {
          ASSERT_EQ(each.offset(), index * 64);
          ASSERT_EQ(each.index(), index);
          ASSERT_EQ(each.epoch(), epoch);
          ASSERT_EQ(each.words(), words);
        }
      }
  EXPECT_EQ(Handle::make(1, (1u << 29) + 5u, 0).epoch(), 5u);
  EXPECT_EQ(Handle::make(1, (1u << 29) + 5u, 0).index(), 1u);
}

TEST(Handle, ZeroIsNone) {
  EXPECT_EQ(Handle{}.bits, 0u);
  EXPECT_TRUE(Handle{}.empty());
  EXPECT_FALSE(Handle{}.has_data());
  EXPECT_FALSE(Handle{}.is_plain());
}

TEST(Handle, IsLiveWhileTheAttachmentHasIt) {
  const Handle handle = Handle::make(3, 5, 2), next = Handle::make(3, 6, 2);
  Attachment attachment{};
  EXPECT_FALSE(is_live(attachment, handle));
  attachment.live = handle.bits;
  EXPECT_TRUE(is_live(attachment, handle));
  EXPECT_FALSE(is_live(attachment, next));
}

TEST(TracerLink, HasAStateAndWhetherAnExitIsDue) {
  TracerState state{{}};
  for (const bool wants : {false, true}) {
    const TracerLink link(state, wants);
    EXPECT_EQ(&link.state(), &state);
    EXPECT_FALSE(link.wants_exit(false));
    EXPECT_EQ(link.wants_exit(true), wants);
  }
}

TEST(DesignWord, IsAPointerOrANumber) {
  int object = 0;
  EXPECT_EQ(DesignWord().number(), 0u);
  EXPECT_EQ(DesignWord::of_number(7).number(), 7u);
  EXPECT_EQ(DesignWord::of_pointer(&object).pointer<int>(), &object);
  EXPECT_EQ(DesignWord::of_number(7), DesignWord::of_number(7));
  EXPECT_NE(DesignWord::of_number(7), DesignWord::of_number(6));
}

TEST(EntryData, Has4096BytesAtMost) {
  EXPECT_EQ(max_data_words, 512u);
  EXPECT_EQ(max_data_bytes, 4096u);
}

// ---- The table ----

constexpr std::uintptr_t mib = 1u << 20;
constexpr std::uint32_t entries_of_a_mib = mib / sizeof(Attachment);

std::uintptr_t& table() {
  return *reinterpret_cast<std::uintptr_t*>(address_of("retprobe_attachments"));
}

// A mapping of this process.
struct Area {
  std::uintptr_t begin = 0, end = 0;
  std::string access;
  bool in_core_files = true, reserves_nothing = false;
};

// The first area that ends behind `at`.
Area area_from(std::uintptr_t at) {
  std::ifstream in("/proc/self/smaps");
  Area area;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("VmFlags:")) {
      area.in_core_files = line.find(" dd") == std::string::npos;
      area.reserves_nothing = line.find(" nr") != std::string::npos;
      if (area.end > at) return area;
    } else if (line.find(':') > line.find('-')) {
      std::istringstream words(line);
      char dash;
      words >> std::hex >> area.begin >> dash >> area.end >> area.access;
    }
  }
  return {~std::uintptr_t{0}, 0, "", true, false};
}

// Each MiB of the table up to `end`: "." reserved, "U" in use, " " free, "?" something else.
std::string picture(std::uintptr_t begin_mib, std::uintptr_t end_mib) {
  std::string text;
  for (std::uintptr_t i = begin_mib; i < end_mib; ++i) {
    const std::uintptr_t at = table() + i * mib;
    const Area area = area_from(at);
    if (area.begin >= at + mib)
      text += ' ';
    else if (area.begin > at || area.end < at + mib)
      text += '?';
    else if (area.access == "---p" && !area.in_core_files)
      text += '.';
    else
      text += area.access == "rw-p" && area.in_core_files ? 'U' : '?';
  }
  return text;
}

// The steps of a test in a child process, each with what it gives and what it should give.
class Steps {
 public:
  template <class A, class B>
  void expect(int step, const A& is, const B& wanted) {
    if (is == wanted) return;
    std::ostringstream text;
    text << "step " << step << ": '" << is << "' instead of '" << wanted << "'\n";
    std::fputs(text.str().c_str(), stderr);
    result = 1;
  }
  int result = 0;
};

// The index of a new attachment, or the text of the error.
std::string make() {
  static TracerState nobody{{}};
  const Result<Handle> made = make_attachment(nobody, nullptr, nullptr, nullptr, 0);
  return made.ok() ? std::to_string(made->index()) : made.error().message();
}
// Makes attachments until one has this index, or cannot be made. Its index, or the text.
std::string make_until(std::uint32_t index) {
  for (;;) {
    const std::string made = make();
    if (made == std::to_string(index) || made.size() > 8) return made;
  }
}
std::string make_until_mib(std::uint32_t number) { return make_until(number * entries_of_a_mib); }

constexpr const char* no_room =
    "no memory for another MiB of the table of attachments, or the program uses the addresses "
    "behind it";

class Attachments : public testing::Test {
 protected:
  // Once, not in each child.
  static void SetUpTestSuite() { ASSERT_NE(address_of("retprobe_attachments"), 0u); }
};

// Every test runs in a child, so no test finds the table used.
TEST_F(Attachments, TakeMemoryAMibAtATime) {
  EXPECT_EQ(in_child([] {
              Steps steps;
              const auto left_out =
                  reinterpret_cast<std::uintptr_t>(std::aligned_alloc(4096, std::size_t{2} * 4096));
              madvise(reinterpret_cast<void*>(left_out), 4096, MADV_DONTDUMP);
              steps.expect(1, picture(0, 17), std::string(16, '.') + " ");
              steps.expect(2, make(), "1");
              steps.expect(3, picture(0, 17), "U" + std::string(15, '.') + " ");
              steps.expect(4, make_until(entries_of_a_mib - 1), "16383");
              steps.expect(5, picture(0, 3), "U..");
              steps.expect(6, make(), "16384");
              steps.expect(7, picture(0, 3), "UU.");
              // Core files have what they have had before: the program's variables and its heap,
              // but not this page.
              static int of_the_program = 0;
              const auto variable = reinterpret_cast<std::uintptr_t>(&of_the_program);
              steps.expect(7, area_from(variable).in_core_files, true);
              steps.expect(8, area_from(left_out + 4096).in_core_files, true);
              steps.expect(9, area_from(left_out).in_core_files, false);
              return steps.result;
            }),
            0);
}

TEST_F(Attachments, TheTableGrowsBehindWhatIsReserved) {
  EXPECT_EQ(in_child([] {
              Steps steps;
              make_until(16 * entries_of_a_mib - 1);
              steps.expect(1, picture(0, 18), std::string(16, 'U') + "  ");
              steps.expect(2, make(), "262144");
              steps.expect(3, picture(15, 18), "UU ");
              // With strict overcommit, the kernel does not note it.
              std::ifstream in("/proc/sys/vm/overcommit_memory");
              const bool noted = in.get() != '2';
              for (const std::uintptr_t number : {0u, 16u})
                steps.expect(30, area_from(table() + number * mib).reserves_nothing, noted);
              // The program uses memory there.
              auto* const in_the_way = reinterpret_cast<char*>(table() + 18 * mib + mib / 2);
              if (mmap(in_the_way, 4096, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != in_the_way)
                return 2;
              std::strcpy(in_the_way, "the program's");
              steps.expect(4, make_until_mib(18), no_room);
              steps.expect(5, make(), no_room);
              steps.expect(6, std::string(in_the_way), "the program's");
              steps.expect(7, picture(17, 20), "U? ");
              munmap(in_the_way, 4096);
              steps.expect(8, make(), std::to_string(18 * entries_of_a_mib));
              steps.expect(9, picture(17, 20), "UU ");
              return steps.result;
            }),
            0);
}

// Makes a mapping as a kernel does that does not know MAP_FIXED_NOREPLACE: at another place if
// there is no room.
void map_as_old_kernels(int, siginfo_t*, void* context) {
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  registers[REG_RAX] =
      raw_syscall(SYS_mmap, registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                  registers[REG_R10] & ~MAP_FIXED_NOREPLACE, registers[REG_R8], registers[REG_R9]);
}

TEST_F(Attachments, AnOldKernelMapsElsewhere) {
  EXPECT_EQ(in_child([] {
              Steps steps;
              make_until(16 * entries_of_a_mib - 1);
              struct sigaction action{};
              action.sa_sigaction = map_as_old_kernels;
              action.sa_flags = SA_SIGINFO;
              sock_filter filter[] = {
                  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 3),
                  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[3])),
                  BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_FIXED_NOREPLACE, 0, 1),
                  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
                  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
              };
              const sock_fprog program{std::size(filter), filter};
              auto* const in_the_way = reinterpret_cast<char*>(table() + 17 * mib);
              if (sigaction(SIGSYS, &action, nullptr) != 0 ||
                  mmap(in_the_way, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                       0) != in_the_way ||
                  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
                  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
                return 2;
              steps.expect(1, make(), "262144");
              steps.expect(2, make_until_mib(17), no_room);
              const auto mapped = [] {
                std::ifstream in("/proc/self/statm");
                std::uintptr_t pages = 0;
                in >> pages;
                return pages * 4096;
              };
              const std::uintptr_t before = mapped();
              for (int i = 0; i < 64; ++i) steps.expect(3, make(), no_room);
              // What the kernel mapped elsewhere has been given back.
              steps.expect(4, mapped() < before + 32 * mib, true);
              return steps.result;
            }),
            0);
}

// Chooses the table's place again, with this much address space.
std::string place_with(std::uintptr_t room) {
  std::ifstream in("/proc/self/statm");
  std::uintptr_t pages = 0;
  in >> pages;
  const rlimit limit{pages * 4096 + room, RLIM_INFINITY};
  if (setrlimit(RLIMIT_AS, &limit) != 0) return "no limit";
  table() = 0;
  reinterpret_cast<void (*)()>(address_of("_ZN8retprobe12_GLOBAL__N_119reserve_attachmentsEv"))();
  if (table() == 0) return make();
  return picture(0, 16) + std::to_string((area_from(table() + 16 * mib).begin - table()) / mib);
}

TEST_F(Attachments, TheTableHasAsMuchRoomAsThereIs) {
  const auto place = [](std::uintptr_t room, const std::string& wanted) {
    return in_child([&] {
      Steps steps;
      const std::string is = place_with(room);
      steps.expect(1, is.substr(0, wanted.size()), wanted);
      const std::size_t number = is.rfind('.') + 1;
      if (wanted.starts_with('.'))
        steps.expect(2, std::stoul(is.substr(number)) + 4 >= room / mib, true);
      return steps.result;
    });
  };
  const std::string reserved(16, '.');
  EXPECT_EQ(place(1028 * mib, reserved), 0);
  EXPECT_EQ(place(36 * mib, reserved), 0);
  EXPECT_EQ(place(20 * mib, reserved), 0);
  EXPECT_EQ(place(14 * mib,
                  "cannot reserve 16 MiB of address space for the table of attachments: raise "
                  "RLIMIT_AS (ulimit -v)"),
            0);
}

// Neither entry 0 nor those that were never used can be read.
TEST_F(Attachments, TheFirstAndTheLastAreVisited) {
  EXPECT_EQ(in_child([] {
              Steps steps;
              static int mine = 0, visits = 0;
              const auto visit = [] {
                visits = 0;
                visit_missed(
                    &mine, [](void*, const Site&, std::atomic<std::uint64_t>&) { ++visits; },
                    nullptr);
                return visits;
              };
              const auto entry = [](std::uint32_t index) -> Attachment& {
                return reinterpret_cast<Attachment*>(table())[index];
              };
              steps.expect(1, visit(), 0);
              static const Record record{};
              make();
              entry(1).context = &mine;
              entry(1).record = &record;
              steps.expect(2, visit(), 0);
              entry(1).missed = 1;
              steps.expect(3, visit(), 1);
              steps.expect(4, make_until(entries_of_a_mib - 1), "16383");
              steps.expect(5, visit(), 1);
              entry(16383).context = &mine;
              entry(16383).record = &record;
              entry(16383).missed = 1;
              steps.expect(6, visit(), 2);
              return steps.result;
            }),
            0);
}

// As if all attachments but the last were in use.
TEST_F(Attachments, TheLastOne) {
  EXPECT_EQ(
      in_child([] {
        Steps steps;
        constexpr std::uint32_t last = (1u << 24) - 1;
        auto* const page = reinterpret_cast<void*>(table() + 1024 * mib - 4096);
        if (mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                 0) != page)
          return 2;
        *reinterpret_cast<std::uint32_t*>(address_of("_ZN8retprobe12_GLOBAL__N_110next_freshE")) =
            last;
        *reinterpret_cast<std::uint32_t*>(address_of("_ZN8retprobe12_GLOBAL__N_110accessibleE")) =
            last + 1;
        steps.expect(1, make(), std::to_string(last));
        steps.expect(2, make(), "all 16,777,215 attachments (tracers x functions) are in use");
        return steps.result;
      }),
      0);
}

}  // namespace
}  // namespace retprobe
