// What a kernel has put at a function for a uprobe. It is read from the function, because a version
// number does not tell it: fixes of kernels changed which nops become calls.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "harness/peers/program/peer.h"

namespace retprobe::peers {

enum class Site {
  breakpoint,  // each hit is an exception
  call,        // the kernel optimised it: at once, or behind a lea that skips the red zone
  other,       // no uprobe, or one of a form that is not known
};
/// As many bytes as the longest nop that kernels optimise.
using SiteBytes = std::array<unsigned char, 10>;
Site site_of(const SiteBytes& code);

/// Whether the functions' sites are calls: "yes", "no" (they are breakpoints), "partly" (of both)
/// or "unknown". A kernel makes a call of a breakpoint at its first hit. So they must have been
/// called since they are probed.
std::string_view optimised(std::span<const Function> functions);

/// What errno means where a uprobe was refused.
std::string why_refused(int error);

}  // namespace retprobe::peers
