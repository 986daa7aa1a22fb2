#include "modelled/rollups/group_key.h"

#include <fmt/format.h>

#include <utility>

#include "partita/value/item_codec.h"
#include "store/keys/group_codec.h"
#include "store/keys/key_hash.h"
#include "store/keys/number_codec.h"

// group := column*
// column := 00                 NULL, or nothing
//         | 01                 false
//         | 02                 true
//         | 03 number          as in keys/number_codec.cc
//         | 04 text            as in keys/group_codec.cc
//         | 05 binary          the same

namespace partita::rollups {
namespace {

enum class Tag : std::uint8_t {
  Null = 0,    // DO NOT CHANGE: stored.
  False = 1,   // DO NOT CHANGE
  True = 2,    // DO NOT CHANGE
  Number = 3,  // DO NOT CHANGE
  Text = 4,    // DO NOT CHANGE
  Binary = 5,  // DO NOT CHANGE
};

constexpr std::size_t kTextBytesKept = 200;  // DO NOT CHANGE: stored groups depend on it.

void append(Bytes& group, Tag tag) { group.push_back(static_cast<char>(tag)); }

void append_number(Bytes& group, const Number& number) {
  append(group, Tag::Number);
  keys::append_number(group, number);
}

void append_bytes(Bytes& group, Tag tag, ByteView bytes) {
  append(group, tag);
  if (bytes.size() <= kGroupTextBytesMax) return keys::append_grouped(group, bytes);
  // A character of UTF-8 is not cut: its later bytes are 10xxxxxx.
  std::size_t kept = kTextBytesKept;
  while (kept > kTextBytesKept - 4 && (static_cast<std::uint8_t>(bytes[kept]) & 0xC0) == 0x80) {
    --kept;
  }
  Bytes cut(bytes.substr(0, kept));
  cut.append("#");
  const keys::KeyHash hash = keys::hash_bytes(bytes);
  for (const char byte : hash.view()) {
    cut.append(fmt::format("{:02x}", static_cast<std::uint8_t>(byte)));
  }
  keys::append_grouped(group, cut);
}

void append_view(Bytes& group, const ValueView& value) {
  switch (value.type()) {
    case ValueType::S:
      return append_bytes(group, Tag::Text, value.string());
    case ValueType::N:
      return append_number(group, value.number());
    case ValueType::B:
      return append_bytes(group, Tag::Binary, value.binary());
    case ValueType::Bool:
      return append(group, value.boolean() ? Tag::True : Tag::False);
    default:
      return append(group, Tag::Null);
  }
}

}  // namespace

void append_group_value(Bytes& group, const model::FormulaValue& value) {
  if (const auto text = value.text()) return append_bytes(group, Tag::Text, *text);
  if (const auto* number = std::get_if<Number>(&value.content())) {
    return append_number(group, *number);
  }
  if (const auto* view = std::get_if<ValueView>(&value.content())) return append_view(group, *view);
  const auto stored = value.to_value();
  append_group_value(group, stored.value_or(Value()));
}

void append_group_value(Bytes& group, const Value& value) {
  const Bytes encoded = partita::encode(value);
  append_view(group, ValueView::from_valid(encoded));
}

Result<Value> take_group_value(ByteView& input) {
  if (input.empty()) return Error::corrupt("the group of a rollup ends too early");
  const auto tag = static_cast<Tag>(input.front());
  input.remove_prefix(1);
  switch (tag) {
    case Tag::Null:
      return Value();
    case Tag::False:
    case Tag::True:
      return Value(tag == Tag::True);
    case Tag::Number:
      return Value(TRY(keys::take_number(input)));
    case Tag::Text:
      return Value(TRY(keys::take_grouped(input)));
    case Tag::Binary:
      return Value(Binary{TRY(keys::take_grouped(input))});
  }
  return Error::corrupt("the group of a rollup has a column of no known type");
}

Result<ByteView> take_group(ByteView& input, std::size_t columns) {
  const ByteView group = input;
  for (std::size_t i = 0; i < columns; ++i) TRY(take_group_value(input));
  return group.substr(0, group.size() - input.size());
}

Result<std::vector<Value>> decode_group(ByteView group, std::size_t columns) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < columns; ++i) values.push_back(TRY(take_group_value(group)));
  if (!group.empty()) return Error::corrupt("the group of a rollup has too many columns");
  return values;
}

}  // namespace partita::rollups
