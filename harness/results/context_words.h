// What the context of a result says, in words: the processor, the load, the intervals.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace retprobe::harness {

/// A field as text; "unknown" where the context lacks it.
std::string context_word(const nlohmann::ordered_json& context, const char* key);
/// "Zen 5"; "" where the context names no processor or one that is not known.
std::string microarchitecture(const nlohmann::ordered_json& context);
/// "AMD EPYC, Zen 5, family 26 model 2": the processor's name, its microarchitecture where that is
/// known, and its numbers. "unknown" where the context names no processor.
std::string processor_name(const nlohmann::ordered_json& context);

/// How much other work the machine did during the measurement: "while other work kept 1.8 of 2
/// processors busy". Empty for an idle machine: other work took less than a tenth of the
/// processors. Files from before other_processors was recorded have the load average at the
/// beginning instead. The verification before a measurement leaves a load of up to two and a half a
/// core, so only a load average above four a core counts: "at load 39 on 2 cores".
std::string load_words(const nlohmann::ordered_json& context);

/// The same as a line for tables, "Measured at load 39 on 2 cores.\n", or empty.
std::string load_line(const nlohmann::ordered_json& context);

/// "96.9 % interval of 6 processes".
std::string interval_words(const nlohmann::ordered_json& context);
/// Whether the interval covers the true median with less than 95 %.
bool has_short_interval(const nlohmann::ordered_json& context);

}  // namespace retprobe::harness
