// What a variant of the skeleton of a hit (skeleton.h) lacks, and what it has beyond a hit: bits
// that assembly and C++ share. Preprocessor macros only. Sums are numbers, since the assembler's
// macros take `a | b` for three arguments.
#pragma once

#define RP_WITHOUT_NOTHING 0
#define RP_WITHOUT_REGISTERS 1
#define RP_WITHOUT_GUARD 2
#define RP_WITHOUT_ANNOUNCEMENT 4
#define RP_WITHOUT_TESTS 8
#define RP_WITHOUT_FRAME 16
#define RP_WITHOUT_SHADOW 32
#define RP_WITHOUT_UNWINDER_WORDS 64
#define RP_WITHOUT_HANDLER_WORDS 128
#define RP_WITHOUT_ALL 255 /* all above */
#define RP_WITHOUT_INDIRECT_JUMPS 256
#define RP_WITHOUT_JUMPS 512
#define RP_WITHOUT_ALL_AND_JUMPS 767 /* 255 + 512 */
#define RP_WITHOUT_HANDLERS 1024
#define RP_WITH_INSTRUCTIONS 2048
#define RP_WITH_STORES 4096
#define RP_WITHOUT_ALL_WITH_INSTRUCTIONS 2303 /* 255 + 2048 */
#define RP_WITHOUT_ALL_WITH_STORES 4351       /* 255 + 4096 */

// The handle of the skeleton's only attachment: an epoch, and the place in the table.
#define RP_SKELETON_HANDLE 0x500000040
