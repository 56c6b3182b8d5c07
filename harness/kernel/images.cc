#include "harness/kernel/images.h"

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/selection.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

KernelImage image_of(const json& entry, const std::string& folder) {
  KernelImage image{.name = entry.at("name"),
                    .what = entry.at("what"),
                    .release = entry.value("release", ""),
                    .absent = entry.value("absent", ""),
                    .image = {},
                    .initrd = {}};
  if (!image.absent.empty()) return image;
  image.image = folder + "/" + entry.at("image").get<std::string>();
  image.initrd = folder + "/" + entry.at("initrd").get<std::string>();
  return image;
}

}  // namespace

std::string default_images_folder() { return RETPROBE_KERNEL_IMAGES; }

Result<std::vector<KernelImage>> read_images(const std::string& folder,
                                             const std::vector<std::string>& globs) {
  const std::string path = folder + "/kernels.json";
  std::ifstream file(path);
  if (!file)
    return system_error(path + " cannot be read; harness/kernel/images/prepare " + folder +
                            " fetches the kernels and writes it",
                        errno);
  std::vector<KernelImage> chosen;
  std::vector<std::string> names;
  try {
    const json listed = json::parse(file);
    for (const json& entry : listed.at("kernels")) {
      const KernelImage image = image_of(entry, folder);
      names.push_back(image.name);
      if (is_selected(globs, image.name)) chosen.push_back(image);
    }
  } catch (const json::exception& error) {
    return Error{Error::Code::usage, path + " is not what prepare writes: " + error.what()};
  }
  if (chosen.empty())
    return Error{Error::Code::not_found, "no such kernel; " + path + " has " + joined(names)};
  return chosen;
}

}  // namespace retprobe::harness
