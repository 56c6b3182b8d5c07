#include "harness/verify/events.h"

#include <algorithm>

namespace retprobe::harness {

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
