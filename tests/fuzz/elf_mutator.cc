// A mutator for ELF files. It changes one field of a header, a symbol, a note or a record of a
// patchable function, or truncates the file. Otherwise it leaves the work to libFuzzer. Mutations
// that do not know the format rarely get past the file's header.
#include <elf.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "tests/fuzz/fuzz.h"

namespace {

using Random = std::minstd_rand;

std::size_t below(Random& random, std::size_t limit) { return limit ? random() % limit : 0; }

// Numbers that parsers often handle wrong.
std::uint64_t odd_number(Random& random, std::uint64_t now, std::size_t file_size) {
  const std::uint64_t odd[] = {0,
                               1,
                               now + 1,
                               now - 1,
                               now + below(random, 64),
                               now ^ (std::uint64_t{1} << below(random, 64)),
                               file_size,
                               file_size - 1,
                               file_size + 1,
                               below(random, file_size + 1),
                               std::uint64_t{0} - 1,
                               std::uint64_t{1} << 63,
                               (std::uint64_t{1} << 32) - 1,
                               std::uint64_t{0} - below(random, 4096),
                               now * 2,
                               0x10000000 + below(random, 1 << 20)};
  return odd[below(random, std::size(odd))];
}

class Mutation {
 public:
  Mutation(std::uint8_t* data, std::size_t size, Random& random)
      : data_(data), size_(size), random_(random) {}

  bool header() {
    switch (below(random_, 9)) {
      case 0:
        return change(offsetof(Elf64_Ehdr, e_phoff), 8);
      case 1:
        return change(offsetof(Elf64_Ehdr, e_shoff), 8);
      case 2:
        return change(offsetof(Elf64_Ehdr, e_phnum), 2);
      case 3:
        return change(offsetof(Elf64_Ehdr, e_shnum), 2);
      case 4:
        return change(offsetof(Elf64_Ehdr, e_shstrndx), 2);
      case 5:
        return change(offsetof(Elf64_Ehdr, e_phentsize), 2);
      case 6:
        return change(offsetof(Elf64_Ehdr, e_shentsize), 2);
      case 7:
        return put(offsetof(Elf64_Ehdr, e_type), below(random_, 2) ? ET_EXEC : ET_DYN, 2);
      default:
        return change(below(random_, sizeof(Elf64_Ehdr)), 1);
    }
  }

  bool program_header() {
    const Elf64_Ehdr file = at<Elf64_Ehdr>(0);
    const std::size_t header = file.e_phoff + below(random_, file.e_phnum) * sizeof(Elf64_Phdr);
    constexpr std::size_t fields[] = {offsetof(Elf64_Phdr, p_offset), offsetof(Elf64_Phdr, p_vaddr),
                                      offsetof(Elf64_Phdr, p_filesz), offsetof(Elf64_Phdr, p_memsz),
                                      offsetof(Elf64_Phdr, p_align)};
    switch (below(random_, 7)) {
      case 0:
        return put(header + offsetof(Elf64_Phdr, p_type), below(random_, 8), 4);
      case 1:
        return put(header + offsetof(Elf64_Phdr, p_flags), below(random_, 8), 4);
      default:
        return change(header + fields[below(random_, std::size(fields))], 8);
    }
  }

  bool section_header() {
    const std::size_t header = any_section();
    constexpr std::size_t fields[] = {offsetof(Elf64_Shdr, sh_flags), offsetof(Elf64_Shdr, sh_addr),
                                      offsetof(Elf64_Shdr, sh_offset),
                                      offsetof(Elf64_Shdr, sh_size),
                                      offsetof(Elf64_Shdr, sh_entsize)};
    switch (below(random_, 8)) {
      case 0:
        return change(header + offsetof(Elf64_Shdr, sh_name), 4);
      case 1:
        return put(header + offsetof(Elf64_Shdr, sh_type), below(random_, 12), 4);
      case 2:
        return change(header + offsetof(Elf64_Shdr, sh_link), 4);
      default:
        return change(header + fields[below(random_, std::size(fields))], 8);
    }
  }

  // Changes a word, a symbol's field or a byte in a section.
  bool contents() {
    const Elf64_Shdr section = at<Elf64_Shdr>(any_section());
    const std::size_t offset = section.sh_offset;
    if (offset >= size_ || section.sh_size == 0) return false;
    const std::size_t bytes = std::min<std::size_t>(section.sh_size, size_ - offset);
    if (section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM) {
      const std::size_t symbol =
          offset + below(random_, bytes / sizeof(Elf64_Sym)) * sizeof(Elf64_Sym);
      switch (below(random_, 5)) {
        case 0:
          return change(symbol + offsetof(Elf64_Sym, st_name), 4);
        case 1:
          return change(symbol + offsetof(Elf64_Sym, st_info), 1);
        case 2:
          return change(symbol + offsetof(Elf64_Sym, st_value), 8);
        case 3:
          return change(symbol + offsetof(Elf64_Sym, st_size), 8);
        default:
          return change(symbol + offsetof(Elf64_Sym, st_shndx), 2);
      }
    }
    if (below(random_, 2)) return change(offset + below(random_, bytes / 8) * 8, 8);
    if (below(random_, 2)) return change(offset + below(random_, bytes / 4) * 4, 4);
    return change(offset + below(random_, bytes), 1);
  }

 private:
  template <class T>
  T at(std::size_t offset) const {
    T value{};
    if (offset <= size_ && sizeof value <= size_ - offset)
      std::memcpy(&value, data_ + offset, sizeof value);
    return value;
  }
  bool put(std::size_t offset, std::uint64_t value, std::size_t bytes) {
    if (offset > size_ || bytes > size_ - offset) return false;
    std::memcpy(data_ + offset, &value, bytes);  // little-endian, like this machine
    return true;
  }
  bool change(std::size_t offset, std::size_t bytes) {
    std::uint64_t now = 0;
    if (offset > size_ || bytes > size_ - offset) return false;
    std::memcpy(&now, data_ + offset, bytes);
    return put(offset, odd_number(random_, now, size_), bytes);
  }
  std::size_t any_section() {
    const Elf64_Ehdr file = at<Elf64_Ehdr>(0);
    return file.e_shoff + below(random_, file.e_shnum) * sizeof(Elf64_Shdr);
  }

  std::uint8_t* data_;
  std::size_t size_;
  Random& random_;
};

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  Random random(seed);
  if (size < sizeof(Elf64_Ehdr) || below(random, 8) == 0)
    return LLVMFuzzerMutate(data, size, max_size);
  if (below(random, 32) == 0) return 1 + below(random, size);  // truncated
  Mutation mutation(data, size, random);
  bool changed = false;
  for (std::size_t left = 1 + below(random, 3); left > 0; --left) {
    switch (below(random, 8)) {
      case 0:
        changed |= mutation.header();
        break;
      case 1:
      case 2:
        changed |= mutation.program_header();
        break;
      case 3:
      case 4:
        changed |= mutation.section_header();
        break;
      default:
        changed |= mutation.contents();
        break;
    }
  }
  return changed ? size : LLVMFuzzerMutate(data, size, max_size);
}
