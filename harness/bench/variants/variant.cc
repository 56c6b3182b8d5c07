#include "harness/bench/variants/variant.h"

#include <charconv>
#include <thread>

#include "core/blocks/attachment.h"
#include "harness/bench/experiments/experiment.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

constexpr unsigned most_threads = 256;
constexpr unsigned most_instances = 1'000'000;

struct Form {
  std::string_view name;
  Variant::Kind kind;
  unsigned least, most;  // 0, 0: takes no number
};
constexpr Form forms[] = {
    {"data", Variant::Kind::data, 1, max_data_bytes},
    {"declining", Variant::Kind::declining, 0, 0},
    {"threads", Variant::Kind::threads, 1, most_threads},
    {"churn", Variant::Kind::churn, 0, 0},
    {"maxactive", Variant::Kind::maxactive, 1, most_instances},
    {"counting", Variant::Kind::counting, 0, 0},
    {"recording", Variant::Kind::recording, 0, 0},
};

Error wrong(std::string_view text, const std::string& why) {
  return {Error::Code::usage, "workload '" + std::string(text) + "': " + why};
}

}  // namespace

std::string suffix_of(const Variant& variant) {
  for (const Form& form : forms) {
    if (form.kind != variant.kind) continue;
    return "+" + std::string(form.name) + (form.most ? std::to_string(variant.number) : "");
  }
  return "";
}

std::string_view handlers_of(const Variant& variant) {
  if (variant.kind == Variant::Kind::counting) return "counting";
  return variant.kind == Variant::Kind::recording ? "recording" : "empty";
}

Variant variant_with(std::string_view handlers) {
  for (const Variant::Kind kind : {Variant::Kind::counting, Variant::Kind::recording})
    if (handlers_of({kind, 0}) == handlers) return {kind, 0};
  return {};
}

bool changes_unprobed_run(const Variant& variant) { return variant.kind == Variant::Kind::threads; }

Result<WorkloadVariant> parse_workload_variant(std::string_view text) {
  const std::size_t plus = text.find('+');
  const Workload* workload = find_workload(text.substr(0, plus));
  if (!workload && find_experiment(text.substr(0, plus))) {
    if (plus == std::string_view::npos) return WorkloadVariant{std::string(text), {}};
    return wrong(text, "an experiment has no variants");
  }
  if (!workload) return wrong(text, "there is no such workload; see 'retprobe list'");
  WorkloadVariant result{std::string(workload->name), {}};
  if (plus == std::string_view::npos) return result;
  const std::string_view wanted = text.substr(plus + 1);
  for (const Form& form : forms) {
    if (!wanted.starts_with(form.name)) continue;
    const std::string_view digits = wanted.substr(form.name.size());
    if (digits.empty() != (form.most == 0)) continue;
    result.variant.kind = form.kind;
    if (form.most) {
      const auto [end, failed] =
          std::from_chars(digits.data(), digits.data() + digits.size(), result.variant.number);
      if (failed != std::errc() || end != digits.data() + digits.size()) continue;
      if (result.variant.number < form.least || result.variant.number > form.most)
        return wrong(text, std::string(form.name) + " takes a number from " +
                               std::to_string(form.least) + " to " + std::to_string(form.most));
    }
    if (form.kind == Variant::Kind::threads && workload->stack_bytes)
      return wrong(text, "it needs a large stack and runs on one thread only");
    return result;
  }
  return wrong(text,
               "no variant '+" + std::string(wanted) +
                   "'; there are +data<bytes>, +declining, +threads<n>, +churn, +maxactive<n>, "
                   "+counting and +recording");
}

std::vector<WorkloadVariant> default_variants() {
  std::vector<WorkloadVariant> variants;
  const auto add = [&](const char* workload, Variant::Kind kind, unsigned number = 0) {
    variants.push_back({workload, {kind, number}});
  };
  for (const unsigned bytes : {8u, 64u, 512u, 4096u}) add("leaf", Variant::Kind::data, bytes);
  add("leaf", Variant::Kind::declining);
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  for (unsigned threads = 1; threads < cores; threads *= 2)
    add("leaf", Variant::Kind::threads, threads);
  add("leaf", Variant::Kind::threads, cores);
  add("leaf", Variant::Kind::churn);
  // fib(20) is twice as deep as a default pool. With this pool it can be timed.
  add("fib", Variant::Kind::maxactive, 64);
  for (const char* workload : {"leaf", "fib"})
    for (const Variant::Kind kind : {Variant::Kind::counting, Variant::Kind::recording})
      add(workload, kind);
  return variants;
}

std::span<const VariantHelp> variant_help() {
  static constexpr VariantHelp help[] = {
      {"+data<bytes>", "each tracer asks for that many bytes of entry data, 1 to 4096"},
      {"+declining", "every other tracer, the first one included, declines each call"},
      {"+threads<n>", "n threads run the workload at once; times are per call of one thread"},
      {"+churn", "another tracer attaches and detaches all the while"},
      {"+maxactive<n>",
       "n instances per function, for instance_pool; the others have no such limit"},
      {"+counting", "handlers that increment a counter each, at entry and at exit"},
      {"+recording", "handlers that write the time and 32 bytes each into the thread's ring"},
  };
  return help;
}

}  // namespace retprobe::harness
