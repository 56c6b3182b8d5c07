// What a CPU keeps about returns, in software: a return-stack predictor of some entries, and a
// hardware shadow stack (CET). Fed by a stepper with every call and return that was executed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace retprobe::harness {

/// A ring of return addresses: a call writes the next entry, a return takes the newest one back.
/// One entry too many overwrites the oldest; a return that finds the ring used up is predicted by
/// whatever lies there.
class ReturnPredictor {
 public:
  explicit ReturnPredictor(std::size_t entries) : ring_(entries) {}
  void call(std::uintptr_t return_address) {
    newest_ = (newest_ + 1) % ring_.size();
    ring_[newest_] = return_address;
  }
  void ret(std::uintptr_t destination) {
    mispredicted_ += ring_[newest_] != destination;
    newest_ = (newest_ + ring_.size() - 1) % ring_.size();
  }
  std::size_t entries() const { return ring_.size(); }
  std::uint64_t mispredicted() const { return mispredicted_; }

 private:
  std::vector<std::uintptr_t> ring_;
  std::size_t newest_ = 0;
  std::uint64_t mispredicted_ = 0;
};

/// CET's shadow stack, on a CPU that counts a violation where a real one would raise #CP, and goes
/// on: with the entry taken all the same, as if the address had been right.
class HardwareShadowStack {
 public:
  void call(std::uintptr_t return_address) { stack_.push_back(return_address); }
  void ret(std::uintptr_t destination);
  /// The kernel delivers a signal: it puts the address that the handler returns to (the restorer)
  /// on the shadow stack.
  void signal(std::uintptr_t restorer) { stack_.push_back(restorer); }
  std::uint64_t violations() const { return violations_; }
  std::size_t depth() const { return stack_.size(); }

 private:
  std::vector<std::uintptr_t> stack_;
  std::uint64_t violations_ = 0;
};

/// All of them, side by side.
class ReturnModel {
 public:
  static constexpr std::size_t predictor_entries[] = {16, 32, 64};
  ReturnModel();

  void call(std::uintptr_t return_address);
  void ret(std::uintptr_t destination);
  void signal(std::uintptr_t restorer) { shadow_.signal(restorer); }

  std::uint64_t calls() const { return calls_; }
  std::uint64_t returns() const { return returns_; }
  const ReturnPredictor& predictor(std::size_t index) const { return predictors_[index]; }
  const HardwareShadowStack& shadow() const { return shadow_; }

 private:
  std::vector<ReturnPredictor> predictors_;
  HardwareShadowStack shadow_;
  std::uint64_t calls_ = 0, returns_ = 0;
};

}  // namespace retprobe::harness
