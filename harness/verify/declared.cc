#include "harness/verify/declared.h"

#include <dlfcn.h>
#include <fnmatch.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/hooks/design_table.h"

namespace retprobe::harness {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct Declarations {
  std::vector<Inability> core;
  std::map<std::string, std::vector<Inability>, std::less<>> designs;
};

std::vector<Inability> inabilities_of(const ordered_json& groups) {
  if (!groups.is_array()) throw std::runtime_error("it is no list");
  std::vector<Inability> found;
  for (const ordered_json& group : groups) {
    if (!group.is_object() || group.size() != 2 || !group.contains("why") ||
        !group.contains("scenarios") || !group["scenarios"].is_object())
      throw std::runtime_error("an entry has other members than 'why' and 'scenarios'");
    for (const auto& [scenario, fails] : group["scenarios"].items()) {
      if (!fails.is_array()) throw std::runtime_error("'" + scenario + "' has no list of failures");
      found.push_back({scenario, group["why"], fails});
    }
  }
  return found;
}

Result<Declarations> read_all() {
  // A design's entry lies in the library.
  Dl_info library{};
  if (!dladdr(design_table().front(), &library) || !library.dli_fname)
    return Error{Error::Code::system, "dladdr does not know libretprobe.so"};
  std::error_code error;
  const fs::path folder = fs::absolute(library.dli_fname, error).parent_path() / "retprobe";
  auto core = read_declared(folder / "core/declared.json");
  if (!core.ok()) return core.error();
  Declarations all{*std::move(core), {}};
  for (const DesignEntry* design : design_table()) {
    auto own = read_declared(folder / "designs" / design->name / "declared.json");
    if (!own.ok()) return own.error();
    all.designs.emplace(design->name, *std::move(own));
  }
  return all;
}

const Result<Declarations>& loaded() {
  static const Result<Declarations> all = read_all();
  return all;
}

const Declarations& declarations() {
  if (!loaded().ok()) throw std::runtime_error(loaded().error().message());
  return *loaded();
}

}  // namespace

Result<std::vector<Inability>> read_declared(const fs::path& file) {
  std::ifstream stream(file);
  if (!stream)
    return Error{Error::Code::not_found,
                 file.string() + " is missing: what a design cannot do is read from there"};
  try {
    return inabilities_of(ordered_json::parse(stream));
  } catch (const std::exception& problem) {
    return Error{Error::Code::usage, file.string() + ": " + problem.what()};
  }
}

Error load_declared() { return loaded().ok() ? Error() : loaded().error(); }

const std::vector<Inability>& declared_by(std::string_view design) {
  return declarations().designs.find(design)->second;
}

const std::vector<Inability>& declared_by_core() { return declarations().core; }

std::vector<const Inability*> inabilities_in(const std::vector<Inability>& declared,
                                             std::string_view scenario) {
  std::vector<const Inability*> found;
  for (const Inability& inability : declared)
    if (fnmatch(inability.scenario.c_str(), std::string(scenario).c_str(), 0) == 0)
      found.push_back(&inability);
  return found;
}

std::vector<const Inability*> declared_inabilities(std::string_view design,
                                                   std::string_view scenario) {
  std::vector<const Inability*> found = inabilities_in(declared_by(design), scenario);
  if (find_design(design)->facts.has_transfers())
    std::ranges::copy(inabilities_in(declared_by_core(), scenario), std::back_inserter(found));
  return found;
}

}  // namespace retprobe::harness
