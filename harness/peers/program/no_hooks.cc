// For programs that are not probed, and for peers that probe from outside.
#include "harness/peers/program/peer.h"

namespace retprobe::peers {
namespace {

class NoHooks : public Peer {
 public:
  std::string attach(std::string_view, std::span<const Function>, bool) override { return ""; }
  std::string detach() override { return ""; }
  std::optional<Hits> hits() override { return std::nullopt; }
};

}  // namespace

std::unique_ptr<Peer> make_peer() { return std::make_unique<NoHooks>(); }

}  // namespace retprobe::peers
