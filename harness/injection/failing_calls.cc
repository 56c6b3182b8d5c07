#include "harness/injection/failing_calls.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <new>

#include "harness/injection/stepper.h"
#include "harness/injection/time_limit.h"

namespace retprobe::harness {

/// Lies in a page that both processes see.
struct SharedWithChild {
  Shortage shortage;
  char report[2048];

  bool armed() const { return shortage.armed_.load(std::memory_order_seq_cst); }
};

namespace {

struct Watched {
  int number;
  const char* name;
};
constexpr Watched watched[] = {
    {SYS_mmap, "mmap"},     {SYS_mprotect, "mprotect"}, {SYS_madvise, "madvise"},
    {SYS_mremap, "mremap"}, {SYS_munmap, "munmap"},     {SYS_brk, "brk"},
    {SYS_clone, "clone"},   {SYS_clone3, "clone3"},     {SYS_memfd_create, "memfd_create"},
};

const char* name_of(int number) {
  const auto* found = std::ranges::find(watched, number, &Watched::number);
  return found == std::end(watched) ? "?" : found->name;
}

class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  ~Descriptor() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

class SharedPage {
 public:
  SharedPage() {
    void* memory = mmap(nullptr, sizeof(SharedWithChild), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      throw std::runtime_error("no page to share with a process: " +
                               std::string(std::strerror(errno)));
    page_ = new (memory) SharedWithChild();
  }
  ~SharedPage() { munmap(page_, sizeof *page_); }
  SharedPage(const SharedPage&) = delete;
  SharedPage& operator=(const SharedPage&) = delete;
  SharedWithChild* operator->() const { return page_; }

 private:
  SharedWithChild* page_;
};

// Sends the watched calls of this process, and of all processes that it makes, to the holder of the
// returned descriptor. Returns -errno on failure.
int watch_own_calls() {
  constexpr std::size_t count = std::size(watched);
  sock_filter filter[count + 3];
  filter[0] = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  for (std::size_t i = 0; i < count; ++i)
    filter[i + 1] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(watched[i].number),
                             static_cast<unsigned char>(count - i), 0);
  filter[count + 1] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[count + 2] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
  const sock_fprog program{static_cast<unsigned short>(std::size(filter)), filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -errno;
  const long descriptor =
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
  return descriptor < 0 ? -errno : static_cast<int>(descriptor);
}

[[noreturn]] void child_main(const std::function<std::string(Shortage&)>& body, SharedPage& page,
                             int tell) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int listener = watch_own_calls();
  if (write(tell, &listener, sizeof listener) != sizeof listener || listener < 0) _exit(3);
  std::string text;
  try {
    text = body(page->shortage);
  } catch (const std::exception& error) {
    page->shortage.end();
    text = "threw: " + std::string(error.what());
  }
  page->shortage.end();
  const std::size_t length = std::min(text.size(), sizeof page->report - 1);
  std::memcpy(page->report, text.data(), length);
  page->report[length] = '\0';
  _exit(0);
}

// Whether the call is a request. glibc and this suite ask brk(0) for the end of the heap, which
// takes no memory.
bool asks_for_memory(const seccomp_data& call) { return call.nr != SYS_brk || call.args[0] != 0; }

// Answers one call, if one is waiting.
void answer(int listener, const SharedPage& page, FailingCalls which, FailedRun& run) {
  seccomp_notif call{};
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call))
    return;  // the caller was killed, or there was none
  seccomp_notif_resp response{};
  response.id = call.id;
  response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  if (page->armed() && asks_for_memory(call.data)) {
    ++run.calls;
    if (which.first != 0 &&
        (run.calls == which.first || (which.all_after && run.calls > which.first))) {
      if (run.failed++ == 0) run.victim = name_of(call.data.nr);
      response.flags = 0;
      // The kernel's brk returns no errno. It fails by returning another address than was asked.
      if (call.data.nr != SYS_brk) response.error = -ENOMEM;
    }
  }
  // Fails when the caller was killed meanwhile.
  (void)ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}

}  // namespace

FailedRun run_with_failing_calls(const std::function<std::string(Shortage&)>& body,
                                 FailingCalls which, unsigned seconds) {
  const OneProcessor turns;  // at each call, one process waits while the other runs
  SharedPage page;
  int pipe[2];
  if (pipe2(pipe, O_CLOEXEC))
    throw std::runtime_error("no pipe: " + std::string(std::strerror(errno)));
  const Descriptor hear(pipe[0]);
  pid_t child;
  {
    const Descriptor tell(pipe[1]);
    child = fork();
    if (child == 0) child_main(body, page, tell.get());
    if (child < 0) throw std::runtime_error("cannot fork: " + std::string(std::strerror(errno)));
  }
  setpgid(child, child);  // both processes do this, and either may come first
  const auto end_child = [child] {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  };
  const auto end_it = [&](const std::string& why) {
    end_child();
    throw NotPermitted(why);
  };
  int number = -EPIPE;
  if (read(hear.get(), &number, sizeof number) != sizeof number || number < 0)
    end_it("prctl or seccomp's user notification (Linux 5.5, not forbidden by a sandbox): " +
           std::string(std::strerror(-number)));
  const Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  if (process.get() < 0)
    end_it("pidfd_open (Linux 5.3, not forbidden by a sandbox): " +
           std::string(std::strerror(errno)));
  const Descriptor listener(static_cast<int>(syscall(SYS_pidfd_getfd, process.get(), number, 0)));
  if (listener.get() < 0)
    end_it("pidfd_getfd (Linux 5.6, not forbidden by a sandbox): " +
           std::string(std::strerror(errno)));

  FailedRun run;
  TimeLimit limit(child, seconds);
  for (;;) {
    constexpr int second_ms = 1000;
    pollfd sources[] = {{listener.get(), POLLIN, 0}, {process.get(), POLLIN, 0}};
    const int ready = poll(sources, 2, second_ms);
    const TimeLimit::State state = ready == 0 ? limit.look() : TimeLimit::State::within;
    if (state != TimeLimit::State::within) {
      kill(-child, SIGKILL);
      if (state == TimeLimit::State::starved) {
        end_child();
        throw TooBusy(limit.text());
      }
      run.ending.timed_out = true;
      break;
    }
    if (ready < 0) continue;
    if (sources[0].revents & POLLIN) {
      answer(listener.get(), page, which, run);
      // While it waited for the answer, the child looked as if it hung.
      limit = TimeLimit(child, seconds);
    }
    if (sources[1].revents & POLLIN) break;
  }
  waitpid(child, &run.ending.status, 0);
  kill(-child, SIGKILL);  // ends the processes that it forked and left behind
  run.report.assign(page->report, strnlen(page->report, sizeof page->report));
  return run;
}

}  // namespace retprobe::harness
