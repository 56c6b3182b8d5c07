// Text in columns.
#pragma once

#include <string>
#include <vector>

namespace retprobe::harness {

/// How many columns of a terminal a UTF-8 text takes (every character one: there are no wide ones
/// here).
std::size_t display_width(const std::string& text);

/// A number with `digits` after the point.
std::string fixed(double value, int digits);

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

/// What cells say in a few words and lines below the table in whole, each once.
class Footnotes {
 public:
  /// "[3]", for the cell.
  std::string mark(const std::string& note);
  bool empty() const { return notes_.empty(); }
  /// A line each, "[3] …", or as Markdown's list, "3. …".
  std::string text() const;
  std::string markdown() const;

 private:
  std::vector<std::string> notes_;
};

}  // namespace retprobe::harness
