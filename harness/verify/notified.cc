#include "harness/verify/notified.h"

#include <algorithm>

namespace retprobe::harness {
namespace {

template <class Visit>
void for_each_word(std::string_view pattern, Visit visit) {
  while (!pattern.empty()) {
    const std::string_view word = pattern.substr(0, pattern.find(' '));
    pattern.remove_prefix(std::min(pattern.size(), word.size() + 1));
    if (!word.empty()) visit(word);
  }
}

}  // namespace

std::string notified(unsigned tracers, std::string_view pattern) {
  std::string text;
  const auto add = [&text](std::string_view word) {
    if (!text.empty()) text += ' ';
    text += word;
  };
  for_each_word(pattern, [&](std::string_view word) {
    const bool is_entry = word[0] == '>',
               is_exit = std::string_view("<~!").find(word[0]) != word.npos;
    if (!is_entry && !is_exit) return add(word);
    for (unsigned i = 0; i < tracers; ++i) {
      const unsigned tracer = is_entry ? i : tracers - 1 - i;
      add(word[0] + tracer_letter(tracer) + std::string(word.substr(1)));
    }
  });
  return text;
}

NamingBench::NamingBench(const Cell& cell, std::initializer_list<std::string_view> functions)
    : TestBench(cell) {
  for (Tap& tap : *this) tap.names_functions = true;
  for (const std::string_view function : functions) attach_all(function);
}

std::string NamingBench::take_notified() {
  const std::string seen = events.text();
  events.clear();
  for_each_word(seen, [this](std::string_view word) {
    notified_ += (word[0] == '>' || word[0] == '-') && word.substr(1).starts_with(tracer_letter(0));
  });
  return seen;
}

Outcome NamingBench::notified_is(std::string_view pattern) {
  return compare(take_notified(), notified(static_cast<unsigned>(size()), pattern));
}

Outcome NamingBench::notified_around_destructors(std::string_view pattern) {
  // Moves the unwound exits, sorted, to the end.
  const auto in_order = [](std::string_view text) {
    std::string others;
    std::vector<std::string_view> unwound;
    for_each_word(text, [&](std::string_view word) {
      if (word[0] == '~')
        unwound.push_back(word);
      else
        others += std::string(word) + ' ';
    });
    std::ranges::sort(unwound);
    for (const std::string_view word : unwound) others += std::string(word) + ' ';
    return others;
  };
  return compare(in_order(take_notified()),
                 in_order(notified(static_cast<unsigned>(size()), pattern)));
}

Outcome NamingBench::thousand_more(unsigned calls, bool (*round)()) {
  std::vector<std::uint64_t> before;
  for (Tap& tap : *this) {
    tap.records = false;
    before.push_back(tap.returned);
  }
  const std::uint64_t rounds = (1000 + calls - 1) / calls;
  for (std::uint64_t i = 0; i < rounds; ++i)
    require(round(), "a call afterwards returned a wrong value");
  for (const Tap& tap : *this)
    require_equal("exits afterwards", tap.returned - before[tap.index], rounds * calls);
  require_equal("missed calls", missed(), 0);
  return check_invariant(notified_ + rounds * calls);
}

}  // namespace retprobe::harness
