#include "model/definition/shape.h"

namespace partita::model {
namespace {

constexpr std::string_view kMakers[] = {"server", "worker"};
constexpr std::string_view kLate[] = {"refuse", "ignore"};
constexpr std::string_view kThen[] = {"report", "count"};
constexpr std::string_view kDelete[] = {"any", "final_only"};
constexpr std::string_view kFold[] = {"case"};
constexpr std::string_view kCopy[] = {"all", "none"};
constexpr std::string_view kIndexed[] = {"latest", "all"};
constexpr std::string_view kKeep[] = {"all"};
constexpr std::string_view kMatch[] = {"all"};
constexpr std::string_view kEntityPutModes[] = {"replace", "merge"};

constexpr Key kTransitionKeys[] = {
    kDescription,
    kNote,
    required(key("from", Form::TextOrTexts, "The states it leaves.")),
    required(key("to", Form::TextOrTexts, "The states it enters.")),
    text("name", "How it is called."),
    text("role", "The role a caller needs."),
    key("when", Form::Formula, "Must hold; old.x is the item before."),
    key("require", Form::Texts, "Attributes that must be there."),
    key("stamp", Form::TextMap, "Timestamps that become now."),
    key("clear", Form::Texts, "Attributes that are removed."),
    choice("by", kMakers,
           "The server makes it as soon as `when` holds; or only who has the lease of `work`."),
};
constexpr Shape kTransitionShape{"Transition", "a transition", kTransitionKeys};

constexpr Key kSameStateKeys[] = {
    key("allow", Form::Flag, "Whether a write may set the state it has; true if left out."),
    key("count_in", Form::TextMap, "States, and the attribute that counts repetitions."),
};
constexpr Shape kSameStateShape{"SameState", "`same_state`", kSameStateKeys};

constexpr Key kThenKeys[] = {required(text("to", "The state it moves to."))};
constexpr Shape kThenShape{"LeaseMove", "`then`", kThenKeys};

constexpr Key kLeaseKeys[] = {
    required(text("state", "The state that should not last.")),
    required(text("from", "The timestamp it began at.")),
    required(key("timeout", Form::Span, "How long it may last.")),
    Key{.name = "then",
        .form = Form::Choice,
        .help = "What becomes of it; or {to: STATE}.",
        .choices = kThen,
        .shape = &kThenShape,
        .other = Form::Map},
};
constexpr Shape kLeaseShape{"Lease", "a lease", kLeaseKeys};

constexpr Key kDeadKeys[] = {
    required(text("to", "The state after the last attempt.")),
    key("set", Form::Tree, "What the item is given then: attributes and values."),
};
constexpr Shape kDeadShape{"DeadWork", "`dead`", kDeadKeys};

constexpr Key kWorkKeys[] = {
    required(key("states", Form::TextOrTexts, "In which a worker has an item for itself.")),
    required(key("for", Form::Span, "How long without a sign of life.")),
    required(text("token", "The text attribute with the token of who has it.")),
    required(text("until", "The timestamp at which the lease is over.")),
    text("worker", "The text attribute with the worker's name."),
    text("attempts", "The int attribute that counts how often it was taken."),
    required(text("then", "The state of an item whose lease is over, or is given back.")),
    key("max", Form::Count, "The most attempts; `dead` follows the last."),
    nested("dead", Form::Map, kDeadShape, "What becomes of it after the last attempt."),
};
constexpr Shape kWorkShape{"Work", "`work`", kWorkKeys};

constexpr Key kLifecycleKeys[] = {
    kDescription,
    kNote,
    kLevel,
    required(text("attribute", "The enum with the states.")),
    required(key("initial", Form::Texts, "States of new items.")),
    key("final", Form::Texts, "States that nothing leaves."),
    required(nested("transitions", Form::ListOf, kTransitionShape, "What may become of a state.")),
    nested("same_state", Form::Map, kSameStateShape, "Writes that keep the state."),
    nested("leases", Form::ListOf, kLeaseShape, "States that should not last."),
    nested("work", Form::Map, kWorkShape, "How workers take items for themselves."),
    choice("late", kLate, "What a write is that would go back; refused if left out."),
    choice("delete", kDelete, "Which items may be deleted; any if left out."),
};
constexpr Shape kLifecycleShape{"Lifecycle", "a lifecycle", kLifecycleKeys};

constexpr Key kUniqueKeys[] = {
    kLevel,
    required(key("on", Form::Texts, "Attributes that no two items share.")),
    choice("fold", kFold, "Capitals do not count."),
};
constexpr Shape kUniqueShape{"Unique", "a unique constraint", kUniqueKeys};

constexpr Key kExpireKeys[] = {
    kLevel,
    required(text("attribute", "The attribute with the time of expiry.")),
    required(key("after", Form::Span, "How long items live.")),
    required(text("from", "The timestamp it counts from.")),
    key("tolerance", Form::Span, "How far off a client's value may be; 1d if left out."),
};
constexpr Shape kExpireShape{"Expire", "`expire`", kExpireKeys};

constexpr Key kVersionedKeys[] = {
    required(key("row", Form::TextMap, "The keys of a version's row.")),
    required(text("number", "The int attribute that the server counts.")),
    required(text("time", "The timestamp of the version.")),
    text("pointer", "Holds the sort key of the newest version's row."),
    choice("copy", kCopy, "What the latest row holds; all if left out."),
    choice("index", kIndexed, "Which rows have index keys; latest if left out."),
    either(choice("keep", kKeep, "How many versions stay; or a number."), Form::Count),
};
constexpr Shape kVersionedShape{"Versioned", "`versioned`", kVersionedKeys};

constexpr Key kRevisionKeys[] = {
    required(text("attribute", "The int attribute that counts writes.")),
    key("require", Form::Flag, "Every write must say which revision it expects."),
};
constexpr Shape kRevisionShape{"Revision", "`rev`", kRevisionKeys};

constexpr Key kSchemaVersionKeys[] = {
    required(text("attribute", "The attribute that is stamped.")),
    required(text("value", "The version of items written now.")),
};
constexpr Shape kSchemaVersionShape{"SchemaVersion", "`schema_version`", kSchemaVersionKeys};

constexpr Key kEntityKeys[] = {
    kDescription,
    kNote,
    kPhase,
    kLevel,
    text("table", "Its table; may be left out if the model has one."),
    either(choice("match", kMatch,
                  "How its items are known: all, or attributes and values; by "
                  "the key if left out."),
           Form::Values),
    required(key("key", Form::TextMap, "The table's key attributes and their templates.")),
    key("include", Form::Texts, "Mixins and map types whose fields it has too."),
    nested("attributes", Form::MapOf, kAttributeShape, "Its attributes."),
    key("index_keys", Form::Tree, "Index key attributes: a template, or {each: list, as: T}."),
    nested("unique", Form::ListOf, kUniqueShape, "Unique constraints."),
    nested("lifecycle", Form::Map, kLifecycleShape, "What may become of its status."),
    nested("expire", Form::Map, kExpireShape, "When items are removed."),
    nested("versioned", Form::Map, kVersionedShape, "Every write makes a version."),
    nested("rev", Form::Map, kRevisionShape, "A revision number for optimistic locking."),
    choice("put_mode", kEntityPutModes, "What a put does to attributes it does not name."),
    nested("schema_version", Form::Map, kSchemaVersionShape, "Stamped on every write."),
    text("materialized_from", "The rollup whose groups are the items."),
};

constexpr Key kEdgeKeys[] = {
    kDescription,
    kNote,
    kPhase,
    kLevel,
    text("table", "Its table; may be left out if the model has one."),
    required(key("from", Form::TextMap, "An entity, and the name of its id here.")),
    required(key("to", Form::TextMap, "An entity, and the name of its id here.")),
    required(key("rows", Form::TextMaps, "One or two rows: key attributes and their templates.")),
    key("include", Form::Texts, "Mixins and map types whose fields it has too."),
    nested("attributes", Form::MapOf, kAttributeShape, "Its attributes."),
};

}  // namespace

constinit const Shape kEntityShape{"Entity", "an entity", kEntityKeys};
constinit const Shape kEdgeShape{"Edge", "an edge", kEdgeKeys};

}  // namespace partita::model
