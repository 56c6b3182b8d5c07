// Fuzzes what comes from a guest: the lines of its protocol and the log of its console.
#include <algorithm>
#include <string>
#include <string_view>

#include "harness/kernel/answer.h"
#include "tests/fuzz/fuzz.h"

namespace {

bool is_one_line(const std::string& text) {
  constexpr std::size_t longest = 1024;
  return text.size() < longest && text.find('\n') == std::string::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace retprobe;
  using namespace retprobe::harness;
  if (size > 4096) return -1;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  FUZZ_HOLDS(is_one_line(kernel_complaint(all)), "a complaint is a line");
  for (std::string_view rest = all; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const auto answer = parse_answer(line);
    if (!answer.ok()) {
      FUZZ_HOLDS(is_one_line(answer.error().message()), "an error is a line");
      continue;
    }
    FUZZ_HOLDS(answer->word == "ok" || answer->word == "error" || answer->word == "ready",
               "an answer begins with a word of the protocol");
    for (const auto& [key, value] : answer->fields) {
      for (const int base : {10, 16}) {
        const auto number = answer->number(key, base);
        FUZZ_HOLDS(number.ok() || !number.error().message().empty(), "a refusal has a reason");
      }
      FUZZ_HOLDS(answer->text.find(key + "=" + value) != std::string::npos,
                 "a field is a part of the text");
    }
  }
  return 0;
}
