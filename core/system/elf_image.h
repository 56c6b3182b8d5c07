// What an ELF file says about itself: program headers, sections, function symbols, build-id. Trusts
// nothing in the file: truncated, corrupted and hostile input gives an Error, never a crash.
//
// Cold: reads a file, allocates. Not async-signal-safe.
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

/// A defined function symbol. `name` points into the ElfImage that it came from.
struct ElfFunction {
  std::uint64_t address = 0;  // as linked: without the load address
  std::uint64_t size = 0;
  std::string_view name;  // without a version ("@GLIBC_2.2.5")
  bool global = false;
  bool weak = false;
  bool resolver =
      false;  // STT_GNU_IFUNC: what lies there chooses the function, it is not the function
};

struct ElfSection {
  std::string name;
  Elf64_Shdr header{};
};

class ElfImage {
 public:
  /// Reads the file at `path`. Every message begins with `path`.
  static Result<ElfImage> open(const std::string& path);
  /// The same from memory; `name` stands for the path in messages.
  static Result<ElfImage> parse(std::span<const std::uint8_t> bytes, const std::string& name);

  const std::vector<Elf64_Phdr>& program_headers() const { return program_headers_; }
  const std::vector<ElfSection>& sections() const { return sections_; }
  /// From .symtab, or from .dynsym in a file that was stripped, in no particular order.
  const std::vector<ElfFunction>& functions() const { return functions_; }
  /// The descriptor of the GNU build-id note; empty where there is none.
  const std::vector<std::uint8_t>& build_id() const { return build_id_; }

 private:
  /// Fills the span from the offset of the file, whole, or returns false.
  using ReadAt = std::function<bool(std::uint64_t offset, std::span<std::uint8_t> into)>;
  class Parser;

  std::vector<Elf64_Phdr> program_headers_;
  std::vector<ElfSection> sections_;
  // A vector and not a string: the views in functions_ stay right when the image moves.
  std::vector<char> names_;
  std::vector<ElfFunction> functions_;
  std::vector<std::uint8_t> build_id_;

 public:
  ElfImage() = default;
  ElfImage(ElfImage&&) = default;
  ElfImage& operator=(ElfImage&&) = default;
  ElfImage(const ElfImage&) = delete;
  ElfImage& operator=(const ElfImage&) = delete;
};

/// The descriptor of the GNU build-id note among the ELF notes in `notes`; empty where there is
/// none.
std::vector<std::uint8_t> find_build_id(std::span<const std::uint8_t> notes,
                                        std::uint64_t alignment);

}  // namespace retprobe
