// Tests the parser with files that are cut short, damaged bit by bit, or made inconsistent.
#include "core/system/elf_image.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>

#include "core/system/function_names.h"
#include "core/testlib/expect.h"

// How many reads find what a file has; those that follow find its end. Below 0: all of them do.
static int reads_left = -1;
// The library calls this one: the program's own comes first.
extern "C" ssize_t pread(int fd, void* into, std::size_t bytes, off_t offset) {
  if (reads_left == 0) return 0;
  if (reads_left > 0) --reads_left;
  return syscall(SYS_pread64, fd, into, bytes, offset);
}

namespace retprobe {
namespace {

using Bytes = std::vector<std::uint8_t>;

// A small, real input: the C library's libm or, failing that, this program.
Bytes real_file() {
  std::string path = "/proc/self/exe";
  for (const char* candidate :
       {"/lib/x86_64-linux-gnu/libdl.so.2", "/lib/x86_64-linux-gnu/libpthread.so.0"}) {
    if (std::filesystem::exists(candidate)) path = candidate;
  }
  std::ifstream in(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(in), {});
}

// Uses everything that was read, so that sanitizers and valgrind see a view out of bounds.
std::size_t use(const Result<ElfImage>& image) {
  if (!image.ok()) {
    EXPECT_TRUE(image.error().message().starts_with("input: ")) << image.error().message();
    EXPECT_LACKS(image.error().message(), "\n");
    return image.error().message().size();
  }
  std::size_t sum = image->build_id().size() + image->program_headers().size();
  for (const ElfFunction& function : image->functions()) {
    sum += demangled(function.name).size() + without_parameters(function.name).size();
  }
  for (const ElfSection& section : image->sections()) sum += section.name.size();
  return sum;
}

template <class T>
void put(Bytes& bytes, std::size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

template <class T>
T get(const Bytes& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

TEST(ElfImage, ReadsARealFile) {
  const auto image = ElfImage::parse(real_file(), "input");
  ASSERT_TRUE(image.ok()) << image.error().message();
  EXPECT_GT(image->functions().size(), 0u);
  EXPECT_GE(image->build_id().size(), 8u);
  EXPECT_GT(image->program_headers().size(), 3u);
  for (const ElfFunction& function : image->functions()) {
    EXPECT_FALSE(function.name.empty());
    EXPECT_EQ(function.name.find('@'), std::string_view::npos);
  }
}

TEST(ElfImage, FileAndMemoryGiveTheSame) {
  const auto file = ElfImage::open("/proc/self/exe");
  ASSERT_TRUE(file.ok()) << file.error().message();
  std::ifstream in("/proc/self/exe", std::ios::binary);
  const Bytes bytes(std::istreambuf_iterator<char>(in), {});
  const auto memory = ElfImage::parse(bytes, "input");
  ASSERT_TRUE(memory.ok()) << memory.error().message();
  EXPECT_EQ(file->build_id(), memory->build_id());
  ASSERT_EQ(file->functions().size(), memory->functions().size());
  for (std::size_t i = 0; i < file->functions().size(); ++i) {
    EXPECT_EQ(file->functions()[i].name, memory->functions()[i].name);
  }
}

TEST(ElfImage, EveryTruncationIsAnError) {
  const Bytes whole = real_file();
  const std::size_t table_end = get<Elf64_Ehdr>(whole, 0).e_shoff +
                                std::size_t{get<Elf64_Ehdr>(whole, 0).e_shnum} * sizeof(Elf64_Shdr);
  ASSERT_LE(table_end, whole.size());
  for (std::size_t length = 0; length < table_end; length += length < 256 ? 1 : 97) {
    // A copy of exact size: reading past it is reading past an allocation.
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    const auto image = ElfImage::parse(cut, "input");
    EXPECT_FALSE(image.ok()) << length << " of " << whole.size() << " bytes are a whole file?";
    use(image);
  }
}

TEST(ElfImage, FlippedBytesNeverCrash) {
  const Bytes whole = real_file();
  std::mt19937_64 random(20190521);
  std::size_t refused = 0;
  const auto header = get<Elf64_Ehdr>(whole, 0);
  for (int round = 0; round < 20000; ++round) {
    Bytes bytes = whole;
    const auto flips = 1 + random() % 4;
    for (std::uint64_t flip = 0; flip < flips; ++flip) {
      // Half of the damage goes to both ends of the file, where the headers are.
      const std::size_t at =
          random() % 2 != 0 ? random() % bytes.size()
          : random() % 2 != 0
              ? random() % 1024
              : header.e_shoff + random() % (std::size_t{header.e_shnum} * sizeof(Elf64_Shdr));
      bytes[at] = static_cast<std::uint8_t>(random());
    }
    const auto image = ElfImage::parse(bytes, "input");
    refused += image.ok() ? 0 : 1;
    use(image);
  }
  EXPECT_GT(refused, 1000u) << "the damage did not reach what is checked";
}

TEST(ElfImage, LiesAreToldApart) {
  const Bytes whole = real_file();
  const auto said = [&whole](auto change) {
    Bytes bytes = whole;
    change(bytes);
    const auto image = ElfImage::parse(bytes, "input");
    return image.ok() ? std::string("accepted") : image.error().message();
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos ? testing::AssertionSuccess()
                                                : testing::AssertionFailure() << text;
  };
  using H = Elf64_Ehdr;
  EXPECT_TRUE(has(said([](Bytes& b) { b.clear(); }), "too short"));
  EXPECT_TRUE(has(said([](Bytes& b) { b[1] = 'X'; }), "not an ELF file"));
  EXPECT_TRUE(has(said([](Bytes& b) { b[EI_CLASS] = ELFCLASS32; }), "x86-64"));
  EXPECT_TRUE(has(said([](Bytes& b) { put<Elf64_Half>(b, offsetof(H, e_machine), EM_AARCH64); }),
                  "x86-64"));
  EXPECT_TRUE(has(said([](Bytes& b) { put<Elf64_Half>(b, offsetof(H, e_type), ET_REL); }),
                  "not a program"));
  EXPECT_TRUE(has(said([](Bytes& b) { put<Elf64_Off>(b, offsetof(H, e_shoff), 0); }),
                  "no section headers"));
  EXPECT_TRUE(has(said([](Bytes& b) { put<Elf64_Off>(b, offsetof(H, e_shoff), ~0ull - 63); }),
                  "outside of the file"));
  EXPECT_TRUE(has(said([](Bytes& b) { put<Elf64_Off>(b, offsetof(H, e_phoff), ~0ull); }),
                  "outside of the file"));
  EXPECT_TRUE(
      has(said([](Bytes& b) { put<Elf64_Half>(b, offsetof(H, e_phnum), 4097); }), "too many"));
  // As many as there may be are looked for in the file.
  EXPECT_TRUE(has(said([](Bytes& b) {
                    put<Elf64_Half>(b, offsetof(H, e_phnum), 4096);
                    b.resize(std::min<std::size_t>(b.size(), 4096 * sizeof(Elf64_Phdr)));
                  }),
                  "outside of the file"));
  EXPECT_TRUE(
      has(said([](Bytes& b) { put<Elf64_Half>(b, offsetof(H, e_shstrndx), 0xfffe); }), "no names"));
  // More sections than the header can count: the count is in the first section header.
  EXPECT_TRUE(has(said([](Bytes& b) {
                    put<Elf64_Half>(b, offsetof(H, e_shnum), 0);
                    put<Elf64_Xword>(b, get<H>(b, 0).e_shoff + offsetof(Elf64_Shdr, sh_size),
                                     ~0ull);
                  }),
                  "more sections"));
  // The index of the names is in the first section header, too, where it is too large.
  EXPECT_EQ(said([](Bytes& b) {
              const H header = get<H>(b, 0);
              put<Elf64_Half>(b, offsetof(H, e_shstrndx), SHN_XINDEX);
              put<Elf64_Word>(b, header.e_shoff + offsetof(Elf64_Shdr, sh_link), header.e_shstrndx);
            }),
            "accepted");
  // As many as fit into the file are looked for in it.
  for (const bool more : {false, true}) {
    const std::string text = said([more](Bytes& b) {
      put<Elf64_Half>(b, offsetof(H, e_shnum), 0);
      put<Elf64_Xword>(b, get<H>(b, 0).e_shoff + offsetof(Elf64_Shdr, sh_size),
                       b.size() / sizeof(Elf64_Shdr) + (more ? 1 : 0));
    });
    EXPECT_HAS(text, more ? "more sections" : "table of sections lies outside");
  }
  EXPECT_HAS(
      said([](Bytes& b) { put<Elf64_Half>(b, offsetof(H, e_shstrndx), get<H>(b, 0).e_shnum); }),
      "no names");
  EXPECT_HAS(said([](Bytes& b) { put<Elf64_Half>(b, offsetof(H, e_phentsize), 55); }),
             "program headers have an unknown size");
  EXPECT_HAS(said([](Bytes& b) { put<Elf64_Half>(b, offsetof(H, e_shentsize), 63); }),
             "section headers have an unknown size");
  EXPECT_HAS(said([](Bytes& b) { b.resize(sizeof(H)); }), "table of program headers lies outside");
  // A string table without a terminating zero.
  EXPECT_TRUE(has(said([](Bytes& b) {
                    const H header = get<H>(b, 0);
                    const std::size_t at = header.e_shoff + header.e_shstrndx * sizeof(Elf64_Shdr);
                    auto names = get<Elf64_Shdr>(b, at);
                    names.sh_size -= 1;
                    put(b, at, names);
                  }),
                  "no end"));
}

TEST(ElfImage, ThingsThatAreNotFiles) {
  for (const char* path : {"/", "/dev/null", "/nowhere/at/all", "/proc/self/mem", ""}) {
    const auto image = ElfImage::open(path);
    EXPECT_FALSE(image.ok()) << path;
    EXPECT_TRUE(image.error().message().starts_with(path));
  }
}

TEST(ElfImage, NobodyWaitsForAPipe) {
  const std::string path = testing::TempDir() + "retprobe_pipe_" + std::to_string(getpid());
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const auto image = ElfImage::open(path);
  unlink(path.c_str());
  ASSERT_FALSE(image.ok());
  EXPECT_EQ(image.error().message(), path + ": not a regular file");
}

// Files of sysfs have the size of a page, whatever can be read of them.
TEST(ElfImage, AFileThatIsShorterThanItsSize) {
  const char* const path = "/sys/devices/system/cpu/online";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "there is no sysfs";
  const auto image = ElfImage::open(path);
  ASSERT_FALSE(image.ok());
  EXPECT_EQ(image.error().message(), path + std::string(": cannot be read"));
}

// Each read in turn finds nothing any more.
TEST(ElfImage, AFileThatBecomesShorterMeanwhile) {
  const std::string path = "/proc/self/exe";
  std::set<std::string> problems;
  bool is_read = false;
  for (int reads = 0; reads < 100; ++reads) {
    reads_left = reads;
    const auto image = ElfImage::open(path);
    reads_left = -1;
    if ((is_read = image.ok())) break;
    const std::string problem = image.error().message().substr(path.size());
    if (reads == 0)
      EXPECT_EQ(problem, ": cannot be read");
    else
      EXPECT_HAS(problem, " cannot be read (the file became shorter meanwhile?)");
    problems.insert(problem);
  }
  EXPECT_TRUE(is_read);
  for (const char* part : {"table of program headers", "table of sections", "symbol table"})
    EXPECT_TRUE(problems.contains(std::string(": its ") + part +
                                  " cannot be read (the file became shorter meanwhile?)"))
        << part;
}

TEST(BuildId, NotesThatLie) {
  const auto note = [](std::uint32_t name, std::uint32_t descriptor, std::uint32_t type) {
    Bytes bytes(40, 7);
    put(bytes, 0, Elf64_Nhdr{name, descriptor, type});
    std::memcpy(bytes.data() + 12, "GNU", 4);
    return bytes;
  };
  EXPECT_EQ(find_build_id(note(4, 20, NT_GNU_BUILD_ID), 4), Bytes(20, 7));
  EXPECT_TRUE(find_build_id(note(4, 21 + 4, NT_GNU_BUILD_ID), 4).empty());
  EXPECT_TRUE(find_build_id(note(4, ~0u, NT_GNU_BUILD_ID), 4).empty());
  EXPECT_TRUE(find_build_id(note(~0u, 20, NT_GNU_BUILD_ID), 4).empty());
  EXPECT_TRUE(find_build_id(note(4, 20, NT_GNU_ABI_TAG), 4).empty());
  EXPECT_TRUE(find_build_id({}, 4).empty());
}

// Appends a note whose descriptor and end are padded.
void append_note(Bytes& notes, std::uint32_t type, std::string_view name, const Bytes& descriptor,
                 std::size_t alignment = 4) {
  const std::size_t at = notes.size();
  notes.resize(at + sizeof(Elf64_Nhdr));
  put(notes, at,
      Elf64_Nhdr{static_cast<std::uint32_t>(name.size()),
                 static_cast<std::uint32_t>(descriptor.size()), type});
  notes.insert(notes.end(), name.begin(), name.end());
  const auto pad = [&] {
    while (notes.size() % alignment) notes.push_back(0xee);
  };
  pad();
  notes.insert(notes.end(), descriptor.begin(), descriptor.end());
  pad();
}

constexpr std::string_view kGnu("GNU", 4);
const Bytes kId = {1, 2, 3, 4, 5, 6, 7, 8};

TEST(BuildId, InASegmentThatIsAlignedToEight) {
  for (const std::string_view first : {"XNU", "Linux", "LongerName", ""}) {
    Bytes notes;
    append_note(notes, NT_GNU_BUILD_ID, first, Bytes(5, 0xaa), 8);
    append_note(notes, NT_GNU_BUILD_ID, kGnu, kId, 8);
    EXPECT_EQ(find_build_id(notes, 8), kId) << first;
  }
}

TEST(BuildId, IsFoundBehindOtherNotes) {
  Bytes notes;
  append_note(notes, NT_GNU_BUILD_ID, "Linux", Bytes(5, 0xaa));
  append_note(notes, NT_GNU_BUILD_ID, std::string_view("XNU", 4), Bytes(6, 0xbb));
  append_note(notes, NT_GNU_BUILD_ID, "GNU!", Bytes(7, 0xcc));
  append_note(notes, NT_GNU_ABI_TAG, kGnu, Bytes(16, 0xdd));
  for (const std::uint64_t alignment : {0u, 1u, 2u, 4u}) {
    EXPECT_EQ(find_build_id(notes, alignment), Bytes());
    Bytes more = notes;
    append_note(more, NT_GNU_BUILD_ID, kGnu, kId);  // ends where the notes end
    EXPECT_EQ(find_build_id(more, alignment), kId);
    append_note(more, NT_GNU_BUILD_ID, kGnu, Bytes(8, 0xff));
    EXPECT_EQ(find_build_id(more, alignment), kId) << "the first one counts";
  }
}

// The real file with a segment of notes, which has this many bytes at the end of the file. Before
// it is a segment of the same bytes but for the id, which is none of notes. Behind it is an empty
// one.
Bytes with_notes(std::size_t size) {
  Bytes bytes = real_file();
  const auto header = get<Elf64_Ehdr>(bytes, 0);
  const auto has_id = [](const Bytes& id) {
    Bytes notes;
    append_note(notes, NT_GNU_BUILD_ID, kGnu, id);
    return notes;
  };
  const Bytes other = has_id(Bytes(8, 0xff)), notes = has_id(kId);
  bytes.insert(bytes.end(), other.begin(), other.end());
  bool is_first = true;
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    const std::size_t at = header.e_phoff + i * sizeof(Elf64_Phdr);
    auto segment = get<Elf64_Phdr>(bytes, at);
    if (i == 0)
      segment = {PT_NULL, PF_R, bytes.size() - other.size(), 0, 0, other.size(), other.size(), 4};
    if (segment.p_type == PT_GNU_STACK)
      segment = {PT_NOTE, PF_R, 0, 0, 0, 0, 0, 4};
    else if (segment.p_type == PT_NOTE && is_first)
      segment = {PT_NOTE, PF_R, bytes.size(), 0, 0, size, size, 4};
    else if (segment.p_type == PT_NOTE)
      segment.p_type = PT_NULL;
    is_first = is_first && segment.p_type != PT_NOTE;
    put(bytes, at, segment);
  }
  EXPECT_FALSE(is_first) << "there were no notes";
  bytes.insert(bytes.end(), notes.begin(), notes.end());
  bytes.resize(bytes.size() - notes.size() + size);
  return bytes;
}

TEST(BuildId, TooManyNotesAreNotRead) {
  constexpr std::size_t most = 1 << 20;
  for (const std::size_t size : {std::size_t{24}, most, most + 1}) {
    const auto image = ElfImage::parse(with_notes(size), "input");
    ASSERT_TRUE(image.ok()) << image.error().message();
    EXPECT_EQ(image->build_id(), size <= most ? kId : Bytes()) << size;
  }
  Bytes cut = with_notes(24);
  cut.pop_back();
  const auto image = ElfImage::parse(cut, "input");
  ASSERT_FALSE(image.ok());
  EXPECT_HAS(image.error().message(), "its notes lies outside of the file");
}

struct Symbol {
  std::string name;
  int binding, type;
  Elf64_Section section = 1;
};

// A file of nothing but tables: section 1 has the symbols, section 2 their names, section 3 the
// names of sections.
class SmallFile {
 public:
  explicit SmallFile(const std::vector<Symbol>& symbols, Elf64_Word type = SHT_SYMTAB) {
    std::string names(1, '\0');
    Bytes table;
    for (const Symbol& symbol : symbols) {
      const std::size_t at = table.size();
      table.resize(at + sizeof(Elf64_Sym));
      const std::string name = symbol.name + '\0';
      if (names.find(name) == names.npos) names += name;
      put(table, at,
          Elf64_Sym{static_cast<Elf64_Word>(names.find(name)),
                    static_cast<unsigned char>(ELF64_ST_INFO(symbol.binding, symbol.type)), 0,
                    symbol.section, 0x100 + at, 7});
    }
    bytes_.resize(sizeof(Elf64_Ehdr));
    sections_.push_back({});
    add(type, table);
    sections_.back().sh_link = 2;
    sections_.back().sh_entsize = sizeof(Elf64_Sym);
    add(SHT_STRTAB, Bytes(names.begin(), names.end()));
    add(SHT_STRTAB, {0, 'x', 0});
  }
  // Adds a section with these bytes.
  void add(Elf64_Word type, const Bytes& content) {
    Elf64_Shdr section{};
    section.sh_type = type;
    section.sh_offset = bytes_.size();
    section.sh_size = content.size();
    bytes_.insert(bytes_.end(), content.begin(), content.end());
    sections_.push_back(section);
  }
  std::vector<Elf64_Shdr>& sections() { return sections_; }
  Result<ElfImage> parsed() const {
    Bytes bytes = bytes_;
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_machine = EM_X86_64;
    header.e_type = ET_EXEC;
    header.e_phentsize = sizeof(Elf64_Phdr);
    header.e_shoff = bytes.size();
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = static_cast<Elf64_Half>(sections_.size());
    header.e_shstrndx = 3;
    put(bytes, 0, header);
    for (const Elf64_Shdr& section : sections_) {
      const std::size_t at = bytes.size();
      bytes.resize(at + sizeof section);
      put(bytes, at, section);
    }
    return ElfImage::parse(bytes, "input");
  }
  // The functions, or the error.
  std::string said() const {
    const auto image = parsed();
    if (!image.ok()) return image.error().message();
    std::string text;
    for (const ElfFunction& function : image->functions()) {
      text += std::string(function.name) + (function.global ? " global" : "") +
              (function.weak ? " weak" : "") + (function.resolver ? " resolver" : "") + "; ";
      EXPECT_EQ(function.size, 7u);
    }
    return text;
  }

 private:
  Bytes bytes_;
  std::vector<Elf64_Shdr> sections_;
};

TEST(ElfImage, WhichSymbolsAreFunctions) {
  const SmallFile file({{"", STB_LOCAL, STT_NOTYPE, SHN_UNDEF},
                        {"local", STB_LOCAL, STT_FUNC},
                        {"global", STB_GLOBAL, STT_FUNC},
                        {"weak", STB_WEAK, STT_FUNC},
                        {"chooses", STB_GLOBAL, STT_GNU_IFUNC},
                        {"versioned@@V_1", STB_GLOBAL, STT_FUNC},
                        {"older@V_0", STB_GLOBAL, STT_FUNC},
                        {"@V_1", STB_GLOBAL, STT_FUNC},
                        {"", STB_GLOBAL, STT_FUNC},
                        {"data", STB_GLOBAL, STT_OBJECT},
                        {"elsewhere", STB_GLOBAL, STT_FUNC, SHN_UNDEF},
                        {"chosen_elsewhere", STB_GLOBAL, STT_GNU_IFUNC, SHN_UNDEF}});
  EXPECT_EQ(file.said(),
            "local; global global; weak weak; chooses global resolver; versioned global; "
            "older global; ");
  const auto image = file.parsed();
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(image->functions()[1].address, 0x100 + 2 * sizeof(Elf64_Sym));
}

TEST(ElfImage, TheFullTableOfSymbolsCounts) {
  const Symbol function{"f", STB_GLOBAL, STT_FUNC};
  EXPECT_EQ(SmallFile({function}, SHT_DYNSYM).said(), "f global; ");
  EXPECT_EQ(SmallFile({function}, SHT_NOTE).said(), "");
  for (const auto type : {Elf64_Word{SHT_SYMTAB}, Elf64_Word{SHT_DYNSYM}}) {
    SmallFile file({function}, type);
    file.add(type == SHT_SYMTAB ? SHT_DYNSYM : SHT_SYMTAB, {});
    file.sections().back().sh_link = 2;
    file.sections().back().sh_entsize = sizeof(Elf64_Sym);
    EXPECT_EQ(file.said(), type == SHT_SYMTAB ? "f global; " : "");
  }
}

TEST(ElfImage, NamesAreInsideOfTheirTables) {
  const SmallFile right({{"f", STB_GLOBAL, STT_FUNC}});
  const auto said = [&right](auto change) {
    SmallFile file = right;
    change(file.sections());
    return file.said();
  };
  using Sections = std::vector<Elf64_Shdr>;
  EXPECT_EQ(said([](Sections&) {}), "f global; ");
  EXPECT_HAS(said([](Sections& s) { s[1].sh_entsize = 23; }), "symbols have an unknown size");
  EXPECT_HAS(said([](Sections& s) { s[1].sh_link = 4; }), "symbols have no names");
  EXPECT_HAS(said([](Sections& s) { s[1].sh_link = 1; }), "names is of the wrong type");
  EXPECT_HAS(said([](Sections& s) { s[1].sh_offset = 1 << 20; }), "symbol table lies outside");
  EXPECT_HAS(said([](Sections& s) { s[2].sh_offset = 1 << 20; }), "symbol names lies outside");
  EXPECT_HAS(said([](Sections& s) { s[2].sh_size = 1; }), "a symbol's name lies outside");
  EXPECT_HAS(said([](Sections& s) { s[2].sh_size = 2; }), "table of symbol names has no end");
  EXPECT_HAS(said([](Sections& s) { s[3].sh_type = SHT_NOTE; }), "names is of the wrong type");
  EXPECT_HAS(said([](Sections& s) { s[2].sh_name = 3; }), "a section's name lies outside");
  EXPECT_EQ(said([](Sections& s) { s[2].sh_name = 2; }), "f global; ");
  // An empty table has the empty name, and no other.
  EXPECT_EQ(said([](Sections& s) { s[3].sh_size = 0; }), "f global; ");
  SmallFile named = right;
  named.sections()[2].sh_name = 1;
  const auto image = named.parsed();
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(image->sections()[2].name, "x");
  EXPECT_EQ(image->sections()[1].name, "");
}

// A name is where the table has it, once for all sections that share it.
TEST(ElfImage, NamesAreNotCopied) {
  SmallFile file({});
  for (const std::size_t i : {1u, 2u}) file.sections()[i].sh_name = 1;
  Result<ElfImage> image = file.parsed();
  ASSERT_TRUE(image.ok());
  const char* const shared = image->sections()[1].name.data();
  EXPECT_EQ(image->sections()[2].name.data(), shared);
  const ElfImage moved = *std::move(image);
  EXPECT_EQ(moved.sections()[2].name, "x");
}

// Many names that share one long text would take a time that grows with the square of the file.
TEST(ElfImage, LongNamesThatManyShareAreRefused) {
  const Symbol function{std::string(10'000, 'x'), STB_GLOBAL, STT_FUNC};
  EXPECT_HAS(SmallFile(std::vector(20, function)).said(), function.name + " global; ");
  const std::string refused = "input: its names are too long (corrupted)";
  EXPECT_EQ(SmallFile(std::vector(3000, function)).said(), refused);
  SmallFile file({function});
  file.sections()[3] = file.sections()[2];
  Elf64_Shdr named{};
  named.sh_name = 1;
  file.sections().resize(3000, named);
  EXPECT_EQ(file.said(), refused);
}

TEST(ElfImage, ATableMayEndWhereTheFileEnds) {
  const Bytes whole = real_file();
  const auto said = [&whole](std::uint64_t offset, Elf64_Half count) {
    Bytes bytes = whole;
    put<Elf64_Off>(bytes, offsetof(Elf64_Ehdr, e_phoff), offset);
    put<Elf64_Half>(bytes, offsetof(Elf64_Ehdr, e_phnum), count);
    const auto image = ElfImage::parse(bytes, "input");
    return image.ok() ? std::string("accepted") : image.error().message();
  };
  const std::uint64_t size = whole.size();
  EXPECT_EQ(said(size, 0), "accepted");
  EXPECT_HAS(said(size + 1, 0), "outside of the file");
  EXPECT_HAS(said(size - sizeof(Elf64_Phdr), 2), "outside of the file");
  EXPECT_LACKS(said(size - sizeof(Elf64_Phdr), 1), "table of program headers");
}

// Descriptor 0 is one like others: a program may have closed its input.
TEST(ElfImage, TheFileIsClosed) {
  const int input = dup(0);
  for (const bool without_input : {false, true}) {
    if (without_input) close(0);
    const int before = dup(1);  // takes the lowest descriptor that is free
    ASSERT_GE(before, 0);
    close(before);
    EXPECT_TRUE(ElfImage::open("/proc/self/exe").ok());
    const int after = dup(1);
    close(after);
    EXPECT_EQ(after, before);
  }
  if (input >= 0) {
    dup2(input, 0);
    close(input);
  }
}

}  // namespace
}  // namespace retprobe
