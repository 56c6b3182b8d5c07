#include "harness/peers/tool.h"

#include <unistd.h>

#include <cerrno>
#include <sstream>

#include "harness/must.h"
#include "harness/session/scratch.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

// Adds what {peer}/count prints: entries, and exits where the tool counts them.
void add_count(ToolRun& run, const std::string& script, const std::string& scratch,
               const std::string& functions, double seconds) {
  std::string numbers;
  const ProcessEnd end = must(run_command(
      {script, scratch, functions}, "", [&](const std::string& line) { numbers = line; }, seconds));
  std::istringstream text(numbers);
  std::uint64_t entries, exits;
  if (!end.why.empty() || !(text >> entries)) {
    run.failed = "its hits could not be counted: " + last_words(end);
    return;
  }
  json counted = {{"entries", entries}};
  counted["calls"] =
      run.result.contains("calls") ? run.result["calls"] : run.result.at("counted").at("calls");
  if (text >> exits) counted["exits"] = exits;
  run.result["counted"] = counted;
  run.result.erase("timed");
}

}  // namespace

ToolRun run_tool(const PeerManifest& peer, const PeerVariant& variant,
                 const std::vector<std::string>& command, const std::vector<std::string>& words,
                 const std::string& functions, double seconds) {
  const Scratch scratch;
  if (scratch.path().empty()) throw Failure(system_error("a temporary folder for a peer", errno));
  std::vector<std::string> all;
  for (std::string word : command) {
    replace_all(word, "{peer}", peer.folder);
    replace_all(word, "{scratch}", scratch.path());
    replace_all(word, "{functions}", functions);
    all.push_back(std::move(word));
  }
  all.push_back(variant.program);
  all.insert(all.end(), words.begin(), words.end());
  ToolRun run;
  run.end = must(run_command(
      all, "",
      [&](const std::string& text) {
        json line = json::parse(text, nullptr, false);  // lines of a tool are not JSON
        if (line.is_object() && line.contains("name")) run.result = std::move(line);
      },
      seconds));
  const std::string script = peer.folder + "/count";
  if (run.end.why.empty() && !run.result.is_null() && !run.result.contains("void") &&
      !command.empty() && access(script.c_str(), X_OK) == 0)
    add_count(run, script, scratch.path(), functions, seconds);
  return run;
}

}  // namespace retprobe::harness
