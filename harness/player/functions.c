#include "functions.inc"

TREE_FUNCTION(f, 'f')
TREE_FUNCTION(h, 'h')

int NAMED(RETPROBE_PLAY_PREFIX, has_tail_calls)(void);
int NAMED(RETPROBE_PLAY_PREFIX, has_tail_calls)(void) { return has_tail_calls; }
