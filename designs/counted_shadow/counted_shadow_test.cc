// Tests of the design's limit: how many tracers one call may have.
#include "designs/counted_shadow/counted_shadow.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <deque>
#include <string>

#include "core/testlib/probe_fixture.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

TEST_F(Probe, CountedShadowRefusesMoreTracersThanItCounts) {
  EXPECT_EQ(CASE({
              alarm(0);  // each attach copies the list of all: seconds, and more beside others
              MUST(configure({}));
              Counts counts;
              std::deque<Result<Tracer>> tracers;
              for (std::size_t i = 0; i < counted_shadow::Design::facts.most_tracers; ++i) {
                tracers.push_back(Tracer::make(counting(counts)));
                MUST(tracers.back()->attach("pf_one"));
              }
              function("pf_one")(1);
              std::string text = counts.text() + "\n";
              Counted another;
              text += code_name(another->attach("pf_one")) + "\n";
              function("pf_one")(1);
              MUST(tracers.front()->detach());
              return text + code_name(another->attach("pf_one"));
            }),
            "32767/32767\n"
            "exhausted: cannot attach mine to 'pf_one': counted_shadow takes at most 32767 tracers "
            "on one function\n"
            "none: ");
}

}  // namespace
}  // namespace retprobe
