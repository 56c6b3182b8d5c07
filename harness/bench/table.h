// Text in columns.
#pragma once

#include <string>
#include <vector>

namespace retprobe::harness {

/// How many columns of a terminal a UTF-8 text takes (every character one: there are no wide ones here).
std::size_t display_width(const std::string& text);

class Table {
 public:
  /// Columns whose numbers are to line up at the right.
  explicit Table(std::vector<std::size_t> right_aligned = {});
  void add(std::vector<std::string> cells);
  /// Two spaces between columns, none at the ends of lines.
  std::string text() const;

 private:
  std::vector<std::size_t> right_aligned_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace retprobe::harness
