// A folder for the files of a child process. Cold.
#pragma once

#include <string>

namespace retprobe::harness {

/// A temporary folder, which is removed with its contents.
class Scratch {
 public:
  Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();
  /// Empty where the folder could not be made; errno says why.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace retprobe::harness
