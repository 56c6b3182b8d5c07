#include "harness/verify/oracle.h"

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
    if (body()) throw std::invalid_argument("script: nobody catches a '!'");
    if (!rest_.empty())
      throw std::invalid_argument("script: what is '" + std::string(rest_) + "'?");
    return text_;
  }

 private:
  struct Attachment {
    std::size_t tracer;
    int number;  // unique: a tracer that attaches again gets a new number
  };

  // body(), guarded_call() and call() return whether an exception left them.
  bool body() {
    for (;;) {
      while (next_is(' ')) {
      }
      if (rest_.empty() || rest_.front() == ')' || rest_.front() == '}') return false;
      if (next_is('+'))
        attach(letter());
      else if (next_is('-'))
        detach(letter());
      else if (next_is('!'))
        return true;
      else if (guarded_call())
        return true;
    }
  }

  bool guarded_call() {
    std::string_view destructor;
    if (next_is('{')) {
      destructor = rest_;
      skip_to_end('{', '}');
    }
    const bool catches = next_is('?'), rethrows = next_is('^');
    const std::string_view text = rest_;
    bool thrown = call(letter());
    std::string_view after = rest_;
    if (thrown) {
      rest_ = text;
      skip_call();
      after = rest_;
    }
    if (thrown && catches) {
      tell_left();
      say("c");
      thrown = rethrows;
    }
    if (!destructor.empty()) {
      rest_ = destructor;
      body();
      rest_ = after;
    }
    return thrown;
  }

  bool call(char function) {
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
    bool thrown = false;
    if (next_is('(')) {
      thrown = body();
      if (!thrown && !next_is(')')) throw std::invalid_argument("script: a ')' is missing");
    }
    // A tail call shares the return: this call ends when the other one does.
    if (!thrown && next_is('>')) thrown = call(letter());
    std::reverse(accepted.begin(), accepted.end());
    for (const Attachment& attachment : accepted) {
      if (thrown)
        left_.push_back({function, attachment});
      else if (is_attached(function, attachment))
        event('<', attachment.tracer, function);
    }
    return thrown;
  }

  // The exits of the calls that exceptions left since the last catch.
  void tell_left() {
    for (const auto& [function, attachment] : left_)
      if (is_attached(function, attachment)) event('~', attachment.tracer, function);
    left_.clear();
  }

  void skip_call() {
    letter();
    if (next_is('(')) skip_to_end('(', ')');
    if (next_is('>')) skip_call();
  }
  // Skips to behind the bracket that closes the one just read.
  void skip_to_end(char opens, char closes) {
    for (int depth = 1; depth;) {
      const char next = letter();
      depth += (next == opens) - (next == closes);
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
      std::erase_if(list,
                    [&](const Attachment& attachment) { return attachment.tracer == tracer; });
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
  std::vector<std::pair<char, Attachment>> left_;
  std::string text_;
};

}  // namespace

std::string expected_events(std::span<const ModelTracer> tracers, std::string_view script) {
  return Oracle(tracers, script).run();
}

}  // namespace retprobe::harness
