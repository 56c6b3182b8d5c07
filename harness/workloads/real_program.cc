// The real programs' rows of the table. The programs are in their own libraries, and every function
// there is a site. This file is not part of them. It loads their input and hashes their output.
#include "harness/workloads/real_program.h"

#include <stdexcept>
#include <utility>

#include "harness/workloads/grammar_program.h"
#include "harness/workloads/groups.h"
#include "harness/workloads/iso_codes.h"
#include "harness/workloads/json_program.h"

namespace retprobe::harness {
namespace {

struct Program {
  Workload workload;
  ProgramPass pass;
};

// Throws when there is an error.
void fail_on(const Error& error) {
  if (error) throw std::runtime_error(error.message());
}

// Shortens a document to the records that end in its first `most_bytes` bytes. The result is still
// a valid document: an object with one member, an array.
std::string head(std::string_view text, std::size_t most_bytes) {
  constexpr std::string_view record_end = "\n    },\n";
  const std::size_t end = text.rfind(record_end, most_bytes);
  if (end == text.npos) return std::string(text);
  return std::string(text.substr(0, end)) + "\n    }\n  ]\n}\n";
}

std::string one_pass(ProgramPass pass, std::size_t most_bytes = std::string_view::npos) {
  const auto& loaded = iso_codes();
  if (!loaded.ok()) fail_on(loaded.error());
  std::vector<std::string> heads;
  heads.reserve(loaded->size());  // the documents are views of the heads, which must not move
  std::vector<Document> documents;
  for (const LoadedDocument& document : *loaded) {
    std::string_view text = document.text;
    if (text.size() > most_bytes) text = heads.emplace_back(head(text, most_bytes));
    documents.push_back({document.name, text});
  }
  std::string output;
  pass(documents, output);
  return output;
}

// FNV-1a: the hash depends on every byte of the output.
std::uint64_t hash(std::uint64_t state, std::string_view text) {
  for (const char c : text) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return state;
}

template <ProgramPass pass>
WorkloadRun run_passes(std::uint64_t iterations) {
  std::uint64_t checksum = 0xcbf29ce484222325U;
  for (std::uint64_t i = 0; i < iterations; ++i) checksum = hash(checksum, one_pass(pass));
  return {.calls = 0, .checksum = checksum};
}

template <ProgramPass pass>
Program program(std::string_view name, std::string_view what, std::string probed) {
  return {.workload = {.name = name,
                       .what = what,
                       .probed = {std::move(probed)},
                       .run = run_passes<pass>,
                       .iterations = 1,
                       .stack_arguments = true,
                       .unit = "pass",
                       .real_program = true},
          .pass = pass};
}

const std::vector<Program>& programs() {
  static const std::vector<Program> all = {
      program<run_json>("json",
                        "nlohmann-json: parse, query and re-serialise the documents of iso-codes",
                        "module:libretprobe_json.so"),
      program<run_json_errors>("json_errors",
                               "nlohmann-json: malformed documents and wrong accesses; it throws",
                               "module:libretprobe_json.so"),
      program<run_grammar>(
          "grammar", "PEGTL: parse trees of iso-codes, and expressions evaluated by a grammar",
          "module:libretprobe_grammar.so")};
  return all;
}

const Program* find_program(std::string_view name) {
  for (const Program& each : programs()) {
    if (each.workload.name == name) return &each;
  }
  return nullptr;
}

}  // namespace

Error real_program_ready(std::string_view workload) {
  if (find_program(workload) == nullptr) {
    // Appends piece by piece, because GCC 12 at -O3 wrongly warns of an overlap in
    // `"'" + std::string(...)`.
    std::string message("'");
    message.append(workload).append(
        "' is not a real program; those are json, json_errors and grammar");
    return Error(Error::Code::usage, std::move(message));
  }
  return iso_codes().ok() ? Error() : iso_codes().error();
}

std::string real_program_output(std::string_view workload, std::size_t most_bytes) {
  fail_on(real_program_ready(workload));
  return one_pass(find_program(workload)->pass, most_bytes);
}

std::vector<Workload> real_programs() {
  std::vector<Workload> rows;
  for (const Program& each : programs()) rows.push_back(each.workload);
  return rows;
}

}  // namespace retprobe::harness
