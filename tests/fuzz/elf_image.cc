// Fuzzes the reader of a module's file: headers, sections, symbols and build-id
// (core/system/elf_image.h), and its notes alone.
#include "core/system/elf_image.h"

#include <algorithm>

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace retprobe;
  const std::span<const std::uint8_t> bytes(data, size);
  for (const std::uint64_t alignment : {std::uint64_t{4}, std::uint64_t{8}})
    FUZZ_HOLDS(find_build_id(bytes, alignment).size() <= size,
               "a build-id is no longer than its notes");

  const Result<ElfImage> parsed = ElfImage::parse(bytes, "input");
  if (!parsed.ok()) {
    const std::string& why = parsed.error().message();
    FUZZ_HOLDS(why.starts_with("input: ") && why.size() > 10,
               "a refusal names the file and a reason");
    FUZZ_HOLDS(why.find('\n') == std::string::npos, "a refusal is one line");
    return 0;
  }
  // The image is moved, as the catalogue moves it. Pointers into it must still be right.
  Result<ElfImage> source = ElfImage::parse(bytes, "input");
  const ElfImage image = *std::move(source);
  FUZZ_HOLDS(image.functions().size() == parsed->functions().size(),
             "the same file has the same functions");
  std::size_t letters = 0;
  for (std::size_t i = 0; i < image.functions().size(); ++i) {
    const ElfFunction& function = image.functions()[i];
    FUZZ_HOLDS(!function.name.empty() && function.name == parsed->functions()[i].name,
               "names survive a move");
    FUZZ_HOLDS(function.name.find('@') == std::string_view::npos, "names are without a version");
    letters +=
        static_cast<std::size_t>(std::count(function.name.begin(), function.name.end(), 'e'));
  }
  for (const ElfSection& section : image.sections()) letters += section.name.size();
  FUZZ_HOLDS(image.program_headers().size() * sizeof(Elf64_Phdr) <= size,
             "program headers lie in the file");
  asm volatile("" : : "r"(letters));
  return 0;
}
