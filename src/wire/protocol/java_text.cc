#include "wire/protocol/java_text.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

namespace partita::protocol {
namespace {

using simdjson::dom::element;

constexpr std::size_t kTextBytesMax = 4096;
constexpr std::string_view kPackage = "com.amazonaws.dynamodb.v20120810.";

bool is_full(const std::string& text) { return text.size() > kTextBytesMax; }

bool is_inside_character(char byte) { return (byte & 0xC0) == 0x80; }

// Between two characters.
void cut_text(std::string& text) {
  if (!is_full(text)) return;
  std::size_t size = kTextBytesMax;
  while (size > 0 && is_inside_character(text[size])) --size;
  text.resize(size);
  text += "...";
}

void append_text(std::string& text, const FieldType& type, const element& value);

// Calls append(field) for each entry: {a=1, b=2}
template <typename Append>
void append_entries(std::string& text, const simdjson::dom::object& entries, Append append) {
  std::string_view separator;
  text += '{';
  for (const auto entry : entries) {
    if (is_full(text)) return;
    text.append(separator);
    append(entry);
    separator = ", ";
  }
  text += '}';
}

// [a, b]
template <typename Append>
void append_elements(std::string& text, const simdjson::dom::array& elements, Append append) {
  std::string_view separator;
  text += '[';
  for (const element value : elements) {
    if (is_full(text)) return;
    text.append(separator);
    append(value);
    separator = ", ";
  }
  text += ']';
}

void append_scalar(std::string& text, const element& value) {
  std::string_view string;
  std::int64_t integer = 0;
  double decimal = 0;
  bool boolean = false;
  if (value.get(string) == simdjson::SUCCESS) {
    text.append(string);
  } else if (value.get(integer) == simdjson::SUCCESS) {
    text.append(std::to_string(integer));
  } else if (value.get(decimal) == simdjson::SUCCESS) {
    text.append(fmt::to_string(decimal));
  } else if (value.get(boolean) == simdjson::SUCCESS) {
    text.append(boolean ? "true" : "false");
  } else {
    text.append("null");
  }
}

// The content of an attribute value, whatever its type: an object in it is another value, or a map
// of them.
void append_attribute(std::string& text, const element& value);

void append_item(std::string& text, const simdjson::dom::object& item) {
  append_entries(text, item, [&](const auto& entry) {
    text.append(entry.key) += '=';
    append_attribute(text, entry.value);
  });
}

void append_content(std::string& text, const element& content) {
  simdjson::dom::array elements;
  simdjson::dom::object members;
  if (content.get(elements) == simdjson::SUCCESS) {
    append_elements(text, elements, [&](const element& value) { append_attribute(text, value); });
  } else if (content.get(members) == simdjson::SUCCESS) {
    append_item(text, members);
  } else {
    append_scalar(text, content);
  }
}

// AttributeValue: {S:a}
void append_attribute(std::string& text, const element& value) {
  simdjson::dom::object types;
  if (value.get(types) != simdjson::SUCCESS) return append_scalar(text, value);
  text.append("AttributeValue: ");
  append_entries(text, types, [&](const auto& type) {
    text.append(type.key) += ':';
    append_content(text, type.value);
  });
}

// Projection(projectionType=ALL, nonKeyAttributes=null)
void append_structure(std::string& text, const StructureType& type,
                      const simdjson::dom::object& structure) {
  std::string_view separator;
  text.append(type.name) += '(';
  for (const auto& member : type.members) {
    if (is_full(text)) return;
    text.append(separator).append(java_field(member.name)) += '=';
    separator = ", ";
    element value;
    if (structure.at_key(member.name).get(value) == simdjson::SUCCESS) {
      append_text(text, member.type, value);
    } else {
      text.append("null");
    }
  }
  text += ')';
}

void append_object(std::string& text, const FieldType& type, const simdjson::dom::object& object) {
  if (type.kind == FieldKind::Structure) return append_structure(text, *type.structure, object);
  if (type.kind == FieldKind::Item) return append_item(text, object);
  if (type.kind != FieldKind::Map) return;
  append_entries(text, object, [&](const auto& entry) {
    text.append(entry.key) += '=';
    append_text(text, *type.element, entry.value);
  });
}

void append_text(std::string& text, const FieldType& type, const element& value) {
  simdjson::dom::array elements;
  simdjson::dom::object object;
  if (type.kind == FieldKind::Value) {
    append_attribute(text, value);
  } else if (type.kind == FieldKind::List && value.get(elements) == simdjson::SUCCESS) {
    append_elements(text, elements,
                    [&](const element& one) { append_text(text, *type.element, one); });
  } else if (value.get(object) == simdjson::SUCCESS) {
    append_object(text, type, object);
  } else {
    append_scalar(text, value);
  }
}

}  // namespace

std::string java_type(const FieldType& type) {
  switch (type.kind) {
    case FieldKind::Map:
      return fmt::format("java.util.Map<java.lang.String, {}>", java_type(*type.element));
    case FieldKind::List:
      return fmt::format("java.util.List<{}>", java_type(*type.element));
    case FieldKind::Item:
      return fmt::format("java.util.Map<java.lang.String, {}AttributeValue>", kPackage);
    case FieldKind::Structure:
      return fmt::format("{}{}", kPackage, type.structure->name);
    default:
      return "java.lang.String";
  }
}

std::string java_field(std::string_view wire_name) {
  std::string name(wire_name);
  if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z') {
    name[0] = static_cast<char>(name[0] - 'A' + 'a');
  }
  return name;
}

std::string java_text(const FieldType& type, const element& value) {
  std::string text;
  append_text(text, type, value);
  cut_text(text);
  return text;
}

std::string json_text(const element& value) {
  std::string text = simdjson::minify(value);
  cut_text(text);
  return text;
}

}  // namespace partita::protocol
