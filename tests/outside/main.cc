// A program that probes its own functions: one of this file, and an inline function that
// other_file.cc has, too, whose records GCC alone gets wrong.
#include <cstdio>

#include "area.h"
#include "retprobe/probe.h"

#if __has_include("core/design.h") || __has_include("tests/outside/area.h")
#error "the include path of a program that uses retprobe has more than include/"
#endif

[[gnu::noinline]] long twice(long value) {
  asm volatile("");
  return 2 * value;
}

namespace {

struct Seen {
  unsigned long argument = 0, result = 0, calls = 0;
  bool same_call = true;
};

bool on_entry(void* context, retprobe::EntryFrame& call) {
  auto& seen = *static_cast<Seen*>(context);
  seen.argument = call.registers.rdi;
  ++seen.calls;
  seen.same_call &=
      call.site().refusal.empty() && call.slot() != nullptr && call.return_address() != 0;
  return true;  // the return is of interest, too
}

void on_return(void* context, retprobe::ReturnFrame& call) {
  auto& seen = *static_cast<Seen*>(context);
  seen.result = call.registers.rax;
  seen.same_call &= call.site().entry != 0 && call.return_address() != 0 &&
                    call.reason() == retprobe::ReturnReason::returned;
}

int fail(const retprobe::Error& error) {
  std::fprintf(stderr, "outside: %s\n", error.message().c_str());
  return 1;
}

}  // namespace

int main() {
  Seen seen;
  // The vector set: these handlers are compiled as any code is.
  auto tracer = retprobe::Tracer::make({.name = "outside",
                                        .on_entry = on_entry,
                                        .on_return = on_return,
                                        .context = &seen,
                                        .registers = retprobe::RegisterSet::vector});
  if (!tracer.ok()) return fail(tracer.error());
  for (const char* function : {"twice", "area<long>", "area_elsewhere"})
    if (retprobe::Error error = tracer->attach(function)) return fail(error);
  const long result = twice(21);
  std::printf("twice(%lu) returned %lu\n", seen.argument, seen.result);
  const bool right = result == 42 && seen.argument == 21 && seen.result == 42 && seen.calls == 1;
  const long both = area<long>(2, 3) + area_elsewhere(3, 4);  // which calls area<long>
  std::printf("area<long>, called from two files: %lu calls seen\n", seen.calls - 1);
  return right && both == 18 && seen.calls == 4 && seen.same_call ? 0 : 1;
}
