#include "harness/verify/site_stubs.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace retprobe::harness {
namespace {

constexpr std::size_t stub_bytes = 16;
constexpr std::uintptr_t reach = std::uintptr_t{1} << 31;

// Maps memory for code and counters that a 32-bit jump from anywhere in the module reaches. Takes
// the nearest free place on either side.
std::byte* near_memory(std::uintptr_t near, std::size_t bytes) {
  constexpr std::uintptr_t step = 1 << 20, module_bytes = 64 << 20;
  for (std::uintptr_t distance = step; distance < reach - module_bytes - bytes; distance += step)
    for (const std::uintptr_t address :
         {(near & ~(step - 1)) - distance, (near & ~(step - 1)) + distance}) {
      void* const memory = mmap(reinterpret_cast<void*>(address), bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
      if (memory == reinterpret_cast<void*>(address)) return static_cast<std::byte*>(memory);
      if (memory != MAP_FAILED)
        munmap(memory, bytes);  // an old kernel takes the address only as a hint
    }
  throw std::runtime_error("no free memory near the module for counting stubs");
}

class Code {
 public:
  explicit Code(std::byte* at) : at_(at) {}
  Code& bytes(std::initializer_list<unsigned> bytes) {
    for (const unsigned byte : bytes) *at_++ = std::byte(byte);
    return *this;
  }
  /// A 32-bit distance to `target`, counted from the end of these four bytes.
  Code& distance_to(std::uintptr_t target) {
    const auto distance =
        static_cast<std::int64_t>(target - reinterpret_cast<std::uintptr_t>(at_) - 4);
    if (distance != static_cast<std::int32_t>(distance))
      throw std::runtime_error("a counting stub is out of reach");
    const auto word = static_cast<std::int32_t>(distance);
    std::memcpy(at_, &word, sizeof word);
    at_ += sizeof word;
    return *this;
  }

 private:
  std::byte* at_;
};

}  // namespace

std::vector<std::uintptr_t> sites_in_records(std::string_view module) {
  struct Found {
    std::string_view wanted;
    std::string path;
    std::uintptr_t base = 0;
  } found{module, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        auto& result = *static_cast<Found*>(data);
        const std::string_view path = info->dlpi_name;
        if (!path.ends_with("/" + std::string(result.wanted))) return 0;
        result.path = path;
        result.base = info->dlpi_addr;
        return 1;
      },
      &found);
  if (found.path.empty()) throw std::runtime_error(std::string(module) + " is not loaded");
  std::ifstream file(found.path, std::ios::binary);
  const std::string image{std::istreambuf_iterator<char>(file), {}};
  Elf64_Ehdr header;
  if (image.size() < sizeof header) throw std::runtime_error("cannot read " + found.path);
  std::memcpy(&header, image.data(), sizeof header);
  const auto section = [&](std::size_t i) {
    Elf64_Shdr each;
    std::memcpy(&each, image.data() + header.e_shoff + i * sizeof each, sizeof each);
    return each;
  };
  const char* names = image.data() + section(header.e_shstrndx).sh_offset;
  std::vector<std::uintptr_t> sites;
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr each = section(i);
    if (std::strcmp(names + each.sh_name, "__patchable_function_entries") != 0) continue;
    const auto* records = reinterpret_cast<const std::uintptr_t*>(found.base + each.sh_addr);
    sites.insert(sites.end(), records, records + each.sh_size / sizeof *records);
  }
  if (sites.empty()) throw std::runtime_error(found.path + " has no sites");
  return sites;
}

SiteStubs::SiteStubs(std::vector<std::uintptr_t> sites) {
  constexpr std::size_t page = 4096;
  const auto pages = [](std::size_t bytes) { return (bytes + page - 1) & ~(page - 1); };
  // Each stub gets 2 * stub_bytes, because its code is a little longer than 16 bytes at most.
  const std::size_t code_bytes = pages(sites.size() * 2 * stub_bytes),
                    counter_bytes = pages(sites.size() * 8);
  std::byte* const code = near_memory(sites.front(), code_bytes + counter_bytes);
  counters_ = reinterpret_cast<const std::uint64_t*>(code + code_bytes);
  const int memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  if (memory < 0) throw std::runtime_error("cannot open /proc/self/mem");
  for (std::size_t i = 0; i < sites.size(); ++i) {
    std::byte* const stub = code + i * 2 * stub_bytes;
    // The distances in incq disp32(%rip) and jmp rel32 count from the instructions' ends.
    Code(stub)
        .bytes({0x9c, 0x48, 0xff, 0x05})
        .distance_to(reinterpret_cast<std::uintptr_t>(counters_ + i))
        .bytes({0x9d, 0xe9})
        .distance_to(sites[i] + 5);
    std::array<std::byte, 5> jump;
    std::array<std::byte, 5> before;
    std::memcpy(before.data(), reinterpret_cast<const void*>(sites[i]), before.size());
    if (before[0] != std::byte{0x0f} || before[1] != std::byte{0x1f})
      throw std::runtime_error("a site is no five-byte nop");
    const std::int64_t distance =
        reinterpret_cast<std::intptr_t>(stub) - static_cast<std::intptr_t>(sites[i]) - 5;
    const auto word = static_cast<std::int32_t>(distance);
    if (word != distance) throw std::runtime_error("a counting stub is out of reach");
    jump[0] = std::byte{0xe9};
    std::memcpy(&jump[1], &word, sizeof word);
    if (pwrite(memory, jump.data(), jump.size(), static_cast<off_t>(sites[i])) !=
        static_cast<ssize_t>(jump.size()))
      throw std::runtime_error("cannot write a jump to a counting stub");
  }
  close(memory);
  if (mprotect(code, code_bytes, PROT_READ | PROT_EXEC) != 0)
    throw std::runtime_error("cannot make the counting stubs executable");
}

}  // namespace retprobe::harness
