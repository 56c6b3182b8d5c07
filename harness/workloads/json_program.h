// libretprobe_json.so: a real C++ program around nlohmann-json, each of whose functions is a site.
// Only these two names leave the library. Neither throws: the exceptions are the library's own and
// are caught inside.
#pragma once

#include "harness/workloads/document.h"

/// Parses every document, asks it questions, and writes it out again in several forms.
extern "C" void run_json(std::span<const retprobe::harness::Document> documents,
                         std::string& output);

/// Feeds it documents that are cut short, damaged or of the wrong shape, and appends what the
/// exceptions say.
extern "C" void run_json_errors(std::span<const retprobe::harness::Document> documents,
                                std::string& output);
