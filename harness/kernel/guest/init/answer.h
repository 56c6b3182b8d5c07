// The guest's init reads lines of the protocol (docs/linux.md) from the host and answers each with
// one line.
#ifndef RETPROBE_ANSWER_H
#define RETPROBE_ANSWER_H

// An answer: "ok …" or "error …", without a newline.
struct answer {
  char text[4096];
};
void answer_ok(struct answer* answer, const char* format, ...)
    __attribute__((format(printf, 2, 3)));
void answer_error(struct answer* answer, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
