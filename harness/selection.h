// What the command line selects: by globs, cells of the matrix design x transfer x register set x
// number of tracers, scenarios and workloads; and one part of what is to be run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "retprobe/error.h"
#include "retprobe/registers.h"

namespace retprobe::harness {

/// One cell: how the process makes its probes, and how many tracers are on the probed functions.
struct Cell {
  std::string design;
  std::string transfer;
  RegisterSet registers = RegisterSet::scalar;
  unsigned tracers = 1;
  bool operator==(const Cell&) const = default;
};
/// "counted_shadow/paired/scalar/1"
std::string to_string(const Cell& cell);

/// Lists of globs (fnmatch). An empty list selects everything. For transfers, that is everything
/// that the design has.
struct Selection {
  std::vector<std::string> designs = {}, transfers = {}, registers = {}, tracers = {},
                           scenarios = {}, workloads = {};
  std::vector<std::string> handlers = {};  // kinds of handlers, no globs; `bench` only
};

/// The selected cells that make sense, each once. A design without return transfers (call_through,
/// none) appears only with the transfer "-". `tracer_counts` are the numbers of tracers to choose
/// from. A glob that matches nothing is an Error that lists what there is.
Result<std::vector<Cell>> select_cells(const Selection& selection,
                                       const std::vector<unsigned>& tracer_counts);
/// Error where a glob matches none of the names: a misspelt glob beside good ones would silently
/// select less. `what`: "design".
Error check_globs(const std::string& what, const std::vector<std::string>& globs,
                  const std::vector<std::string>& names);
/// Whether `name` matches one of `globs`, or `globs` is empty.
bool is_selected(const std::vector<std::string>& globs, std::string_view name);

/// One part of a run that several machines share. "2/8" is the third of eight parts: the indices of
/// array jobs and indexed jobs count from 0.
struct Shard {
  unsigned index = 0, count = 1;
};
Result<Shard> parse_shard(std::string_view text);

}  // namespace retprobe::harness
