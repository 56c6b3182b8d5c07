#include "harness/injection/return_model.h"

namespace retprobe::harness {

void HardwareShadowStack::ret(std::uintptr_t destination) {
  if (stack_.empty()) {
    ++violations_;
    return;
  }
  violations_ += stack_.back() != destination;
  stack_.pop_back();
}

ReturnModel::ReturnModel() {
  for (const std::size_t entries : predictor_entries) predictors_.emplace_back(entries);
}

void ReturnModel::call(std::uintptr_t return_address) {
  ++calls_;
  for (ReturnPredictor& predictor : predictors_) predictor.call(return_address);
  shadow_.call(return_address);
}

void ReturnModel::ret(std::uintptr_t destination) {
  ++returns_;
  for (ReturnPredictor& predictor : predictors_) predictor.ret(destination);
  shadow_.ret(destination);
}

}  // namespace retprobe::harness
