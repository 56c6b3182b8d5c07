#include "harness/peers/manifest.h"

#include <fnmatch.h>
#include <glob.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "harness/bench/variants/variant.h"
#include "harness/selection.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

std::vector<std::string> words_of(const json& object, const char* key) {
  return object.contains(key) ? object.at(key).get<std::vector<std::string>>()
                              : std::vector<std::string>();
}

bool in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  return false;
}

bool exists(const std::string& pattern) {
  glob_t found{};
  const bool any = ::glob(pattern.c_str(), 0, nullptr, &found) == 0;
  globfree(&found);
  return any;
}

PeerManifest read(const json& text, const std::string& name, const std::string& folder) {
  PeerManifest peer{.name = name,
                    .folder = folder,
                    .what = text.at("what"),
                    .kind = text.at("kind"),
                    .uprobes = text.value("uprobes", false),
                    .needs = {},
                    .variants = {},
                    .start_seconds = text.value("start_seconds", 0.0),
                    .cannot = {}};
  for (const json& need : text.at("needs")) {
    peer.needs.push_back({need.value("program", ""), need.value("file", ""), need.at("package")});
    if (peer.needs.back().program.empty() == peer.needs.back().file.empty())
      throw std::runtime_error("a need is a program or a file");
  }
  for (const json& variant : text.at("variants")) {
    const std::string program = folder + "/" + variant.at("program").get<std::string>();
    const std::string unprobed = variant.contains("unprobed")
                                     ? folder + "/" + variant.at("unprobed").get<std::string>()
                                     : program;
    peer.variants.push_back({variant.at("name"), variant.at("what"), program, unprobed,
                             words_of(variant, "command"), words_of(variant, "counting"),
                             words_of(variant, "also")});
    const auto verified = words_of(text, "verify");
    if (variant.contains("experiments"))
      for (const auto& [experiment, file] : variant.at("experiments").items())
        peer.variants.back().experiments[experiment] = folder + "/" + file.get<std::string>();
    PeerVariant& made = peer.variants.back();
    made.handlers = variant.value("handlers", "");
    if (!made.handlers.empty() &&
        std::ranges::find(handler_kinds, made.handlers) == std::end(handler_kinds))
      throw std::runtime_error("handlers are empty, counting or recording, and not '" +
                               made.handlers + "'");
    made.verified = std::ranges::find(verified, made.name) != verified.end();
  }
  if (peer.variants.empty()) throw std::runtime_error("it has no variants");
  peer.loses_exits = words_of(text, "loses_exits");
  peer.cannot = text.at("cannot").get<std::map<std::string, std::string>>();
  return peer;
}

}  // namespace

std::string PeerManifest::cannot_run(const std::string& workload) const {
  for (const auto& [glob, why] : cannot)
    if (fnmatch(glob.c_str(), workload.c_str(), 0) == 0) return why;
  return "";
}

Result<PeerManifest> parse_manifest(const json& text, const std::string& name,
                                    const std::string& folder) {
  const auto wrong = [&](const std::string& why) {
    return Error{Error::Code::usage, folder + "/manifest.json: " + why};
  };
  if (text.is_discarded()) return wrong("it is no JSON");
  try {
    return read(text, name, folder);
  } catch (const std::exception& error) {
    return wrong(error.what());
  }
}

Result<std::vector<PeerManifest>> peer_manifests(const std::string& folder,
                                                 const std::vector<std::string>& globs) {
  std::vector<PeerManifest> all;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    std::ifstream file(entry.path() / "manifest.json");
    if (!file) continue;
    auto peer =
        parse_manifest(json::parse(file, nullptr, false), entry.path().filename(), entry.path());
    if (!peer.ok()) return peer.error();
    all.push_back(std::move(*peer));
  }
  if (all.empty())
    return Error{Error::Code::not_found,
                 "no peers in " + folder +
                     "; build the target retprobe_peer_programs, which makes that folder"};
  std::ranges::sort(all, {}, &PeerManifest::name);
  std::vector<std::string> names;
  for (const PeerManifest& peer : all) names.push_back(peer.name);
  if (Error error = check_globs("peer", globs, names)) return error;
  std::erase_if(all, [&](const PeerManifest& peer) { return !is_selected(globs, peer.name); });
  return all;
}

std::string peers_folder() {
  std::error_code failure;
  return std::filesystem::read_symlink("/proc/self/exe", failure).parent_path() / "peers";
}

std::string why_absent(const PeerManifest& peer, const PeerVariant& variant) {
  for (const PeerNeed& need : peer.needs) {
    std::string file = need.file;
    if (const std::size_t at = file.find("{peer}"); at != std::string::npos)
      file.replace(at, 6, peer.folder);
    if (need.program.empty() ? exists(file) : in_path(need.program)) continue;
    return "absent: no " + (need.program.empty() ? file : need.program) + "; install " +
           need.package;
  }
  std::vector<std::string> programs = {variant.program, variant.unprobed};
  for (const auto& [experiment, program] : variant.experiments) programs.push_back(program);
  for (const std::string& program : programs)
    if (access(program.c_str(), X_OK) != 0)
      return "absent: its program " + std::filesystem::path(program).filename().string() +
             " is not built; configure anew and build the target retprobe_peer_programs";
  return "";
}

}  // namespace retprobe::harness
