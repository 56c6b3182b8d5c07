#include "retprobe/probe.h"

#include <cstdio>
#include <new>
#include <optional>
#include <utility>

#include "core/blocks/parallel_shadow.h"
#include "core/control/control.h"
#include "core/hooks/stack_lookup.h"
#include "core/picture.h"

namespace retprobe {

Error configure(const Configuration& wanted) { return Control::instance().configure(wanted); }
const Configuration& configuration() { return Control::instance().configuration(); }

std::vector<std::string> design_names() {
  std::vector<std::string> names;
  for (const DesignEntry* design : design_table()) names.emplace_back(design->name);
  return names;
}

std::span<const std::string_view> transfer_names() {
  static constexpr std::string_view names[] = {
      to_string(Transfer::paired), to_string(Transfer::push_ret), to_string(Transfer::call_ret),
      to_string(Transfer::jump), to_string(Transfer::trap)};
  return names;
}

Result<Tracer> Tracer::make(TracerOptions options) {
  const auto bad = [&](const std::string& why) {
    return Error{Error::Code::usage, "tracer " + options.name + ": " + why};
  };
  if (options.entry_data_bytes > max_data_bytes)
    return bad(std::to_string(options.entry_data_bytes) + " bytes of entry data; at most " +
               std::to_string(max_data_bytes) + " per tracer and call");
  if (options.redirects && options.registers != RegisterSet::full)
    return bad("a tracer that redirects calls needs the full register set (it sets rip)");
  if (options.redirects && !options.on_entry)
    return bad("it redirects calls, and has no entry handler that could");
  try {
    return Tracer(std::make_unique<TracerState>(std::move(options)));
  } catch (const std::bad_alloc&) {
    // The text is short enough for std::string to hold it without allocating.
    return Error{Error::Code::exhausted, "out of memory"};
  }
}

Tracer::Tracer(std::unique_ptr<TracerState> state) : state_(std::move(state)) {}
Tracer::Tracer(Tracer&&) noexcept = default;
Tracer& Tracer::operator=(Tracer&& other) noexcept {
  if (this != &other) {
    Tracer old(std::move(*this));
    state_ = std::move(other.state_);
  }
  return *this;
}
Tracer::~Tracer() {
  // When detach fails, a handler is stuck. Hooks may then still read the attachments, whose memory
  // is never unmapped. The TracerState may be freed: it is read under the control lock only, and by
  // nothing once the tracer is detached. A handler that destroys a tracer does not detach it.
  if (!state_ || attached() == 0) return;
  if (Error error = detach()) {
    std::fprintf(stderr, "retprobe: tracer %s: %s\n", state_->options.name.c_str(),
                 error.message().c_str());
    if (attached() != 0) (void)state_.release();
  }
}

Error Tracer::attach(std::span<const Site* const> sites) {
  return Control::instance().attach(*state_, sites);
}
Error Tracer::attach(std::string_view pattern) {
  Result<std::vector<const Site*>> sites = find_sites(pattern);
  if (!sites.ok()) return sites.error();
  return attach(*sites);
}
Error Tracer::detach(std::span<const Site* const> sites) {
  return Control::instance().detach(*state_, &sites);
}
Error Tracer::detach() { return Control::instance().detach(*state_, nullptr); }
std::uint64_t Tracer::missed() const { return Control::instance().missed(*state_); }
std::uint64_t Tracer::missed(const Site& site) const {
  return Control::instance().missed(*state_, site);
}
std::uint64_t Tracer::reset_missed() { return Control::instance().reset_missed(*state_); }
std::size_t Tracer::attached() const { return Control::instance().attached(*state_); }

ScopedAttachment::ScopedAttachment(Tracer& tracer, std::vector<const Site*> sites)
    : tracer_(tracer.state_.get()), sites_(std::move(sites)) {}
Result<ScopedAttachment> ScopedAttachment::make(Tracer& tracer, std::vector<const Site*> sites) {
  if (Error error = tracer.attach(sites)) return error;
  return ScopedAttachment(tracer, std::move(sites));
}
ScopedAttachment::ScopedAttachment(ScopedAttachment&& other) noexcept
    : tracer_(std::exchange(other.tracer_, nullptr)), sites_(std::move(other.sites_)) {}
ScopedAttachment::~ScopedAttachment() {
  if (!tracer_) return;
  const std::span<const Site* const> sites(sites_);
  if (Error error = Control::instance().detach(*tracer_, &sites))
    std::fprintf(stderr, "retprobe: %s\n", error.message().c_str());
}

void stop_tracing() { retprobe_stopped.store(true, std::memory_order_seq_cst); }
void start_tracing() { retprobe_stopped.store(false, std::memory_order_seq_cst); }
bool tracing_stopped() { return retprobe_stopped.load(std::memory_order_relaxed); }

Usage usage() { return Control::instance().usage(); }

namespace {

// May run outside a handler. The StackGuard keeps the stack mapped if another thread changes the
// design meanwhile.
std::optional<ShadowView> described() {
  const StackGuard guard(this_thread);
  const DesignEntry* const design = active_design;
  const ExecutionStack& stack = *this_thread.current;
  if (!design || !design->cold.describe || stack.kind == ExecutionStack::Kind::none)
    return std::nullopt;
  return design->cold.describe(stack);
}

}  // namespace

ShadowView view_shadow_stack() { return described().value_or(ShadowView{}); }

std::string draw_shadow_stack() {
  const std::optional<ShadowView> view = described();
  return view ? text_of(*view) : "no shadow stack\n";
}

}  // namespace retprobe
