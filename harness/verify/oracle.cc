#include "harness/verify/oracle.h"

#include <algorithm>
#include <exception>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "harness/player/coroutine.h"
#include "harness/verify/events.h"

namespace retprobe::harness {
namespace {

class Oracle {
 public:
  Oracle(std::span<const ModelTracer> tracers, std::string_view script, const Nature& nature)
      : tracers_(tracers), nature_(nature), entries_(tracers.size()), rest_(script) {}

  std::string run() {
    const Way way = body();
    if (way == Way::thrown) throw std::invalid_argument("script: nobody catches a '!'");
    if (way == Way::jumped) throw std::invalid_argument("script: a '@' has nowhere to land");
    if (way == Way::thread_ended)
      throw std::invalid_argument("script: an 'e' is in no thread of the script");
    if (!rest_.empty())
      throw std::invalid_argument("script: what is '" + std::string(rest_) + "'?");
    end_coroutines();
    for (const Left& left : jumped_) event('/', left.attachment.tracer, left.function);
    return text_;
  }

 private:
  enum class Way { returned, thrown, jumped, thread_ended };  // how a body, or a call, ended

  struct Attachment {
    std::size_t tracer;
    int number;  // unique: a tracer that attaches again gets a new number
  };
  struct Left {
    char function;
    Attachment attachment;
    char sign;
    int thread;
  };
  // A coroutine of the script. The oracle reads its steps in one of its own.
  struct Other {
    std::vector<std::byte> stack;
    std::optional<Coroutine> coroutine;
    std::exception_ptr wrong;
  };

  Way body() {
    for (;;) {
      while (next_is(' ')) {
      }
      if (rest_.empty() || std::string_view(")}]").find(rest_.front()) != std::string_view::npos)
        return Way::returned;
      if (only_calls_ && std::string_view("fghku").find(rest_.front()) == std::string_view::npos)
        throw std::invalid_argument("script: an 'x' has calls only");
      if (next_is('+'))
        for_tracers([this](std::size_t tracer) { attach(tracer); });
      else if (next_is('-'))
        for_tracers([this](std::size_t tracer) { detach(tracer); });
      else if (next_is('.'))
        stopped_ = true;
      else if (next_is(','))
        stopped_ = false;
      else if (next_is('!'))
        return Way::thrown;
      else if (next_is('@') || next_is('$'))
        return Way::jumped;
      else if (next_is('|'))
        yield();
      else if (next_is('r'))
        resume(letter());
      else if (next_is('m'))
        toggle_module();
      else if (next_is('='))
        letter(), letter();
      else if (next_is(';'))
        end_coroutines();
      else if (next_is('o') || next_is('w'))
        begin_coroutine(letter());
      else if (next_is('t'))
        thread();
      else if (next_is('e'))
        return Way::thread_ended;
      else if (next_is('x')) {
        const std::string_view again = rest_;
        only_calls_ = true;
        thread();
        rest_ = again;
        thread();
        only_calls_ = false;
      } else if (next_is('n')) {
        open();
        if (body() != Way::returned) throw std::invalid_argument("script: something leaves an 'n'");
        close();
      } else if (next_is('s')) {
        if (signal(elsewhere_) == Way::jumped) return Way::jumped;
      } else if (next_is('a')) {
        if (signal(true) == Way::jumped) return Way::jumped;
      } else if (!next_is('y') && !next_is('b')) {
        if (const Way way = guarded_call(); way != Way::returned) return way;
      }
    }
  }

  Way guarded_call() {
    std::string_view destructor;
    if (next_is('{')) {
      destructor = rest_;
      skip_to_end('{', '}');
    }
    const bool lands = next_is('#'), catches = next_is('?'), rethrows = next_is('^');
    const std::string_view text = rest_;
    Way way = call(letter());
    std::string_view after = rest_;
    if (way != Way::returned) {
      rest_ = text;
      skip_call();
      after = rest_;
    }
    if (way == Way::thrown && catches) {
      notify_left();
      say("c");
      if (!rethrows) way = Way::returned;
    }
    if (way == Way::jumped && lands) {
      say("j");
      way = Way::returned;
    }
    if (!destructor.empty()) {
      rest_ = destructor;
      body();
      rest_ = after;
    }
    return way;
  }

  Way call(char function) {
    if (function == 'p' && !module_) {
      skip_rest_of_call();
      return Way::returned;
    }
    std::vector<Attachment> accepted;
    char runs = function;
    for (const Attachment& attachment : attached_[function]) {
      if (stopped_) break;
      const std::size_t tracer = attachment.tracer;
      const unsigned every = tracers_[tracer].declines_every;
      ++entries_[tracer];
      const bool declines = every != 0 && entries_[tracer] % every == 0;
      event(declines ? '-' : '>', tracer, function);
      if (!declines) accepted.push_back(attachment);
      if (tracers_[tracer].redirects) runs = 'u';
    }
    const bool elsewhere = elsewhere_;
    say(std::string(1, runs));
    Way way = Way::returned;
    if (next_is('(')) {
      way = body();
      if (way == Way::returned && !next_is(')'))
        throw std::invalid_argument("script: a ')' is missing");
    }
    if (nature_.order != Nature::Order::as_entries) std::reverse(accepted.begin(), accepted.end());
    const bool tail = way == Way::returned && next_is('>');
    if (tail && nature_.exit_at_tail_call) notify_returned(function, accepted, 0);
    // A tail call shares the return: this call ends when the other one does.
    if (tail)
      way = call(letter());
    else
      returned_ = runs;
    if (tail && nature_.exit_at_tail_call) return way;
    if (way == Way::returned) {
      notify_returned(function, accepted, returned_);
      return way;
    }
    for (const Attachment& attachment : accepted) {
      if (stopped_) break;
      if (way == Way::thrown || way == Way::thread_ended)
        left_.push_back({function, attachment, '~', thread_});
      else if (is_told(function, attachment))
        jumped_.push_back({function, attachment, elsewhere ? '/' : '!', thread_});
    }
    return way;
  }

  void notify_returned(char function, const std::vector<Attachment>& accepted, char value) {
    for (const Attachment& attachment : accepted) {
      if (stopped_) break;
      if (!is_told(function, attachment)) continue;
      event('<', attachment.tracer, function);
      if (nature_.values && value) text_ += std::string(":") + value;
    }
  }

  // ---- Steps that are played elsewhere ----

  void end_coroutines() {
    while (std::ranges::any_of(others_, [](const Other& other) { return !!other.coroutine; }))
      for (const char number : {'1', '2', '3'}) resume(number);
    notify_jumped();
  }
  void close() {
    if (!next_is(']')) throw std::invalid_argument("script: a ']' is missing");
  }
  void open() {
    if (!next_is('[')) throw std::invalid_argument("script: a '[' is missing");
  }
  Way signal(bool elsewhere) {
    const bool outside = std::exchange(elsewhere_, elsewhere);
    open();
    const Way way = body();
    if (way == Way::thrown || way == Way::thread_ended)
      throw std::invalid_argument("script: an exception, or an 'e', leaves a signal handler");
    if (way == Way::returned) close();
    elsewhere_ = outside;
    return way;
  }
  void thread() {
    const bool outside = std::exchange(elsewhere_, false);
    const int thread = std::exchange(thread_, ++threads_);
    open();
    const std::string_view begin = rest_;
    const Way way = body();
    if (way == Way::thread_ended) {
      notify_left();
      rest_ = begin;
      skip_to_end('[', ']');
    } else if (way == Way::returned) {
      close();
    } else {
      throw std::invalid_argument("script: something leaves a thread");
    }
    notify_jumped();
    thread_ = thread;
    elsewhere_ = outside;
  }

  Other& other(char number) {
    if (number < '1' || number > '3')
      throw std::invalid_argument("script: there are coroutines 1, 2 and 3");
    return others_[number - '1'];
  }
  void begin_coroutine(char number) {
    open();
    const std::string_view text = rest_;
    skip_to_end('[', ']');
    Other& begun = other(number);
    if (begun.coroutine) return;
    begun.stack.resize(1 << 20);
    begun.coroutine.emplace(Switch::assembly, begun.stack, [this, text, &begun](Coroutine&) {
      rest_ = text;
      try {
        if (body() != Way::returned)
          throw std::invalid_argument("script: something leaves a coroutine");
      } catch (...) {
        begun.wrong = std::current_exception();
      }
    });
    resume(number);
  }
  void resume(char number) {
    Other& resumed = other(number);
    if (!resumed.coroutine || running_.find(number) != std::string::npos) return;
    const std::string_view after = rest_;
    const bool outside = std::exchange(elsewhere_, true);
    running_ += number;
    rest_ = std::exchange(resumed_at_[number], {});
    resumed.coroutine->resume();
    resumed_at_[number] = rest_;
    running_.pop_back();
    elsewhere_ = outside;
    rest_ = after;
    if (resumed.coroutine->done()) resumed.coroutine.reset();
    if (resumed.wrong) std::rethrow_exception(resumed.wrong);
  }
  void yield() {
    if (running_.empty()) return;
    other(running_.back()).coroutine->yield();
  }

  void toggle_module() {
    module_ = !module_;
    attached_['p'].clear();
    forgo_jumped();
  }

  // The exits of the calls that exceptions left since the last catch.
  void notify_left() {
    for (const Left& left : left_) {
      if (!is_told(left.function, left.attachment)) continue;
      if (nature_.exit_after_catch)
        jumped_.push_back(left);
      else
        event('~', left.attachment.tracer, left.function);
    }
    left_.clear();
  }
  // The exits of the calls that jumps left on this thread's own stack.
  void notify_jumped() {
    std::erase_if(jumped_, [this](const Left& left) {
      if (left.sign == '/' || left.thread != thread_) return false;
      event(left.sign, left.attachment.tracer, left.function);
      return true;
    });
  }
  // Those that were not told yet will not be.
  void forgo_jumped() {
    std::erase_if(jumped_, [this](const Left& left) {
      if (is_told(left.function, left.attachment)) return false;
      event('/', left.attachment.tracer, left.function);
      return true;
    });
  }

  void skip_call() {
    letter();
    skip_rest_of_call();
  }
  void skip_rest_of_call() {
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

  template <class Change>
  void for_tracers(Change change) {
    if (!next_is('*')) return change(take_tracer(rest_));
    for (std::size_t i = 0; i < tracers_.size(); ++i) change(i);
  }

  void attach(std::size_t tracer) {
    if (is_attached(tracer)) return;
    for (const char function : tracers_[tracer].functions)
      if (function != 'p' || module_) attached_[function].push_back({tracer, ++attachments_});
  }

  void detach(std::size_t tracer) {
    if (!is_attached(tracer)) return;
    for (auto& [function, list] : attached_)
      std::erase_if(list,
                    [&](const Attachment& attachment) { return attachment.tracer == tracer; });
    forgo_jumped();
    say("-");
  }

  bool is_attached(char function, const Attachment& wanted) {
    for (const Attachment& attachment : attached_[function])
      if (attachment.number == wanted.number) return true;
    return false;
  }

  // Whether it is told of the call's exit.
  bool is_told(char function, const Attachment& attachment) {
    return nature_.exit_after_detach || is_attached(function, attachment);
  }

  bool is_attached(std::size_t tracer) {
    for (const auto& [function, list] : attached_)
      for (const Attachment& attachment : list)
        if (attachment.tracer == tracer) return true;
    return false;
  }

  void event(char sign, std::size_t tracer, char function) {
    say(sign + tracer_letter(static_cast<unsigned>(tracer)) + function);
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
  const Nature& nature_;
  std::vector<unsigned> entries_;
  std::string_view rest_;
  std::map<char, std::vector<Attachment>> attached_;  // by function, in attach order
  int attachments_ = 0, threads_ = 0, thread_ = 0;
  std::vector<Left> left_, jumped_;
  Other others_[3];
  std::map<char, std::string_view> resumed_at_;
  std::string running_;  // the coroutines that have been resumed and have not yielded
  bool elsewhere_ = false, module_ = false, stopped_ = false;
  bool only_calls_ = false;  // in an x[ ]
  char returned_ = 0;        // the function that returned last
  std::string text_;
};

}  // namespace

std::string expected_events(std::span<const ModelTracer> tracers, std::string_view script,
                            const Nature& nature) {
  return Oracle(tracers, script, nature).run();
}

}  // namespace retprobe::harness
