// Helps a design to describe a shadow stack word by word, newest first. `retprobe inspect`, the
// designs' READMEs and the Python package show the result. Cold.
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

  /// Begins a frame; the calls that follow add its words. The function is the record's or the
  /// handle's. A handle does not name it any more once its place in the table was used again.
  void frame(const Record* record);
  void frame(Handle handle);
  void word(const std::uint64_t* at, const std::string& meaning);
  void slot(const std::uint64_t* at);
  /// The handle word of a tracer.
  void handler(const void* at, Handle handle);
  /// An area of entry data. Adds nothing when `bytes` is 0.
  void data(const void* begin, std::size_t bytes);
  /// A word that holds an address in code, shown by its symbol if it has one.
  void address(const std::uint64_t* at, const std::string& meaning, std::uintptr_t address);
  ShadowView view() && { return std::move(view_); }

 private:
  void add(const void* at, std::uint64_t value, std::string meaning);
  ShadowView view_;
};

/// The view as text, one line per word: address | meaning.
std::string text_of(const ShadowView& view);

/// "symbol+0x12" or "0x7f…"; for a T, the name of the block's function. Cold.
std::string name_address(std::uintptr_t address);

}  // namespace retprobe
