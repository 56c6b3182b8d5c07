#include "core/picture.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include "core/site.h"
#include "core/tracer_state.h"

namespace retprobe {
namespace {

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%" PRIx64, value);
  return text;
}
std::string hex(const void* at) { return hex(reinterpret_cast<std::uintptr_t>(at)); }

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
  text_ = "shadow stack of " + hex(stack.low) + " … " + hex(stack.low + stack.bytes) + ", newest first\n";
  if (stack.empty()) text_ += "  (no call in flight)\n";
}

void Picture::word(const void* at, const std::string& meaning) {
  text_ += "  " + hex(at) + "  | " + meaning + "\n";
}
void Picture::word(const void* at, const std::string& meaning, const Record& record) {
  word(at, meaning + (record.site ? "  (" + record.site->name + ")" : ""));
}
void Picture::slot(const void* at, std::uintptr_t slot) { word(at, "slot " + hex(slot)); }
void Picture::handler(const void* at, Handle handle) {
  const Attachment& attachment = attachment_of(handle);
  word(
      at,
      (is_live(attachment, handle.without_padding()) ? attachment.tracer->options.name : std::string("a tracer that is gone")) +
          (handle.words() ? ", " + std::to_string(handle.words() * 8) + " bytes of entry data below" : ""));
}
void Picture::address(const void* at, const std::string& meaning, std::uintptr_t address) {
  word(at, meaning + " " + name_address(address));
}

}  // namespace retprobe
