// What a result answers: which design to take for which need.
#pragma once

#include <string>

#include "harness/results/result_view.h"

namespace retprobe::harness {

enum class AnswerFormat { text, markdown };

/// "overall: …", a line for each of the needs that most people have, and what was left out. ""
/// where nothing can be decided.
std::string answer_text(const ResultView& view, AnswerFormat format = AnswerFormat::text);

/// A table of all needs, with the rows that decide. "" where nothing can be decided.
std::string decision_text(const ResultView& view);

}  // namespace retprobe::harness
