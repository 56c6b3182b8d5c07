// Judges what the users of one of Linux's mechanisms were told of a call. Cold.
#pragma once

#include <string>
#include <vector>

#include "harness/kernel/answer.h"

namespace retprobe::harness {

/// One user that was attached when the call was entered.
struct KernelUser {
  int id = 0;
  bool entry = true, exit = true;  // which of its handlers it has, and accepts
  bool data = false;               // it keeps a number for each call
  bool stack = false;              // it looks at the stack
};

/// What is due of a call.
struct KernelCall {
  std::vector<KernelUser> users;
  unsigned depth = 1;     // of nested calls
  bool in_order = false;  // exits come in the reverse order of entries
};

/// The first thing that is wrong with the journal and the stacks of an answer to "told" (docs/
/// linux.md), in words; empty where all is right. Everybody else is told nothing.
std::string wrong_in(const KernelCall& call, const GuestAnswer& told);

/// What is wrong with the stack that is seen within a call of rp_body(): its three callers must be
/// in it, one behind the other, and, if `with_body`, the function itself before them.
std::string wrong_in_stack(const std::string& stack, bool with_body);
/// Whether rp_body() itself is in a stack.
bool has_body(const std::string& stack);

}  // namespace retprobe::harness
