#include "harness/regress/page.h"

#include <algorithm>
#include <span>

#include "harness/text.h"

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
    std::string line = what + " (" + number_of(rows.size(), "row") +
                       "): " + joined(std::span(rows).first(std::min(rows.size(), most_named)));
    if (rows.size() > most_named)
      line += " and " + std::to_string(rows.size() - most_named) + " more";
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string Page::text() const {
  std::string text = "BASE " + base + "\nNEW  " + now + "\n";
  for (const std::string& line : unlike) text += line + "\n";
  text += "\n";
  if (table.has_rows()) text += table.text() + "\n" + (method.empty() ? "" : method + "\n\n");
  for (const auto& lines : {alarms, notes})
    for (const std::string& line : lines) text += line + "\n";
  return text + summary + "\n" + (worse ? "REGRESSION" : "no regression") + between + "\n";
}

std::string Page::markdown() const {
  std::string text = std::string("**") + (worse ? "REGRESSION" : "no regression") + between +
                     "**: " + summary + "\n\n";
  for (const std::string& line : unlike) text += "**" + line + "**\n\n";
  if (table.has_rows()) text += table.markdown() + "\n";
  for (const std::string& alarm : alarms) text += "- **" + alarm + "**\n";
  for (const std::string& note : notes) text += "- " + note + "\n";
  return text + "- BASE " + base + "\n- NEW " + now + "\n" +
         (method.empty() ? "" : "- " + method + "\n");
}

std::vector<std::string> lines_of(const std::vector<ContextDifference>& differences) {
  std::vector<std::string> lines;
  for (const auto& [what, base, now, of] : differences)
    lines.push_back("not the same " + what + ": " + base + " -> " + now);
  return lines;
}

nlohmann::ordered_json json_of(const std::vector<ContextDifference>& differences) {
  auto json = nlohmann::ordered_json::array();
  for (const auto& [what, base, now, of] : differences)
    json.push_back({{"what", what}, {"base", base}, {"new", now}});
  return json;
}

}  // namespace retprobe::harness
