// What the command line selects: cells of the matrix design x transfer x register set x tracers, by
// globs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "retprobe/error.h"
#include "retprobe/registers.h"

namespace retprobe::harness {

/// One cell: how the process's probes are made, and how many tracers sit on the probed functions.
struct Cell {
  std::string design;
  std::string transfer;
  RegisterSet registers = RegisterSet::scalar;
  unsigned tracers = 1;
  bool operator==(const Cell&) const = default;
};
/// "counted_shadow/paired/scalar/1"
std::string to_string(const Cell& cell);

/// Lists of globs (fnmatch); an empty list selects everything (transfers: everything that the
/// design has).
struct Selection {
  std::vector<std::string> designs = {}, transfers = {}, registers = {}, tracers = {},
                           scenarios = {}, workloads = {};
};

/// The cells that are selected and make sense, each once: a design without return transfers
/// (call_through, none) appears with one transfer, "-", only. `tracer_counts` is what is to be
/// crossed with them. A glob that matches nothing is an Error that lists what there is.
Result<std::vector<Cell>> select_cells(const Selection& selection,
                                       const std::vector<unsigned>& tracer_counts);
/// Whether `name` matches one of `globs`, or there are none.
bool is_selected(const std::vector<std::string>& globs, std::string_view name);

}  // namespace retprobe::harness
