// Frida attaches before main and never detaches; its callbacks count in this file's variable.
#include "harness/peers/program/peer.h"

extern "C" {
volatile std::uint64_t retprobe_peer_notified[2];
}

namespace retprobe::peers {
namespace {

class Frida : public Peer {
 public:
  std::string attach(std::string_view, std::span<const Function>, bool) override {
    retprobe_peer_notified[0] = 0;
    retprobe_peer_notified[1] = 0;
    return "";
  }
  std::optional<Hits> hits() override {
    return Hits{retprobe_peer_notified[0], retprobe_peer_notified[1]};
  }
};

}  // namespace

std::unique_ptr<Peer> make_peer() { return std::make_unique<Frida>(); }

}  // namespace retprobe::peers
