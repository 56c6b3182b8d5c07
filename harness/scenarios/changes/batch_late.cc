// A batch that fails when its code is about to be written. All preparations must be undone.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

void write_code(const Site& site, const SiteBytes& bytes) {
  const int memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  const ssize_t written =
      memory < 0 ? -1 : pwrite(memory, bytes.data(), bytes.size(), static_cast<off_t>(site.entry));
  const int error = errno;
  if (memory >= 0) close(memory);
  if (written != static_cast<ssize_t>(bytes.size()))
    require(system_error("cannot write to the code of " + site.name, error));
}

}  // namespace

SCENARIO(batch_fails_late,
         "a batch that finds foreign code at one of its functions changes nothing",
         .tracers = {1, 2}) {
  const Site* const leaf = &site_of("fx_leaf");
  const Site* const other = &site_of("fx_other");
  const Site* const pair = &site_of("fx_pair");
  TestBench bench(cell);
  Tap& last = bench[cell.tracers - 1];
  for (unsigned i = 0; i + 1 < cell.tracers; ++i) require(bench[i]->attach("fx_leaf"));
  const std::size_t sites_before = usage().sites;
  const SiteBytes leaf_before = bytes_at(*leaf), pair_before = bytes_at(*pair);

  // Another nop of five bytes than the one that the function was built with. (GCC's and clang's
  // differ in this bit.)
  SiteBytes foreign = other->original;
  foreign.back() ^= 8;
  write_code(*other, foreign);
  const std::vector batch{leaf, other, pair};
  for (unsigned attempt = 0; attempt < 3; ++attempt) {
    const Error error = last->attach(batch);
    if (!error) return fail("the batch was attached");
    if (error.message().find("somebody else") == std::string::npos)
      return fail("the message does not say that somebody else changed the code: " +
                  error.message());
    if (last->attached() || usage().sites != sites_before)
      return fail("after the failure other functions have a tracer than before");
    if (bytes_at(*leaf) != leaf_before || bytes_at(*pair) != pair_before ||
        bytes_at(*other) != foreign)
      return fail("after the failure a function's entry is not as it was");
    bench.events.clear();
    if (fx_leaf(1) != 4 || fx_other(1) != 7 || fx_pair(1).second != 3)
      return fail("a wrong result");
    require(compare(bench.events.text(), cell.tracers == 2 ? ">A <A" : ""));
  }

  write_code(*other, other->original);
  require(last->attach(batch));
  bench.events.clear();
  if (fx_leaf(1) != 4 || fx_other(1) != 7 || fx_pair(1).second != 3) return fail("a wrong result");
  bench.detach_all();
  if (!is_as_built(*leaf) || !is_as_built(*other) || !is_as_built(*pair))
    return fail("after the detach a function's entry is not as it was built");
  return compare(bench.events.text(),
                 cell.tracers == 2 ? ">A >B <B <A >B <B >B <B" : ">A <A >A <A >A <A");
}

}  // namespace retprobe::harness
