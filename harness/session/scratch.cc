#include "harness/session/scratch.h"

#include <stdlib.h>

#include <filesystem>

namespace retprobe::harness {

Scratch::Scratch() {
  std::string path = std::filesystem::temp_directory_path() / "retprobe-XXXXXX";
  if (mkdtemp(path.data())) path_ = path;
}

Scratch::~Scratch() {
  std::error_code failure;  // files that are left in the temporary folder do no harm
  if (!path_.empty()) std::filesystem::remove_all(path_, failure);
}

}  // namespace retprobe::harness
