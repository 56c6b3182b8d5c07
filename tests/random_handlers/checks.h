// The tracers, and what must hold of the events that they see.
#pragma once

#include "play.h"

namespace random_handlers {

/// Without probes the handlers' scripts run in a function's body, so that a program shows whether
/// it works at all.
void play_handlers_without_probes(bool at_exit);

/// Configures the library, and attaches the program's tracers.
void attach_tracers(const How& how);
/// One more tracer of all functions. It is attached at the odd calls and detached at the even ones.
void toggle_tracer();
extern pthread_mutex_t toggling;

/// What holds in every process and at any time.
void check_counts();
/// What holds when nothing runs any more: `check_counts`, every call was seen, and each accepted
/// call has had its exit.
void check_all_events();
void detach_tracers();

}  // namespace random_handlers
