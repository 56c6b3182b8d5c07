// The program of the documents beside this file (README.md): it reads a JSON file from standard
// input, and parses it with PEGTL.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>

#include "harness/workloads/grammar_program.h"

int main(int count, char** words) {
  const std::string text(std::istreambuf_iterator<char>(std::cin), {});
  const retprobe::harness::Document document = {"input", text};
  const int passes = count > 1 ? std::atoi(words[1]) : 1;
  std::string output;
  for (int i = 0; i < passes; ++i) {
    output.clear();
    run_grammar({&document, 1}, output);
  }
  std::printf("%zu bytes, %zu lines\n", output.size(),
              static_cast<std::size_t>(std::ranges::count(output, '\n')));
}
