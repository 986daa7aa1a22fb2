#include "model/definition/migration.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/formula/decimal.h"

namespace partita::model {
namespace {

constexpr std::array<std::string_view, 6> kMigrationKinds{"add",   "rename", "retype",
                                                          "split", "merge",  "remove"};
constexpr std::array<std::string_view, 10> kMigrationSteps{
    "declared", "expand",   "backfill", "verify",    "switch",
    "quiet",    "contract", "done",     "roll-back", "rolled-back"};

bool names_one(const std::vector<MigratedAttribute>& form, std::string_view attribute) {
  return std::ranges::find(form, attribute, &MigratedAttribute::name) != form.end();
}

// A text, or a number in DynamoDB's plain form; NULL and all else have none.
std::optional<std::string> text_of(const std::optional<ValueView>& value) {
  if (!value) return std::nullopt;
  if (value->type() == ValueType::S) return std::string(value->string());
  if (value->type() == ValueType::N) return value->number().to_string();
  return std::nullopt;
}

// Values of a migration need not be read back, so other than in a key they may hold the literals.
std::optional<Value> rendered(const KeyTemplate& text, const ItemView& item) {
  std::string made;
  for (const TemplatePart& part : text.parts()) {
    if (!part.variable) {
      made += part.literal;
      continue;
    }
    const auto value = text_of(item.find(part.variable->name));
    if (!value) return std::nullopt;
    made += *value;
  }
  return Value(std::move(made));
}

// A formula that cannot tell which type it gives gives what is stored.
std::optional<Value> fitted(std::optional<Value> value, const AttributeType* type) {
  if (!value || type == nullptr) return value;
  if (type->kind == AttributeKind::Int && value->type() == ValueType::N) {
    const auto whole = to_nearest_integer(value->number());
    return whole ? std::optional(Value(Number(*whole))) : std::nullopt;
  }
  const auto stored = stored_type(*type);
  return !stored || *stored == value->type() ? value : std::nullopt;
}

}  // namespace

std::string_view name_of(MigrationKind kind) {
  return kMigrationKinds[static_cast<std::size_t>(kind)];
}

std::string_view name_of(MigrationStep step) {
  return kMigrationSteps[static_cast<std::size_t>(step)];
}

std::optional<MigrationStep> migration_step_named(std::string_view name) {
  const auto found = std::ranges::find(kMigrationSteps, name);
  if (found == kMigrationSteps.end()) return std::nullopt;
  return static_cast<MigrationStep>(found - kMigrationSteps.begin());
}

MigratedValue MigratedValue::copy_of(std::string attribute) {
  MigratedValue value;
  value.copied_ = std::move(attribute);
  return value;
}

std::optional<Value> MigratedValue::of(const ItemView& item) const {
  if (!copied_.empty()) {
    const auto value = item.find(copied_);
    return value ? std::optional(value->to_value()) : std::nullopt;
  }
  if (!formula_) return rendered(template_, item);
  const ItemImages input(std::nullopt, item, Instant());
  const bool has_times = type_ != nullptr && type_->kind == AttributeKind::Timestamp;
  const auto encoding = has_times ? type_->encoding : TimestampEncoding::Rfc3339Ms;
  return fitted(formula_->evaluate(input).to_value(encoding), type_);
}

const std::string& MigratedValue::text() const {
  if (!copied_.empty()) return copied_;
  return formula_ ? formula_->text() : template_.text();
}

std::vector<std::string> MigratedValue::names() const {
  if (!copied_.empty()) return {copied_};
  if (formula_) return formula_->names();
  std::vector<std::string> names;
  for (const TemplatePart& part : template_.parts()) {
    if (part.variable) names.push_back(part.variable->name);
  }
  return names;
}

bool Migration::has_back() const {
  return std::ranges::all_of(olds, [](const auto& old) { return old.made.has_value(); });
}

bool Migration::has_old(std::string_view attribute) const { return names_one(olds, attribute); }
bool Migration::has_new(std::string_view attribute) const { return names_one(news, attribute); }

}  // namespace partita::model
