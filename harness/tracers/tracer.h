// A tracer that is not ours, behind the contract of include/retprobe/adapter.h: what it says of
// itself, and what it tells of a play. Cold.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/verify/declared.h"
#include "harness/verify/oracle.h"
#include "harness/verify/played.h"
#include "harness/verify/scenario.h"
#include "retprobe/error.h"

namespace retprobe::harness {

struct TestedTracer {
  std::string player;   // the program
  std::string library;  // the adapter's; empty: it is compiled into the player
  std::string name, version;
  std::uint32_t abilities = 0;   // bits of retprobe_nature
  std::uint32_t most_users = 0;  // 0: any number
  double play_seconds = 10;      // the limit of each player's processor time
  Nature nature;
  std::vector<std::string> variants;  // "-": it has none
  bool tail_calls = false;            // the player's functions can make them
  /// What the tracer's own documentation says that it cannot do, by variant. It is read from files
  /// beside it: for mine.so, mine.declared.json and mine.VARIANT.declared.json (declared.h has the
  /// form).
  std::map<std::string, std::vector<Inability>> declared;
};

/// Asks the tracer at `path`: a shared library with an adapter, or a player that has one compiled
/// in. An Error says what is wrong with it, in one line.
Result<TestedTracer> ask_tracer(const std::string& path);

/// Why the tracer is not asked to play this, or "".
std::string not_asked(const TestedTracer& tracer, const Play& play);

/// Plays it in a process of its own, and judges what the tracer told. A call of every function that
/// all users see comes at the end; and one that nobody sees, when all are detached.
Outcome play(const TestedTracer& tracer, const std::string& variant, const Play& play);

}  // namespace retprobe::harness
