// libretprobe_json.so: a real C++ program that uses nlohmann-json. Every function in it is a site.
// It exports only these two names. Neither throws: they catch the exceptions of nlohmann-json.
#pragma once

#include "harness/workloads/document.h"

/// Parses every document, queries it, and writes it out again in several forms.
extern "C" void run_json(std::span<const retprobe::harness::Document> documents,
                         std::string& output);

/// Parses documents that are cut short or damaged, makes wrong accesses, and appends the
/// exceptions' messages.
extern "C" void run_json_errors(std::span<const retprobe::harness::Document> documents,
                                std::string& output);
