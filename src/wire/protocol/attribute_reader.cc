#include "wire/protocol/attribute_reader.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "partita/value/item_writer.h"
#include "partita/value/measure.h"
#include "partita/value/number.h"
#include "partita/value/value_type.h"

namespace partita::protocol {
namespace {

constexpr std::size_t kNameBytesMax = 65'535;
constexpr FieldType kItemType{.kind = FieldKind::Item};

std::optional<ValueType> type_named(std::string_view name) {
  if (name == "S") return ValueType::S;
  if (name == "N") return ValueType::N;
  if (name == "B") return ValueType::B;
  if (name == "M") return ValueType::M;
  if (name == "L") return ValueType::L;
  if (name == "SS") return ValueType::SS;
  if (name == "NS") return ValueType::NS;
  if (name == "BS") return ValueType::BS;
  if (name == "BOOL") return ValueType::Bool;
  if (name == "NULL") return ValueType::Null;
  return std::nullopt;
}

std::string_view null_in_set(ValueType type) {
  if (type == ValueType::BS) {
    return "One or more parameter values were invalid: Binary sets may not contain null values";
  }
  return type == ValueType::SS
             ? "One or more parameter values were invalid: An string set  may not "
               "have a null string as a member"
             : "One or more parameter values were invalid: An number set  may not "
               "have a null string as a member";
}

// Tells a name that comes twice, which is no valid JSON to us, from what DynamoDB calls invalid.
bool is_duplicate_name(const Error& error) {
  return error.message().starts_with("Duplicate attribute name");
}

// What kind of problem is the one to tell, in the order in which they replace each other.
// AWS: an empty name at the top of an item beats depth, and depth beats an empty name inside;
// of all others the first one is told (captured 2026-10).
enum class Fault { InnerName, Depth, TopName, Other };

// Writes the values of one item. After the first problem the rest is still read, for its JSON may
// be wrong, but no longer written.
class AttributeReader {
 public:
  explicit AttributeReader(JsonReader& reader) : reader_(reader) { writer().clear(); }

  bool attribute(std::string_view name, JsonValue json, JsonReader::Place place) {
    check_name(name, Fault::TopName);
    if (is_writing()) writer().name(name);
    if (!value(json, place)) return false;
    if (!attribute_ && has_problem()) attribute_ = name;
    return true;
  }

  // Calls take(item) if there is no problem, otherwise refuse(problem).
  template <typename Take, typename Refuse>
  bool finish(Take take, Refuse refuse) {
    if (is_writing()) {
      auto item = writer().finish();
      if (item.ok()) {
        take(*item);
        return true;
      }
      if (is_duplicate_name(item.error())) return reader_.fail(item.error().message());
      problem_ = std::move(item).error();
    }
    if (fault_ == Fault::Depth) problem_ = with_depth(*problem_);
    refuse(api::InputProblem{std::move(attribute_).value_or(""), *std::move(problem_)});
    return true;
  }

  // For a value that stands alone; its name is never seen.
  bool lone_value(JsonValue json, JsonReader::Place place) {
    return attribute("value", json, place);
  }

 private:
  // It keeps its memory, and a thread reads one item at a time.
  static ItemWriter& writer() {
    thread_local ItemWriter item_writer;
    return item_writer;
  }

  bool is_writing() const { return !problem_ && !is_second_type_; }
  bool has_problem() const { return problem_ || writer().has_failed(); }
  void refuse(std::string_view message, Fault fault = Fault::Other) {
    refuse(Error::invalid_argument(std::string(message)), fault);
  }
  void refuse(Error error, Fault fault = Fault::Other) {
    if (has_problem() && !replaces_problem(fault)) return;
    problem_ = std::move(error);
    fault_ = fault;
    attribute_.reset();
  }
  bool replaces_problem(Fault fault) const {
    return problem_ && fault_ < fault && fault != Fault::Other;
  }
  Error with_depth(const Error& error) const {
    return {error.kind(), error.message(), std::make_shared<api::NestingFault>(levels_max_)};
  }

  // One level down in lists and maps, for as long as it lives.
  class Level {
   public:
    explicit Level(AttributeReader& reader) : reader_(reader) { reader_.enter(); }
    ~Level() { --reader_.levels_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    AttributeReader& reader_;
  };
  void enter() {
    levels_max_ = std::max(levels_max_, ++levels_);
    if (1 + levels_ > kNestingMax) refuse(check_nesting(1 + levels_).error(), Fault::Depth);
  }

  void check_name(std::string_view name, Fault fault) {
    if (name.empty()) {
      refuse("One or more parameter values were invalid: Empty attribute name", fault);
    }
    if (name.size() > kNameBytesMax) {
      refuse(
          "1 validation error detected: Attribute name is too large, must be less than 65536 "
          "bytes");
    }
  }

  bool value(JsonValue json, JsonReader::Place place);
  bool typed(ValueType type, JsonValue json);
  bool second_type(ValueType type, JsonValue json);
  bool number(JsonValue json);
  bool null(JsonValue json);
  bool list(JsonValue json);
  bool map(JsonValue json);
  bool set(ValueType type, JsonValue json);
  bool scalar(ValueType type, JsonValue json);

  JsonReader& reader_;
  std::optional<Error> problem_;
  Fault fault_ = Fault::Other;  // What problem_ is.
  int levels_ = 0;              // Of lists and maps around what is being read.
  int levels_max_ = 0;
  bool is_second_type_ = false;           // Of one value, which is read to find faults in it.
  std::optional<std::string> attribute_;  // The first with a problem.
};

bool AttributeReader::value(JsonValue json, JsonReader::Place place) {
  constexpr std::string_view kEmpty =
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
  JsonKind kind;
  if (!reader_.kind(json, kind)) return false;
  if (kind == JsonKind::null) {
    refuse(kEmpty);
    return reader_.null(json);
  }
  JsonObject object;
  if (!reader_.structure(json, object, "AttributeValue", place)) return false;
  unsigned named = 0;
  bool is_typed = false;
  const auto member = [&](std::string_view name, JsonValue content) {
    const auto type = type_named(name);
    if (!type) return reader_.skip(content);
    const unsigned bit = 1U << static_cast<unsigned>(*type);
    if ((named & bit) != 0) return reader_.fail_duplicate(name);
    named |= bit;
    if (!reader_.kind(content, kind)) return false;
    if (kind == JsonKind::null) return reader_.null(content);
    if (is_typed) return second_type(*type, content);
    is_typed = true;
    return typed(*type, content);
  };
  if (!reader_.each_member(object, member)) return false;
  if (!is_typed) refuse(kEmpty);
  return true;
}

// AWS: a fault of the second value is told before the fault that there is one.
bool AttributeReader::second_type(ValueType type, JsonValue json) {
  const bool is_inside_another = std::exchange(is_second_type_, true);
  const bool is_read = typed(type, json);
  is_second_type_ = is_inside_another;
  refuse(
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
      "supported datatypes");
  return is_read;
}

bool AttributeReader::typed(ValueType type, JsonValue json) {
  switch (type) {
    case ValueType::L:
      return list(json);
    case ValueType::M:
      return map(json);
    case ValueType::SS:
    case ValueType::NS:
    case ValueType::BS:
      return set(type, json);
    case ValueType::Null:
      return null(json);
    default:
      return scalar(type, json);
  }
}

bool AttributeReader::scalar(ValueType type, JsonValue json) {
  if (type == ValueType::N) return number(json);
  if (type == ValueType::S) {
    std::string_view text;
    if (!reader_.string(json, text)) return false;
    if (is_writing()) writer().string(text);
    return true;
  }
  if (type == ValueType::B) {
    Bytes bytes;
    if (!reader_.blob(json, bytes)) return false;
    if (is_writing()) writer().binary(bytes);
    return true;
  }
  bool boolean = false;
  if (!reader_.boolean(json, boolean)) return false;
  if (is_writing()) writer().boolean(boolean);
  return true;
}

bool AttributeReader::number(JsonValue json) {
  std::string_view text;
  if (!reader_.string(json, text)) return false;
  auto number = Number::parse(text);
  if (!number.ok()) {
    refuse(std::move(number).error());
  } else if (is_writing()) {
    writer().number(*number);
  }
  return true;
}

bool AttributeReader::null(JsonValue json) {
  bool boolean = false;
  if (!reader_.boolean(json, boolean)) return false;
  if (!boolean) {
    refuse(
        "One or more parameter values were invalid: Null attribute value types must have the value "
        "of true");
  } else if (is_writing()) {
    writer().null();
  }
  return true;
}

bool AttributeReader::list(JsonValue json) {
  JsonArray array;
  if (!reader_.list(json, array)) return false;
  const Level level(*this);
  if (is_writing()) writer().begin(ValueType::L);
  const auto element = [&](JsonValue content) {
    return value(content, JsonReader::Place::Element);
  };
  if (!reader_.each_element(array, element)) return false;
  if (is_writing()) writer().end();
  return true;
}

bool AttributeReader::map(JsonValue json) {
  JsonObject object;
  if (!reader_.map(json, object, kItemType)) return false;
  const Level level(*this);
  if (is_writing()) writer().begin(ValueType::M);
  const auto member = [&](std::string_view name, JsonValue content) {
    check_name(name, Fault::InnerName);
    if (is_writing()) writer().name(name);
    return value(content, JsonReader::Place::Element);
  };
  if (!reader_.each_member(object, member)) return false;
  if (is_writing()) writer().end();
  return true;
}

bool AttributeReader::set(ValueType type, JsonValue json) {
  const ValueType element_type = type == ValueType::SS   ? ValueType::S
                                 : type == ValueType::NS ? ValueType::N
                                                         : ValueType::B;
  JsonArray array;
  if (!reader_.list(json, array)) return false;
  if (is_writing()) writer().begin(type);
  const auto element = [&](JsonValue content) {
    JsonKind kind;
    if (!reader_.kind(content, kind)) return false;
    if (kind != JsonKind::null) return scalar(element_type, content);
    refuse(null_in_set(type));
    return reader_.null(content);
  };
  if (!reader_.each_element(array, element)) return false;
  if (is_writing()) writer().end();
  return true;
}

}  // namespace

bool read_item(JsonReader& reader, JsonValue json, api::ItemInput& item) {
  JsonObject object;
  if (!reader.map(json, object, kItemType)) return false;
  AttributeReader attributes(reader);
  const auto attribute = [&](std::string_view name, JsonValue content) {
    return attributes.attribute(name, content, JsonReader::Place::Element);
  };
  if (!reader.each_member(object, attribute)) return false;
  return attributes.finish(
      [&](const ItemView& view) { item = api::ItemInput(EncodedItem(view)); },
      [&](api::InputProblem problem) { item = api::ItemInput(std::move(problem)); });
}

bool read_attribute_value(JsonReader& reader, JsonValue json, api::ValueInput& value,
                          JsonReader::Place place) {
  AttributeReader attributes(reader);
  if (!attributes.lone_value(json, place)) return false;
  return attributes.finish(
      [&](const ItemView& view) {
        value = api::ValueInput(EncodedValue(view.attributes().begin()->value));
      },
      [&](api::InputProblem problem) { value = api::ValueInput(std::move(problem.error)); });
}

}  // namespace partita::protocol
