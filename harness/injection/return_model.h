// A software model of what a CPU keeps about returns: return-stack predictors of several sizes, and
// a hardware shadow stack (CET). A stepper feeds it with every executed call and return.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace retprobe::harness {

/// A ring of return addresses. A call writes the next entry, and a return takes the newest one. A
/// call too many overwrites the oldest entry. A return too many is predicted by whatever lies in
/// the ring.
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
  std::uint64_t mispredicted() const { return mispredicted_; }

 private:
  std::vector<std::uintptr_t> ring_;
  std::size_t newest_ = 0;
  std::uint64_t mispredicted_ = 0;
};

/// CET's shadow stack. Where a real CPU would raise #CP, it counts a violation and goes on as if
/// the address had been right: it takes the entry.
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

/// All predictors and the shadow stack, side by side.
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
