// Histories as texts: the events of oracle.h. Cold.
#pragma once

#include <string>

#include "harness/player/history.h"

namespace retprobe::harness {

/// ">Af f <Af:f". What a child of a fork had not finished to write is left out.
std::string text_of(const HistoryOfProcess& history);

}  // namespace retprobe::harness
