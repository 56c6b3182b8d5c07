// Fuzzes selections: globs over designs, transfers, register sets, tracers and workloads, and
// patterns of functions. The first letter of each line selects the parser.
#include "harness/selection.h"

#include <string>
#include <string_view>

#include "harness/bench/plan.h"
#include "harness/bench/variants/variant.h"
#include "retprobe/site.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace retprobe;
  using namespace retprobe::harness;
  if (size > 512) return -1;
  Selection selection;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  const auto one_line = [](const Error& error) {
    FUZZ_HOLDS(!error.message().empty(), "a refusal has a reason");
  };
  while (!rest.empty()) {
    const std::string line(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.empty()) continue;
    const std::string text = line.substr(1);
    switch (line[0]) {
      case 'd':
        selection.designs.push_back(text);
        break;
      case 't':
        selection.transfers.push_back(text);
        break;
      case 'r':
        selection.registers.push_back(text);
        break;
      case 'n':
        selection.tracers.push_back(text);
        break;
      case 'w':
        selection.workloads.push_back(text);
        break;
      case 'v':
        if (const auto named = parse_workload_variant(text); named.ok()) {
          const auto again = parse_workload_variant(named->workload + suffix_of(named->variant));
          FUZZ_HOLDS(
              again.ok() && again->workload == named->workload && again->variant == named->variant,
              "a workload's name leads back to it");
        } else {
          one_line(named.error());
        }
        break;
      // The search itself is left out. A search without a result looks for similar names in every
      // module's file, which takes a second. The targets elf_image and function_names test its
      // parts.
      default:
        FUZZ_HOLDS(selects_many(text) || text.find_first_of("*?[") == std::string::npos,
                   "a glob selects many");
    }
  }
  const auto cells = select_cells(selection, {1, 2, 8});
  if (!cells.ok())
    one_line(cells.error());
  else
    FUZZ_HOLDS(!cells->empty(), "nothing selected is an error");
  const auto groups = plan_benchmarks(selection, size % 2 == 0);
  if (!groups.ok())
    one_line(groups.error());
  else
    FUZZ_HOLDS(!groups->empty(), "nothing to measure is an error");
  return 0;
}
