#include "model/definition/plain_value.h"

#include <fmt/format.h>

#include <utility>

#include "partita/base/base64.h"

namespace partita::model {
namespace {

using Kind = Node::Kind;

Error wrong(const Node& node, std::string_view wanted) {
  return Error::invalid_argument(fmt::format("{} is expected, not {}", wanted, describe(node)));
}

Result<Value> binary_value(const Node& node) {
  if (node.kind != Kind::Text) return wrong(node, "binary data in base64");
  auto bytes = base64_decode(node.text);
  if (!bytes.ok()) return wrong(node, "binary data in base64");
  return Value(Binary{*std::move(bytes)});
}

// A set of what the elements are; all of one type.
Result<Value> set_value(const std::vector<Value>& elements) {
  std::vector<std::string> strings;
  std::vector<Number> numbers;
  std::vector<Binary> binaries;
  for (const Value& element : elements) {
    if (element.type() == ValueType::S) strings.push_back(element.string());
    if (element.type() == ValueType::N) numbers.push_back(element.number());
    if (element.type() == ValueType::B) binaries.push_back(Binary{element.binary()});
  }
  const std::size_t count = elements.size();
  if (strings.size() == count) return Value::string_set(std::move(strings));
  if (numbers.size() == count) return Value::number_set(std::move(numbers));
  if (binaries.size() == count) return Value::binary_set(std::move(binaries));
  return Error::invalid_argument("a set holds only texts, only numbers or only binary data");
}

Result<std::vector<Value>> element_values(const Node& node, const AttributeType* of) {
  std::vector<Value> values;
  for (const Node& element : node.elements) {
    values.push_back(of == nullptr ? plain_value(element) : TRY(plain_value(element, *of)));
  }
  return values;
}

Result<Value> map_value(const Node& node, const std::vector<Attribute>& fields) {
  auto item = TRY(plain_item(node, fields));
  return Value(std::move(item));
}

Result<Value> typed_value(const Node& node);

Result<Value> typed_set(const Node& node, std::string_view element_type) {
  std::vector<Value> elements;
  for (const Node& element : node.elements) {
    if (element.kind != Kind::Text) return wrong(element, "a text");
    if (element_type == "B") {
      elements.push_back(TRY(binary_value(element)));
    } else if (element_type == "N") {
      elements.emplace_back(TRY(Number::parse(element.text)));
    } else {
      elements.emplace_back(element.text);
    }
  }
  return set_value(elements);
}

Result<Value> typed_scalar(std::string_view type, const Node& node) {
  if (type == "NULL") return Value();
  if (type == "BOOL") {
    if (node.kind != Kind::Bool) return wrong(node, "true or false");
    return Value(node.boolean());
  }
  if (node.kind != Kind::Text) return wrong(node, "a text in quotes");
  if (type == "N") return Value(TRY(Number::parse(node.text)));
  return type == "B" ? binary_value(node) : Value(node.text);
}

Result<Value> typed_list(const Node& node) {
  List list;
  for (const Node& element : node.elements) list.push_back(TRY(typed_value(element)));
  return Value(std::move(list));
}

// {S: "a"}: a map of one member, whose name is the type.
Result<Value> typed_value(const Node& node) {
  if (node.kind != Kind::Map || node.members.size() != 1) {
    return wrong(node, "a typed value like {S: abc}");
  }
  const std::string& type = node.members.front().name;
  const Node& value = node.members.front().value;
  if (type == "SS" || type == "NS" || type == "BS") return typed_set(value, type.substr(0, 1));
  if (type == "L") return typed_list(value);
  if (type == "M") return Value(TRY(typed_item(value)));
  if (type == "S" || type == "N" || type == "B" || type == "BOOL" || type == "NULL") {
    return typed_scalar(type, value);
  }
  return Error::invalid_argument(fmt::format("`{}` is no type of DynamoDB", type));
}

}  // namespace

Value plain_value(const Node& node) {
  switch (node.kind) {
    case Kind::Null:
      return {};
    case Kind::Bool:
      return Value(node.boolean());
    case Kind::Number: {
      const auto number = Number::parse(node.text);
      return number.ok() ? Value(*number) : Value(node.text);
    }
    case Kind::Text:
      return Value(node.text);
    case Kind::List: {
      List list;
      for (const Node& element : node.elements) list.push_back(plain_value(element));
      return Value(std::move(list));
    }
    case Kind::Map:
      break;
  }
  std::vector<Map::Member> members;
  for (const Node::Member& member : node.members) {
    members.push_back({member.name, plain_value(member.value)});
  }
  return Value(Map(std::move(members)));
}

Result<Value> plain_value(const Node& node, const AttributeType& type) {
  if (type.kind == AttributeKind::Binary && node.kind == Kind::Text) return binary_value(node);
  if (type.kind == AttributeKind::Set && node.kind == Kind::List) {
    return set_value(TRY(element_values(node, type.of.get())));
  }
  if (type.kind == AttributeKind::List && node.kind == Kind::List) {
    return Value(TRY(element_values(node, type.of.get())));
  }
  if (type.kind == AttributeKind::Map && node.kind == Kind::Map) {
    return map_value(node, type.fields);
  }
  return plain_value(node);
}

Result<Item> plain_item(const Node& node, const std::vector<Attribute>& attributes) {
  if (node.kind != Kind::Map) return wrong(node, "a map of attributes");
  std::vector<Map::Member> members;
  for (const Node::Member& member : node.members) {
    const Attribute* attribute = find_attribute(attributes, member.name);
    if (attribute == nullptr || attribute->type == nullptr) {
      members.push_back({member.name, plain_value(member.value)});
      continue;
    }
    auto value = plain_value(member.value, *attribute->type);
    if (!value.ok()) return std::move(value).error().within(member.name);
    members.push_back({member.name, *std::move(value)});
  }
  return Item(std::move(members));
}

Result<Item> typed_item(const Node& node) {
  if (node.kind != Kind::Map) return wrong(node, "a map of attributes");
  std::vector<Map::Member> members;
  for (const Node::Member& member : node.members) {
    auto value = typed_value(member.value);
    if (!value.ok()) return std::move(value).error().within(member.name);
    members.push_back({member.name, *std::move(value)});
  }
  return Item(std::move(members));
}

}  // namespace partita::model
