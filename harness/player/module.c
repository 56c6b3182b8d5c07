/* A library that scripts load and unload. */
#include "functions.inc"

TREE_FUNCTION(p, 'p')
