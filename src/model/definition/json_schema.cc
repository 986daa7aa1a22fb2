#include "model/definition/json_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "language/value/json_text.h"
#include "model/definition/shape.h"
#include "partita/base/function_ref.h"

namespace partita::model {
namespace {

using Types = std::vector<std::string>;

// Every shape that can be reached, each once, and the definitions made of them. Each function but
// write() writes one value: what may stand there.
class SchemaWriter {
 public:
  std::string write() {
    json_.open_object();
    json_.member("$schema", "https://json-schema.org/draft/2020-12/schema");
    json_.member("title", "A Partita model, format 1");
    json_.array("allOf");
    reference(kModelShape);
    json_.close_array();
    json_.object("$defs");
    // Writing a definition can name more shapes, which are appended.
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      json_.name(shapes_[i]->name);
      definition(*shapes_[i]);
    }
    json_.close_object();
    json_.close_object();
    return std::move(json_).take();
  }

 private:
  void reference(const Shape& shape) {
    if (std::find(shapes_.begin(), shapes_.end(), &shape) == shapes_.end()) {
      shapes_.push_back(&shape);
    }
    json_.open_object();
    json_.member("$ref", fmt::format("#/$defs/{}", shape.name));
    json_.close_object();
  }

  void definition(const Shape& shape) {
    json_.open_object();
    json_.member("type", "object");
    json_.flag("additionalProperties", false);
    json_.array("required");
    for (const Key& key : shape.keys) {
      if (key.is_required) json_.string(key.name);
    }
    json_.close_array();
    json_.object("properties");
    for (const Key& key : shape.keys) {
      json_.name(key.name);
      value(key);
    }
    json_.close_object();
    json_.close_object();
  }

  void value(const Key& key) {
    json_.open_object();
    json_.member("description", key.help);
    json_.array(key.other == Form::None ? "allOf" : "anyOf");
    form(key.form, key);
    if (key.other != Form::None) form(key.other, key);
    json_.close_array();
    json_.close_object();
  }

  void typed(std::string_view type) {
    json_.open_object();
    json_.member("type", type);
    json_.close_object();
  }
  void typed(const Types& types) {
    json_.open_object();
    json_.strings("type", types);
    json_.close_object();
  }
  // A text of a pattern of its own.
  void patterned(std::string_view pattern) {
    json_.open_object();
    json_.member("type", "string");
    json_.member("pattern", pattern);
    json_.close_object();
  }
  void span() { patterned("^[0-9]+([.][0-9]+)?(ms|s|m|h|d|w)$"); }
  void text() { typed("string"); }
  void scalar() { typed(Types{"string", "number", "boolean", "null"}); }

  void count() {
    json_.open_object();
    json_.member("type", "integer");
    json_.member("minimum", 0);
    json_.member("maximum", 1'000'000'000);
    json_.close_object();
  }
  void choice(const Key& key) {
    json_.open_object();
    json_.array("enum");
    for (const std::string_view word : key.choices) json_.string(word);
    json_.close_array();
    json_.close_object();
  }

  // An array or an object of what the function writes; or one of it, or several.
  void list_of(FunctionRef<void()> write_element) {
    json_.open_object();
    json_.member("type", "array");
    json_.name("items");
    write_element();
    json_.close_object();
  }
  void map_of(FunctionRef<void()> write_element) {
    json_.open_object();
    json_.member("type", "object");
    json_.name("additionalProperties");
    write_element();
    json_.close_object();
  }
  void one_or_list_of(FunctionRef<void()> write_element) {
    json_.open_object();
    json_.array("anyOf");
    write_element();
    list_of(write_element);
    json_.close_array();
    json_.close_object();
  }

  void form(Form form, const Key& key) {
    switch (form) {
      case Form::None:
      case Form::Tree:
        return json_.boolean(true);
      case Form::Text:
        return text();
      case Form::Flag:
        return typed("boolean");
      case Form::Count:
        return count();
      case Form::Decimal:
        return typed("number");
      case Form::Scalar:
        return scalar();
      case Form::Span:
        return span();
      case Form::Bytes:
        return patterned("^[0-9]+([.][0-9]+)?(B|KB|MB)$");
      case Form::Formula:
        return typed(Types{"string", "number", "boolean"});
      case Form::Choice:
        return choice(key);
      default:
        return collection(form, key);
    }
  }

  void collection(Form form, const Key& key) {
    const auto text = [this] { this->text(); };
    const auto scalar = [this] { this->scalar(); };
    const auto shape = [&] { reference(*key.shape); };
    switch (form) {
      case Form::Texts:
        return list_of(text);
      case Form::TextOrTexts:
        return one_or_list_of(text);
      case Form::Spans:
        return list_of([this] { span(); });
      case Form::Scalars:
        return list_of(scalar);
      case Form::TextMap:
        return map_of(text);
      case Form::TextMaps:
        return list_of([&] { map_of(text); });
      case Form::Values:
        return map_of([&] { one_or_list_of(scalar); });
      case Form::MapOf:
        return map_of(shape);
      case Form::MapOfMaps:
        return map_of([&] { map_of(shape); });
      case Form::ListOf:
        return list_of(shape);
      case Form::Rows:
        return list_of([&] { list_of(shape); });
      default:
        return shape();
    }
  }

  JsonText json_;
  std::vector<const Shape*> shapes_;
};

}  // namespace

std::string json_schema() { return SchemaWriter().write(); }

}  // namespace partita::model
