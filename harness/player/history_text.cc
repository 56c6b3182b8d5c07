#include "harness/player/history_text.h"

#include <algorithm>

#include "harness/player/letters.h"

namespace retprobe::harness {

std::string text_of(const HistoryOfProcess& history) {
  std::string text;
  for (std::uint32_t i = 0; i < std::min(history.used.load(), HistoryOfProcess::most); ++i) {
    const HistoryEvent& event = history.events[i];
    if (!event.sign) continue;
    if (!text.empty()) text += ' ';
    text += event.sign;
    if (event.function) text += tracer_letter(event.user) + event.function;
    if (event.has_value) text += std::string(":") + event.value;
  }
  return text;
}

}  // namespace retprobe::harness
