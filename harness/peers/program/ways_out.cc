#include "harness/peers/program/ways_out.h"

#include <execinfo.h>
#include <pthread.h>
#include <setjmp.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "harness/peers/program/functions.h"
#include "harness/peers/workloads/ways.h"

namespace {
std::string record;  // what the running program saw
}

Guard::Guard(int number) : number_(number) {}
Guard::~Guard() { record += std::to_string(number_); }

namespace retprobe::peers {
namespace {

void nothing() {}

// Calls work afterwards as before.
void afterwards() {
  record += " then ";
  wl_way_5(nothing);
}

std::string exception() {
  try {
    wl_way_5([] { throw std::runtime_error("thrown"); });
  } catch (const std::runtime_error& error) {
    record += std::string(" ") + error.what();
  }
  afterwards();
  return record;
}

jmp_buf place;
std::string long_jump() {
  if (setjmp(place) == 0)
    wl_bare_5([] { longjmp(place, 1); });
  else
    record += "jumped";
  afterwards();
  return record;
}

// The numbers of the five functions in a chain of return addresses, newest first.
std::string numbers_of(const std::vector<std::uintptr_t>& chain) {
  auto functions = functions_named("wl_bare_?");
  if (!functions.ok()) return functions.error().message();
  std::string numbers;
  for (const std::uintptr_t address : chain) {
    // The five lie beside each other, each a few instructions long.
    const Function* of = nullptr;
    for (const Function& function : *functions)
      if (function.address < address && address - function.address < 256 &&
          (!of || of->address < function.address))
        of = &function;
    if (of) numbers += of->name.back();
  }
  return numbers;
}

std::string with_backtrace() {
  wl_bare_5([] {
    void* addresses[64];
    const int count = ::backtrace(addresses, 64);
    std::vector<std::uintptr_t> chain;
    for (int i = 0; i < count; ++i) chain.push_back(reinterpret_cast<std::uintptr_t>(addresses[i]));
    record += numbers_of(chain);
  });
  afterwards();
  return record;
}

// f switches away at its bottom; g begins and switches back at its own; f ends while g is in flight; then g ends.
ucontext_t outside, inside;
std::string switched() {
  static std::vector<char> stack(256 * 1024);
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack.data();
  inside.uc_stack.ss_size = stack.size();
  inside.uc_link = &outside;
  makecontext(
      &inside,
      [] {
        wl_way_5([] {
          record += " yields ";
          swapcontext(&inside, &outside);
        });
        record += " ends";
      },
      0);
  wl_way_5([] { swapcontext(&outside, &inside); });
  record += " resumes ";
  swapcontext(&outside, &inside);
  afterwards();
  return record;
}

std::string in_thread(void* (*body)(void*), bool cancel) {
  pthread_t thread;
  if (pthread_create(&thread, nullptr, body, nullptr) != 0) return "no thread";
  if (cancel) pthread_cancel(thread);
  void* result = nullptr;
  pthread_join(thread, &result);
  record += result == PTHREAD_CANCELED ? " cancelled" : " left";
  afterwards();
  return record;
}

std::string thread_exit() {
  return in_thread(
      [](void*) -> void* {
        wl_way_5([] { pthread_exit(nullptr); });
        return nullptr;
      },
      false);
}

std::string thread_cancel() {
  return in_thread(
      [](void*) -> void* {
        // Not before all five calls are in flight.
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
        wl_way_5([] {
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

constexpr WayOut ways[] = {
    {"exception", 10, exception},  {"longjmp", 10, long_jump},        {"backtrace", 10, with_backtrace},
    {"swapcontext", 15, switched}, {"pthread_exit", 10, thread_exit}, {"pthread_cancel", 10, thread_cancel},
};

}  // namespace

const WayOut* find_way_out(std::string_view name) {
  const auto* found = std::ranges::find(ways, name, &WayOut::name);
  return found == std::end(ways) ? nullptr : found;
}

}  // namespace retprobe::peers
