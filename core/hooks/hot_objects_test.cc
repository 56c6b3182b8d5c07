// Tests that no hot object (code that runs in hooks) uses a vector register or a symbol that is not
// in a list of safe ones. In a hook, the probed function's arguments and return value are still in
// the vector registers, and libc may change those.
//
// Also tests how hooks end. No call leads to a hook, so the word that a `ret` would take names a
// place that must never be executed (trampoline_x86_64.inc). The rules, for the code that the
// compiler has made:
//   1. A hook has no `ret`.
//   2. A direct jump out of a hook leads to retprobe_resume_… (resume_x86_64.S), where hooks end,
//      or to a function that goes on for it: the rules 1 and 2 hold for that function, too.
//   3. A function retprobe_on_… calls handlers, through the attachment. It calls no other function
//      than the listed ones, which do what is rare, or what a second tracer needs.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "core/hooks/design_table.h"
#include "core/testlib/relocatable.h"
#include "core/testlib/site_fixture.h"

namespace {

using relocatable::Object;

std::vector<std::string> lines_of(const char* name) {
  std::ifstream in(retprobe::fixtures() / name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// A symbol that hot objects may refer to although no hot object defines it. It may be used from any
// code and data, from data only, or from data and the listed functions.
enum class From { anywhere, data, these };
struct Allowed {
  std::string symbol;  // demangled; a prefix where it ends with '*'
  From from;
  std::vector<std::string> functions;  // From::these: what their names contain
  const char* why;
};
const std::vector<Allowed>& allowed() {
  static const std::vector<Allowed> list = {
      {"_GLOBAL_OFFSET_TABLE_", From::anywhere, {}, "the linker's"},
      {"retprobe_return_trampolines",
       From::anywhere,
       {},
       "the address of the pool (pool_x86_64.S)"},
      {"retprobe_call_through", From::anywhere, {}, "likewise"},
      {"retprobe_pass_record",
       From::anywhere,
       {},
       "the address of data: a record that leads past the block's call (resume_x86_64.S)"},
      {"retprobe_resume_*", From::anywhere, {}, "where hooks end (resume_x86_64.S)"},
      {"retprobe_slot_records", From::anywhere, {}, "data beside the pool"},
      {"retprobe_framed_records", From::anywhere, {}, "likewise"},
      {"retprobe_attachments",
       From::anywhere,
       {},
       "a pointer to the table of attachments (hot_words_x86_64.S), data"},
      {"retprobe_shadow_table", From::anywhere, {}, "likewise, of the parallel shadow"},
      {"retprobe_stopped", From::anywhere, {}, "likewise, the stop switch"},
      {"retprobe_preserving_vectors",
       From::anywhere,
       {},
       "saves all vector registers around what it calls (preserve_x86_64.S)"},
      {"retprobe_entry_trampoline_*",
       From::data,
       {},
       "addresses in the table of designs; no hook goes back into its trampoline"},
      {"retprobe_return_trampoline_*", From::data, {}, "likewise"},
      // The cold functions of designs and their adapters: addresses in the same table.
      {"retprobe::*::describe*", From::these, {"retprobe::entry_of<"}, "inspection"},
      {"retprobe::*::frames*", From::these, {"retprobe::entry_of<"}, "inspection"},
      {"retprobe::instance_pool::make_pool(*",
       From::these,
       {"retprobe::instance_pool::Design::attach("},
       "attach"},
      {"retprobe::instance_pool::abandon_pool(*",
       From::these,
       {"retprobe::instance_pool::Design::detach("},
       "detach"},
      {"retprobe::bitmask::take_place(*",
       From::these,
       {"retprobe::bitmask::Design::attach("},
       "attach"},
      {"retprobe::bitmask::leave_place(*",
       From::these,
       {"retprobe::bitmask::Design::detach("},
       "detach"},
      // The constructor of ended_threads.cc and the callbacks that it registers. They run before
      // main, in a fork, or at a thread's end; never in a hook.
      {"pthread_key_create", From::these, {"prepare_threads"}, "constructor"},
      {"pthread_atfork", From::these, {"prepare_threads"}, "constructor"},
      {"__dso_handle", From::these, {"prepare_threads", "_GLOBAL__sub_I"}, "constructor"},
      {"__cxa_atexit", From::these, {"prepare_threads", "_GLOBAL__sub_I"}, "constructor"},
      {"operator new(unsigned long)",
       From::these,
       {"shadow_status"},
       "cold: the words of an error"},
      {"operator delete*",
       From::these,
       {"shadow_status", "_GLOBAL__sub_I", "::_M_dispose()", "::~Error()"},
       "cold: likewise"},
      {"memcpy",
       From::these,
       {"shadow_status", "lost_frame"},
       "cold: copies the words of an error; lost_frame is on its way to abort"},
      {"std::*", From::these, {"shadow_status"}, "cold: strings for the words of an error"},
      {"pthread_*", From::these, {"find_stack_words"}, "cold: before the first attach"},
      {"pthread_setspecific",
       From::these,
       {"arm_exit", "release_thread"},
       "called through retprobe_preserving_vectors, or at a thread's end"},
      {"__tls_get_addr",
       From::these,
       {"arm_exit", "prepare_threads", "release_thread", "drop_own_stale_frames"},
       "cold: the thread's words where no hook is; hooks reach them through fs directly"},
      {"__libc_stack_end",
       From::anywhere,
       {},
       "a variable of the dynamic linker: where the main thread's stack ends"},
      {"__stack_chk_fail", From::these, {}, "nowhere: hot objects have no stack protector"},
  };
  return list;
}

// '*' stands for any text.
bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] != '*')
    return !name.empty() && pattern[0] == name[0] && matches(pattern.substr(1), name.substr(1));
  for (std::size_t skip = 0; skip <= name.size(); ++skip)
    if (matches(pattern.substr(1), name.substr(skip))) return true;
  return false;
}

bool is_allowed(const relocatable::Reference& reference) {
  return std::ranges::any_of(allowed(), [&](const Allowed& entry) {
    if (!matches(entry.symbol, reference.symbol)) return false;
    if (entry.from == From::anywhere) return true;
    if (reference.function.empty()) return true;
    if (entry.from == From::data) return false;
    return std::ranges::any_of(entry.functions, [&](const std::string& part) {
      return reference.function.find(part) != std::string::npos;
    });
  });
}

// The faults of the objects in these files, one line each.
std::vector<std::string> faults(const std::vector<std::string>& paths) {
  std::vector<Object> objects;
  std::set<std::string> defined;
  for (const std::string& path : paths) {
    objects.push_back(relocatable::Reader(path).read());
    defined.insert(objects.back().defined.begin(), objects.back().defined.end());
  }
  std::vector<std::string> found;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::string name = std::filesystem::path(paths[i]).filename();
    if (objects[i].defined.empty()) found.push_back(name + ": nothing in it could be read");
    for (const std::string& use : objects[i].vector_uses)
      found.push_back(name + ": vector register in " + use);
    for (const auto& reference : objects[i].references)
      if (!defined.contains(reference.symbol) && !is_allowed(reference))
        found.push_back(name + ": " + (reference.function.empty() ? "data" : reference.function) +
                        " refers to " + reference.symbol);
  }
  return found;
}

bool is_hook(std::string_view name) {
  return name.starts_with("retprobe_on_entry_") || name.starts_with("retprobe_on_return_");
}
// A hook, or a function that goes on for one and ends as one. The return hooks of Leave::nowhere
// return.
bool ends_as_hook(std::string_view name) {
  return is_hook(name) || name.starts_with("retprobe::EntryHook<") ||
         (name.starts_with("retprobe::ReturnHook<") &&
          name.find("(retprobe::Leave)4") == name.npos);
}

// What a function retprobe_on_… may call, by a part of its name.
struct Callee {
  const char* part;
  const char* why;
};
constexpr Callee callees[] = {
    {"::Design::return_to_several<false>(", "more than one exit handler"},
    {"chained_trampolines::Design::return_with_data<false>(", "entry data"},
    {"retprobe::bitmask::Design::enter_wide(", "a tracer whose place is beyond the first word"},
    {"retprobe::count_missed(", "instance_pool: no instance is free"},
    {"instance_pool::Design::drop_those_passed_over<false>(",
     "instance_pool: calls were left by a jump"},
    {"retprobe::lost_frame(", "aborts"},
};

// The faults against the rules 1 to 3, one line each. `hooks` gets the hooks' names.
std::vector<std::string> ending_faults(const std::vector<std::string>& paths,
                                       std::set<std::string>& hooks) {
  using enum relocatable::Transfer::Kind;
  std::vector<std::string> found;
  for (const std::string& path : paths) {
    const Object object = relocatable::Reader(path).read();
    for (const std::string& name : object.defined)
      if (is_hook(name)) hooks.insert(relocatable::without_cold_mark(name));
    for (const relocatable::Transfer& transfer : object.transfers) {
      if (!ends_as_hook(transfer.function)) continue;
      if (transfer.kind == returns) found.push_back(transfer.function + " returns");
      if (transfer.kind == jumps && !ends_as_hook(transfer.target) &&
          !transfer.target.starts_with("retprobe_resume_"))
        found.push_back(transfer.function + " jumps to " + transfer.target);
      if (transfer.kind == calls && is_hook(transfer.function) && !transfer.target.empty() &&
          std::ranges::none_of(callees, [&](const Callee& callee) {
            return transfer.target.find(callee.part) != std::string::npos;
          }))
        found.push_back(transfer.function + " calls " + transfer.target);
    }
  }
  return found;
}

TEST(HotObjects, AreAllThere) {
  const std::vector<std::string> lines = lines_of("hot_objects.txt");
  ASSERT_GT(lines.size(), 1u);
  EXPECT_EQ(std::to_string(lines.size() - 1), lines[0])
      << "core/testlib/CMakeLists.txt found other objects than hot_sources";
  for (const char* name : {"guard.cc.o", "stack_lookup.cc.o", "bind_counted_shadow.cc.o"})
    EXPECT_TRUE(std::ranges::any_of(lines, [&](const std::string& line) {
      return line.ends_with(name);
    })) << name;
}

TEST(HotObjects, HaveNoVectorRegisterAndNoUnexpectedSymbol) {
  std::vector<std::string> paths = lines_of("hot_objects.txt");
  ASSERT_FALSE(paths.empty());
  paths.erase(paths.begin());
  for (const std::string& fault : faults(paths)) ADD_FAILURE() << fault;
}

TEST(HotObjects, HooksEndInAJump) {
  std::vector<std::string> paths = lines_of("hot_objects.txt");
  std::erase_if(paths, [](const std::string& path) { return path.find("/bind_") == path.npos; });
  ASSERT_FALSE(paths.empty());
  std::set<std::string> hooks;
  for (const std::string& fault : ending_faults(paths, hooks)) ADD_FAILURE() << fault;
  // One for each trampoline.
  std::size_t trampolines = 0;
  for (const retprobe::DesignEntry* design : retprobe::design_table())
    trampolines += design->entries.size() + design->returns.size();
  EXPECT_EQ(hooks.size(), trampolines);
}

TEST(HotObjects, HooksThatDoNotEndInAJumpAreCaught) {
  std::set<std::string> hooks;
  const std::vector<std::string> found = ending_faults(lines_of("hot_mutant.txt"), hooks);
  EXPECT_EQ(hooks.size(), 3u);
  EXPECT_EQ(std::set<std::string>(found.begin(), found.end()),
            (std::set<std::string>{"retprobe_on_entry_mutant_returns returns",
                                   "retprobe_on_entry_mutant_jumps jumps to mutant_that_returns",
                                   "retprobe_on_entry_mutant_calls calls mutant_that_returns"}));
}

TEST(HotObjects, AMutantIsCaught) {
  const std::vector<std::string> found = faults(lines_of("hot_mutant.txt"));
  const auto says = [&](std::string_view words) {
    return std::ranges::any_of(
        found, [&](const std::string& fault) { return fault.find(words) != std::string::npos; });
  };
  EXPECT_TRUE(says("vector register in mutant_vector: mulsd") ||
              says("vector register in mutant_vector: vmulsd"));
  EXPECT_TRUE(says("mutant_malloc refers to malloc"));
}

TEST(HotObjects, AllowedFromIsObeyed) {
  EXPECT_TRUE(is_allowed({"memcpy", "retprobe::shadow_status()"}));
  EXPECT_FALSE(is_allowed({"memcpy", "retprobe::admit(retprobe::Thread&)"}));
  EXPECT_TRUE(is_allowed({"retprobe_entry_trampoline_x_paired_direct_full", ""}));
  EXPECT_FALSE(
      is_allowed({"retprobe_entry_trampoline_x_paired_direct_full", "retprobe_on_entry_x"}));
}

}  // namespace
