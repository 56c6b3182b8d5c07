#include "core/system/elf_image.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>

#include "core/system/fair_lock.h"

namespace retprobe {
namespace {

// These limits exceed every real file. They keep a wrong header from costing minutes or all memory.
constexpr std::uint64_t kMaxNotes = 1u << 20;
constexpr std::uint64_t kMaxProgramHeaders = 4096;
constexpr std::uint64_t kMaxNames = 64;  // all names together, in lengths of the file

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

// Code::exhausted where only something is short now: a later call may succeed.
Error cannot_open(const std::string& path, int error) {
  const Error failed = system_error(path + ": cannot be opened", error);
  const bool is_short = error == EMFILE || error == ENFILE || error == ENOMEM;
  return is_short ? Error(Error::Code::exhausted, failed.message()) : failed;
}

}  // namespace

std::vector<std::uint8_t> find_build_id(std::span<const std::uint8_t> notes,
                                        std::uint64_t alignment) {
  const std::uint64_t align = alignment == 8 ? 8 : 4;
  const auto padded = [align](std::uint64_t end) { return (end + align - 1) & ~(align - 1); };
  std::uint64_t at = 0;
  while (at + sizeof(Elf64_Nhdr) <= notes.size()) {
    Elf64_Nhdr note;
    std::memcpy(&note, notes.data() + at, sizeof note);
    const std::uint64_t name = at + sizeof note;
    // Each part begins at a multiple of the alignment in the segment, whatever size the part before
    // it has. The sizes have 32 bits, so their sum in 64 bits does not overflow.
    const std::uint64_t descriptor = padded(name + note.n_namesz);
    const std::uint64_t end = descriptor + note.n_descsz;
    if (end > notes.size()) break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
        std::memcmp(notes.data() + name, ELF_NOTE_GNU, 4) == 0) {
      const auto wanted = notes.subspan(static_cast<std::size_t>(descriptor),
                                        static_cast<std::size_t>(note.n_descsz));
      return {wanted.begin(), wanted.end()};
    }
    at = padded(end);
  }
  return {};
}

// Makes one pass over one file. A step that finds the file wrong stores the reason in problem_ and
// returns false.
class ElfImage::Parser {
 public:
  Parser(ReadAt read, std::uint64_t file_size, const std::string& name)
      : read_(std::move(read)),
        file_size_(file_size),
        names_left_(kMaxNames * file_size),
        name_(name) {}

  Result<ElfImage> parse() {
    try {
      if (read_header() && read_program_headers() && read_sections() && read_functions() &&
          read_build_id()) {
        return std::move(image_);
      }
    } catch (const std::bad_alloc&) {
      return Error(Error::Code::exhausted, name_ + ": not enough memory to read its symbols");
    }
    return Error(Error::Code::refused, name_ + ": " + problem_);
  }

 private:
  bool fail(const std::string& problem) {
    problem_ = problem;
    return false;
  }

  bool inside_file(std::uint64_t offset, std::uint64_t size) const {
    return offset <= file_size_ && size <= file_size_ - offset;
  }

  template <class T>
  bool read_table(std::uint64_t offset, std::uint64_t bytes, std::vector<T>& into,
                  const char* what) {
    if (!inside_file(offset, bytes)) {
      return fail(std::string("its ") + what +
                  " lies outside of the file (truncated or corrupted)");
    }
    into.resize(static_cast<std::size_t>(bytes / sizeof(T)));
    const std::span<std::uint8_t> raw(reinterpret_cast<std::uint8_t*>(into.data()),
                                      into.size() * sizeof(T));
    if (!raw.empty() && !read_(offset, raw)) {
      return fail(std::string("its ") + what +
                  " cannot be read (the file became shorter meanwhile?)");
    }
    return true;
  }

  bool read_header() {
    if (file_size_ < sizeof header_) return fail("too short for an ELF file");
    if (!read_(0, {reinterpret_cast<std::uint8_t*>(&header_), sizeof header_}))
      return fail("cannot be read");
    if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0) return fail("not an ELF file");
    if (header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_ident[EI_DATA] != ELFDATA2LSB ||
        header_.e_machine != EM_X86_64) {
      return fail("not an ELF file for x86-64");
    }
    if (header_.e_type != ET_EXEC && header_.e_type != ET_DYN)
      return fail("not a program or shared library");
    return true;
  }

  bool read_program_headers() {
    if (header_.e_phentsize != sizeof(Elf64_Phdr))
      return fail("its program headers have an unknown size");
    if (header_.e_phnum > kMaxProgramHeaders)
      return fail("it has too many program headers (corrupted)");
    return read_table(header_.e_phoff, header_.e_phnum * sizeof(Elf64_Phdr),
                      image_.program_headers_, "table of program headers");
  }

  bool read_sections() {
    if (header_.e_shoff == 0)
      return fail("it has no section headers (stripped of them, or truncated)");
    if (header_.e_shentsize != sizeof(Elf64_Shdr))
      return fail("its section headers have an unknown size");
    // Counts that are too large for the header's fields are in the first section header.
    std::vector<Elf64_Shdr> headers;
    if (!read_table(header_.e_shoff, sizeof(Elf64_Shdr), headers, "first section header"))
      return false;
    const std::uint64_t count = header_.e_shnum != 0 ? header_.e_shnum : headers[0].sh_size;
    const std::uint64_t names =
        header_.e_shstrndx != SHN_XINDEX ? header_.e_shstrndx : std::uint64_t{headers[0].sh_link};
    if (count > file_size_ / sizeof(Elf64_Shdr))
      return fail("it claims more sections than fit into the file");
    if (!read_table(header_.e_shoff, count * sizeof(Elf64_Shdr), headers, "table of sections"))
      return false;
    if (names >= headers.size()) return fail("its sections have no names (corrupted)");
    if (!read_strings(headers[static_cast<std::size_t>(names)], image_.section_names_,
                      "table of section names"))
      return false;
    image_.sections_.reserve(headers.size());
    for (const Elf64_Shdr& header : headers) {
      std::string_view name;
      if (!name_at(image_.section_names_, header.sh_name, "a section", name)) return false;
      image_.sections_.push_back({name, header});
    }
    return true;
  }

  bool read_strings(const Elf64_Shdr& section, std::vector<char>& into, const char* what) {
    if (section.sh_type != SHT_STRTAB)
      return fail(std::string("its ") + what + " is of the wrong type");
    if (!read_table(section.sh_offset, section.sh_size, into, what)) return false;
    if (!into.empty() && into.back() != '\0') {
      return fail(std::string("its ") + what + " has no end (corrupted)");
    }
    return true;
  }

  // Safe because a string table ends with a zero byte. Sections and symbols may share a name.
  bool name_at(const std::vector<char>& strings, std::uint64_t offset, const char* whose,
               std::string_view& name) {
    if (offset == 0) return true;
    if (offset >= strings.size())
      return fail(std::string(whose) + "'s name lies outside of the table of names (corrupted)");
    name = strings.data() + offset;
    if (name.size() > names_left_) return fail("its names are too long (corrupted)");
    names_left_ -= name.size();
    return true;
  }

  bool read_functions() {
    const ElfSection* table = nullptr;
    for (const ElfSection& section : image_.sections_) {
      if (section.header.sh_type == SHT_SYMTAB) table = &section;
      if (section.header.sh_type == SHT_DYNSYM && table == nullptr) table = &section;
    }
    if (table == nullptr) return true;  // fully stripped and static: its sites have no names
    if (table->header.sh_entsize != sizeof(Elf64_Sym))
      return fail("its symbols have an unknown size");
    if (table->header.sh_link >= image_.sections_.size())
      return fail("its symbols have no names (corrupted)");
    if (!read_strings(image_.sections_[table->header.sh_link].header, image_.names_,
                      "table of symbol names")) {
      return false;
    }
    std::vector<Elf64_Sym> symbols;
    if (!read_table(table->header.sh_offset, table->header.sh_size, symbols, "symbol table"))
      return false;
    for (const Elf64_Sym& symbol : symbols) {
      const auto type = ELF64_ST_TYPE(symbol.st_info);
      if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol.st_shndx == SHN_UNDEF) continue;
      std::string_view name;
      if (!name_at(image_.names_, symbol.st_name, "a symbol", name)) return false;
      name = name.substr(0, name.find('@'));
      if (name.empty()) continue;
      image_.functions_.push_back(
          {symbol.st_value, symbol.st_size, name, ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL,
           ELF64_ST_BIND(symbol.st_info) == STB_WEAK, type == STT_GNU_IFUNC});
    }
    return true;
  }

  bool read_build_id() {
    for (const Elf64_Phdr& header : image_.program_headers_) {
      if (header.p_type != PT_NOTE || header.p_filesz > kMaxNotes) continue;
      std::vector<std::uint8_t> notes;
      if (!read_table(header.p_offset, header.p_filesz, notes, "notes")) return false;
      image_.build_id_ = find_build_id(notes, header.p_align);
      if (!image_.build_id_.empty()) break;
    }
    return true;
  }

  ReadAt read_;
  std::uint64_t file_size_, names_left_;
  std::string name_;
  std::string problem_;
  Elf64_Ehdr header_{};
  ElfImage image_;
};

Result<ElfImage> ElfImage::open(const std::string& path) {
  const CancelDisabled cancel_disabled;  // a destructor closes the file, and must not be left
  // O_NONBLOCK: opening must not block if the file is a fifo.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return cannot_open(path, errno);
  struct stat status;
  if (fstat(file.get(), &status) != 0) return system_error(path + ": cannot be examined", errno);
  if (!S_ISREG(status.st_mode)) return Error(Error::Code::refused, path + ": not a regular file");
  // The file is read, not mapped: if a mapped file were truncated meanwhile, SIGBUS would kill the
  // process.
  const auto read = [&file](std::uint64_t offset, std::span<std::uint8_t> into) {
    while (!into.empty()) {
      const ssize_t got = pread(file.get(), into.data(), into.size(), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      into = into.subspan(static_cast<std::size_t>(got));
      offset += static_cast<std::uint64_t>(got);
    }
    return true;
  };
  return Parser(read, static_cast<std::uint64_t>(status.st_size), path).parse();
}

Result<ElfImage> ElfImage::parse(std::span<const std::uint8_t> bytes, const std::string& name) {
  const auto read = [bytes](std::uint64_t offset, std::span<std::uint8_t> into) {
    std::memcpy(into.data(), bytes.data() + offset, into.size());
    return true;
  };
  return Parser(read, bytes.size(), name).parse();
}

}  // namespace retprobe
