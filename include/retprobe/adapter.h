/* The contract between a tracer and the player that tests it, version 1. A tracer is what tells its
   users of calls: that a function was entered, that the call ended and how. An adapter is some
   hundred lines of C or C++ that put a tracer behind this contract, in a shared library or compiled
   into the player. docs/adapter.md explains it and has an example.

   `retprobe verify --tracer mine.so` plays scripts of calls in processes of the player, and judges
   what the tracer told of them. */
#ifndef RETPROBE_ADAPTER_H
#define RETPROBE_ADAPTER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RETPROBE_ADAPTER_VERSION 1

/* How a call ended. */
enum retprobe_reason {
  RETPROBE_RETURNED,
  RETPROBE_UNWOUND,   /* an exception left it, or pthread_exit */
  RETPROBE_ABANDONED, /* a jump left it: longjmp, setcontext */
  RETPROBE_LEFT,      /* one of the two above */
  RETPROBE_UNKNOWN
};

/* A function that can be traced. Its index in the host's list is its number. */
struct retprobe_function {
  const char* name; /* a symbol of the program, or of a module */
  void* address;    /* null while its module is not loaded */
};

/* What the player offers. A user is a number from 0 on: whoever wants to be told of calls. entry
   and exit may be called on any thread, in signal handlers and while an exception is on its way.
   They take no lock, allocate nothing, use no vector register and call nothing of libc. What else
   has to be saved around them is the tracer's business. */
struct retprobe_host {
  uint32_t version; /* RETPROBE_ADAPTER_VERSION */
  uint32_t function_count;
  uint32_t user_count; /* of this play */
  const struct retprobe_function* functions;
  const char* variant; /* one of the adapter's `variants`, or null */
  /* The function was entered, and the user is attached to it. To be called for declined calls, too.
     Returns the ticket of this call. */
  uint64_t (*entry)(uint32_t user, uint32_t function);
  /* A call of it ended. `value` points to what it returned, or is null. `ticket`: the one that this
     call's entry got, if the tracer keeps data from entry to exit; else 0. */
  void (*exit)(uint32_t user, uint32_t function, enum retprobe_reason reason, const uint64_t* value,
               uint64_t ticket);
};

/* What a tracer can, and does by its nature. It changes which scripts are played, and what has to
   be told. A crash, a wrong result, a lost exit or one that comes twice is never in here. */
enum retprobe_nature {
  RETPROBE_USERS = 1 << 0,      /* can: several users on one function */
  RETPROBE_ENTRY_DATA = 1 << 1, /* can: keeps tickets from entry to exit */
  RETPROBE_VALUES = 1 << 2,     /* can: gives the value of each call that returned */
  /* can: attach, detach while calls are in flight, and while other threads call the functions */
  RETPROBE_ATTACH_IN_FLIGHT = 1 << 3,
  RETPROBE_DETACH_IN_FLIGHT = 1 << 4,
  RETPROBE_THREADS = 1 << 5, /* can: calls on several threads */
  RETPROBE_MODULES = 1 << 6, /* can: functions of a library that is loaded and unloaded */
  RETPROBE_FORK = 1 << 7,    /* can: the child of a fork goes on */
  /* needs: functions that begin with five bytes of nops: one instruction, or five from GCC */
  RETPROBE_PATCHABLE = 1 << 8,
  /* does: the exit of a call that was in flight when its user was detached is told, too */
  RETPROBE_EXIT_AFTER_DETACH = 1 << 9,
  /* does: the exits of calls that an exception left come after the catch: at the thread's next hit
     further out, at the latest. (Those that a jump left always may.) */
  RETPROBE_EXIT_AFTER_CATCH = 1 << 10,
  /* does: a tail call ends the call that makes it, and its exit is told before the next entry */
  RETPROBE_EXIT_AT_TAIL_CALL = 1 << 11,
  RETPROBE_DECLINES = 1 << 12 /* can: users that decline some of their calls */
};

/* In which order several users are told of one call's end. They are told of its entry in the order
   in which they were attached, unless it is ANY. */
enum retprobe_order { RETPROBE_REVERSE, RETPROBE_AS_ENTRIES, RETPROBE_ANY };

/* What an adapter offers. No two of its functions are called at the same time. Those that return a
   text return null, or what went wrong, in one line. */
struct retprobe_adapter {
  uint32_t version; /* RETPROBE_ADAPTER_VERSION */
  uint32_t nature;  /* of enum retprobe_nature, or-ed */
  uint32_t reasons; /* 1 << RETPROBE_… for each reason that it tells apart. For a call that ended in
                       another way it gives RETPROBE_LEFT, if that fits and is in here, or else
                       RETPROBE_UNKNOWN */
  enum retprobe_order order;
  uint32_t most_users; /* on one function, with RETPROBE_USERS. 0: any number */
  const char *name, *tracer_version;
  const char* const* variants; /* ways to use it, each verified; ends with null. Or null */
  const char* (*start)(const struct retprobe_host* host); /* once, before all others */
  void (*stop)(void);                                     /* once; all users are detached */
  /* Has the user told of calls of these functions (numbers). The user declines every n-th of its
     entries, counted over all its functions since `start`: their exits are not told. 0: none, as
     always without RETPROBE_DECLINES. A user that is attached again keeps its count. */
  const char* (*attach)(uint32_t user, const uint32_t* functions, uint32_t count,
                        uint32_t decline_every);
  /* From all functions. When it has returned, the user is told of no further entry. */
  const char* (*detach)(uint32_t user);
  /* The module of this function is about to be unloaded. No user is attached to it any more. Null:
     the tracer notices by itself. */
  void (*unloaded)(uint32_t function);
  /* How many calls the user was not told of, that the tracer knows of. Null: it never misses any.
   */
  uint64_t (*missed)(uint32_t user);
  /* The return address of the call whose return slot this is. Null: it cannot say, and is not
     asked. */
  void* (*resolve)(void** slot);
};

/* The one function that an adapter defines. */
const struct retprobe_adapter* retprobe_get_adapter(void);

#ifdef __cplusplus
}
#endif
#endif
