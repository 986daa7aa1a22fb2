#include "model/definition/shape.h"

namespace partita::model {
namespace {

constexpr std::string_view kFormats[] = {"uuid", "ulid", "email", "uri", "mime", "arn"};
constexpr std::string_view kEncodings[] = {"rfc3339ms", "rfc3339", "epoch_s", "epoch_ms"};
constexpr std::string_view kAccepted[] = {"rfc3339"};
constexpr std::string_view kStamps[] = {"create", "update", "request"};
constexpr std::string_view kOtherwise[] = {"any", "reject"};
constexpr std::string_view kOnDelete[] = {"allow", "refuse", "cascade"};

constexpr Key kAttributeKeys[] = {
    kDescription,
    kNote,
    kLevel,
    required(text("type",
                  "string, int, number, bool, binary, enum, const, timestamp, date, map, "
                  "list, set, union, any, or the name of a type.")),
    // What values are allowed.
    key("min", Form::Decimal, "The least number; the fewest characters or elements."),
    key("max", Form::Decimal, "The greatest number; the most characters or elements."),
    key("above", Form::Decimal, "A number must be greater."),
    key("below", Form::Decimal, "A number must be less."),
    text("pattern", "A regular expression that a string must match."),
    choice("format", kFormats, "What a string must look like."),
    key("values", Form::Texts, "Of an enum."),
    key("open", Form::Flag, "An enum may have other values, a map other fields."),
    key("value", Form::Scalar, "Of a const."),
    choice("encode", kEncodings, "How a timestamp is stored."),
    choice("accept", kAccepted, "Any RFC 3339 form is accepted and stored canonically."),
    nested("fields", Form::MapOf, kAttributeShape, "Of a map or a mixin."),
    nested("of", Form::Map, kAttributeShape, "What a list or set holds."),
    text("on", "The attribute that decides the case of a union."),
    nested("cases", Form::MapOfMaps, kAttributeShape, "The fields of each case of a union."),
    choice("otherwise", kOtherwise, "Cases of a union that are not listed; reject if left out."),
    // What the attribute is in its item.
    key("required", Form::Flag, "Every item must have it."),
    key("nullable", Form::Flag, "NULL is allowed."),
    key("immutable", Form::Flag, "It never changes."),
    key("sensitive", Form::Flag, "Masked in consoles, logs and exports."),
    key("pii", Form::Flag, "Personal data."),
    key("hidden", Form::Flag, "Not shown by the model's API."),
    either(key("default", Form::Scalar, "The value of new items that have none."), Form::Tree),
    key("default_from", Form::Formula, "The same, computed."),
    choice("auto", kStamps,
           "The time of creation, or of the last change; or the id that requests are followed by."),
    text("generate", "uuid4, uuid7, ulid, ksuid, or a text around one: task-{ulid}."),
    key("derived", Form::Formula, "Always recomputed."),
    key("computed", Form::Formula, "Computed when its inputs exist."),
    key("only_when", Form::Values, "Attributes or param.x, and the values they must have."),
    text("must_equal", "Entity.attribute of the item that is referenced."),
    text("references", "The entity whose key's variable this is."),
    choice("on_delete", kOnDelete, "When the item that is referenced is deleted; else allow."),
};

}  // namespace

constinit const Shape kAttributeShape{"Attribute", "an attribute", kAttributeKeys};

}  // namespace partita::model
