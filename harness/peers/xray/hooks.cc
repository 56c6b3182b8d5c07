// LLVM XRay through its own interface. It patches sleds function by function or all at once. A
// patched sled calls a handler at entry and exit.
#include <unordered_map>

#include "harness/bench/recorder.h"
#include "harness/peers/program/peer.h"
#include "harness/peers/xray/runtime.h"

namespace retprobe::peers {
namespace {

Hits notified;

bool is_entry(XRayEntryType type) { return type == ENTRY || type == LOG_ARGS_ENTRY; }

void count(std::int32_t, XRayEntryType type) {
  if (is_entry(type))
    ++notified.entries;
  else
    ++notified.exits;
}
void nothing(std::int32_t, XRayEntryType) {}
// The function's id names it.
void record(std::int32_t id, XRayEntryType type) {
  if (is_entry(type))
    harness::record_entry(static_cast<std::uintptr_t>(id));
  else
    harness::record_exit(static_cast<std::uintptr_t>(id));
}

class XRay : public Peer {
 public:
  XRay() {
    __xray_init();
    for (std::size_t id = 1; id <= __xray_max_function_id(); ++id)
      ids_[__xray_function_address(static_cast<std::int32_t>(id))] = static_cast<std::int32_t>(id);
  }

  std::string attach(std::string_view variant, std::span<const Function> functions,
                     bool counting) override {
    prepare(variant, counting);
    std::size_t patched = 0;
    for (const Function& function : functions) {
      const auto found = ids_.find(function.address);
      if (found == ids_.end()) continue;
      if (__xray_patch_function(found->second) != SUCCESS)
        return "XRay could not patch " + function.name;
      ++patched;
    }
    return patched ? "" : "XRay has no sled in any of these functions";
  }

  std::string attach_all(std::string_view variant, std::span<const Function>,
                         bool counting) override {
    prepare(variant, counting);
    return __xray_patch() == SUCCESS ? "" : "XRay could not patch";
  }

  // Keeps the handler, which would still count calls through a sled that was left patched.
  std::string detach() override {
    return __xray_unpatch() == SUCCESS ? "" : "XRay could not unpatch";
  }

  std::optional<Hits> hits() override {
    if (records_) return Hits{harness::own_recorder->entries(), harness::own_recorder->exits()};
    if (!counts_) return std::nullopt;
    return notified;
  }

 private:
  void prepare(std::string_view variant, bool counting) {
    notified = {};
    counts_ = counting || variant == "counting";
    records_ = variant == "recording";
    if (records_) harness::begin_recording();
    __xray_set_handler(records_ ? record : counts_ ? count : nothing);
  }

  std::unordered_map<std::uintptr_t, std::int32_t> ids_;
  bool counts_ = false, records_ = false;
};

}  // namespace

std::unique_ptr<Peer> make_peer() { return std::make_unique<XRay>(); }

}  // namespace retprobe::peers
