// Variants of a workload: the same code under another kind of tracer or load. `leaf+data64` is the
// workload `leaf` whose tracers ask for 64 bytes of entry data. A variant changes the tracers and
// the load, never the workload.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "retprobe/error.h"

namespace retprobe::harness {

struct Variant {
  enum class Kind {
    plain,
    data,       // entry data of `number` bytes per tracer
    declining,  // every other tracer, the first one included, declines each call
    threads,    // `number` threads run the workload
    churn,      // another tracer attaches and detaches all the while
    maxactive,  // instance_pool: `number` instances per function (other designs have no such limit)
  };
  Kind kind = Kind::plain;
  unsigned number = 0;
  bool operator==(const Variant&) const = default;
};

/// "" for the plain one, else "+data64", "+declining", …
std::string suffix_of(const Variant& variant);
/// Whether the variant matters to a run without probes: if not, that run is shared with the plain
/// workload.
bool changes_unprobed_run(const Variant& variant);

/// "leaf+data64" in its two parts. An Error where there is no such workload or variant, or where
/// they do not go together.
struct WorkloadVariant {
  std::string workload;
  Variant variant;
};
Result<WorkloadVariant> parse_workload_variant(std::string_view text);

/// Those that are measured when nobody asks for others, with the number of cores of this machine.
std::vector<WorkloadVariant> default_variants();
/// For `retprobe list`.
struct VariantHelp {
  std::string_view form, what;
};
std::span<const VariantHelp> variant_help();

}  // namespace retprobe::harness
