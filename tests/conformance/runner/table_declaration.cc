#include "conformance/runner/table_declaration.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace partita::conformance {
namespace {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const auto end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

Error wrong(std::string_view word) {
  return Error::invalid_argument(fmt::format("`{}` is no part of a table", word));
}

class TableDeclaration {
 public:
  explicit TableDeclaration(std::string name) {
    request_ = {{"TableName", std::move(name)}, {"BillingMode", "PAY_PER_REQUEST"}};
  }

  // "pk:S", "gsi:name(a:S,b:N):KEYS_ONLY", "lsi:name(b:N)" or "stream:NEW_IMAGE".
  Status add(const std::string& word) {
    constexpr std::string_view kStream = "stream:";
    if (word.starts_with(kStream)) {
      request_["StreamSpecification"] = {{"StreamEnabled", true},
                                         {"StreamViewType", word.substr(kStream.size())}};
      return {};
    }
    if (word.starts_with("gsi:")) return add_index("GlobalSecondaryIndexes", word);
    if (word.starts_with("lsi:")) return add_index("LocalSecondaryIndexes", word);
    const bool is_first = !request_.contains("KeySchema");
    return add_key(request_["KeySchema"], word, is_first ? "HASH" : "RANGE");
  }

  Json take() { return std::move(request_); }

 private:
  // "a:S" or "a:S+b:N".
  Status add_key(Json& schema, const std::string& attributes, std::string_view type) {
    for (const auto& attribute : split(attributes, '+')) {
      const auto parts = split(attribute, ':');
      if (parts.size() != 2) return wrong(attribute);
      schema.push_back({{"AttributeName", parts[0]}, {"KeyType", type}});
      define(parts[0], parts[1]);
    }
    return {};
  }

  void define(const std::string& name, const std::string& type) {
    const Json definition = {{"AttributeName", name}, {"AttributeType", type}};
    auto& definitions = request_["AttributeDefinitions"];
    for (const auto& known : definitions) {
      if (known == definition) return;
    }
    definitions.push_back(definition);
  }

  Status add_index(const char* list, const std::string& word) {
    const auto open = word.find('(');
    const auto close = word.find(')', open);
    if (open == std::string::npos || close == std::string::npos) return wrong(word);
    Json index = {{"IndexName", word.substr(4, open - 4)}};
    auto keys = split(std::string_view(word).substr(open + 1, close - open - 1), ',');
    if (word.starts_with("lsi:")) {
      index["KeySchema"].push_back(request_["KeySchema"][0]);
      keys.insert(keys.begin(), std::string());
    } else {
      TRY(add_key(index["KeySchema"], keys[0], "HASH"));
    }
    if (keys.size() > 1) TRY(add_key(index["KeySchema"], keys[1], "RANGE"));
    index["Projection"] = projection(std::string_view(word).substr(close + 1));
    request_[list].push_back(std::move(index));
    return {};
  }

  // "", ":KEYS_ONLY" or ":INCLUDE(a,b)".
  static Json projection(std::string_view text) {
    if (text.empty()) return {{"ProjectionType", "ALL"}};
    text.remove_prefix(1);
    const auto open = text.find('(');
    if (open == std::string_view::npos) return {{"ProjectionType", std::string(text)}};
    const auto names = text.substr(open + 1, text.size() - open - 2);
    return {{"ProjectionType", std::string(text.substr(0, open))},
            {"NonKeyAttributes", split(names, ',')}};
  }

  Json request_;
};

}  // namespace

Result<Json> parse_table_declaration(std::string_view text) {
  const auto words = split(text, ' ');
  if (words.size() < 2) return Error::invalid_argument("a table has a name and a key");
  TableDeclaration table(words[0]);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto added = table.add(words[i]);
    if (!added.ok()) return added.error();
  }
  return table.take();
}

}  // namespace partita::conformance
