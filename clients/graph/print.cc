#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "clients/graph/graph.h"

namespace retprobe::graph {
namespace {

constexpr std::size_t deepest_indent = 40;  // deeper calls show their depth as a number

std::string duration(const TickScale& scale, const Call& call) {
  char text[64];
  if (call.ending == Ending::unheard || call.ending == Ending::in_flight)
    std::snprintf(text, sizeof text, "%14s %-5s", "-", "");
  else
    std::snprintf(text, sizeof text, "%14.0f %-5s", scale.duration(call.ticks), scale.unit());
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

// Visits calls that have been kept.
void visit(const std::vector<Call>& calls, CallVisitor& visitor) {
  std::vector<std::size_t> open;
  const auto leave_until = [&](std::size_t parent, std::uint64_t now) {
    for (; !open.empty() && open.back() != parent; open.pop_back())
      visitor.leave(calls[open.back()], now);
  };
  for (std::size_t i = 0; i < calls.size(); ++i) {
    leave_until(calls[i].parent, calls[i].start);
    open.push_back(i);
    visitor.enter(calls[i]);
  }
  leave_until(Call::none, CallVisitor::never);
}

}  // namespace

void TreePrinter::enter(const Call& call) {
  if (last_)
    write_(no_duration + indent(last_->depth) + with_parentheses(last_->site->name) + " {");
  last_ = call;
}

void TreePrinter::leave(const Call& call, std::uint64_t) {
  const std::string begin = duration(scale_, call) + indent(call.depth);
  if (last_)
    write_(begin + with_parentheses(call.site->name) + ";" + note(call));
  else
    write_(begin + "}  /* " + call.site->name + " */" + note(call));
  last_.reset();
}

std::string thread_head(int thread, std::uint64_t calls, std::uint64_t dropped) {
  std::string text = "\n# thread " + std::to_string(thread) + ": " + std::to_string(calls) +
                     (calls == 1 ? " call" : " calls");
  if (dropped) text += ", and " + std::to_string(dropped) + " more that did not fit";
  return text + "\n";
}

std::string tree_head(const Trace& trace) {
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
  return text + "#         duration   | function\n";
}

std::string to_text(const Trace& trace) {
  std::string text = tree_head(trace);
  for (const ThreadTrace& thread : trace.threads) {
    text += thread_head(thread.thread, thread.calls.size(), thread.dropped);
    TreePrinter printer(trace.scale, [&](const std::string& line) { text += line + "\n"; });
    visit(thread.calls, printer);
  }
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
