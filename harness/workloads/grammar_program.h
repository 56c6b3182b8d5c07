// libretprobe_grammar.so: a real C++ program that uses the PEGTL parser library. Every function in
// it is a site. It exports only this name. It does not throw: it catches its own parse errors.
#pragma once

#include "harness/workloads/document.h"

/// Parses the documents into trees, writes them out again, and evaluates expressions that it makes
/// from their numbers.
extern "C" void run_grammar(std::span<const retprobe::harness::Document> documents,
                            std::string& output);
