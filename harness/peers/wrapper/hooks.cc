// The wrappers as peers: a site's five-byte nop becomes a jump to its stub. Nothing else runs while
// that is written.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "harness/bench/recorder.h"
#include "harness/peers/wrapper/wrapper.h"

namespace retprobe::peers {

Hits wrapped_hits;

namespace {

using Bytes = std::array<std::uint8_t, 5>;
constexpr Bytes nop = {0x0f, 0x1f, 0x44, 0x00, 0x00};
constexpr std::array<std::uint8_t, 4> endbr = {0xf3, 0x0f, 0x1e, 0xfa};

// Where the function's nop is, or 0.
std::uintptr_t nop_of(const Function& function) {
  const auto* code = reinterpret_cast<const std::uint8_t*>(function.address);
  if (std::memcmp(code, endbr.data(), endbr.size()) == 0) code += endbr.size();
  return std::memcmp(code, nop.data(), nop.size()) == 0 ? reinterpret_cast<std::uintptr_t>(code)
                                                        : 0;
}

Bytes jump_to(const std::byte* target, std::uintptr_t from) {
  Bytes jump = {0xe9};
  const auto distance = static_cast<std::int32_t>(
      static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(target) - from - jump.size()));
  std::memcpy(&jump[1], &distance, sizeof distance);  // both are in this program: it is near
  return jump;
}

class Wrapper : public Peer {
 public:
  Wrapper() : memory_(open("/proc/self/mem", O_RDWR | O_CLOEXEC)) {}
  ~Wrapper() override {
    if (memory_ >= 0) close(memory_);
  }

  std::string attach(std::string_view variant, std::span<const Function> functions,
                     bool counting) override {
    recording_ = variant == "recording";
    counts_ = recording_ || counting || variant == "counting";
    wrapped_hits = {};
    if (recording_) harness::begin_recording();
    if (!install_handlers(counting && variant == "empty" ? "counting" : variant))
      return "it has no handlers '" + std::string(variant) + "'";
    const std::size_t stubs =
        static_cast<std::size_t>(retprobe_wrapper_stubs_end - retprobe_wrapper_stubs) / stub_bytes;
    if (functions.size() > stubs)
      return "it has " + std::to_string(stubs) + " stubs, and there are " +
             std::to_string(functions.size()) + " functions";
    for (const Function& function : functions) {
      const std::uintptr_t site = nop_of(function);
      if (!site) return function.name + " does not begin with a five-byte nop";
      const std::size_t index = sites_.size();
      retprobe_wrapped_bodies[index] = site + nop.size();
      if (!write(site, jump_to(retprobe_wrapper_stubs + index * stub_bytes, site)))
        return failed(function.name);
      sites_.push_back(site);
    }
    return "";
  }

  std::string detach() override {
    for (const std::uintptr_t site : sites_)
      if (!write(site, nop)) return failed("a function");
    sites_.clear();
    return "";
  }

  std::optional<Hits> hits() override {
    if (!counts_) return std::nullopt;
    if (!recording_) return wrapped_hits;
    return Hits{harness::own_recorder->entries(), harness::own_recorder->exits()};
  }

 private:
  bool write(std::uintptr_t at, const Bytes& code) const {
    return pwrite(memory_, code.data(), code.size(), static_cast<off_t>(at)) ==
           static_cast<ssize_t>(code.size());
  }
  static std::string failed(const std::string& what) {
    return what + " could not be patched: " + std::strerror(errno);
  }

  int memory_;
  std::vector<std::uintptr_t> sites_;  // in the order of their stubs
  bool counts_ = false, recording_ = false;
};

}  // namespace

std::unique_ptr<Peer> make_peer() { return std::make_unique<Wrapper>(); }

}  // namespace retprobe::peers
