// What a comparison prints: of times or of exact counts, as text or as Markdown.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/regress/regress.h"
#include "harness/report/table.h"

namespace retprobe::harness {

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

/// Rows that changed, the worst first, then what the table does not show, and the verdict.
struct Page {
  bool worse;
  std::string between = {};  // what the verdict adds: ", between two machines"
  std::string base, now, summary, method = {};
  Table table;  // with its head
  std::vector<std::string> unlike = {};
  std::vector<std::string> alarms = {};  // what makes it worse beside the table
  std::vector<std::string> notes = {};

  std::string text() const;
  /// For a pull request.
  std::string markdown() const;
};

std::vector<std::string> lines_of(const std::vector<ContextDifference>& differences);
nlohmann::ordered_json json_of(const std::vector<ContextDifference>& differences);

}  // namespace retprobe::harness
