#include "python/src/workload_calls.h"

#include <fnmatch.h>

#include <algorithm>

#include "harness/on_stack.h"
#include "retprobe/site.h"

namespace retprobe::python {
namespace {

/// Which functions may be called, and with which arguments. They are C functions, so their types
/// are not known at run time.
struct Signature {
  const char* names;  // a glob
  std::size_t arguments;
  std::size_t bounded;  // the argument that decides the time and the depth of the call
  std::uint64_t low, high;
  std::size_t stack_per_step;  // 0: every thread's stack is large enough
};
constexpr std::uint64_t any = ~std::uint64_t{0};
constexpr Signature signatures[] = {
    {"wl_leaf", 1, 0, 0, any, 0},
    {"wl_fib", 1, 0, 0, 40, 0},                // 331 million calls
    {"wl_recurse", 2, 0, 1, 1'000'000, 1024},  // (depth, x)
    {"wl_female", 1, 0, 0, 60, 0},             // Hofstadter's F
    {"wl_male", 1, 0, 0, 60, 0},               // and M
    {"wl_tail_[abcd]", 1, 0, 0, any, 0},
    {"wl_tail_loop", 2, 1, 1, 1'000'000'000, 0},  // (x, rounds)
    {"wl_functions_*", 1, 0, 0, any, 0},
};
constexpr std::size_t stack_base = std::size_t{1} << 20;
constexpr std::uint64_t any_thread = 1'000;  // steps that fit any thread's stack

std::uint64_t call(std::uintptr_t address, std::span<const std::uint64_t> arguments) {
  using One = std::uint64_t (*)(std::uint64_t);
  using Two = std::uint64_t (*)(std::uint64_t, std::uint64_t);
  return arguments.size() == 1 ? reinterpret_cast<One>(address)(arguments[0])
                               : reinterpret_cast<Two>(address)(arguments[0], arguments[1]);
}

}  // namespace

Result<harness::WorkloadRun> run_workload(const std::string& name, std::uint64_t iterations) {
  const harness::Workload* workload = harness::find_workload(name);
  if (!workload)
    return Error{Error::Code::not_found,
                 "no workload '" + name + "'; retprobe.workloads() lists them"};
  harness::WorkloadRun run{};
  if (Error error =
          harness::on_stack(workload->stack_bytes, [&] { run = workload->run(iterations); }))
    return error;
  return run;
}

Result<std::uint64_t> call_function(const std::string& name,
                                    std::span<const std::uint64_t> arguments) {
  const auto found = std::ranges::find_if(signatures, [&](const Signature& signature) {
    return fnmatch(signature.names, name.c_str(), 0) == 0;
  });
  if (found == std::end(signatures))
    return Error{Error::Code::refused,
                 name + " cannot be called with integers alone: run its workload instead"};
  if (arguments.size() != found->arguments)
    return Error{Error::Code::usage, name + " takes " + std::to_string(found->arguments) +
                                         " arguments, not " + std::to_string(arguments.size())};
  const std::uint64_t bounded = arguments[found->bounded];
  if (bounded < found->low || bounded > found->high)
    return Error{Error::Code::usage, name + ": argument " + std::to_string(found->bounded + 1) +
                                         " is " + std::to_string(bounded) + "; it may be " +
                                         std::to_string(found->low) + " to " +
                                         std::to_string(found->high)};
  auto sites = find_sites(name);
  if (!sites.ok()) return sites.error();
  const std::size_t stack = found->stack_per_step && bounded > any_thread
                                ? stack_base + bounded * found->stack_per_step
                                : 0;
  std::uint64_t result = 0;
  if (Error error =
          harness::on_stack(stack, [&] { result = call(sites->front()->address, arguments); }))
    return error;
  return result;
}

}  // namespace retprobe::python
