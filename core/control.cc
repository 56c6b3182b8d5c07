// Control of sites: who is attached, and the blocks, records and bytes of a function whose tracers all share one block. Of chains, where
// each attachment has its own: control_chain.cc.
#include "core/control.h"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>
#include <optional>
#include <set>

#include "core/control_change.h"
#include "core/island.h"
#include "core/parallel_shadow.h"
#include "core/return_trap.h"
#include "core/text_poke.h"
#include "core/thread.h"

namespace retprobe {
namespace {

constexpr HandlerList empty_list{};
constexpr std::uint32_t least_frame_bytes = 64;

HandlerList* make_list(std::span<const SiteControl::Member> members, std::uint64_t epoch,
                       const DesignEntry& design) {
  // On a cache line of its own: where it lies is the same each time, and so is what reading it costs.
  constexpr std::size_t line = 64;
  const std::size_t bytes = sizeof(HandlerList) + members.size() * sizeof(Handle);
  auto* list = static_cast<HandlerList*>(std::aligned_alloc(line, (bytes + line - 1) / line * line));
  if (!list) return nullptr;
  list->epoch = epoch;
  list->count = static_cast<std::uint32_t>(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) list->handles[i] = members[i].handle;
  list->words = design.cold.words ? design.cold.words({list->handles, list->count}) : 0;
  return list;
}

RegisterSet strongest(std::span<const SiteControl::Member> members) {
  RegisterSet set = RegisterSet::scalar;
  for (const auto& member : members) set = std::max(set, member.tracer->options.registers);
  return set;
}

std::string quoted(const Site& site) { return "'" + site.name + "'"; }

// The text is made when there may be none left to make it of.
Error no_memory(const char* what) {
  try {
    return {Error::Code::exhausted, std::string("no memory (heap) to ") + what + "; nothing was changed"};
  } catch (const std::bad_alloc&) {
    return {Error::Code::exhausted, "out of memory"};  // short enough to need none
  }
}

// So that adding so many cannot fail. As push_back grows, and not by a copy for each one that is added.
template <class T>
void make_room_for(std::vector<T>& vector, std::size_t more) {
  if (vector.capacity() - vector.size() < more)
    vector.reserve(std::max(vector.size() + more, 2 * vector.capacity()));
}

void retire_list(const HandlerList* list) {
  if (list && list != &empty_list) reclaim_later([list] { std::free(const_cast<HandlerList*>(list)); });
}

// `jmp` to the next instruction: patched, and as good as not there. The site of a design without hooks.
SiteBytes jump_over(const Site& site) { return encode_jump(site.entry, site.body()); }

}  // namespace

class Control::Locked {
 public:
  explicit Locked(Control& control) : control_(control) { lock(); }
  ~Locked() { unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
  void lock() {
    undisturbed_.emplace();
    control_.lock_.lock();
  }
  void unlock() {
    control_.lock_.unlock();
    undisturbed_.reset();
  }

 private:
  Control& control_;
  std::optional<Undisturbed> undisturbed_;
};

Control& Control::instance() {
  static auto* control = new Control;  // never destroyed: probes may outlive static destructors
  return *control;
}

void Control::hold_across_forks() {
  fork_error_ =
      pthread_atfork([] { instance().lock_.lock_for_fork(); }, [] { instance().lock_.unlock_after_fork(); },
                     [] {
                       instance().lock_.unlock_after_fork();
                       instance().waiting_ = 0;  // those threads are not here
                     });
}

// Handlers before a fork run in reverse: before those of the locks that are taken under this one (101 to 103).
[[gnu::constructor(104)]] static void hold_control_across_forks() { Control::instance().hold_across_forks(); }

Error Control::wait_for_handlers_unlocked(Locked& lock, std::span<const Handle> handles) {
  ++waiting_;
  lock.unlock();
  Error busy = wait_for_handlers(handles);
  lock.lock();
  if (waiting_) --waiting_;
  return busy;
}

Error Control::configure(const Configuration& wanted) {
  Locked lock(*this);
  const DesignEntry* design = find_design(wanted.design);
  if (!design) {
    std::string names;
    for (const DesignEntry* entry : design_table())
      names += (names.empty() ? "" : ", ") + std::string(entry->name);
    return {Error::Code::not_found, "no design '" + wanted.design + "'; there are " + names};
  }
  Transfer transfer = Transfer::paired;
  bool known = false;
  for (std::size_t i = 0; i < transfer_count; ++i) {
    if (to_string(static_cast<Transfer>(i)) != wanted.transfer) continue;
    transfer = static_cast<Transfer>(i);
    known = true;
  }
  if (!known)
    return {Error::Code::not_found,
            "no return transfer '" + wanted.transfer + "'; there are paired, push_ret, call_ret, jump, trap"};
  while (waiting_) {  // what these detaches have begun belongs to the old design
    lock.unlock();
    const timespec nap{0, 1'000'000};
    nanosleep(&nap, nullptr);
    lock.lock();
  }
  if (design == design_ && transfer == transfer_) {
    configuration_ = wanted;
    return {};
  }
  for (const auto& [site, control] : sites_)
    if (!control.members.empty())
      return {Error::Code::busy, "cannot change design or transfer while a tracer is attached to " +
                                     quoted(*site) + "; detach all tracers first"};
  reclaim_due();
  drop_own_stale_frames(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  if (const std::size_t frames = frames_in_flight())
    return {Error::Code::busy,
            "cannot change design or transfer: " + std::to_string(frames) + " probed calls are in flight"};
  if (design != design_) forget_stacks();
  design_ = design;
  active_design = design;
  transfer_ = transfer;
  configuration_ = wanted;
  return {};
}

SiteControl& Control::control_of(const Site& site) {
  auto [at, fresh] = sites_.try_emplace(&site);
  if (fresh) {
    at->second.site = &site;
    at->second.installed = site.original;
  }
  return at->second;
}

Result<Record*> Control::block_for(SiteControl& control, const BlockKey& key) {
  if (const auto found = control.blocks.find(key); found != control.blocks.end()) return found->second;
  const bool framed = key.design->facts.wiring == Wiring::framed;
  Result<Record*> block = take_block(framed ? Shape::framed : Shape::slot);
  if (!block.ok()) return block;
  Record& record = **block;
  const EntryMode mode = framed                             ? EntryMode::framed
                         : key.transfer == Transfer::paired ? EntryMode::paired
                                                            : EntryMode::replace;
  record.enter = key.design->entry_trampoline(mode, key.path, key.set);
  record.leave = key.design->return_trampoline(key.transfer, key.set);
  if (framed)
    record.frame_bytes = key.frame_bytes;
  else
    record.trampoline = block_of(record) + (key.transfer == Transfer::trap ? RP_SLOT_TRAP : RP_SLOT_T);
  record.body = control.site->body();
  record.site = control.site;
  record.list.store(&empty_list, std::memory_order_relaxed);
  record.policy.store(control.policy, std::memory_order_release);
  control.blocks.emplace(key, &record);
  return &record;
}

BlockKey Control::key_of(std::span<const SiteControl::Member> members) const {
  BlockKey key{design_, transfer_, strongest(members), Path::direct, 0};
  if (design_->facts.wiring == Wiring::chained) return key;
  if (members.size() > 1) key.path = Path::iterating;
  if (design_->facts.wiring == Wiring::framed) {
    std::vector<Handle> handles;
    for (const auto& member : members) handles.push_back(member.handle);
    key.frame_bytes = std::bit_ceil(std::max(design_->cold.words(handles) * 8, least_frame_bytes));
    key.transfer = Transfer::paired;  // a framed block has no transfer
  }
  return key;
}

// Finds or makes the block that the site's jump is to lead to. Changes nothing that a hook reads.
Error Control::plan(Change& change) {
  SiteControl& control = *change.control;
  change.bytes_after = control.site->original;
  if (control.members.empty()) return {};
  if (design_->facts.wiring == Wiring::unhooked) {
    change.bytes_after = jump_over(*control.site);
    return {};
  }
  Result<Record*> block = block_for(control, key_of(control.members));
  if (!block.ok()) return block.error();
  change.live_after = *block;
  if (design_->facts.wiring == Wiring::chained)
    if (Error error = plan_chain(change)) return error;
  if (design_->facts.wiring != Wiring::chained && control.members.size() > 1 &&
      !(change.list = make_list(control.members, control.attaches, *design_)))
    return no_memory("attach or detach");
  Result<std::uintptr_t> target =
      reachable(control.site->entry, block_of(*change.live_after), control.site->islands);
  if (!target.ok()) return target.error();
  change.bytes_after = encode_jump(control.site->entry, *target);
  return {};
}

void Control::publish_policy(SiteControl& control) {
  if (design_->facts.wiring == Wiring::chained) return;  // stages have links there
  for (auto& [key, record] : control.blocks)
    if (key.design == design_) record->policy.store(control.policy, std::memory_order_release);
}

// Makes the block that is to be live read the members as they are now.
void Control::publish(Change& change) {
  SiteControl& control = *change.control;
  if (!change.live_after) return;
  if (design_->facts.wiring == Wiring::chained) return publish_chain(change);
  if (control.members.size() == 1)
    change.live_after->single.store(control.members.front().handle, std::memory_order_release);
  else
    change.replaced = change.live_after->list.exchange(change.list, std::memory_order_acq_rel);
}

// Publishes, pokes the jumps, and when that fails puts the tracers back as they were before. Everything that may fail comes
// before the first publish, but for the poke, which undoes itself.
Error Control::switch_over(std::vector<Change>& changes) {
  Error error;
  bool published = false;
  try {
    std::vector<Poke> pokes;
    for (Change& change : changes) {
      if ((error = plan(change))) break;
      pokes.push_back({change.control->site->entry, change.control->installed, change.bytes_after});
    }
    if (!error) {
      published = true;
      for (Change& change : changes) publish(change);
      error = text_poke(pokes);
    }
  } catch (const std::bad_alloc&) {
    error = no_memory("attach or detach");
  }
  for (Change& change : changes) {
    SiteControl& control = *change.control;
    if (error) {
      std::swap(control.members, change.before);
      if (published)
        take_back(change);
      else
        std::free(const_cast<HandlerList*>(change.list));
    } else {
      control.live = change.live_after;
      control.installed = change.bytes_after;
      retire_list(change.replaced);
      if (control.members.empty()) empty_records(control);
    }
    retire_stages(control, change.before);
  }
  return error;
}

// After a poke that failed. Whoever went the new way meanwhile may still be there.
void Control::take_back(Change& change) {
  SiteControl& control = *change.control;
  if (change.replaced)
    retire_list(change.live_after->list.exchange(change.replaced, std::memory_order_acq_rel));
  Change back{&control, {}, control.live};
  if (control.members.empty())
    empty_records(control);
  else if (design_->facts.wiring == Wiring::chained && control.live)
    publish_chain(back);
}

// Nobody is attached any more: whoever is slow finds nothing to do, whatever design comes next.
void Control::empty_records(SiteControl& control) {
  for (auto& [key, record] : control.blocks) {
    record->single.store({}, std::memory_order_release);
    if (design_->facts.wiring == Wiring::chained)
      record->policy.store(nullptr, std::memory_order_release);
    else
      retire_list(record->list.exchange(&empty_list, std::memory_order_acq_rel));
  }
}

Error Control::check_caller(const char* what) {
  if (!in_handler()) return {};
  return {Error::Code::busy, std::string(what) + " called from a handler (thread " +
                                 std::to_string(current_tid()) +
                                 "), which it would have to wait for; call it when the handler has returned"};
}

Error Control::check_attach(TracerState& tracer, std::span<const Site* const> sites) {
  const TracerOptions& options = tracer.options;
  std::set<const Site*> seen;
  for (const Site* site : sites) {
    const std::string where = "cannot attach " + options.name + " to " + quoted(*site) + ": ";
    if (!site->mapped)
      return {Error::Code::refused, where + "its module " + site->module + " is no longer loaded"};
    if (!site->refusal.empty()) return {Error::Code::refused, where + site->refusal};
    if (!seen.insert(site).second) return {Error::Code::already, where + "it is named twice in one batch"};
    const auto found = sites_.find(site);
    if (found == sites_.end()) continue;
    for (const auto& member : found->second.members) {
      if (member.tracer == &tracer) return {Error::Code::already, where + "it is attached there already"};
      if (options.redirects && member.tracer->options.redirects)
        return {Error::Code::refused, where + member.tracer->options.name +
                                          " redirects this function already, and only one tracer may"};
    }
  }
  return {};
}

Error Control::attach(TracerState& tracer, std::span<const Site* const> sites) {
  try {
    return attach_all(tracer, sites);
  } catch (const std::bad_alloc&) {
    return no_memory("attach");
  }
}

Error Control::detach(TracerState& tracer, const std::span<const Site* const>* sites) {
  try {
    return detach_all(tracer, sites);
  } catch (const std::bad_alloc&) {
    return no_memory("detach");
  }
}

// Throws bad_alloc while nothing is changed yet; so does detach_all.
Error Control::attach_all(TracerState& tracer, std::span<const Site* const> sites) {
  if (Error error = check_caller("attach")) return error;
  find_stack_words();
  Locked lock(*this);
  if (!design_)
    return {Error::Code::usage, "attach before configure(): choose a design and a return transfer first"};
  if (fork_error_) return system_error("pthread_atfork for the control of sites", fork_error_);
  if (Error error = shadow_status()) return error;
  if (transfer_ == Transfer::trap)
    if (Error error = enable_return_traps()) return error;
  reclaim();
  if (Error error = check_attach(tracer, sites)) return error;

  const TracerOptions& options = tracer.options;
  const auto data_words = static_cast<std::uint32_t>((options.entry_data_bytes + 15) / 16 * 2);
  std::vector<Change> changes;
  std::vector<Handle> handles;
  changes.reserve(sites.size());
  handles.reserve(sites.size());
  make_room_for(tracer.sites, sites.size());
  for (const Site* site : sites) {
    SiteControl& control = control_of(*site);
    make_room_for(control.members, 1);
    changes.push_back({&control, control.members});
  }
  Error error;
  for (Change& change : changes) {
    SiteControl& control = *change.control;
    Result<Handle> handle =
        make_attachment(tracer, options.on_entry, options.on_return, options.context, data_words);
    if (!handle.ok()) {
      error = handle.error();
      break;
    }
    ++control.attaches;
    if (design_->cold.attach) {
      try {
        error = design_->cold.attach(control.policy, *handle);
      } catch (const std::bad_alloc&) {
        error = no_memory("attach");
      }
      // Even when it failed, or a later site does: what this replaced will be freed.
      publish_policy(control);
      if (error) {
        kill_attachment(*handle);
        recycle_attachment(*handle);
        break;
      }
    }
    handles.push_back(*handle);
    control.members.push_back({&tracer, *handle});
  }
  const auto give_back = [&](Handle handle, SiteControl& control) {
    kill_attachment(handle);
    if (design_->cold.detach) design_->cold.detach(control.policy, handle);
    recycle_attachment(handle);
  };
  if (error) {
    for (std::size_t i = 0; i < handles.size(); ++i) {
      give_back(handles[i], *changes[i].control);
      changes[i].control->members.pop_back();
    }
    return error;
  }
  if ((error = switch_over(changes))) {
    for (std::size_t i = 0; i < changes.size(); ++i) kill_attachment(handles[i]);
    if (Error busy = wait_for_handlers_unlocked(lock, handles)) return error;  // their memory is kept
    for (std::size_t i = 0; i < changes.size(); ++i) give_back(handles[i], *changes[i].control);
    return error;
  }
  for (const Change& change : changes) tracer.sites.push_back(change.control);
  return {};
}

Error Control::detach_all(TracerState& tracer, const std::span<const Site* const>* sites) {
  if (Error error = check_caller("detach")) return error;
  (void)all_sites().ok();  // notices modules that are gone, whose sites cannot be patched back
  Locked lock(*this);
  reclaim();
  std::vector<SiteControl*> controls;
  if (sites) {
    for (const Site* site : *sites) {
      const auto found = sites_.find(site);
      if (found == sites_.end() || std::ranges::find(tracer.sites, &found->second) == tracer.sites.end())
        return {Error::Code::not_found, "cannot detach " + tracer.options.name + " from " + quoted(*site) +
                                            ": it is not attached there"};
      if (std::ranges::find(controls, &found->second) == controls.end()) controls.push_back(&found->second);
    }
  } else {
    controls = tracer.sites;
  }
  if (controls.empty()) return {};

  std::vector<Change> changes, mapped;
  std::vector<Handle> handles;
  const std::set<SiteControl*> gone(controls.begin(), controls.end());
  handles.reserve(controls.size());
  mapped.reserve(controls.size());
  for (SiteControl* control : controls) changes.push_back({control, control->members});
  for (SiteControl* control : controls) {
    std::erase_if(control->members, [&](const SiteControl::Member& member) {
      if (member.tracer != &tracer) return false;
      handles.push_back(member.handle);
      return true;
    });
  }
  for (Change& change : changes) {
    if (change.control->site->mapped)
      mapped.push_back(std::move(change));
    else
      change.control->live = nullptr;  // its patched bytes went with it
  }
  if (Error error = switch_over(mapped)) {
    for (Change& change : changes)
      if (!change.control->site->mapped) change.control->members = change.before;
    return error;
  }
  std::erase_if(tracer.sites, [&](SiteControl* control) { return gone.contains(control); });
  for (const Handle handle : handles) {
    kill_attachment(handle);
    tracer.missed_before += attachment_of(handle).missed.load(std::memory_order_relaxed);
  }
  if (Error error = wait_for_handlers_unlocked(lock, handles)) return error;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    if (design_->cold.detach) design_->cold.detach(controls[i]->policy, handles[i]);
    recycle_attachment(handles[i]);
  }
  return {};
}

std::uint64_t Control::missed(TracerState& tracer) {
  Locked lock(*this);
  std::uint64_t missed = tracer.missed_before;
  for (const SiteControl* control : tracer.sites)
    for (const auto& member : control->members)
      if (member.tracer == &tracer)
        missed += attachment_of(member.handle).missed.load(std::memory_order_relaxed);
  return missed;
}

std::size_t Control::attached(TracerState& tracer) {
  Locked lock(*this);
  return tracer.sites.size();
}

Usage Control::usage() {
  Locked lock(*this);
  Usage usage{};
  for (const auto& [site, control] : sites_) usage.sites += !control.members.empty();
  const PoolUse pool =
      pool_use(design_ && design_->facts.wiring == Wiring::framed ? Shape::framed : Shape::slot);
  usage.blocks = pool.taken;
  usage.block_total = pool.total;
  for (const StackUse& stack : stack_uses()) {
    ++usage.stacks;
    usage.frames += stack.frames;
    usage.shadow_bytes += stack.shadow_bytes;
  }
  return usage;
}

Control::SiteView Control::view(const Site& site) {
  Locked lock(*this);
  const auto found = sites_.find(&site);
  if (found == sites_.end()) return {site.original, nullptr};
  return {found->second.installed, found->second.live};
}

}  // namespace retprobe
