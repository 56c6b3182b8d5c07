#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "clients/graph/graph.h"

namespace retprobe::graph {
namespace {

constexpr std::size_t deepest_indent = 40;  // deeper calls show their depth as a number

std::string duration(const Trace& trace, const Call& call) {
  char text[64];
  if (call.ending == Ending::unheard || call.ending == Ending::in_flight)
    std::snprintf(text, sizeof text, "%14s %-5s", "-", "");
  else
    std::snprintf(text, sizeof text, "%14.0f %-5s", trace.scale.duration(call.ticks),
                  trace.scale.unit());
  return text;
}
const std::string no_duration(20, ' ');

std::string indent(std::size_t depth) {
  std::string text = " | " + std::string(2 * std::min(depth, deepest_indent), ' ');
  if (depth > deepest_indent) text += "[" + std::to_string(depth) + "] ";
  return text;
}

std::string with_parentheses(const std::string& name) {
  return name.ends_with(')') ? name : name + "()";
}

std::string note(const Call& call) {
  switch (call.ending) {
    case Ending::returned:
      return "";
    case Ending::unwound:
      return "  /* unwound by an exception */";
    case Ending::abandoned:
      return "  /* abandoned: left by a jump */";
    case Ending::unheard:
      return "  /* over, but no exit was heard */";
    case Ending::in_flight:
      break;
  }
  return "  /* still running */";
}

void print_thread(std::string& text, const Trace& trace, const ThreadTrace& thread) {
  text += "\n# thread " + std::to_string(thread.thread) + ": " +
          std::to_string(thread.calls.size()) + " calls";
  if (thread.dropped) text += ", and " + std::to_string(thread.dropped) + " more that did not fit";
  text += "\n";
  std::vector<std::size_t> open;
  const auto close_until = [&](std::size_t parent) {
    while (!open.empty() && open.back() != parent) {
      const Call& call = thread.calls[open.back()];
      open.pop_back();
      text += duration(trace, call) + indent(call.depth) + "}  /* " + call.site->name + " */" +
              note(call) + "\n";
    }
  };
  for (std::size_t i = 0; i < thread.calls.size(); ++i) {
    const Call& call = thread.calls[i];
    close_until(call.parent);
    const std::string name = with_parentheses(call.site->name);
    const bool leaf = i + 1 == thread.calls.size() || thread.calls[i + 1].parent != i;
    if (leaf) {
      text += duration(trace, call) + indent(call.depth) + name + ";" + note(call) + "\n";
    } else {
      text += no_duration + indent(call.depth) + name + " {\n";
      open.push_back(i);
    }
  }
  close_until(Call::none);
}

}  // namespace

std::string to_text(const Trace& trace) {
  char scale[64];
  if (trace.scale.nanoseconds)
    std::snprintf(scale, sizeof scale, "TSC at %.3f GHz", trace.scale.ticks_per_ns);
  else
    std::snprintf(scale, sizeof scale, "TSC of varying rate, in ticks");
  std::string text = "# retprobe graph: design " + trace.design + ", transfer " + trace.transfer +
                     ", clock " + scale + "\n";
  if (trace.missed) text += "# missed: " + std::to_string(trace.missed) + " calls\n";
  if (trace.laneless)
    text += "# threads without a buffer: " + std::to_string(trace.laneless) + " calls\n";
  text += "#         duration   | function\n";
  for (const ThreadTrace& thread : trace.threads) print_thread(text, trace, thread);
  return text;
}

std::string to_json(const Trace& trace) {
  using nlohmann::json;
  json threads = json::array();
  for (const ThreadTrace& thread : trace.threads) {
    json calls = json::array();
    const std::uint64_t origin = thread.calls.empty() ? 0 : thread.calls.front().start;
    for (const Call& call : thread.calls) {
      json entry = {{"function", call.site->name},
                    {"address", call.site->address},
                    {"depth", call.depth},
                    {"parent", call.parent == Call::none ? json() : json(call.parent)},
                    {"start", trace.scale.duration(call.start - origin)},
                    {"ending", to_string(call.ending)}};
      const bool ended = call.ending != Ending::unheard && call.ending != Ending::in_flight;
      entry["duration"] = ended ? json(trace.scale.duration(call.ticks)) : json();
      calls.push_back(std::move(entry));
    }
    threads.push_back(
        {{"thread", thread.thread}, {"dropped", thread.dropped}, {"calls", std::move(calls)}});
  }
  const json clock = {
      {"unit", trace.scale.unit()},
      {"ticks_per_ns", trace.scale.nanoseconds ? json(trace.scale.ticks_per_ns) : json()}};
  const json all = {
      {"design", trace.design}, {"transfer", trace.transfer}, {"clock", clock},
      {"missed", trace.missed}, {"laneless", trace.laneless}, {"threads", std::move(threads)}};
  // A function's name may contain bytes that are not UTF-8.
  return all.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace retprobe::graph
