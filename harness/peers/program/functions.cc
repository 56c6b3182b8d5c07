#include "harness/peers/program/functions.h"

#include <fnmatch.h>
#include <sys/auxv.h>

#include <algorithm>

#include "core/elf_image.h"

namespace retprobe::peers {
namespace {

// How far from its linked address the program lies: the program headers are where the kernel says.
std::uintptr_t load_bias(const ElfImage& image) {
  const std::uintptr_t headers = getauxval(AT_PHDR);
  for (const Elf64_Phdr& header : image.program_headers())
    if (header.p_type == PT_PHDR) return headers - header.p_vaddr;
  return 0;
}

}  // namespace

Result<std::vector<Function>> functions_named(std::string_view glob) {
  auto image = ElfImage::open("/proc/self/exe");
  if (!image.ok()) return image.error();
  const std::string pattern(glob);
  std::vector<Function> found;
  for (const ElfFunction& function : image->functions()) {
    std::string name(function.name);
    if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0)
      found.push_back({std::move(name), load_bias(*image) + function.address});
  }
  std::ranges::sort(found, {}, &Function::address);
  const auto same = std::ranges::unique(found, {}, &Function::address);
  found.erase(same.begin(), same.end());
  if (found.empty())
    return Error{Error::Code::not_found, "this program has no function '" + pattern + "'; was it stripped?"};
  return found;
}

}  // namespace retprobe::peers
