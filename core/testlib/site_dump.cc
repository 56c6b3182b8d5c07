// Prints the sites of its own module as the catalogue sees them: "BASE", then "OFFSET ENTRY-OFFSET
// SYMBOL" for each. If there is no catalogue, it prints the reason and exits with 3. For
// position-independent, fixed and static programs.
#include <link.h>

#include <cstdio>

#include "retprobe/site.h"

int main(int argc, char** argv) {
  const auto sites = retprobe::all_sites();
  if (!sites.ok()) {
    std::printf("%s\n", sites.error().message().c_str());
    return sites.error().code() == retprobe::Error::Code::unsupported ? 3 : 1;
  }
  std::uintptr_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        *static_cast<std::uintptr_t*>(data) = info->dlpi_addr;
        return 1;
      },
      &base);
  std::printf("%#lx\n", base);
  for (const retprobe::Site* site : *sites) {
    if (site->refusal.find("holds retprobe itself") == std::string::npos) return 1;
    std::printf("%#lx %#lx %s\n", site->address - base, site->entry - base, site->symbol.c_str());
  }
  return argc > 100 ? argv[0][0] : 0;
}
