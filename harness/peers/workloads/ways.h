// What ways.cc, whose functions are probed, shares with program/ways_out.cc, which nobody probes.
#pragma once

/// Writes its number into the record when it is destroyed. Nothing of it is inline: compilers instrument what they inline, too.
struct Guard {
  explicit Guard(int number);
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard();

 private:
  int number_;
};

/// Five calls, one in the other, then bottom(). The first five have a Guard each, the others nothing to destroy.
extern "C" void wl_way_5(void (*bottom)());
extern "C" void wl_way_1(void (*bottom)());
extern "C" void wl_bare_5(void (*bottom)());
