// Functions that the clients' tests probe. Each is a site, with its own name as its symbol.
#pragma once

#include <csetjmp>

extern "C" {
int fx_leaf(int value);                         // value + 1
int fx_middle(int value);                       // fx_leaf(value) + 10
int fx_outer(int value);                        // fx_leaf, fx_leaf, fx_middle
int fx_fib(int n);                              // two calls of itself, until n < 2
int fx_tail_target(int value);                  // value * 3
int fx_tail_caller(int value);                  // a tail call of fx_tail_target(value + 1)
void fx_thrower(int value);                     // throws value
int fx_catcher(int value);                      // catches what fx_thrower throws, returns it
void fx_jumper(std::jmp_buf* target);           // longjmp(target, 1)
void fx_deep_jumper(std::jmp_buf* target);      // fx_leaf, then fx_jumper
int fx_hold(int (*meanwhile)(int), int value);  // meanwhile(value), within the call
int FxTwin(int value);                          // value + 1
}
int FxTwin(const char* text);  // its first character
