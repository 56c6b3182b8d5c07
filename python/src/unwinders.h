// The calling thread's stack, as each unwinder that this process can have sees it. Cold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace retprobe::python {

struct StackView {
  std::string unwinder;
  std::string unavailable;                // why there is nothing; or ""
  std::vector<std::uintptr_t> addresses;  // innermost first; return addresses but for the first
};

/// Of the function that calls it. At most `most` addresses from each.
std::vector<StackView> unwind(std::size_t most);

/// Whether it lies in this extension and in no site of it: pybind11's and the package's own frames.
bool is_own(std::uintptr_t address);

/// "symbol+0x12", "T of wl_fib", or "library.so+0x123" where there is no symbol.
std::string name_of(std::uintptr_t address);

}  // namespace retprobe::python
