// What the programs print, each in a line that `retprobe` reads. Cold.
#pragma once

#include <string>

#include "harness/peers/program/peer.h"

namespace retprobe::peers {

std::string quoted(const std::string& text);
std::string json_of(const Count& count);

}  // namespace retprobe::peers
