// Tests the catalogue while modules are loaded, unloaded and replaced, with threads and across
// fork.
#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "core/sites/site_catalogue.h"
#include "core/system/elf_image.h"
#include "core/testlib/child.h"
#include "core/testlib/expect.h"
#include "core/testlib/site_fixture.h"
#include "retprobe/site.h"

// What happens once, when the library opens this file, and with which errno that fails (0: it does
// not).
static struct {
  std::string path;
  std::function<int()> happens;
} at_open;

// Instead of libc's.
extern "C" int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const auto mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (at_open.happens && at_open.path == path)
    if ((errno = std::exchange(at_open.happens, nullptr)())) return -1;
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

namespace retprobe {
namespace {

// These tests use the library that is written in assembly. A library with a static variable in a
// template (STB_GNU_UNIQUE) is never unloaded.

TEST(Modules, SitesComeStayAndGo) {
  const fs::path path = fixtures() / "libsite_rules.so";
  Library first(path);
  const Site* const site = first.site("rules_good");
  {
    Library other(fixtures() / "libsite_shapes_own_O0.so");
    EXPECT_FALSE(other.sites().empty());
    EXPECT_EQ(first.site("rules_good"), site);
  }
  EXPECT_EQ(first.site("rules_good"), site) << "another module's end changed this one";
  EXPECT_TRUE(site->mapped);
  first.close();
  EXPECT_TRUE(first.sites().empty());
  EXPECT_FALSE(site->mapped);
  EXPECT_EQ(site->symbol, "rules_good") << "a Site outlives its module";
}

const SiteSnapshot* snapshot_now() {
  const auto snapshot = SiteCatalogue::current();
  return snapshot.ok() ? &**snapshot : nullptr;
}

// The next snapshot is made before the last one is freed, so that their addresses differ.
TEST(Modules, NothingIsReadAgainBeforeTheLoaderDoesSomething) {
  const SiteSnapshot* const before = snapshot_now();
  ASSERT_NE(before, nullptr);
  EXPECT_EQ(snapshot_now(), before);
  const Library library(fixtures() / "libsite_rules.so");
  const SiteSnapshot* const after = snapshot_now();
  EXPECT_NE(after, before);
  EXPECT_EQ(snapshot_now(), after);
}

// The catalogue must notice a reload although nobody asked it while the module was away.
TEST(Modules, ReloadAtTheSameAddressGivesNewSites) {
  const fs::path path = fixtures() / "libsite_rules.so";
  int same_address = 0;
  for (int round = 0; round < 20; ++round) {
    Library first(path);
    const Site* const site = first.site("rules_good");
    const std::uintptr_t base = first.base();
    first.close();
    Library second(path);
    const Site* const again = second.site("rules_good");
    EXPECT_NE(again, site);
    EXPECT_FALSE(site->mapped);
    EXPECT_TRUE(again->mapped);
    same_address += second.base() == base ? 1 : 0;
  }
  EXPECT_GT(same_address, 0) << "the loader never used the address again: this test showed nothing";
}

// A module is listed, then closed, then read while another dlopen is about to load it at the same
// place.
TEST(Modules, ReadingOfAModuleThatIsGoneIsNotTakenForTheNextOne) {
  const fs::path path = fixtures() / "libsite_rules.so";
  const auto memory = OwnMemory::open();
  ASSERT_TRUE(memory.ok());
  const auto listed = [&path](std::uintptr_t base) {
    const auto list = loaded_modules();
    for (const LoadedModule& module : list.ok() ? list->modules : std::vector<LoadedModule>{})
      if (module.base == base && module.path == path.string()) return module;
    ADD_FAILURE() << "the module is not listed";
    return LoadedModule{};
  };
  int same_address = 0;
  for (int round = 0; round < 20; ++round) {
    Library first(path);
    const LoadedModule loaded = listed(first.base());
    first.close();
    // This is how the loader begins: it maps the whole file where the module will be. At the
    // address of the records is then the part of the file with that offset, letters for instance.
    const std::uintptr_t length = loaded.length();
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    void* const whole = mmap(reinterpret_cast<void*>(loaded.base), length, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    ASSERT_EQ(whole, reinterpret_cast<void*>(loaded.base));
    std::memset(whole, 'r', length);
    ASSERT_GT(pread(file, whole, 4096, 0), 0);
    close(file);
    const auto stale = read_module(loaded, *memory);
    std::uint8_t mark = 0;
    EXPECT_TRUE(memory->read(loaded.base + EI_NIDENT - 1, {&mark, 1}));
    EXPECT_EQ(mark, 0) << "the mark went into memory that is not the module's";
    munmap(whole, length);
    EXPECT_TRUE(stale->sites.empty());

    Library second(path);
    if (second.base() != loaded.base) continue;
    ++same_address;
    EXPECT_FALSE(still_there(*stale, listed(second.base()), *memory)) << stale->problem;
    second.site("rules_good");
  }
  EXPECT_GT(same_address, 0) << "the loader never used the address again: this test showed nothing";
}

TEST(Modules, ReadingIsKnownByItsMarkUntilTheModuleGoes) {
  const fs::path path = fixtures() / "libsite_rules.so";
  const auto memory = OwnMemory::open();
  ASSERT_TRUE(memory.ok());
  Library library(path);
  const auto list = loaded_modules();
  ASSERT_TRUE(list.ok());
  const auto loaded =
      std::find_if(list->modules.begin(), list->modules.end(),
                   [&](const LoadedModule& module) { return module.base == library.base(); });
  ASSERT_NE(loaded, list->modules.end());
  const auto read = read_module(*loaded, *memory);
  EXPECT_NE(read->marker, 0u);
  EXPECT_FALSE(read->sites.empty());
  // The module was marked before, as after a reading that failed.
  const auto again = read_module(*loaded, *memory);
  EXPECT_EQ(again->marker, read->marker);
  EXPECT_TRUE(still_there(*read, *loaded, *memory));
  library.close();
  EXPECT_FALSE(still_there(*read, *loaded, *memory));
}

TEST(Modules, TransientModuleDoesNotDisturbTheOthers) {
  Library stays(fixtures() / "libsite_shapes_own_O0.so");
  const Site* const site = stays.site("shapes_entry");
  {
    Library transient(fixtures() / "libsite_rules.so");
  }
  EXPECT_EQ(stays.site("shapes_entry"), site);
  EXPECT_TRUE(site->mapped);
}

// Its name is relative, so its path comes from the kernel: a new one, or "… (deleted)".
TEST(Modules, StaysTheSameWhenItsFileIsMovedOrDeleted) {
  const fs::path path =
      fs::temp_directory_path() / ("retprobe_moved_" + std::to_string(getpid()) + ".so");
  const fs::path moved = path.string() + ".old";
  fs::copy_file(fixtures() / "libsite_rules.so", path, fs::copy_options::overwrite_existing);
  const fs::path here = fs::current_path();
  fs::current_path(path.parent_path());
  const Library library("./" + path.filename().string());
  fs::current_path(here);
  const auto address = reinterpret_cast<std::uintptr_t>(library.symbol("rules_good"));
  const Result<const Site*> site = site_at(address);
  ASSERT_TRUE(site.ok()) << site.error().message();
  for (const bool deleted : {false, true}) {
    if (deleted)
      fs::remove(moved);
    else
      fs::rename(path, moved);
    const Library other(fixtures() / "libsite_shapes_own_O0.so");  // lets the list be read again
    const Result<const Site*> again = site_at(address);
    ASSERT_TRUE(again.ok()) << again.error().message();
    EXPECT_EQ(*again, *site);
    EXPECT_TRUE((*site)->mapped);
  }
}

TEST(Modules, PatchedSiteStaysTheSame) {
  Library library(fixtures() / "libsite_rules.so");
  const Site* const site = library.site("rules_good");
  const SiteBytes original = site->original;
  std::FILE* const memory = std::fopen("/proc/self/mem", "r+b");
  ASSERT_NE(memory, nullptr);
  const SiteBytes jump = {0xe9, 0, 0, 0, 0};
  ASSERT_EQ(std::fseek(memory, static_cast<long>(site->entry), SEEK_SET), 0);
  ASSERT_EQ(std::fwrite(jump.data(), 1, 5, memory), 5u);
  std::fclose(memory);
  Library other(fixtures() /
                "libsite_shapes_own_O0.so");  // makes the catalogue read the list again
  EXPECT_EQ(library.site("rules_good"), site);
  EXPECT_EQ(site->original, original);
  EXPECT_EQ(site->refusal, "");
}

// A loaded copy of the assembly library, whose file is then replaced by another file.
struct Replaced {
  explicit Replaced(const std::string& name)
      : path(fs::temp_directory_path() /
             ("retprobe_" + name + "_" + std::to_string(getpid()) + ".so")),
        library([this] {
          fs::copy_file(fixtures() / "libsite_rules.so", path,
                        fs::copy_options::overwrite_existing);
          return path;
        }()) {}
  ~Replaced() { fs::remove(path); }
  // Replaces the file by renaming, so that the mapped file stays as it is.
  void by(const fs::path& other, std::uintmax_t length) {
    const fs::path copy = path.string() + ".new";
    fs::copy_file(other, copy);
    fs::resize_file(copy, std::min(length, fs::file_size(copy)));
    fs::rename(copy, path);
  }
  std::string said() {
    EXPECT_TRUE(library.sites().empty());
    return error_of("nothing_of_this_name");
  }
  fs::path path;
  Library library;
};

TEST(Modules, ReplacedFileIsSaid) {
  Replaced replaced("replaced");
  replaced.by(fixtures() / "libsite_shapes_own_O2.so", ~0u);
  const std::string said = replaced.said();
  EXPECT_HAS(said, replaced.path.string() + ": the file was replaced since it was loaded");
}

TEST(Modules, DeletedFileIsSaid) {
  Replaced replaced("deleted");
  fs::remove(replaced.path);
  const std::string said = replaced.said();
  EXPECT_HAS(said, replaced.path.string() + ": cannot be opened");
}

// Only what is short now may be there the next time.
TEST(Modules, AFileIsTriedAgainForWantOfDescriptorsOrMemoryOnly) {
  const fs::path path = fixtures() / "libsite_rules.so";
  for (const int error : {EMFILE, ENFILE, ENOMEM, ENOENT, EACCES}) {
    SCOPED_TRACE(std::strerror(error));
    const bool temporary = error != ENOENT && error != EACCES;
    const Library library(path);
    at_open = {path.string(), [error] { return error; }};
    EXPECT_TRUE(library.sites().empty());
    EXPECT_FALSE(at_open.happens);
    EXPECT_EQ(library.sites().empty(), !temporary);
  }
}

// No Site of it lives on, so nothing of it has to.
TEST(Modules, AModuleWithoutSitesLeavesNothing) {
  const auto come_and_go = [] {
    {
      const Library library("libresolv.so.2");
      EXPECT_TRUE(all_sites().ok());
    }
    EXPECT_TRUE(all_sites().ok());
  };
  for (int warming_up = 0; warming_up < 3; ++warming_up) come_and_go();
  const std::size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 100; ++i) come_and_go();
  EXPECT_LT(mallinfo2().uordblks, before + 100 * sizeof(SiteModule));
}

TEST(Modules, TruncatedFileIsSaid) {
  Replaced replaced("truncated");
  replaced.by(fixtures() / "libsite_rules.so", fs::file_size(replaced.path) / 2);
  const std::string said = replaced.said();
  EXPECT_HAS(said, "outside of the file (truncated or corrupted)");
  char address[32];
  std::snprintf(address, sizeof address, "%p", replaced.library.symbol("rules_good"));
  EXPECT_HAS(error_of(address), "(truncated or corrupted)");
}

// A module that cannot be read has no mark, so nothing shows that it was there all the time. It is
// read again if the loader did something meanwhile.
TEST(Modules, ReadingWithoutAMarkIsNotKeptIfTheLoaderDidSomething) {
  Replaced replaced("read_again");
  replaced.by(fixtures() / "libsite_rules.so", fs::file_size(replaced.path) / 2);
  const auto is_kept = [&] {
    const SiteSnapshot* const snapshot = snapshot_now();
    return snapshot && std::ranges::any_of(snapshot->modules, [&](const SiteModule* module) {
             return module->loaded.path == replaced.path.string();
           });
  };
  std::optional<Library> another;
  at_open = {replaced.path.string(), [&] {
               another.emplace(fixtures() / "libsite_rules.so");
               return 0;
             }};
  EXPECT_FALSE(is_kept());
  ASSERT_TRUE(another.has_value());
  EXPECT_TRUE(is_kept());
}

// A site's module is found when it has gone, too: with its sites side by side.
TEST(Modules, TheModuleOfASite) {
  Library library(fixtures() / "libsite_rules.so");
  const Site* const site = library.site("rules_good");
  const std::size_t count = library.sites().size();
  for (const bool gone : {false, true}) {
    if (gone) {
      library.close();
      ASSERT_TRUE(all_sites().ok());
      ASSERT_FALSE(site->mapped);
    }
    const std::span<const Site> sites = module_of(*site).sites;
    EXPECT_EQ(sites.size(), count);
    EXPECT_TRUE(site >= sites.data() && site < sites.data() + sites.size());
  }
  const Site stray;
  EXPECT_EQ(module_of(stray).sites.data(), &stray);
  EXPECT_EQ(module_of(stray).sites.size(), 1u);
}

// A copy of the assembly library that is changed before it is loaded.
template <class Change>
fs::path changed(const std::string& name, Change change) {
  const fs::path path =
      fs::temp_directory_path() / ("retprobe_" + name + "_" + std::to_string(getpid()) + ".so");
  fs::copy_file(fixtures() / "libsite_rules.so", path, fs::copy_options::overwrite_existing);
  std::FILE* const file = std::fopen(path.c_str(), "r+b");
  std::vector<std::uint8_t> bytes(fs::file_size(path));
  EXPECT_EQ(std::fread(bytes.data(), 1, bytes.size(), file), bytes.size());
  change(bytes);
  std::rewind(file);
  EXPECT_EQ(std::fwrite(bytes.data(), 1, bytes.size(), file), bytes.size());
  std::fclose(file);
  return path;
}

template <class Change>
std::string said_of_changed(const std::string& name, Change change) {
  const fs::path path = changed(name, change);
  const Library library(path);
  EXPECT_TRUE(library.sites().empty());
  const std::string said = error_of("nothing_of_this_name");
  fs::remove(path);
  return said;
}

// The header of the first section of this name or, without a name, of this type.
Elf64_Shdr& section_of(std::vector<std::uint8_t>& bytes, std::string_view name, unsigned type) {
  const auto& header = *reinterpret_cast<const Elf64_Ehdr*>(bytes.data());
  auto* const sections = reinterpret_cast<Elf64_Shdr*>(bytes.data() + header.e_shoff);
  const auto* const names =
      reinterpret_cast<const char*>(bytes.data() + sections[header.e_shstrndx].sh_offset);
  for (unsigned i = 0; i < header.e_shnum; ++i)
    if (name.empty() ? sections[i].sh_type == type : names + sections[i].sh_name == name)
      return sections[i];
  ADD_FAILURE() << "no such section";
  return *sections;
}

TEST(Modules, RecordsThatAreNotWholeWordsAreSaid) {
  const std::string said = said_of_changed("half", [](std::vector<std::uint8_t>& bytes) {
    section_of(bytes, "__patchable_function_entries", 0).sh_size -= 1;
  });
  EXPECT_HAS(said, "its section __patchable_function_entries is not what was loaded");
}

// The section of records is cut into one of a record and one of the others, which takes the place
// of a section that is not loaded.
TEST(Modules, RecordsMayBeInSeveralSections) {
  const fs::path path = changed("sections", [](std::vector<std::uint8_t>& bytes) {
    Elf64_Shdr& records = section_of(bytes, "__patchable_function_entries", 0);
    Elf64_Shdr& rest = section_of(bytes, ".comment", 0);
    rest = records;
    records.sh_size = sizeof(std::uint64_t);
    rest.sh_addr += records.sh_size;
    rest.sh_offset += records.sh_size;
    rest.sh_size -= records.sh_size;
  });
  const Library whole(fixtures() / "libsite_rules.so"), library(path);
  const Sites expected = whole.sites(), sites = library.sites();
  fs::remove(path);
  ASSERT_EQ(sites.size(), expected.size());
  for (std::size_t i = 0; i < sites.size(); ++i) {
    EXPECT_EQ(sites[i]->symbol, expected[i]->symbol);
    EXPECT_EQ(sites[i]->entry - library.base(), expected[i]->entry - whole.base());
  }
}

// As while another thread's dlopen relocates the module.
TEST(Modules, RecordsThatAreNotRelocatedAreSaid) {
  const std::string said = said_of_changed("raw", [](std::vector<std::uint8_t>& bytes) {
    const Elf64_Shdr& records = section_of(bytes, "__patchable_function_entries", 0);
    const Elf64_Shdr& table = section_of(bytes, "", SHT_RELA);
    std::vector<Elf64_Rela*> of_records;
    for (std::uint64_t at = 0; at < table.sh_size; at += sizeof(Elf64_Rela)) {
      auto& one = *reinterpret_cast<Elf64_Rela*>(bytes.data() + table.sh_offset + at);
      if (one.r_offset - records.sh_addr < records.sh_size &&
          ELF64_R_TYPE(one.r_info) == R_X86_64_RELATIVE)
        of_records.push_back(&one);
    }
    // The last record is relocated three times, two others never.
    *of_records[0] = *of_records[1] = *of_records.back();
  });
  EXPECT_HAS(said, ": 2 of 10 records of functions are not relocated");
}

TEST(Modules, UnreadableRecordsAreSaid) {
  const fs::path path = fixtures() / "libsite_rules.so";
  const auto image = ElfImage::open(path);
  ASSERT_TRUE(image.ok());
  const auto records =
      std::find_if(image->sections().begin(), image->sections().end(),
                   [](const auto& one) { return one.name == "__patchable_function_entries"; });
  ASSERT_NE(records, image->sections().end());
  Library library(path);
  const auto list = loaded_modules();
  ASSERT_TRUE(list.ok());
  const auto loaded =
      std::find_if(list->modules.begin(), list->modules.end(),
                   [&](const LoadedModule& module) { return module.base == library.base(); });
  ASSERT_NE(loaded, list->modules.end());
  // In a child, since what is taken away is not only the records.
  EXPECT_EQ(in_child([&] {
              const std::uintptr_t page = (loaded->base + records->header.sh_addr) / 4096 * 4096;
              if (munmap(reinterpret_cast<void*>(page), 4096) != 0) return 2;
              const auto memory = OwnMemory::open();
              if (!memory.ok()) return 3;
              const auto read = read_module(*loaded, *memory);
              if (!read->pending || !read->sites.empty()) return 4;
              return read->problem.find("cannot be read from memory") == std::string::npos ? 5 : 0;
            }),
            0);
}

TEST(Modules, RelativePathAndChdir) {
  const fs::path here = fs::current_path();
  fs::current_path(fixtures());
  void* const handle = dlopen("./libsite_rules.so", RTLD_NOW);
  fs::current_path("/");
  ASSERT_NE(handle, nullptr);
  const auto found = find_sites("rules_good");
  fs::current_path(here);
  ASSERT_TRUE(found.ok()) << found.error().message();
  EXPECT_TRUE(fs::path(found->at(0)->module).is_absolute());
  dlclose(handle);
}

// ---- Modules whose records are not relocated yet ----

// A loaded library whose records the test can take back to what the file has.
class Unrelocated : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const fs::path path = fixtures() / ("libsite_many_" + std::string(GetParam()) + ".so");
    if (!fs::exists(path)) GTEST_SKIP() << "the linker does not make it";
    library_ = std::make_unique<Library>(path);
    const auto list = loaded_modules();
    ASSERT_TRUE(list.ok());
    for (const LoadedModule& module : list->modules)
      if (module.base == library_->base()) loaded_ = module;
    ASSERT_EQ(loaded_.base, library_->base());
    const auto image = ElfImage::open(path);
    ASSERT_TRUE(image.ok());
    for (const ElfSection& section : image->sections())
      if (section.name == "__patchable_function_entries") header_ = section.header;
    in_file_.resize(header_.sh_size / sizeof(std::uint64_t));
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    ASSERT_EQ(std::fseek(file, static_cast<long>(header_.sh_offset), SEEK_SET), 0);
    ASSERT_EQ(std::fread(in_file_.data(), sizeof(std::uint64_t), in_file_.size(), file),
              in_file_.size());
    std::fclose(file);
    ASSERT_EQ(in_file_.size(), 152u);
  }
  // Takes back the records from the one to before the other.
  void take_back(std::size_t from, std::size_t to) {
    const auto memory = OwnMemory::open();
    ASSERT_TRUE(memory.ok());
    for (std::size_t i = from; i < to; ++i) {
      std::array<std::uint8_t, sizeof(std::uint64_t)> word;
      std::memcpy(word.data(), &in_file_[i], sizeof word);
      ASSERT_TRUE(memory->write(loaded_.base + header_.sh_addr + i * sizeof word, word));
    }
  }
  // The offsets of the entries that a new reading finds. Each is 16 bytes behind the last.
  void expect_all_entries() {
    const auto memory = OwnMemory::open();
    ASSERT_TRUE(memory.ok());
    const auto read = read_module(loaded_, *memory);
    EXPECT_FALSE(read->pending) << read->problem;
    EXPECT_HAS(read->problem, ": 1 records of functions lead outside of its own code");
    ASSERT_EQ(read->sites.size(), 150u) << read->problem;
    for (std::size_t i = 0; i < read->sites.size(); ++i)
      ASSERT_EQ(read->sites[i].entry, read->sites[0].entry + 16 * i) << i;
  }

  std::unique_ptr<Library> library_;
  LoadedModule loaded_;
  Elf64_Shdr header_{};
  std::vector<std::uint64_t> in_file_;
};

TEST_P(Unrelocated, RelocatedRecordsAreAsTheyAre) { expect_all_entries(); }

TEST_P(Unrelocated, AllRecordsAreRelocatedByTheReader) {
  take_back(0, in_file_.size());
  expect_all_entries();
}

TEST_P(Unrelocated, SomeRecordsAreRelocatedByTheReader) {
  for (const std::size_t from : {1u, 62u, 63u, 64u, 65u, 127u, 128u, 151u}) {
    take_back(from, in_file_.size());
    expect_all_entries();
  }
}

INSTANTIATE_TEST_SUITE_P(Relocations, Unrelocated, testing::Values("plain", "kept", "packed"),
                         [](const auto& test) { return test.param; });

// ---- Threads and fork ----

TEST(Threads, LookingWhileModulesComeAndGo) {
  Library stays(fixtures() / "libsite_shapes_own_O2.so");
  const Site* const site = stays.site("shapes_entry");
  std::atomic<bool> stop{false};
  std::atomic<int> looks{0}, wrong{0};
  const auto look = [&] {
    while (!stop) {
      const auto found = find_sites("shapes_entry");
      if (!found.ok() || std::find(found->begin(), found->end(), site) == found->end()) ++wrong;
      ++looks;
    }
  };
  std::thread first(look), second(look);
  int loads = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1500);
  for (; loads <= 10 || looks <= 10 || std::chrono::steady_clock::now() < end; ++loads) {
    Library coming(fixtures() / (loads % 2 != 0 ? "libsite_rules.so" : "libsite_shapes_own_O0.so"));
    if (loads % 3 == 0) {
      const char* const own = loads % 2 != 0 ? "rules_good" : "shapes_entry";
      const auto found = find_sites(own);
      wrong += !found.ok() || std::none_of(found->begin(), found->end(), [&](const Site* one) {
        return one->entry - coming.base() < 1 << 20 && one->mapped;
      });
    }
  }
  stop = true;
  first.join();
  second.join();
  EXPECT_EQ(wrong, 0);
  std::printf("%d loads, %d looks\n", loads, looks.load());
}

// A text poke relies on this: a module that another thread closes stays mapped until the poke is
// over.
TEST(Threads, NothingIsUnmappedUnderTheLock) {
  Library closing(fixtures() / "libsite_rules.so");
  const std::uintptr_t code = closing.site("rules_good")->entry;
  const auto memory = OwnMemory::open();
  ASSERT_TRUE(memory.ok());
  std::uint8_t byte;
  std::atomic<bool> closed{false};
  std::thread closer;
  bool there = true, still_closing = true;
  while_none_is_unmapped([&] {
    closer = std::thread([&] {
      closing.close();
      closed = true;
    });
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
    while (there && std::chrono::steady_clock::now() < end) there = memory->read(code, {&byte, 1});
    still_closing = !closed;
  });
  closer.join();
  EXPECT_TRUE(there) << "a module was unmapped";
  EXPECT_TRUE(still_closing);
  EXPECT_FALSE(memory->read(code, {&byte, 1})) << "the module did not go: this test showed nothing";
}

TEST(Threads, ALookIsNotCancelled) {
  const fs::path path = fixtures() / "libsite_rules.so";
  const Library library(path);
  EXPECT_EQ(in_child([&] {
              const auto cancel = [] {
                pthread_cancel(pthread_self());
                return 0;
              };
              bool found = false;
              for (const char* const name : {"rules_good", "nothing_of_this_name"}) {
                at_open = {path.string(), cancel};
                bool ended = false;
                std::thread looker([&] {
                  found |= find_sites(name).ok();
                  ended = true;
                });
                looker.join();
                if (at_open.happens) return 1;
                if (!ended) return 2;
              }
              return found ? 0 : 3;
            }),
            0);
}

TEST(Threads, ChildOfAForkCanLookWhileOthersHoldTheLock) {
  std::atomic<bool> stop{false};
  std::atomic<int> looks{0};
  std::thread looker([&] {
    for (; !stop; ++looks) {
      if (!all_sites().ok()) break;
    }
  });
  for (int i = 0; i < 200; ++i) {
    // Loads a library, so that the other thread has something to read. (That thread does not load
    // it, because then glibc's own lock could hang the child.)
    Library library(fixtures() / "libsite_rules.so");
    // A lock that no thread can release ends in a killed child.
    EXPECT_EQ(in_child([] { return all_sites().ok() ? 0 : 1; }), 0);
    if (HasFailure()) break;
  }
  stop = true;
  looker.join();
  EXPECT_GT(looks, 0);
}

}  // namespace
}  // namespace retprobe
