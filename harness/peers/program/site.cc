#include "harness/peers/program/site.h"

#include <algorithm>
#include <cstring>

namespace retprobe::peers {

Site site_of(const SiteBytes& code) {
  constexpr unsigned char breakpoint = 0xcc, call = 0xe8;
  constexpr unsigned char lea[] = {0x48, 0x8d, 0x64, 0x24, 0x80};  // lea -0x80(%rsp),%rsp
  if (code[0] == breakpoint) return Site::breakpoint;
  const bool skips = std::ranges::equal(lea, std::span(code).first(std::size(lea)));
  return code[skips ? std::size(lea) : 0] == call ? Site::call : Site::other;
}

std::string_view optimised(std::span<const Function> functions) {
  std::size_t calls = 0, breakpoints = 0;
  for (const Function& function : functions) {
    SiteBytes code;
    std::memcpy(code.data(), reinterpret_cast<const void*>(function.address), code.size());
    const Site site = site_of(code);
    calls += site == Site::call;
    breakpoints += site == Site::breakpoint;
  }
  if (calls + breakpoints != functions.size()) return "unknown";
  return breakpoints == 0 ? "yes" : calls == 0 ? "no" : "partly";
}

std::string why_refused(int error) {
  constexpr int kernels_enotsupp = 524;  // of no C library
  if (error == kernels_enotsupp) return "this kernel takes no uprobe on such an instruction";
  return std::strerror(error);
}

}  // namespace retprobe::peers
