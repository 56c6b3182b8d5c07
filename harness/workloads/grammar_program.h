// libretprobe_grammar.so: a real C++ program around the PEGTL parser library, each of whose
// functions is a site. Only this name leaves the library. It does not throw: parse errors are
// thrown and caught inside.
#pragma once

#include "harness/workloads/document.h"

/// Parses the documents into trees and writes them out again; then evaluates expressions made from
/// their numbers.
extern "C" void run_grammar(std::span<const retprobe::harness::Document> documents,
                            std::string& output);
