// Faults that core/hooks/hot_objects_test.cc must find: a "hot" function with vector registers, one
// that needs libc, and "hooks" that return, that go on in a function that returns, and that call.
#include <cstdlib>

extern "C" double mutant_vector(double a, double b) { return a * b + 1.0; }
extern "C" void* mutant_malloc(unsigned long bytes) { return std::malloc(bytes); }

extern "C" {
struct MutantFrame {
  long word;
  void (*resume)();
};
[[gnu::noinline]] void mutant_that_returns(MutantFrame* frame) {
  asm volatile("" : : "r"(frame) : "memory");
}
void retprobe_on_entry_mutant_returns(MutantFrame* frame) { frame->word = 0; }
void retprobe_on_entry_mutant_jumps(MutantFrame* frame) { mutant_that_returns(frame); }
void retprobe_on_entry_mutant_calls(MutantFrame* frame) {
  mutant_that_returns(frame);
  frame->resume();
}
}
