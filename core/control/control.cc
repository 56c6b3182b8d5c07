// Control of sites: attach and detach.
#include "core/control/control.h"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <new>
#include <optional>
#include <utility>

#include "core/blocks/parallel_shadow.h"
#include "core/hooks/grace_period.h"
#include "core/hooks/return_trap.h"
#include "core/hooks/stacks.h"
#include "core/hooks/thread.h"
#include "core/sites/site_catalogue.h"
#include "core/system/no_memory.h"

namespace retprobe {
namespace {

std::string quoted(const Site& site) { return "'" + site.name + "'"; }

Error cannot_attach(const TracerState& tracer, const Site& site, Error::Code code,
                    const std::string& why) {
  return {code, "cannot attach " + tracer.options.name + " to " + quoted(site) + ": " + why};
}

Error no_memory_to(const char* what) {
  return no_memory(
      [&] { return std::string("no memory (heap) to ") + what + "; nothing was changed"; });
}

SiteControl::Member* member_of(const TracerState& tracer, SiteControl& control) {
  const auto found = std::ranges::find(control.members, &tracer, &SiteControl::Member::tracer);
  return found == control.members.end() ? nullptr : &*found;
}

// Reserves room, so that adding `more` elements cannot fail. Capacity at least doubles, as with
// push_back, so that repeated calls do not copy the vector each time.
template <class T>
void make_room_for(std::vector<T>& vector, std::size_t more) {
  if (vector.capacity() - vector.size() < more)
    vector.reserve(std::max(vector.size() + more, 2 * vector.capacity()));
}

}  // namespace

class Control::Locked {
 public:
  explicit Locked(Control& control) : control_(control) { lock(); }
  ~Locked() { unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
  void lock() {
    async_blocked_.emplace();
    control_.lock_.lock();
  }
  void unlock() {
    control_.lock_.unlock();
    async_blocked_.reset();
  }

 private:
  Control& control_;
  std::optional<AsyncBlocked> async_blocked_;
};

Control& Control::instance() {
  static auto* control = new Control;  // never destroyed: probes may outlive static destructors
  return *control;
}

void Control::hold_across_forks() {
  fork_error_ = pthread_atfork([] { instance().lock_.lock_for_fork(); },
                               [] { instance().lock_.unlock_after_fork(); },
                               [] {
                                 instance().lock_.unlock_after_fork();
                                 instance().waiting_ = 0;  // the child does not have those threads
                               });
}

// The handlers that run before a fork do so in reverse order of registration. So this lock is taken
// before the locks that are taken under it (constructors 101 to 103).
[[gnu::constructor(104)]] static void hold_control_across_forks() {
  Control::instance().hold_across_forks();
}

Error Control::synchronize_handlers_unlocked(Locked& lock, std::span<const Handle> handles) {
  ++waiting_;
  waits_end_ns_ = now_ns() + wait_limit_ns + 1'000'000'000;
  const unsigned given_up = waits_given_up_;
  lock.unlock();
  Error busy = synchronize_handlers(handles);
  lock.lock();
  if (given_up != waits_given_up_)
    return {Error::Code::busy,
            "configure waited 6 s for this detach; the tracer is detached, its memory is kept"};
  if (waiting_) --waiting_;
  return busy;
}

Error Control::configure(const Configuration& wanted) {
  const CancelDisabled cancel_disabled;
  try {
    Locked lock(*this);
    return reconfigure(lock, wanted);
  } catch (const std::bad_alloc&) {
    return no_memory_to("configure");
  }
}

// Throws bad_alloc only while nothing is changed yet, like attach_all.
Error Control::reconfigure(Locked& lock, Configuration wanted) {
  const DesignEntry* design = find_design(wanted.design);
  if (!design) {
    std::string names;
    for (const DesignEntry* entry : design_table())
      names += (names.empty() ? "" : ", ") + std::string(entry->name);
    return {Error::Code::not_found, "no design '" + wanted.design + "'; there are " + names};
  }
  std::size_t index = 0;
  while (index < transfer_count && to_string(static_cast<Transfer>(index)) != wanted.transfer)
    ++index;
  if (index == transfer_count)
    return {Error::Code::not_found, "no return transfer '" + wanted.transfer +
                                        "'; there are paired, push_ret, call_ret, jump, trap"};
  SiteWiring& wiring = wiring_of(*design, static_cast<Transfer>(index));
  if (&wiring != wiring_)
    if (Error error = check_caller("configure")) return error;
  while (waiting_) {                 // these detaches must finish with the old design
    if (now_ns() > waits_end_ns_) {  // a signal handler has jumped out of one
      waiting_ = 0;
      ++waits_given_up_;
      break;
    }
    lock.unlock();
    const timespec nap{0, 1'000'000};
    nanosleep(&nap, nullptr);
    lock.lock();
  }
  if (&wiring == wiring_) return {};
  for (const SiteControl& control : sites_)
    if (!control.members.empty())
      return {Error::Code::busy, "cannot change design or transfer while a tracer is attached to " +
                                     quoted(*control.site) + "; detach all tracers first"};
  drop_own_stale_frames(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  // A slow hook of the old design would take a stack of the new design for one of its own.
  if (design != design_)
    if (Error error = synchronize_hooks()) return error;
  run_due_callbacks();
  if (const std::size_t frames = frames_in_flight())
    return {Error::Code::busy, "cannot change design or transfer: " + std::to_string(frames) +
                                   " probed calls are in flight"};
  if (design != design_) forget_stacks(*design);
  design_ = design;
  wiring_ = &wiring;
  configuration_ = std::move(wanted);
  // Usually no hook is running, so the stacks are unmapped here.
  try {
    run_due_callbacks();
  } catch (const std::bad_alloc&) {  // tried again by the next call
  }
  return {};
}

// The place for the pointer to the site's control, which is null if there is none yet. nullptr if
// no site of its module was ever named.
SiteControl** Control::place_of(const Site& site) {
  const auto holds = [&](const ModuleSites& module) {
    return &site >= module.sites.data() && &site < module.sites.data() + module.sites.size();
  };
  if (!last_module_ || !holds(*last_module_)) {
    const auto after = modules_.upper_bound(&site);
    if (after == modules_.begin() || !holds(std::prev(after)->second)) return nullptr;
    last_module_ = &std::prev(after)->second;
  }
  return &last_module_->controls[static_cast<std::size_t>(&site - last_module_->sites.data())];
}

SiteControl* Control::find_control(const Site& site) {
  SiteControl** const place = place_of(site);
  return place ? *place : nullptr;
}

// A module that is opened again at the same place takes over what it had there before, so that it
// needs no more blocks. No tracer may be left at the sites that are gone. Then a block's new Site
// is all that changes: whoever is still in such a block finds no tracer there.
void Control::take_over(ModuleSites& module) {
  const auto is_free = [](const SiteControl* control) {
    return !control || control->members.empty();
  };
  const auto old = std::ranges::find_if(modules_, [&](const auto& known) {
    const ModuleSites& gone = known.second;
    return !gone.sites.front().mapped &&
           std::ranges::equal(gone.sites, module.sites, {}, &Site::entry, &Site::entry) &&
           std::ranges::all_of(gone.controls, is_free);
  });
  if (old == modules_.end() || !module.sites.front().mapped) return;
  module.controls = std::move(old->second.controls);
  modules_.erase(old);
  last_module_ = nullptr;
  for (std::size_t i = 0; i < module.sites.size(); ++i) {
    SiteControl*& control = module.controls[i];
    if (!module.sites[i].refusal.empty()) control = nullptr;  // see refusal_of
    if (!control) continue;
    control->site = &module.sites[i];
    control->islands = &module.islands;
    control->original = control->installed = module.sites[i].original;
    control->stack_look.reset();
    for (const SiteControl::Block& block : control->blocks) block.record->site = control->site;
  }
}

SiteControl& Control::control_of(const Site& site) {
  SiteControl** place = place_of(site);
  if (!place) {
    const auto [sites, islands] = module_of(site);
    const auto added = modules_.emplace(
        sites.data(), ModuleSites{sites, islands, std::vector<SiteControl*>(sites.size())});
    take_over(added.first->second);
    place = place_of(site);
  }
  if (!*place) {
    SiteControl& control = sites_.emplace_back();
    control.site = &site;
    control.entry = site.entry;
    control.islands = &last_module_->islands;
    control.original = control.installed = site.original;
    *place = &control;
  }
  return **place;
}

// Plans the site's change of wiring and its poke. Changes nothing that a hook reads.
Error Control::plan(SiteChange& change) {
  SiteControl& control = *change.control;
  SiteBytes bytes = control.original;
  std::uintptr_t word = 0, word_expected = 0;
  if (!control.members.empty()) {
    const Result<std::uintptr_t> target = wiring_->plan(change);
    if (!target.ok()) return target.error();
    const IslandRoom& room = *control.islands;
    const Result<std::uintptr_t> reached = reachable(control.entry, *target, room);
    if (!reached.ok()) return reached.error();
    bytes = encode_jump(control.entry, *reached);
    if (!room.stays) word = word_in(room, *reached), word_expected = *target;
  }
  Poke& poke = pokes_.emplace_back();
  poke.word = word;
  poke.word_expected = word_expected;
  poke.address = control.entry;
  poke.expected = control.installed;
  poke.replacement = bytes;
  control.live = change.live_after;
  control.installed = bytes;
  return {};
}

// Begins a batch and reserves room for its changes, so that adding them cannot fail.
void Control::begin_batch(std::size_t sites) {
  ++batches_;
  changes_.clear();
  members_before_.clear();
  pokes_.clear();
  make_room_for(changes_, sites);
  make_room_for(pokes_, sites);
}

// Records the site's state before it changes. A change is filled in place, here and elsewhere. To
// build it and then copy it in larger pieces than it was written in would cause a store-forwarding
// stall.
SiteChange& Control::begin_change(SiteControl& control) {
  const std::size_t first = members_before_.size(), count = control.members.size();
  if (count)
    members_before_.insert(members_before_.end(), control.members.begin(), control.members.end());
  SiteChange& change = changes_.emplace_back();
  change.control = &control;
  change.live_before = control.live;
  change.first_before = static_cast<std::uint32_t>(first);
  change.count_before = static_cast<std::uint32_t>(count);
  change.bytes_before = control.installed;
  return change;
}

// Publishes the planned changes and pokes the jumps. If planning failed with `error`, or the poke
// fails, this restores the tracers as they were before. After the first publish only the poke can
// fail, and it undoes itself.
Error Control::switch_over(Error error) {
  if (!error) error = write_blocks();
  const bool published = !error;
  if (published) {
    for (SiteChange& change : changes_)
      if (change.live_after) wiring_->publish(change);
    error = text_poke(pokes_);
  }
  for (SiteChange& change : changes_) {
    SiteControl& control = *change.control;
    const Members before =
        Members(members_before_).subspan(change.first_before, change.count_before);
    if (!error) {
      wiring_->settle(change, before);
      continue;
    }
    wiring_->put_back(change, before, published);
    control.members.assign(before.begin(), before.end());  // cannot fail: the capacity is there
    control.live = change.live_before;
    control.installed = change.bytes_before;
  }
  return error;
}

Error Control::check_caller(const char* what) {
  if (!in_handler()) return {};
  return {Error::Code::busy,
          std::string(what) + " called from a handler (thread " + std::to_string(current_tid()) +
              "), which it would have to wait for; call it when the handler has returned"};
}

// Why the function must not be probed; empty when it may be; an Error where that cannot be found
// out now. A site that has a control was asked for before, and its `refusal` never changes.
Result<std::string> Control::refusal_of(const Site& site) {
  SiteControl* control = find_control(site);
  if (!control && !site.refusal.empty()) return site.refusal;
  if (!design_ || !design_->facts.is_framed()) return std::string();
  if (!control) control = &control_of(site);
  if (!control->stack_look) {
    const Result<StackLook> look = look_for_stack_arguments(site);
    if (!look.ok()) return look.error();
    control->stack_look = *look;
  }
  if (control->stack_look->answer != StackArguments::some) return std::string();
  const std::uintptr_t offset = control->stack_look->at - site.address;
  char place[64];
  if (offset < site.size)
    std::snprintf(place, sizeof place, "+%#lx", offset);
  else
    std::snprintf(place, sizeof place, "%#lx, where it jumps to", control->stack_look->at);
  return "it uses arguments on the stack (at " + std::string(place) + "), and " +
         std::string(design_->name) + " calls its body from another frame";
}

// The site's control, or an Error that says why the tracer cannot be attached there. All sites of a
// module are unmapped together, so this reads only the module's first site.
Result<SiteControl*> Control::attachable(const TracerState& tracer, const Site& site) {
  const TracerOptions& options = tracer.options;
  const auto cannot = [&](Error::Code code, const std::string& why) {
    return cannot_attach(tracer, site, code, why);
  };
  SiteControl* control = find_control(site);
  if (!(control ? last_module_->sites.front() : site).mapped)
    return cannot(Error::Code::refused, "its module " + site.module + " is no longer loaded");
  if (!control) control = &control_of(site);
  if (control->named_in == batches_)
    return cannot(Error::Code::already, "it is named twice in one batch");
  control->named_in = batches_;
  for (const auto& member : control->members) {
    if (member.tracer == &tracer)
      return cannot(Error::Code::already, "it is attached there already");
    if (options.redirects && member.tracer->options.redirects)
      return cannot(Error::Code::refused,
                    member.tracer->options.name +
                        " redirects this function already, and only one tracer may");
  }
  const std::size_t most = design_->facts.most_tracers;
  if (control->members.size() >= most)
    return cannot(Error::Code::exhausted, std::string(design_->name) + " takes at most " +
                                              std::to_string(most) + " tracers on one function");
  return control;
}

// The attach of one site, up to the first step that hooks can see. If it fails or throws bad_alloc,
// switch_over undoes it, except for the attachment, which is in `handles` then. All steps are done
// for one site before the next, so that the site's memory is brought into the cache once.
Error Control::attach_one(TracerState& tracer, const Site& site, std::vector<Handle>& handles) {
  Result<SiteControl*> found = attachable(tracer, site);
  if (!found.ok()) return found.error();
  SiteControl& control = **found;
  make_room_for(control.members, 1);
  SiteChange& change = begin_change(control);

  const TracerOptions& options = tracer.options;
  const auto data_words = static_cast<std::uint32_t>((options.entry_data_bytes + 15) / 16 * 2);
  Result<Handle> handle =
      make_attachment(tracer, options.on_entry, options.on_return, options.context, data_words);
  if (!handle.ok()) return handle.error();
  if (design_->cold.attach) {
    const DesignWord word = control.design_word;
    Error error;
    try {
      error = design_->cold.attach(control.design_word, *handle);
    } catch (const std::bad_alloc&) {
      error = no_memory_to("attach");
    }
    // Even if this attach fails, or one of a later site: the old word's data will be freed.
    if (control.design_word != word) wiring_->publish_design_word(control);
    if (error) {
      kill_attachment(*handle);
      recycle_attachment(*handle);
      return error;
    }
  }
  handles.push_back(*handle);
  SiteControl::Member& member = control.members.emplace_back();
  member.tracer = &tracer;
  member.handle = *handle;
  member.place = static_cast<std::uint32_t>(tracer.sites.size());
  tracer.sites.push_back(&control);
  if (Error error = plan(change)) return error;
  attachment_of(*handle).record = change.live_after;
  return {};
}

// The detach of one site, up to the first step that hooks can see.
Error Control::detach_one(TracerState& tracer, SiteControl& control, std::vector<Handle>& handles) {
  SiteChange& change = begin_change(control);
  SiteControl::Member* const leaving = member_of(tracer, control);
  handles.push_back(leaving->handle);
  change.place = leaving->place;
  control.members.erase(control.members.begin() + (leaving - control.members.data()));
  if (control.site->mapped) return plan(change);
  control.live = nullptr;  // the patched bytes are gone: the module was unloaded
  return {};
}

Error Control::attach(TracerState& tracer, std::span<const Site* const> sites) {
  const CancelDisabled cancel_disabled;
  try {
    return attach_all(tracer, sites);
  } catch (const std::bad_alloc&) {
    return no_memory_to("attach");
  }
}

Error Control::detach(TracerState& tracer, const std::span<const Site* const>* sites) {
  const CancelDisabled cancel_disabled;
  try {
    return detach_all(tracer, sites);
  } catch (const std::bad_alloc&) {
    return no_memory_to("detach");
  }
}

// Throws bad_alloc only while nothing is changed yet, like detach_all.
Error Control::attach_all(TracerState& tracer, std::span<const Site* const> sites) {
  if (Error error = check_caller("attach")) return error;
  // Finds out which modules were unloaded. What lies there now may be the same one, opened again.
  (void)SiteCatalogue::current().ok();
  find_stack_words();
  Locked lock(*this);
  if (!design_)
    if (Error error = reconfigure(lock, configuration_)) return error;
  // Retired stages come back after a grace period. A thread that makes probed calls all the time is
  // seldom seen outside of a hook, so this looks often.
  const auto may_need_retired_stages = [&] {
    const PoolUse pool = pool_use(wiring_->shape);
    return design_->facts.wiring == Wiring::chained && pool.total - pool.taken < sites.size();
  };
  const std::int64_t until = now_ns() + wait_limit_ns;
  while (run_due_callbacks() && may_need_retired_stages() && now_ns() < until) {
    lock.unlock();
    const timespec nap{0, 50'000};
    nanosleep(&nap, nullptr);
    lock.lock();
  }
  if (fork_error_) return system_error("pthread_atfork for the control of sites", fork_error_);
  if (Error error = shadow_status()) return error;
  if (const int error = thread_notices_error())
    return system_error("pthread_key_create or pthread_atfork, when the library was loaded", error);
  if (configuration_.transfer == to_string(Transfer::trap))
    if (Error error = enable_return_traps()) return error;
  begin_batch(sites.size());
  make_room_for(tracer.sites, sites.size());
  std::vector<Handle> handles;
  handles.reserve(sites.size());
  std::vector<SiteControl*> controls;  // of the handles, for an attach that fails
  controls.reserve(sites.size());

  Error error, refusal;
  try {
    for (const Site* site : sites) {
      Result<std::string> why = refusal_of(*site);
      if (!why.ok()) {
        error = why.error();
        break;
      }
      if (!why->empty()) {
        if (!refusal) refusal = cannot_attach(tracer, *site, Error::Code::refused, *why);
      } else if ((error = attach_one(tracer, *site, handles))) {
        break;
      }
    }
    if (!error && handles.empty()) error = std::move(refusal);
  } catch (const std::bad_alloc&) {
    error = no_memory_to("attach");
  }
  if (!(error = switch_over(std::move(error)))) return {};
  const std::size_t before = tracer.sites.size() - handles.size();
  controls.assign(tracer.sites.begin() + static_cast<std::ptrdiff_t>(before), tracer.sites.end());
  tracer.sites.resize(before);
  for (const Handle handle : handles) kill_attachment(handle);
  if (Error busy = synchronize_handlers_unlocked(lock, handles))
    return error;  // the attachments' memory is kept
  for (std::size_t i = 0; i < handles.size(); ++i) {
    if (design_->cold.detach) design_->cold.detach(controls[i]->design_word, handles[i]);
    recycle_attachment(handles[i]);
  }
  return error;
}

// Removes the changed sites from the tracer's list. The last sites of the list fill the gaps.
void Control::close_gaps(TracerState& tracer) {
  auto& sites = tracer.sites;
  for (const SiteChange& change : changes_) sites[change.place] = nullptr;
  for (const SiteChange& change : changes_) {
    while (!sites.empty() && !sites.back()) sites.pop_back();
    if (change.place >= sites.size()) continue;
    sites[change.place] = sites.back();
    sites.pop_back();
    member_of(tracer, *sites[change.place])->place = change.place;
  }
}

Error Control::detach_all(TracerState& tracer, const std::span<const Site* const>* sites) {
  if (Error error = check_caller("detach")) return error;
  // Finds out which modules were unloaded: their sites cannot be patched back.
  (void)SiteCatalogue::current().ok();
  Locked lock(*this);
  run_due_callbacks();
  std::vector<SiteControl*> controls;
  if (sites) {
    controls.reserve(sites->size());
    ++batches_;
    for (const Site* site : *sites) {
      SiteControl* const control = find_control(*site);
      const bool is_attached = control && member_of(tracer, *control);
      if (!is_attached) {
        Result<std::string> why = refusal_of(*site);
        if (!why.ok()) return why.error();
        if (!why->empty()) continue;
        return {Error::Code::not_found, "cannot detach " + tracer.options.name + " from " +
                                            quoted(*site) + ": it is not attached there"};
      }
      if (control->named_in == batches_) continue;
      control->named_in = batches_;
      controls.push_back(control);
    }
  } else {
    controls = tracer.sites;
  }
  if (controls.empty() && (sites || tracer.leaving.empty())) return {};

  std::vector<Handle> handles, awaited;
  handles.reserve(controls.size());
  awaited.reserve(controls.size() + tracer.leaving.size());
  make_room_for(tracer.leaving, controls.size());
  begin_batch(controls.size());
  Error error;
  try {
    for (SiteControl* control : controls)
      if ((error = detach_one(tracer, *control, handles))) break;
  } catch (const std::bad_alloc&) {
    error = no_memory_to("detach");
  }
  if ((error = switch_over(std::move(error)))) return error;
  close_gaps(tracer);
  for (const Handle handle : handles) {
    kill_attachment(handle);
    tracer.missed_before += attachment_of(handle).missed.load(std::memory_order_relaxed);
  }
  tracer.leaving.insert(tracer.leaving.end(), handles.begin(), handles.end());
  awaited = sites ? handles : tracer.leaving;
  if (Error error = synchronize_handlers_unlocked(lock, awaited)) return error;
  std::ranges::sort(awaited, {}, &Handle::bits);
  std::erase_if(tracer.leaving, [&](Handle handle) {
    return std::ranges::binary_search(awaited, handle.bits, {}, &Handle::bits);
  });
  for (std::size_t i = 0; i < handles.size(); ++i) {
    if (design_->cold.detach) design_->cold.detach(controls[i]->design_word, handles[i]);
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

std::uint64_t Control::missed(const TracerState& tracer, const Site& site) {
  Locked lock(*this);
  SiteControl* const control = find_control(site);
  const SiteControl::Member* const member = control ? member_of(tracer, *control) : nullptr;
  return member ? attachment_of(member->handle).missed.load(std::memory_order_relaxed) : 0;
}

std::uint64_t Control::reset_missed(TracerState& tracer) {
  Locked lock(*this);
  std::uint64_t missed = std::exchange(tracer.missed_before, 0);
  for (SiteControl* control : tracer.sites)
    missed += attachment_of(member_of(tracer, *control)->handle)
                  .missed.exchange(0, std::memory_order_relaxed);
  return missed;
}

std::size_t Control::attached(TracerState& tracer) {
  Locked lock(*this);
  return tracer.sites.size();
}

Usage Control::usage() {
  Locked lock(*this);
  Usage usage{};
  for (const SiteControl& control : sites_) usage.sites += !control.members.empty();
  const PoolUse pool = pool_use(wiring_ ? wiring_->shape : Shape::slot);
  usage.blocks = pool.taken;
  usage.block_total = pool.total;
  usage.forgone_exits = forgone_exits.load(std::memory_order_relaxed);
  for (const StackUse& stack : stack_uses()) {
    ++usage.stacks;
    usage.frames += stack.frames;
    usage.shadow_bytes += stack.shadow_bytes;
  }
  return usage;
}

Control::SiteView Control::view(const Site& site) {
  Locked lock(*this);
  const SiteControl* const control = find_control(site);
  if (!control) return {site.original, nullptr};
  return {control->installed, control->live};
}

}  // namespace retprobe
