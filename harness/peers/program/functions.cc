#include "harness/peers/program/functions.h"

#include <fnmatch.h>
#include <sys/auxv.h>

#include <algorithm>

#include "core/system/elf_image.h"

namespace retprobe::peers {
namespace {

// The distance of the program from its linked address. The kernel says where the program headers
// are.
std::uintptr_t load_bias(const ElfImage& image) {
  const std::uintptr_t headers = getauxval(AT_PHDR);
  for (const Elf64_Phdr& header : image.program_headers())
    if (header.p_type == PT_PHDR) return headers - header.p_vaddr;
  return 0;
}

}  // namespace

Result<std::vector<Function>> functions_named(std::string_view glob) {
  auto image = ElfImage::open(own_file);
  if (!image.ok()) return image.error();
  const std::string pattern(glob);
  std::vector<Function> found;
  for (const ElfFunction& function : image->functions()) {
    std::string name(function.name);
    if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0)
      found.push_back({std::move(name), load_bias(*image) + function.address});
  }
  std::ranges::sort(found, {}, &Function::address);
  const auto same = [](const Function& a, const Function& b) { return a.address == b.address; };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  if (found.empty())
    return Error{Error::Code::not_found,
                 "this program has no function '" + pattern + "'; was it stripped?"};
  return found;
}

Result<std::vector<std::uint64_t>> offsets_in_file(std::span<const Function> functions) {
  auto image = ElfImage::open(own_file);
  if (!image.ok()) return image.error();
  const std::uintptr_t bias = load_bias(*image);
  std::vector<std::uint64_t> offsets;
  for (const Function& function : functions) {
    const std::uintptr_t linked = function.address - bias;
    const auto segment =
        std::ranges::find_if(image->program_headers(), [&](const Elf64_Phdr& header) {
          return header.p_type == PT_LOAD && linked >= header.p_vaddr &&
                 linked < header.p_vaddr + header.p_filesz;
        });
    if (segment == image->program_headers().end())
      return Error{Error::Code::not_found,
                   function.name + " lies in no segment of this program's file"};
    offsets.push_back(linked - segment->p_vaddr + segment->p_offset);
  }
  return offsets;
}

}  // namespace retprobe::peers
