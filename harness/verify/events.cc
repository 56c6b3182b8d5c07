#include "harness/verify/events.h"

#include <algorithm>
#include <charconv>

namespace retprobe::harness {

std::string tracer_letter(unsigned tracer) {
  return tracer < 26 ? std::string(1, static_cast<char>('A' + tracer)) : std::to_string(tracer);
}

unsigned take_tracer(std::string_view& text) {
  unsigned tracer = 0;
  std::size_t size = 1;
  if (!text.empty() && text[0] >= 'A')
    tracer = static_cast<unsigned>(text[0] - 'A');
  else
    size = static_cast<std::size_t>(
        std::from_chars(text.data(), text.data() + text.size(), tracer).ptr - text.data());
  text.remove_prefix(std::min(size, text.size()));
  return tracer;
}

[[gnu::tls_model("initial-exec")]] thread_local constinit Events* thread_events = nullptr;

Events::Events(std::size_t most) : most_(most), events_(std::make_unique<Event[]>(most)) {}

void Events::exit(unsigned tracer, ReturnReason reason, char function) {
  add({reason == ReturnReason::returned  ? '<'
       : reason == ReturnReason::unwound ? '~'
                                         : '!',
       function, tracer});
}

void Events::add(Event event) {
  const std::size_t at = used_.fetch_add(1);
  if (at >= most_) return;
  events_[at].function = event.function;
  events_[at].tracer = event.tracer;
  std::atomic_ref(events_[at].sign).store(event.sign);
}

void Events::clear() {
  for (std::size_t i = std::min(used_.exchange(0), most_); i-- > 0;) events_[i].sign = 0;
}

std::string Events::text() const {
  std::string text;
  const std::size_t used = used_.load();
  for (std::size_t i = 0; i < std::min(used, most_); ++i) {
    const Event& event = events_[i];
    if (event.sign == 0) continue;  // the child of a fork: another thread was adding it
    if (!text.empty()) text += ' ';
    text += event.sign;
    if (event.tracer == no_tracer) continue;
    text += tracer_letter(event.tracer);
    if (event.function) text += event.function;
  }
  if (used > most_)
    text += " … and " + std::to_string(used - most_) + " events that there was no room for";
  return text;
}

}  // namespace retprobe::harness
