#include "harness/regress/notes.h"

#include <algorithm>

namespace retprobe::harness {

void Notes::add(const std::string& what, const std::string& row) {
  auto found = std::ranges::find(notes_, what, &Note::what);
  if (found == notes_.end()) found = notes_.insert(found, {what, {}});
  found->rows.push_back(row);
}

std::vector<std::string> Notes::lines() const {
  constexpr std::size_t most_named = 4;
  std::vector<std::string> lines;
  for (const auto& [what, rows] : notes_) {
    std::string line = what + " (" + number_of(rows.size(), "row") + "): ";
    for (std::size_t i = 0; i < std::min(rows.size(), most_named); ++i)
      line += (i ? ", " : "") + rows[i];
    if (rows.size() > most_named)
      line += " and " + std::to_string(rows.size() - most_named) + " more";
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace retprobe::harness
