/* A probed function that is too far from the library's blocks for its jump, because programs are
   far from their libraries. So its site needs an island. Scenarios (every_instruction_scene.cc)
   look for it by name. */
#include "harness/workloads/site.inc"

  .text

CALLING_SITE step_far_outer

  .section .note.GNU-stack, "", @progbits
