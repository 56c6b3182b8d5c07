// Finds sites by name, glob and address, and explains why a site was not found.
#include "retprobe/site.h"

#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/sites/site_catalogue.h"
#include "core/system/elf_image.h"
#include "core/system/function_names.h"

namespace retprobe {
namespace {

constexpr const char* kHowToBuild =
    "link its target to retprobe::patchable (GCC, clang: -fpatchable-function-entry=5)";

bool is_glob(std::string_view pattern) {
  return pattern.find_first_of("*?[") != std::string_view::npos;
}

std::string hexadecimal(std::uintptr_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "%#lx", value);
  return text;
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// Whether `pattern` matches one of the forms by which a function can be found.
bool has_name(const std::string& pattern, bool glob, std::string_view symbol) {
  const std::string name = demangled(symbol);
  const std::string_view plain = without_parameters(name);
  for (const std::string_view form :
       {symbol, std::string_view(name), plain, without_return_type(plain)}) {
    if (glob ? fnmatch(pattern.c_str(), std::string(form).c_str(), 0) == 0 : pattern == form)
      return true;
  }
  return false;
}

// Lists the modules that could not be read: a missing function may be in one of them.
std::string unread_modules(const SiteSnapshot& snapshot) {
  std::string text;
  for (const SiteModule* module : snapshot.modules) {
    if (!module->problem.empty())
      text += (text.empty() ? "; not read in full: " : ", ") + module->problem;
  }
  return text;
}

// Searches all symbols of all modules, reading their files. Only for messages.
std::string search_symbols(const SiteSnapshot& snapshot, const std::string& pattern, bool glob) {
  std::set<std::string> found;
  std::string module_path;
  for (const SiteModule* module : snapshot.modules) {
    const auto image = ElfImage::open(module->loaded.file);
    // unread_modules names this module, unless its file was removed after it was read.
    if (!image.ok()) continue;
    for (const ElfFunction& function : image->functions()) {
      if (!has_name(pattern, glob, function.name)) continue;
      if (found.empty()) module_path = module->loaded.path;
      found.insert(demangled(function.name));
      if (found.size() > 100) break;
    }
  }
  if (found.empty()) return {};
  std::string text = "'" + *found.begin() + "' in " + module_path;
  if (found.size() > 1)
    text += " and " + std::to_string(found.size() - 1) + (glob ? " or more others" : " others");
  return text + (found.size() > 1 ? " match, but are" : " exists, but is") +
         " not patchable: " + kHowToBuild;
}

// Remembers the answers: `retprobe run` asks again whenever a program opens or closes a plugin.
std::string not_patchable_match(const SiteSnapshot& snapshot, const std::string& pattern,
                                bool glob) {
  static auto& answers = *new std::map<std::string, std::string>;  // under the catalogue's lock
  constexpr std::size_t kMost = 64;
  std::string question = pattern;
  for (const SiteModule* module : snapshot.modules) question += "\n" + module->loaded.path;
  if (const auto known = answers.find(question); known != answers.end()) return known->second;
  std::string answer = search_symbols(snapshot, pattern, glob);
  if (answers.size() >= kMost) answers.clear();
  answers.emplace(std::move(question), answer);
  return answer;
}

// The names that are nearest to the pattern.
std::vector<std::string> near_misses(const SiteSnapshot& snapshot, std::string_view pattern) {
  const std::string_view wanted = without_return_type(without_parameters(pattern));
  if (wanted.size() < 2) return {};
  const std::size_t limit = std::max<std::size_t>(1, std::min<std::size_t>(3, wanted.size() / 3));
  std::set<std::pair<std::size_t, std::string>> best;  // distance and name; stays small
  constexpr std::size_t kEnough = 3;
  for (const Site* site : snapshot.sites) {
    const std::string_view plain = without_return_type(without_parameters(site->name));
    std::size_t distance = edit_distance(wanted, plain, limit);
    if (distance > limit) distance = edit_distance(wanted, last_component(plain), limit);
    // A name that only contains the pattern ranks behind a name with a typing error.
    if (distance > limit && plain.find(wanted) == std::string_view::npos) continue;
    best.emplace(distance, site->name);
    if (best.size() > kEnough) best.erase(std::prev(best.end()));
  }
  std::vector<std::string> names;
  for (const auto& [distance, name] : best) names.push_back(name);
  return names;
}

Error not_found(const SiteSnapshot& snapshot, const std::string& pattern, bool glob) {
  const std::string unread = unread_modules(snapshot);
  std::string message =
      glob ? "no site matches '" + pattern + "'" : "no site is called '" + pattern + "'";
  const std::string other = not_patchable_match(snapshot, pattern, glob);
  if (!other.empty()) return {Error::Code::not_found, message + "; " + other + unread};
  if (snapshot.sites.empty()) {
    return {Error::Code::not_found, message + ": no loaded module has any site; to get some, " +
                                        "link a target to retprobe::patchable" + unread};
  }
  message += " (" + counted(snapshot.sites.size(), "site") + " in " +
             counted(snapshot.modules.size(), "module") + ")";
  const auto guesses = glob ? std::vector<std::string>{} : near_misses(snapshot, pattern);
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    message += (i == 0                    ? "; did you mean '"
                : i + 1 == guesses.size() ? " or '"
                                          : ", '") +
               guesses[i] + "'";
  }
  return {Error::Code::not_found, message + (guesses.empty() ? "" : "?") + unread};
}

std::optional<const Site*> at_address(const SiteSnapshot& snapshot, std::uintptr_t address) {
  auto after = std::upper_bound(
      snapshot.sites.begin(), snapshot.sites.end(), address,
      [](std::uintptr_t value, const Site* site) { return value < site->address; });
  if (after == snapshot.sites.begin()) return std::nullopt;
  const Site* const site = *std::prev(after);
  if (site->address == address || site->entry == address) return site;
  return std::nullopt;
}

constexpr std::string_view kModulePrefix = "module:";

// All sites of the modules whose file name or whole path matches.
Result<std::vector<const Site*>> sites_of_module(const SiteSnapshot& snapshot,
                                                 const std::string& glob) {
  std::vector<const Site*> found;
  std::set<std::string> others;
  for (const Site* site : snapshot.sites) {
    const std::string file = site->module.substr(site->module.find_last_of('/') + 1);
    if (fnmatch(glob.c_str(), file.c_str(), 0) == 0 ||
        fnmatch(glob.c_str(), site->module.c_str(), 0) == 0)
      found.push_back(site);
    else
      others.insert(file);
  }
  if (!found.empty()) return found;
  std::string message = "no module with sites matches '" + glob + "'";
  for (const std::string& other : others)
    message += (other == *others.begin() ? "; there are " : ", ") + other;
  return Error(Error::Code::not_found, message + unread_modules(snapshot));
}

Error nothing_at(const SiteSnapshot& snapshot, std::uintptr_t address) {
  const std::string where = "no site at " + hexadecimal(address);
  for (const SiteModule* module : snapshot.modules) {
    if (!module->loaded.has(address, 1, 0)) continue;
    const std::uintptr_t offset = address - module->loaded.base;
    const std::string in_module = module->loaded.path + "+" + hexadecimal(offset);
    if (!module->problem.empty())
      return {Error::Code::not_found, where + ": it is " + in_module + "; " + module->problem};
    if (!module->loaded.has(address, 1, PF_X)) {
      return {Error::Code::not_found, where + ": it is data (" + in_module + ")"};
    }
    const auto image = ElfImage::open(module->loaded.file);
    if (!image.ok()) return {Error::Code::not_found, where + ": it is " + in_module};
    for (const ElfFunction& function : image->functions()) {
      if (offset < function.address ||
          offset - function.address >= std::max<std::uint64_t>(function.size, 1))
        continue;
      const std::string name = "'" + demangled(function.name) + "' in " + module->loaded.path;
      const std::uintptr_t begin = module->loaded.base + function.address;
      if (at_address(snapshot, begin)) {
        return {Error::Code::not_found,
                where + ": it is inside of " + name + ", whose site is at " + hexadecimal(begin)};
      }
      return {Error::Code::not_found, where + ": " + name + " is not patchable: " + kHowToBuild};
    }
    return {Error::Code::not_found, where + ": it is code without a symbol (" + in_module + ")"};
  }
  return {Error::Code::not_found, where + ": no loaded module has this address"};
}

Result<std::uintptr_t> parse_address(std::string_view text) {
  std::uintptr_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failed] = std::from_chars(text.data() + 2, end, value, 16);
  if (failed != std::errc() || stop != end) {
    return Error(
        Error::Code::usage,
        "'" + std::string(text) + "' is not an address; give 0x and up to 16 hexadecimal digits");
  }
  return value;
}

}  // namespace

Result<std::vector<const Site*>> all_sites() {
  auto catalogue = SiteCatalogue::current();
  if (!catalogue.ok()) return catalogue.error();
  return (*catalogue)->sites;
}

Result<std::vector<const Site*>> find_sites(std::string_view pattern) {
  // It would end the pattern early in fnmatch.
  if (pattern.find('\0') != std::string_view::npos)
    return Error(Error::Code::usage,
                 "no function has a zero byte in its name, as this pattern has");
  if (pattern.empty()) {
    return Error(Error::Code::usage,
                 "an empty name matches no function; give a name, a glob (\"parse_*\") or an "
                 "address (\"0x...\")");
  }
  if (pattern.starts_with("0x") || pattern.starts_with("0X")) {
    const auto address = parse_address(pattern);
    if (!address.ok()) return address.error();
    const auto site = site_at(*address);
    if (!site.ok()) return site.error();
    return std::vector<const Site*>{*site};
  }

  auto catalogue = SiteCatalogue::current();
  if (!catalogue.ok()) return catalogue.error();
  const SiteSnapshot& snapshot = **catalogue;
  if (pattern.starts_with(kModulePrefix))
    return sites_of_module(snapshot, std::string(pattern.substr(kModulePrefix.size())));
  std::vector<const Site*> found;
  // Look for the name itself first: "operator*" and "f(char [3])" are names as well as globs.
  for (const SiteModule* module : snapshot.modules) {
    const auto [begin, end] = module->names.equal_range(pattern);
    for (auto entry = begin; entry != end; ++entry) found.push_back(entry->second);
  }
  const std::string glob(pattern);
  if (found.empty() && is_glob(pattern)) {
    for (const SiteModule* module : snapshot.modules) {
      for (const auto& [name, site] : module->names) {
        // The views may end in the middle of a string, and fnmatch needs a terminating zero.
        if (fnmatch(glob.c_str(), std::string(name).c_str(), 0) == 0) found.push_back(site);
      }
    }
  }
  if (found.empty()) return not_found(snapshot, glob, is_glob(pattern));
  std::sort(found.begin(), found.end(),
            [](const Site* a, const Site* b) { return a->address < b->address; });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool selects_many(std::string_view pattern) {
  return pattern.starts_with(kModulePrefix) || is_glob(pattern);
}

Result<const Site*> site_at(std::uintptr_t address) {
  auto catalogue = SiteCatalogue::current();
  if (!catalogue.ok()) return catalogue.error();
  const auto site = at_address(**catalogue, address);
  if (site) return *site;
  return nothing_at(**catalogue, address);
}

}  // namespace retprobe
