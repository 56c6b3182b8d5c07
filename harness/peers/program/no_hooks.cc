// For programs that are not probed, and for peers that probe from outside.
#include "harness/peers/program/peer.h"

namespace retprobe::peers {

std::unique_ptr<Peer> make_peer() { return std::make_unique<Peer>(); }

}  // namespace retprobe::peers
