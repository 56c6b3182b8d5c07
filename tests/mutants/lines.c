/* Part of the library in the copy that tests/mutants/line_map.py builds: notes which of the
   library's code ran, in the file that RETPROBE_LINES names. The file is shared memory, so nothing
   is lost where a process is killed. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Hooks call it, so it uses no vector register. */
#pragma GCC target("general-regs-only")

/* The bounds of the library, from the linker. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));

static unsigned char* seen;
static size_t bytes;

__attribute__((constructor(101))) static void open_file(void) {
  const char* const name = getenv("RETPROBE_LINES");
  const int file = name ? open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (file < 0) return;
  bytes = (size_t)(etext - __ehdr_start);
  void* const memory = ftruncate(file, (off_t)bytes)
                           ? MAP_FAILED
                           : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory != MAP_FAILED) seen = memory;
  close(file);
}

/* The compiler calls it in each basic block (-fsanitize-coverage=trace-pc). At the end of a
   function it jumps here: the address is the caller's then, which may lie in another library. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
  const size_t at = (size_t)((const char*)__builtin_return_address(0) - __ehdr_start);
  if (seen && at < bytes) seen[at] = 1;
}
