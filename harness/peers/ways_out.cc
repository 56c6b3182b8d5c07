#include "harness/peers/ways_out.h"

#include <algorithm>
#include <filesystem>

#include "harness/bench/table.h"
#include "harness/peers/tool.h"
#include "harness/selection.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// As program/ways_out.cc names them.
constexpr const char* all_ways[] = {"exception",   "longjmp",      "backtrace",
                                    "swapcontext", "pthread_exit", "pthread_cancel"};

// Milliseconds, but for simulators on a busy machine; one that hangs costs this much.
constexpr double limit_seconds = 60;

std::string scenario_of(const std::string& way) { return "peer_" + way; }

Result<PeerVerdict> verdict_of(const PeerManifest& peer, const PeerVariant& variant, const std::string& way) {
  PeerVerdict verdict{way, peer.name, variant.name, "unavailable", why_absent(peer, variant)};
  if (!verdict.detail.empty()) return verdict;
  // Unprobed is the same program where its probes are switched on by what starts it or by itself, else its twin.
  const std::string folder = std::filesystem::path(peer.folder).parent_path();
  const PeerVariant plain{"plain", "", folder + "/plain/gcc", "", {}, {}};
  auto unprobed = run_tool(peer, plain, {}, {"way_out", "plain", way}, "wl_*_[1-5]", limit_seconds);
  if (!unprobed.ok()) return unprobed.error();
  if (unprobed->result.is_null())
    return Error{Error::Code::system,
                 "the way out '" + way + "' fails unprobed: " + last_words(unprobed->end)};
  auto probed = run_tool(peer, variant, variant.command, {"way_out", variant.name, way}, "wl_*_[1-5]",
                         limit_seconds + peer.start_seconds);
  if (!probed.ok()) return probed.error();
  verdict.verdict = "fail";
  if (probed->result.is_null() || !probed->end.why.empty()) {
    verdict.detail = last_words(probed->end);
    return verdict;
  }
  PeerVerdict judged =
      judge_way_out(probed->result.at("said"), unprobed->result.at("said"), probed->result.at("counted"));
  verdict.verdict = judged.verdict;
  verdict.detail = judged.detail + (probed->failed.empty() ? "" : "; " + probed->failed);
  return verdict;
}

}  // namespace

PeerVerdict judge_way_out(const std::string& said, const std::string& unprobed, const json& counted) {
  PeerVerdict verdict{"", "", "", "fail", ""};
  if (said != unprobed) {
    verdict.detail = "the program went wrong: it says '" + said + "' and not '" + unprobed + "'";
    return verdict;
  }
  const std::uint64_t calls = counted.value("calls", std::uint64_t{0});
  if (!counted.contains("entries") || !counted.contains("exits")) {
    const std::uint64_t entries = counted.value("entries", calls);
    verdict.verdict = entries == calls ? "declared" : "fail";
    verdict.detail = entries == calls ? "the program is right; it tells of no exits at all"
                                      : "the program is right; " + std::to_string(entries) + " of " +
                                            std::to_string(calls) + " calls are told";
    return verdict;
  }
  const std::uint64_t entries = counted.at("entries"), exits = counted.at("exits");
  if (entries == calls && exits == calls) {
    verdict.verdict = "pass";
    return verdict;
  }
  verdict.detail = "the program is right; " + std::to_string(entries) + " entries and " +
                   std::to_string(exits) + " exits of " + std::to_string(calls) + " calls are told";
  return verdict;
}

Result<std::vector<PeerVerdict>> verify_peers(
    const std::vector<PeerManifest>& peers, const std::vector<std::string>& globs,
    const std::function<void(std::size_t done, std::size_t total, const std::string& what)>& progress) {
  std::vector<std::string> ways;
  for (const std::string way : all_ways)
    if (is_selected(globs, scenario_of(way))) ways.push_back(way);
  if (ways.empty())
    return Error{
        Error::Code::not_found,
        "no way out matches; there are peer_exception, peer_longjmp, peer_backtrace, peer_swapcontext, "
        "peer_pthread_exit and peer_pthread_cancel"};
  std::vector<std::pair<const PeerManifest*, const PeerVariant*>> chosen;
  for (const PeerManifest& peer : peers)
    for (const PeerVariant& variant : peer.variants)
      if (variant.verified) chosen.emplace_back(&peer, &variant);
  std::vector<PeerVerdict> verdicts;
  for (const auto& [peer, variant] : chosen) {
    for (const std::string& way : ways) {
      progress(verdicts.size(), chosen.size() * ways.size(), way + " " + peer->name + "/" + variant->name);
      auto verdict = verdict_of(*peer, *variant, way);
      if (!verdict.ok()) return verdict.error();
      verdicts.push_back(std::move(*verdict));
    }
  }
  return verdicts;
}

std::string text_of(const std::vector<PeerVerdict>& verdicts) {
  std::vector<std::string> ways, peers, notes;
  for (const PeerVerdict& verdict : verdicts) {
    if (std::ranges::find(ways, verdict.way_out) == ways.end()) ways.push_back(verdict.way_out);
    const std::string peer = verdict.peer + "/" + verdict.variant;
    if (std::ranges::find(peers, peer) == peers.end()) peers.push_back(peer);
  }
  Table table;
  std::vector<std::string> head = {"peer"};
  head.insert(head.end(), ways.begin(), ways.end());
  table.add(head);
  for (const std::string& peer : peers) {
    std::vector<std::string> cells = {peer};
    for (const PeerVerdict& verdict : verdicts) {
      if (verdict.peer + "/" + verdict.variant != peer) continue;
      cells.push_back(verdict.verdict);
      if (verdict.detail.empty()) continue;
      auto found = std::ranges::find(notes, verdict.detail);
      if (found == notes.end()) found = notes.insert(found, verdict.detail);
      cells.back() += " [" + std::to_string(found - notes.begin() + 1) + "]";
    }
    table.add(cells);
  }
  std::string text =
      "Peers: programs that leave probed functions in other ways than by ret. pass: the program does what it "
      "does unprobed, and "
      "every entry and\nevery exit is told. Peers that fail fail nothing here.\n\n" +
      table.text();
  for (std::size_t i = 0; i < notes.size(); ++i) text += "[" + std::to_string(i + 1) + "] " + notes[i] + "\n";
  return text;
}

ordered_json json_of(const std::vector<PeerVerdict>& verdicts) {
  ordered_json rows = ordered_json::array();
  for (const PeerVerdict& verdict : verdicts)
    rows.push_back({{"scenario", scenario_of(verdict.way_out)},
                    {"design", "peer:" + verdict.peer},
                    {"transfer", verdict.variant},
                    {"registers", "-"},
                    {"tracers", 1},
                    {"verdict", verdict.verdict},
                    {"detail", verdict.detail}});
  return rows;
}

}  // namespace retprobe::harness
