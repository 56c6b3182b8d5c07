#include "harness/kernel/guest.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

#include "harness/session/process.h"
#include "harness/session/scratch.h"

namespace retprobe::harness {
namespace {

constexpr const char* emulator = "qemu-system-x86_64";

std::string contents(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// sleep=off: a clock that does not wait for real time while the guest is idle.
std::vector<std::string> command_line(const KernelImage& kernel, const GuestOptions& options,
                                      const std::string& console, const std::string& debugger) {
  const std::string arguments =
      "console=ttyS0 quiet panic=-1 oops=panic tsc=reliable nokaslr "
      "randomize_kstack_offset=off" +
      std::string(options.mitigations ? "" : " mitigations=off");
  return {emulator,
          "-accel",
          "tcg",
          "-icount",
          "shift=0,sleep=off",
          "-M",
          "q35",
          "-cpu",
          "max",
          "-m",
          "512",
          "-smp",
          "1",
          "-display",
          "none",
          "-nic",
          "none",
          "-no-reboot",
          "-monitor",
          "none",
          "-serial",
          "file:" + console,
          "-serial",
          "stdio",
          "-gdb",
          "unix:" + debugger + ",server=on,wait=off",
          "-kernel",
          kernel.image,
          "-initrd",
          kernel.initrd,
          "-append",
          arguments};
}

}  // namespace

std::string why_no_guest() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + emulator).c_str(), X_OK) == 0) return "";
  return std::string("there is no ") + emulator +
         ": install what Debian calls qemu-system-x86, or run ./compare --kernel";
}

struct Guest::Machine {
  Scratch scratch;
  double patience = 0;
  std::optional<Child> child;
  std::string end;    // why it no longer answers
  bool died = false;  // it is the kernel that gave up

  std::string console() const { return scratch.path() + "/console"; }
  std::string debugger() const { return scratch.path() + "/debugger"; }

  // Nothing more comes from the guest: finds out why.
  Error give_up(const std::string& what) {
    const ProcessEnd process = child->end(patience);
    child.reset();
    const std::string complaint = kernel_complaint(contents(console()));
    died = !complaint.empty();
    end = died                      ? "the guest's kernel gave up: " + complaint
          : process.why.empty()     ? "the guest ended by itself"
          : !process.errors.empty() ? "QEMU " + last_words(process)
                                    : "QEMU " + process.why;
    return {Error::Code::system, what + ": " + end};
  }
};

Guest::Guest(std::unique_ptr<Machine> machine) : machine_(std::move(machine)) {}
Guest::Guest(Guest&&) noexcept = default;
Guest::~Guest() = default;

Result<Guest> Guest::boot(const KernelImage& kernel, const GuestOptions& options) {
  bool died = false;
  Result<Guest> guest = boot_once(kernel, options, &died);
  return died ? boot_once(kernel, options, &died) : std::move(guest);
}

Result<Guest> Guest::boot_once(const KernelImage& kernel, const GuestOptions& options, bool* died) {
  auto machine = std::make_unique<Machine>();
  if (machine->scratch.path().empty()) return system_error("a temporary folder", errno);
  machine->patience = options.patience_seconds;
  auto child =
      Child::of_program(command_line(kernel, options, machine->console(), machine->debugger()));
  if (!child.ok()) return child.error();
  machine->child.emplace(std::move(*child));
  Guest guest(std::move(machine));
  const auto greeting = guest.answer();
  *died = guest.machine_->died;
  if (!greeting.ok())
    return Error{Error::Code::system,
                 kernel.release + " does not boot: " + greeting.error().message()};
  if (greeting->word != "ready" || greeting->text != kernel.release)
    return Error{Error::Code::system,
                 kernel.release + " begins with '" + greeting->word + " " + greeting->text + "'"};
  return guest;
}

bool Guest::ended() const { return !machine_->child; }
std::string Guest::debugger_socket() const { return machine_->debugger(); }

Error Guest::tell(const std::string& line) {
  if (ended()) return {Error::Code::system, machine_->end};
  if (!machine_->child->tell(line)) return machine_->give_up("'" + line + "' cannot be said");
  return {};
}

Result<GuestAnswer> Guest::answer() {
  if (ended()) return Error{Error::Code::system, machine_->end};
  const auto line = machine_->child->next_line(machine_->patience);
  if (!line) return machine_->give_up("no answer");
  auto answer = parse_answer(*line);
  if (!answer.ok()) {
    machine_->end = answer.error().message();
    machine_->child.reset();  // what it says next cannot be trusted either
    return answer.error();
  }
  if (answer->word == "error") return Error{Error::Code::refused, answer->text};
  return answer;
}

Result<GuestAnswer> Guest::ask(const std::string& line) {
  if (Error error = tell(line)) return error;
  return answer();
}

}  // namespace retprobe::harness
