// Declarations that the fuzz targets share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

// libFuzzer's interface.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed);
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

/// Checks a condition that must hold for every input. Otherwise ends the process, which the fuzzer
/// reports as a crash.
#define FUZZ_HOLDS(CONDITION, WHAT)                                                           \
  do {                                                                                        \
    if (!(CONDITION)) {                                                                       \
      std::fprintf(stderr, "%s:%d: does not hold: %s (%s)\n", __FILE__, __LINE__, #CONDITION, \
                   WHAT);                                                                     \
      std::abort();                                                                           \
    }                                                                                         \
  } while (false)
