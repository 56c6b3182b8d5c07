// Coroutines: each on a stack of its own, switched by swapcontext or by hand, announced to the
// library or not. One may be given up while it is suspended, and its memory serves the next one.
#pragma once

#include "play.h"

namespace random_handlers {

/// Each thread that runs at the same time as others has its own.
CoroutineTable* make_coroutines();

/// Begins one, unless the place that the action names has one that runs.
void start_coroutine(const Action& action);
void resume_coroutine(const Action& action);
void yield_coroutine();
/// Writes over a stack that no coroutine needs.
void scribble(const Action& action);
/// A jump has left the coroutines that run, from one stack to one that has resumed it.
void give_up_running(Stack* from, const Stack* to);
/// All that are suspended.
void give_up_all(CoroutineTable& coroutines);

bool is_coroutine_memory(std::uintptr_t address);

}  // namespace random_handlers
