// What a design calls to describe a shadow stack, word by word, newest first: for `retprobe
// inspect`, for the READMEs of the designs and for the Python package. Cold.
#pragma once

#include <cstdint>
#include <string>

#include "core/blocks/attachment.h"
#include "core/blocks/block.h"
#include "core/hooks/execution_stack.h"
#include "retprobe/shadow_view.h"

namespace retprobe {

class Picture {
 public:
  explicit Picture(const ExecutionStack& stack);

  /// A frame begins; its words follow.
  void frame(const Record& record);
  void word(const std::uint64_t* at, const std::string& meaning);
  void slot(const std::uint64_t* at);
  /// A tracer's word.
  void handler(const void* at, Handle handle);
  /// An area of entry data; none when `bytes` is 0.
  void data(const void* begin, std::size_t bytes);
  /// An address in code, by its symbol where there is one.
  void address(const std::uint64_t* at, const std::string& meaning, std::uintptr_t address);
  ShadowView view() && { return std::move(view_); }

 private:
  void add(const void* at, std::uint64_t value, std::string meaning);
  ShadowView view_;
};

/// As lines: address | meaning.
std::string text_of(const ShadowView& view);

/// "symbol+0x12" or "0x7f…"; T of a block by its function's name. Cold.
std::string name_address(std::uintptr_t address);

}  // namespace retprobe
