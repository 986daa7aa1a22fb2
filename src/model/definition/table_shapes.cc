#include "model/definition/shape.h"

namespace partita::model {
namespace {

constexpr std::string_view kBillingModes[] = {"on_demand", "provisioned"};
constexpr std::string_view kStreamViews[] = {"none", "keys_only", "new_image", "old_image",
                                             "new_and_old_images"};
constexpr std::string_view kTableClasses[] = {"standard", "infrequent_access"};
constexpr std::string_view kUnknown[] = {"allow", "reject"};
constexpr std::string_view kNulls[] = {"keep", "remove"};
constexpr std::string_view kProjections[] = {"all", "keys"};

constexpr Key kThroughputKeys[] = {
    required(key("units", Form::Count, "Units that are provisioned.")),
    key("scale_to", Form::Count, "The most that auto scaling may provision."),
    key("target_percent", Form::Count, "The use that auto scaling aims at."),
};
constexpr Shape kThroughputShape{"Throughput", "a throughput", kThroughputKeys};

constexpr Key kBillingKeys[] = {
    required(choice("mode", kBillingModes, "How capacity is paid.")),
    nested("read", Form::Map, kThroughputShape, "Of a provisioned table."),
    nested("write", Form::Map, kThroughputShape, "Of a provisioned table."),
};
constexpr Shape kBillingShape{"Billing", "`billing`", kBillingKeys};

constexpr Key kKeyKeys[] = {
    required(text("partition", "The attribute of the partition key.")),
    text("sort", "The attribute of the sort key."),
};
constexpr Shape kKeyShape{"TableKey", "the key of a table", kKeyKeys};

constexpr Key kEncryptionKeys[] = {
    required(text("key", "owned, managed or customer:KEY.")),
};
constexpr Shape kEncryptionShape{"Encryption", "`encryption`", kEncryptionKeys};

constexpr Key kPitrKeys[] = {
    required(key("enabled", Form::Flag, "Whether every moment can be restored.")),
    key("window_days", Form::Count, "How far back, 1 to 35."),
};
constexpr Shape kPitrShape{"PointInTimeRecovery", "`pitr`", kPitrKeys};

constexpr Key kBackupKeys[] = {
    key("every", Form::Span, "How often a backup is made."),
    required(key("keep", Form::Span, "How long each of them is kept.")),
};
constexpr Shape kBackupShape{"Backups", "`backups`", kBackupKeys};

constexpr Key kStreamKeys[] = {
    required(choice("view", kStreamViews, "What a change record shows; none: no stream.")),
};
constexpr Shape kStreamShape{"Streams", "`streams`", kStreamKeys};

constexpr Key kTtlKeys[] = {
    required(text("attribute", "The attribute with the time of expiry.")),
};
constexpr Shape kTtlShape{"TimeToLive", "`ttl`", kTtlKeys};

constexpr Key kAliasKeys[] = {
    text("partition", "What programs call all partition attributes together."),
    text("sort", "What programs call all sort attributes together."),
};
constexpr Shape kAliasShape{"Aliases", "`aliases`", kAliasKeys};

constexpr Key kIndexKeys[] = {
    kDescription,
    kNote,
    kPhase,
    key("due_at_values", Form::Count, "Values of its first attribute that make it due."),
    key("partition", Form::Texts, "One to four attributes."),
    key("sort", Form::Texts, "Up to four attributes, in order."),
    either(choice("project", kProjections, "What an entry holds; or a list of attributes."),
           Form::Texts),
    key("local", Form::Flag, "A local index: it has the table's partition key."),
    key("types", Form::TextMap, "string, number or binary of key attributes no entity has."),
    nested("aliases", Form::Map, kAliasShape, "Names of the whole tuple in programs."),
    nested("billing", Form::Map, kBillingShape, "If it differs from the table's."),
};
constexpr Shape kIndexShape{"Index", "an index", kIndexKeys};

constexpr Key kOverrideKeys[] = {
    required(key("when", Form::Values, "Params and the values they must have.")),
    required(key("set", Form::Tree, "Settings by dotted path, and what they become.")),
};
constexpr Shape kOverrideShape{"Override", "an override", kOverrideKeys};

constexpr Key kTableKeys[] = {
    kDescription,
    kNote,
    required(text("name", "The name of the table in DynamoDB.")),
    required(nested("key", Form::Map, kKeyShape, "The primary key.")),
    choice("enforcement", kLevels, "How strictly the model is held; enforce if left out."),
    choice("unknown_attributes", kUnknown, "Attributes that no entity has; allow if left out."),
    choice("unknown_entities", kUnknown, "Items that are of no entity; allow if left out."),
    choice("store_null", kNulls, "What becomes of NULL values; keep if left out."),
    nested("billing", Form::Map, kBillingShape, "Of the table and its indexes."),
    nested("encryption", Form::Map, kEncryptionShape, "Encryption at rest."),
    nested("pitr", Form::Map, kPitrShape, "Point-in-time recovery."),
    nested("backups", Form::Map, kBackupShape, "Backups that the server makes."),
    nested("streams", Form::Map, kStreamShape, "The change log."),
    nested("ttl", Form::Map, kTtlShape, "Expiry, if no entity has `expire`."),
    choice("table_class", kTableClasses, "The storage class."),
    key("deletion_protection", Form::Flag, "Whether DeleteTable is refused."),
    key("tags", Form::TextMap, "Tags of the table."),
    key("prefixes", Form::Texts, "All prefixes that keys may begin with."),
    nested("indexes", Form::MapOf, kIndexShape, "Secondary indexes by name."),
    nested("overrides", Form::ListOf, kOverrideShape, "Settings that depend on params."),
};

constexpr Key kParamKeys[] = {
    kDescription,
    kNote,
    key("enum", Form::Texts, "The values it may have."),
    text("default", "The value if none is given."),
};

}  // namespace

constinit const Shape kTableShape{"Table", "a table", kTableKeys};
constinit const Shape kParamShape{"Param", "a param", kParamKeys};

}  // namespace partita::model
