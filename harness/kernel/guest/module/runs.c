// Calls, counted.
#include <asm/msr.h>
#include <asm/tsc.h>
#include <linux/irqflags.h>
#include <linux/minmax.h>

#include "guest.h"

#define WARM_CALLS 100
#define RUNS 5

static u64 run(workload function, long calls) {
  unsigned long flags;
  u64 begin, end;
  long i;

  local_irq_save(flags);
  begin = rdtsc_ordered();
  for (i = 0; i < calls; i++) {
    function(i);
    barrier();
  }
  end = rdtsc_ordered();
  local_irq_restore(flags);
  return end - begin;
}

u64 instructions_of(workload function, long calls) {
  u64 least = ~0ull;
  int i;

  run(function, WARM_CALLS);
  for (i = 0; i < RUNS; i++) least = min(least, run(function, calls));
  return least;
}

long calls_of_a_run(long calls) { return WARM_CALLS + RUNS * calls; }

void step_through(workload function) {
  unsigned long flags;

  run(function, WARM_CALLS);
  local_irq_save(flags);
  rp_mark_begin();
  function(1);
  rp_mark_end();
  local_irq_restore(flags);
}
