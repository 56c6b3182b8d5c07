#include "harness/kernel/reproduce.h"

#include <algorithm>
#include <sstream>

#include "harness/kernel/guest.h"

namespace retprobe::harness {

Result<std::vector<Reproduced>> reproduce(const KernelImage& image, double patience_seconds) {
  if (!image.absent.empty())
    return Error(Error::Code::unsupported, image.name + " is " + image.absent);
  auto guest = Guest::boot(image, {.mitigations = false, .patience_seconds = patience_seconds});
  if (!guest.ok()) return guest.error();
  const auto listed = guest->ask("reproducers");
  if (!listed.ok()) return listed.error();
  std::istringstream comma_separated(listed->fields.at("reproducers"));
  std::vector<std::string> names;
  for (std::string name; std::getline(comma_separated, name, ',');) names.push_back(name);
  std::ranges::sort(names);
  std::vector<Reproduced> all;
  for (const std::string& name : names) {
    const auto said = guest->ask("reproduce " + name);
    if (!said.ok()) return said.error();
    const std::size_t colon = said->text.find(": ");
    if (colon == std::string::npos)
      return Error(Error::Code::refused, name + " says '" + said->text + "'");
    all.push_back({image.name, image.release, name, said->text.substr(0, colon),
                   said->text.substr(colon + 2)});
  }
  return all;
}

}  // namespace retprobe::harness
