// The json programs: they use many parts of nlohmann-json, in normal use and with errors.
#include "harness/workloads/json_program.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

using nlohmann::json;
using nlohmann::ordered_json;
using retprobe::harness::Document;

namespace {

using Documents = std::map<std::string, json>;

void line(std::string& output, std::string_view what, const std::string& value) {
  output.append(what).append(": ").append(value).append("\n");
}

/// The records of a document. Each iso-codes file is an object with one member: an array that has
/// the standard's name.
const json& records(const json& document) { return document.begin().value(); }

/// Counts the parts of a document during a streaming parse: virtual calls, and no tree.
class Census : public nlohmann::json_sax<json> {
 public:
  bool null() override { return count("null"); }
  bool boolean(bool) override { return count("boolean"); }
  bool number_integer(number_integer_t) override { return count("integer"); }
  bool number_unsigned(number_unsigned_t) override { return count("unsigned"); }
  bool number_float(number_float_t, const string_t&) override { return count("float"); }
  bool string(string_t& text) override {
    characters_ += text.size();
    return count("string");
  }
  bool binary(binary_t&) override { return count("binary"); }
  bool start_object(std::size_t) override { return count("object"); }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return count("array"); }
  bool end_array() override { return true; }
  bool key(string_t& name) override { return count("key " + name); }
  bool parse_error(std::size_t position, const std::string& token,
                   const json::exception&) override {
    throw std::runtime_error("census stopped at " + std::to_string(position) + " by " + token);
  }

  json result() const { return {{"counts", counts_}, {"characters", characters_}}; }

 private:
  bool count(const std::string& kind) {
    ++counts_[kind];
    return true;
  }

  std::map<std::string, std::size_t> counts_;
  std::size_t characters_ = 0;
};

/// Counts the parts of a document, parses it with the members in their order, and writes it out in
/// the format of the iso-codes package. For these documents that gives the input, byte for byte.
void reserialise(const Document& document, std::string& output) {
  Census census;
  json::sax_parse(document.text, &census);
  line(output, "census", census.result().dump());
  const ordered_json parsed = ordered_json::parse(document.text);
  const std::string pretty = parsed.dump(2) + "\n";
  line(output, "same as input", pretty == document.text ? "yes" : "no");
  line(output, "compact", parsed.dump());
  line(output, "pretty", pretty);
}

/// Counts how often each value of `key` occurs.
std::map<std::string, std::size_t> histogram(const json& array, const std::string& key) {
  std::map<std::string, std::size_t> counts;
  for (const json& record : array) ++counts[record.value(key, "(none)")];
  return counts;
}

void query_countries(const Documents& documents, std::string& output) {
  const json& countries = documents.at("iso_3166-1.json").at("3166-1");
  const json& subdivisions = documents.at("iso_3166-2.json").at("3166-2");
  std::map<std::string, json> by_country;
  for (const json& subdivision : subdivisions) {
    const std::string code = subdivision.at("code").get<std::string>();
    by_country[code.substr(0, 2)].push_back({{"code", code}, {"type", subdivision["type"]}});
  }
  json joined = json::array();
  for (const json& country : countries) {
    const auto found = by_country.find(country["alpha_2"].get_ref<const std::string&>());
    const json parts = found == by_country.end() ? json::array() : found->second;
    joined.push_back(
        {{"name", country["name"]},
         {"republic", country.value("official_name", "").find("Republic") != std::string::npos},
         {"parts", parts.size()},
         {"types", histogram(parts, "type")}});
  }
  std::stable_sort(joined.begin(), joined.end(), [](const json& a, const json& b) {
    return a["parts"].get<std::size_t>() > b["parts"].get<std::size_t>();
  });
  line(output, "countries", joined.dump(1, '\t', true));
  line(output, "subdivision types", json(histogram(subdivisions, "type")).dump());
}

void query_languages(const Documents& documents, std::string& output) {
  const json& languages = documents.at("iso_639-3.json").at("639-3");
  line(output, "scopes", json(histogram(languages, "scope")).dump());
  line(output, "types", json(histogram(languages, "type")).dump());
  std::vector<std::string> names;
  for (const auto& [index, language] : languages.items()) {
    if (language.contains("alpha_2"))
      names.push_back(language["name"].get<std::string>() + " " + index);
  }
  std::sort(names.begin(), names.end());
  line(output, "two letters", json(names).dump());
}

/// Uses pointers, patches, flattening and the binary formats. They are slow, so only small
/// documents come here.
void transform(const std::string& name, const json& document, std::string& output) {
  json changed = document;
  json& first = changed[json::json_pointer("/" + document.begin().key() + "/0")];
  first["name"] = "changed";
  first["numbers"] = {1, -2, 2.5, 1e300, true, nullptr};
  changed.begin().value().erase(1);
  const json difference = json::diff(document, changed);
  line(output, name + " difference", json(difference.size()).dump() + " " + difference.dump());
  line(output, name + " patched", document.patch(difference) == changed ? "yes" : "no");
  const json flat = changed.flatten();
  line(output, name + " flat", flat.dump());
  line(output, name + " unflattened", flat.unflatten() == changed ? "yes" : "no");
  const std::vector<std::uint8_t> cbor = json::to_cbor(changed), pack = json::to_msgpack(changed),
                                  bson = json::to_bson(changed), ubjson = json::to_ubjson(changed);
  line(output, name + " binary sizes",
       json({cbor.size(), pack.size(), bson.size(), ubjson.size()}).dump());
  const bool same = json::from_cbor(cbor) == changed && json::from_msgpack(pack) == changed &&
                    json::from_bson(bson) == changed && json::from_ubjson(ubjson) == changed;
  line(output, name + " binary round trips", same ? "yes" : "no");
}

/// Writes the JSON value that `attempt` returns, or the exception that it throws.
template <class Attempt>
void report(std::string& output, std::string_view what, Attempt attempt) {
  try {
    line(output, what, json(attempt()).dump());
  } catch (const json::parse_error& error) {
    line(output, what, "at byte " + std::to_string(error.byte) + ": " + error.what());
  } catch (const json::exception& error) {
    line(output, what, std::to_string(error.id) + ": " + error.what());
  }
}

/// Parses the head of a document, cut at `pieces` - 1 places, and with one byte replaced at each of
/// these places. Most attempts fail.
void damage(const Document& document, std::size_t pieces, std::string& output) {
  const std::string_view text = document.text.substr(0, 4000);
  for (std::size_t i = 1; i < pieces; ++i) {
    const std::size_t position = text.size() * i / pieces;
    report(output, "cut", [&] { return json::parse(text.substr(0, position)); });
    std::string broken(document.text);
    broken[position] = "\x01\xff\\{"[i % 4];
    report(output, "broken", [&] { return json::parse(broken).size(); });
  }
}

void wrong_accesses(const json& document, std::string& output) {
  const json& array = records(document);
  const std::vector<std::uint8_t> bad_cbor{0x9f, 0x1f};
  for (std::size_t i = 0; i < array.size() && i < 20; ++i) {
    report(output, "index", [&] { return array.at(array.size() + i); });
    report(output, "key", [&] { return array[i].at("no such key"); });
    report(output, "type", [&] { return array[i].get<int>(); });
    report(output, "pointer", [&] { return json::json_pointer("no slash").to_string(); });
    report(output, "cbor", [&] { return json::from_cbor(bad_cbor); });
    report(output, "utf-8", [&] { return json("\xf0\x28").dump(); });
  }
}

}  // namespace

void run_json(std::span<const Document> documents, std::string& output) {
  Documents parsed;
  for (const Document& document : documents) {
    line(output, "document", std::string(document.name));
    reserialise(document, output);
    const auto [entry, added] = parsed.emplace(document.name, json::parse(document.text));
    if (!added) line(output, "twice", entry->first);
    // A parser with a callback searches all siblings after each value. So only small documents use
    // one.
    if (document.text.size() > 50'000) continue;
    const auto without_names = [](int, json::parse_event_t event, json& value) {
      return event != json::parse_event_t::key || value != "name";
    };
    line(output, "without names", json::parse(document.text, without_names).dump());
  }
  query_countries(parsed, output);
  query_languages(parsed, output);
  for (const char* name :
       {"iso_15924.json", "iso_3166-3.json", "iso_4217.json", "iso_639-5.json"}) {
    transform(name, parsed.at(name), output);
  }
}

void run_json_errors(std::span<const Document> documents, std::string& output) {
  for (const Document& document : documents) {
    if (document.text.size() > 50'000) continue;
    damage(document, 12, output);
    wrong_accesses(json::parse(document.text), output);
  }
}
