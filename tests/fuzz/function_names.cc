// Fuzzes the conversion of a file's symbols to readable names (core/system/function_names.h).
#include "core/system/function_names.h"

#include "core/sites/site_rules.h"
#include "tests/fuzz/fuzz.h"

namespace {

// These functions only cut: each result is a part of its input.
void check_parts(std::string_view name) {
  using namespace retprobe;
  for (const std::string_view part :
       {without_parameters(name), without_return_type(name), last_component(name),
        without_return_type(without_parameters(name))})
    FUZZ_HOLDS(part.empty() || (part.data() >= name.data() &&
                                part.data() + part.size() <= name.data() + name.size()),
               "a part lies within its name");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace retprobe;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view first = text.substr(0, text.find('\n'));
  const std::string_view second = first.size() < text.size() ? text.substr(first.size() + 1) : "";
  check_parts(first);
  const std::string name = demangled(first);
  FUZZ_HOLDS(first.empty() || !name.empty(), "a symbol has a name");
  check_parts(name);
  (void)refusal_by_name(first);
  constexpr std::size_t limit = 4;
  const std::size_t distance = edit_distance(first, second, limit);
  FUZZ_HOLDS(distance <= limit + 1, "a distance ends at its limit");
  FUZZ_HOLDS(distance == edit_distance(second, first, limit), "it is the same both ways");
  FUZZ_HOLDS((distance == 0) == (first == second), "and 0 for equal names only");
  return 0;
}
