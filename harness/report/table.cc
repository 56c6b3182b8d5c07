#include "harness/report/table.h"

#include <algorithm>

#include "harness/text.h"

namespace retprobe::harness {

std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string cut(const std::string& text, std::size_t columns) {
  if (display_width(text) <= columns) return text;
  std::size_t at = 0;
  for (std::size_t left = columns; left > 1 && at < text.size(); --left) do
      ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80);
  return text.substr(0, at) + (columns == 0 ? "" : "…");
}

std::string fixed(double value, int digits) { return printed("%.*f", digits, value); }

std::string Footnotes::mark(const std::string& note) {
  auto found = std::ranges::find(notes_, note);
  if (found == notes_.end()) found = notes_.insert(found, note);
  return "[" + std::to_string(found - notes_.begin() + 1) + "]";
}

std::string Footnotes::text() const {
  std::string text;
  for (std::size_t i = 0; i < notes_.size(); ++i)
    text += "[" + std::to_string(i + 1) + "] " + notes_[i] + "\n";
  return text;
}

std::string Footnotes::markdown() const {
  std::string text;
  for (std::size_t i = 0; i < notes_.size(); ++i)
    text += std::to_string(i + 1) + ". " + notes_[i] + "\n";
  return text;
}

Table::Table(std::vector<std::size_t> right_aligned) : right_aligned_(std::move(right_aligned)) {}

Table Table::of_numbers(std::size_t first) {
  Table table;
  table.first_number_ = first;
  return table;
}

void Table::add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

bool Table::is_right(std::size_t column) const {
  return column >= first_number_ ||
         std::ranges::find(right_aligned_, column) != right_aligned_.end();
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - display_width(row[i]), ' ');
      line += (i ? "  " : "") + (is_right(i) ? padding + row[i] : row[i] + padding);
    }
    while (line.ends_with(' ')) line.pop_back();
    text += line + "\n";
  }
  return text;
}

std::string Table::markdown() const {
  std::string text;
  for (const auto& row : rows_) {
    const bool is_head = text.empty();
    for (const std::string& cell : row) {
      text += "| ";
      for (const char letter : cell) text += letter == '|' ? "\\|" : std::string(1, letter);
      text += " ";
    }
    text += "|\n";
    if (!is_head) continue;
    for (std::size_t i = 0; i < row.size(); ++i) text += is_right(i) ? "|---:" : "|---";
    text += "|\n";
  }
  return text;
}

}  // namespace retprobe::harness
