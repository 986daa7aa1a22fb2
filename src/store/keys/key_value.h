#pragma once

#include <compare>
#include <string_view>
#include <variant>

#include "partita/base/bytes.h"
#include "partita/value/number.h"

namespace partita::keys {

// The types an attribute of a key may have.
enum class KeyValueType : char {
  String = 'S',  // DO NOT CHANGE: part of the hashed bytes.
  Number = 'N',  // DO NOT CHANGE
  Binary = 'B',  // DO NOT CHANGE
};

// A string's UTF-8 bytes. They sort as unsigned bytes, which is the order of code points.
struct StringKey {
  std::string_view text;
  friend auto operator<=>(const StringKey&, const StringKey&) = default;
};

// A binary value's bytes, which sort unsigned.
struct BinaryKey {
  ByteView bytes;
  friend auto operator<=>(const BinaryKey&, const BinaryKey&) = default;
};

// The value of one key attribute. Does not own its bytes, is trivially copied, never allocates.
using KeyValue = std::variant<StringKey, Number, BinaryKey>;

KeyValueType type_of(const KeyValue& value);

// The bytes of a string or a binary value; empty for a number.
ByteView bytes_of(const KeyValue& value);

// A key value that owns its bytes: what a decoder gives back.
class OwnedKeyValue {
 public:
  explicit OwnedKeyValue(const Number& number) : type_(KeyValueType::Number), number_(number) {}
  // REQUIRES: type is String or Binary.
  OwnedKeyValue(KeyValueType type, Bytes bytes);

  KeyValueType type() const { return type_; }
  // Valid as long as this object is neither moved nor destroyed.
  KeyValue view() const;

 private:
  KeyValueType type_;
  Bytes bytes_;
  Number number_;
};

}  // namespace partita::keys
