#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partita/base/bytes.h"
#include "partita/base/error.h"
#include "partita/base/function_ref.h"
#include "wire/protocol/json_library.h"
#include "wire/protocol/shapes.h"

namespace partita::protocol {

using JsonValue = simdjson::ondemand::value;
using JsonObject = simdjson::ondemand::object;
using JsonArray = simdjson::ondemand::array;
using JsonKind = simdjson::ondemand::json_type;

// Reads the JSON of one request from front to back. What a function cannot read it notes as a
// SerializationException in DynamoDB's words and returns false; callers only pass the false on.
// Texts are views of the request or of a buffer and live until the next request of this thread.
//
// Guards against hostile input: at most kLevelsMax levels, valid UTF-8 only, memory of this thread
// that one large request took is given back.
// THREADS: one reader a thread at a time.
class JsonReader {
 public:
  // A legal item needs 66 levels. AWS, measured: 100 levels of attribute values, which are 203 of
  // JSON, are still told to be nested too deep.
  static constexpr int kLevelsMax = 400;

  JsonReader() = default;
  ~JsonReader();
  JsonReader(const JsonReader&) = delete;
  JsonReader& operator=(const JsonReader&) = delete;

  // The object that the whole request is.
  bool open(ByteView json, JsonObject& root);
  // Whether nothing but white space follows it.
  bool close();

  bool kind(JsonValue& value, JsonKind& kind);
  // REQUIRES: the kind of the value is null.
  bool null(JsonValue value);

  bool string(JsonValue value, std::string_view& text);
  bool boolean(JsonValue value, bool& boolean);
  // A number with decimals is cut off, as AWS does.
  bool integer(JsonValue value, std::int32_t& number);
  bool integer(JsonValue value, std::int64_t& number);
  // A moment in seconds since 1970, with a fraction or without.
  bool timestamp(JsonValue value, double& seconds);
  bool real(JsonValue value, double& number);
  // The base64 of a binary value.
  bool blob(JsonValue value, Bytes& bytes);

  bool list(JsonValue value, JsonArray& array);
  // `type` is for the message.
  bool map(JsonValue value, JsonObject& object, const FieldType& type);

  // What a scalar in the place of a structure is called, which depends on where it stands.
  enum class Place : std::uint8_t { Member, Element };
  bool structure(JsonValue value, JsonObject& object, std::string_view name, Place place);

  // Calls visit(name, value) for each member, visit(value) for each element; stops at a false.
  bool each_member(JsonObject object, FunctionRef<bool(std::string_view, JsonValue)> visit);
  bool each_element(JsonArray array, FunctionRef<bool(JsonValue)> visit);

  // Reads a value that nobody wants.
  bool skip(JsonValue value);

  // SerializationException. An empty message is AWS's answer to what is not JSON at all.
  bool fail(std::string message = {});
  bool fail_duplicate(std::string_view name);
  Error error() const;

  // A limit of the shape does not hold. Which one is found out when all has been read.
  void note_violation() { has_violation_ = true; }
  bool has_violation() const { return has_violation_; }

 private:
  bool name(simdjson::ondemand::field& field, std::string_view& text);
  bool text_at(const char* start, std::string_view& text, bool& is_escaped) const;
  bool whole_number(JsonValue value, std::string_view java_class, std::int64_t& number);
  bool mismatch(JsonValue value, JsonKind kind, std::string_view java_class);
  std::string_view token_name(JsonValue value, JsonKind kind);
  bool enter() { return ++levels_ <= kLevelsMax || fail(); }

  simdjson::ondemand::document document_;
  const char* end_ = nullptr;
  std::optional<Error> error_;
  int levels_ = 0;
  bool has_violation_ = false;
};

}  // namespace partita::protocol
