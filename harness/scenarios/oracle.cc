#include "harness/scenarios/oracle.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <vector>

namespace retprobe::harness {
namespace {

class Oracle {
 public:
  Oracle(std::span<const ModelTracer> tracers, std::string_view script)
      : tracers_(tracers), entries_(tracers.size()), rest_(script) {}

  std::string run() {
    body();
    if (!rest_.empty()) throw std::invalid_argument("script: what is '" + std::string(rest_) + "'?");
    return text_;
  }

 private:
  struct Attachment {
    std::size_t tracer;
    int number;  // each attachment is another one, also of the same tracer
  };

  void body() {
    for (;;) {
      while (next_is(' ')) {
      }
      if (rest_.empty() || rest_.front() == ')') return;
      if (next_is('+'))
        attach(letter());
      else if (next_is('-'))
        detach(letter());
      else
        call(letter());
    }
  }

  void call(char function) {
    std::vector<Attachment> accepted;
    for (const Attachment& attachment : attached_[function]) {
      const std::size_t tracer = attachment.tracer;
      const unsigned every = tracers_[tracer].declines_every;
      ++entries_[tracer];
      const bool declines = every != 0 && entries_[tracer] % every == 0;
      event(declines ? '-' : '>', tracer, function);
      if (!declines) accepted.push_back(attachment);
    }
    say(std::string(1, function));
    if (next_is('(')) {
      body();
      if (!next_is(')')) throw std::invalid_argument("script: a ')' is missing");
    }
    // The tail call shares the return: it is over when the other's is.
    if (next_is('>')) call(letter());
    std::reverse(accepted.begin(), accepted.end());
    for (const Attachment& attachment : accepted) {
      if (is_attached(function, attachment)) event('<', attachment.tracer, function);
    }
  }

  void attach(char tracer_letter) {
    const auto tracer = static_cast<std::size_t>(tracer_letter - 'A');
    for (const char function : tracers_[tracer].functions)
      attached_[function].push_back({tracer, ++attachments_});
  }

  void detach(char tracer_letter) {
    const auto tracer = static_cast<std::size_t>(tracer_letter - 'A');
    for (auto& [function, list] : attached_)
      std::erase_if(list, [&](const Attachment& attachment) { return attachment.tracer == tracer; });
  }

  bool is_attached(char function, const Attachment& wanted) {
    for (const Attachment& attachment : attached_[function])
      if (attachment.number == wanted.number) return true;
    return false;
  }

  void event(char sign, std::size_t tracer, char function) {
    say(std::string(1, sign) + static_cast<char>('A' + tracer) + function);
  }
  void say(const std::string& word) { text_ += (text_.empty() ? "" : " ") + word; }

  bool next_is(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  char letter() {
    if (rest_.empty()) throw std::invalid_argument("script: a letter is missing at its end");
    const char first = rest_.front();
    rest_.remove_prefix(1);
    return first;
  }

  std::span<const ModelTracer> tracers_;
  std::vector<unsigned> entries_;
  std::string_view rest_;
  std::map<char, std::vector<Attachment>> attached_;  // by function, in attach order
  int attachments_ = 0;
  std::string text_;
};

}  // namespace

std::string expected_events(std::span<const ModelTracer> tracers, std::string_view script) {
  return Oracle(tracers, script).run();
}

}  // namespace retprobe::harness
