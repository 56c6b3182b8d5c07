// Runs between GCC's driver and the assembler. With `gcc -wrapper patchable_as` the driver runs
// this program in place of each sub-command.
//
//   argv: <the sub-command> <its arguments...>        e.g.  as --64 -o main.o /tmp/ccQ3.s
//
// A sub-command other than the assembler is executed unchanged. For the assembler, this program
// first corrects GCC's records of patchable functions. After the label of a function, GCC 12
// writes:
//
//   .section __patchable_function_entries,"awo",@progbits,FIRST
//   .align 8
//   .quad .LPFE7
//   .section .text.f,"axG",@progbits,GROUP,comdat
// .LPFE7:
//   nop; nop; nop; nop; nop
//
// The assembler gets another first line, and one nop:
//
//   .section __patchable_function_entries,"awoG",@progbits,.LPFE7,GROUP,comdat
//   …
// .LPFE7:
//   .byte 0x0f,0x1f,0x44,0x00,0x00
//
// FIRST is always the translation unit's first function, so GCC links all records to that one
// function's section. When the linker drops that section's group in favour of another unit's, all
// records are lost. Records of functions in dropped groups remain. Then the link fails ("defined in
// discarded section") or entries are lost. Each record must belong to its own function: linked to
// the section of its own label, and a member of the function's group if it has one. Later GCCs (14
// does) write this first line themselves, with the flags in another order ("awGo"), and five nops.
//
// The five one-byte nops become one instruction here, before any thread can be between them.
//
// The compiler's file is not changed, so `-save-temps` and a user's own `.s` stay as they are. The
// edited text goes into an anonymous file that the assembler inherits. An input without such
// records is not copied. With `-pipe`, the compiler's output is edited.
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view kSection = "__patchable_function_entries";
constexpr std::string_view kRecord = "\t.section\t__patchable_function_entries,\"aw";
constexpr std::string_view kFiveNops = "\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n";
constexpr std::string_view kOneNop = "\t.byte\t0x0f,0x1f,0x44,0x00,0x00\n";

[[noreturn]] void die(const std::string& what) {
  std::cerr << "retprobe patchable_as: " << what << "\n";
  _exit(1);
}

// The line at `at`, with its line end.
std::string_view line_at(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return text.substr(at, end == std::string_view::npos ? end : end - at + 1);
}

// "GROUP,comdat" of `\t.section\tNAME,"axG",@progbits,GROUP,comdat\n`; empty for a section that is
// in no group. GCC repeats all of this each time it returns to a section in a group, because the
// assembler requires it.
std::string_view group_of(std::string_view switch_line) {
  if (!switch_line.ends_with(",comdat\n")) return {};
  switch_line.remove_suffix(1);
  const std::size_t type = switch_line.rfind(",@progbits,");
  if (type == std::string_view::npos) return {};
  return switch_line.substr(type + std::string_view(",@progbits,").size());
}

bool is_label_definition(std::string_view line, std::string_view label) {
  return line.size() == label.size() + 2 && line.starts_with(label) && line.ends_with(":\n");
}

// Copies `text` with its records and nops corrected. A record of another form than the one above is
// left unchanged.
std::string edited(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  std::size_t copied = 0;
  std::size_t at = text.find(kRecord);
  for (; at != std::string_view::npos; at = text.find(kRecord, at + 1)) {
    const std::string_view record = line_at(text, at);
    const std::string_view align = line_at(text, at + record.size());
    const std::size_t quad_at = at + record.size() + align.size();
    const std::string_view quad = line_at(text, quad_at);
    const std::string_view flags = record.substr(kRecord.size());
    const std::size_t switch_at = quad_at + quad.size();
    const std::string_view switch_line = line_at(text, switch_at);
    if (!(flags.starts_with("o\",@progbits,") || flags.starts_with("Go\",@progbits,")) ||
        !align.starts_with("\t.align ") || !quad.starts_with("\t.quad\t.LPFE") ||
        !quad.ends_with('\n'))
      continue;
    const std::string_view label = quad.substr(7, quad.size() - 8);
    const std::string_view group = group_of(switch_line);

    out.append(text.substr(copied, at - copied));
    out.append("\t.section\t")
        .append(kSection)
        .append(group.empty() ? ",\"awo\",@progbits," : ",\"awoG\",@progbits,");
    // The label of the nops is in the function's own section, whatever name and visibility the
    // function has.
    out.append(label);
    if (!group.empty()) out.append(",").append(group);
    out.append("\n");
    copied = at + record.size();

    const std::size_t label_at = switch_at + switch_line.size();
    const std::string_view definition = line_at(text, label_at);
    const std::size_t nops_at = label_at + definition.size();
    if (is_label_definition(definition, label) && text.substr(nops_at).starts_with(kFiveNops)) {
      out.append(text.substr(copied, nops_at - copied)).append(kOneNop);
      copied = nops_at + kFiveNops.size();
    }
  }
  out.append(text.substr(copied));
  return out;
}

// A descriptor that the assembler inherits and reads `text` from.
int anonymous_file(std::string_view text) {
  const int fd = memfd_create("patchable_as", 0);
  if (fd < 0) die(std::string("memfd_create: ") + strerror(errno));
  while (!text.empty()) {
    const ssize_t written = write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) die(std::string("cannot keep the edited text in memory: ") + strerror(errno));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (lseek(fd, 0, SEEK_SET) != 0) die(std::string("lseek: ") + strerror(errno));
  return fd;
}

std::string slurp(std::istream& in) { return {std::istreambuf_iterator<char>(in), {}}; }

// "as", "/usr/bin/x86_64-linux-gnu-as", …
bool is_assembler(std::string_view program) {
  const std::string_view name = program.substr(program.rfind('/') + 1);
  return name == "as" || name.ends_with("-as");
}

// The assembler's options whose value is a separate argument.
bool takes_value(std::string_view option) {
  return option == "-o" || option == "-I" || option == "--defsym" ||
         option == "--debug-prefix-map" || option == "--MD";
}

void edit_inputs(std::vector<std::string>& arguments) {
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    std::string& argument = arguments[i];
    if (takes_value(argument)) {
      ++i;
    } else if (!argument.empty() && argument[0] != '-') {
      std::ifstream in(argument, std::ios::binary);
      if (!in) continue;  // the assembler reports it better
      const std::string text = slurp(in);
      if (text.find(kSection) == std::string::npos) continue;
      argument = "/proc/self/fd/" + std::to_string(anonymous_file(edited(text)));
    }
  }
}

[[noreturn]] void execute(std::vector<std::string>& arguments) {
  std::vector<char*> command;
  for (std::string& argument : arguments) command.push_back(argument.data());
  command.push_back(nullptr);
  execvp(command[0], command.data());
  die("cannot execute " + arguments[0] + ": " + strerror(errno));
}

// Whether this is cc1, cc1plus or lto1 writing assembly to its standard output. That happens with
// `-pipe`, where the driver uses the wrapper only for the first command of the pipe, and with `-S
// -o -`.
bool is_compiler_to_stdout(const std::vector<std::string>& arguments) {
  const std::string_view program = arguments[0];
  const std::string_view name = program.substr(program.rfind('/') + 1);
  if (!name.starts_with("cc1") && name != "lto1") return false;
  for (std::size_t i = 1; i + 1 < arguments.size(); ++i) {
    if (arguments[i] == "-o" && arguments[i + 1] == "-") return true;
  }
  return false;
}

// Runs the compiler, edits its output, and ends with the compiler's status.
[[noreturn]] void edit_output(std::vector<std::string>& arguments) {
  int ends[2];
  if (pipe(ends) != 0) die(std::string("pipe: ") + strerror(errno));
  const pid_t child = fork();
  if (child < 0) die(std::string("fork: ") + strerror(errno));
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execute(arguments);
  }
  close(ends[1]);
  std::string text;
  char chunk[1 << 16];
  for (;;) {
    const ssize_t got = read(ends[0], chunk, sizeof chunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) die(std::string("cannot read the compiler's output: ") + strerror(errno));
    if (got == 0) break;
    text.append(chunk, static_cast<std::size_t>(got));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) die(std::string("waitpid: ") + strerror(errno));
  }
  if (WIFSIGNALED(status)) raise(WTERMSIG(status));  // the driver reports the signal
  std::cout << (text.find(kSection) == std::string::npos ? text : edited(text)) << std::flush;
  if (!std::cout) die("cannot hand on the compiler's output");
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty()) {
    std::cerr << "usage: gcc -wrapper patchable_as -fpatchable-function-entry=5 ...\n";
    return 2;
  }
  if (is_assembler(arguments[0])) {
    edit_inputs(arguments);
  } else if (is_compiler_to_stdout(arguments)) {
    edit_output(arguments);
  }
  execute(arguments);
}
