// What a comparison says of rows beside its table.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace retprobe::harness {

inline std::string number_of(std::size_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

/// Lines of text. Rows with the same message share a line, which names the first of them.
class Notes {
 public:
  void add(const std::string& what, const std::string& row);
  std::vector<std::string> lines() const;

 private:
  struct Note {
    std::string what;
    std::vector<std::string> rows;
  };
  std::vector<Note> notes_;
};

}  // namespace retprobe::harness
