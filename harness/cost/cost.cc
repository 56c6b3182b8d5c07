#include "harness/cost/cost.h"

#include <cpuid.h>
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#include <cstring>
#include <stdexcept>

#include "harness/bench/tracers.h"
#include "harness/code/disassembly.h"
#include "harness/code/symbols.h"
#include "harness/cost/walked_call.h"
#include "harness/injection/return_model.h"
#include "harness/must.h"
#include "retprobe/probe.h"

extern "C" std::uint64_t unprobed_caller_12(std::uint64_t x);  // harness/workloads/leaf.S

namespace retprobe::harness {
namespace {

constexpr std::uint64_t argument = 7;
constexpr std::size_t nop_bytes = 5;

/// A line of text that the walked process writes and this process reads.
class Message {
 public:
  Message() {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no memory to share with a walked process");
    text_ = static_cast<char*>(memory);
  }
  ~Message() { munmap(text_, bytes); }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;
  void say(const std::string& text) { std::strncpy(text_, text.c_str(), bytes - 1); }
  std::string text() const { return text_; }

 private:
  static constexpr std::size_t bytes = 1024;
  char* text_;
};

// Makes everything that a cell needs in the walked process, so that each cell is walked in memory
// of the same layout.
void play(const Cell& cell) {
  Configuration wanted{cell.design, configuration().transfer};
  // For a design without return transfers, the current one stays.
  if (cell.transfer != "-") wanted.transfer = cell.transfer;
  must(configure(wanted));
  auto tracers = must(CaseTracers::attach(cell, {}, must(sites_of({"wl_leaf"})), nullptr));
  const std::uint64_t expected = 3 * argument + 1;
  for (unsigned call = 0; call < walked_call::calls; ++call)
    if (walked_call::make(argument) != expected)
      throw std::runtime_error("the walked call returned a wrong result");
  if (cost_call(reinterpret_cast<std::uintptr_t>(unprobed_caller_12), argument) != expected + 12)
    throw std::runtime_error("the walked callers returned a wrong result");
  if (tracers.missed()) throw std::runtime_error("the walked calls were missed by a tracer");
  must(tracers.detach());
}

/// Steps the thread, and passes each step to the tally, the book and the predictor model. Its first
/// step is the caller's call.
class Walker {
 public:
  Walker(TracedThread& thread, CodeBook& book) : thread_(thread), book_(book) {}

  std::uintptr_t rip() const { return thread_.registers().rip; }
  /// Executes an instruction without counting it for entry or exit.
  void pass() {
    feed(thread_.step());
    stack_.at(thread_.registers().rsp);
    if (++steps_ == walked_call::most_steps)
      throw std::runtime_error("the walked call does not come to its end");
  }
  void count(std::vector<const CodeLine*>& path) {
    const auto code = thread_.code_at(rip());
    tallier_.count(thread_.registers(), code);
    path.push_back(&book_.at(rip(), code));
    pass();
  }
  Tally take() {
    Tally tally = tallier_.take();
    const std::uint64_t mispredicted = model_.predictor(0).mispredicted();
    tally.mispredicted = mispredicted - mispredicted_before_;
    mispredicted_before_ = mispredicted;
    return tally;
  }
  std::uint64_t stack_bytes() const { return stack_.bytes(); }
  std::int64_t unbalanced() const {
    return static_cast<std::int64_t>(model_.returns()) - static_cast<std::int64_t>(model_.calls());
  }

 private:
  void feed(const TracedThread::Step& step) {
    if (step.signal)
      model_.signal(step.restorer);
    else if (step.instruction.kind == Instruction::Kind::call)
      model_.call(step.before + step.instruction.bytes);
    else if (step.instruction.kind == Instruction::Kind::ret)
      model_.ret(rip());
  }

  TracedThread& thread_;
  CodeBook& book_;
  Tallier tallier_;
  ReturnModel model_;
  StackDepth stack_;
  std::uint64_t mispredicted_before_ = 0;
  std::size_t steps_ = 0;
};

// Walks the call behind the walked one: that of the twelve callers.
std::uint64_t mispredicted_in_callers(TracedThread& thread, std::uintptr_t site, CodeBook& book) {
  thread.run();
  const std::uint64_t stack_pointer = thread.registers().rsp;
  Walker walker(thread, book);
  while (walker.rip() != site) walker.pass();
  const std::uintptr_t slot = thread.registers().rsp, back = thread.word(slot);
  while (walker.rip() != back || thread.registers().rsp <= slot) walker.pass();
  walker.take();
  while (!walked_call::is_over(thread, stack_pointer)) walker.pass();
  return walker.take().mispredicted;
}

HitCost walk(TracedThread& thread, const Cell& cell, std::uintptr_t body, std::uintptr_t end,
             CodeBook& book) {
  const std::uint64_t stack_pointer = walked_call::run_to(thread);
  const auto in_body = [&] {
    return thread.registers().rip >= body && thread.registers().rip < end;
  };
  HitCost cost{.cell = cell};
  Walker walker(thread, book);
  walker.pass();  // the caller's call
  while (!in_body()) walker.count(cost.entry_path);
  cost.entry = walker.take();
  while (in_body()) walker.pass();
  while (!walked_call::is_over(thread, stack_pointer)) walker.count(cost.exit_path);
  cost.exit = walker.take();
  cost.unbalanced = walker.unbalanced();
  cost.stack_bytes = walker.stack_bytes();
  return cost;
}

}  // namespace

Result<HitCost> cost_of(const Cell& cell, CodeBook& book) {
  auto sites = sites_of({"wl_leaf"});
  if (!sites.ok()) return sites.error();
  const Site& site = *sites->front();
  Message message;
  const auto failed = [&](const std::string& why) {
    return Error{Error::Code::system,
                 to_string(cell) + ": " + (message.text().empty() ? why : message.text())};
  };
  try {
    TracedProcess process(
        [&] {
          try {
            play(cell);
            return 0;
          } catch (const std::runtime_error& error) {
            message.say(error.what());
            return 1;
          }
        },
        {.marks = {walked_call::begin()}});
    HitCost cost = walk(process.main(), cell, site.entry + nop_bytes, site.entry + site.size, book);
    cost.callers12 = mispredicted_in_callers(process.main(), site.entry, book);
    process.main().release();
    if (const Ending ending = process.wait(walked_call::patience_seconds); !ending.well())
      return failed(ending.text());
    return cost;
  } catch (const NotPermitted&) {
    throw;
  } catch (const std::runtime_error& error) {
    return failed(error.what());
  }
}

// ---- CodeBook ----

struct CodeBook::Names {
  std::map<std::uintptr_t, Symbols> modules;  // by load address

  const Symbols* of(std::uintptr_t place) {
    Dl_info info;
    if (!dladdr(reinterpret_cast<void*>(place), &info)) return nullptr;
    const auto base = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
    const auto found = modules.find(base);
    if (found != modules.end()) return &found->second;
    auto symbols = Symbols::of_module_at(place);
    return symbols.ok() ? &modules.emplace(base, std::move(*symbols)).first->second : nullptr;
  }
  std::uintptr_t begin(std::uintptr_t place) {
    const Symbols* symbols = of(place);
    return symbols ? symbols->range(place).begin : 0;
  }
  std::string name(std::uintptr_t place) {
    const std::uintptr_t at = begin(place);
    return at ? of(place)->name(at) : "";
  }
};

CodeBook::CodeBook() : names_(std::make_unique<Names>()) {}
CodeBook::~CodeBook() = default;

const CodeLine& CodeBook::at(std::uintptr_t address, std::span<const std::byte> code) {
  const auto [found, is_new] = lines_.try_emplace(address);
  CodeLine& line = found->second;
  if (!is_new) return line;
  const std::uintptr_t begin = names_->begin(address);
  line.function = names_->name(address);
  line.offset = begin ? address - begin : 0;
  line.text =
      stable_text(address, {reinterpret_cast<const std::uint8_t*>(code.data()), code.size()},
                  [&](std::uintptr_t place) {
                    return begin != 0 && names_->begin(place) == begin ? std::string("(here)")
                                                                       : names_->name(place);
                  });
  return line;
}

std::map<std::string, std::vector<const CodeLine*>> CodeBook::functions() const {
  std::map<std::string, std::vector<const CodeLine*>> functions;
  for (const auto& [address, line] : lines_) functions[line.function].push_back(&line);
  return functions;
}

// ---- The context of the figures ----

CostContext cost_context() {
  CostContext context{.build = RETPROBE_BUILD_TYPE};
#if defined(__clang__)
  context.compiler = "clang " + std::to_string(__clang_major__) + "." +
                     std::to_string(__clang_minor__) + "." + std::to_string(__clang_patchlevel__);
#else
  context.compiler = "gcc " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) +
                     "." + std::to_string(__GNUC_PATCHLEVEL__);
#endif
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx")) context.vectors = "ymm";
  if (__builtin_cpu_supports("avx512f")) context.vectors = "zmm";
  unsigned a, b, c, d;
  constexpr unsigned xsave_leaf = 0xd;
  if (__get_cpuid_count(xsave_leaf, 0, &a, &b, &c, &d)) context.xsave_bytes = b;
  return context;
}

bool depends_on_cpu(const Cell& cell) {
  return cell.registers != RegisterSet::scalar || cell.transfer == "trap";
}

}  // namespace retprobe::harness
