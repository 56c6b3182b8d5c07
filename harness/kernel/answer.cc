#include "harness/kernel/answer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

namespace retprobe::harness {
namespace {

constexpr std::size_t most_quoted = 160;

bool is_printable(char letter) { return letter >= ' ' && letter <= '~'; }

// Text of a guest for an error message: one line, printable, not too long.
std::string quotable(std::string_view text) {
  std::string quoted(text.substr(0, most_quoted));
  std::ranges::replace_if(quoted, [](char letter) { return !is_printable(letter); }, '?');
  if (text.size() > most_quoted) quoted += "…";
  return quoted;
}

// Without "[    1.568705] ", which a kernel puts before each line.
std::string_view without_time(std::string_view line) {
  if (!line.starts_with('[')) return line;
  const std::size_t end = line.find("] ");
  return end == std::string_view::npos ? line : line.substr(end + 2);
}

}  // namespace

Result<std::uint64_t> GuestAnswer::number(const std::string& key, int base) const {
  const auto found = fields.find(key);
  if (found == fields.end())
    return Error{Error::Code::system, "the guest's answer has no " + key + ": '" + text + "'"};
  std::uint64_t value = 0;
  const char* const end = found->second.data() + found->second.size();
  const auto parsed = std::from_chars(found->second.data(), end, value, base);
  if (parsed.ec != std::errc() || parsed.ptr != end)
    return Error{Error::Code::system, "the guest's " + key + " is no number: '" + text + "'"};
  return value;
}

Result<GuestAnswer> parse_answer(std::string_view line) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  const std::string_view word = line.substr(0, line.find(' '));
  constexpr std::array<std::string_view, 3> known = {"ok", "error", "ready"};
  if (std::ranges::find(known, word) == known.end() || !std::ranges::all_of(line, is_printable))
    return Error{Error::Code::system, "the guest prints nonsense: '" + quotable(line) + "'"};
  GuestAnswer answer{.word = std::string(word), .text = {}, .fields = {}};
  if (word.size() < line.size()) answer.text = line.substr(word.size() + 1);
  std::istringstream words(answer.text);
  for (std::string field; words >> field;) {
    const std::size_t equals = field.find('=');
    if (equals != std::string::npos)
      answer.fields.insert_or_assign(field.substr(0, equals), field.substr(equals + 1));
  }
  return answer;
}

std::string kernel_complaint(std::string_view log) {
  constexpr std::array<std::string_view, 5> complaints = {
      "Kernel panic", "BUG:", "Oops:", "general protection fault", "Unable to"};
  while (!log.empty()) {
    const std::string_view line = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(log.size(), line.size() + 1));
    std::string_view text = without_time(line);
    while (text.ends_with('\r')) text.remove_suffix(1);
    for (const std::string_view complaint : complaints)
      if (text.find(complaint) != std::string_view::npos) return quotable(text);
  }
  return "";
}

}  // namespace retprobe::harness
