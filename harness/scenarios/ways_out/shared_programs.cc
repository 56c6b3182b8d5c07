#include "harness/scenarios/ways_out/shared_programs.h"

#include <execinfo.h>
#include <pthread.h>
#include <setjmp.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "harness/scenarios/ways_out/shared_program_sites.h"

namespace {
std::string record;  // what the running program has seen
}

fixture::Guard::Guard(int number) : number_(number) {}
fixture::Guard::~Guard() { record += std::to_string(number_); }

namespace retprobe::harness {
namespace {

void exception() {
  try {
    way_out_guarded_5([] { throw std::runtime_error("thrown"); });
  } catch (const std::runtime_error& error) {
    record += std::string(" ") + error.what();
  }
}

jmp_buf place;
void long_jump() {
  if (setjmp(place) == 0)
    way_out_bare_5([] { longjmp(place, 1); });
  else
    record += "jumped";
}

// The numbers of the five bare functions in a chain of return addresses, the newest first.
std::string numbers_of(std::span<void* const> chain) {
  static constexpr void (*bare[])(void (*)()) = {way_out_bare_1, way_out_bare_2, way_out_bare_3,
                                                 way_out_bare_4, way_out_bare_5};
  std::string numbers;
  for (void* const returns_to : chain) {
    // The functions lie side by side, and each is a few instructions long.
    std::uintptr_t nearest = 256;
    char number = 0;
    for (std::size_t i = 0; i < std::size(bare); ++i) {
      const std::uintptr_t into =
          reinterpret_cast<std::uintptr_t>(returns_to) - reinterpret_cast<std::uintptr_t>(bare[i]);
      if (into == 0 || into >= nearest) continue;
      nearest = into;
      number = static_cast<char>('1' + i);
    }
    if (number) numbers += number;
  }
  return numbers;
}

void with_backtrace() {
  way_out_bare_5([] {
    void* chain[64];
    const int count = ::backtrace(chain, 64);
    record += numbers_of({chain, static_cast<std::size_t>(count)});
  });
}

// Two sets of five calls. The first set switches away at its bottom. The second set begins, and
// switches back at its own bottom. The first set ends while the second is in flight. Then the
// second set ends.
ucontext_t outside, inside;
void switched() {
  static std::vector<char> stack(256 * 1024);
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack.data();
  inside.uc_stack.ss_size = stack.size();
  inside.uc_link = &outside;
  makecontext(
      &inside,
      [] {
        way_out_guarded_5([] {
          record += " yields ";
          swapcontext(&inside, &outside);
        });
        record += " ends";
      },
      0);
  way_out_guarded_5([] { swapcontext(&outside, &inside); });
  record += " resumes ";
  swapcontext(&outside, &inside);
}

void in_thread(void* (*body)(void*), bool cancel) {
  pthread_t thread;
  if (pthread_create(&thread, nullptr, body, nullptr) != 0) throw std::runtime_error("no thread");
  if (cancel) pthread_cancel(thread);
  void* result = nullptr;
  pthread_join(thread, &result);
  record += result == PTHREAD_CANCELED ? " cancelled" : " left";
}

void thread_exit() {
  in_thread(
      [](void*) -> void* {
        way_out_guarded_5([] { pthread_exit(nullptr); });
        return nullptr;
      },
      false);
}

void thread_cancel() {
  in_thread(
      [](void*) -> void* {
        // The thread must not be cancelled before all five calls are in flight.
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
        way_out_guarded_5([] {
          pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, nullptr);
          for (;;) {
            pthread_testcancel();
            usleep(1000);
          }
        });
        return nullptr;
      },
      true);
}

constexpr WayOut table[] = {
    {"way_out_exception", 5, 5, exception},       {"way_out_longjmp", 5, 5, long_jump},
    {"way_out_backtrace", 10, 0, with_backtrace}, {"way_out_swapcontext", 15, 0, switched},
    {"way_out_pthread_exit", 5, 5, thread_exit},  {"way_out_pthread_cancel", 5, 5, thread_cancel},
};

}  // namespace

std::string WayOut::run() const {
  record.clear();
  leave();
  record += " then ";
  // Calls from no deeper on the stack than the calls that were left. A tracer that is notified of
  // left calls only at the next call is then notified of all of them.
  way_out_guarded_5([] {});
  return record;
}

std::span<const WayOut> ways_out() { return table; }

const WayOut* find_way_out(std::string_view name) {
  const auto* found = std::ranges::find(table, name, &WayOut::name);
  return found == std::end(table) ? nullptr : found;
}

}  // namespace retprobe::harness
