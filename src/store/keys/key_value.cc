#include "store/keys/key_value.h"

#include <utility>

#include "partita/base/check.h"

namespace partita::keys {

KeyType type_of(const KeyValue& value) {
  if (std::holds_alternative<StringKey>(value)) return KeyType::String;
  if (std::holds_alternative<Number>(value)) return KeyType::Number;
  return KeyType::Binary;
}

ByteView bytes_of(const KeyValue& value) {
  if (const auto* string = std::get_if<StringKey>(&value)) return string->text;
  if (const auto* binary = std::get_if<BinaryKey>(&value)) return binary->bytes;
  return {};
}

OwnedKeyValue::OwnedKeyValue(KeyType type, Bytes bytes) : type_(type), bytes_(std::move(bytes)) {
  PARTITA_CHECK(type != KeyType::Number);
}

KeyValue OwnedKeyValue::view() const {
  switch (type_) {
    case KeyType::String:
      return StringKey{bytes_};
    case KeyType::Binary:
      return BinaryKey{bytes_};
    case KeyType::Number:
      break;
  }
  return number_;
}

}  // namespace partita::keys
