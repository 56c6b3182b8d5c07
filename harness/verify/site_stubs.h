// The oracle for the real programs: counts the calls of a module's sites without code from core/.
// It finds the sites in the module's own records, and gives each a stub that counts and goes on:
//
//     site:  jmp stub            stub:  pushfq; incq counter; popfq; jmp site+5
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace retprobe::harness {

/// The addresses of the five patchable bytes of all sites of a loaded module. `module` is its file
/// name without folders. Throws std::runtime_error.
std::vector<std::uintptr_t> sites_in_records(std::string_view module);

/// Patches the sites for the rest of the process. The process must have one thread and no other
/// user of the sites. Throws std::runtime_error.
class SiteStubs {
 public:
  explicit SiteStubs(std::vector<std::uintptr_t> sites);
  /// Calls of the i-th site so far.
  std::uint64_t count(std::size_t i) const { return counters_[i]; }

 private:
  const volatile std::uint64_t* counters_;
};

}  // namespace retprobe::harness
