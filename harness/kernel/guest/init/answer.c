#include "answer.h"

#include <stdarg.h>
#include <stdio.h>

static void put(struct answer* answer, const char* word, const char* format, va_list arguments) {
  const int written = snprintf(answer->text, sizeof answer->text, "%s ", word);
  vsnprintf(answer->text + written, sizeof answer->text - (size_t)written, format, arguments);
}

void answer_ok(struct answer* answer, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  put(answer, "ok", format, arguments);
  va_end(arguments);
}

void answer_error(struct answer* answer, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  put(answer, "error", format, arguments);
  va_end(arguments);
}
