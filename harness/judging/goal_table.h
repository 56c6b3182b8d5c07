// The goals themselves, as data.
#pragma once

#include <span>

namespace retprobe::harness {

struct Goal {
  enum class Kind {
    floor,     // what a call costs more, over the same of call_through
    workload,  // over the same on another workload
    unprobed,  // what a call costs in all, over the unprobed run of the same process
    peer,      // what a call costs more, over the same of a peer
    scaling,   // of two threads over one, over the scaling of the unprobed run
    figures,   // of an experiment, over another figure of it
    amount,    // no ratio: a number of bytes
  };
  const char* what;
  Kind kind;
  const char* workload;
  unsigned tracers;
  double limit;                  // 0: shown, no goal
  const char* other;             // design, workload, peer, figure or counter, as the kind asks for
  const char* figure = nullptr;  // of an experiment, over its figure `other`
  const char* peer = nullptr;    // or over that of this peer
  bool at_least = false;
};

std::span<const Goal> goal_table();

}  // namespace retprobe::harness
