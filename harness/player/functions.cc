#include "functions.inc"

TREE_FUNCTION(g, 'g')
TREE_FUNCTION(k, 'k')
}
