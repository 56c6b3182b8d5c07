/* A function that is probed although the library's blocks are out of its jump's reach: programs lie far from their libraries. So its
   site leads over an island. Looked for by its name by scenarios (every_instruction_scene.cc). */
#include "harness/workloads/site.inc"

  .text

CALLING_SITE step_far_outer

  .section .note.GNU-stack, "", @progbits
