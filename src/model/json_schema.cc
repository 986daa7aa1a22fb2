#include "model/json_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "model/shape.h"

namespace partita::model {
namespace {

constexpr std::string_view kScalarSchema = R"({"type":["string","number","boolean","null"]})";
constexpr std::string_view kPlainValueSchema =
    R"({"anyOf":[{"type":["string","number","boolean","null"]},)"
    R"({"type":"array","items":{"type":["string","number","boolean","null"]}}]})";
constexpr std::string_view kTextsSchema = R"({"type":"array","items":{"type":"string"}})";
constexpr std::string_view kSpanSchema =
    R"({"type":"string","pattern":"^[0-9]+([.][0-9]+)?(ms|s|m|h|d|w)$"})";
constexpr std::string_view kBytesSchema =
    R"({"type":"string","pattern":"^[0-9]+([.][0-9]+)?(B|KB|MB)$"})";

// Help texts and names are ours: nothing but quotes and backslashes needs escaping.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result.push_back('\\');
    result.push_back(c);
  }
  return result.append("\"");
}

std::string list_of(std::string_view items) {
  return fmt::format(R"({{"type":"array","items":{}}})", items);
}

std::string map_of(std::string_view values) {
  return fmt::format(R"({{"type":"object","additionalProperties":{}}})", values);
}

std::string choices_of(const Key& key) {
  std::string values;
  for (const std::string_view choice : key.choices) {
    values.append(values.empty() ? "" : ",").append(quoted(choice));
  }
  return fmt::format(R"({{"enum":[{}]}})", values);
}

// Every shape that can be reached, each once, and the definitions made of them.
class SchemaWriter {
 public:
  std::string write() {
    const std::string root = reference(kModelShape);
    // Writing a definition can name more shapes, which are appended.
    std::string definitions;
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      definitions.append(i == 0 ? "" : ",\n");
      definitions.append(quoted(shapes_[i]->name)).append(":").append(definition(*shapes_[i]));
    }
    return fmt::format(
        "{{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\n"
        "\"title\":\"A Partita model, format 1\",\n\"allOf\":[{}],\n\"$defs\":{{\n{}\n}}}}\n",
        root, definitions);
  }

 private:
  std::string reference(const Shape& shape) {
    if (std::find(shapes_.begin(), shapes_.end(), &shape) == shapes_.end()) {
      shapes_.push_back(&shape);
    }
    return fmt::format(R"({{"$ref":"#/$defs/{}"}})", shape.name);
  }

  std::string definition(const Shape& shape) {
    std::string properties;
    std::string required;
    for (const Key& key : shape.keys) {
      properties.append(properties.empty() ? "\n  " : ",\n  ");
      properties.append(quoted(key.name)).append(":").append(value(key));
      if (key.is_required) required.append(required.empty() ? "" : ",").append(quoted(key.name));
    }
    return fmt::format(
        "{{\"type\":\"object\",\"additionalProperties\":false,\"required\":[{}],"
        "\"properties\":{{{}}}}}",
        required, properties);
  }

  std::string value(const Key& key) {
    const std::string first = form(key.form, key);
    const std::string both = key.other == Form::None ? first
                                                     : fmt::format(R"({{"anyOf":[{},{}]}})", first,
                                                                   form(key.other, key));
    return fmt::format(R"({{"description":{},"allOf":[{}]}})", quoted(key.help), both);
  }

  std::string form(Form form, const Key& key) {
    switch (form) {
      case Form::None:
      case Form::Tree:
        return "true";
      case Form::Text:
        return R"({"type":"string"})";
      case Form::Flag:
        return R"({"type":"boolean"})";
      case Form::Count:
        return R"({"type":"integer","minimum":0,"maximum":1000000000})";
      case Form::Decimal:
        return R"({"type":"number"})";
      case Form::Scalar:
        return std::string(kScalarSchema);
      case Form::Span:
        return std::string(kSpanSchema);
      case Form::Bytes:
        return std::string(kBytesSchema);
      case Form::Formula:
        return R"({"type":["string","number","boolean"]})";
      case Form::Choice:
        return choices_of(key);
      case Form::Texts:
        return std::string(kTextsSchema);
      case Form::TextOrTexts:
        return fmt::format(R"({{"anyOf":[{{"type":"string"}},{}]}})", kTextsSchema);
      default:
        return collection(form, key);
    }
  }

  std::string collection(Form form, const Key& key) {
    switch (form) {
      case Form::Spans:
        return list_of(kSpanSchema);
      case Form::Scalars:
        return list_of(kScalarSchema);
      case Form::TextMap:
        return map_of(R"({"type":"string"})");
      case Form::TextMaps:
        return list_of(map_of(R"({"type":"string"})"));
      case Form::Values:
        return map_of(kPlainValueSchema);
      case Form::MapOf:
        return map_of(reference(*key.shape));
      case Form::MapOfMaps:
        return map_of(map_of(reference(*key.shape)));
      case Form::ListOf:
        return list_of(reference(*key.shape));
      case Form::Rows:
        return list_of(list_of(reference(*key.shape)));
      default:
        return reference(*key.shape);
    }
  }

  std::vector<const Shape*> shapes_;
};

}  // namespace

std::string json_schema() { return SchemaWriter().write(); }

}  // namespace partita::model
