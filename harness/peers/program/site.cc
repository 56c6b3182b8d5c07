#include "harness/peers/program/site.h"

#include <algorithm>
#include <cstring>

namespace retprobe::peers {

Site site_of(const SiteBytes& code) {
  constexpr unsigned char breakpoint = 0xcc, call = 0xe8, short_jump = 0xeb;
  constexpr unsigned char red_zone[] = {0x48, 0x8d, 0x64, 0x24, 0x80};  // lea -0x80(%rsp),%rsp
  if (code[0] == breakpoint) return Site::breakpoint;
  std::size_t at = 0;
  if (std::ranges::equal(red_zone, std::span(code).first(std::size(red_zone))))
    at = std::size(red_zone);
  else if (code[0] == short_jump)  // over the call, where a uprobe was removed
    at = 2U + code[1];
  return at < code.size() && code[at] == call ? Site::call : Site::other;
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

}  // namespace retprobe::peers
