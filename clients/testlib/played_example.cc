// A library that is preloaded into retprobe-clients-example. PLAYED says what it plays: the name of
// a function, a blank and a number. For find_sites and the functions of Tracer: which call fails.
// `attach 0`: the kretprobes are registered and hear nothing. For fputs: what it returns. `ticks
// 0`: between the registration and its end, each reading of the clock is 1000 ticks after the one
// before.
#include <dlfcn.h>
#include <signal.h>
#include <sys/prctl.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "clients/testlib/played_ticks.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

const char* plays(std::string_view function) {
  const char* const played = std::getenv("PLAYED");
  if (!played || !std::string_view(played).starts_with(function)) return nullptr;
  return played + function.size() + 1;
}

bool fails(std::string_view function, int call) {
  const char* const number = plays(function);
  return number && std::atoi(number) == call;
}

Error failure() { return {Error::Code::exhausted, "this is played"}; }

template <class Function>
Function* next(const char* symbol) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, symbol));
}

std::uint64_t ticks_now = std::uint64_t{1} << 40;

void on_fault(int, siginfo_t*, void* context) {
  play_ticks(context, [] { return ticks_now += 1000; });
}

int makes = 0, attaches = 0, detaches = 0;

}  // namespace

Result<std::vector<const Site*>> find_sites(std::string_view pattern) {
  if (fails("find_sites", 1)) return failure();
  return next<Result<std::vector<const Site*>>(std::string_view)>(
      "_ZN8retprobe10find_sitesESt17basic_string_viewIcSt11char_traitsIcEE")(pattern);
}

Result<Tracer> Tracer::make(TracerOptions options) {
  if (fails("make", ++makes)) return failure();
  return next<Result<Tracer>(TracerOptions)>("_ZN8retprobe6Tracer4makeENS_13TracerOptionsE")(
      std::move(options));
}

// The graph's, then those of the two kretprobes.
Error Tracer::attach(std::span<const Site* const> sites) {
  ++attaches;
  if (fails("attach", attaches)) return failure();
  if (attaches > 1 && fails("attach", 0)) return {};
  Error error = next<Error(Tracer*, std::span<const Site* const>)>(
      "_ZN8retprobe6Tracer6attachESt4spanIKPKNS_4SiteELm18446744073709551615EE")(this, sites);
  if (attaches == 3 && plays("ticks")) {
    struct sigaction action{};
    action.sa_flags = SA_SIGINFO;
    action.sa_sigaction = on_fault;
    sigaction(SIGSEGV, &action, nullptr);
    prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
  }
  return error;
}

// Those of the two kretprobes, then the graph's. One that fails has detached, too.
Error Tracer::detach() {
  if (plays("ticks")) prctl(PR_SET_TSC, PR_TSC_ENABLE);
  Error error = next<Error(Tracer*)>("_ZN8retprobe6Tracer6detachEv")(this);
  if (fails("detach", ++detaches)) return failure();
  return error;
}

}  // namespace retprobe

extern "C" int fputs(const char* text, std::FILE* file) {
  const int returned = retprobe::next<int(const char*, std::FILE*)>("fputs")(text, file);
  const char* const number = retprobe::plays("fputs");
  return number ? std::atoi(number) : returned;
}
