#include "wire/protocol/json_reader.h"

#include <fmt/format.h>
#include <cmath>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>

#include "partita/api/exception.h"
#include "partita/base/base64.h"
#include "partita/base/utf8.h"
#include "wire/protocol/java_text.h"

namespace partita::protocol {
namespace {

// What a thread keeps from request to request: the parser with its tables, and a copy of the
// request with the padding that simdjson asks for.
class ReaderMemory {
 public:
  // A copy of the request with padding behind it.
  simdjson::padded_string_view copy(ByteView json) {
    const std::size_t needed = json.size() + simdjson::SIMDJSON_PADDING;
    if (needed > size_) {
      size_ = std::max(std::bit_ceil(needed), kBytesMin);
      bytes_ = std::make_unique<char[]>(size_);
    }
    std::memcpy(bytes_.get(), json.data(), json.size());
    std::memset(bytes_.get() + json.size(), 0, simdjson::SIMDJSON_PADDING);
    return simdjson::padded_string_view(bytes_.get(), json.size(), size_);
  }

  // Reads what copy made. If the parser grew by itself, it would grow a little with each request
  // that is a little longer.
  simdjson::simdjson_result<simdjson::ondemand::document> parse(simdjson::padded_string_view json) {
    if (parser_.capacity() < json.size()) {
      const auto error = parser_.allocate(std::max(std::bit_ceil(json.size()), kBytesMin));
      if (error != simdjson::SUCCESS) return error;
    }
    return parser_.iterate(json);
  }

  // Gives back what a large request took.
  void shrink() {
    if (size_ <= kBytesKept) return;
    bytes_.reset();
    size_ = 0;
    parser_ = simdjson::ondemand::parser();
  }

 private:
  static constexpr std::size_t kBytesMin = 16 * 1024;
  static constexpr std::size_t kBytesKept = 1024 * 1024;

  simdjson::ondemand::parser parser_;
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
};

thread_local ReaderMemory reader_memory;

bool is_decimal(std::string_view token) { return token.find_first_of(".eE") != token.npos; }

// The words that AWS takes for a boolean, in any case.
std::optional<bool> boolean_of(std::string_view text) {
  std::array<char, 5> lower{};
  if (text.size() > lower.size()) return std::nullopt;
  std::transform(text.begin(), text.end(), lower.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  const std::string_view word(lower.data(), text.size());
  if (word == "true" || word == "yes" || word == "1") return true;
  if (word == "false" || word == "no" || word == "0") return false;
  return std::nullopt;
}

}  // namespace

JsonReader::~JsonReader() { reader_memory.shrink(); }

bool JsonReader::open(ByteView json, JsonObject& root) {
  const auto padded = reader_memory.copy(json);
  end_ = padded.data() + json.size();
  if (reader_memory.parse(padded).get(document_) != simdjson::SUCCESS) return fail();
  return document_.get_object().get(root) == simdjson::SUCCESS || fail();
}

bool JsonReader::close() {
  return document_.current_location().error() == simdjson::OUT_OF_BOUNDS || fail();
}

bool JsonReader::kind(JsonValue& value, JsonKind& kind) {
  return value.type().get(kind) == simdjson::SUCCESS || fail();
}

bool JsonReader::null(JsonValue value) { return !value.is_null().error() || fail(); }

bool JsonReader::fail(std::string message) {
  if (!error_) error_ = api::failure(api::Exception::Serialization, std::move(message));
  return false;
}

bool JsonReader::fail_duplicate(std::string_view name) {
  return fail(fmt::format("Duplicate member name: {}", name));
}

Error JsonReader::error() const { return *error_; }

// Most texts have no backslash, and then they are read where they lie. The parser has made sure
// that each string ends.
bool JsonReader::text_at(const char* start, std::string_view& text, bool& is_escaped) const {
  const auto rest = static_cast<std::size_t>(end_ - start);
  const auto* quote = static_cast<const char*>(std::memchr(start, '"', rest));
  if (quote == nullptr) return false;
  const auto size = static_cast<std::size_t>(quote - start);
  is_escaped = std::memchr(start, '\\', size) != nullptr;
  text = {start, size};
  return true;
}

// An escaped lone surrogate becomes three bytes that are no UTF-8.
bool JsonReader::string(JsonValue value, std::string_view& text) {
  JsonKind found;
  if (!kind(value, found)) return false;
  if (found != JsonKind::string) return mismatch(value, found, "java.lang.String");
  auto unescaped = value;
  simdjson::ondemand::raw_json_string raw;
  if (value.get_raw_json_string().get(raw) != simdjson::SUCCESS) return fail();
  bool is_escaped = false;
  if (!text_at(raw.raw(), text, is_escaped)) return fail();
  if (!is_escaped) return true;
  if (unescaped.get_string().get(text) != simdjson::SUCCESS) return fail();
  return is_valid_utf8(text) || fail();
}

bool JsonReader::name(simdjson::ondemand::field& field, std::string_view& text) {
  bool is_escaped = false;
  if (!text_at(field.key().raw(), text, is_escaped)) return fail();
  if (!is_escaped) return true;
  if (field.unescaped_key().get(text) != simdjson::SUCCESS) return fail();
  return is_valid_utf8(text) || fail();
}

bool JsonReader::boolean(JsonValue value, bool& boolean) {
  JsonKind found;
  if (!kind(value, found)) return false;
  if (found == JsonKind::boolean) {
    return value.get_bool().get(boolean) == simdjson::SUCCESS || fail();
  }
  if (found != JsonKind::string) return mismatch(value, found, "java.lang.Boolean");
  std::string_view text;
  if (!string(value, text)) return false;
  const auto meant = boolean_of(text);
  if (!meant) return fail("Unexpected token received from parser");
  boolean = *meant;
  return true;
}

bool JsonReader::whole_number(JsonValue value, std::string_view java_class, std::int64_t& number) {
  constexpr double kLimit = 9'223'372'036'854'775'808.0;
  JsonKind found;
  if (!kind(value, found)) return false;
  if (found != JsonKind::number) return mismatch(value, found, java_class);
  if (value.get_int64().get(number) == simdjson::SUCCESS) return true;
  double decimal = 0;
  if (value.get_double().get(decimal) != simdjson::SUCCESS) return fail();
  if (!(decimal >= -kLimit && decimal < kLimit)) return mismatch(value, found, java_class);
  number = static_cast<std::int64_t>(decimal);
  return true;
}

bool JsonReader::integer(JsonValue value, std::int64_t& number) {
  return whole_number(value, "java.lang.Long", number);
}

bool JsonReader::integer(JsonValue value, std::int32_t& number) {
  constexpr std::string_view kClass = "java.lang.Integer";
  std::int64_t wide = 0;
  if (!whole_number(value, kClass, wide)) return false;
  number = static_cast<std::int32_t>(wide);
  return number == wide || fail("NUMBER_VALUE cannot be converted to Integer");
}

bool JsonReader::timestamp(JsonValue value, double& seconds) {
  constexpr std::string_view kClass = "java.util.Date";
  constexpr double kSecondsMax = 1e12;
  JsonKind found;
  if (!kind(value, found)) return false;
  if (found != JsonKind::number) return mismatch(value, found, kClass);
  if (value.get_double().get(seconds) != simdjson::SUCCESS) return fail();
  return std::abs(seconds) <= kSecondsMax || mismatch(value, found, kClass);
}

bool JsonReader::real(JsonValue value, double& number) {
  JsonKind found;
  if (!kind(value, found)) return false;
  if (found != JsonKind::number) return mismatch(value, found, "java.lang.Double");
  return value.get_double().get(number) == simdjson::SUCCESS || fail();
}

bool JsonReader::blob(JsonValue value, Bytes& bytes) {
  JsonKind found;
  if (!kind(value, found)) return false;
  if (found != JsonKind::string) return mismatch(value, found, "java.nio.ByteBuffer");
  std::string_view text;
  if (!string(value, text)) return false;
  auto decoded = base64_decode(text);
  if (!decoded.ok()) return fail(decoded.error().message());
  bytes = std::move(*decoded);
  return true;
}

bool JsonReader::list(JsonValue value, JsonArray& array) {
  JsonKind found;
  if (!kind(value, found)) return false;
  if (found == JsonKind::object) return fail("Start of structure or map found where not expected");
  if (found != JsonKind::array) return fail("Unexpected field type");
  return value.get_array().get(array) == simdjson::SUCCESS || fail();
}

bool JsonReader::map(JsonValue value, JsonObject& object, const FieldType& type) {
  JsonKind found;
  if (!kind(value, found)) return false;
  if (found == JsonKind::array) {
    return fail("Unrecognized collection type " + java_type(type));
  }
  if (found != JsonKind::object) return fail("Unexpected field type");
  return value.get_object().get(object) == simdjson::SUCCESS || fail();
}

bool JsonReader::structure(JsonValue value, JsonObject& object, std::string_view name,
                           Place place) {
  JsonKind found;
  if (!kind(value, found)) return false;
  if (found == JsonKind::array) {
    return fail(fmt::format(
        "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.{}", name));
  }
  if (found != JsonKind::object) {
    return fail(place == Place::Member ? "Unexpected field type"
                                       : "Unexpected value type in payload");
  }
  return value.get_object().get(object) == simdjson::SUCCESS || fail();
}

bool JsonReader::each_member(JsonObject object,
                             FunctionRef<bool(std::string_view, JsonValue)> visit) {
  if (!enter()) return false;
  for (auto entry : object) {
    simdjson::ondemand::field field;
    if (std::move(entry).get(field) != simdjson::SUCCESS) return fail();
    std::string_view member;
    if (!name(field, member) || !visit(member, field.value())) return false;
  }
  --levels_;
  return true;
}

bool JsonReader::each_element(JsonArray array, FunctionRef<bool(JsonValue)> visit) {
  if (!enter()) return false;
  for (auto entry : array) {
    JsonValue element;
    // NOLINTNEXTLINE: get is for rvalues only.
    if (std::move(entry).get(element) != simdjson::SUCCESS) return fail();
    if (!visit(element)) return false;
  }
  --levels_;
  return true;
}

bool JsonReader::skip(JsonValue value) {
  JsonKind found;
  if (!kind(value, found)) return false;
  std::string_view text;
  JsonObject object;
  JsonArray array;
  switch (found) {
    case JsonKind::object:
      return structure(value, object, {}, Place::Member) &&
             each_member(object, [&](std::string_view, JsonValue member) { return skip(member); });
    case JsonKind::array:
      return list(value, array) &&
             each_element(array, [&](JsonValue element) { return skip(element); });
    case JsonKind::string:
      return string(value, text);
    case JsonKind::number:
      return !value.get_double().error() || fail();
    case JsonKind::boolean:
      return !value.get_bool().error() || fail();
    case JsonKind::null:
      return null(value);
  }
  return fail();
}

// The parser's names for what it found, as they are in AWS's messages.
std::string_view JsonReader::token_name(JsonValue value, JsonKind kind) {
  const std::string_view token = value.raw_json_token();
  if (kind == JsonKind::number) return is_decimal(token) ? "DECIMAL_VALUE" : "NUMBER_VALUE";
  if (kind == JsonKind::boolean) return token.front() == 't' ? "TRUE_VALUE" : "FALSE_VALUE";
  return kind == JsonKind::string ? "STRING_VALUE" : "NULL_VALUE";
}

bool JsonReader::mismatch(JsonValue value, JsonKind kind, std::string_view java_class) {
  if (kind == JsonKind::array) {
    return fail(fmt::format("Unrecognized collection type class {}", java_class));
  }
  if (kind == JsonKind::object) return fail("Start of structure or map found where not expected");
  // What is no valid token is told as such.
  const std::string_view found = token_name(value, kind);
  if (!skip(value)) return false;
  const std::string_view short_name = java_class.substr(java_class.rfind('.') + 1);
  if (short_name == "ByteBuffer") {
    return fail("only base-64-encoded strings are convertible to bytes");
  }
  return fail(fmt::format("{} cannot be converted to {}", found, short_name));
}

}  // namespace partita::protocol
