// The offsets and sizes that assembly and C++ share. Preprocessor macros only. Static assertions
// check them against the C++ structures (layout_check.cc, block.h).
#pragma once

// clang-format off

// --- Registers (retprobe/registers.h) ---
#define RP_RAX 0
#define RP_RBX 8
#define RP_RCX 16
#define RP_RDX 24
#define RP_RSI 32
#define RP_RDI 40
#define RP_RBP 48
#define RP_RSP 56
#define RP_R8 64
#define RP_R9 72
#define RP_R10 80
#define RP_R11 88
#define RP_R12 96
#define RP_R13 104
#define RP_R14 112
#define RP_R15 120
#define RP_RIP 128
#define RP_RFLAGS 136
#define RP_SET 144
#define RP_VECTORS 152
#define RP_VECTOR_STRIDE 160
#define RP_REGISTERS_SIZE 168

// Register sets: which fields of `Registers` are valid (see RegisterSet).
#define RP_SET_SCALAR 0
#define RP_SET_VECTOR 1
#define RP_SET_FULL 2
// The word at RP_SET: the set, plus this (Registers::frame_mark in the fourth byte).
#define RP_FRAME_MARK 0x72000000

// --- EntryFrame (retprobe/hit.h): built by an entry trampoline; its last word is the record ---
#define RP_ENTRY_DATA 168
#define RP_ENTRY_BODY 176
#define RP_ENTRY_CALL 184
#define RP_ENTRY_RECORD 192
#define RP_ENTRY_SIZE 200

// --- ReturnFrame (retprobe/hit.h) ---
#define RP_RETURN_ATTACHMENT 168
#define RP_RETURN_DATA 176
#define RP_RETURN_COPIED_SLOT 192
#define RP_RETURN_SLOT 200 /* in the slot shape: the return slot itself */
#define RP_RETURN_SIZE 208

// --- Blocks (block.h, pool_x86_64.S) ---
#define RP_BLOCK_BYTES 32
// Of each shape. The first block of every 4096-byte page is not used: the slot pool's page header.
#define RP_BLOCK_COUNT 65536
#define RP_RECORD_BYTES 64
#define RP_RECORD_ENTER 0
#define RP_RECORD_LEAVE 8
#define RP_RECORD_CALL 16
#define RP_RECORD_FRAME_BYTES 48

// Offsets in a block.
#define RP_BLOCK_LEA 5     /* r11: the record */
#define RP_BLOCK_ENTER 12  /* the jump to the entry trampoline */
#define RP_BLOCK_CALL 17   /* the call of the body */
#define RP_BLOCK_T 23      /* T: where the body returns to */
// T of the `trap` transfer: an int3. The signal handler sees the address behind it, which is used
// for nothing else.
#define RP_BLOCK_TRAP 29
// Where a block keeps the caller's r11, below rsp at its entry. In the slot shape this is
// EntryFrame's r11.
#define RP_BLOCK_R11 -112
// Where a call through the frame finds the body's address, below rsp there: EntryFrame::body.
#define RP_BLOCK_BODY -32

// The first word of every page of the slot pool. The unwind expressions check it before they use
// the page's header.
#define RP_POOL_MAGIC 0x6c6f6f7070746572 /* "retppool" */
