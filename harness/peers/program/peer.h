// What a peer's folder implements when its hooks live in the measured process: they are linked with
// the program that times the workloads (main.cc). A peer that works from outside (a tracer that
// starts the program, a simulator) takes no_hooks.cc, and its folder's `count` script says how
// often it was hit.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace retprobe::peers {

/// A function that is to be probed.
struct Function {
  std::string name;  // its symbol
  std::uintptr_t address;
};

/// Calls and returns that the peer told of since it was attached.
struct Hits {
  std::uint64_t entries = 0, exits = 0;
};

/// Calls of probed functions that a run made, and what the peer counted of them. Whoever reads them
/// judges.
struct Count {
  std::uint64_t calls = 0;
  std::optional<Hits> hits;
};

/// Cold but for what it installs; used by one thread.
class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;

  /// Probes these functions. `counting`: hits() must count from here on, from zero; otherwise the
  /// peer runs as the variant is meant to be timed, which may be without counting. Returns "" or
  /// why it could not.
  virtual std::string attach(std::string_view variant, std::span<const Function> functions,
                             bool counting) = 0;
  /// The same where `functions` are all that the program has to be probed: a peer may have a call
  /// for that which is no loop over them.
  virtual std::string attach_all(std::string_view variant, std::span<const Function> functions,
                                 bool counting) {
    return attach(variant, functions, counting);
  }
  virtual std::string detach() = 0;
  /// Nothing where the hooks do not count. It may also be asked while nothing is attached, when no
  /// call adds to it.
  virtual std::optional<Hits> hits() = 0;
};

std::unique_ptr<Peer> make_peer();

}  // namespace retprobe::peers
