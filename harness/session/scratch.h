// A folder for the files of a child process. Cold.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace retprobe::harness {

/// A temporary folder, which is removed with its contents.
class Scratch {
 public:
  Scratch() {
    std::string path = std::filesystem::temp_directory_path() / "retprobe-XXXXXX";
    if (mkdtemp(path.data())) path_ = path;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code failure;  // files that are left in the temporary folder do no harm
    if (!path_.empty()) std::filesystem::remove_all(path_, failure);
  }
  /// Empty where the folder could not be made; errno says why.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace retprobe::harness
