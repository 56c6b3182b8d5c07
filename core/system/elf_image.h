// Parses an ELF file: program headers, sections, function symbols, build-id. Trusts nothing in the
// file: truncated, corrupted and hostile input gives an Error, never a crash.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "retprobe/error.h"

namespace retprobe {

/// A defined function symbol. `name` points into the ElfImage that it comes from.
struct ElfFunction {
  std::uint64_t address = 0;  // as linked, without the load address
  std::uint64_t size = 0;
  std::string_view name;  // without a version ("@GLIBC_2.2.5")
  bool global = false;
  bool weak = false;
  // STT_GNU_IFUNC: the code at `address` chooses the function, and is not the function itself.
  bool resolver = false;
};

/// A section. `name` points into the ElfImage, too.
struct ElfSection {
  std::string_view name;
  Elf64_Shdr header{};
};

class ElfImage {
 public:
  /// Reads the file at `path`. Every message begins with `path`. Code::exhausted for want of
  /// descriptors or memory: a later call may succeed.
  static Result<ElfImage> open(const std::string& path);
  /// The same from memory; `name` is used instead of the path in messages.
  static Result<ElfImage> parse(std::span<const std::uint8_t> bytes, const std::string& name);

  const std::vector<Elf64_Phdr>& program_headers() const { return program_headers_; }
  const std::vector<ElfSection>& sections() const { return sections_; }
  /// The functions of .symtab, or of .dynsym in a stripped file, in no particular order.
  const std::vector<ElfFunction>& functions() const { return functions_; }
  /// The descriptor of the GNU build-id note; empty when there is none.
  const std::vector<std::uint8_t>& build_id() const { return build_id_; }

 private:
  /// Fills the whole span from the offset in the file, or returns false.
  using ReadAt = std::function<bool(std::uint64_t offset, std::span<std::uint8_t> into)>;
  class Parser;

  std::vector<Elf64_Phdr> program_headers_;
  std::vector<ElfSection> sections_;
  // Vectors, not strings: a move keeps their buffers, so the views into them stay valid.
  std::vector<char> section_names_, names_;
  std::vector<ElfFunction> functions_;
  std::vector<std::uint8_t> build_id_;

 public:
  ElfImage() = default;
  ElfImage(ElfImage&&) = default;
  ElfImage& operator=(ElfImage&&) = default;
  ElfImage(const ElfImage&) = delete;
  ElfImage& operator=(const ElfImage&) = delete;
};

/// The descriptor of the GNU build-id note among the ELF notes in `notes`; empty when there is
/// none.
std::vector<std::uint8_t> find_build_id(std::span<const std::uint8_t> notes,
                                        std::uint64_t alignment);

}  // namespace retprobe
