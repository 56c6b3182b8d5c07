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

struct InspectOptions {
  std::string site, trampoline, design = "counted_shadow", transfer = "paired",
                                registers = "scalar", format = "text", out;
  bool stack = false;
  unsigned tracers = 1, depth = 2;
};

// One part of an inspection: a heading, an address, and text.
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

Result<std::vector<Section>> as_text(const Result<std::vector<CodeSection>>& code) {
  if (!code.ok()) return code.error();
  std::vector<Section> sections;
  for (const CodeSection& part : *code) {
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
Result<Attached> attach(const InspectOptions& options, const std::string& pattern) {
  auto set = register_set(options.registers);
  if (!set.ok()) return set.error();
  if (Error error = configure({options.design, options.transfer})) return error;
  auto sites = find_sites(pattern);
  if (!sites.ok()) return sites.error();
  if (sites->size() > 1) {
    std::string names;
    for (std::size_t i = 0; i < sites->size() && i < 5; ++i)
      names += (i ? ", " : "") + (*sites)[i]->name;
    return wrong("--site " + pattern + " means " + std::to_string(sites->size()) + " functions (" +
                 names + (sites->size() > 5 ? ", …" : "") + "); name one of them, or its address");
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
  auto attached = attach(options, options.site);
  if (!attached.ok()) return attached.error();
  return as_text(inspect_code(*attached->sites.front(), to_string(attached->cell)));
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
    return wrong(framed
                     ? "the design " + parts[0] + " has no return transfers; write '-' in its place"
                     : "no return transfer '" + parts[1] +
                           "'; there are paired, push_ret, call_ret, jump, trap");
  auto set = register_set(parts[2]);
  if (!set.ok()) return set.error();
  return as_text(inspect_trampolines(*design, transfer, *set));
}

Result<std::vector<Section>> inspect_stack(const InspectOptions& options) {
  auto attached = attach(options, "retprobe_bench_nest");
  if (!attached.ok()) return attached.error();
  std::string picture;
  retprobe_bench_nest(
      options.depth, [](void* into) { *static_cast<std::string*>(into) = draw_shadow_stack(); },
      &picture);
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
  return json ? json_text(ordered_json{{"sections", all}}) : text.str();
}

int inspect(const InspectOptions& options) {
  if (!options.site.empty() + !options.trampoline.empty() + options.stack != 1)
    return report(
        "inspect",
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
  app->add_option("--out", options->out, "write to this file instead of standard output")
      ->type_name("FILE");
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
