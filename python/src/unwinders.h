// The calling thread's stack, as each unwinder in this process sees it. Cold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace retprobe::python {

struct StackView {
  std::string unwinder;
  std::string unavailable;                // why there are no addresses; "" where there are some
  std::vector<std::uintptr_t> addresses;  // innermost first; all but the first are return addresses
};

/// The stack of the caller. At most `most` addresses from each unwinder.
std::vector<StackView> unwind(std::size_t most);

/// Whether the address is in this extension but not in one of its sites: a frame of pybind11 or of
/// the package itself.
bool is_own(std::uintptr_t address);

/// "symbol+0x12", "T of wl_fib", or "library.so+0x123" where there is no symbol.
std::string name_of(std::uintptr_t address);

}  // namespace retprobe::python
