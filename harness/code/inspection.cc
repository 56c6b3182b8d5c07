#include "harness/code/inspection.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>

#include "core/blocks/block.h"
#include "core/control/control.h"
#include "core/patching/island.h"
#include "harness/code/symbols.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

// Names the library's functions, and the functions that the rest of the program exports.
Result<NameOf> namer() {
  auto symbols = Symbols::of_module_at(reinterpret_cast<std::uintptr_t>(&retprobe::usage));
  if (!symbols.ok()) return symbols.error();
  auto shared = std::make_shared<Symbols>(std::move(*symbols));
  return NameOf([shared](std::uintptr_t address) {
    if (std::string name = shared->name(address); !name.empty()) return name;
    const auto site = site_at(address);
    return site.ok() ? (*site)->name : std::string();
  });
}

std::vector<DecodedLine> memory_lines(std::uintptr_t begin, std::uintptr_t end,
                                      const NameOf& name_of) {
  return decode_lines(begin, {reinterpret_cast<const std::uint8_t*>(begin), end - begin}, name_of);
}

// If the library was stripped of its symbols, the end of a function is not known.
CodeSection code(const std::string& title, const Symbols& symbols, std::uintptr_t address,
                 const NameOf& name_of) {
  const auto range = symbols.range(address);
  if (!range.begin)
    return {title + " (in no function that the library has a symbol for)", address, {}};
  return {title + " " + symbols.name(range.begin), address,
          memory_lines(range.begin, range.end, name_of)};
}

// Adds a trampoline, the design's C++ hook that it jumps to, and the routine that the hook ends in.
void add_trampoline(std::vector<CodeSection>& sections, const std::string& side,
                    const Symbols& symbols, std::uintptr_t address, const NameOf& name_of) {
  sections.push_back(code(side + " trampoline", symbols, address, name_of));
  const auto follow = [&](const std::string& title, const std::string& prefix) {
    std::set<std::uintptr_t> targets;
    for (const DecodedLine& line : sections.back().lines)
      if (const std::uintptr_t target = jump_target(line.address, line.bytes);
          target && symbols.name(target).starts_with(prefix))
        targets.insert(target);
    for (const std::uintptr_t target : targets)
      sections.push_back(code(side + " " + title, symbols, target, name_of));
  };
  follow("hook", "retprobe_on_");
  follow("resume", "retprobe_resume_");
}

// A block's instructions, with the documents' names for the places in it.
std::vector<DecodedLine> block_lines(const Record& record, const NameOf& name_of) {
  struct Place {
    std::uintptr_t offset;
    const char* meaning;
  };
  constexpr Place places[] = {{0, "keeps r11"},
                              {RP_BLOCK_LEA, "the record"},
                              {RP_BLOCK_ENTER, "the entry trampoline"},
                              {RP_BLOCK_CALL, "the body"},
                              {RP_BLOCK_T, "T"},
                              {RP_BLOCK_TRAP, "T of the trap transfer"},
                              {RP_BLOCK_TRAP + 1, ""}};
  const std::uintptr_t block = block_of(record);
  std::vector<DecodedLine> all;
  for (std::size_t i = 0; i + 1 < std::size(places); ++i) {
    auto lines = memory_lines(block + places[i].offset, block + places[i + 1].offset, name_of);
    if (!lines.empty()) lines.back().note = places[i].meaning;
    std::ranges::move(lines, std::back_inserter(all));
  }
  return all;
}

}  // namespace

Result<std::vector<CodeSection>> inspect_code(const Site& site, const std::string& what) {
  auto name_of = namer();
  if (!name_of.ok()) return name_of.error();
  const Control::SiteView view = Control::instance().view(site);
  std::vector<CodeSection> sections;
  sections.push_back({"before: " + site.name + " in " + site.module, site.entry,
                      decode_lines(site.entry, site.original, *name_of)});
  sections.push_back({"after: " + what, site.entry,
                      memory_lines(site.entry, site.entry + view.bytes.size(), *name_of)});
  if (!view.block) return sections;
  const std::uintptr_t first = jump_target(site.entry, view.bytes);
  if (island_target(first) != 0)
    sections.push_back({"island: the block is too far away for a five-byte jump", first,
                        memory_lines(first, first + 6, *name_of)});
  const std::uintptr_t block = block_of(*view.block);
  sections.push_back({shape_of(*view.block) == Shape::slot ? "block" : "block, framed", block,
                      block_lines(*view.block, *name_of)});
  auto symbols = Symbols::of_module_at(block);
  if (!symbols.ok()) return symbols.error();
  add_trampoline(sections, "entry", *symbols, view.block->enter, *name_of);
  add_trampoline(sections, "return", *symbols, view.block->leave, *name_of);
  return sections;
}

Result<std::vector<CodeSection>> inspect_trampolines(const DesignEntry& design, Transfer transfer,
                                                     RegisterSet set) {
  auto name_of = namer();
  if (!name_of.ok()) return name_of.error();
  const std::uintptr_t direct = design.entry_trampoline(transfer, Path::direct, set);
  auto symbols = Symbols::of_module_at(direct);
  if (!symbols.ok()) return symbols.error();
  std::vector<CodeSection> sections = {code("entry, one tracer:", *symbols, direct, *name_of)};
  if (design.facts.wiring != Wiring::chained)
    sections.push_back(code("entry, several tracers:", *symbols,
                            design.entry_trampoline(transfer, Path::iterating, set), *name_of));
  if (transfer == Transfer::trap && !design.facts.is_framed())
    sections.push_back({"return: T is a breakpoint, and the SIGTRAP handler does the work", 0, {}});
  else
    sections.push_back(
        code("return:", *symbols, design.return_trampoline(transfer, set), *name_of));
  return sections;
}

}  // namespace retprobe::harness
