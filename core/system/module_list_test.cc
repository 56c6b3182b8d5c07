// Tests the list of loaded modules, what is known of each, and the access to their memory.
#include "core/system/module_list.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>

#include "core/testlib/child.h"
#include "core/testlib/expect.h"
#include "core/testlib/site_fixture.h"

namespace {
// How many allocations of this thread succeed before one fails; -1: all do.
thread_local int until_no_memory = -1;
}  // namespace

void* operator new(std::size_t bytes) {
  void* const memory = until_no_memory-- == 0 ? nullptr : std::malloc(bytes);
  if (!memory) throw std::bad_alloc();
  until_no_memory = std::max(until_no_memory, -1);
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace retprobe {
namespace {

// ---- What is known of a module ----

LoadedModule of_headers(std::vector<Elf64_Phdr> headers) {
  LoadedModule module;
  module.base = 0x10000;
  module.program_headers = std::move(headers);
  return module;
}
Elf64_Phdr header(std::uint32_t type, std::uint32_t flags, std::uint64_t address,
                  std::uint64_t bytes) {
  Elf64_Phdr made{};
  made.p_type = type;
  made.p_flags = flags;
  made.p_vaddr = address;
  made.p_memsz = bytes;
  return made;
}

TEST(LoadedModule, HasBytesThatAreInOneSegmentWithTheFlags) {
  const LoadedModule module = of_headers({header(PT_NOTE, PF_R | PF_W | PF_X, 0, 0x9000),
                                          header(PT_LOAD, PF_R | PF_X, 0x1000, 0x100),
                                          header(PT_LOAD, PF_R | PF_W, 0x1100, 0x100)});
  EXPECT_TRUE(module.has(0x11000, 0x100, PF_R));
  EXPECT_TRUE(module.has(0x11000, 0x100, PF_R | PF_X));
  EXPECT_TRUE(module.has(0x110ff, 1, PF_X));
  EXPECT_TRUE(module.has(0x11100, 1, PF_W)) << "in the second segment";
  EXPECT_TRUE(module.has(0x11200, 0, PF_W)) << "none, at the end";
  EXPECT_FALSE(module.has(0x11000, 1, PF_W));
  EXPECT_FALSE(module.has(0x11000, 1, PF_W | PF_X));
  EXPECT_FALSE(module.has(0x10fff, 1, PF_R)) << "in front of the first";
  EXPECT_FALSE(module.has(0x11200, 1, PF_R)) << "behind the last";
  EXPECT_FALSE(module.has(0x11201, 0, PF_R)) << "behind the last";
  EXPECT_FALSE(module.has(0x110ff, 2, PF_R)) << "in two segments";
  EXPECT_FALSE(module.has(0x11001, ~std::uint64_t{0}, PF_R)) << "it ends in front of its begin";
}

TEST(LoadedModule, EndsWithItsLastSegment) {
  EXPECT_EQ(of_headers({}).length(), 0u);
  EXPECT_EQ(of_headers({header(PT_NOTE, PF_R, 0, 0x9000), header(PT_LOAD, PF_R, 0x1000, 0x100),
                        header(PT_LOAD, PF_R, 0x2000, 0x345), header(PT_LOAD, PF_R, 0, 0x10)})
                .length(),
            0x2345u);
}

TEST(LoadedModule, IsKnownByAllOfItsHeaders) {
  const LoadedModule module = of_headers({header(PT_LOAD, PF_R, 0, 1), header(PT_LOAD, 0, 1, 2)});
  auto headers = module.program_headers;
  EXPECT_TRUE(module.has_headers(headers));
  EXPECT_FALSE(module.has_headers(std::span(headers).first(1)));
  headers[1].p_align = 1;  // the last word
  EXPECT_FALSE(module.has_headers(headers));
  EXPECT_FALSE(module.has_headers({}));
  EXPECT_TRUE(of_headers({}).has_headers({}));
}

// ---- The list ----

const LoadedModule* find(const ModuleList& list, const fs::path& path) {
  const auto found = std::ranges::find(list.modules, path.string(), &LoadedModule::path);
  return found == list.modules.end() ? nullptr : &*found;
}

TEST(ModuleList, BeginsWithTheProgramAndLacksTheVdso) {
  const auto list = loaded_modules();
  ASSERT_TRUE(list.ok()) << list.error().message();
  const LoadedModule& program = list->modules.at(0);
  EXPECT_EQ(program.path, fs::read_symlink("/proc/self/exe").string());
  EXPECT_TRUE(program.has(reinterpret_cast<std::uintptr_t>(&find), 1, PF_X));
  const std::uintptr_t vdso = getauxval(AT_SYSINFO_EHDR);
  ASSERT_GT(list->modules.size(), 1u);
  for (const LoadedModule& module : list->modules) {
    EXPECT_FALSE(module.has(vdso, 1, 0)) << module.path;
    EXPECT_TRUE(module.path.starts_with('/')) << module.path;
    EXPECT_EQ(module.file, &module == &program ? "/proc/thread-self/exe" : module.path);
  }
}

TEST(ModuleList, CountsWhatComesAndGoes) {
  const LoaderCounters before = loader_counters();
  EXPECT_EQ(loaded_modules()->counters, before);
  {
    const Library library(fixtures() / "libsite_rules.so");
    EXPECT_EQ(loader_counters(), (LoaderCounters{before.adds + 1, before.subs}));
    EXPECT_EQ(loaded_modules()->counters, loader_counters());
  }
  EXPECT_EQ(loader_counters(), (LoaderCounters{before.adds + 1, before.subs + 1}));
}

TEST(ModuleList, AModuleWithARelativeNameHasThePathOfItsFile) {
  const fs::path before = fs::current_path();
  fs::current_path(fixtures());
  const Library library("./libsite_rules.so");
  fs::current_path(before);
  const auto list = loaded_modules();
  ASSERT_TRUE(list.ok());
  const LoadedModule* const module = find(*list, fs::canonical(fixtures() / "libsite_rules.so"));
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(module->base, library.base());
  EXPECT_EQ(module->file, module->path);
}

TEST(ModuleList, APathMayHaveNewlines) {
  const fs::path before = fs::current_path(),
                 folder = fs::temp_directory_path() / ("new\nli\n\nne" + std::to_string(getpid()));
  fs::create_directory(folder);
  fs::copy_file(fixtures() / "libsite_rules.so", folder / "lib.so");
  fs::current_path(folder);
  const Library library("./lib.so");
  fs::current_path(before);
  const auto list = loaded_modules();
  fs::remove_all(folder);
  ASSERT_TRUE(list.ok());
  EXPECT_NE(find(*list, fs::canonical(folder.parent_path()) / folder.filename() / "lib.so"),
            nullptr);
}

TEST(ModuleList, AModuleHasThePathThatItWasLoadedBy) {
  const fs::path link = fs::temp_directory_path() / ("rules_" + std::to_string(getpid()) + ".so");
  fs::create_symlink(fixtures() / "libsite_rules.so", link);
  const Library library(link);
  fs::remove(link);
  const auto list = loaded_modules();
  ASSERT_TRUE(list.ok());
  const LoadedModule* const module = find(*list, link);
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(module->base, library.base());
}

// Puts a copy of the program's first page, with its headers, in the page's place: of a file, or of
// none.
bool replace_first_page(int file) {
  const auto list = loaded_modules();
  if (!list.ok()) return false;
  const auto& headers = list->modules[0].program_headers;
  const auto first = std::ranges::find(headers, PT_LOAD, &Elf64_Phdr::p_type);
  if (first == headers.end()) return false;
  auto* const page = reinterpret_cast<std::byte*>(list->modules[0].base + first->p_vaddr);
  constexpr std::size_t bytes = 4096;
  if (file >= 0 && write(file, page, bytes) != bytes) return false;
  void* const copy = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | (file < 0 ? MAP_ANONYMOUS : 0), file, 0);
  if (copy == MAP_FAILED) return false;
  if (file < 0) std::memcpy(copy, page, bytes);
  return mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, page) == page;
}

TEST(ModuleList, AProgramThatWasMovedToMemoryOfNoFile) {
  EXPECT_EQ(in_child([] {
              if (!replace_first_page(-1)) return 1;
              const auto list = loaded_modules();
              if (!list.ok()) return 2;
              if (list->modules[0].path != fs::read_symlink("/proc/self/exe")) return 3;
              return list->modules[0].file == "/proc/thread-self/exe" ? 0 : 4;
            }),
            0);
}

// As where the program was started by calling the dynamic linker.
TEST(ModuleList, AProgramThatIsNotTheFileThatWasStarted) {
  const std::string path =
      fs::temp_directory_path() / ("retprobe_program_" + std::to_string(getpid()));
  EXPECT_EQ(in_child([&] {
              const int file = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
              if (!replace_first_page(file)) return 1;
              const auto list = loaded_modules();
              if (!list.ok()) return 2;
              if (list->modules[0].path != path) return 3;
              return list->modules[0].file == path ? 0 : 4;
            }),
            0);
  fs::remove(path);
}

// The dynamic linker can be called by its own name to start such a program.
TEST(ModuleList, AProgramThatNamesNoDynamicLinker) {
  EXPECT_EQ(in_child([] {
              const auto memory = OwnMemory::open();
              if (!memory.ok()) return 1;
              const auto forget = [](dl_phdr_info* info, std::size_t, void* own) {
                for (const Elf64_Phdr& each : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
                  constexpr std::array<std::uint8_t, 4> none{};  // PT_NULL
                  if (each.p_type == PT_INTERP &&
                      !static_cast<const OwnMemory*>(own)->write(
                          reinterpret_cast<std::uintptr_t>(&each.p_type), none))
                    return 1;
                }
                return 0;
              };
              if (dl_iterate_phdr(forget, const_cast<OwnMemory*>(&*memory)) != 0) return 2;
              return loaded_modules().ok() ? 0 : 3;
            }),
            0);
}

// What /proc/self shows is the main thread's.
TEST(ModuleList, WhenTheMainThreadIsGone) {
  const fs::path program = fs::read_symlink("/proc/self/exe"), folder = fs::canonical(fixtures());
  EXPECT_EQ(in_child_without_main_thread([=] {
              fs::current_path(folder);
              const Library library("./libsite_rules.so");
              const auto list = loaded_modules();
              if (!list.ok()) return 1;
              if (list->modules[0].path != program.string()) return 2;
              if (!std::ifstream(list->modules[0].file)) return 3;
              if (!find(*list, folder / "libsite_rules.so")) return 4;
              return OwnMemory::open().ok() ? 0 : 5;
            }),
            0);
}

TEST(ModuleList, NoMemoryIsSaid) {
  for (const int succeed : {0, 3}) {
    until_no_memory = succeed;
    const auto list = loaded_modules();
    EXPECT_EQ(until_no_memory, -1) << "no allocation failed";
    until_no_memory = -1;
    ASSERT_FALSE(list.ok());
    EXPECT_EQ(list.error().code(), Error::Code::exhausted);
    EXPECT_HAS(list.error().message(), "not enough memory to list the loaded modules");
  }
}

TEST(ModuleList, ActsWhileExactlyThisModuleIsLoaded) {
  const fs::path path = fixtures() / "libsite_rules.so";
  Library library(path);
  const auto list = loaded_modules();
  ASSERT_TRUE(list.ok());
  const LoadedModule* const found = find(*list, path);
  ASSERT_NE(found, nullptr);
  int acts = 0;
  const auto act = [&] { ++acts; };
  EXPECT_TRUE(while_loaded(*found, act));
  EXPECT_EQ(acts, 1);
  LoadedModule another = *found;
  another.program_headers.back().p_align ^= 1;
  EXPECT_FALSE(while_loaded(another, act));
  another = *found;
  another.base += 4096;
  EXPECT_FALSE(while_loaded(another, act));
  library.close();
  EXPECT_FALSE(while_loaded(*found, act));
  EXPECT_EQ(acts, 1);
}

TEST(ModuleList, ActsOnceWhileNoneIsUnmapped) {
  int acts = 0;
  while_none_is_unmapped([&] { ++acts; });
  EXPECT_EQ(acts, 1);
}

// A handler that forks would wait for its own thread.
TEST(ModuleList, NoSignalComesMeanwhile) {
  const auto is_blocked = [] {
    sigset_t mask;
    pthread_sigmask(SIG_BLOCK, nullptr, &mask);
    return sigismember(&mask, SIGALRM) == 1;
  };
  bool blocked = false;
  while_none_is_unmapped([&] { blocked = is_blocked(); });
  EXPECT_TRUE(blocked);
  EXPECT_FALSE(is_blocked());
}

// ---- Memory ----

// A page that can only be read, and behind it none.
class OnePage {
 public:
  OnePage()
      : low_(static_cast<std::uint8_t*>(
            mmap(nullptr, 2 * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    munmap(low_ + page, page);
  }
  OnePage(const OnePage&) = delete;
  OnePage& operator=(const OnePage&) = delete;
  ~OnePage() { munmap(low_, page); }
  static constexpr std::size_t page = 4096;
  std::uint8_t* end() const { return low_ + page; }

 private:
  std::uint8_t* low_;
};

TEST(OwnMemory, IsReadAndWrittenWhereItIs) {
  const OnePage memory;
  const auto end = reinterpret_cast<std::uintptr_t>(memory.end());
  const auto own = OwnMemory::open();
  ASSERT_TRUE(own.ok()) << own.error().message();
  const std::array<std::uint8_t, 4> bytes{1, 2, 3, 4};
  EXPECT_TRUE(own->write(end - 4, bytes));
  EXPECT_TRUE(std::ranges::equal(std::span(memory.end() - 4, 4), bytes));
  std::array<std::uint8_t, 4> read{};
  EXPECT_TRUE(own->read(end - 4, read));
  EXPECT_EQ(read, bytes);
  EXPECT_TRUE(own->read(end, {})) << "none";
  EXPECT_TRUE(own->write(end, {})) << "none";
  EXPECT_FALSE(own->read(end, read));
  EXPECT_FALSE(own->write(end, bytes));
  EXPECT_FALSE(own->read(end - 2, read)) << "its second half is not there";
  EXPECT_FALSE(own->write(end - 2, bytes)) << "its second half is not there";
}

TEST(OwnMemory, MayHaveTheFirstDescriptor) {
  EXPECT_EQ(in_child([] {
              close(0);
              {
                const auto own = OwnMemory::open();
                if (!own.ok()) return 1;
                if (fcntl(0, F_GETFD) != FD_CLOEXEC) return 2;
                std::uint8_t byte = 0;
                if (!own->read(reinterpret_cast<std::uintptr_t>(&byte), {&byte, 1})) return 3;
              }
              return fcntl(0, F_GETFD) == -1 ? 0 : 4;
            }),
            0);
}

// What the kernel does at each call of pread and pwrite, in turn: an error, or only so many bytes.
// Afterwards it does all.
std::vector<int> answers;

void answer(int, siginfo_t* call, void* context) {
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  auto bytes = static_cast<std::size_t>(registers[REG_RDX]);
  if (!answers.empty()) {
    const int now = answers.front();
    answers.erase(answers.begin());
    if (now <= 0) {
      registers[REG_RAX] = now;
      return;
    }
    bytes = static_cast<std::size_t>(now);
  }
  const iovec part{reinterpret_cast<void*>(registers[REG_RSI]), bytes};
  const int file = static_cast<int>(registers[REG_RDI]);
  const off_t at = registers[REG_R10];
  registers[REG_RAX] =
      call->si_syscall == SYS_pread64 ? preadv(file, &part, 1, at) : pwritev(file, &part, 1, at);
}

bool answer_for_the_kernel() {
  struct sigaction action{};
  action.sa_sigaction = answer;
  action.sa_flags = SA_SIGINFO;
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pread64, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pwrite64, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{std::size(filter), filter};
  return sigaction(SIGSYS, &action, nullptr) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// Whether the access succeeds, and whether it then has moved all bytes.
std::string access_with(const std::vector<int>& what, bool is_write, int error) {
  const auto own = OwnMemory::open();
  std::array<std::uint8_t, 6> from{1, 2, 3, 4, 5, 6}, to{};
  answers = what;
  errno = error;
  const bool done = is_write ? own->write(reinterpret_cast<std::uintptr_t>(to.data()), from)
                             : own->read(reinterpret_cast<std::uintptr_t>(from.data()), to);
  if (!answers.empty()) return "too few calls";
  return done ? to == from ? "all" : "wrong" : "failed";
}

TEST(OwnMemory, IsAccessedPieceByPiece) {
  EXPECT_EQ(in_child([] {
              if (!answer_for_the_kernel()) return 100;
              int wrong = 0;
              const auto expect = [&](const std::vector<int>& what, const std::string& wanted) {
                for (const bool is_write : {false, true})
                  for (const int error : {0, EINTR}) {
                    const std::string is = access_with(what, is_write, error);
                    if (is == wanted) continue;
                    std::fprintf(stderr, "%s of %d after %d: %s\n", is_write ? "write" : "read",
                                 what[0], error, is.c_str());
                    ++wrong;
                  }
              };
              expect({6}, "all");
              expect({1, 2}, "all");
              expect({-EINTR}, "all");
              expect({4, -EINTR, 1}, "all");
              expect({-EIO}, "failed");
              expect({5, -EIO}, "failed");
              expect({0}, "failed");
              expect({1, 0}, "failed");
              return wrong;
            }),
            0);
}

TEST(OwnMemory, SaysWhyItCannotBeOpened) {
  EXPECT_EQ(in_child([] {
              const rlimit none{0, 0};
              if (setrlimit(RLIMIT_NOFILE, &none) != 0) return 1;
              const auto own = OwnMemory::open();
              if (own.ok()) return 2;
              const std::string text = own.error().message();
              return text.starts_with("/proc/thread-self/mem cannot be opened (is") &&
                             text.find("Too many open files") != std::string::npos
                         ? 0
                         : 3;
            }),
            0);
}

}  // namespace
}  // namespace retprobe
