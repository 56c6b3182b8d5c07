// Loads the input of the real programs: the JSON documents of Debian's package iso-codes (ISO 639,
// 3166, 4217, 15924). Cold: reads files, allocates, throws.
#pragma once

#include <string>
#include <vector>

#include "retprobe/error.h"

namespace retprobe::harness {

/// A document with the memory that holds it.
struct LoadedDocument {
  std::string name;  // file name without directory
  std::string text;
};

/// Reads all documents from `directory`, in a fixed order. An Error names the missing file and the
/// package to install.
Result<std::vector<LoadedDocument>> load_iso_codes(const std::string& directory);

/// The documents from Debian's directory. Each process reads them once, so that later passes do no
/// input. An Error stays the same for the process's life. Thread-safe.
const Result<std::vector<LoadedDocument>>& iso_codes();

}  // namespace retprobe::harness
