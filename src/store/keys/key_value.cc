#include "store/keys/key_value.h"

#include <utility>

#include "partita/base/check.h"

namespace partita::keys {

KeyValueType type_of(const KeyValue& value) {
  if (std::holds_alternative<StringKey>(value)) return KeyValueType::String;
  if (std::holds_alternative<Number>(value)) return KeyValueType::Number;
  return KeyValueType::Binary;
}

ByteView bytes_of(const KeyValue& value) {
  if (const auto* string = std::get_if<StringKey>(&value)) return string->text;
  if (const auto* binary = std::get_if<BinaryKey>(&value)) return binary->bytes;
  return {};
}

OwnedKeyValue::OwnedKeyValue(KeyValueType type, Bytes bytes)
    : type_(type), bytes_(std::move(bytes)) {
  PARTITA_CHECK(type != KeyValueType::Number);
}

KeyValue OwnedKeyValue::view() const {
  switch (type_) {
    case KeyValueType::String:
      return StringKey{bytes_};
    case KeyValueType::Binary:
      return BinaryKey{bytes_};
    case KeyValueType::Number:
      break;
  }
  return number_;
}

}  // namespace partita::keys
