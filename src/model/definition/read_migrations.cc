#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/definition/attribute_scope.h"
#include "model/definition/migration.h"
#include "model/definition/migration_section.h"
#include "model/definition/node_access.h"
#include "model/definition/read_types.h"

namespace partita::model {
namespace {

struct MigrationKeys {
  std::string_view name;
  MigrationKind kind;
  std::vector<std::string_view> keys;
  std::string_view example;
};

const std::vector<MigrationKeys>& kinds() {
  static const std::vector<MigrationKeys> kKinds{
      {"add", MigrationKind::Add, {"attribute", "backfill"}, "{attribute: a, backfill: \"'x'\"}"},
      {"rename", MigrationKind::Rename, {"from", "to"}, "{from: a, to: b}"},
      {"retype",
       MigrationKind::Retype,
       {"attribute", "to", "via", "using", "back"},
       "{attribute: a, to: string, via: b, using: \"{a}\", back: number(b)}"},
      {"split",
       MigrationKind::Split,
       {"from", "into", "back"},
       "{from: a, into: {b: \"part(a, ' ', 0)\"}, back: \"{b}\"}"},
      {"merge",
       MigrationKind::Merge,
       {"from", "into", "using", "back"},
       "{from: [a, b], into: c, using: \"{a} {b}\", back: {a: \"part(c, ' ', 0)\"}}"},
      {"remove", MigrationKind::Remove, {"attribute"}, "{attribute: a}"},
  };
  return kKinds;
}

// The attributes of the entity, and those that only the migration has: of these nothing is known.
class MigrationScope final : public FormulaScope {
 public:
  MigrationScope(const Model& model, const Migration& migration)
      : attributes_(model, migration.entity->attributes), migration_(migration) {}

  std::optional<FormulaName> find(FormulaSource source,
                                  std::span<const std::string_view> path) const override {
    if (source != FormulaSource::New) return std::nullopt;
    if (auto known = attributes_.find(source, path)) return known;
    const bool is_own = migration_.has_old(path.front()) || migration_.has_new(path.front());
    return is_own ? std::optional(FormulaName{}) : std::nullopt;
  }
  const std::string* find_model_param(std::string_view name) const override {
    return attributes_.find_model_param(name);
  }
  std::vector<std::string_view> names() const override {
    auto names = attributes_.names();
    for (const auto& old : migration_.olds) names.push_back(old.name);
    for (const auto& made : migration_.news) names.push_back(made.name);
    return names;
  }

 private:
  AttributeScope attributes_;
  const Migration& migration_;
};

// What a piece of a file says, without its places and comments.
void append_words(std::string& words, const Node& node) {
  words += fmt::format("{}:{}", static_cast<int>(node.kind), node.text);
  for (const Node& element : node.elements) append_words(words.append("["), element);
  for (const Node::Member& member : node.members) {
    append_words(words.append("{").append(member.name), member.value);
  }
  words += ';';
}

class MigrationReader {
 public:
  MigrationReader(const Model& model, const RawElement& element, SectionContext& context)
      : model_(model), context_(context), node_(element.content) {
    read_.name = element.name;
    read_.notes = element.notes;
    read_.entity = model.find_entity(text_at(node_, "entity"));
  }

  // Nullopt: something was refused.
  std::optional<Migration> read() {
    check_id();
    const MigrationKeys* kind = find_kind();
    if (kind == nullptr || read_.entity == nullptr) return std::nullopt;
    read_.kind = kind->kind;
    body_ = node_.find(kind->name);
    if (!has_form(*kind)) return std::nullopt;
    name_attributes();
    if (is_wrong_ || !are_names_good()) return std::nullopt;
    give_values();
    read_times();
    append_words(read_.definition, *body_);
    read_.definition = fmt::format("{} {} {}", read_.entity->name, kind->name, read_.definition);
    return is_wrong_ ? std::nullopt : std::optional(std::move(read_));
  }

 private:
  void refuse(Place place, std::string message) {
    is_wrong_ = true;
    context_.refuse(kWrongForm, place, fmt::format("migration `{}`: {}", read_.name, message));
  }

  // It stands in addresses and in keys of rows.
  void check_id() {
    constexpr std::size_t kIdBytesMax = 64;
    const bool is_good = !read_.name.empty() && read_.name.size() <= kIdBytesMax &&
                         std::ranges::all_of(read_.name, [](char each) {
                           return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') ||
                                  (each >= '0' && each <= '9') || each == '-' || each == '_' ||
                                  each == '.';
                         });
    if (!is_good) refuse(place_at(node_, "id"), "an id has 1 to 64 letters, digits, `-_.`");
  }

  const MigrationKeys* find_kind() {
    if (const Node* key = node_.find("key")) {
      refuse(key->place,
             "a change of a key template is not served: an item's key is its place. Write the "
             "items anew under another key, or keep the template");
      return nullptr;
    }
    const MigrationKeys* found = nullptr;
    int count = 0;
    for (const MigrationKeys& kind : kinds()) {
      if (node_.find(kind.name) == nullptr) continue;
      found = &kind;
      ++count;
    }
    if (count == 1) return found;
    refuse(node_.place,
           "it has exactly one of `add`, `rename`, `retype`, `split`, `merge` and `remove`");
    return nullptr;
  }

  bool has_form(const MigrationKeys& kind) {
    if (body_->kind != Node::Kind::Map) {
      refuse(body_->place, fmt::format("`{}` is a map: {}", kind.name, kind.example));
      return false;
    }
    for (const Node::Member& member : body_->members) {
      if (std::ranges::find(kind.keys, member.name) != kind.keys.end()) continue;
      refuse(member.place,
             fmt::format("`{}` has no `{}`; as in {}", kind.name, member.name, kind.example));
    }
    for (const std::string_view key : kind.keys) {
      if (key == "back" || body_->find(key) != nullptr) continue;
      refuse(body_->place, fmt::format("`{}` lacks `{}`; as in {}", kind.name, key, kind.example));
    }
    return !is_wrong_;
  }

  void add_one(std::vector<MigratedAttribute>& form, std::string_view key) {
    const Node& name = *body_->find(key);
    if (name.kind != Node::Kind::Text || name.text.empty()) {
      return refuse(name.place, fmt::format("`{}` is the name of an attribute", key));
    }
    form.push_back({.name = name.text, .made = {}});
  }

  void name_attributes() {
    switch (read_.kind) {
      case MigrationKind::Add:
        return add_one(read_.news, "attribute");
      case MigrationKind::Rename:
        add_one(read_.olds, "from");
        return add_one(read_.news, "to");
      case MigrationKind::Retype:
        add_one(read_.olds, "attribute");
        return add_one(read_.news, "via");
      case MigrationKind::Split:
        add_one(read_.olds, "from");
        for (const auto& member : members_at(*body_, "into")) {
          read_.news.push_back({.name = member.name, .made = {}});
        }
        return;
      case MigrationKind::Merge:
        for (const std::string& name : texts_at(*body_, "from")) {
          read_.olds.push_back({.name = name, .made = {}});
        }
        return add_one(read_.news, "into");
      case MigrationKind::Remove:
        return add_one(read_.olds, "attribute");
    }
  }

  bool are_names_good() {
    const bool has_old = read_.kind != MigrationKind::Add;
    const bool has_new = read_.kind != MigrationKind::Remove;
    const std::size_t most = std::max(read_.olds.size(), read_.news.size());
    if (read_.olds.empty() == has_old || read_.news.empty() == has_new ||
        most > Migration::kAttributesMax) {
      refuse(body_->place,
             fmt::format("each form has 1 to {} attributes", Migration::kAttributesMax));
    }
    for (const auto& old : read_.olds) {
      if (read_.has_new(old.name)) refuse_name(old.name, "is in both forms");
      check_no_key(old.name);
    }
    for (const auto& made : read_.news) {
      check_no_key(made.name);
      if (read_.entity->find_attribute(made.name) != nullptr) continue;
      refuse_name(made.name, fmt::format("is new and must be declared in {}", read_.entity->name));
    }
    check_entity();
    return !is_wrong_;
  }

  void refuse_name(std::string_view attribute, std::string_view why) {
    refuse(body_->place, fmt::format("`{}` {}", attribute, why));
  }

  void check_no_key(const std::string& attribute) {
    const Table* table = read_.entity->table;
    if (table == nullptr) return;
    const bool is_key = attribute == table->partition_key || attribute == table->sort_key;
    if (is_key) refuse_name(attribute, "is a key attribute of its table: an item stays put");
    for (const DerivedKey& key : read_.entity->row.keys) {
      if (!key.key.uses(attribute)) continue;
      refuse_name(attribute, fmt::format("is a part of the key `{}`: an item stays put", key.name));
    }
    const auto& match = read_.entity->match;
    const auto decides = std::ranges::find(match, attribute, &AttributeMatch::attribute);
    if (decides != match.end()) refuse_name(attribute, "is what the entity is known by");
  }

  void check_entity() {
    if (read_.entity->materialized_from != nullptr) {
      refuse(place_at(node_, "entity"), "the items of this entity are made by the server");
    }
    if (read_.entity->table != nullptr && read_.entity->table->enforcement == Enforcement::Off) {
      refuse(place_at(node_, "entity"),
             "its table has `enforcement: off`, so nobody would keep both forms");
    }
  }

  const AttributeType* type_of(const std::string& attribute) const {
    const Attribute* declared = read_.entity->find_attribute(attribute);
    return declared == nullptr ? nullptr : declared->type.get();
  }

  // A text with braces is a template, all else a formula.
  std::optional<MigratedValue> value_of(const Node& node, const std::string& attribute) {
    const bool is_template =
        node.kind == Node::Kind::Text && node.text.find('{') != std::string::npos;
    if (is_template) return template_of(node);
    const MigrationScope scope(model_, read_);
    auto formula = context_.formula(node, scope);
    if (!formula) {
      is_wrong_ = true;
      return std::nullopt;
    }
    if (formula->uses_now()) {
      refuse(node.place, "its formulas must not read the clock: both forms would drift apart");
    }
    return MigratedValue(*std::move(formula), type_of(attribute));
  }

  std::optional<MigratedValue> template_of(const Node& node) {
    auto parsed = KeyTemplate::parse(node.text);
    if (!parsed.ok()) {
      refuse(node.place, parsed.error().message());
      return std::nullopt;
    }
    const MigrationScope scope(model_, read_);
    for (const TemplatePart& part : parsed->parts()) {
      if (!part.variable) continue;
      const TemplateVariable& variable = *part.variable;
      if (variable.width > 0 || !variable.is_reversible()) {
        refuse(node.place, "its templates have plain {attributes} only");
      }
      const std::string_view name = variable.name;
      if (!scope.find(FormulaSource::New, std::span(&name, 1))) {
        context_.refuse_name("attribute", name, node.place, scope.names());
        is_wrong_ = true;
      }
    }
    return MigratedValue(*std::move(parsed));
  }

  void give(MigratedAttribute& attribute, const Node* node) {
    if (node != nullptr) attribute.made = value_of(*node, attribute.name);
  }

  void give_values() {
    switch (read_.kind) {
      case MigrationKind::Add:
        return give(read_.news.front(), body_->find("backfill"));
      case MigrationKind::Rename:
        read_.news.front().made = MigratedValue::copy_of(read_.olds.front().name);
        read_.olds.front().made = MigratedValue::copy_of(read_.news.front().name);
        return;
      case MigrationKind::Retype:
        give(read_.news.front(), body_->find("using"));
        return give(read_.olds.front(), body_->find("back"));
      case MigrationKind::Split: {
        const Node& into = *body_->find("into");
        for (MigratedAttribute& made : read_.news) give(made, into.find(made.name));
        return give(read_.olds.front(), body_->find("back"));
      }
      case MigrationKind::Merge:
        give(read_.news.front(), body_->find("using"));
        if (const Node* back = body_->find("back")) {
          for (MigratedAttribute& old : read_.olds) give(old, back->find(old.name));
        }
        return;
      case MigrationKind::Remove:
        return;
    }
  }

  void read_times() {
    read_.quiet = span_at(node_, "quiet").value_or(read_.quiet);
    if (read_.quiet > Migration::kQuietMax) {
      const std::string most = duration_text(Migration::kQuietMax);
      refuse(place_at(node_, "quiet"), fmt::format("`quiet` is at most {}", most));
    }
    read_.items_per_second = count_at(node_, "rate").value_or(Migration::kRateDefault);
    if (read_.items_per_second < 1 || read_.items_per_second > Migration::kRateMax) {
      refuse(place_at(node_, "rate"),
             fmt::format("`rate` is 1 to {} items a second", Migration::kRateMax));
    }
  }

  const Model& model_;
  SectionContext& context_;
  const Node& node_;
  const Node* body_ = nullptr;
  Migration read_;
  bool is_wrong_ = false;
};

}  // namespace

void check_migrations(SectionContext& context) {
  std::vector<std::string_view> ids;
  for (const RawElement& element : context.model.migrations) {
    if (std::ranges::find(ids, element.name) != ids.end()) {
      context.refuse(kSameName, element.notes.place,
                     fmt::format("two migrations have the id `{}`", element.name));
    }
    ids.push_back(element.name);
    MigrationReader(context.model, element, context).read();
  }
}

// The reader has told what is wrong with them.
std::vector<Migration> migrations_of(const Model& model) {
  std::vector<Migration> migrations;
  for (const RawElement& element : model.migrations) {
    FindingList ignored;
    Model scratch;
    SectionContext context{element.content, scratch, ignored};
    auto migration = MigrationReader(model, element, context).read();
    if (migration) migrations.push_back(*std::move(migration));
  }
  return migrations;
}

}  // namespace partita::model
