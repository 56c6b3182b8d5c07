// A library that links with libretprobe.so and is preloaded. Writes what interposition() says.
#include <cstdio>

#include "retprobe/probe.h"

[[gnu::constructor]] static void tell() {
  const retprobe::Error error = retprobe::interposition();
  std::printf("%s\n", error ? error.message().c_str() : "interposed");
  std::fflush(stdout);
}
