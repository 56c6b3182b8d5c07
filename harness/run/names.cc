#include "harness/run/names.h"

#include <fnmatch.h>

#include <array>
#include <charconv>

#include "core/system/function_names.h"
#include "harness/text.h"

namespace retprobe::run {

bool has_name(std::string_view name, std::string_view pattern) {
  const std::string_view plain = without_parameters(name);
  const std::string_view forms[] = {name, plain, without_return_type(plain)};
  // "operator*" is a name as well as a glob.
  for (const std::string_view form : forms)
    if (form == pattern) return true;
  for (const std::string_view form : forms)
    if (fnmatch(std::string(pattern).c_str(), std::string(form).c_str(), 0) == 0) return true;
  return false;
}

namespace {
struct Unit {
  const char* name;
  double nanoseconds;
};
constexpr std::array units = {Unit{"ns", 1}, Unit{"us", 1e3}, Unit{"µs", 1e3}, Unit{"ms", 1e6},
                              Unit{"s", 1e9}};
}  // namespace

Result<double> nanoseconds_in(const std::string& text, const std::string& option) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  for (const Unit& one : units)
    if (error == std::errc() && number >= 0 && number < 1e9 && unit == one.name)
      return number * one.nanoseconds;
  return Error{Error::Code::usage,
               option + ": '" + text + "' is no duration: write 800ns, 5us, 1.5ms or 2s"};
}

std::string duration_text(double nanoseconds) {
  const char* unit = "ns";
  double value = nanoseconds;
  for (const Unit& larger : {Unit{"µs", 1e3}, Unit{"ms", 1e6}, Unit{"s", 1e9}}) {
    // 999.5 would be printed as 1000.
    if (value < 999.5) break;
    value = nanoseconds / larger.nanoseconds;
    unit = larger.name;
  }
  const int digits = unit == std::string_view("ns") || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return harness::printed("%.*f %s", digits, value, unit);
}

}  // namespace retprobe::run
