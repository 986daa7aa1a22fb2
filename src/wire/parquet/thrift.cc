#include "wire/parquet/thrift.h"

#include <utility>

#include "partita/base/check.h"
#include "partita/base/varint.h"

namespace partita::parquet {
namespace {

constexpr int kDistanceMax = 15;
constexpr std::size_t kShortListMax = 14;

char byte_of(unsigned value) { return static_cast<char>(value & 0xFF); }

}  // namespace

void ThriftWriter::head(int field, ThriftType type) {
  const int distance = field - fields_.back();
  PARTITA_CHECK(distance > 0 && distance <= kDistanceMax);
  bytes_.push_back(byte_of(static_cast<unsigned>(distance) << 4 | static_cast<unsigned>(type)));
  fields_.back() = field;
}

void ThriftWriter::boolean(int field, bool value) {
  head(field, value ? ThriftType::True : ThriftType::False);
}

void ThriftWriter::integer(int field, std::int32_t value) {
  head(field, ThriftType::I32);
  append_signed(bytes_, value);
}

void ThriftWriter::wide(int field, std::int64_t value) {
  head(field, ThriftType::I64);
  append_signed(bytes_, value);
}

void ThriftWriter::binary(int field, ByteView value) {
  head(field, ThriftType::Binary);
  binary_element(value);
}

void ThriftWriter::begin(int field) {
  head(field, ThriftType::Struct);
  fields_.push_back(0);
}

void ThriftWriter::end() {
  fields_.pop_back();
  bytes_.push_back(0);
}

void ThriftWriter::list(int field, ThriftType type, std::size_t elements) {
  head(field, ThriftType::List);
  const auto code = static_cast<unsigned>(type);
  if (elements <= kShortListMax) {
    bytes_.push_back(byte_of(static_cast<unsigned>(elements) << 4 | code));
    return;
  }
  bytes_.push_back(byte_of(0xF0U | code));
  append_varint(bytes_, elements);
}

void ThriftWriter::integer_element(std::int32_t value) { append_signed(bytes_, value); }

void ThriftWriter::binary_element(ByteView value) {
  append_varint(bytes_, value.size());
  bytes_.append(value);
}

Bytes ThriftWriter::take() {
  PARTITA_CHECK(fields_.size() == 1);
  bytes_.push_back(0);
  return std::exchange(bytes_, {});
}

}  // namespace partita::parquet
