// Variants of a workload: the same code with another kind of tracer or load. For example,
// `leaf+data64` is the workload `leaf` with tracers that ask for 64 bytes of entry data. A variant
// never changes the workload itself.
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
    counting,   // handlers that increment a counter each, at entry and at exit
    recording,  // handlers that write the time and 32 bytes each into the thread's ring
                // (recorder.h)
  };
  Kind kind = Kind::plain;
  unsigned number = 0;
  bool operator==(const Variant&) const = default;
};

/// "" for the plain variant, else "+data64", "+declining", …
std::string suffix_of(const Variant& variant);
/// What the variant's handlers do: one of handler_kinds. Rows and tables call it "handlers".
std::string_view handlers_of(const Variant& variant);
inline constexpr std::string_view handler_kinds[] = {"empty", "counting", "recording"};
/// The plain variant with handlers of this kind.
Variant variant_with(std::string_view handlers);
/// Whether the variant changes a run without probes. If not, the plain workload's unprobed run
/// serves for both.
bool changes_unprobed_run(const Variant& variant);

/// The two parts of a name such as "leaf+data64". parse_workload_variant returns an Error where
/// there is no such workload or variant, or where the two do not fit.
struct WorkloadVariant {
  std::string workload;
  Variant variant;
  bool operator==(const WorkloadVariant&) const = default;
};
Result<WorkloadVariant> parse_workload_variant(std::string_view text);

/// The variants that are measured without a selection. They depend on this machine's cores.
std::vector<WorkloadVariant> default_variants();
/// For `retprobe list`.
struct VariantHelp {
  std::string_view form, what;
};
std::span<const VariantHelp> variant_help();

}  // namespace retprobe::harness
