// Runs a part of a test in a child process, because design and transfer are chosen once per
// process.
#pragma once

#include <unistd.h>

#include <string>
#include <vector>

#include "core/hooks/design_table.h"
#include "core/testlib/child.h"
#include "retprobe/probe.h"

namespace retprobe::client_test {

/// Configures a child, and returns what `work` returns there (see text_of_child).
template <class Work>
std::string in_child(const Configuration& wanted, Work work) {
  return text_of_child([&]() -> std::string {
    if (const Error error = configure(wanted)) return error.message();
    return work();
  });
}

/// What `work` writes to standard error. It has to fit into a pipe.
template <class Work>
std::string said_on_stderr(Work work) {
  int ends[2];
  const int before = dup(STDERR_FILENO);
  if (before < 0 || pipe(ends) != 0) return "no pipe";
  dup2(ends[1], STDERR_FILENO);
  close(ends[1]);
  work();
  dup2(before, STDERR_FILENO);
  close(before);
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  return text;
}

/// Every design whose handlers run, with each return transfer that it supports.
inline std::vector<Configuration> configurations() {
  std::vector<Configuration> all;
  for (const std::string& design : design_names()) {
    const Wiring wiring = find_design(design)->facts.wiring;
    if (wiring == Wiring::unhooked) continue;
    for (const std::string_view transfer : transfer_names()) {
      all.push_back({design, std::string(transfer)});
      if (wiring == Wiring::framed) break;  // it replaces no return address
    }
  }
  return all;
}

inline std::string name_of(const Configuration& configuration) {
  return configuration.design + "_" + configuration.transfer;
}
inline Wiring wiring_of(const Configuration& configuration) {
  return find_design(configuration.design)->facts.wiring;
}
/// True if the design's frames have no slot. Such a design cannot tell a call that was left by a
/// jump from a live one.
inline bool deaf_to_jumps(const Configuration& configuration) {
  return !find_design(configuration.design)->facts.keyed_by_slot;
}

}  // namespace retprobe::client_test
