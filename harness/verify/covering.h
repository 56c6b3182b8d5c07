// The covering selection: few cells of the product of scenarios and cells.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/hooks/facts.h"
#include "harness/selection.h"

namespace retprobe::harness {

/// A cell of the product.
struct ScenarioCell {
  std::string_view scenario;
  double seconds = 0;  // the scenario's limit: what it may cost
  Cell cell;
  Wiring wiring = Wiring::shared;
};

/// What a cell covers. The first four are of its scenario: the design, the transfer, the register
/// set, the number of tracers. The last is of all scenarios: the design, the transfer, the register
/// set and the path, which together decide the hooks that run. A design without hooks covers itself
/// only.
std::vector<std::string> covered_by(const ScenarioCell& cell);

/// For each cell of the product, whether it belongs to the selection. Together, the cells of a
/// selection cover all that the product covers. The seed and the names decide, so it is the same on
/// every machine. The cells of a scenario do not depend on other scenarios, but for the few that
/// are added for hooks which no scenario's own cells run.
std::vector<bool> covering_selection(const std::vector<ScenarioCell>& product, std::uint64_t seed);

/// A number that depends on the text alone: the same on every machine.
std::uint64_t digest(std::string_view text);

}  // namespace retprobe::harness
