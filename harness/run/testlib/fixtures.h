// Finds what this folder builds.
#pragma once

#include <filesystem>
#include <string>

namespace retprobe::run {

/// This folder, in the build.
inline std::filesystem::path fixtures() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "harness/run/testlib";
}
inline std::string the_program() { return fixtures() / "retprobe_run_program"; }

}  // namespace retprobe::run
