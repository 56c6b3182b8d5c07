// Which functions read a context, by the unwinder that calls a personality routine.
#include "core/unwinding/unwinder_context.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "core/testlib/site_fixture.h"

namespace {
int lookups = 0;
}

extern "C" int dladdr(const void* code, Dl_info* info) noexcept {
  ++lookups;
  return reinterpret_cast<decltype(&dladdr)>(dlsym(RTLD_NEXT, "dladdr"))(code, info);
}

namespace retprobe {
namespace {

std::uintptr_t address(const void* code) { return reinterpret_cast<std::uintptr_t>(code); }

void expect_linked(std::uintptr_t code) {
  const ContextReader reader = reader_of(code);
  EXPECT_EQ(reader.ip, &_Unwind_GetIP);
  EXPECT_EQ(reader.cfa, &_Unwind_GetCFA);
}

// Another thread may hold the lock that dladdr takes, in dlopen, and wait for this thread.
TEST(UnwinderContext, OfTheLinkedUnwinderIsKnownWithoutTheLoadersLock) {
#if !__GLIBC_PREREQ(2, 35)
  GTEST_SKIP() << "this glibc has no _dl_find_object";
#endif
  expect_linked(reinterpret_cast<std::uintptr_t>(&_Unwind_GetIP) + 1);
  EXPECT_EQ(lookups, 0);
  expect_linked(address(dlsym(RTLD_NEXT, "getenv")));
  EXPECT_EQ(lookups, 1);
}

// A program may contain an unwinder, which it does not export.
TEST(UnwinderContext, OfTheProgramItself) {
  expect_linked(reinterpret_cast<std::uintptr_t>(&expect_linked));
}
TEST(UnwinderContext, OfNoModule) {
  for (const std::uintptr_t code : {1u, 2u, 1u}) expect_linked(code);
}
TEST(UnwinderContext, OfALibraryWithoutOne) { expect_linked(address(dlsym(RTLD_NEXT, "getpid"))); }

TEST(UnwinderContext, OfMoreCallersThanAreRemembered) {
  void* const libgcc = dlopen("libgcc_s.so.1", RTLD_LAZY);
  ASSERT_TRUE(libgcc);
  const auto* const ip = dlsym(libgcc, "_Unwind_GetIP");
  const auto* const cfa = dlsym(libgcc, "_Unwind_GetCFA");
  for (int round = 0; round < 2; ++round)
    for (std::size_t i = 0; i < 40; ++i) {
      const ContextReader reader = reader_of(address(ip) + i);
      EXPECT_EQ(address(reinterpret_cast<const void*>(reader.ip)), address(ip)) << i;
      EXPECT_EQ(address(reinterpret_cast<const void*>(reader.cfa)), address(cfa)) << i;
    }
  dlclose(libgcc);
}

TEST(UnwinderContext, ALibraryThatWasLookedAtCanBeUnloaded) {
  const std::string path = fixtures() / "libprobe_fixture.so";
  void* const library = dlopen(path.c_str(), RTLD_LAZY);
  ASSERT_TRUE(library) << dlerror();
  expect_linked(address(dlsym(library, "pf_one")));
  dlclose(library);
  EXPECT_FALSE(dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD));
}

}  // namespace
}  // namespace retprobe
