// The steps of scenarios whose users are programs of BPF. The calls are the module's (scene.c
// there, which has the lines).
#ifndef RETPROBE_SCENE_H
#define RETPROBE_SCENE_H

#include <stdbool.h>

#include "answer.h"

/// Whether it was a line of a scene's for programs of BPF, and was obeyed.
bool obey_bpf_scene(const char* line, struct answer* answer);
/// Detaches all.
void end_bpf_scene(void);

#endif
