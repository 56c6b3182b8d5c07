// Draws conclusions from a result file. JSON goes in and comes out as text. An Error's message
// begins with the name.
#pragma once

#include <string>

#include "retprobe/error.h"

namespace retprobe::python {

Result<std::string> decisions(const std::string& result, const std::string& name);
Result<std::string> goals(const std::string& result, const std::string& name);

/// What the context of a result says, in words (harness/results/context_words.h).
Result<std::string> processor_name(const std::string& context);
Result<std::string> load_words(const std::string& context);

}  // namespace retprobe::python
