// Makes random programs, plays each in a child, and reduces those that fail. See ./run --help.
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "play.h"

namespace random_handlers {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int exit_failed = 1, exit_wrong_use = 2;
constexpr const char* designs[] = {"bitmask", "chained_trampolines", "counted_shadow",
                                   "instance_pool", "call_through"};
constexpr const char* transfers[] = {"paired", "push_ret", "call_ret", "jump", "trap"};

struct Options {
  std::uint64_t seed = 1, programs = ~std::uint64_t{0};
  double minutes = 10;
  std::string design = "*", transfer = "*";
  bool steps = false;
  // Of one program that is played again.
  std::optional<std::uint64_t> program;
  Moment moment;
  Skipped skipped;
  std::uint64_t times = 1;
};

[[noreturn]] void wrong(const std::string& what) {
  fprintf(stderr, "random_handlers: %s; see tests/random_handlers/run --help\n", what.c_str());
  exit(exit_wrong_use);
}

template <class Number>
Number number(const std::string& option, std::string_view text) {
  Number value{};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size())
    wrong(option + ": '" + std::string(text) + "' is no number");
  return value;
}

Options parse_options(int count, char** arguments) {
  Options options;
  for (int at = 1; at < count; ++at) {
    const std::string option = arguments[at];
    if (option == "--steps") {
      options.steps = true;
      continue;
    }
    const auto value = [&] {
      if (at + 1 == count) wrong(option + " needs a value");
      return std::string(arguments[++at]);
    };
    if (option == "--seed") {
      options.seed = number<std::uint64_t>(option, value());
    } else if (option == "--programs") {
      options.programs = number<std::uint64_t>(option, value());
    } else if (option == "--minutes") {
      options.minutes = number<double>(option, value());
      if (!(options.minutes >= 0)) wrong(option + " takes a number that is not negative");
    } else if (option == "--design") {
      options.design = value();
    } else if (option == "--transfer") {
      options.transfer = value();
    } else if (option == "--program") {
      options.program = number<std::uint64_t>(option, value());
    } else if (option == "--at") {
      const std::string text = value();
      const auto colon = std::min(text.find(':'), text.size() - 1);
      options.moment.action = number<long>(option, text.substr(0, colon));
      options.moment.instruction = number<long>(option, text.substr(colon + 1));
    } else if (option == "--skip") {
      if (!parse(value(), options.skipped)) wrong(option + " takes numbers, such as 3-7,12");
    } else if (option == "--times") {
      options.times = number<std::uint64_t>(option, value());
    } else {
      wrong("unknown option '" + option + "'");
    }
  }
  return options;
}

struct Cell {
  const char* design;
  const char* transfer;
};
std::vector<Cell> cells_of(const Options& options) {
  const auto fits = [](const std::string& glob, const char* name) {
    return fnmatch(glob.c_str(), name, 0) == 0;
  };
  std::vector<Cell> cells;
  for (const char* const transfer : transfers)
    for (const char* const design : designs) {
      // call_through has one way of its own, which no transfer changes.
      if (!strcmp(design, "call_through") && strcmp(transfer, "paired")) continue;
      // The steps need SIGTRAP themselves.
      if (options.steps && !strcmp(transfer, "trap")) continue;
      if (fits(options.design, design) && fits(options.transfer, transfer))
        cells.push_back({design, transfer});
    }
  if (cells.empty()) {
    std::string names = "no design and transfer match; there are";
    for (const char* const name : designs) names += std::string(" ") + name;
    names += ";";
    for (const char* const name : transfers) names += std::string(" ") + name;
    wrong(names + (options.steps ? " (not with --steps)" : ""));
  }
  return cells;
}

enum class Said { nothing, failure };

/// The child's exit status, or the signal that ended it, negative.
int run(const Program& program, const Skipped& skipped, const How& how, Said said) {
  fflush(stdout);
  const pid_t child = fork();
  if (child < 0) {
    perror("random_handlers: fork");
    exit(exit_wrong_use);
  }
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(said == Said::nothing ? nowhere : 1, 2);
    _exit(play_program(program, skipped, how));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// Steps that go on into a place where SIGTRAP is blocked end the program. This is no fault of the
/// library, and no check of it either.
bool is_unchecked(int result, const How& how) {
  return result == exit_not_checked || (how.moment.instruction && result == -SIGTRAP);
}

std::string describe(int result) {
  if (result == -SIGALRM) return "it hung, or ran for half a minute";
  if (result < 0) return std::string("it died of ") + strsignal(-result);
  return "exit status " + std::to_string(result);
}

/// One moment for each of some actions, most of them soon after it.
std::vector<Moment> moments_of(std::uint64_t seed) {
  Random random(seed);
  std::vector<Moment> moments(15);
  for (Moment& moment : moments) {
    moment.action = 1 + random.below(40);
    const int reach = 50 << random.below(6);
    moment.instruction = 1 + random.below(reach);
  }
  return moments;
}

std::string command(std::uint64_t seed, const Skipped& skipped, const How& how) {
  std::string text = "tests/random_handlers/run --program " + std::to_string(seed) + " --design " +
                     how.design + " --transfer " + how.transfer;
  if (how.moment.instruction)
    text +=
        " --at " + std::to_string(how.moment.action) + ":" + std::to_string(how.moment.instruction);
  if (!skipped.empty()) text += " --skip " + text_of(skipped);
  return text;
}

void report(std::uint64_t seed, const Program& program, const How& how, int result) {
  printf("seed %lu, %s with %s: %s; it is reduced\n", seed, how.design, how.transfer,
         describe(result).c_str());
  // A failure that does not always come is waited for.
  constexpr int most_tries = 20;
  const auto fails = [&](const Skipped& skipped, int tries) {
    while (tries-- > 0)
      if (run(program, skipped, how, Said::nothing) == result) return true;
    return false;
  };
  int failures = 0;
  for (int time = 0; time < 10; ++time) failures += fails({}, 1);
  const int tries = failures == 10 ? 1 : most_tries;
  const Skipped skipped = reduce(program, {}, [&](const Skipped& fewer) {
    return run(program, fewer, How{}, Said::nothing) == 0 && fails(fewer, tries);
  });
  printf("  failed %d of 10 times\n%s", failures, text_of(program, skipped).c_str());
  run(program, skipped, how, Said::failure);
  printf("  play it again: %s\n", command(seed, skipped, how).c_str());
}

int play_again(const Options& options) {
  const std::vector<Cell> cells = cells_of(options);
  if (cells.size() > 1) wrong("--program needs one --design and one --transfer");
  const Program program = make_program(*options.program);
  printf("%s", text_of(program, options.skipped).c_str());
  const How how{cells[0].design, cells[0].transfer, options.moment, options.times == 1};
  std::uint64_t failures = 0;
  for (std::uint64_t time = 0; time < options.times; ++time) {
    const int result = run(program, options.skipped, how, Said::failure);
    if (is_unchecked(result, how)) {
      printf("  it was not checked: it was too long, or the signal did not come\n");
    } else if (result != 0) {
      ++failures;
      printf("  %s\n", describe(result).c_str());
    }
  }
  printf("random_handlers: failed %lu of %lu times\n", failures, options.times);
  return failures ? exit_failed : 0;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

struct Totals {
  std::uint64_t programs = 0, with_signal = 0, wrong_alone = 0, unchecked = 0, failed = 0;
  std::string text() const {
    return "random_handlers: " + grouped(programs) + " programs, " + grouped(with_signal) +
           " times with a signal at some instruction: " + grouped(failed) + " failed";
  }
};

int play_many(const Options& options) {
  const std::vector<Cell> cells = cells_of(options);
  const auto begin = Clock::now();
  const auto minutes = [&] {
    return std::chrono::duration<double, std::ratio<60>>(Clock::now() - begin).count();
  };
  double next_line = 1;
  Totals totals;
  std::uint64_t seed = options.seed;
  for (; seed - options.seed < options.programs && minutes() < options.minutes; ++seed) {
    if (minutes() >= next_line) {
      fprintf(stderr, "   … %.0f min: seed %lu, %lu failed\n", next_line, seed, totals.failed);
      next_line = static_cast<double>(static_cast<long>(minutes())) + 1;
    }
    const Program program = make_program(seed);
    if (program.ids > most_ids || run(program, {}, How{}, Said::nothing) != 0) {
      ++totals.wrong_alone;
      continue;
    }
    const Cell cell = cells[seed % cells.size()];
    const std::vector<Moment> moments = options.steps ? moments_of(seed) : std::vector<Moment>(1);
    bool is_checked = false;
    for (const Moment& moment : moments) {
      const How how{cell.design, cell.transfer, moment, false};
      const int result = run(program, {}, how, Said::nothing);
      if (is_unchecked(result, how)) continue;
      is_checked = true;
      totals.with_signal += moment.instruction != 0;
      if (result == 0) continue;
      ++totals.failed;
      report(seed, program, how, result);
      break;
    }
    ++(is_checked ? totals.programs : totals.unchecked);
  }
  printf(
      "random_handlers: seeds from %lu, in %.1f min; left out: %s programs that fail without "
      "probes, %s that are too long or get no signal\n",
      options.seed, minutes(), grouped(totals.wrong_alone).c_str(),
      grouped(totals.unchecked).c_str());
  printf("%s\n", totals.text().c_str());
  if (totals.failed) return exit_failed;
  if (totals.programs) return 0;
  fprintf(stderr, "random_handlers: nothing was checked\n");
  return exit_wrong_use;
}

}  // namespace
}  // namespace random_handlers

int main(int argc, char** argv) {
  using namespace random_handlers;
  const Options options = parse_options(argc, argv);
  return options.program ? play_again(options) : play_many(options);
}
