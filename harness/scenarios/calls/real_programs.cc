// The real programs with every function probed. Their output must be the same byte for byte. Each
// function must be entered as often as counting stubs say, which share no code with core/
// (site_stubs.h). There are three fresh child processes: the program as it is, with stubs, and with
// tracers.
#include <algorithm>
#include <cstring>

#include "harness/verify/machine.h"
#include "harness/verify/site_stubs.h"
#include "harness/verify/system.h"
#include "harness/verify/threads.h"
#include "harness/workloads/real_program.h"

namespace retprobe::harness {
namespace {

struct Program {
  std::string_view workload;
  std::string_view module;
};

/// What a child reports, in memory that it shares with the parent.
struct Report {
  static constexpr std::size_t output_room = 64u << 20, site_room = 1u << 16;
  std::size_t output_bytes;
  std::uint64_t ends, missed;  // of calls
  std::uint64_t counts[site_room];
  char output[output_room];

  void keep(const std::string& text) {
    require(text.size() <= output_room, "the program's output is too large to compare");
    std::memcpy(output, text.data(), text.size());
    output_bytes = text.size();
  }
};

class SharedReport {
 public:
  Report* operator->() const { return reinterpret_cast<Report*>(memory_.data()); }
  std::string_view output() const { return {(*this)->output, (*this)->output_bytes}; }
  /// Runs `work` in a child, which writes into the report.
  void from_child(const std::string& who, const std::function<void(Report&)>& work) {
    const std::string trouble = trouble_of(fork_child([&] { work(**this); }));
    require(trouble.empty(), who + ": " + trouble);
  }

 private:
  Report& operator*() const { return *operator->(); }
  Mapping memory_{sizeof(Report), MAP_SHARED | MAP_NORESERVE};
};

/// A tracer's counts, one for each site. The sites are sorted by address for the search.
struct PerSite {
  std::vector<std::uintptr_t> entries;
  std::unique_ptr<std::atomic<std::uint64_t>[]> counts;
};

bool count_site(Tap& tap, EntryFrame& call) {
  auto& sites = *static_cast<PerSite*>(tap.extra);
  const std::uintptr_t* const first = sites.entries.data();
  std::size_t low = 0, high = sites.entries.size();
  for (const std::uintptr_t wanted = call.site().entry; high - low > 1;) {
    const std::size_t middle = (low + high) / 2;
    (first[middle] <= wanted ? low : high) = middle;
  }
  sites.counts[low].fetch_add(1, std::memory_order_relaxed);
  return true;
}

// One tracer with the default transfer reads the whole documents. The other cells read the first
// records of each: they call the same functions less often. The trap transfer reads the least,
// because each return takes a hundred times as long.
std::size_t most_document_bytes(const Cell& cell) {
  if (cell.transfer == "trap") return exhaustive() ? 80'000 : 8'000;
  const bool whole = exhaustive() || (cell.transfer == "paired" && cell.tracers == 1);
  return whole ? std::string_view::npos : 40'000;
}

/// Runs in the child. Every tracer counts separately. The report gets the first one's counts, and
/// the others' must be the same.
void run_probed(Report& report, const Cell& cell, const Program& program,
                const std::vector<const Site*>& sites) {
  std::vector<std::unique_ptr<PerSite>> counts;
  CountingTracers tracers(cell.registers);
  for (unsigned i = 0; i < cell.tracers; ++i) {
    auto& mine = *counts.emplace_back(std::make_unique<PerSite>());
    for (const Site* site : sites) mine.entries.push_back(site->entry);
    mine.counts = std::make_unique<std::atomic<std::uint64_t>[]>(sites.size());
    tracers.add(sites, count_site, nullptr, &mine);
  }
  // Runs in a thread: its end notifies the tracers of the frames that exceptions left behind.
  std::string output;
  Threads(1, [&](unsigned) {
    output = real_program_output(program.workload, most_document_bytes(cell));
  }).join();
  for (Tap& tap : tracers) require(tap->detach());
  report.keep(output);

  for (std::size_t i = 0; i < sites.size(); ++i) report.counts[i] = counts[0]->counts[i];
  report.ends = tracers[0].exits();
  for (unsigned i = 0; i < cell.tracers; ++i) {
    const std::string who = "tracer " + std::to_string(i);
    report.missed += tracers[i]->missed();
    for (std::size_t site = 0; site < sites.size(); ++site)
      require_equal(who + "'s count of calls of " + sites[site]->name, counts[i]->counts[site],
                    report.counts[site]);
    require_equal(who + "'s exits", tracers[i].exits(), tracers[i].entries);
  }
}

Outcome run_program(const Cell& cell, const Program& program) {
  if (Error error = real_program_ready(program.workload))
    return unavailable(Lack::package, error.message());
  std::vector<const Site*> sites;
  std::size_t in_module = 0;
  for (const Site* site : require(all_sites())) {
    if (!site->module.ends_with("/" + std::string(program.module))) continue;
    ++in_module;
    if (takes(cell, *site)) sites.push_back(site);
  }
  std::ranges::sort(sites, {}, &Site::entry);
  if (sites.size() < 100)
    return fail("only " + std::to_string(sites.size()) + " sites in " +
                std::string(program.module));
  if (sites.size() > Report::site_room) return fail("more sites than the report has room for");
  // Compares the catalogue with the module's own records. Both must have the same number of sites.
  require_equal("sites in the catalogue", in_module, sites_in_records(program.module).size());

  SharedReport plain, stubs, probed;
  plain.from_child("the program as it is", [&](Report& report) {
    report.keep(real_program_output(program.workload, most_document_bytes(cell)));
  });
  stubs.from_child("the program with counting stubs", [&](Report& report) {
    std::vector<std::uintptr_t> entries;
    for (const Site* site : sites) entries.push_back(site->entry);
    const SiteStubs counting(std::move(entries));
    report.keep(real_program_output(program.workload, most_document_bytes(cell)));
    for (std::size_t i = 0; i < sites.size(); ++i) report.counts[i] = counting.count(i);
  });
  probed.from_child("the program with tracers",
                    [&](Report& report) { run_probed(report, cell, program, sites); });

  if (plain.output().empty()) return fail("the program printed nothing");
  if (stubs.output() != plain.output())
    return fail("its output differs under the counting stubs: they are no oracle");
  if (probed.output() != plain.output()) return fail("its output differs under probes");
  std::uint64_t calls = 0;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    require_equal("calls of " + sites[i]->name + " at entry", probed->counts[i], stubs->counts[i]);
    calls += stubs->counts[i];
  }
  require_equal("missed calls", probed->missed, 0);
  require_equal("ends of calls", probed->ends, calls);
  if (calls < 1000)
    return fail("only " + std::to_string(calls) + " calls: that is no real program");
  return pass();
}

}  // namespace

// The two long programs run with the scalar set only.
SCENARIO(real_program_json,
         "nlohmann-json on iso-codes, all functions probed: same output, counts as the stubs'",
         .tracers = {1, 2}, .seconds = 150, .any_cell = false) {
  return run_program(cell, {"json", "libretprobe_json.so"});
}
SCENARIO(real_program_json_errors,
         "the same on damaged documents: exceptions pass the probed functions", .tracers = {1, 2},
         .seconds = 60) {
  return run_program(cell, {"json_errors", "libretprobe_json.so"});
}
SCENARIO(real_program_grammar,
         "PEGTL grammars on iso-codes, all functions probed: same output, counts as the stubs'",
         .tracers = {1, 2}, .seconds = 150, .any_cell = false) {
  return run_program(cell, {"grammar", "libretprobe_grammar.so"});
}

}  // namespace retprobe::harness
