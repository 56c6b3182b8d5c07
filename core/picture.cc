#include "core/picture.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "core/control/tracer_state.h"
#include "retprobe/site.h"

namespace retprobe {
namespace {

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%" PRIx64, value);
  return text;
}

}  // namespace

std::string name_address(std::uintptr_t address) {
  if (is_trampoline(address)) {
    const Record& record = record_of_slot_block(address);
    return "T of " + (record.site ? record.site->name : hex(address));
  }
  Dl_info info;
  if (!dladdr(reinterpret_cast<void*>(address), &info) || !info.dli_sname) return hex(address);
  int status;
  char* demangled = abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status);
  std::string name = demangled ? demangled : info.dli_sname;
  std::free(demangled);
  return name + "+" + hex(address - reinterpret_cast<std::uintptr_t>(info.dli_saddr));
}

Picture::Picture(const ExecutionStack& stack) {
  view_.low = stack.low;
  view_.bytes = stack.bytes;
}

void Picture::frame(const Record* record) {
  view_.frames.push_back({record && record->site ? record->site->name : std::string(), {}});
}
void Picture::frame(Handle handle) {
  const Attachment& attachment = attachment_of(handle);
  const std::uint64_t epoch = Handle{attachment.live.load(std::memory_order_relaxed)}.epoch();
  // The next epoch: the tracer is gone, but its place in the table was not used again.
  const bool named = ((epoch - handle.epoch()) & Handle::epoch_mask) <= 1;
  frame(named ? attachment.record : nullptr);
}
void Picture::add(const void* at, std::uint64_t value, std::string meaning) {
  view_.frames.back().words.push_back(
      {reinterpret_cast<std::uintptr_t>(at), value, std::move(meaning), {}});
}
void Picture::word(const std::uint64_t* at, const std::string& meaning) { add(at, *at, meaning); }
void Picture::slot(const std::uint64_t* at) { add(at, *at, "slot " + hex(*at)); }
void Picture::handler(const void* at, Handle handle) {
  const Attachment& attachment = attachment_of(handle);
  const bool lives = is_live(attachment, handle.without_padding());
  add(at, handle.bits,
      lives ? "tracer " + attachment.tracer.state().options.name : "a tracer that is gone");
}
void Picture::data(const void* begin, std::size_t bytes) {
  if (bytes == 0) return;
  add(begin, 0, std::to_string(bytes) + " bytes of entry data");
  const auto* first = static_cast<const std::uint8_t*>(begin);
  view_.frames.back().words.back().data.assign(first, first + bytes);
}
void Picture::address(const std::uint64_t* at, const std::string& meaning, std::uintptr_t address) {
  add(at, address, meaning + " " + name_address(address));
}

std::string text_of(const ShadowView& view) {
  std::string text = "shadow stack of the calls on the machine stack " + hex(view.low) + " … " +
                     hex(view.low + view.bytes) + ", newest first\n";
  if (view.frames.empty()) text += "  (no call in flight)\n";
  for (const ShadowFrame& frame : view.frames) {
    std::string function = frame.function.empty() ? "" : "  (" + frame.function + ")";
    for (const ShadowWord& word : frame.words) {
      text += "  " + hex(word.address) + "  | " + word.meaning + function + "\n";
      function.clear();  // shown with the frame's first word only
    }
  }
  return text;
}

}  // namespace retprobe
