// Recording. Tracers call it from wherever they are, so this object uses no vector register.
#include "harness/player/history.h"

namespace retprobe::harness {

HistoryOfProcess* own_history = nullptr;
[[gnu::tls_model("initial-exec")]] thread_local constinit bool history_is_off = false;

namespace {

HistoryEvent* next_event(std::uint32_t& number) {
  if (history_is_off) return nullptr;
  number = own_history->used.fetch_add(1) + 1;
  return number <= HistoryOfProcess::most ? &own_history->events[number - 1] : nullptr;
}
char letter_of(std::uint32_t function) {
  return function < sizeof(play_functions) ? play_functions[function] : '\0';
}

}  // namespace

std::uint64_t host_entry(std::uint32_t user, std::uint32_t function) {
  std::uint32_t number;
  HistoryEvent* const event = next_event(number);
  if (!event) return 0;
  event->function = letter_of(function);
  event->user = user;
  event->sign.store('>');
  return number;
}

void host_exit(std::uint32_t user, std::uint32_t function, retprobe_reason reason,
               const std::uint64_t* value, std::uint64_t ticket) {
  std::uint32_t number;
  HistoryEvent* const event = next_event(number);
  if (!event) return;
  event->function = letter_of(function);
  event->user = user;
  event->has_value = value != nullptr;
  if (value) event->value = static_cast<char>(*value);
  event->ticket = static_cast<std::uint32_t>(ticket);
  event->sign.store(static_cast<unsigned>(reason) < sizeof(exit_signs) ? exit_signs[reason] : '?');
}

void HistoryOfProcess::add_mark(char letter) {
  std::uint32_t number;
  if (HistoryEvent* const event = next_event(number)) event->sign.store(letter);
}

void HistoryOfProcess::say_wrong(std::string_view what) {
  if (wrong_claimed.exchange(true)) return;
  for (std::size_t i = 0; i < what.size() && i + 1 < sizeof(wrong); ++i) wrong[i] = what[i];
  wrong_written.store(true);
}

}  // namespace retprobe::harness
