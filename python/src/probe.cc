#include "python/src/probe.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include "core/hooks/design_table.h"
#include "core/hooks/stacks.h"
#include "python/src/idle.h"

namespace retprobe::python {
namespace {

// Restores errno after a handler: the caller of the probed function may read it.
class ErrnoKept {
 public:
  ~ErrnoKept() { errno = kept_; }

 private:
  int kept_ = errno;
};

// The recorder's part of the entry data: the time when the call began. The listener's part follows.
constexpr std::size_t stamp_bytes = 16;

std::mutex probes_lock;
std::set<Probe*> attached_probes;
std::vector<Probe*> retired_probes;  // for take_retired()

// All probes share one configuration. Where no probe has chosen one, it is the library's default.
Configuration what_others_use() {
  const std::lock_guard lock(probes_lock);
  return attached_probes.empty() ? Configuration{} : configuration();
}

// "" accepts any name.
template <class Names>
Error check_among(const char* what, const std::string& wanted, const Names& names) {
  if (wanted.empty() || std::ranges::count(names, wanted)) return {};
  std::string known;
  for (const auto& name : names) known += (known.empty() ? "" : ", ") + std::string(name);
  return {Error::Code::not_found,
          std::string("no ") + what + " '" + wanted + "'; there are " + known};
}

Error check_hooks(const std::string& design) {
  const DesignEntry* entry = find_design(design);
  if (!entry || entry->facts.wiring != Wiring::unhooked) return {};
  return {Error::Code::refused,
          "the design " + design +
              " has no hooks: no callback would be called, and nothing recorded or counted as " +
              "missed; leave out on_entry, on_return and record, or choose another design"};
}

}  // namespace

Result<std::unique_ptr<Probe>> Probe::make(ProbeOptions options,
                                           std::unique_ptr<Listener> listener) {
  const bool idle = !options.record && !listener->hears_entries() && !listener->hears_returns();
  if (Error error = check_among("design", options.design, design_names())) return error;
  if (Error error = check_among("return transfer", options.transfer, transfer_names()))
    return error;
  if (!idle)
    if (Error error = check_hooks(options.design)) return error;
  if (options.patterns.empty())
    return Error{Error::Code::usage,
                 "no function to probe: name a workload, functions, or globs of them"};
  if (options.registers == RegisterSet::scalar && !idle)
    return Error{Error::Code::usage,
                 "callbacks and record need the vector or the full register set, not scalar"};
  std::vector<const Site*> sites;
  const Site* refused = nullptr;
  for (const std::string& pattern : options.patterns) {
    auto found = find_sites(pattern);
    if (!found.ok()) return found.error();
    for (const Site* site : *found) {
      if (!site->refusal.empty() && !selects_many(pattern))
        return Error{Error::Code::refused, site->name + " must not be probed: " + site->refusal};
      if (site->refusal.empty())
        sites.push_back(site);
      else
        refused = site;
    }
  }
  std::ranges::sort(sites);
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  if (sites.empty())
    return Error{Error::Code::refused, "none of these functions may be probed; " + refused->name +
                                           ": " + refused->refusal};
  const std::size_t own = options.record ? stamp_bytes : 0;
  // Tracer::make refuses too much. The sum must not wrap before that.
  const std::size_t data = own + std::min(options.entry_data_bytes, SIZE_MAX - own);
  TracerOptions wanted{.name = options.name, .on_entry = on_entry, .entry_data_bytes = data};
  if (options.record || listener->hears_returns()) wanted.on_return = on_return;
  if (idle) {
    wanted.on_entry = accept_idly;
    wanted.on_return = hear_idly;
  }
  wanted.registers = options.registers;
  wanted.maxactive = options.maxactive;
  std::unique_ptr<Probe> probe(
      new Probe(std::move(options), std::move(sites), std::move(listener)));
  wanted.context = probe.get();
  auto tracer = Tracer::make(std::move(wanted));
  if (!tracer.ok()) return tracer.error();
  probe->tracer_ = std::make_unique<Tracer>(std::move(*tracer));
  return probe;
}

Probe::Probe(ProbeOptions options, std::vector<const Site*> sites,
             std::unique_ptr<Listener> listener)
    : options_(std::move(options)), sites_(std::move(sites)), listener_(std::move(listener)) {
  if (options_.record) recorder_ = std::make_shared<Recorder>(options_.record);
}

Error Probe::attach() {
  if (attached_) return {Error::Code::already, "the probe is attached already"};
  Configuration wanted = what_others_use();
  if (!options_.design.empty()) wanted.design = options_.design;
  if (!options_.transfer.empty()) wanted.transfer = options_.transfer;
  if (hears())
    if (Error error = check_hooks(wanted.design)) return error;
  if (Error error = configure(wanted)) return error;  // does nothing where nothing changes
  if (Error error = tracer_->attach(sites_)) return error;
  attached_ = true;
  const std::lock_guard lock(probes_lock);
  attached_probes.insert(this);
  return {};
}

Error Probe::detach() {
  if (!attached_ && !left_busy_) return {};
  Error error = tracer_->detach();
  if (error && tracer_->attached() != 0) return error;
  left_busy_ = static_cast<bool>(error);
  attached_ = false;
  const std::lock_guard lock(probes_lock);
  attached_probes.erase(this);
  return error;
}

bool Probe::retire() {
  retired_ = true;
  if (!in_handler()) {
    if (attached_) (void)detach();
    if (!attached_) return !left_busy_;
  }
  const std::lock_guard lock(probes_lock);
  retired_probes.push_back(this);
  return false;
}

std::vector<Probe*> Probe::take_retired() {
  const std::lock_guard lock(probes_lock);
  return std::exchange(retired_probes, {});
}

void Probe::detach_all() {
  std::set<Probe*> all;
  {
    const std::lock_guard lock(probes_lock);
    all = attached_probes;
  }
  for (Probe* probe : all) (void)probe->detach();
}

bool Probe::hears() const {
  return recorder_ || listener_->hears_entries() || listener_->hears_returns();
}

std::uint32_t Probe::index_of(const Site& site) const {
  return static_cast<std::uint32_t>(std::ranges::lower_bound(sites_, &site) - sites_.begin());
}

bool Probe::on_entry(void* context, EntryFrame& frame) {
  const ErrnoKept errno_kept;
  Probe& probe = *static_cast<Probe*>(context);
  if (probe.retired_) return false;
  const std::size_t stamp = probe.recorder_ ? stamp_bytes : 0;
  const std::span<std::byte> data(frame.entry_data + stamp, probe.options_.entry_data_bytes);
  std::ranges::fill(data, std::byte{0});  // it holds an earlier call's data
  if (probe.listener_->hears_entries() && !probe.listener_->entered(frame, data)) return false;
  // The clock is read last, so that the listener's time is not counted.
  if (const std::int64_t now = stamp ? now_ns() : 0)
    std::memcpy(frame.entry_data, &now, sizeof now);
  return true;
}

void Probe::on_return(void* context, ReturnFrame& frame) {
  const ErrnoKept errno_kept;
  Probe& probe = *static_cast<Probe*>(context);
  if (probe.retired_) return;
  const std::size_t stamp = probe.recorder_ ? stamp_bytes : 0;
  if (stamp && frame.reason() == ReturnReason::returned) {
    const std::int64_t end = now_ns();
    std::int64_t begin;
    std::memcpy(&begin, frame.entry_data, sizeof begin);
    probe.recorder_->add(begin, end, probe.index_of(frame.site()));
  }
  if (probe.listener_->hears_returns())
    probe.listener_->returned(frame, {frame.entry_data + stamp, probe.options_.entry_data_bytes});
}

}  // namespace retprobe::python
