// Writes the JSON lines that the programs print and `retprobe` reads. Cold.
#pragma once

#include <string>

#include "harness/peers/program/peer.h"

namespace retprobe::peers {

std::string quoted(const std::string& text);
std::string json_of(const Count& count);

}  // namespace retprobe::peers
