// The interface of peers whose hooks live in the measured process. The peer's folder implements it,
// and it is linked with the program that times the workloads (main.cc). A peer that works from
// outside (a tracer that starts the program, a simulator) takes no_hooks.cc, and its `count` script
// says how many calls it counted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace retprobe::peers {

/// A function to probe.
struct Function {
  std::string name;  // symbol name
  std::uintptr_t address;
};

/// Calls and returns that the peer counted since it was attached.
struct Hits {
  std::uint64_t entries = 0, exits = 0;
};

/// Calls of probed functions in a run, and what the peer counted of them. The reader of these
/// numbers judges them.
struct Count {
  std::uint64_t calls = 0;
  std::optional<Hits> hits;
};

/// A peer whose hooks live elsewhere, or nowhere, takes it as it is. Used by one thread. Cold,
/// except for the hooks that it installs.
class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;

  /// Probes these functions. With `counting`, hits() must count from here on, from zero. Otherwise
  /// the peer runs as the variant is meant to be timed, possibly without counting. Returns "" or
  /// the error.
  virtual std::string attach(std::string_view, std::span<const Function>, bool /*counting*/) {
    return "";
  }
  /// The same, where `functions` are all functions that the program has to probe. A peer may have
  /// one call for this instead of a loop over the functions.
  virtual std::string attach_all(std::string_view variant, std::span<const Function> functions,
                                 bool counting) {
    return attach(variant, functions, counting);
  }
  virtual std::string detach() { return ""; }
  /// Nothing where the hooks do not count. May also be called while nothing is attached; calls do
  /// not add to it then.
  virtual std::optional<Hits> hits() { return std::nullopt; }
};

std::unique_ptr<Peer> make_peer();

}  // namespace retprobe::peers
