/* A model of how a site's jump is changed while threads call the function, and of how a tracer is
 * let go. It models the protocol of core/patching/text_poke.cc, and the part of
 * core/control/control.cc, core/bind.h and core/hooks/grace_period.cc that makes the protocol safe.
 * README.md says what is in the model and what is not; ./run checks it.
 *
 * A comment that begins with @ names the function whose step the next lines model. ./run checks
 * that the function still exists. */

#ifndef THREADS
#define THREADS 2
#endif
#ifndef SITES
#define SITES 1
#endif
#ifndef OPERATIONS
/* Attaches and detaches, in any order that makes sense. After them everything is detached. */
#define OPERATIONS 4
#endif
/* -DFAILURES=n: up to n pokes fail, at any step. */

/* The instruction at a site, named by where it leads. A tail (the four bytes after the first byte)
 * is named by the instruction that it belongs to. */
#define BODY 0              /* the five-byte nop */
#define DIRECT 1            /* jmp to the direct block: one tracer */
#define ITERATING 2         /* jmp to the iterating block: two */
#define TORN 3              /* a tail that is partly old and partly new */

/* The first byte. */
#define NOP 0               /* 0f */
#define JMP 1               /* e9 */
#define BREAKPOINT 2        /* cc */
#define FIRST_OF(instruction) (instruction == BODY -> NOP : JMP)

/* Record::mode */
#define IDLE 0
#define EMULATE 1
#define RETRY 2

/* ---- Memory. A tail is torn while it is written: the kernel promises no order and no atomicity
 * within a write. */
byte first[SITES], tail[SITES];

/* The code of a site's two blocks. The block has jumps through its record, as in the library's
 * file, or direct jumps. Both lead to the same place. */
#define INDIRECT 0
#define MADE_DIRECT 1
#define OF(site, instruction) (2 * (site) + (instruction) - DIRECT)
byte block[2 * SITES];      /* or TORN */

/* What each CPU holds of the memory. Until a CPU is synchronised, it may execute bytes that it
 * fetched at any earlier time. The first byte and the tail may be from different times. */
#define AT(thread, site) ((thread) * SITES + (site))
#define HELD(instruction) OF(AT(me, site), instruction)
byte held_first[THREADS * SITES], held_tail[THREADS * SITES];
byte held_block[2 * THREADS * SITES];

/* Record::state, which the trap handler reads. */
byte mode[SITES], replacement[SITES], epoch[SITES];

/* The records of the two blocks. A handle is the number of the tracer's attachment: 1, 2 …;
 * 0: none. */
typedef Record { byte handle[2] }
Record single[SITES];       /* at most one of its two handles is set */
Record list[SITES];

/* Attachment::epoch: the live handle, or 0. */
byte live[2];

/* Thread::running (tracer + 1, or 0), as other CPUs see it, and as the thread itself wrote it. A
 * store waits in the thread's store buffer until a barrier. */
byte running[THREADS], running_stored[THREADS];

/* ---- The promises. */
bool attached[2];           /* attach has returned, detach has not begun */
byte over[2];               /* detach has returned for this handle and all before it */
/* The tracer was attached when the call began, and has been ever since. */
bool owed[THREADS * 2];
bool process_killed = false;

/* ---- Observation: with -DTRACE the patcher's visible steps must be the recorded ones
 * (record_trace.cc). */
#define SYNC 1
#define BARRIER 2
#define ATTACH(tracer) (10 + tracer)
#define DETACH(tracer) (12 + tracer)
#define BREAKPOINT_AT(site) (20 + site)
#define TAIL_AT(site, instruction) (30 + 4 * (site) + instruction)
#define FIRST_AT(site, instruction) (60 + 4 * (site) + instruction)
#define BLOCKS(instruction) (90 + instruction)
#ifdef TRACE
chan observed = [0] of { byte };
#define OBSERVE(what) observed!what
#else
#define OBSERVE(what) skip
#endif

/* ---- A thread that calls the probed functions. */

inline refetch() {
  do
  :: atomic { held_first[AT(me, site)] != first[site] -> held_first[AT(me, site)] = first[site] }
  :: atomic { held_tail[AT(me, site)] != tail[site] -> held_tail[AT(me, site)] = tail[site] }
  :: atomic {
       held_tail[AT(me, site)] != tail[site] && held_tail[AT(me, site)] != TORN ->
       held_tail[AT(me, site)] = TORN
     }
  :: atomic {
       held_block[HELD(DIRECT)] != block[OF(site, DIRECT)] ->
       held_block[HELD(DIRECT)] = block[OF(site, DIRECT)]
     }
  :: atomic {
       held_block[HELD(ITERATING)] != block[OF(site, ITERATING)] ->
       held_block[HELD(ITERATING)] = block[OF(site, ITERATING)]
     }
  :: break
  od
}

/* @core/hooks/handlers.h:run_entry  @core/hooks/handlers.h:run
 * The thread announces the handler first, and reads the epoch after that. */
inline run_handler(tracer, handle, ran) {
  running_stored[me] = tracer + 1;
  if
  :: running[me] = tracer + 1
  :: skip                                       /* still in the store buffer */
  fi;
  if
#ifdef EPOCH_IGNORED
  :: handle != 0 ->
#else
  :: live[tracer] == handle ->                  /* @core/blocks/attachment.h:is_live */
#endif
     assert(handle > over[tracer]);             /* no handler begins after detach has returned … */
     ran = true;
     assert(handle > over[tracer])              /* … or is still running then */
  :: else -> ran = false
  fi;
  d_step { running_stored[me] = 0; running[me] = 0 }
}

proctype Caller(byte me) {
  byte site, goes_to, trap_epoch;
  byte x, y;  /* the handles that the hook found; later those in the frame */
  bool ran_x, ran_y;

begin:
  atomic {
    goes_to = BODY; trap_epoch = 0; x = 0; y = 0; ran_x = false; ran_y = false;
    if
    :: site = 0
#if SITES > 1
    :: site = 1
#endif
    fi
  }
  refetch();                                    /* A CPU may fetch ahead at any time. */
  atomic {                                      /* The call begins with its first instruction. */
    owed[2 * me] = attached[0];
    owed[2 * me + 1] = attached[1];
    goto execute
  }

again:
  refetch();
execute:
  atomic {
    if
    :: held_first[AT(me, site)] == BREAKPOINT -> goto trap
    :: else
    fi;
    /* The CPU must execute a whole instruction that was written, never half of two. */
    goes_to = held_tail[AT(me, site)];
    assert(goes_to != TORN);
    assert(held_first[AT(me, site)] == FIRST_OF(goes_to));
    goto arrive
  }

trap:                                           /* @core/patching/poke_trap.cc:on_breakpoint */
#ifdef BREAKPOINT_IS_NOP
  goes_to = BODY;
  goto arrive;
#endif
  atomic {                                      /* one load of the state */
    if
    /* @core/patching/poke_trap.cc:emulate */
    :: mode[site] == EMULATE ->
       goes_to = replacement[site];
       /* The return from a signal serialises the CPU: it fetches the block as it is now. */
       if
       :: goes_to != BODY -> held_block[HELD(goes_to)] = block[OF(site, goes_to)]
       :: else
       fi;
       goto arrive
    :: else -> trap_epoch = epoch[site]
    fi;
    if
    :: mode[site] == RETRY -> goto again
    :: else
    fi
  }
  if
  :: first[site] != BREAKPOINT -> goto again    /* late: the poke is over */
  :: else
  fi;
  atomic {
    if
#ifdef STATE_WITHOUT_EPOCH
    :: mode[site] == IDLE -> process_killed = true; assert(false)
#else
    /* A foreign breakpoint: @core/patching/sigtrap.cc:pass_on */
    :: trap_epoch == epoch[site] -> process_killed = true; assert(false)
#endif
    :: else -> goto trap
    fi
  }

arrive:
  /* A block, too, must be executed whole, however late the CPU fetches it. */
  if
  :: goes_to != BODY ->
     if
     :: held_block[HELD(goes_to)] = block[OF(site, goes_to)]
     :: skip
     fi;
     assert(held_block[HELD(goes_to)] != TORN)
  :: else
  fi;
  /* @core/hooks/enter.h:enter  @core/hooks/enter.h:read_tracers */
  if
  :: goes_to == DIRECT -> d_step { x = single[site].handle[0]; y = single[site].handle[1] }
  :: goes_to == ITERATING -> d_step { x = list[site].handle[0]; y = list[site].handle[1] }
  :: goes_to == BODY
  fi;
  if
  :: x != 0 -> run_handler(0, x, ran_x)
  :: else
  fi;
  if
  :: y != 0 -> run_handler(1, y, ran_y)
  :: else
  fi;
  /* No call may be lost. */
  assert(!owed[2 * me] || ran_x);
  assert(!owed[2 * me + 1] || ran_y);

  /* The body, then the exits of the tracers that had an entry.  @core/hooks/leave.h:leave */
  if
  :: ran_y -> run_handler(1, y, ran_y)
  :: else
  fi;
  if
  :: ran_x -> run_handler(0, x, ran_x)
  :: else
  fi;
  goto begin
}

/* ---- The thread that attaches and detaches. */

/* @core/patching/text_poke.cc:membarrier  Each CPU in turn. */
inline synchronise() {
  thread = 0;
  do
  :: thread < THREADS ->
     d_step {
       s = 0;
       do
       :: s < SITES ->
          held_first[AT(thread, s)] = first[s];
          held_tail[AT(thread, s)] = tail[s];
          held_block[OF(AT(thread, s), DIRECT)] = block[OF(s, DIRECT)];
          held_block[OF(AT(thread, s), ITERATING)] = block[OF(s, ITERATING)];
          s++
       :: else -> break
       od;
       running[thread] = running_stored[thread];
       thread++
     }
  :: else -> break
  od;
  OBSERVE(SYNC)
}

/* @core/patching/text_poke.cc:set_mode  One store per site. */
inline set_mode(to) {
  s = 0;
  do
  :: s < SITES -> atomic { mode[s] = to; replacement[s] = target; epoch[s]++; s++ }
  :: else -> break
  od
}

/* @core/patching/text_poke.cc:write_run  One step of the protocol at each site of the batch. */
inline write_breakpoints() {
  s = 0;
  do
  :: s < SITES ->
     if
     :: first[s] != BREAKPOINT -> first[s] = BREAKPOINT; OBSERVE(BREAKPOINT_AT(s))
     :: else
     fi;
     s++
  :: else -> break
  od
}
inline write_tails(instruction) {
  s = 0;
  do
  :: s < SITES ->
     if
     :: tail[s] != instruction ->
        tail[s] = TORN; tail[s] = instruction; OBSERVE(TAIL_AT(s, instruction))
     :: else
     fi;
     s++
  :: else -> break
  od
}
inline write_first_bytes(instruction) {
  s = 0;
  do
  :: s < SITES ->
     if
     :: first[s] != FIRST_OF(instruction) ->
        first[s] = FIRST_OF(instruction); OBSERVE(FIRST_AT(s, instruction))
     :: else
     fi;
     s++
  :: else -> break
  od
}

/* @core/blocks/block.cc:make_direct  @core/blocks/block.cc:write_blocks  The blocks that are taken
 * for the sites of the batch, which no thread has reached. */
inline write_blocks(instruction) {
  if
#ifdef BLOCKS_REWRITTEN
  :: instruction != BODY ->
#else
  :: instruction != BODY && block[OF(0, instruction)] == INDIRECT ->
#endif
     s = 0;
     do
     :: s < SITES ->
        block[OF(s, instruction)] = TORN; block[OF(s, instruction)] = MADE_DIRECT; s++
     :: else -> break
     od;
     OBSERVE(BLOCKS(instruction))
  :: else
  fi
}

/* @core/patching/text_poke.cc:restore  After a failure at any step, the same three steps restore
 * the old instruction. (Sites that were not touched are written with what they have.) */
inline restore() {
  set_mode(RETRY);
#ifndef RESTORED_WITHOUT_BREAKPOINTS
  write_breakpoints();
  synchronise();
#endif
  write_tails(installed);
  synchronise();
  write_first_bytes(installed);
  synchronise();
  set_mode(IDLE);
  failed = true
}

#ifdef FAILURES
#define MAY_FAIL if :: skip :: failures < FAILURES -> failures++; goto poke_failed fi
#else
#define MAY_FAIL skip
#endif

/* @core/hooks/grace_period.cc:barrier_everywhere  Empties the store buffers, each CPU in turn. */
inline barrier() {
  thread = 0;
  do
  :: thread < THREADS -> d_step { running[thread] = running_stored[thread]; thread++ }
  :: else -> break
  od;
  OBSERVE(BARRIER)
}

/* A later operation frees what lists replaced. It begins with a barrier
 * (@core/hooks/grace_period.cc:call_after_grace_period,
 * @core/hooks/grace_period.cc:run_due_callbacks).
 * Store buffers may empty at any time, so this barrier rules out no behaviour: whatever holds
 * without it holds with it. It is therefore modelled in traces only. */
inline reclaim() {
#ifdef TRACE
  if
  :: barrier()
  :: skip
  fi
#else
  skip
#endif
}

inline store_list(x, y) { atomic { list[s].handle[0] = x; list[s].handle[1] = y } }

/* @core/control/wiring.cc:publish  The block that is about to be live gets the current members. */
inline publish(instruction) {
  s = 0;
  do
  :: s < SITES ->
     if
     :: instruction == DIRECT ->
        d_step { single[s].handle[0] = member[0]; single[s].handle[1] = member[1] }
     :: instruction == ITERATING -> store_list(member[0], member[1])
     :: else
     fi;
     s++
  :: else -> break
  od
}

/* @core/control/wiring.cc:settle  The last detach empties all records. */
inline empty_records() {
  s = 0;
  do
  :: s < SITES ->
     atomic { single[s].handle[0] = 0; single[s].handle[1] = 0 }
     store_list(0, 0);
     s++
  :: else -> break
  od
}

/* @core/hooks/grace_period.cc:synchronize_handlers */
inline synchronize_handlers(tracer) {
#ifndef NO_BARRIER_BEFORE_WAITING
  barrier();
#endif
#ifndef DETACH_DOES_NOT_WAIT
  thread = 0;
  do
  :: thread < THREADS -> running[thread] != tracer + 1; thread++
  :: else -> break
  od
#endif
}

active proctype Patcher() {
  byte operation = 0, tracer, thread, s, target, installed = BODY, handle;
  byte member[2], attaches[2];  /* SiteControl::members; how often each tracer was attached */
  byte before, failures;
  bool failed;

#ifndef TRACE
  atomic {
    thread = 0;
    do
    :: thread < THREADS -> run Caller(thread); thread++
    :: else -> break
    od
  }
#endif

  do
  :: operation == OPERATIONS && member[0] == 0 && member[1] == 0 -> break
  :: else ->
     /* A tracer to attach, while operations are left, or to detach. */
     if
     :: tracer = 0
     :: tracer = 1
     fi;
     if
     :: member[tracer] == 0 && operation < OPERATIONS ->
        operation++;
        OBSERVE(ATTACH(tracer));
        reclaim();
        /* @core/blocks/attachment.cc:make_attachment */
        atomic {
          attaches[tracer]++;
          handle = attaches[tracer];
          live[tracer] = handle;
          before = 0;
          member[tracer] = handle
        }
     :: member[tracer] != 0 ->
        if
        :: operation < OPERATIONS -> operation++
        :: else
        fi;
        OBSERVE(DETACH(tracer));
        reclaim();
        atomic {
          handle = member[tracer];
          before = handle;
          attached[tracer] = false;
          thread = 0;
          do
          :: thread < THREADS -> owed[2 * thread + tracer] = false; thread++
          :: else -> break
          od;
          member[tracer] = 0
        }
     fi;

     /* @core/control/control.cc:switch_over  @core/control/control.cc:plan */
     if
     :: member[0] != 0 && member[1] != 0 -> target = ITERATING
     :: member[0] == 0 && member[1] == 0 -> target = BODY
     :: else -> target = DIRECT
     fi;
     failed = false;
#ifndef BLOCKS_AFTER_BREAKPOINTS
     write_blocks(target);
#endif
#ifndef PUBLISHED_AFTER_POKE
     publish(target);
#endif
     if
     /* @core/patching/text_poke.cc:changes  Nothing to write. */
     :: target == installed -> goto poked
     :: else
     fi;

     /* @core/patching/text_poke.cc:write  Breakpoints, sync, tails, sync, first bytes, sync. */
#ifndef EMULATION_AFTER_BREAKPOINT
     set_mode(EMULATE);
#endif
#ifdef TAIL_BEFORE_BREAKPOINT
     write_tails(target);
#endif
     write_breakpoints();
#ifdef BLOCKS_AFTER_BREAKPOINTS
     write_blocks(target);
#endif
     MAY_FAIL;
#ifdef EMULATION_AFTER_BREAKPOINT
     set_mode(EMULATE);
#endif
#ifndef NO_SYNC_AFTER_BREAKPOINT
     synchronise();
#endif
     MAY_FAIL;
#ifndef TAIL_BEFORE_BREAKPOINT
     write_tails(target);
#endif
     MAY_FAIL;
#ifndef NO_SYNC_AFTER_TAIL
     synchronise();
#endif
     MAY_FAIL;
     write_first_bytes(target);
     MAY_FAIL;
#ifndef NO_SYNC_AFTER_FIRST_BYTE
     synchronise();
#endif
     set_mode(IDLE);
     goto poked;
#ifdef FAILURES
poke_failed:
     restore();
#endif

poked:
#ifdef PUBLISHED_AFTER_POKE
     publish(target);
#endif
     if
     :: failed ->                               /* Restores the members. */
        member[tracer] = before;
        publish(installed);
        target = installed
     :: else -> installed = target
     fi;
     if
     :: member[0] == 0 && member[1] == 0 -> empty_records()
     :: else
     fi;

     /* @core/control/control.cc:attach  @core/control/control.cc:detach */
     if
     /* attach returns */
     :: !failed && member[tracer] != 0 -> attached[tracer] = true
     /* a detach that failed: the tracer is attached as before */
     :: failed && member[tracer] != 0 -> attached[tracer] = true
     :: else ->
        live[tracer] = 0;                       /* @core/blocks/attachment.cc:kill_attachment */
        synchronize_handlers(tracer);
        /* Detach returns, or an attach that failed.
         * @core/blocks/attachment.cc:recycle_attachment */
        over[tracer] = handle
     fi
  od
}

#ifdef TRACE
/* What the library was seen to do (record_trace.cc): a process that takes the patcher's steps in
 * the recorded order. */
#include "recorded.pml"
#endif
