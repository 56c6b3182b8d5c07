#include "harness/run/flame.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/run/names.h"
#include "harness/run/report.h"

namespace retprobe::run {
namespace {

using harness::printed;

// All calls that have the same stack.
struct Node {
  std::string name;
  std::uint64_t calls = 0, self = 0, all = 0;  // ticks
  std::map<std::string_view, Node*> callees = {};
};

class Stacks final : public graph::CallVisitor {
 public:
  Stacks() { nodes_.push_back({.name = "all"}); }

  Node& root() { return nodes_.front(); }
  Node& callee(Node& of, const std::string& name) {
    if (const auto found = of.callees.find(name); found != of.callees.end()) return *found->second;
    Node& made = nodes_.emplace_back(Node{.name = name});
    of.callees[made.name] = &made;
    return made;
  }
  /// Where a thread's calls begin.
  void begin_at(Node& node) { begin_ = &node; }

  void enter(const graph::Call& call) override {
    Node& node = callee(open_.empty() ? *begin_ : *open_.back().node, call.site->name);
    ++node.calls;
    open_.push_back({&node, 0});
  }
  void leave(const graph::Call& call, std::uint64_t) override {
    const auto [node, of_callees] = open_.back();
    open_.pop_back();
    const std::uint64_t ticks = std::max(call.ticks, of_callees);
    node->self += ticks - of_callees;
    if (!open_.empty()) open_.back().of_callees += ticks;
  }

  /// Adds what callees took. A callee is made later than its caller.
  void sum_up() {
    for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
      node->all += node->self;
      for (const auto& [name, callee] : node->callees) node->all += callee->all;
    }
  }

 private:
  struct Open {
    Node* node;
    std::uint64_t of_callees;
  };
  std::deque<Node> nodes_;  // the root is the first
  Node* begin_ = &nodes_.front();
  std::vector<Open> open_;
};

// Visits a node and all below it without recursion, since programs recurse deeply.
template <class Visit>
void visit_nodes(Node& root, Visit visit) {
  struct Place {
    Node* node;
    std::size_t depth;
    double at;
  };
  std::vector<Place> left = {{&root, 0, 0}};
  while (!left.empty()) {
    const Place place = left.back();
    left.pop_back();
    if (!visit(*place.node, place.depth, place.at)) continue;
    double at = place.at + static_cast<double>(place.node->all);
    for (auto callee = place.node->callees.rbegin(); callee != place.node->callees.rend();
         ++callee) {
      at -= static_cast<double>(callee->second->all);
      left.push_back({callee->second, place.depth + 1, at});
    }
  }
}

void write_folded(Node& root, const graph::TickScale& scale, const Sink& sink) {
  std::vector<std::size_t> ends = {0};  // of the names on the stack
  std::string stack;
  visit_nodes(root, [&](const Node& node, std::size_t depth, double) {
    if (depth == 0) return true;
    stack.resize(ends[depth - 1]);
    ends.resize(depth);
    std::string name = escaped(node.name);
    std::ranges::replace(name, ';', ':');
    stack += (depth == 1 ? "" : ";") + name;
    ends.push_back(stack.size());
    const auto time = static_cast<std::uint64_t>(scale.duration(node.self));
    if (time != 0) sink(stack + " " + std::to_string(time) + "\n");
    return true;
  });
}

std::string in_xml(const std::string& text) {
  std::string made;
  for (const char c : text)
    made += c == '<'                              ? "&lt;"
            : c == '>'                            ? "&gt;"
            : c == '&'                            ? "&amp;"
            : static_cast<unsigned char>(c) < ' ' ? "?"
                                                  : std::string(1, c);
  return made;
}

// A warm colour that a name always has.
std::string colour(const std::string& name) {
  unsigned hash = 2166136261u;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return printed("hsl(%u,%u%%,%u%%)", hash % 50, 70 + hash / 64 % 20, 62 + hash / 4096 % 10);
}

constexpr double width = 1200, row = 18;

// Shows names as far as they fit. A click makes a function as wide as the picture.
constexpr const char* script = R"(<script><![CDATA[
const all = [...document.querySelectorAll('g')].map(g => ({g, rect: g.querySelector('rect'),
  text: g.querySelector('text'), name: g.querySelector('title').textContent.split('\n')[0],
  x: +g.dataset.x, w: +g.dataset.w, d: +g.dataset.d}));
function show(to) {
  const scale = 1200 / to.w;
  for (const one of all) {
    const outer = one.d < to.d && one.x <= to.x + 1e-6 && one.x + one.w >= to.x + to.w - 1e-6;
    const x = outer ? 0 : (one.x - to.x) * scale, w = outer ? 1200 : one.w * scale;
    one.g.style.display = x + w < 0.1 || x > 1199.9 ? 'none' : '';
    one.g.style.opacity = outer ? 0.6 : 1;
    one.rect.setAttribute('x', x);
    one.rect.setAttribute('width', Math.max(w - 0.5, 0.2));
    one.text.setAttribute('x', x + 3);
    const letters = Math.floor((w - 6) / 7);
    one.text.textContent = letters < 3 ? '' :
      one.name.length <= letters ? one.name : one.name.slice(0, letters - 1) + '…';
  }
}
for (const one of all) one.g.addEventListener('click', () => show(one));
show(all[0]);
]]></script>
)";

void write_svg(Node& root, const graph::TickScale& scale, const Sink& sink) {
  constexpr double narrowest = 0.1;
  const double all = std::max(1.0, static_cast<double>(root.all));
  const auto wide_enough = [&](const Node& node) {
    return static_cast<double>(node.all) * width / all >= narrowest;
  };
  std::size_t deepest = 0;
  visit_nodes(root, [&](const Node& node, std::size_t depth, double) {
    if (wide_enough(node)) deepest = std::max(deepest, depth);
    return wide_enough(node);
  });
  const double height = row * static_cast<double>(deepest + 1);
  sink(printed("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" ", width,
               height) +
       "font-family=\"monospace\" font-size=\"12\">\n");
  visit_nodes(root, [&](const Node& node, std::size_t depth, double at) {
    if (depth != 0 && !wide_enough(node)) return false;
    const double x = at * width / all, w = static_cast<double>(node.all) * width / all;
    const double y = height - row * static_cast<double>(depth + 1);
    const auto time = [&](std::uint64_t ticks) {
      return scale.nanoseconds ? duration_text(scale.duration(ticks)) : grouped(ticks) + " ticks";
    };
    const std::string name = in_xml(escaped(node.name));
    sink(printed("<g data-x=\"%.3f\" data-w=\"%.3f\" data-d=\"%zu\">", x, depth == 0 ? width : w,
                 depth) +
         "<title>" + name + "\n" + time(node.all) +
         printed(" (%.1f %%)", 100 * static_cast<double>(node.all) / all) + ", of its own " +
         time(node.self) + (node.calls ? ", " + grouped(node.calls) + " calls" : "") + "</title>" +
         printed("<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" ", x, y,
                 std::max(w - 0.5, 0.2), row - 1) +
         "fill=\"" + colour(node.name) + "\"/>" +
         printed("<text x=\"%.2f\" y=\"%.1f\"></text></g>\n", x + 3, y + 13));
    return true;
  });
  sink(std::string(script) + "</svg>\n");
}

}  // namespace

void write_flame(const Launched& launched, const CallLimits& limits, FlameFormat format,
                 const Sink& sink) {
  Stacks stacks;
  const bool is_one_program = std::ranges::all_of(launched.processes, [&](const auto& process) {
    return process.program == launched.processes[0].program;
  });
  for (const ProcessReport& process : launched.processes) {
    const std::string program = process.program.substr(process.program.rfind('/') + 1);
    stacks.begin_at(is_one_program || process.threads.empty()
                        ? stacks.root()
                        : stacks.callee(stacks.root(), program));
    for (const RecordedThread& thread : process.threads) {
      LimitedCalls limited(stacks, limits, launched.scale);
      thread.visit(limited);
    }
  }
  stacks.sum_up();
  if (format == FlameFormat::folded)
    write_folded(stacks.root(), launched.scale, sink);
  else
    write_svg(stacks.root(), launched.scale, sink);
}

}  // namespace retprobe::run
