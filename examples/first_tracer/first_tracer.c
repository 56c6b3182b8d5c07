/* The tracer that everybody writes once. It patches a function's entry with a call of a hook. The
   hook puts the address of a second hook in the place of the return address, and keeps the original
   on a stack of the thread. docs/first_tracer.md explains it, and what breaks.

       gcc -O2 -Iinclude -fPIC -shared -o first_tracer.so examples/first_tracer/first_tracer.c
       build/release/retprobe verify --tracer ./first_tracer.so */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "retprobe/adapter.h"

enum { FUNCTIONS = 16, USERS = 1024, DEPTH = 4096, PATCH = 5, STUB = 14 };

/* A function that can be traced, and who wants to be told of its calls, in the order of attaching.
 */
static struct function {
  char* site; /* its five nops */
  char nops[PATCH];
  uint32_t count, users[USERS];
} functions[FUNCTIONS];

static struct user {
  uint32_t attachment; /* each attach has a number of its own. 0: not attached */
  uint32_t decline_every;
  atomic_uint entries;
  atomic_ullong missed;
} users[USERS];

/* What has to be known at the return: one frame for each user that accepted the call. */
struct frame {
  const void* original; /* what the return slot held before */
  uint32_t user, function, attachment;
  uint64_t ticket;
};
static _Thread_local struct {
  uint32_t depth;
  struct frame frames[DEPTH];
} stack;

static const struct retprobe_host* host;
static char* stub;

/* ---- The hooks ---- */

extern const char first_tracer_entry_hook[] __attribute__((visibility("hidden")));
extern const char first_tracer_return_hook[] __attribute__((visibility("hidden")));
void first_tracer_enter(const char* after_patch, const void** slot)
    __attribute__((visibility("hidden")));
const void* first_tracer_leave(const uint64_t* value) __attribute__((visibility("hidden")));

/* Both save what a caller or a callee may look for, and call the C function below. xmm: a user's
   code may use them. */
__asm__(
    ".pushsection .text\n"
    ".globl first_tracer_entry_hook, first_tracer_return_hook\n"
    ".hidden first_tracer_entry_hook, first_tracer_return_hook\n"
    "first_tracer_entry_hook:\n" /* (%rsp): f+5, pushed by the patch. 8(%rsp): the return slot */
    "  .irp r, rax, rdi, rsi, rdx, rcx, r8, r9, r10\n"
    "  push %\\r\n"
    "  .endr\n"
    "  sub $128, %rsp\n"
    "  .irp n, 0, 1, 2, 3, 4, 5, 6, 7\n"
    "  movups %xmm\\n, 16*\\n(%rsp)\n"
    "  .endr\n"
    "  mov 192(%rsp), %rdi\n"
    "  lea 200(%rsp), %rsi\n"
    "  call first_tracer_enter\n"
    "  .irp n, 0, 1, 2, 3, 4, 5, 6, 7\n"
    "  movups 16*\\n(%rsp), %xmm\\n\n"
    "  .endr\n"
    "  add $128, %rsp\n"
    "  .irp r, r10, r9, r8, rcx, rdx, rsi, rdi, rax\n"
    "  pop %\\r\n"
    "  .endr\n"
    "  ret\n"                     /* to f+5 */
    "first_tracer_return_hook:\n" /* f's `ret` has taken the slot away: it lies below %rsp */
    "  sub $8, %rsp\n"
    "  push %rdx\n"
    "  push %rax\n"
    "  sub $40, %rsp\n"
    "  movups %xmm0, (%rsp)\n"
    "  movups %xmm1, 16(%rsp)\n"
    "  lea 40(%rsp), %rdi\n"
    "  call first_tracer_leave\n"
    "  mov %rax, 56(%rsp)\n"
    "  movups (%rsp), %xmm0\n"
    "  movups 16(%rsp), %xmm1\n"
    "  add $40, %rsp\n"
    "  pop %rax\n"
    "  pop %rdx\n"
    "  ret\n" /* to the caller */
    ".popsection\n");

void first_tracer_enter(const char* after_patch, const void** slot) {
  uint32_t number = 0;
  while (functions[number].site + PATCH != after_patch) ++number;
  const struct function* const function = &functions[number];
  for (uint32_t i = 0; i < function->count; ++i) {
    struct user* const user = &users[function->users[i]];
    if (stack.depth == DEPTH) {
      ++user->missed;
      continue;
    }
    const uint64_t ticket = host->entry(function->users[i], number);
    if (user->decline_every && ++user->entries % user->decline_every == 0) continue;
    stack.frames[stack.depth++] =
        (struct frame){*slot, function->users[i], number, user->attachment, ticket};
    *slot = first_tracer_return_hook;
  }
}

/* Returns where the call goes back to. A frame that has the return hook there was not the first of
   its slot: there is one more below it, of another user or of a function that made a tail call. */
const void* first_tracer_leave(const uint64_t* value) {
  struct frame frame;
  do {
    if (stack.depth == 0) {
      static const char message[] =
          "first_tracer: this thread has no frame of a call that returned\n";
      _exit(write(STDERR_FILENO, message, sizeof message - 1) < 0 ? 3 : 2);
    }
    frame = stack.frames[--stack.depth];
    if (users[frame.user].attachment == frame.attachment)
      host->exit(frame.user, frame.function, RETPROBE_RETURNED, value, frame.ticket);
  } while (frame.original == first_tracer_return_hook);
  return frame.original;
}

/* ---- Patching ---- */

/* A page within reach of a five-byte call, with a jump to the entry hook, which may be farther. */
static char* make_stub(const char* near) {
  for (uintptr_t distance = 1 << 20; distance < 1u << 30; distance += 1 << 20) {
    char* const hint = (char*)(((uintptr_t)near - distance) & ~(uintptr_t)4095);
    char* const page = mmap(hint, 4096, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (page == MAP_FAILED) continue;
    const char* const hook = first_tracer_entry_hook;
    memcpy(page, "\xff\x25\0\0\0", 6); /* jmp *0(%rip): the address stands behind it */
    memcpy(page + 6, &hook, sizeof hook);
    return mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0 ? page : NULL;
  }
  return NULL;
}

/* Nothing keeps a thread from running these bytes meanwhile: it may meet half of them. */
static const char* write_code(char* site, const char bytes[PATCH]) {
  char* const page = (char*)((uintptr_t)site & ~(uintptr_t)4095);
  const size_t size = (size_t)(site + PATCH - page);
  if (mprotect(page, size, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return "mprotect failed";
  memcpy(site, bytes, PATCH);
  return mprotect(page, size, PROT_READ | PROT_EXEC) == 0 ? NULL : "mprotect failed";
}

static const char* patch(struct function* function, char* address) {
  char* const site = memcmp(address, "\xf3\x0f\x1e\xfa", 4) == 0 ? address + 4 : address;
  if (memcmp(site, "\x90\x90\x90\x90\x90", PATCH) != 0 && memcmp(site, "\x0f\x1f\x44\0", 4) != 0)
    return "the function does not begin with five bytes of nops";
  if (!stub && !(stub = make_stub(site))) return "no free page near the function";
  const intptr_t distance = stub - (site + PATCH);
  const int32_t displacement = (int32_t)distance;
  if (displacement != distance) return "the function is too far from the stub";
  char call[PATCH] = "\xe8"; /* call stub */
  memcpy(call + 1, &displacement, sizeof displacement);
  memcpy(function->nops, site, PATCH);
  function->site = site;
  return write_code(site, call);
}

/* ---- The adapter ---- */

static const char* start(const struct retprobe_host* the_host) {
  host = the_host;
  return host->function_count <= FUNCTIONS ? NULL : "too many functions";
}

static void stop(void) {}

static const char* detach(uint32_t user) {
  const char* wrong = NULL;
  users[user].attachment = 0;
  for (struct function* function = functions; function < functions + FUNCTIONS; ++function) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < function->count; ++i)
      if (function->users[i] != user) function->users[left++] = function->users[i];
    const int was_last = left == 0 && function->count != 0;
    function->count = left;
    if (was_last && !wrong) wrong = write_code(function->site, function->nops);
  }
  return wrong;
}

static const char* attach(uint32_t user, const uint32_t* numbers, uint32_t count,
                          uint32_t decline_every) {
  static uint32_t attachments;
  if (user >= USERS) return "too many users";
  users[user].attachment = ++attachments;
  users[user].decline_every = decline_every;
  for (uint32_t i = 0; i < count; ++i) {
    struct function* const function = &functions[numbers[i]];
    const char* const wrong =
        function->count ? NULL : patch(function, host->functions[numbers[i]].address);
    if (wrong) {
      detach(user);
      return wrong;
    }
    function->users[function->count++] = user;
  }
  return NULL;
}

static uint64_t missed(uint32_t user) { return users[user].missed; }

const struct retprobe_adapter* retprobe_get_adapter(void) {
  static const struct retprobe_adapter adapter = {
      .version = RETPROBE_ADAPTER_VERSION,
      .nature = RETPROBE_USERS | RETPROBE_DECLINES | RETPROBE_ENTRY_DATA | RETPROBE_VALUES |
                RETPROBE_THREADS | RETPROBE_ATTACH_IN_FLIGHT | RETPROBE_DETACH_IN_FLIGHT |
                RETPROBE_FORK | RETPROBE_PATCHABLE,
      .reasons = 1 << RETPROBE_RETURNED,
      .order = RETPROBE_REVERSE,
      .name = "first_tracer",
      .tracer_version = "1",
      .start = start,
      .stop = stop,
      .attach = attach,
      .detach = detach,
      .missed = missed,
  };
  return &adapter;
}
