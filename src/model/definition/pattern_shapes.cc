#include "model/definition/shape.h"

namespace partita::model {
namespace {

constexpr std::string_view kOrders[] = {"newest", "oldest"};
constexpr std::string_view kPutModes[] = {"create", "replace", "upsert"};

constexpr Key kOrderKeys[] = {
    required(key("by", Form::Texts, "Attributes, the most significant first.")),
    key("descending", Form::Flag, "The greatest first."),
};
constexpr Shape kOrderShape{"Order", "`order`", kOrderKeys};

constexpr Key kPageKeys[] = {
    key("default", Form::Count, "Items of a page if the caller does not say."),
    key("max", Form::Count, "The most a caller may ask for."),
};
constexpr Shape kPageSizeShape{"PageSize", "`page`", kPageKeys};

constexpr Key kAnswerKeys[] = {
    required(text("by", "The attribute whose values are the keys of the answer.")),
    key("names", Form::TextMap, "Values, and the keys that stand for them."),
};
constexpr Shape kAnswerShape{"AnswerShape", "`shape`", kAnswerKeys};

constexpr Key kMemberKeys[] = {
    text("one", "The entity; there is at most one."),
    text("many", "The entity; a list of them."),
};
constexpr Shape kMemberShape{"CollectionMember", "a member of a collection", kMemberKeys};

constexpr Key kStepKeys[] = {
    text("put", "The entity that is put."),
    text("update", "The entity that is updated."),
    text("delete", "The entity that is deleted."),
    text("transition", "The entity whose state changes."),
    key("by", Form::Tree, "Key attributes and their values."),
    key("to", Form::Scalar, "The state, or a $parameter."),
    key("set", Form::Texts, "Attributes the body may set."),
    choice("mode", kPutModes, "Of a put."),
    key("with", Form::TextMap, "Attributes, and step.attribute they are copied from."),
};
constexpr Shape kStepShape{"Step", "a step of a transaction", kStepKeys};

constexpr Key kPatternKeys[] = {
    kDescription,
    kNote,
    kPhase,
    // Exactly one of these says what it does.
    text("get", "One item of this entity by its key."),
    text("query", "Items of this entity."),
    nested("collection", Form::MapOf, kMemberShape, "Items of several entities at once."),
    text("history", "The versions of an item of this entity."),
    text("transition", "Changes the state of an item of this entity."),
    text("put", "Writes an item of this entity."),
    text("update", "Changes attributes of an item of this entity."),
    text("delete", "Deletes an item of this entity."),
    text("erase", "Deletes an item of this entity with its versions and edges."),
    text("restore", "Makes an old version of an item the latest."),
    text("claim", "Takes the next item of this entity for a worker."),
    text("search", "Asks a search of the section `search`."),
    nested("transaction", Form::MapOf, kStepShape, "Writes, all or none."),
    // What they need.
    key("by", Form::Tree, "Key attributes: $parameter or a value."),
    key("where", Form::Tree, "Attributes: $parameter, a value, any, or {in: [..]}."),
    key("range", Form::TextMap, "One attribute and the $parameter of its range."),
    key("prefix", Form::TextMap, "One attribute and the $parameter it begins with."),
    key("filter", Form::Formula, "What else must hold; may use $parameters."),
    Key{.name = "order",
        .form = Form::Choice,
        .help = "By time, or {by: [..]}.",
        .choices = kOrders,
        .shape = &kOrderShape,
        .other = Form::Map},
    nested("page", Form::Map, kPageSizeShape, "How many items at once."),
    text("index", "The index to use."),
    nested("shape", Form::Map, kAnswerShape, "The answer is a map, not a list."),
    key("scan", Form::Flag, "It may read the whole table."),
    key("consistent", Form::Flag, "It sees every write that was acknowledged."),
    text("version", "The $parameter with the version."),
    text("expect", "The $parameter with the version a put expects."),
    key("to", Form::Scalar, "The state of a transition, or a $parameter."),
    key("set", Form::Texts, "Attributes the body may set."),
    text("complete", "The state of a claimed item whose worker is done."),
    text("fail", "The state of a claimed item whose worker has failed."),
    choice("mode", kPutModes, "Of a put; upsert if left out."),
    kHttp,
    key("select_when", Form::Texts, "Parameters that select it among patterns of one path."),
};

}  // namespace

constinit const Shape kPatternShape{"Pattern", "a pattern", kPatternKeys};

}  // namespace partita::model
