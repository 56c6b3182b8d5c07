// Who is attached to what, for tracers that have no users of their own: they call one handler for
// every call.
#pragma once

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

class Users {
 public:
  explicit Users(std::size_t functions) : lists_(functions) {
    for (auto& list : lists_) list = new List;
  }
  Users(const Users&) = delete;
  Users& operator=(const Users&) = delete;
  ~Users() {
    for (auto& list : lists_) delete list.load();
  }

  // In the order in which they were attached. Handlers call these two: no lock, no allocation.
  template <class Tell>
  void for_each(std::uint32_t function, const Tell& tell) {
    const Reader reader(*this);
    for (const std::uint32_t user : *lists_[function].load()) tell(user);
  }
  template <class Tell>
  void for_each_reversed(std::uint32_t function, const Tell& tell) {
    const Reader reader(*this);
    const List& list = *lists_[function].load();
    for (auto user = list.rbegin(); user != list.rend(); ++user) tell(*user);
  }

  bool any(std::uint32_t function) const { return !lists_[function].load()->empty(); }

  // These are called one at a time. When they have returned, no handler uses the old list.
  void attach(std::uint32_t user, std::uint32_t function) {
    List list = *lists_[function].load();
    list.push_back(user);
    set(function, list);
  }
  void detach(std::uint32_t user, std::uint32_t function) {
    List list = *lists_[function].load();
    if (std::erase(list, user)) set(function, list);
  }
  void detach_all(std::uint32_t function) { set(function, {}); }

 private:
  using List = std::vector<std::uint32_t>;

  // Handlers count themselves in one of two counters. A writer has those that come later use the
  // other one, and waits for the first. It does so twice, for a handler may be late to count
  // itself.
  class Reader {
   public:
    explicit Reader(Users& users) : inside_(users.inside_[users.phase_]) { ++inside_; }
    ~Reader() { --inside_; }

   private:
    std::atomic<unsigned>& inside_;
  };
  void set(std::uint32_t function, const List& list) {
    const std::unique_ptr<const List> old(lists_[function].exchange(new List(list)));
    for (int i = 0; i < 2; ++i) {
      const unsigned before = phase_;
      phase_ = 1 - before;
      while (inside_[before]) sched_yield();
    }
  }

  std::vector<std::atomic<const List*>> lists_;
  std::atomic<unsigned> phase_{0};
  std::atomic<unsigned> inside_[2] = {};
};
