#include "harness/selection.h"

#include <fnmatch.h>

#include <algorithm>
#include <charconv>

#include "core/hooks/design_table.h"
#include "harness/text.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

constexpr RegisterSet register_sets[] = {RegisterSet::scalar, RegisterSet::vector,
                                         RegisterSet::full};
constexpr std::string_view no_transfer = "-";

bool matches(const std::string& glob, std::string_view name) {
  return fnmatch(glob.c_str(), std::string(name).c_str(), 0) == 0;
}

bool read_number(std::string_view text, unsigned& number) {
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failed == std::errc() && end == text.data() + text.size() && !text.empty();
}

}  // namespace

std::string to_string(const Cell& cell) {
  return cell.design + "/" + cell.transfer + "/" + to_string(cell.registers) + "/" +
         std::to_string(cell.tracers);
}

bool is_selected(const std::vector<std::string>& globs, std::string_view name) {
  return globs.empty() ||
         std::ranges::any_of(globs, [&](const std::string& glob) { return matches(glob, name); });
}

Error check_globs(const std::string& what, const std::vector<std::string>& globs,
                  const std::vector<std::string>& names) {
  for (const std::string& glob : globs)
    if (std::ranges::none_of(names, [&](const std::string& name) { return matches(glob, name); }))
      return {Error::Code::not_found,
              "no " + what + " matches '" + glob + "'; there are " + joined(names)};
  return {};
}

Result<std::vector<Cell>> select_cells(const Selection& selection,
                                       const std::vector<unsigned>& tracer_counts) {
  std::vector<std::string> transfers, sets, counts;
  for (const std::string_view name : transfer_names()) transfers.emplace_back(name);
  transfers.emplace_back(no_transfer);
  for (const RegisterSet set : register_sets) sets.emplace_back(to_string(set));
  for (const unsigned count : tracer_counts) {
    if (std::string word = std::to_string(count); std::ranges::find(counts, word) == counts.end())
      counts.push_back(std::move(word));
  }
  for (Error error : {check_globs("design", selection.designs, design_names()),
                      check_globs("return transfer", selection.transfers, transfers),
                      check_globs("register set", selection.registers, sets),
                      check_globs("number of tracers", selection.tracers, counts)})
    if (error) return error;

  std::vector<Cell> cells;
  for (const DesignEntry* design : design_table()) {
    if (!is_selected(selection.designs, design->name)) continue;
    for (const std::string& transfer : transfers) {
      if ((transfer == no_transfer) == design->facts.has_transfers()) continue;
      if (!is_selected(selection.transfers, transfer)) continue;
      for (const RegisterSet set : register_sets) {
        if (!is_selected(selection.registers, to_string(set))) continue;
        for (const std::string& count : counts) {
          if (!is_selected(selection.tracers, count)) continue;
          cells.push_back(
              {std::string(design->name), transfer, set, static_cast<unsigned>(std::stoul(count))});
        }
      }
    }
  }
  if (cells.empty())
    return Error{Error::Code::not_found,
                 "nothing is selected: the designs " + joined(selection.designs) +
                     " have no return transfer that matches " + joined(selection.transfers) +
                     " (a design without return transfers is selected by '-')"};
  return cells;
}

Result<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  Shard shard;
  if (slash == std::string_view::npos || !read_number(text.substr(0, slash), shard.index) ||
      !read_number(text.substr(slash + 1), shard.count) || shard.count == 0)
    return Error{Error::Code::usage,
                 "--shard '" + std::string(text) +
                     "' is not of the form i/n; 0/4 is the first of four parts"};
  if (shard.index >= shard.count)
    return Error{Error::Code::usage,
                 "--shard " + std::string(text) + ": parts are counted from 0, so the last is " +
                     std::to_string(shard.count - 1) + "/" + std::to_string(shard.count)};
  return shard;
}

}  // namespace retprobe::harness
