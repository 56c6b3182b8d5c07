// Faults that core/hooks/hot_objects_test.cc must find: a "hot" function with vector registers, and
// one that needs libc.
#include <cstdlib>

extern "C" double mutant_vector(double a, double b) { return a * b + 1.0; }
extern "C" void* mutant_malloc(unsigned long bytes) { return std::malloc(bytes); }
