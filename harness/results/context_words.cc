#include "harness/results/context_words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/text.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

constexpr double idle_share = 0.1;  // of the processors
constexpr double idle_load_per_core = 4;

struct Microarchitecture {
  unsigned family, first_model, last_model;
  const char* name;
};
// The models are those of Linux: arch/x86/kernel/cpu/amd.c (bsp_init_amd) and
// arch/x86/include/asm/intel-family.h.
constexpr Microarchitecture amd[] = {
    {23, 0x00, 0x2f, "Zen"},   {23, 0x30, 0xaf, "Zen 2"}, {25, 0x00, 0x0f, "Zen 3"},
    {25, 0x10, 0x1f, "Zen 4"}, {25, 0x20, 0x5f, "Zen 3"}, {25, 0x60, 0xaf, "Zen 4"},
    {26, 0x00, 0x2f, "Zen 5"}, {26, 0x40, 0x4f, "Zen 5"}, {26, 0x50, 0x5f, "Zen 6"},
    {26, 0x60, 0x7f, "Zen 5"}, {26, 0x80, 0xaf, "Zen 6"}, {26, 0xc0, 0xcf, "Zen 6"},
};
constexpr Microarchitecture intel[] = {
    {6, 0x3c, 0x3c, "Haswell"},        {6, 0x3d, 0x3d, "Broadwell"},
    {6, 0x3f, 0x3f, "Haswell"},        {6, 0x45, 0x46, "Haswell"},
    {6, 0x47, 0x47, "Broadwell"},      {6, 0x4e, 0x4e, "Skylake"},
    {6, 0x4f, 0x4f, "Broadwell"},      {6, 0x55, 0x55, "Skylake-X or Cascade Lake"},
    {6, 0x56, 0x56, "Broadwell"},      {6, 0x5e, 0x5e, "Skylake"},
    {6, 0x6a, 0x6a, "Ice Lake-X"},     {6, 0x6c, 0x6c, "Ice Lake-D"},
    {6, 0x7d, 0x7e, "Ice Lake"},       {6, 0x8c, 0x8d, "Tiger Lake"},
    {6, 0x8e, 0x8e, "Kaby Lake"},      {6, 0x8f, 0x8f, "Sapphire Rapids"},
    {6, 0x97, 0x97, "Alder Lake"},     {6, 0x9a, 0x9a, "Alder Lake"},
    {6, 0x9e, 0x9e, "Kaby Lake"},      {6, 0xa5, 0xa6, "Comet Lake"},
    {6, 0xa7, 0xa7, "Rocket Lake"},    {6, 0xaa, 0xaa, "Meteor Lake"},
    {6, 0xad, 0xae, "Granite Rapids"}, {6, 0xaf, 0xaf, "Sierra Forest"},
    {6, 0xb7, 0xb7, "Raptor Lake"},    {6, 0xba, 0xba, "Raptor Lake"},
    {6, 0xbd, 0xbd, "Lunar Lake"},     {6, 0xbf, 0xbf, "Raptor Lake"},
    {6, 0xc5, 0xc6, "Arrow Lake"},     {6, 0xcf, 0xcf, "Emerald Rapids"},
};

struct ProcessorId {
  std::string vendor;
  unsigned family, model;
};

template <std::size_t Size>
std::string name_in(const Microarchitecture (&table)[Size], const ProcessorId& id) {
  const auto found = std::ranges::find_if(table, [&](const Microarchitecture& known) {
    return known.family == id.family && known.first_model <= id.model &&
           id.model <= known.last_model;
  });
  return found == std::end(table) ? "" : found->name;
}

std::string text_field(const ordered_json& context, const char* key) {
  const auto found = context.find(key);
  return found != context.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<ProcessorId> id_of(const ordered_json& context) {
  char vendor[32];
  unsigned family, model;
  const std::string id = text_field(context, "cpu_id");
  if (std::sscanf(id.c_str(), "%31s family %u model %u", vendor, &family, &model) != 3)
    return std::nullopt;
  return ProcessorId{vendor, family, model};
}

double number_of(const ordered_json& context, const char* key) {
  const auto found = context.find(key);
  return found != context.end() && found->is_number() ? found->get<double>() : 0;
}

// The numbers as people write them: "1.8", "39".
std::string short_number(double value) {
  return printed(value < 10 && value != std::floor(value) ? "%.1f" : "%.0f", value);
}

}  // namespace

std::string context_word(const ordered_json& context, const char* key) {
  const auto found = context.find(key);
  if (found == context.end()) return "unknown";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

std::string microarchitecture(const ordered_json& context) {
  const auto id = id_of(context);
  if (!id) return "";
  return id->vendor == "AuthenticAMD"   ? name_in(amd, *id)
         : id->vendor == "GenuineIntel" ? name_in(intel, *id)
                                        : "";
}

std::string processor_name(const ordered_json& context) {
  std::string name = text_field(context, "cpu");
  if (name.empty()) name = "unknown";
  if (const std::string known = microarchitecture(context); !known.empty()) name += ", " + known;
  if (const auto id = id_of(context))
    name += ", family " + std::to_string(id->family) + " model " + std::to_string(id->model);
  return name;
}

std::string load_words(const ordered_json& context) {
  const double cores = number_of(context, "cores");
  if (context.contains("other_processors")) {
    const double others = number_of(context, "other_processors");
    if (others < idle_share * cores) return "";
    return "while other work kept " + short_number(others) + " of " + short_number(cores) +
           " processors busy";
  }
  const auto loads = context.find("load_avg");
  if (loads == context.end() || !loads->is_array() || loads->empty() || !(*loads)[0].is_number())
    return "";
  const double load = (*loads)[0];
  if (load <= idle_load_per_core * cores) return "";
  return "at load " + short_number(load) + " on " + short_number(cores) + " cores";
}

std::string load_line(const ordered_json& context) {
  const std::string words = load_words(context);
  return words.empty() ? "" : "Measured " + words + ".\n";
}

std::string interval_words(const ordered_json& context) {
  const double percent = 100 * number_of(context, "interval_coverage");
  const long processes = std::lround(number_of(context, "processes"));
  return printed("%.3g %% interval of %ld process", percent, processes) +
         (processes == 1 ? "" : "es");
}

bool has_short_interval(const ordered_json& context) {
  return number_of(context, "interval_coverage") < 0.95;
}

}  // namespace retprobe::harness
