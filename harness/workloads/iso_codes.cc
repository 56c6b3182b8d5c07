// Reads the documents of iso-codes.
#include "harness/workloads/iso_codes.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace retprobe::harness {
namespace {

constexpr std::array file_names{"iso_15924.json",  "iso_3166-1.json", "iso_3166-2.json",
                                "iso_3166-3.json", "iso_4217.json",   "iso_639-2.json",
                                "iso_639-3.json",  "iso_639-5.json"};

Error unreadable(const std::string& path, const std::string& reason) {
  return Error(Error::Code::not_found,
               "cannot read " + path + " (" + reason +
                   "), which the real programs work on: install Debian's package " +
                   "iso-codes (apt-get install iso-codes)");
}

}  // namespace

Result<std::vector<LoadedDocument>> load_iso_codes(const std::string& directory) {
  std::vector<LoadedDocument> documents;
  for (const std::string name : file_names) {
    const std::string path = directory + "/" + name;
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) return unreadable(path, std::strerror(errno));
    std::ostringstream text;
    text << file.rdbuf();
    if (!file || !text || text.view().empty()) return unreadable(path, "it is empty or not a file");
    documents.push_back({name, std::move(text).str()});
  }
  return documents;
}

const Result<std::vector<LoadedDocument>>& iso_codes() {
  static const Result<std::vector<LoadedDocument>> documents =
      load_iso_codes("/usr/share/iso-codes/json");
  return documents;
}

}  // namespace retprobe::harness
