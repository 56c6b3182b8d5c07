// Draws conclusions from a result file. JSON goes in and comes out as text. An Error's message
// begins with the name.
#pragma once

#include <string>

#include "retprobe/error.h"

namespace retprobe::python {

Result<std::string> decisions(const std::string& result, const std::string& name);
Result<std::string> goals(const std::string& result, const std::string& name);

}  // namespace retprobe::python
