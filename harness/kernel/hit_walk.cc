#include "harness/kernel/hit_walk.h"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <unordered_map>

#include "harness/injection/instructions.h"
#include "harness/injection/return_model.h"
#include "harness/must.h"

namespace retprobe::harness {
namespace {

constexpr std::size_t most_instructions = 200'000;
constexpr std::size_t longest_instruction = 15;

// A site is a call or a nop of five bytes, behind an endbr64 where the kernel has them.
constexpr std::byte endbr64[] = {std::byte{0xf3}, std::byte{0x0f}, std::byte{0x1e},
                                 std::byte{0xfa}};
constexpr std::size_t call_bytes = 5;

std::uintptr_t rip(const WalkedInstruction& instruction) { return instruction.registers.rip; }
std::uintptr_t rsp(const WalkedInstruction& instruction) { return instruction.registers.rsp; }

// Feeds the model with the instruction at `index`.
void feed(ReturnModel& model, const std::vector<WalkedInstruction>& path, std::size_t index) {
  const Instruction decoded = decode(path[index].code);
  if (decoded.kind == Instruction::Kind::call)
    model.call(rip(path[index]) + decoded.bytes);
  else if (decoded.kind == Instruction::Kind::ret)
    model.ret(rip(path[index + 1]));
}

std::size_t first_at(const std::vector<WalkedInstruction>& path, std::size_t from,
                     std::uintptr_t address, const char* what) {
  for (std::size_t i = from; i < path.size(); ++i)
    if (rip(path[i]) == address) return i;
  throw std::runtime_error(std::string("the walk does not reach ") + what);
}

// The call that the function at `entry` returns behind. A retpoline may stand between the two.
std::size_t call_of(const std::vector<WalkedInstruction>& path, std::size_t entry) {
  constexpr std::size_t slot_bytes = 8;
  for (std::size_t i = entry; i-- > 0;)
    if (rsp(path[i]) == rsp(path[entry]) + slot_bytes &&
        decode(path[i].code).kind == Instruction::Kind::call)
      return i;
  throw std::runtime_error("the walk has no call of the function that it begins in");
}

std::uintptr_t address_behind(const WalkedInstruction& call) {
  return rip(call) + decode(call.code).bytes;
}

// Indexes into a path: a call, and what it consists of.
struct Parts {
  std::size_t call, entry, body, exit, after;
};

Parts parts_of(const std::vector<WalkedInstruction>& path, std::uintptr_t leaf) {
  Parts parts{};
  const std::size_t first = first_at(path, 0, leaf, "the probed function");
  parts.call = call_of(path, first);
  const bool marked =
      std::ranges::equal(std::span(path[first].code).first(std::size(endbr64)), endbr64);
  const std::uintptr_t site = leaf + (marked ? std::size(endbr64) : 0);
  parts.entry = first_at(path, first, site, "the site");
  parts.body = first_at(path, parts.entry, site + call_bytes, "the probed function's body");
  parts.exit = parts.body;
  while (decode(path[parts.exit].code).kind != Instruction::Kind::ret ||
         rsp(path[parts.exit]) != rsp(path[parts.body]))
    if (++parts.exit == path.size()) throw std::runtime_error("the walked body does not return");
  ++parts.exit;
  parts.after =
      first_at(path, parts.exit, address_behind(path[parts.call]), "the caller's next instruction");
  return parts;
}

class Counter {
 public:
  /// What was fed into the model before is not counted.
  Counter(const std::vector<WalkedInstruction>& path, ReturnModel& model)
      : path_(path), model_(model), mispredicted_before_(model.predictor(0).mispredicted()) {}
  /// What is fed into the model between two counts belongs to the later one.
  Tally count(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      tallier_.count(path_[i].registers, path_[i].code);
      feed(model_, path_, i);
    }
    Tally tally = tallier_.take();
    tally.mispredicted = model_.predictor(0).mispredicted() - mispredicted_before_;
    mispredicted_before_ += tally.mispredicted;
    return tally;
  }

 private:
  const std::vector<WalkedInstruction>& path_;
  ReturnModel& model_;
  Tallier tallier_;
  std::uint64_t mispredicted_before_;
};

}  // namespace

GuestAddresses addresses_of(Guest& guest) {
  const GuestAnswer answer = must(guest.ask("addresses"));
  const auto address = [&](const char* name) { return must(answer.number(name, 16)); };
  return {.begin = address("begin"),
          .end = address("end"),
          .leaf = address("leaf"),
          .callers12 = address("callers12")};
}

HitWalk hit_of(const std::vector<WalkedInstruction>& path, std::uintptr_t leaf) {
  const Parts parts = parts_of(path, leaf);
  ReturnModel model;
  for (std::size_t i = parts.call; i < parts.entry; ++i) feed(model, path, i);
  HitWalk walk;
  Counter counter(path, model);
  walk.entry = counter.count(parts.entry, parts.body);
  for (std::size_t i = parts.body; i < parts.exit; ++i) feed(model, path, i);
  walk.exit = counter.count(parts.exit, parts.after);
  walk.unbalanced =
      static_cast<std::int64_t>(model.returns()) - static_cast<std::int64_t>(model.calls());
  StackDepth stack;
  for (std::size_t i = parts.entry; i < parts.after; ++i) stack.at(rsp(path[i]));
  walk.stack_bytes = stack.bytes();
  return walk;
}

std::uint64_t mispredicted_in_callers(const std::vector<WalkedInstruction>& path,
                                      const GuestAddresses& addresses) {
  const std::size_t outermost = first_at(path, 0, addresses.callers12, "the outermost caller");
  const Parts parts = parts_of(path, addresses.leaf);
  ReturnModel model;
  const std::size_t call = call_of(path, outermost);
  for (std::size_t i = call; i < parts.after; ++i) feed(model, path, i);
  const std::uint64_t before = model.predictor(0).mispredicted();
  const std::size_t over =
      first_at(path, parts.after, address_behind(path[call]), "the return of the outermost caller");
  for (std::size_t i = parts.after; i < over; ++i) feed(model, path, i);
  return model.predictor(0).mispredicted() - before;
}

GuestStepper::GuestStepper(Guest& guest, const GuestAddresses& addresses, double patience_seconds)
    : guest_(guest), addresses_(addresses), remote_(guest.debugger_socket(), patience_seconds) {
  remote_.stop_at(addresses.begin);
  remote_.run();
}

std::vector<WalkedInstruction> GuestStepper::walk(const std::string& workload) {
  must(guest_.tell("step " + workload));
  remote_.wait();
  std::vector<WalkedInstruction> path;
  std::unordered_map<std::uintptr_t, std::vector<std::byte>> known;  // code, by address
  for (;;) {
    const user_regs_struct registers = remote_.registers();
    if (registers.rip == addresses_.end) break;
    auto& code = known[registers.rip];
    if (code.empty()) code = remote_.read(registers.rip, longest_instruction);
    path.push_back({registers, code});
    if (path.size() > most_instructions) throw std::runtime_error("the walked call does not end");
    remote_.step();
  }
  remote_.run();
  must(guest_.answer());
  return path;
}

}  // namespace retprobe::harness
