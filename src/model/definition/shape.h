#pragma once

#include <cstdint>
#include <span>
#include <string_view>

// What a model file may hold, as data: which keys each kind of map has and which form each value.
// The check of a file and the JSON Schema are both made from these tables.

namespace partita::model {

// The form of a value.
enum class Form : std::uint8_t {
  None,
  Text,
  Flag,         // true or false
  Count,        // A whole number, 0 or more.
  Decimal,      // Any number.
  Scalar,       // A text, a number, true, false or null.
  Span,         // A duration: 15m.
  Bytes,        // A size: 2KB.
  Formula,      // A text, or a number or truth value that stands for itself.
  Choice,       // One of Key::choices.
  Texts,        // A list of texts.
  TextOrTexts,  // A text or a list of them.
  Spans,        // A list of durations.
  Scalars,      // A list of scalars.
  TextMap,      // Names and texts.
  TextMaps,     // A list of them.
  Values,       // Names and scalars, or lists of them.
  Tree,         // Anything.
  Map,          // Of Key::shape.
  MapOf,        // Names and maps of Key::shape.
  MapOfMaps,    // Names and names and maps of Key::shape.
  ListOf,       // A list of maps of Key::shape.
  Rows,         // A list of lists of maps of Key::shape.
};

struct Shape;

struct Key {
  std::string_view name;
  Form form = Form::Text;
  std::string_view help;
  bool is_required = false;
  std::span<const std::string_view> choices = {};  // Of Choice.
  const Shape* shape = nullptr;                    // Of Map, MapOf, MapOfMaps, ListOf and Rows.
  Form other = Form::None;                         // A second form that is allowed.
};

// A map with these keys and no others.
struct Shape {
  std::string_view name;  // "Table": in the JSON Schema.
  std::string_view what;  // "a table": in messages.
  std::span<const Key> keys;

  // The key of that name, or null.
  const Key* find(std::string_view key_name) const;
};

// How tables of keys are written.
constexpr Key text(std::string_view name, std::string_view help) {
  return {name, Form::Text, help};
}
constexpr Key key(std::string_view name, Form form, std::string_view help) {
  return {name, form, help};
}
constexpr Key choice(std::string_view name, std::span<const std::string_view> choices,
                     std::string_view help) {
  return {.name = name, .form = Form::Choice, .help = help, .choices = choices};
}
constexpr Key nested(std::string_view name, Form form, const Shape& shape, std::string_view help) {
  return {.name = name, .form = form, .help = help, .shape = &shape};
}
constexpr Key required(Key key) {
  key.is_required = true;
  return key;
}
constexpr Key either(Key key, Form other) {
  key.other = other;
  return key;
}

inline constexpr std::string_view kLevels[] = {"off", "observe", "enforce"};

// Keys that many maps have.
inline constexpr Key kDescription = text("description", "What it is; exporters print it.");
inline constexpr Key kNote = text("note", "What else a reader should know.");
inline constexpr Key kPhase =
    key("phase", Form::Count, "From which delivery phase on it is there.");
inline constexpr Key kLevel = choice("level", kLevels, "How strictly the rule is held.");
inline constexpr Key kHttp = text("http", "Method and path, such as GET /messages/{id}.");

extern const Shape kModelShape;
extern const Shape kParamShape;
extern const Shape kTableShape;
extern const Shape kAttributeShape;
extern const Shape kEntityShape;
extern const Shape kEdgeShape;
extern const Shape kPatternShape;
extern const Shape kRollupShape;
extern const Shape kPageShape;

}  // namespace partita::model
