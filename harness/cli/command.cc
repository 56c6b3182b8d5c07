#include "harness/cli/command.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/patching/text_poke.h"
#include "harness/json_line.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

// Makes an empty file in the same folder, so that a rename can replace `path` by it.
Result<std::string> temporary_beside(const std::string& path, const std::string& option) {
  std::string temporary = path + ".XXXXXX";
  const int descriptor = mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) return system_error(option + " " + path + " cannot be written", errno);
  mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, 0666 & ~mask);
  ::close(descriptor);
  return temporary;
}

// Opens it for writing, and changes nothing.
Error can_be_opened(const std::string& path, bool exists, const std::string& option) {
  const int created = exists ? 0 : O_CREAT | O_EXCL;
  const int descriptor =
      open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | created, 0666);
  if (descriptor < 0 && errno == ENXIO) return {};  // a pipe that nobody reads yet
  if (descriptor < 0) return system_error(option + " " + path + " cannot be written", errno);
  ::close(descriptor);
  if (!exists) unlink(path.c_str());
  return {};
}

Error write_to(const std::string& path, const Output::Parts& make, bool durable,
               const std::string& option) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(path.c_str(), "we"),
                                                               std::fclose);
  if (!stream) return system_error(option + " " + path, errno);
  bool written = true;
  int why = 0;
  const auto check = [&](bool is_done) {
    if (written && !is_done) why = errno;
    written = written && is_done;
  };
  make([&](const std::string& part) {
    if (written) check(std::fwrite(part.data(), 1, part.size(), stream.get()) == part.size());
  });
  check(std::fflush(stream.get()) == 0);
  if (durable) check(fsync(fileno(stream.get())) == 0);
  return written ? Error() : system_error(option + " " + path, why);
}

// False: it cannot be written.
bool print(const Output::Parts& make) {
  make([](const std::string& part) { std::cout << part; });
  std::cout << std::flush;
  return static_cast<bool>(std::cout);
}

// Leaves it in a temporary file, and says in which. "": there is no room for it.
std::string in_temporary(const Output::Parts& make) {
  std::error_code none;
  const auto folder = std::filesystem::temp_directory_path(none);
  if (none) return {};
  const auto path =
      temporary_beside(std::filesystem::absolute(folder, none) / "retprobe-result", "");
  if (!path.ok()) return {};
  if (!write_to(*path, make, true, "")) return "in " + *path;
  unlink(path->c_str());
  return {};
}

// Above this level each element has a line of its own. Below it, a value that fits is one line.
constexpr int split_levels = 2;
constexpr std::size_t longest_line = 2000;

void write_lines(std::string& text, const nlohmann::ordered_json& value, int level) {
  if (!value.is_structured() || value.empty() || level >= split_levels) {
    const std::string line = json_line(value);
    if (!value.is_structured() || line.size() <= longest_line) {
      text += line;
      return;
    }
  }
  const std::string indent(static_cast<std::size_t>(level) + 1, ' ');
  text += value.is_object() ? "{" : "[";
  bool first = true;
  for (const auto& [name, element] : value.items()) {
    text += (first ? "\n" : ",\n") + indent;
    first = false;
    if (value.is_object()) text += json_line(nlohmann::ordered_json(name)) + ": ";
    write_lines(text, element, level + 1);
  }
  text += "\n" + indent.substr(1) + (value.is_object() ? "}" : "]");
}

}  // namespace

void add_list(CLI::App& command, const std::string& name, std::vector<std::string>& into,
              const std::string& help) {
  command.add_option(name, into, help)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("GLOB,…");
}

void add_options(CLI::App& command, CommonOptions& options, Takes takes,
                 const std::vector<std::string>& formats) {
  Selection& selection = options.selection;
  if (takes.cells) {
    add_list(command, "--design", selection.designs, "designs, e.g. counted_shadow or 'c*'");
    add_list(command, "--transfer", selection.transfers, "return transfers, e.g. paired,push_ret");
    add_list(command, "--registers", selection.registers, "register sets: scalar, vector, full");
    add_list(command, "--tracers", selection.tracers,
             "numbers of tracers on each function, e.g. 1,8,64");
  }
  if (takes.scenarios)
    add_list(command, "--scenario", selection.scenarios, "scenarios, e.g. 'tail_*'");
  if (takes.workloads)
    add_list(command, "--workload", selection.workloads,
             "workloads and variants, e.g. leaf,fib,'leaf+data*'");
  command
      .add_option("--format", options.format,
                  formats.size() > 2 ? "text, markdown or json" : "text or json")
      ->check(CLI::IsMember(formats))
      ->capture_default_str();
  command.add_option("--out", options.out, "write to this file instead of standard output")
      ->type_name("FILE");
}

CLI::Validator finite_in(double low, double high) {
  const std::string range = printed("from %g to %g", low, high);
  return CLI::Validator(
      [=](const std::string& word) {
        double number = 0;
        const bool is_one = CLI::detail::lexical_cast(word, number);
        return is_one && number >= low && number <= high ? std::string()
                                                         : "'" + word + "' is no number " + range;
      },
      range);
}

CLI::Option* add_shard(CLI::App& command, std::optional<Shard>& shard, const std::string& help) {
  return command
      .add_option_function<std::string>(
          "--shard",
          [&shard](const std::string& text) {
            const auto part = parse_shard(text);
            if (!part.ok()) throw CLI::ValidationError(part.error().message());
            shard = *part;
          },
          help)
      ->type_name("I/N");
}

void add_progress(CLI::App& command, CommonOptions& options) {
  command
      .add_option(
          "--progress", options.progress,
          "how to show progress on standard error. line: a status line; json: an object per step\n"
          "with stage, done, total, detail")
      ->check(CLI::IsMember({"line", "json"}))
      ->capture_default_str();
}

void add_globs(CLI::App& command, const std::string& name,
               std::optional<std::vector<std::string>>& globs, const std::string& help) {
  command
      .add_option_function<std::string>(
          name,
          [&](const std::string& list) {
            if (!globs) globs.emplace();
            std::istringstream words(list);
            for (std::string word; std::getline(words, word, ',');)
              if (!word.empty()) globs->push_back(word);
          },
          help)
      ->expected(0, 1)
      ->type_name("GLOB,…");
}

Failure wrong_use(const std::string& message) { return Failure({Error::Code::usage, message}); }

void must_probe() {
  if (const Error error = text_poke({}))
    throw CannotHere("unavailable: nothing can be probed: " + error.message());
}

std::string json_text(const nlohmann::ordered_json& document) {
  std::string text;
  write_lines(text, document, 0);
  return text + "\n";
}

nlohmann::ordered_json read_json(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw Failure(system_error(path, errno));
  nlohmann::ordered_json parsed = nlohmann::ordered_json::parse(file, nullptr, false);
  if (parsed.is_discarded()) throw wrong_use(path + " is not JSON");
  return parsed;
}

Output::Output(const std::string& path, const std::string& option) : path_(path), option_(option) {
  if (path.empty()) return;
  struct stat status;
  const bool exists = stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode))
    throw wrong_use(option + " " + path + " is a folder; name a file in it");
  // A device or a pipe is written to directly. So is what /dev/stdout names, even if it is a file:
  // the shell has it open. Another link stays a link, and its file is replaced.
  if ((exists && !S_ISREG(status.st_mode)) || path.starts_with("/dev/") ||
      path.starts_with("/proc/")) {
    must(can_be_opened(path, exists, option));
    return;
  }
  std::error_code unresolved;
  if (const auto target = std::filesystem::weakly_canonical(path, unresolved); !unresolved)
    path_ = target;
  // Tries a temporary file now, so that an interrupt during the work leaves no file behind.
  unlink(must(temporary_beside(path_, option_)).c_str());
  whole_ = true;
}

void Output::write(const std::string& text) const {
  put_or_rescue([&text](const auto& take) { take(text); }, !path_.empty());
}

void Output::write_parts(const Parts& make) const { put_or_rescue(make, false); }

void Output::put_or_rescue(const Parts& make, bool may_print) const try {
  put(make);
} catch (const Failure& failure) {
  std::string where = in_temporary(make);
  if (where.empty() && may_print && print(make)) where = "on standard output";
  if (where.empty()) throw;
  throw Failure({failure.error.code(), failure.error.message() + "; the result is " + where});
}

void Output::put(const Parts& make) const {
  if (path_.empty()) {
    if (!print(make)) throw Failure({Error::Code::system, "standard output cannot be written"});
    return;
  }
  if (!whole_) return must(write_to(path_, make, false, option_));
  // Delays an interrupt until the file is complete, or its remains are removed.
  const class Delay {
   public:
    Delay() {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_BLOCK, &all, &before_);
    }
    ~Delay() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

   private:
    sigset_t before_;
  } delay;
  const std::string temporary = must(temporary_beside(path_, option_));
  try {
    must(write_to(temporary, make, true, option_));
    if (rename(temporary.c_str(), path_.c_str()) != 0)
      throw Failure(system_error(option_ + " " + path_, errno));
  } catch (...) {
    unlink(temporary.c_str());
    throw;
  }
}

Progress::Progress(std::string what, const CommonOptions& options)
    : what_(std::move(what)), json_(options.progress_as_json()), terminal_(!json_ && isatty(2)) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

void Progress::operator()(std::size_t done, std::size_t total, const CellResult& last) {
  (*this)(done, total, last.scenario + " " + to_string(last.cell));
}

void Progress::operator()(std::size_t done, std::size_t total, const std::string& detail) {
  if (json_) {
    const nlohmann::ordered_json step = {
        {"stage", what_}, {"done", done}, {"total", total}, {"detail", detail}};
    std::fputs((json_line(step) + "\n").c_str(), stderr);
    return;
  }
  if (!terminal_) {
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    if (milestones_.due(seconds, done, total))
      std::fprintf(stderr, "retprobe %s: %zu of %zu (%zu %%) after %.0f s\n", what_.c_str(), done,
                   total, 100 * done / total, seconds);
    return;
  }
  winsize size{};
  const std::size_t columns =
      ioctl(2, TIOCGWINSZ, &size) == 0 && size.ws_col > 8 ? size.ws_col : 80;
  std::string line =
      what_ + " " + std::to_string(done) + "/" + std::to_string(total) + "  " + detail;
  if (line.size() >= columns) line.resize(columns - 1);
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  shown_ = true;
}

}  // namespace retprobe::harness
