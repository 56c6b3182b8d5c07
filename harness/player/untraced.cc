// The function of the scripts that nobody traces: no tracer's flags compile it.
#include "harness/player/functions.inc"

TREE_FUNCTION(u, 'u')
}
