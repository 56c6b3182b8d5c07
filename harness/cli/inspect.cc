// `retprobe inspect`: a site before and after patching with everything that its jump leads to; a trampoline;
// the live shadow stack.
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/block.h"
#include "core/control.h"
#include "core/design_table.h"
#include "core/island.h"
#include "core/probe.h"
#include "harness/bench/nest.h"
#include "harness/bench/tracers.h"
#include "harness/cli/command.h"
#include "harness/code/disassembly.h"
#include "harness/code/symbols.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

struct InspectOptions {
  std::string site, trampoline, design = "counted_shadow", transfer = "paired", registers = "scalar",
                                format = "text", out;
  bool stack = false;
  unsigned tracers = 1, depth = 2;
};

// A part of what is inspected: a heading, its address, its text.
struct Section {
  std::string title;
  std::uintptr_t address;
  std::string text;
};

Error wrong(std::string message) { return {Error::Code::usage, std::move(message)}; }

Result<RegisterSet> register_set(const std::string& name) {
  for (const RegisterSet set : {RegisterSet::scalar, RegisterSet::vector, RegisterSet::full})
    if (name == to_string(set)) return set;
  return wrong("no register set '" + name + "'; there are scalar, vector, full");
}

// Names of the library's functions, and of what the rest of the program exports.
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

Section code(const std::string& title, const Symbols& symbols, std::uintptr_t address,
             const NameOf& name_of) {
  const auto range = symbols.range(address);
  return {title + (range.begin ? " " + symbols.name(range.begin) : ""), address,
          range.begin ? disassemble_memory(range.begin, range.end, name_of)
                      : "  (in no function of the library)\n"};
}

// A block's instructions, with the names that the documents have for its places.
std::string block_text(const Record& record, const NameOf& name_of) {
  struct Place {
    std::uintptr_t offset;
    const char* meaning;
  };
  constexpr Place slot[] = {{0, ""},
                            {RP_SLOT_X, "X"},
                            {RP_SLOT_FREE, "the slot is free"},
                            {RP_SLOT_CALL, "the body"},
                            {RP_SLOT_T, "T"},
                            {RP_SLOT_TRAP, "T of the trap transfer"},
                            {RP_SLOT_TRAP + 1, ""}};
  constexpr Place framed[] = {{0, ""},
                              {RP_FRAMED_MOV, ""},
                              {RP_FRAMED_SUB, "the frame area"},
                              {RP_FRAMED_CALL_ENTER, ""},
                              {RP_FRAMED_X, "X: the body"},
                              {RP_FRAMED_T, "T"},
                              {RP_FRAMED_LEAVE, ""},
                              {RP_FRAMED_RET, ""},
                              {RP_FRAMED_RET + 1, ""}};
  const std::span<const Place> places =
      shape_of(record) == Shape::slot ? std::span<const Place>(slot) : framed;
  const std::uintptr_t block = block_of(record);
  std::string text;
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    std::string line = disassemble_memory(block + places[i].offset, block + places[i + 1].offset, name_of);
    if (*places[i].meaning) line.insert(line.size() - 1, std::string("   # ") + places[i].meaning);
    text += line;
  }
  return text;
}

struct Attached {
  Cell cell;
  std::vector<const Site*> sites;
  CaseTracers tracers;
};
Result<Attached> attach(const InspectOptions& options, const std::string& pattern) {
  auto set = register_set(options.registers);
  if (!set.ok()) return set.error();
  if (Error error = configure({options.design, options.transfer})) return error;
  auto sites = find_sites(pattern);
  if (!sites.ok()) return sites.error();
  if (sites->size() > 1) {
    std::string names;
    for (std::size_t i = 0; i < sites->size() && i < 5; ++i) names += (i ? ", " : "") + (*sites)[i]->name;
    return wrong("--site " + pattern + " means " + std::to_string(sites->size()) + " functions (" + names +
                 (sites->size() > 5 ? ", …" : "") + "); name one of them, or its address");
  }
  if (!sites->front()->refusal.empty())
    return Error{Error::Code::refused,
                 sites->front()->name + " must not be probed: " + sites->front()->refusal};
  const Cell cell{options.design, options.transfer, *set, options.tracers};
  auto tracers = CaseTracers::attach(cell, {}, *sites, nullptr);
  if (!tracers.ok()) return tracers.error();
  return Attached{cell, *sites, std::move(*tracers)};
}

Result<std::vector<Section>> inspect_site(const InspectOptions& options) {
  auto name_of = namer();
  if (!name_of.ok()) return name_of.error();
  auto attached = attach(options, options.site);
  if (!attached.ok()) return attached.error();
  const Site& site = *attached->sites.front();
  const Control::SiteView view = Control::instance().view(site);
  std::vector<Section> sections;
  sections.push_back({"before: " + site.name + " in " + site.module, site.entry,
                      disassemble(site.entry, site.original, *name_of)});
  sections.push_back({"after: " + to_string(attached->cell), site.entry,
                      disassemble_memory(site.entry, site.entry + view.bytes.size(), *name_of)});
  if (!view.block) return sections;
  const std::uintptr_t first = jump_target(site.entry, view.bytes);
  if (island_target(first) != 0)
    sections.push_back({"island: the block is too far away for a five-byte jump", first,
                        disassemble_memory(first, first + 6, *name_of)});
  const std::uintptr_t block = block_of(*view.block);
  sections.push_back({shape_of(*view.block) == Shape::slot ? "block" : "block, framed", block,
                      block_text(*view.block, *name_of)});
  auto symbols = Symbols::of_module_at(block);
  if (!symbols.ok()) return symbols.error();
  sections.push_back(code("entry trampoline", *symbols, view.block->enter, *name_of));
  sections.push_back(code("return trampoline", *symbols, view.block->leave, *name_of));
  return sections;
}

Result<std::vector<Section>> inspect_trampoline(const InspectOptions& options) {
  std::vector<std::string> parts;
  std::istringstream words(options.trampoline);
  for (std::string part; std::getline(words, part, '/');) parts.push_back(part);
  if (parts.size() != 3)
    return wrong("--trampoline takes DESIGN/TRANSFER/REGISTERS, e.g. counted_shadow/paired/scalar");
  const DesignEntry* design = find_design(parts[0]);
  if (!design) return wrong("no design '" + parts[0] + "'; see 'retprobe list'");
  if (design->facts.wiring == Wiring::unhooked)
    return wrong("the design " + parts[0] + " has no trampolines");
  const bool framed = design->facts.wiring == Wiring::framed;
  Transfer transfer = Transfer::paired;
  bool known = framed && parts[1] == "-";
  for (std::size_t i = 0; i < transfer_count && !framed; ++i) {
    if (parts[1] != to_string(static_cast<Transfer>(i))) continue;
    transfer = static_cast<Transfer>(i);
    known = true;
  }
  if (!known)
    return wrong(framed ? "the design " + parts[0] + " has no return transfers; write '-' in its place"
                        : "no return transfer '" + parts[1] +
                              "'; there are paired, push_ret, call_ret, jump, trap");
  auto set = register_set(parts[2]);
  if (!set.ok()) return set.error();
  auto name_of = namer();
  if (!name_of.ok()) return name_of.error();
  const EntryMode mode = framed                         ? EntryMode::framed
                         : transfer == Transfer::paired ? EntryMode::paired
                                                        : EntryMode::replace;
  const std::uintptr_t direct = design->entry_trampoline(mode, Path::direct, *set);
  auto symbols = Symbols::of_module_at(direct);
  if (!symbols.ok()) return symbols.error();
  std::vector<Section> sections = {code("entry, one tracer:", *symbols, direct, *name_of)};
  if (design->facts.wiring != Wiring::chained)
    sections.push_back(code("entry, several tracers:", *symbols,
                            design->entry_trampoline(mode, Path::iterating, *set), *name_of));
  if (transfer == Transfer::trap && !framed)
    sections.push_back({"return: T is a breakpoint, and the SIGTRAP handler does the work", 0, ""});
  else
    sections.push_back(code("return:", *symbols, design->return_trampoline(transfer, *set), *name_of));
  return sections;
}

Result<std::vector<Section>> inspect_stack(const InspectOptions& options) {
  auto attached = attach(options, "retprobe_bench_nest");
  if (!attached.ok()) return attached.error();
  std::string picture;
  retprobe_bench_nest(
      options.depth, [](void* into) { *static_cast<std::string*>(into) = draw_shadow_stack(); }, &picture);
  if (Error error = attached->tracers.detach()) return error;
  return std::vector<Section>{
      {std::to_string(options.depth) + " calls in flight, " + to_string(attached->cell), 0,
       std::move(picture)}};
}

std::string render(const std::vector<Section>& sections, bool json) {
  std::ostringstream text;
  ordered_json all = ordered_json::array();
  for (const Section& section : sections) {
    all.push_back({{"title", section.title}, {"address", section.address}, {"text", section.text}});
    text << (text.tellp() ? "\n" : "") << section.title << "\n" << section.text;
  }
  return json ? ordered_json{{"sections", all}}.dump(1) + "\n" : text.str();
}

int inspect(const InspectOptions& options) {
  if (!options.site.empty() + !options.trampoline.empty() + options.stack != 1)
    return report("inspect",
                  wrong("choose one of --site NAME, --trampoline DESIGN/TRANSFER/REGISTERS and --stack"));
  auto output = Output::open(options.out);
  if (!output.ok()) return report("inspect", output.error());
  auto sections = options.stack          ? inspect_stack(options)
                  : options.site.empty() ? inspect_trampoline(options)
                                         : inspect_site(options);
  if (!sections.ok()) return report("inspect", sections.error());
  if (Error error = output->write(render(*sections, options.format == "json")))
    return report("inspect", error);
  return exit_ok;
}

}  // namespace

Command inspect_command(CLI::App& program) {
  auto* app =
      program.add_subcommand("inspect", "Look at a site's code, a trampoline, or a live shadow stack");
  auto options = std::make_shared<InspectOptions>();
  app->add_option("--site", options->site,
                  "a function (symbol, glob that means one, or 0x address): its code before and after\n"
                  "patching, and all that its jump leads to")
      ->type_name("NAME");
  app->add_option("--trampoline", options->trampoline, "a design's trampolines")
      ->type_name("DESIGN/TRANSFER/REGISTERS");
  app->add_flag("--stack", options->stack, "probe a nested call and draw the shadow stack from inside it");
  app->add_option("--design", options->design, "for --site and --stack")
      ->capture_default_str()
      ->type_name("NAME");
  app->add_option("--transfer", options->transfer, "for --site and --stack")
      ->capture_default_str()
      ->type_name("NAME");
  app->add_option("--registers", options->registers, "for --site and --stack")
      ->capture_default_str()
      ->type_name("NAME");
  app->add_option("--tracers", options->tracers, "how many, for --site and --stack")
      ->check(CLI::Range(1u, 4096u))
      ->capture_default_str();
  app->add_option("--depth", options->depth, "calls in flight, for --stack")
      ->check(CLI::Range(1u, 1000u))
      ->capture_default_str();
  app->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app->add_option("--out", options->out, "write to this file instead of standard output")->type_name("FILE");
  app->footer(
      "Examples:\n"
      "  retprobe inspect --site wl_leaf\n"
      "  retprobe inspect --site wl_leaf --design chained_trampolines --tracers 3 --transfer call_ret\n"
      "  retprobe inspect --stack --tracers 3 --depth 4\n"
      "  retprobe inspect --trampoline counted_shadow/paired/full");
  return {app, [options] { return inspect(*options); }};
}

}  // namespace retprobe::harness
