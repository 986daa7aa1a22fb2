#include "model/definition/shape.h"

namespace partita::model {
namespace {

constexpr std::string_view kExpired[] = {"keep", "drop"};
constexpr std::string_view kNumberFormats[] = {"percent", "usd", "duration_ms"};
constexpr std::string_view kSyncKinds[] = {"webhook", "bulk", "elasticsearch", "ndjson"};
constexpr std::string_view kSyncAuths[] = {"basic", "header"};
constexpr std::string_view kArchiveOn[] = {"expire", "delete"};
constexpr std::string_view kArchiveFormats[] = {"parquet"};
constexpr std::string_view kClients[] = {"document", "typed"};

constexpr Key kRollupKeys[] = {
    kDescription,
    kNote,
    kPhase,
    required(text("of", "The entity that is counted.")),
    key("group_by", Form::Tree, "Attributes, or {name: formula}."),
    text("time", "The timestamp that windows are about."),
    key("windows", Form::Spans, "How far back answers can look."),
    required(key("measures", Form::TextMap, "count, sum(..) and others, or formulas over them.")),
    choice("count_expired", kExpired, "Whether expired items stay counted; keep if left out."),
    kHttp,
};

constexpr Key kWidgetKeys[] = {
    // Exactly one of these says what it shows.
    text("bar", "A rollup or rollup.measure."),
    text("line", "A rollup or rollup.measure."),
    text("pie", "A rollup or rollup.measure."),
    text("number", "A rollup.measure."),
    text("compare", "A rollup."),
    text("table", "A pattern."),
    text("title", "Its heading."),
    key("window", Form::Span, "How far back it looks."),
    text("x", "The group on the axis."),
    text("split", "The group that makes several lines."),
    text("by", "The group that is compared."),
    choice("as", kNumberFormats, "How numbers are shown."),
    key("params", Form::Values, "Parameters of the pattern."),
    key("limit", Form::Count, "How many rows."),
    key("actions", Form::Texts, "Patterns offered for each row."),
    key("measures", Form::Texts, "The measures that are compared."),
};
constexpr Shape kWidgetShape{"Widget", "a widget", kWidgetKeys};

constexpr Key kDefaultPageKeys[] = {
    kDescription,
    kNote,
    kPhase,
    text("title", "Its heading."),
    required(nested("rows", Form::Rows, kWidgetShape, "Rows of widgets.")),
};

constexpr Key kLoadKeys[] = {
    kDescription,
    kNote,
    // Of an entity.
    key("create_per_day", Form::Decimal, "Items that are created."),
    key("update_per_day", Form::Decimal, "Updates beside those of `path`."),
    key("delete_per_day", Form::Decimal, "Items that are deleted."),
    key("size", Form::Bytes, "Bytes of a typical item."),
    key("path", Form::Texts, "The states an item goes through."),
    // Of a pattern.
    key("per_day", Form::Decimal, "Calls of a pattern."),
    key("items", Form::Count, "Items of a typical answer."),
};
constexpr Shape kLoadShape{"Load", "a workload", kLoadKeys};

constexpr Key kUnfinishedKeys[] = {
    required(text("state", "The state they are in.")),
    key("count", Form::Count, "How many items; 1 if it is not said."),
    key("age", Form::Span, "How long before now they were created."),
};
constexpr Shape kUnfinishedShape{"Unfinished", "unfinished items", kUnfinishedKeys};

constexpr Key kFakeKeys[] = {
    kDescription,
    kNote,
    key("count", Form::Count, "How many items."),
    key("per", Form::Values, "An entity, and how many for each of its items."),
    key("over", Form::Span, "The time they are spread over."),
    key("outcome", Form::Values, "Final states and their shares."),
    key("choose", Form::Values, "Attributes and the values they take."),
    key("rows", Form::Tree, "Values that belong together, a map for each item in turn."),
    nested("unfinished", Form::ListOf, kUnfinishedShape,
           "The newest items, which have not come to their end; the oldest of them first."),
};
constexpr Shape kFakeShape{"Fake", "a fake", kFakeKeys};

constexpr Key kSampleKeys[] = {
    kDescription,
    kNote,
    required(text("of", "The entity.")),
    key("item", Form::Tree, "The item in plain JSON."),
    key("typed_item", Form::Tree, "The item in DynamoDB's JSON."),
};
constexpr Shape kSampleShape{"Sample", "a sample", kSampleKeys};

constexpr Key kSearchKeys[] = {
    kDescription,
    kNote,
    kPhase,
    required(text("of", "The entity.")),
    required(
        key("fields", Form::Tree, "Attributes and their weights; or {weight, language} of each.")),
    either(key("prefix", Form::Flag, "Beginnings of words match, too; or of which fields."),
           Form::Texts),
    key("typos", Form::Count, "1: one letter of a longer word may be wrong; 0: none."),
    key("filters", Form::Texts, "Attributes that a caller may ask a value of."),
    key("facets", Form::Texts, "Attributes whose values are counted on request."),
};
constexpr Shape kSearchShape{"Search", "a search", kSearchKeys};

constexpr Key kSyncTargetKeys[] = {
    required(choice("kind", kSyncKinds, "What it is.")),
    required(text("url", "Where it is.")),
    text("index", "The index of a search engine."),
    choice("auth", kSyncAuths, "How a search engine wants to be sent its secret."),
    text("secret", "Where the secret of signatures or of `auth` is: env:NAME or file:PATH."),
    text("secret_before", "Where the one before it is, while it is being replaced."),
};
constexpr Shape kSyncTargetShape{"SyncTarget", "the target of a sync", kSyncTargetKeys};

constexpr Key kSyncKeepKeys[] = {
    key("pending", Form::Span, "How long events wait that cannot be delivered; 7d if left out."),
    key("bytes", Form::Bytes, "How much of them is kept; 10240MB if left out."),
    key("delivered", Form::Span, "How long those can be replayed that were; 24h if left out."),
};
constexpr Shape kSyncKeepShape{"SyncKeep", "what a sync keeps", kSyncKeepKeys};

constexpr Key kSyncKeys[] = {
    kDescription,
    kNote,
    kPhase,
    required(text("of", "The entity.")),
    required(nested("to", Form::Map, kSyncTargetShape, "Where changes go.")),
    key("when", Form::Formula, "Which changes are told: a condition, which may ask for `old.`."),
    key("body", Form::Texts, "The attributes that are told; without it those that clients see."),
    key("old", Form::Flag, "What the item was before is told, too."),
    key("batch", Form::Count, "How many events a request has at most; 1 if left out."),
    key("lanes", Form::Count, "How many requests are under way at a time; 4 if left out."),
    key("tries", Form::Count, "After so many refusals an event is a dead letter; 12 if left out."),
    nested("keep", Form::Map, kSyncKeepShape, "For how long events are kept."),
    either(text("track", "The entity whose items say of each item whether it is told."),
           Form::TextMap),
};
constexpr Shape kSyncShape{"Sync", "a sync", kSyncKeys};

constexpr Key kArchiveKeys[] = {
    kDescription,
    kNote,
    kPhase,
    required(choice("on", kArchiveOn, "When an item is archived.")),
    required(text("to", "s3:// address: a bucket of the server's place, and a prefix.")),
    choice("format", kArchiveFormats, "Of the files."),
    key("partition_by", Form::Texts, "Attributes, or day(attribute), that name the folders."),
    key("columns", Form::TextMap, "Attributes that are stored in another form."),
    key("flush", Form::Span, "How long an item waits for its file at most."),
    key("older_than", Form::TextMap, "Ages, and the storage class from then on."),
};
constexpr Shape kArchiveShape{"Archive", "an archive", kArchiveKeys};

constexpr Key kMigrationKeys[] = {
    kDescription,
    kNote,
    required(text("id", "Its name, for ever.")),
    required(text("entity", "The entity that changes.")),
    key("add", Form::Tree, "{attribute, backfill}"),
    key("rename", Form::Tree, "{from, to}"),
    key("remove", Form::Tree, "{attribute}"),
    key("retype", Form::Tree, "{attribute, to, via, using, back}"),
    key("split", Form::Tree, "{from, into: {attribute: formula}, back}"),
    key("merge", Form::Tree, "{from, into, using, back: {attribute: formula}}"),
    key("key", Form::Tree, "Not served: a change of a key template."),
    key("quiet", Form::Span, "How long nobody must have used the old form; 7d if left out."),
    key("rate", Form::Count, "How many items a second its walks pass at most; 1000 if left out."),
};
constexpr Shape kMigrationShape{"Migration", "a migration", kMigrationKeys};

constexpr Key kRequestKeys[] = {
    kDescription,
    kNote,
    required(text("operation", "Query, PutItem and so on.")),
    choice("client", kClients, "Whether values are plain or typed."),
    required(key("parameters", Form::Tree, "The request, as the program sends it.")),
};
constexpr Shape kRequestShape{"Request", "a request", kRequestKeys};

constexpr Key kCostKeys[] = {
    kDescription,
    kNote,
    required(key("usd_per_month", Form::Decimal, "What a document says.")),
    key("scale", Form::Decimal, "For so many times the workload."),
    key("when", Form::Values, "For these values of params."),
};
constexpr Shape kCostShape{"DocumentedCost", "a documented cost", kCostKeys};

constexpr Key kModelKeys[] = {
    required(key("format", Form::Count, "The version of this format: 1.")),
    required(text("model", "The name of the model.")),
    required(key("version", Form::Count, "Counts up with every change.")),
    kDescription,
    kNote,
    text("updated", "The day of the last change."),
    key("links", Form::TextMap, "Titles and references."),
    text("http_root", "Where its API is; /api/<model> if left out."),
    key("live_phase", Form::Count, "What is of a later phase is checked, not served."),
    nested("params", Form::MapOf, kParamShape, "Values from outside: ${name} in texts."),
    nested("types", Form::MapOf, kAttributeShape, "Types that have a name, and mixins."),
    required(nested("tables", Form::MapOf, kTableShape, "Tables.")),
    nested("entities", Form::MapOf, kEntityShape, "What items are."),
    nested("edges", Form::MapOf, kEdgeShape, "What connects two entities."),
    nested("patterns", Form::MapOf, kPatternShape, "How items are read and written."),
    nested("rollups", Form::MapOf, kRollupShape, "Counts and sums that are kept."),
    nested("search", Form::MapOf, kSearchShape, "Full-text search."),
    nested("sync", Form::MapOf, kSyncShape, "Copies elsewhere."),
    nested("pages", Form::MapOf, kPageShape, "Pages of the console."),
    nested("archive", Form::MapOf, kArchiveShape, "What becomes of items that go, by entity."),
    nested("workload", Form::MapOf, kLoadShape, "What is expected of entities and patterns."),
    nested("samples", Form::MapOf, kSampleShape, "Example items."),
    nested("fake", Form::MapOf, kFakeShape, "Made-up items, by entity."),
    nested("migrations", Form::ListOf, kMigrationShape, "Changes of stored items."),
    nested("requests", Form::MapOf, kRequestShape, "Requests of programs, for the linter."),
    nested("deployed", Form::MapOf, kTableShape, "Tables as the infrastructure declares them."),
    nested("documented_costs", Form::MapOf, kCostShape, "Costs that a document claims."),
};

}  // namespace

constinit const Shape kModelShape{"Model", "a model", kModelKeys};
constinit const Shape kRollupShape{"Rollup", "a rollup", kRollupKeys};
constinit const Shape kPageShape{"Page", "a page", kDefaultPageKeys};
}  // namespace partita::model
