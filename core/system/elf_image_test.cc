// Tests the parser with files that are cut short, damaged bit by bit, or made inconsistent.
#include "core/system/elf_image.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "core/system/function_names.h"
#include "core/testlib/expect.h"

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

}  // namespace
}  // namespace retprobe
