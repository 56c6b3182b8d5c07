#include "harness/peers/peer_programs.h"

#include <filesystem>

#include "harness/must.h"
#include "harness/peers/tool.h"
#include "harness/scenarios/ways_out/shared_programs.h"
#include "harness/selection.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

// A program takes milliseconds, but simulators on a busy machine take longer. A program that hangs
// costs this much.
constexpr double limit_seconds = 60;

constexpr std::string_view prefix = "peer:";

Outcome outcome_of(const PeerManifest& peer, const PeerVariant& variant, const std::string& way) {
  if (std::string why = why_absent(peer, variant); !why.empty())
    return unavailable(Lack::package, std::move(why));
  // The unprobed run uses the same program where the program itself, or what starts it, switches
  // the probes on. Otherwise it uses the program that was built without probes.
  const std::string folder = std::filesystem::path(peer.folder).parent_path();
  const PeerVariant plain{"plain", "", folder + "/plain/gcc", "", {}, {}};
  const ToolRun unprobed =
      run_tool(peer, plain, {}, {"way_out", "plain", way}, way_out_functions, limit_seconds);
  if (unprobed.result.is_null())
    throw Failure({Error::Code::system, way + " fails unprobed: " + last_words(unprobed.end)});
  const ToolRun probed = run_tool(peer, variant, variant.command, {"way_out", variant.name, way},
                                  way_out_functions, limit_seconds + peer.start_seconds);
  if (probed.result.is_null() || !probed.end.why.empty()) return fail(last_words(probed.end));
  if (!probed.failed.empty()) return fail(probed.failed);
  return judge_way_out(probed.result.at("said"), unprobed.result.at("said"),
                       probed.result.at("counted"));
}

}  // namespace

Outcome judge_way_out(const std::string& said, const std::string& unprobed, const json& counted) {
  if (said != unprobed)
    return fail("the program went wrong: it says '" + said + "' and not '" + unprobed + "'");
  const std::uint64_t calls = counted.value("calls", std::uint64_t{0});
  if (!counted.contains("entries"))
    return fail("the program is right; the peer did not count the calls that it saw");
  const std::uint64_t entries = counted.at("entries");
  if (!counted.contains("exits")) {
    if (entries == calls)
      return {Verdict::declared, "the program is right; the peer sees no exits at all"};
    return fail("the program is right; the peer saw " + std::to_string(entries) + " of " +
                std::to_string(calls) + " calls");
  }
  const std::uint64_t exits = counted.at("exits");
  if (entries == calls && exits == calls) return pass();
  return fail("the program is right; the peer saw " + std::to_string(entries) + " entries and " +
              std::to_string(exits) + " exits of " + std::to_string(calls) + " calls");
}

Result<std::vector<std::string>> select_ways_out(const std::vector<std::string>& globs) {
  std::vector<std::string> chosen;
  for (const WayOut& way : ways_out())
    if (is_selected(globs, way.name)) chosen.emplace_back(way.name);
  if (chosen.empty())
    return Error{Error::Code::not_found,
                 "none of the selected scenarios is one that peers run; those are " +
                     joined(ways_out(), ", ", &WayOut::name)};
  return chosen;
}

Result<std::vector<CellResult>> verify_peers(const std::vector<PeerManifest>& peers,
                                             const std::vector<std::string>& ways_out,
                                             const VerifyProgress& progress) try {
  std::vector<std::pair<const PeerManifest*, const PeerVariant*>> verified;
  for (const PeerManifest& peer : peers)
    for (const PeerVariant& variant : peer.variants)
      if (variant.verified) verified.emplace_back(&peer, &variant);
  std::vector<CellResult> results;
  for (const auto& [peer, variant] : verified) {
    for (const std::string& way : ways_out) {
      Outcome outcome = outcome_of(*peer, *variant, way);
      Cell cell{.design = std::string(prefix) + peer->name, .transfer = variant->name};
      results.push_back({way, std::move(cell), outcome.verdict, std::move(outcome.detail)});
      results.back().lack = outcome.lack;
      progress(results.size(), verified.size() * ways_out.size(), results.back());
    }
  }
  return results;
} catch (const Failure& failure) {
  return failure.error;
}

bool is_peers(const CellResult& result) { return result.cell.design.starts_with(prefix); }

}  // namespace retprobe::harness
