// Draws a shadow stack, word by word, newest first: for `retprobe inspect` and for the READMEs of the
// designs. Cold.
#pragma once

#include <cstdint>
#include <string>

#include "core/attachment.h"
#include "core/block.h"
#include "core/execution_stack.h"

namespace retprobe {

class Picture {
 public:
  explicit Picture(const ExecutionStack& stack);

  void word(const void* at, const std::string& meaning);
  void word(const void* at, const std::string& meaning, const Record& record);
  void slot(const void* at, std::uintptr_t slot);
  /// A tracer's word, and the data below it.
  void handler(const void* at, Handle handle);
  /// An address in code, by its symbol where there is one.
  void address(const void* at, const std::string& meaning, std::uintptr_t address);
  std::string text() const { return text_; }

 private:
  std::string text_;
};

/// "symbol+0x12" or "0x7f…"; T of a block by its function's name. Cold.
std::string name_address(std::uintptr_t address);

}  // namespace retprobe
