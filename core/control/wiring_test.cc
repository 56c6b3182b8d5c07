// Tests of the wirings: which block a site's jump leads to, what the records of its blocks say, and
// that lists of tracers and stages of chains are given back.
#include "core/control/wiring.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <set>
#include <string>
#include <vector>

#include "core/control/control.h"
#include "core/testlib/site_fixture.h"

namespace {

// Lists of tracers are all that the library allocates with an alignment. Behind the bytes of each
// lie others, which nobody may write.
constexpr std::size_t guard_bytes = 64;
std::atomic<int> lists{0}, torn{0};

struct ListHead {
  std::size_t bytes;
  unsigned char* guard() { return reinterpret_cast<unsigned char*>(this) + 64 + bytes; }
};

}  // namespace

void* operator new(std::size_t bytes, std::align_val_t) {
  const std::size_t whole = (64 + bytes + guard_bytes + 63) / 64 * 64;
  auto* const head = static_cast<ListHead*>(std::aligned_alloc(64, whole));
  if (!head) throw std::bad_alloc();
  head->bytes = bytes;
  std::memset(head->guard(), 0xa5, guard_bytes);
  ++lists;
  return reinterpret_cast<char*>(head) + 64;
}
void operator delete(void* list, std::align_val_t) noexcept {
  if (!list) return;
  auto* const head = reinterpret_cast<ListHead*>(static_cast<char*>(list) - 64);
  for (std::size_t i = 0; i < guard_bytes; ++i) torn += head->guard()[i] != 0xa5;
  --lists;
  std::free(head);
}
void operator delete(void* list, std::size_t, std::align_val_t line) noexcept {
  operator delete(list, line);
}

namespace retprobe {
namespace {

Result<Tracer> plain_tracer() {
  return Tracer::make({.on_return = [](void*, ReturnFrame&) {}});
}
Tracer tracer_with_data(std::size_t bytes) {
  return *Tracer::make({.on_return = [](void*, ReturnFrame&) {}, .entry_data_bytes = bytes});
}

class SharedWiring : public testing::Test {
 protected:
  void choose(const std::string& design, const std::string& transfer = "paired") {
    const Error error = configure({.design = design, .transfer = transfer});
    ASSERT_FALSE(error) << error.message();
  }
  void attach(Tracer& tracer) {
    const Error error = tracer.attach(one_);
    ASSERT_FALSE(error) << error.message();
  }
  void detach(Tracer& tracer) {
    const Error error = tracer.detach();
    ASSERT_FALSE(error) << error.message();
  }
  // An attach to two functions that finds foreign code at the second one.
  void fails_late(Tracer& tracer) {
    const Site* const two = fixture_.site("pf_two");
    const auto poke = [&](SiteBytes bytes) {
      const int memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
      ASSERT_EQ(pwrite(memory, bytes.data(), bytes.size(), static_cast<off_t>(two->entry)), 5);
      close(memory);
    };
    SiteBytes foreign = two->original;
    foreign.back() ^= 8;  // another nop of five bytes
    poke(foreign);
    const Site* both[] = {one_[0], two};
    EXPECT_TRUE(tracer.attach(both));
    poke(two->original);
  }
  // The record of the block that the site's jump leads to.
  const Record* live() const { return Control::instance().view(*one_[0]).block; }
  // The tracers that the record tells of a call, if that is the list or else the single one.
  static std::vector<std::uint64_t> tracers_of(const Record& record) {
    std::vector<std::uint64_t> tracers;
    const HandlerList& list = *record.list.load();
    for (std::uint32_t i = 0; i < list.count; ++i) tracers.push_back(list.handles[i].bits);
    if (const Handle single = record.single.load(); !single.empty()) tracers.push_back(single.bits);
    return tracers;
  }

  const Library fixture_{fixtures() / "libprobe_fixture.so"};
  const Site* const one_[1] = {fixture_.site("pf_one")};
};

// One tracer has the direct block, several have the iterating one. Neither is made twice.
TEST_F(SharedWiring, ABlockForOneAndABlockForSeveral) {
  for (const char* design : {"counted_shadow", "call_through"}) {
    SCOPED_TRACE(design);
    choose(design);
    Tracer first = *plain_tracer(), second = *plain_tracer(), third = *plain_tracer();
    attach(first);
    const Record* const direct = live();
    ASSERT_TRUE(direct);
    const std::vector<std::uint64_t> of_first = tracers_of(*direct);
    EXPECT_EQ(of_first.size(), 1u);
    EXPECT_FALSE(direct->single.load().empty());
    attach(second);
    const Record* const iterating = live();
    ASSERT_TRUE(iterating && iterating != direct);
    const std::vector<std::uint64_t> of_both = tracers_of(*iterating);
    EXPECT_EQ(of_both.size(), 2u);
    EXPECT_EQ(of_both[0], of_first[0]);
    EXPECT_TRUE(iterating->single.load().empty());
    attach(third);
    EXPECT_EQ(live(), iterating);
    EXPECT_EQ(tracers_of(*iterating).size(), 3u);
    const std::size_t blocks = usage().blocks;
    detach(third);
    EXPECT_EQ(tracers_of(*iterating), of_both);
    detach(first);
    EXPECT_EQ(live(), direct);
    EXPECT_EQ(tracers_of(*direct), std::vector<std::uint64_t>{of_both[1]});
    EXPECT_EQ(usage().blocks, blocks);
    detach(second);
    EXPECT_EQ(live(), nullptr);
  }
}

// A slow thread that still enters a block finds no tracer.
TEST_F(SharedWiring, NoBlockHasATracerOnceTheLastHasDetached) {
  for (const char* design : {"counted_shadow", "call_through"}) {
    SCOPED_TRACE(design);
    choose(design);
    Tracer first = *plain_tracer(), second = *plain_tracer();
    attach(first);
    const Record* const direct = live();
    attach(second);
    const Record* const iterating = live();
    detach(first);
    detach(second);
    for (const Record* record : {direct, iterating}) {
      ASSERT_TRUE(record);
      EXPECT_EQ(tracers_of(*record), std::vector<std::uint64_t>());
    }
  }
}

// Neither does an attach that fails late leave its tracer in a block.
TEST_F(SharedWiring, NoBlockHasATracerWhoseAttachFailed) {
  for (const char* design : {"counted_shadow", "call_through"}) {
    SCOPED_TRACE(design);
    choose(design);
    Tracer tracer = *plain_tracer();
    attach(tracer);
    const Record* const direct = live();
    ASSERT_TRUE(direct);
    detach(tracer);
    fails_late(tracer);
    EXPECT_EQ(live(), nullptr);
    EXPECT_EQ(tracers_of(*direct), std::vector<std::uint64_t>());
  }
}

// A thread may be in a hook of a function whose module is gone.
TEST_F(SharedWiring, ATracerStaysInTheBlockOfAnUnloadedFunction) {
  const fs::path copy = fs::temp_directory_path() / ("wiring_" + std::to_string(getpid()) + ".so");
  fs::copy_file(fixtures() / "libprobe_fixture.so", copy, fs::copy_options::overwrite_existing);
  Library library(copy);
  const Site* const gone[1] = {library.site("pf_one")};
  fs::remove(copy);
  choose("counted_shadow");
  Tracer first = *plain_tracer(), second = *plain_tracer();
  ASSERT_FALSE(first.attach(gone));
  ASSERT_FALSE(second.attach(gone));
  const Record* const block = Control::instance().view(*gone[0]).block;
  ASSERT_TRUE(block);
  library.close();
  detach(first);
  EXPECT_EQ(Control::instance().view(*gone[0]).block, nullptr);
  EXPECT_EQ(tracers_of(*block).size(), 2u);
  detach(second);
  EXPECT_EQ(tracers_of(*block).size(), 0u);
}

// The word is a table, which is replaced when it grows.
TEST_F(SharedWiring, AllBlocksGetANewDesignWord) {
  choose("bitmask");
  std::vector<Tracer> tracers;
  std::set<std::uintptr_t> words;
  const Record* direct = nullptr;
  static int heard;
  const auto one = reinterpret_cast<int (*)(int)>(fixture_.symbol("pf_one"));
  for (int i = 0; i < 100; ++i) {
    tracers.push_back(*Tracer::make({.on_return = [](void*, ReturnFrame&) { ++heard; }}));
    attach(tracers.back());
    heard = 0;
    (void)one(1);
    EXPECT_EQ(heard, i + 1);
    if (!direct) direct = live();
    ASSERT_TRUE(direct);
    const std::uintptr_t word = live()->design_word.load().number();
    EXPECT_EQ(direct->design_word.load().number(), word);
    words.insert(word);
  }
  EXPECT_GT(words.size(), 1u);
  EXPECT_NE(live(), direct);
}

// The frame area is a power of two, so that few sizes need a block of their own.
TEST_F(SharedWiring, FramesAreLargeEnoughAndNoLarger) {
  choose("call_through");
  const struct {
    std::size_t data, bytes;
  } expected[] = {{0, 64},   {1, 64},   {32, 64},   {33, 128},   {48, 128},
                  {96, 128}, {97, 256}, {112, 256}, {4096, 8192}};
  for (const auto& [data, bytes] : expected) {
    Tracer tracer = tracer_with_data(data);
    attach(tracer);
    ASSERT_TRUE(live());
    EXPECT_EQ(live()->frame_bytes, bytes) << data;
    EXPECT_EQ(live()->design_word.load().number(), bytes) << data;
    Tracer second = tracer_with_data(data), third = tracer_with_data(data);
    attach(second);
    attach(third);
    const HandlerList& list = *live()->list.load();
    EXPECT_GE(live()->frame_bytes, list.words * 8) << data;
    EXPECT_LT(live()->frame_bytes, std::max(list.words * 16, 65u)) << data;
  }
}

// Lists that were replaced are freed, those of attaches that fail, too.
TEST_F(SharedWiring, ListsAreGivenBack) {
  for (const char* design : {"counted_shadow", "call_through"}) {
    SCOPED_TRACE(design);
    choose(design);
    const auto all_come_and_go = [&] {
      std::vector<Tracer> tracers;
      for (int i = 0; i < 5; ++i) {
        tracers.push_back(*plain_tracer());
        attach(tracers.back());
      }
      EXPECT_EQ(tracers_of(*live()).size(), 5u);
      Tracer late = *plain_tracer();
      const Site* twice[] = {one_[0], one_[0]};
      EXPECT_EQ(late.attach(twice).code(), Error::Code::already);
      fails_late(late);
      EXPECT_EQ(tracers_of(*live()).size(), 5u);
      while (!tracers.empty()) {
        detach(tracers.front());
        tracers.erase(tracers.begin());
      }
    };
    // What waits for a grace period is freed by a call that comes later.
    const auto left = [&] {
      Tracer tracer = *plain_tracer();
      for (int i = 0; i < 2; ++i) {
        attach(tracer);
        detach(tracer);
      }
      return lists.load();
    };
    all_come_and_go();
    EXPECT_EQ(left(), 0);
    EXPECT_EQ(torn, 0);
  }
}

// Chains are shown as text: the tracers from the head on. "-" is a head that serves none. "(A)" is
// one whose tracer is passed, since its link leads to a newer head.
class ChainedWiring : public SharedWiring {
 protected:
  void SetUp() override { choose("chained_trampolines"); }
  void attach(const std::string& name, RegisterSet set = RegisterSet::scalar) {
    tracers_.emplace(name,
                     *Tracer::make({.on_return = [](void*, ReturnFrame&) {}, .registers = set}));
    const Error error = tracers_.at(name).attach(one_);
    ASSERT_FALSE(error) << error.message();
    const Record* last = live();
    ASSERT_TRUE(last);
    for (int i = 0; i < most_stages && next_of(*last); ++i) last = next_of(*last);
    names_[last->single.load().bits] = name;
  }
  void detach(const std::string& name) {
    SharedWiring::detach(tracers_.at(name));
    tracers_.erase(name);
  }
  static const Record* next_of(const Record& record) {
    const ChainLink link = record.next_stage.load();
    if (!link.has_next()) return nullptr;
    const auto bytes = static_cast<std::intptr_t>(link.next_block() - block_of(record));
    return &record + bytes / RP_BLOCK_BYTES;
  }
  std::string chain(const Record* head) const {
    std::string text;
    const Record* at = head;
    for (int i = 0; i < most_stages && at; ++i, at = next_of(*at)) {
      const Handle tracer = at->single.load();
      const std::string name = tracer.empty() ? "-" : names_.at(tracer.bits);
      text += at->next_stage.load().passes_own_tracer() ? "(" + name + ")" : name;
    }
    return text;
  }

  static constexpr int most_stages = 20;  // of a chain that is no ring
  std::map<std::string, Tracer> tracers_;
  std::map<std::uint64_t, std::string> names_;
};

TEST_F(ChainedWiring, TheHeadServesTheFirstTracerUntilItDetaches) {
  attach("A");
  const Record* const head = live();
  EXPECT_EQ(chain(head), "A");
  attach("B");
  attach("C");
  EXPECT_EQ(live(), head);
  EXPECT_EQ(chain(head), "ABC");
  detach("B");
  EXPECT_EQ(chain(head), "AC");
  attach("D");
  detach("A");
  EXPECT_EQ(chain(head), "-CD");
  attach("E");
  EXPECT_EQ(chain(head), "-CDE");
  detach("C");
  detach("E");
  EXPECT_EQ(chain(head), "-D");
  detach("D");
  EXPECT_EQ(live(), nullptr);
  EXPECT_EQ(chain(head), "-");
  attach("F");
  EXPECT_EQ(live(), head);
  EXPECT_EQ(chain(head), "F");
}

// A slow thread in the old head still finds each tracer once.
TEST_F(ChainedWiring, AnotherRegisterSetTakesAnotherHead) {
  attach("A");
  attach("B");
  const Record* const scalar = live();
  attach("C", RegisterSet::full);
  const Record* const full = live();
  ASSERT_NE(full, scalar);
  EXPECT_EQ(chain(full), "ABC");
  EXPECT_EQ(chain(scalar), "(A)ABC");
  detach("C");
  EXPECT_EQ(live(), scalar);
  EXPECT_EQ(chain(scalar), "AB");
  EXPECT_EQ(chain(full), "(A)AB");
  detach("B");
  detach("A");
  EXPECT_EQ(chain(scalar), "-");
  EXPECT_EQ(chain(full), "-");
}

// Such a thread may have read a link to a stage of the tracer already. So a head that others have
// used serves only the tracer that it has.
TEST_F(ChainedWiring, AnOldHeadServesNoOtherTracer) {
  attach("A");
  attach("B");
  const Record* const scalar = live();
  attach("C", RegisterSet::full);
  const Record* const full = live();
  detach("A");
  EXPECT_EQ(chain(full), "-BC");
  detach("C");
  EXPECT_EQ(live(), scalar);
  EXPECT_EQ(chain(scalar), "-B");
  attach("D", RegisterSet::full);
  EXPECT_EQ(live(), full);
  EXPECT_EQ(chain(full), "-BD");
  EXPECT_EQ(chain(scalar), "(-)-BD");
}

TEST_F(ChainedWiring, AnAttachThatFailsLateLeavesTheChain) {
  const auto refuse = [&](RegisterSet set) {
    Tracer late = *Tracer::make({.on_return = [](void*, ReturnFrame&) {}, .registers = set});
    fails_late(late);
  };
  attach("A");
  const Record* const scalar = live();
  attach("B");
  detach("B");
  refuse(RegisterSet::scalar);
  EXPECT_EQ(chain(scalar), "A");
  attach("C", RegisterSet::full);
  const Record* const full = live();
  detach("C");
  refuse(RegisterSet::full);
  EXPECT_EQ(live(), scalar);
  EXPECT_EQ(chain(scalar), "A");
  detach("A");
  for (const RegisterSet set : {RegisterSet::scalar, RegisterSet::full}) {
    refuse(set);
    EXPECT_EQ(chain(scalar), "-");
    EXPECT_EQ(chain(full), "-");
  }
}

// A stage that nobody uses any more serves other tracers, of any function.
TEST_F(ChainedWiring, StagesAreUsedAgain) {
  const auto refuse = [&] {
    for (const RegisterSet set : {RegisterSet::scalar, RegisterSet::full}) {
      Tracer late = *Tracer::make({.on_return = [](void*, ReturnFrame&) {}, .registers = set});
      fails_late(late);
    }
  };
  const auto come_and_go = [&](RegisterSet set) {
    for (const Site* const site : {one_[0], fixture_.site("pf_two")}) {
      const Site* const sites[] = {site};
      std::vector<Tracer> tracers;
      for (int i = 0; i < 4; ++i) {
        tracers.push_back(
            *Tracer::make({.on_return = [](void*, ReturnFrame&) {}, .registers = set}));
        ASSERT_FALSE(tracers.back().attach(sites));
      }
      if (site == one_[0]) refuse();
      const Record* at = Control::instance().view(*site).block;
      for (int i = 0; i < 4; ++i) {
        ASSERT_TRUE(at);
        EXPECT_EQ(at->site, site);
        EXPECT_EQ(at->body, site->body());
        EXPECT_EQ(at->enter, Control::instance().view(*site).block->enter);
        at = next_of(*at);
      }
      EXPECT_FALSE(at);
    }
  };
  std::size_t blocks = 0;
  for (int round = 0; round < 6; ++round) {
    come_and_go(RegisterSet::scalar);
    come_and_go(RegisterSet::full);
    if (round == 1) blocks = usage().blocks;
  }
  EXPECT_EQ(usage().blocks, blocks);
}

}  // namespace
}  // namespace retprobe
