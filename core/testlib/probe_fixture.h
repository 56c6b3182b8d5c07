// What core/probe_*_test.cc share: they probe the functions of the library probe_fixture, each case
// in a child process.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/hooks/design_table.h"
#include "core/testlib/child.h"
#include "core/testlib/site_fixture.h"
#include "retprobe/probe.h"

namespace retprobe {

using Code = Error::Code;
using Function = int (*)(int);

struct Counts {
  std::atomic<int> entries{0}, exits{0};
  std::string text() const { return std::to_string(entries) + "/" + std::to_string(exits); }
};
inline bool count_entry(void* counts, EntryFrame&) {
  ++static_cast<Counts*>(counts)->entries;
  return true;
}
inline void count_exit(void* counts, ReturnFrame&) { ++static_cast<Counts*>(counts)->exits; }

inline TracerOptions counting(Counts& counts, std::string name = "mine") {
  return {.name = std::move(name),
          .on_entry = count_entry,
          .on_return = count_exit,
          .context = &counts,
          .registers = RegisterSet::full};
}

/// A tracer with its counts.
class Counted : public Counts {
 public:
  explicit Counted(std::string name = "mine")
      : tracer_(Tracer::make(counting(*this, std::move(name)))) {}
  Tracer* operator->() { return &*tracer_; }
  Tracer& operator*() { return *tracer_; }

 private:
  Result<Tracer> tracer_;
};

inline std::vector<std::string> hooked_designs() {
  std::vector<std::string> names = design_names();
  std::erase_if(names, [](const std::string& name) {
    return find_design(name)->facts.wiring == Wiring::unhooked;
  });
  return names;
}

inline std::string code_name(const Error& error) {
  constexpr const char* names[] = {"none", "usage",     "not_found",   "refused", "already",
                                   "busy", "exhausted", "unsupported", "system"};
  return std::string(names[static_cast<int>(error.code())]) + ": " + error.message();
}

/// Loaded once; the child processes inherit it.
inline const Library& fixture() {
  static const Library library(fixtures() / "libprobe_fixture.so");
  return library;
}
inline Function function(const char* name) {
  return reinterpret_cast<Function>(fixture().symbol(name));
}
inline const Site* site(const char* name) { return fixture().site(name); }
// static: it is no symbol, so pictures give a return address in it without a name.
static inline int meanwhile(Function work, int value) {
  return reinterpret_cast<int (*)(Function, int)>(fixture().symbol("pf_meanwhile"))(work, value);
}

/// With N for each address, as they differ from run to run.
inline std::string without_addresses(std::string text) {
  for (std::size_t at; (at = text.find("0x")) != std::string::npos;)
    text.replace(at, text.find_first_not_of("0123456789abcdefx", at) - at, "N");
  return text;
}

class Probe : public testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(function("pf_one"), nullptr); }
};

/// The configuration is per process, so each case runs in a child process. The text that it returns
/// is the result.
#define CASE(...) text_of_child([&]()->std::string __VA_ARGS__)
#define MUST(call) \
  if (const Error error = (call)) return "unexpected " + code_name(error)

}  // namespace retprobe
