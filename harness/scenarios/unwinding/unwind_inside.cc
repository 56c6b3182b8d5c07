#include "harness/scenarios/unwinding/unwind_inside.h"

#include <dlfcn.h>

#include "harness/verify/test_bench.h"

namespace retprobe::harness::unwinding {
namespace {

Chain chain_of(const Visit& visit) {
  Chain chain;
  for (std::size_t i = 0; i < visit.count; ++i)
    chain.push_back({visit.taken[i].address, visit.taken[i].sp});
  return chain;
}

// The first thread begins all its visits from the one line here. Each other thread ends before the
// next begins, so that all get their stack at the same address.
void pay(Visit& visit) {
  if (visit.place->main_thread) {
    run(visit);
  } else {
    VisitThread thread(visit);
    thread.join();
  }
}

}  // namespace

Outcome from_inside(const Cell& cell, Take take, const InsideOptions& options) {
  ProbedChain chain;
  std::deque<Visit> unprobed, probed;
  for (const bool is_probed : {false, true}) {
    if (is_probed) chain.attach(cell);
    // The first round lets the unwinder load and cache what it needs. Its results are not compared.
    for (const bool is_warm : {false, true}) {
      for (const Place& place : places()) {
        if (!is_warm && is_probed) continue;
        if (options.wants && !options.wants(place)) continue;
        auto& visits = is_probed ? probed : unprobed;
        Visit& visit = visits.emplace_back();
        visit.place = &place;
        visit.probed = is_probed;
        visit.take = take;
        visit.taken.resize(most_frames);
        pay(visit);
        if (!is_warm) unprobed.clear();
      }
    }
  }
  std::string failures;
  for (std::size_t i = 0; i < probed.size(); ++i) {
    const std::string text = probed[i].arrived
                                 ? difference(cell, probed[i], chain_of(probed[i]), unprobed[i],
                                              chain_of(unprobed[i]), options.asked)
                                 : "it was not reached";
    if (!text.empty())
      failures += (failures.empty() ? "" : "; ") + std::string(probed[i].place->name) + ": " + text;
  }
  if (!failures.empty()) return fail(failures);
  return chain.check_all_seen();
}

Library::Library(const char* file, const char* package)
    : file_(file), handle_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
  if (!handle_)
    throw Unavailable(Lack::package,
                      std::string(file) + " cannot be loaded (Debian package " + package + ")");
}

void* Library::symbol(const char* name) const {
  void* const found = dlsym(handle_, name);
  require(found != nullptr, std::string(file_) + " has no function " + name);
  return found;
}

}  // namespace retprobe::harness::unwinding
