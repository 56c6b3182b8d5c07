#include "clients/run/follow.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "core/patching/text_poke.h"

namespace retprobe::run {
namespace {

constexpr std::string_view preload_name = "LD_PRELOAD=";

// The value of a word of an environment, if it is of this variable.
const char* value_of(const char* word, std::string_view variable) {
  return std::string_view(word).starts_with(variable) && word[variable.size()] == '='
             ? word + variable.size() + 1
             : nullptr;
}

// Some programs, as bash, have functions of their own in the place of getenv and unsetenv.
char** find_word(std::string_view variable) {
  char** word = environ;
  while (word && *word && !value_of(*word, variable)) ++word;
  return word && *word ? word : nullptr;
}
void remove_word(char** word) {
  for (; *word; ++word) *word = word[1];
}

// libc's functions would be points of cancellation, which exec is not.
int open_file(int folder, const char* path) {
  return static_cast<int>(syscall(SYS_openat, folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}
long read_at(int file, void* into, std::size_t bytes, std::uint64_t at) {
  return syscall(SYS_pread64, file, into, bytes, at);
}

class File {
 public:
  explicit File(int file) : file_(file) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { replace(-1); }
  void replace(int file) {
    if (file_ >= 0) syscall(SYS_close, file_);
    file_ = file;
  }
  int get() const { return file_; }

 private:
  int file_;
};

// The program that loads this one, as its file names it.
const char* own_linker() {
  const char* found = "";
  dl_iterate_phdr(
      [](dl_phdr_info* program, std::size_t, void* into) {
        for (int i = 0; i < program->dlpi_phnum; ++i)
          if (const auto& header = program->dlpi_phdr[i]; header.p_type == PT_INTERP)
            *static_cast<const char**>(into) =
                reinterpret_cast<const char*>(program->dlpi_addr + header.p_vaddr);
        return 1;  // the first one is the program itself
      },
      &found);
  return found;
}
const char* linker = "";

bool is_same_file(const char* one, const char* other) {
  struct stat a, b;
  return syscall(SYS_newfstatat, AT_FDCWD, one, &a, 0) == 0 &&
         syscall(SYS_newfstatat, AT_FDCWD, other, &b, 0) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

// A program as its file describes it.
struct Target {
  NotFollowed reason = NotFollowed::no;
  bool exists = true;
  char sanitizer[64] = "";  // it has to be the first library, and refuses to run elsewhere
};

void look_for_sanitizer(int file, const Elf64_Ehdr& header, const Elf64_Phdr& dynamic,
                        Target& target) {
  std::uint64_t names = 0, needed[32];
  std::size_t count = 0;
  for (std::uint64_t at = 0; at + sizeof(Elf64_Dyn) <= dynamic.p_filesz; at += sizeof(Elf64_Dyn)) {
    Elf64_Dyn entry;
    if (read_at(file, &entry, sizeof entry, dynamic.p_offset + at) != sizeof entry) return;
    if (entry.d_tag == DT_NULL) break;
    if (entry.d_tag == DT_STRTAB) names = entry.d_un.d_ptr;
    if (entry.d_tag == DT_NEEDED && count < std::size(needed)) needed[count++] = entry.d_un.d_val;
  }
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (read_at(file, &segment, sizeof segment, header.e_phoff + i * sizeof segment) !=
        sizeof segment)
      return;
    if (segment.p_type != PT_LOAD || names - segment.p_vaddr >= segment.p_filesz) continue;
    for (std::size_t n = 0; n < count; ++n) {
      char name[sizeof target.sanitizer] = "";
      if (read_at(file, name, sizeof name - 1,
                  names - segment.p_vaddr + segment.p_offset + needed[n]) <= 0)
        continue;
      for (const std::string_view runtime : sanitizers)
        if (std::string_view(name).starts_with(runtime)) std::strcpy(target.sanitizer, name);
    }
    return;
  }
}

void look_at_program(int file, const Elf64_Ehdr& header, Target& target) {
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64) {
    target.reason = NotFollowed::other_machine;
    return;
  }
  bool is_dynamic = false;
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (read_at(file, &segment, sizeof segment, header.e_phoff + i * sizeof segment) !=
        sizeof segment)
      break;
    if (segment.p_type == PT_INTERP) {
      is_dynamic = true;
      char path[256];
      const std::size_t bytes = std::min<std::size_t>(segment.p_filesz, sizeof path - 1);
      const long got = read_at(file, path, bytes, segment.p_offset);
      path[got > 0 ? got : 0] = '\0';
      if (std::strcmp(path, linker) != 0 && !is_same_file(path, linker))
        target.reason = NotFollowed::other_linker;
    }
    if (segment.p_type == PT_DYNAMIC) look_for_sanitizer(file, header, segment, target);
  }
  if (!is_dynamic) target.reason = NotFollowed::is_static;
  struct stat status;
  if (syscall(SYS_newfstatat, file, "", &status, AT_EMPTY_PATH) != 0) return;
  if (((status.st_mode & S_ISUID) && status.st_uid != geteuid()) ||
      ((status.st_mode & S_ISGID) && status.st_gid != getegid()))
    target.reason = NotFollowed::takes_privileges;
}

// Opens the interpreter of a script, whose file begins with `head`.
bool open_interpreter(const char* head, std::size_t bytes, File& file) {
  const std::string_view line = std::string_view(head, bytes).substr(2);
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  const std::string_view rest = line.substr(begin);
  const std::size_t length = rest.find_first_of(std::string_view(" \t\n\0", 4));
  char path[256];
  if (length == rest.npos || length >= sizeof path) return false;
  path[rest.copy(path, length)] = '\0';
  file.replace(open_file(AT_FDCWD, path));
  return file.get() >= 0;
}

Target look_at(const Execution& execution) {
  Target target;
  const bool is_descriptor = (execution.flags & AT_EMPTY_PATH) && *execution.path == '\0';
  char descriptor[40] = "/proc/thread-self/fd/";
  const char* path = execution.path;
  if (is_descriptor) {
    char* const end = descriptor + std::strlen(descriptor);
    *std::to_chars(end, std::end(descriptor) - 1, execution.folder).ptr = '\0';
    path = descriptor;
  }
  File file(open_file(execution.folder, path));
  if (file.get() < 0) {
    target.exists = errno != ENOENT && errno != ENOTDIR && errno != EFAULT;
    target.reason = NotFollowed::unreadable;
    return target;
  }
  constexpr int most_scripts = 5;  // the kernel's limit
  for (int i = 0; i <= most_scripts; ++i) {
    union {
      char text[256];
      Elf64_Ehdr header;
    } head{};
    const long bytes = read_at(file.get(), &head, sizeof head, 0);
    if (bytes >= 2 && head.text[0] == '#' && head.text[1] == '!') {
      if (open_interpreter(head.text, static_cast<std::size_t>(bytes), file)) continue;
      target.reason = NotFollowed::unreadable;
    } else if (bytes > EI_CLASS && std::memcmp(head.text, ELFMAG, SELFMAG) == 0) {
      look_at_program(file.get(), head.header, target);
    }
    break;  // anything else: a shell's script without a first line, or of a registered format
  }
  return target;
}

// The last number in a line of /proc/thread-self/status; -1: there is no such line.
int number_in_status(std::string_view name) {
  const File file(open_file(AT_FDCWD, "/proc/thread-self/status"));
  char part[256];
  std::size_t matched = 0;  // of the name, at the beginning of a line
  bool is_other_line = false;
  int number = -1;
  for (std::uint64_t at = 0;;) {
    const long bytes = read_at(file.get(), part, sizeof part, at);
    if (bytes <= 0) return number;
    at += static_cast<std::uint64_t>(bytes);
    for (const char next : std::string_view(part, static_cast<std::size_t>(bytes))) {
      if (next == '\n') {
        if (matched == name.size()) return number;
        matched = 0;
        is_other_line = false;
      } else if (matched == name.size()) {
        const bool is_digit = next >= '0' && next <= '9';
        number = is_digit ? std::max(number, 0) * 10 + (next - '0') : -1;
      } else {
        is_other_line |= next != name[matched];
        matched = is_other_line ? 0 : matched + 1;
      }
    }
  }
}

// How many seccomp filters this process is under. Asks the kernel for nothing that the dynamic
// linker does not ask for, too.
int seccomp_filters() {
  const int filters = number_in_status("Seccomp_filters:");
  if (filters >= 0) return filters;  // since Linux 5.9
  constexpr int by_filter = 2;
  return number_in_status("Seccomp:") == by_filter;
}

// Whether the program that is executed will find the libraries and the board.
bool can_reach(const Board& board) {
  const File file(open_file(AT_FDCWD, board.path));
  struct stat status;
  return file.get() >= 0 && syscall(SYS_newfstatat, file.get(), "", &status, AT_EMPTY_PATH) == 0 &&
         status.st_dev == board.device && status.st_ino == board.node &&
         syscall(SYS_faccessat, AT_FDCWD, board.core, R_OK) == 0 &&
         syscall(SYS_faccessat, AT_FDCWD, board.agent_library, R_OK) == 0;
}

// The place where executions of `path` that end for this reason are counted; none: there are too
// many.
std::uint32_t start_of(Board& board, std::string_view path, NotFollowed reason) {
  if (path.size() >= sizeof Start::path) path.remove_prefix(path.size() + 1 - sizeof Start::path);
  for (std::uint32_t i = 0; i < most_starts; ++i) {
    Start& start = board.starts[i];
    std::uint32_t state = 0;
    if (start.state.compare_exchange_strong(state, 1)) {
      start.reason = reason;
      path.copy(start.path, path.size());
      start.state = 2;
      return i;
    }
    // One that is being written may be of the same path: then the two are told apart for nothing.
    if (state == 2 && start.reason == reason && path == start.path) return i;
  }
  return no_index;
}

// Counts an execution, until it turns out that it failed. Of the threads of a process that execute
// at once, one goes on as the other program, and the others end without a word: the agent there
// takes back what they announced.
class Announced {
 public:
  Announced(Board& board, std::uint32_t entry, const Execution& execution, NotFollowed reason)
      : board_(board) {
    char descriptor[sizeof Start::path];
    std::string_view path = execution.path;
    if (path.empty()) path = path_of(execution.folder, descriptor);
    index_ = start_of(board, path, reason);
    if (index_ == no_index) return;
    ++board_.starts[index_].announced;
    if (entry == no_index) return;
    for (std::atomic<std::uint32_t>& place : board_.processes[entry].executing) {
      std::uint32_t free = 0;
      if (!place.compare_exchange_strong(free, index_ + 1)) continue;
      place_ = &place;
      return;
    }
  }
  void failed() {
    if (place_) *place_ = 0;
    if (index_ != no_index) --board_.starts[index_].announced;
  }
  std::uint32_t index() const { return index_; }

 private:
  static std::string_view path_of(int file, char (&into)[sizeof Start::path]) {
    char link[40] = "/proc/thread-self/fd/";
    *std::to_chars(link + std::strlen(link), std::end(link) - 1, file).ptr = '\0';
    const long bytes = syscall(SYS_readlinkat, AT_FDCWD, link, into, sizeof into);
    return {into, bytes > 0 ? static_cast<std::size_t>(bytes) : 0};
  }
  Board& board_;
  std::uint32_t index_;
  std::atomic<std::uint32_t>* place_ = nullptr;
};

long run(const Execution& execution, Words environment) {
  if (execution.number == SYS_execve)
    return syscall(SYS_execve, execution.path, execution.words, environment);
  return syscall(SYS_execveat, execution.folder, execution.path, execution.words, environment,
                 execution.flags);
}

// An environment that leads to the board: `environment` with two words more.
class Leading {
 public:
  Leading(const Board& board, Words environment, const Target& target)
      : board_(board), environment_(environment), sanitizer_(target.sanitizer) {
    for (Words word = environment; word && *word; ++word) {
      ++count_;
      const std::string_view text = *word;
      if (text.starts_with(preload_name)) own_ = *word + preload_name.size();
      has_other_board_ |= is_board(*word) && !leads_here(*word);
    }
  }
  bool has_other_board() const { return has_other_board_; }
  std::size_t bytes() const {
    return (count_ + 3) * sizeof(char*) + preload_name.size() + std::strlen(sanitizer_) +
           std::strlen(board_.core) + std::strlen(board_.agent_library) +
           (own_ ? std::strlen(own_) : 0) + std::strlen(board_variable) + std::strlen(board_.path) +
           32;
  }
  Words write(void* room, std::uint32_t start, std::uint32_t entry) const {
    auto** const words = static_cast<char**>(room);
    char* text = reinterpret_cast<char*>(words + count_ + 3);
    const auto append = [&text](std::string_view part) {
      text += part.copy(text, part.size());
      *text = '\0';
    };
    const auto append_number = [&](std::uint32_t number) {
      text = std::to_chars(text, text + 10, number).ptr;
      *text = '\0';
    };
    char* const preload = text;
    append(preload_name), append(sanitizer_), append(*sanitizer_ ? ":" : "");
    append(board_.core), append(":"), append(board_.agent_library);
    if (own_) append(":"), append(own_);
    char* const leading = ++text;
    append(board_variable), append("="), append(board_.path), append(":");
    append_number(start), append(":"), append_number(entry);
    char** next = words;
    bool is_written = false;
    for (Words word = environment_; word && *word; ++word) {
      const bool is_preload = std::string_view(*word).starts_with(preload_name);
      if (!is_preload && !is_board(*word)) *next++ = *word;
      if (is_preload && !is_written) *next++ = preload, is_written = true;
    }
    if (!is_written) *next++ = preload;
    *next++ = leading;
    *next = nullptr;
    return words;
  }

 private:
  static bool is_board(const char* word) { return value_of(word, board_variable) != nullptr; }
  bool leads_here(const char* word) const {
    const std::string_view value = value_of(word, board_variable), path = board_.path;
    return value.starts_with(path) && value.substr(path.size()).starts_with(':');
  }
  const Board& board_;
  Words environment_;
  const char* sanitizer_;
  const char* own_ = nullptr;  // the program's LD_PRELOAD
  std::size_t count_ = 0;
  bool has_other_board_ = false;
};

// Memory for a large environment. A child of vfork leaves it behind, and the thread that made the
// child uses it again: the two share this thread-local word.
struct Room {
  void* at;
  std::size_t bytes;
  int user;
};
__thread Room room [[gnu::tls_model("initial-exec")]];

void* take_room(std::size_t bytes, int self) {
  if (room.user == self) room = {};  // a signal handler interrupted an exec
  if (room.bytes < bytes) {
    if (room.at) munmap(room.at, room.bytes);
    room = {};
    void* const at =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return nullptr;
    room = {at, bytes, 0};
  }
  room.user = self;
  return room.at;
}

}  // namespace

int own_process() {
  const int id = number_in_status("NStgid:");
  return id > 0 ? id : getpid();
}

int execute(Board& board, std::uint32_t entry, const Execution& execution) {
  const int kept = errno;
  Target target = look_at(execution);
  if (!target.exists) return static_cast<int>(run(execution, execution.environment));
  const Leading leading(board, execution.environment, target);
  if (!board.follows)
    target.reason = NotFollowed::not_asked;
  else if (leading.has_other_board())
    target.reason = NotFollowed::other_run;
  else if (target.reason == NotFollowed::no && seccomp_filters() > board.filters)
    target.reason = NotFollowed::filtered;  // it might kill for what the agent needs
  else if (target.reason == NotFollowed::no && !can_reach(board))
    target.reason = NotFollowed::cannot_reach;
  if (target.reason == NotFollowed::no) {
    constexpr std::size_t most_on_stack = 1024;
    const std::size_t bytes = leading.bytes();
    const bool is_large = bytes > most_on_stack;
    void* const memory = is_large ? take_room(bytes, own_process()) : __builtin_alloca(bytes);
    if (memory) {
      Announced announced(board, entry, execution, NotFollowed::no);
      errno = kept;
      run(execution, leading.write(memory, announced.index(), entry));
      const int why = errno;
      announced.failed();
      if (is_large) room.user = 0;
      errno = why;
      if (why != E2BIG) return -1;
    }
    target.reason = NotFollowed::no_room;
  }
  Announced announced(board, entry, execution, target.reason);
  errno = kept;
  run(execution, execution.environment);
  const int why = errno;
  announced.failed();
  errno = why;
  return -1;
}

void take_back_others(Board& board, const Arrival& arrival) {
  bool is_own_left = true;
  for (std::atomic<std::uint32_t>& place : board.processes[arrival.entry].executing) {
    const std::uint32_t announced = place.exchange(0);
    if (announced == 0) continue;
    if (is_own_left && announced == arrival.start + 1)
      is_own_left = false;
    else
      --board.starts[announced - 1].announced;
  }
}

Error replace_execve(int (*function)(const char*, Words, Words)) {
  linker = own_linker();
  const auto unknown = [](const std::string& why) {
    return Error{Error::Code::unsupported,
                 "programs that it executes are not followed: libc's execve " + why};
  };
  void* const libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (!libc) return unknown("was not found");
  const auto entry = reinterpret_cast<std::uintptr_t>(dlsym(libc, "execve"));
  dlclose(libc);
  if (entry == 0) return unknown("was not found");
  constexpr std::uint8_t endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
  const bool has_endbr = std::memcmp(reinterpret_cast<const void*>(entry), endbr64, 4) == 0;
  const std::uintptr_t at = entry + (has_endbr ? sizeof endbr64 : 0);
  constexpr SiteBytes set_number = {0xb8, SYS_execve, 0, 0, 0};  // mov $59, %eax
  if (std::memcmp(reinterpret_cast<const void*>(at), set_number.data(), set_number.size()) != 0)
    return unknown("has another form (is a debugger attached?)");
  const auto target = reinterpret_cast<std::uintptr_t>(function);
  const auto distance = static_cast<std::int64_t>(target - (at + set_number.size()));
  if (distance != static_cast<std::int32_t>(distance)) return unknown("is too far away");
  const Poke poke[] = {{at, set_number, encode_jump(at, target)}};
  return text_poke(poke);
}

Arrival arrive() {
  Arrival arrival;
  char** const leading = find_word(board_variable);
  const char* const text = leading ? value_of(*leading, board_variable) : nullptr;
  const char* const colon = text ? std::strchr(text, ':') : nullptr;
  if (!colon) return arrival;
  char path[sizeof Board::path];
  const std::string_view given(text, colon);
  if (given.size() >= sizeof path) return arrival;
  path[given.copy(path, given.size())] = '\0';
  const char* const end = text + std::strlen(text);
  const auto first = std::from_chars(colon + 1, end, arrival.start);
  if (first.ptr != end) std::from_chars(first.ptr + 1, end, arrival.entry);
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return arrival;
  void* const mapped =
      mmap(nullptr, Board::regions_at(), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (mapped == MAP_FAILED) return arrival;
  (void)madvise(mapped, Board::regions_at(), MADV_DONTDUMP);
  arrival.board = static_cast<Board*>(mapped);
  const bool is_first = arrival.start == no_index && arrival.entry == no_index;
  if (is_first) arrival.board->filters = seccomp_filters();
  remove_word(leading);
  const std::string libraries =
      std::string(arrival.board->core) + ":" + arrival.board->agent_library;
  char** const word = find_word("LD_PRELOAD");
  char* const ours = word ? std::strstr(*word, libraries.c_str()) : nullptr;
  if (ours && ours[libraries.size()] == ':')
    std::memmove(*word + preload_name.size(), ours + libraries.size() + 1,
                 std::strlen(ours + libraries.size()));
  else if (ours)
    remove_word(word);
  return arrival;
}

}  // namespace retprobe::run
