// A comparison of two results of `retprobe bench` as a page and as JSON.
#pragma once

#include "harness/regress/page.h"

namespace retprobe::harness {

/// With `all`: every row.
Page page_of(const Regress& made, bool all);
/// The whole comparison as JSON (results/schema.json, regressions_file).
nlohmann::ordered_json regress_json(const Regress& made);

}  // namespace retprobe::harness
