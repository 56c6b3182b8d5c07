// The hooks and trampolines that exist for each wiring of a design (core/hooks/facts.h). C++ and
// assembly go through the same lists. Preprocessor macros only.
//
// DO(NAME, MODE, PATH, SET) is called for each entry, DO(NAME, LEAVE, SET) for each return, where
// NAME is the design's name.
#pragma once

// clang-format off

#define RP_FOR_SETS(DO, ...) DO(__VA_ARGS__, scalar) DO(__VA_ARGS__, vector) DO(__VA_ARGS__, full)

#define RP_ENTRIES_shared(DO, NAME) \
  RP_FOR_SETS(DO, NAME, paired, direct) RP_FOR_SETS(DO, NAME, paired, iterating) \
  RP_FOR_SETS(DO, NAME, replace, direct) RP_FOR_SETS(DO, NAME, replace, iterating)
#define RP_RETURNS_shared(DO, NAME) \
  RP_FOR_SETS(DO, NAME, push_ret) RP_FOR_SETS(DO, NAME, call_ret) RP_FOR_SETS(DO, NAME, jump)

// A block of a chain has one tracer.
#define RP_ENTRIES_chained(DO, NAME) \
  RP_FOR_SETS(DO, NAME, paired, direct) RP_FOR_SETS(DO, NAME, replace, direct)
#define RP_RETURNS_chained(DO, NAME) RP_RETURNS_shared(DO, NAME)

#define RP_ENTRIES_framed(DO, NAME) \
  RP_FOR_SETS(DO, NAME, framed, direct) RP_FOR_SETS(DO, NAME, framed, iterating)
#define RP_RETURNS_framed(DO, NAME) RP_FOR_SETS(DO, NAME, framed)

#define RP_ENTRIES_unhooked(DO, NAME)
#define RP_RETURNS_unhooked(DO, NAME)

// The routines in which hooks end, which all designs share: DO(MODE, SET) and DO(LEAVE, SET), in
// the order of EntryMode, Leave and RegisterSet.
#define RP_RESUME_ENTRIES(DO) \
  RP_FOR_SETS(DO, paired) RP_FOR_SETS(DO, replace) RP_FOR_SETS(DO, framed)
#define RP_RESUME_RETURNS(DO) \
  RP_FOR_SETS(DO, push_ret) RP_FOR_SETS(DO, call_ret) RP_FOR_SETS(DO, jump) RP_FOR_SETS(DO, framed)

// clang-format on
