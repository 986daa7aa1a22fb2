#include "cli/typed_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/formula/suggestion.h"
#include "partita/base/base64.h"
#include "partita/value/encoded_item.h"
#include "partita/value/measure.h"
#include "wire/client/item_page.h"
#include "wire/protocol/attribute_json.h"
#include "wire/rest/json.h"

namespace partita::cli {
namespace {

// The characters that may stand before an equals sign and belong to the operator.
constexpr std::string_view kBeforeEquals = ":!^~";

bool is_object(std::string_view word) { return word.starts_with('{'); }

Error wrong_key(const TableFacts& facts, std::string_view why) {
  std::string example;
  for (const auto& name : facts.key.all()) example += fmt::format(" {}=...", name);
  return Error::invalid_argument(fmt::format("{}; the key of {} is{}", why, facts.name, example));
}

// Numbers may stand in quotes, as keys of other tools have them.
Result<Value> value_for_key(std::string_view name, const Value& value, char type) {
  if (value.type() == ValueType::S) return typed_value(name, value.string(), type);
  if (value.type() == ValueType::N && type == 'N') return value;
  if (value.type() == ValueType::B && type == 'B') return value;
  return Error::invalid_argument(fmt::format("{} is of type {} in the table's key", name, type));
}

std::string_view next_free(const TableFacts& facts, const Item& key) {
  for (const auto& list : {&facts.key.partition, &facts.key.sort}) {
    for (const auto& name : *list) {
      if (key.find(name) == nullptr) return name;
    }
  }
  return "";
}

Status check_key_name(const TableFacts& facts, std::string_view name) {
  const auto names = facts.key.all();
  if (std::find(names.begin(), names.end(), name) != names.end()) return {};
  const std::vector<std::string_view> views(names.begin(), names.end());
  return wrong_key(
      facts, fmt::format("{} is no part of the key{}", name, model::did_you_mean(name, views)));
}

Status add_key_word(const TableFacts& facts, std::string_view word, Item& key) {
  TypedWord typed;
  if (word.find('=') == std::string_view::npos) {
    typed = {std::string(next_free(facts, key)), "=", std::string(word)};
    if (typed.name.empty()) return wrong_key(facts, fmt::format("`{}` is too much", word));
  } else {
    typed = TRY(parse_typed_word(word));
  }
  TRY(check_key_name(facts, typed.name));
  if (typed.operation != "=" && typed.operation != ":=") {
    return wrong_key(facts, fmt::format("`{}` names no one item", word));
  }
  const char type = facts.types.find(typed.name)->second;
  key.set(typed.name, TRY(typed_value(typed.name, typed.text, type)));
  return {};
}

Status add_object(const TableFacts& facts, std::string_view word, Item& item) {
  const Item object = TRY(object_in_words(word));
  for (const auto& [name, value] : object) {
    const bool is_key = facts.key.partition.front() == name ||
                        (!facts.key.sort.empty() && facts.key.sort.front() == name);
    const auto type = facts.types.find(name);
    item.set(name, is_key ? TRY(value_for_key(name, value, type->second)) : value);
  }
  return {};
}

Status add_item_word(const TableFacts& facts, std::string_view word, Item& item) {
  const TypedWord typed = TRY(parse_typed_word(word));
  if (typed.operation == ":=") {
    item.set(typed.name, TRY(json_value(typed.name, typed.text)));
    return {};
  }
  if (typed.operation != "=") {
    return Error::invalid_argument(fmt::format(
        "`{}` is no attribute: name=text and name:=json are (year:=1965, tags:='[\"a\"]')", word));
  }
  const auto type = facts.types.find(typed.name);
  const char wanted = type == facts.types.end() ? 'S' : type->second;
  item.set(typed.name, TRY(typed_value(typed.name, typed.text, wanted)));
  return {};
}

}  // namespace

bool names_type(const Value& value) {
  constexpr std::string_view kTypes[] = {"S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"};
  if (value.type() != ValueType::M || value.map().size() != 1) return false;
  return std::find(std::begin(kTypes), std::end(kTypes), value.map().begin()->name) !=
         std::end(kTypes);
}

Result<TypedWord> parse_typed_word(std::string_view word) {
  const auto at = word.find_first_of("=<>");
  if (at == std::string_view::npos || at == 0) {
    return Error::invalid_argument(fmt::format("`{}` is not of the form name=value", word));
  }
  std::size_t begin = at;
  std::size_t end = at + 1;
  if (word[at] == '=') {
    if (kBeforeEquals.find(word[at - 1]) != std::string_view::npos) --begin;
  } else if (end < word.size() && word[end] == '=') {
    ++end;
  }
  if (begin == 0) {
    return Error::invalid_argument(fmt::format("`{}` has no name before its operator", word));
  }
  return TypedWord{std::string(word.substr(0, begin)), std::string(word.substr(begin, end - begin)),
                   std::string(word.substr(end))};
}

Result<Value> typed_value(std::string_view name, std::string_view text, char type) {
  if (type == 'N') {
    auto number = Number::parse(text);
    if (number.ok()) return Value(*std::move(number));
    return Error::invalid_argument(
        fmt::format("{} is a number in this table, and `{}` is none", name, text));
  }
  if (type == 'B') {
    auto bytes = base64_decode(text);
    if (bytes.ok()) return Value(Binary{*std::move(bytes)});
    return Error::invalid_argument(
        fmt::format("{} is binary in this table, and `{}` is no base64", name, text));
  }
  return Value(text);
}

Result<Value> json_value(std::string_view name, std::string_view json) {
  const auto object =
      rest::parse_plain_json(fmt::format(R"({{"value":{}}})", json), kNestingMax + 1);
  const Value* value = object.ok() ? object->find("value") : nullptr;
  if (value != nullptr && object->size() == 1) return *value;
  return Error::invalid_argument(
      fmt::format("{}:={} is no JSON; {}={} is the text", name, json, name, json));
}

Result<Item> object_in_words(std::string_view json) {
  Item plain = TRY(rest::parse_plain_json(json, 2 * kNestingMax + 2));
  const bool is_typed =
      !plain.is_empty() && std::all_of(plain.begin(), plain.end(),
                                       [](const auto& member) { return names_type(member.value); });
  if (!is_typed) return plain;
  const auto item = TRY(client::parse_item_json(json));
  return item.view().to_item();
}

Result<Item> typed_key(const TableFacts& facts, const std::vector<std::string>& words) {
  Item key;
  for (const auto& word : words) {
    if (!is_object(word)) {
      TRY(add_key_word(facts, word, key));
      continue;
    }
    const Item object = TRY(object_in_words(word));
    for (const auto& [name, value] : object) {
      TRY(check_key_name(facts, name));
      key.set(name, TRY(value_for_key(name, value, facts.types.find(name)->second)));
    }
  }
  const std::string_view missing = next_free(facts, key);
  if (!missing.empty()) return wrong_key(facts, fmt::format("{} is missing", missing));
  TRY(check_item(key));
  return key;
}

Result<Item> typed_item(const TableFacts& facts, const std::vector<std::string>& words) {
  Item item;
  for (const auto& word : words) {
    TRY(is_object(word) ? add_object(facts, word, item) : add_item_word(facts, word, item));
  }
  const std::string_view missing = next_free(facts, item);
  if (!missing.empty()) return wrong_key(facts, fmt::format("{} is missing", missing));
  TRY(check_item(item));
  return item;
}

std::string dynamodb_json(const Item& item) {
  std::string json;
  protocol::append_json(json, EncodedItem(item).view());
  return json;
}

}  // namespace partita::cli
