#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/definition/notes.h"
#include "model/formula/formula.h"
#include "model/formula/text_pattern.h"
#include "model/formula/timestamp.h"
#include "partita/value/number.h"
#include "partita/value/value.h"

namespace partita::model {

struct Attribute;
struct AttributeType;
struct Entity;

enum class AttributeKind {
  String,
  Int,  // A number without a fraction.
  Number,
  Bool,
  Binary,
  Enum,       // A string out of a list.
  Const,      // Always the same value.
  Timestamp,  // Stored in the attribute's encoding.
  Date,       // A string, 2025-10-21.
  Map,
  List,
  Set,
  Union,  // A map whose fields depend on another attribute.
  Any,
};

// "string", "timestamp": as in model files.
std::string_view name_of(AttributeKind kind);

enum class TextFormat { None, Uuid, Ulid, Email, Uri, Mime, Arn };

std::string_view name_of(TextFormat format);
// Whether the text has that format. `Uuid` is any version; `Ulid` is Crockford's capitals.
bool has_format(std::string_view text, TextFormat format);

// The bounds of a number; of the characters of a string, the elements of a list or set.
struct Bounds {
  std::optional<Number> min;
  std::optional<Number> max;
  std::optional<Number> above;  // Greater, not equal.
  std::optional<Number> below;
};

// One case of a union.
struct UnionCase {
  std::string value;  // Of the attribute that decides.
  Place place;
  std::vector<Attribute> fields;
};

// What values an attribute, an element or a field may have. Shared by all uses of a named type.
struct AttributeType {
  AttributeKind kind = AttributeKind::Any;
  Place place;
  std::string name;  // Of a type from `types`, else empty.

  Bounds bounds;
  std::optional<TextPattern> pattern;    // String.
  TextFormat format = TextFormat::None;  // String.
  std::vector<std::string> values;       // Enum.
  bool is_open = false;                  // Enum: other values pass. Map: other fields pass.
  Value constant;                        // Const.
  TimestampEncoding encoding = TimestampEncoding::Rfc3339Ms;  // Timestamp.
  bool accepts_rfc3339 = false;             // Timestamp: any RFC 3339 form is canonicalised.
  std::vector<Attribute> fields;            // Map; empty and open: any map.
  std::shared_ptr<const AttributeType> of;  // List, Set: its elements.
  std::string on;                           // Union: the attribute beside it that decides.
  std::vector<UnionCase> cases;             // Union.
  bool accepts_other_cases = false;         // Union: `otherwise: any`.

  // The field of that name of a map, or null.
  const Attribute* find_field(std::string_view name) const;
};

// Whether values of the type are stored as S, N ...; nullopt if that is not fixed (Union is M).
std::optional<ValueType> stored_type(const AttributeType& type);

// Ids that the server makes: what stands before and behind a random part.
struct IdGenerator {
  enum class Kind { Uuid4, Uuid7, Ulid, Ksuid };

  Kind kind = Kind::Uuid4;
  std::string prefix;
  std::string suffix;
};

// An attribute and the values it must have: of `only_when` and `match`.
struct AttributeMatch {
  std::string attribute;
  Place place;
  std::vector<Value> values;  // One of them.
};

// The attribute may only be there if all matches hold. Matches on model parameters are decided when
// the file is read: those that hold are dropped, one that does not makes it `never`.
struct OnlyWhen {
  std::vector<AttributeMatch> matches;
  bool never = false;
};

// The attribute must equal that of the item that `references` names (or of any other reference of
// this item to the same entity).
struct MustEqual {
  Place place;
  const Entity* entity = nullptr;
  std::string attribute;
};

enum class AutoStamp { None, Create, Update };

// What becomes of a reference when the item that it names is deleted.
enum class OnDelete {
  Allow,    // It stays, and names an item that is no longer there: as in DynamoDB.
  Refuse,   // The item cannot be deleted while it is referred to.
  Cascade,  // What refers to the item is deleted with it.
};

// "allow", as in model files.
std::string_view name_of(OnDelete on_delete);

struct Attribute {
  std::string name;
  Notes notes;
  std::shared_ptr<const AttributeType> type;
  std::string included_from;  // The type that `include` took it from, else empty.

  bool is_required = false;
  bool is_nullable = false;
  bool is_immutable = false;
  bool is_sensitive = false;  // Masked in consoles, logs and exports.
  bool is_pii = false;
  bool is_hidden = false;               // Not shown by the model's own API.
  std::optional<Value> default_value;   // Set by a write that creates the item without it.
  std::optional<Formula> default_from;  // The same, computed.
  AutoStamp auto_stamp = AutoStamp::None;
  bool is_from_request = false;  // `auto: request`: the id by which callers follow a request.
  std::optional<IdGenerator> generate;
  std::optional<Formula> derived;   // Stored, always recomputed.
  std::optional<Formula> computed;  // Stored when its inputs exist.
  std::optional<OnlyWhen> only_when;
  std::optional<MustEqual> must_equal;
  const Entity* references = nullptr;  // The value is that of its key's one variable.
  OnDelete on_delete = OnDelete::Allow;
  std::optional<Enforcement> level;  // Weaker than the table's.

  // Whether clients need not give it: the server fills it.
  bool is_filled() const {
    return default_value || default_from || auto_stamp != AutoStamp::None || is_from_request ||
           generate || derived || computed;
  }
};

// The attribute of that name, or null.
const Attribute* find_attribute(const std::vector<Attribute>& attributes, std::string_view name);

}  // namespace partita::model
