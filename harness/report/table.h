// Tables of text for a terminal.
#pragma once

#include <string>
#include <vector>

namespace retprobe::harness {

/// How many columns of a terminal a UTF-8 text takes. Every character counts as one: the reports
/// have no wide characters.
std::size_t display_width(const std::string& text);

/// The text, with "…" at its end where it takes more columns.
std::string cut(const std::string& text, std::size_t columns);

/// The number with `digits` digits after the point.
std::string fixed(double value, int digits);

class Table {
 public:
  /// `right_aligned`: the columns that are aligned at the right.
  explicit Table(std::vector<std::size_t> right_aligned = {});
  /// All columns from this one on are aligned at the right.
  static Table of_numbers(std::size_t first = 1);
  void add(std::vector<std::string> cells);
  /// Whether there is more than the head.
  bool has_rows() const { return rows_.size() > 1; }
  /// Two spaces between columns, none at the ends of lines.
  std::string text() const;
  /// The first row is the head.
  std::string markdown() const;

 private:
  bool is_right(std::size_t column) const;
  std::vector<std::size_t> right_aligned_;
  std::size_t first_number_ = std::string::npos;
  std::vector<std::vector<std::string>> rows_;
};

/// Long notes, printed once below the table. Cells refer to them by number.
class Footnotes {
 public:
  /// The reference for the cell: "[3]".
  std::string mark(const std::string& note);
  bool empty() const { return notes_.empty(); }
  /// One line for each note: "[3] …"; in markdown() "3. …".
  std::string text() const;
  std::string markdown() const;

 private:
  std::vector<std::string> notes_;
};

}  // namespace retprobe::harness
