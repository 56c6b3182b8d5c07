// `retprobe inspect` shows a site before and after patching, with everything that its jump leads
// to; a trampoline; the live shadow stack.
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/hooks/design_table.h"
#include "harness/bench/nest.h"
#include "harness/bench/tracers.h"
#include "harness/cli/command.h"
#include "harness/code/inspection.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

struct InspectOptions : CommonOptions {
  std::string site, trampoline, design = "counted_shadow", transfer = "paired",
                                registers = "scalar";
  bool stack = false;
  unsigned tracers = 1, depth = 2;
};

// One part of an inspection: a heading, an address, and text.
struct Section {
  std::string title;
  std::uintptr_t address;
  std::string text;
};

RegisterSet register_set(const std::string& name) {
  for (const RegisterSet set : {RegisterSet::scalar, RegisterSet::vector, RegisterSet::full})
    if (name == to_string(set)) return set;
  throw wrong_use("no register set '" + name + "'; there are scalar, vector, full");
}

std::vector<Section> as_text(const std::vector<CodeSection>& code) {
  std::vector<Section> sections;
  for (const CodeSection& part : code) {
    std::string text;
    for (const DecodedLine& line : part.lines) text += text_of(line);
    sections.push_back({part.title, part.address, std::move(text)});
  }
  return sections;
}

struct Attached {
  Cell cell;
  std::vector<const Site*> sites;
  CaseTracers tracers;
};
Attached attach(const InspectOptions& options, const std::string& pattern) {
  const Cell cell{options.design, options.transfer, register_set(options.registers),
                  options.tracers};
  must(configure({options.design, options.transfer}));
  const auto sites = must(find_sites(pattern));
  if (sites.size() > 1) {
    std::string names;
    for (std::size_t i = 0; i < sites.size() && i < 5; ++i)
      names += (i ? ", " : "") + sites[i]->name;
    throw wrong_use("--site " + pattern + " means " + std::to_string(sites.size()) +
                    " functions (" + names + (sites.size() > 5 ? ", …" : "") +
                    "); name one of them, or its address");
  }
  if (const Site& site = *sites.front(); !site.refusal.empty())
    throw wrong_use(site.name + " must not be probed: " + site.refusal);
  return {cell, sites, must(CaseTracers::attach(cell, {}, sites, nullptr))};
}

std::vector<Section> inspect_site(const InspectOptions& options) {
  const Attached attached = attach(options, options.site);
  return as_text(must(inspect_code(*attached.sites.front(), to_string(attached.cell))));
}

std::vector<Section> inspect_trampoline(const InspectOptions& options) {
  std::vector<std::string> parts;
  std::istringstream words(options.trampoline);
  for (std::string part; std::getline(words, part, '/');) parts.push_back(part);
  if (parts.size() != 3)
    throw wrong_use(
        "--trampoline takes DESIGN/TRANSFER/REGISTERS, e.g. counted_shadow/paired/scalar");
  const DesignEntry* design = find_design(parts[0]);
  if (!design) throw wrong_use("no design '" + parts[0] + "'; see 'retprobe list'");
  if (design->facts.wiring == Wiring::unhooked)
    throw wrong_use("the design " + parts[0] + " has no trampolines");
  const bool framed = design->facts.wiring == Wiring::framed;
  Transfer transfer = Transfer::paired;
  bool known = framed && parts[1] == "-";
  for (std::size_t i = 0; i < transfer_count && !framed; ++i) {
    if (parts[1] != to_string(static_cast<Transfer>(i))) continue;
    transfer = static_cast<Transfer>(i);
    known = true;
  }
  if (!known)
    throw wrong_use(framed ? "the design " + parts[0] +
                                 " has no return transfers; write '-' in its place"
                           : "no return transfer '" + parts[1] +
                                 "'; there are paired, push_ret, call_ret, jump, trap");
  return as_text(must(inspect_trampolines(*design, transfer, register_set(parts[2]))));
}

std::vector<Section> inspect_stack(const InspectOptions& options) {
  Attached attached = attach(options, "retprobe_bench_nest");
  std::string picture;
  retprobe_bench_nest(
      options.depth, [](void* into) { *static_cast<std::string*>(into) = draw_shadow_stack(); },
      &picture);
  must(attached.tracers.detach());
  return {{std::to_string(options.depth) + " calls in flight, " + to_string(attached.cell), 0,
           std::move(picture)}};
}

std::string render(const std::vector<Section>& sections, bool json) {
  std::ostringstream text;
  ordered_json all = ordered_json::array();
  for (const Section& section : sections) {
    all.push_back({{"title", section.title}, {"address", section.address}, {"text", section.text}});
    text << (text.tellp() ? "\n" : "") << section.title << "\n" << section.text;
  }
  return json ? json_text(ordered_json{{"sections", all}}) : text.str();
}

int inspect(const InspectOptions& options) {
  if (!options.site.empty() + !options.trampoline.empty() + options.stack != 1)
    throw wrong_use(
        "choose one of --site NAME, --trampoline DESIGN/TRANSFER/REGISTERS and --stack");
  const Output output(options.out);
  output.write(render(options.stack          ? inspect_stack(options)
                      : options.site.empty() ? inspect_trampoline(options)
                                             : inspect_site(options),
                      options.json()));
  return exit_ok;
}

}  // namespace

Command inspect_command(CLI::App& program) {
  auto* app = program.add_subcommand("inspect",
                                     "Look at a site's code, a trampoline, or a live shadow stack");
  auto options = std::make_shared<InspectOptions>();
  app->add_option(
         "--site", options->site,
         "a function (a symbol, a glob that matches one, or a 0x address): its code before and\n"
         "after patching, and the code that its jump leads to")
      ->type_name("NAME");
  app->add_option("--trampoline", options->trampoline, "a design's trampolines")
      ->type_name("DESIGN/TRANSFER/REGISTERS");
  app->add_flag("--stack", options->stack,
                "probe a nested call and draw the shadow stack from inside it");
  for (const auto& [name, into] : {std::pair{"--design", &options->design},
                                   {"--transfer", &options->transfer},
                                   {"--registers", &options->registers}})
    app->add_option(name, *into, "for --site and --stack")
        ->capture_default_str()
        ->type_name("NAME");
  app->add_option("--tracers", options->tracers, "how many, for --site and --stack")
      ->check(CLI::Range(1u, 4096u))
      ->capture_default_str();
  app->add_option("--depth", options->depth, "calls in flight, for --stack")
      ->check(CLI::Range(1u, 1000u))
      ->capture_default_str();
  add_options(*app, *options, {});
  app->footer(
      "Examples:\n"
      "  retprobe inspect --site wl_leaf\n"
      "  retprobe inspect --site wl_leaf --design chained_trampolines --tracers 3 --transfer "
      "call_ret\n"
      "  retprobe inspect --stack --tracers 3 --depth 4\n"
      "  retprobe inspect --trampoline counted_shadow/paired/full");
  return {app, [options] { return inspect(*options); }};
}

}  // namespace retprobe::harness
