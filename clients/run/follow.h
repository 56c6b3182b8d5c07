// Follows a program into the programs that it executes: their environment gets the agent, unless it
// cannot work there.
#pragma once

#include <cstdint>

#include "clients/run/board.h"
#include "retprobe/error.h"

namespace retprobe::run {

using Words = char* const*;

/// What an agent finds in the environment.
struct Arrival {
  Board* board = nullptr;  // null: no run observes the program
  std::uint32_t start = no_index;
  std::uint32_t entry = no_index;  // of the process, for the program that it was before
};

/// Maps the board, and takes what led to it out of the environment, in place: the strings lie where
/// the kernel put them, and main's third argument leads to the same words.
Arrival arrive();

/// Takes back what threads of this process announced that executed at the same time as the one that
/// became this program. `arrival.entry` has to be of this process.
void take_back_others(Board& board, const Arrival& arrival);

/// The number of the calling process. Asks the kernel for nothing that the dynamic linker does not
/// ask for, too: a seccomp filter may kill for getpid. Async-signal-safe.
int own_process();

/// An exec, as the kernel takes it.
struct Execution {
  long number;  // SYS_execve or SYS_execveat
  int folder;
  const char* path;
  Words words, environment;
  int flags;
};

/// Executes, and returns as libc's execve does. `entry`: of this process, or none (a child of
/// vfork). Async-signal-safe, for a small stack; may run in a process that shares its memory with a
/// parent that waits.
int execute(Board& board, std::uint32_t entry, const Execution& execution);

/// Has libc's execve jump to `function`. Through it go exec, posix_spawn, system and popen.
Error replace_execve(int (*function)(const char*, Words, Words));

}  // namespace retprobe::run
