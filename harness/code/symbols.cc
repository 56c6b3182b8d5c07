#include "harness/code/symbols.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>

#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "core/system/elf_image.h"

namespace retprobe::harness {
namespace {

std::string demangled(std::string_view symbol) {
  int status;
  char* text = abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status);
  std::string name = text ? text : std::string(symbol);
  std::free(text);
  return name;
}

// The assumed end of a function of unknown size that no symbol follows.
constexpr std::uintptr_t longest = 4096;

}  // namespace

Result<Symbols> Symbols::of_module_at(std::uintptr_t address) {
  Dl_info info;
  link_map* map = nullptr;
  if (!dladdr1(reinterpret_cast<void*>(address), &info, reinterpret_cast<void**>(&map),
               RTLD_DL_LINKMAP))
    return Error{Error::Code::not_found, "no module is loaded at that address"};
  // The program itself has no name in the link map.
  auto image = ElfImage::open(map->l_name[0] ? map->l_name : "/proc/self/exe");
  if (!image.ok()) return image.error();
  Symbols symbols;
  for (const ElfFunction& function : image->functions()) {
    Function& known = symbols.functions_[map->l_addr + function.address];
    // Of two names for one address, keep the longer one: in this project it says more. (For
    // example, debuggers show a pool's name.)
    if (function.name.size() > known.name.size())
      known = {std::max<std::uintptr_t>(known.size, function.size), std::string(function.name)};
  }
  return symbols;
}

Symbols::Range Symbols::range(std::uintptr_t address) const {
  const auto after = functions_.upper_bound(address);
  if (after == functions_.begin()) return {};
  const auto& [begin, function] = *std::prev(after);
  std::uintptr_t end = begin + function.size;
  if (function.size == 0) end = after == functions_.end() ? begin + longest : after->first;
  return address < end ? Range{begin, end} : Range{};
}

std::string Symbols::name(std::uintptr_t address) const {
  const Range found = range(address);
  if (found.begin == 0) return "";
  std::string name = demangled(functions_.at(found.begin).name);
  if (address == found.begin) return name;
  char offset[24];
  std::snprintf(offset, sizeof offset, "+0x%zx", static_cast<std::size_t>(address - found.begin));
  return name + offset;
}

}  // namespace retprobe::harness
