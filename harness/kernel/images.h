// The kernels that harness/kernel/images/prepare has made ready.
#pragma once

#include <string>
#include <vector>

#include "retprobe/error.h"

namespace retprobe::harness {

struct KernelImage {
  std::string name;           // "6.12"
  std::string what;           // "the newest 6.12 of Debian 12's backports"
  std::string release;        // "6.12.95+deb12-cloud-amd64"; empty where it is absent
  std::string absent;         // "absent: why"
  std::string image, initrd;  // paths
};

/// Where `./compare --kernel` has them made.
std::string default_images_folder();

/// The kernels whose name matches one of `globs`; all of them without globs. An Error where the
/// folder has none, or none that is chosen.
Result<std::vector<KernelImage>> read_images(const std::string& folder,
                                             const std::vector<std::string>& globs);

}  // namespace retprobe::harness
