#include "store/keys/key_codec.h"

#include <utility>

#include "store/keys/group_codec.h"
#include "store/keys/number_codec.h"

namespace partita::keys {

void append_raw(Bytes& key, const KeyValue& value) {
  if (const auto* number = std::get_if<Number>(&value)) {
    append_number(key, *number);
  } else {
    key.append(bytes_of(value));
  }
}

void append_comparable(Bytes& key, const KeyValue& value) {
  if (const auto* number = std::get_if<Number>(&value)) {
    append_number(key, *number);
  } else {
    append_grouped(key, bytes_of(value));
  }
}

void append_value(Bytes& key, const KeyValue& value, KeyForm form) {
  if (form == KeyForm::Raw) {
    append_raw(key, value);
  } else {
    append_comparable(key, value);
  }
}

void append_tuple(Bytes& key, std::span<const KeyValue> values) {
  for (const KeyValue& value : values) append_comparable(key, value);
}

std::size_t encoded_bytes_max(const KeyValue& value) {
  if (std::holds_alternative<Number>(value)) return kNumberBytesMax;
  return grouped_bytes(bytes_of(value).size());
}

std::size_t tuple_bytes_max(std::span<const KeyValue> values) {
  std::size_t bytes = 0;
  for (const KeyValue& value : values) bytes += encoded_bytes_max(value);
  return bytes;
}

Result<OwnedKeyValue> decode_raw(ByteView input, KeyValueType type) {
  if (type != KeyValueType::Number) return OwnedKeyValue(type, Bytes(input));
  const Number number = TRY(take_number(input));
  if (!input.empty()) return Error::corrupt("a key goes on after its last number");
  return OwnedKeyValue(number);
}

Result<OwnedKeyValue> take_comparable(ByteView& input, KeyValueType type) {
  if (type == KeyValueType::Number) {
    const Number number = TRY(take_number(input));
    return OwnedKeyValue(number);
  }
  auto bytes = TRY(take_grouped(input));
  return OwnedKeyValue(type, std::move(bytes));
}

Result<std::vector<OwnedKeyValue>> decode_tuple(ByteView input,
                                                std::span<const KeyValueType> types) {
  std::vector<OwnedKeyValue> values;
  values.reserve(types.size());
  for (const KeyValueType type : types) values.push_back(TRY(take_comparable(input, type)));
  if (!input.empty()) return Error::corrupt("a key goes on after its last attribute");
  return values;
}

}  // namespace partita::keys
