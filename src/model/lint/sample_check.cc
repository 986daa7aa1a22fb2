#include "model/lint/sample_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace partita::lint {
namespace {

using model::AttributeKind;
using model::AttributeType;

// Values of examples are as deep as the file they stand in; types are not deeper.
constexpr int kDepthMax = 32;

Number character_count(std::string_view utf8) {
  return std::count_if(utf8.begin(), utf8.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

class ValueCheck {
 public:
  explicit ValueCheck(std::vector<SampleViolation>& found) : found_(found) {}

  void check(const AttributeType& type, const Value& value, const std::string& path, int depth);
  void check_fields(const std::vector<model::Attribute>& fields, const Map& map,
                    const std::string& path, int depth);

 private:
  void report(const std::string& path, std::string message) {
    found_.push_back({path, std::move(message)});
  }
  void check_text(const AttributeType& type, const std::string& text, const std::string& path);
  void check_number(const AttributeType& type, const Number& number, const std::string& path);
  void check_timestamp(const AttributeType& type, const Value& value, const std::string& path);
  void check_elements(const AttributeType& type, const Value& value, const std::string& path,
                      int depth);

  std::vector<SampleViolation>& found_;
};

void ValueCheck::check_text(const AttributeType& type, const std::string& text,
                            const std::string& path) {
  const bool is_value =
      std::find(type.values.begin(), type.values.end(), text) != type.values.end();
  if (type.kind == AttributeKind::Enum && !type.is_open && !is_value) {
    report(path, fmt::format("`{}` is none of {}", text, fmt::join(type.values, ", ")));
  }
  if (type.kind == AttributeKind::Date && !model::parse_day(text)) {
    report(path, fmt::format("`{}` is no day", text));
  }
  if (type.format != model::TextFormat::None && !has_format(text, type.format)) {
    report(path, fmt::format("`{}` is no {}", text, name_of(type.format)));
  }
  if (type.pattern && !type.pattern->is_found_in(text)) {
    report(path, fmt::format("`{}` does not match {}", text, type.pattern->text()));
  }
  if (type.kind == AttributeKind::String) check_number(type, character_count(text), path);
}

void ValueCheck::check_number(const AttributeType& type, const Number& number,
                              const std::string& path) {
  const auto& bounds = type.bounds;
  if (type.kind == AttributeKind::Int && number.exponent() < 0) {
    report(path, fmt::format("{} is not whole", number.to_string()));
  }
  if (bounds.min && number < *bounds.min) {
    report(path, fmt::format("{} is below min {}", number.to_string(), bounds.min->to_string()));
  }
  if (bounds.max && number > *bounds.max) {
    report(path, fmt::format("{} is above max {}", number.to_string(), bounds.max->to_string()));
  }
  if (bounds.above && number <= *bounds.above) {
    report(path, fmt::format("{} is not above {}", number.to_string(), bounds.above->to_string()));
  }
  if (bounds.below && number >= *bounds.below) {
    report(path, fmt::format("{} is not below {}", number.to_string(), bounds.below->to_string()));
  }
}

void ValueCheck::check_timestamp(const AttributeType& type, const Value& value,
                                 const std::string& path) {
  if (read_timestamp(value, type.encoding)) return;
  const bool is_accepted = type.accepts_rfc3339 && value.type() == ValueType::S &&
                           model::parse_rfc3339(value.string()).has_value();
  if (is_accepted) return;
  report(path, fmt::format("not a timestamp of encoding {}; expected e.g. {}",
                           name_of(type.encoding), example_of(type.encoding)));
}

void ValueCheck::check_elements(const AttributeType& type, const Value& value,
                                const std::string& path, int depth) {
  if (value.type() != ValueType::L || type.kind != AttributeKind::List) return;
  const Number size(static_cast<std::int64_t>(value.list().size()));
  check_number(type, size, path);
  if (type.of == nullptr) return;
  for (const auto& element : value.list()) check(*type.of, element, path, depth + 1);
}

void ValueCheck::check(const AttributeType& type, const Value& value, const std::string& path,
                       int depth) {
  if (depth > kDepthMax || type.kind == AttributeKind::Any) return;
  if (type.kind == AttributeKind::Timestamp) return check_timestamp(type, value, path);
  if (type.kind == AttributeKind::Const) {
    if (value != type.constant) report(path, "not its constant value");
    return;
  }
  const auto expected = stored_type(type);
  if (expected && *expected != value.type()) {
    report(path, fmt::format("{} expected, {} found", name_of(*expected), name_of(value.type())));
    return;
  }
  if (value.type() == ValueType::S) check_text(type, value.string(), path);
  if (value.type() == ValueType::N) check_number(type, value.number(), path);
  check_elements(type, value, path, depth);
  if (type.kind == AttributeKind::Map && value.type() == ValueType::M) {
    check_fields(type.fields, value.map(), path + ".", depth + 1);
  }
}

void ValueCheck::check_fields(const std::vector<model::Attribute>& fields, const Map& map,
                              const std::string& path, int depth) {
  for (const auto& field : fields) {
    const Value* value = map.find(field.name);
    if (value == nullptr) {
      const bool may_lack = !field.is_required || field.is_filled();
      if (!may_lack) report(path + field.name, "required, but not there");
      continue;
    }
    if (value->type() == ValueType::Null && field.is_nullable) continue;
    check(*field.type, *value, path + field.name, depth);
  }
}

// A union's fields are those of the case that another attribute names.
void check_unions(const model::Entity& entity, const Item& item, ValueCheck& check) {
  for (const auto& attribute : entity.attributes) {
    const AttributeType& type = *attribute.type;
    const Value* value = item.find(attribute.name);
    const Value* on = item.find(type.on);
    if (type.kind != AttributeKind::Union || value == nullptr || on == nullptr) continue;
    if (value->type() != ValueType::M || on->type() != ValueType::S) continue;
    for (const auto& one : type.cases) {
      if (one.value != on->string()) continue;
      check.check_fields(one.fields, value->map(), attribute.name + ".", 1);
    }
  }
}

void check_expiry(const model::Entity& entity, const Item& item,
                  std::vector<SampleViolation>& found) {
  if (!entity.expire) return;
  const auto instant_of = [&](const std::string& name) -> std::optional<model::Instant> {
    const Value* value = item.find(name);
    const model::Attribute* attribute = entity.find_attribute(name);
    if (value == nullptr || attribute == nullptr) return std::nullopt;
    if (auto instant = read_timestamp(*value, attribute->type->encoding)) return instant;
    return value->type() == ValueType::S ? model::parse_rfc3339(value->string()) : std::nullopt;
  };
  const auto expiry = instant_of(entity.expire->attribute);
  const auto from = instant_of(entity.expire->from);
  if (!expiry || !from) return;
  const model::Duration difference = *expiry - (*from + entity.expire->after);
  if (std::chrono::abs(difference) <= entity.expire->tolerance) return;
  const auto days = std::chrono::duration_cast<std::chrono::days>(std::chrono::abs(difference));
  found.push_back({entity.expire->attribute,
                   fmt::format("{} days {} {} + {}", days.count(),
                               difference < model::Duration(0) ? "before" : "after",
                               entity.expire->from, model::duration_text(entity.expire->after))});
}

// Whether one of the templates gives the key that the item has.
void check_keys(const model::Entity& entity, const Item& item,
                std::vector<SampleViolation>& found) {
  for (const auto& key : entity.row.keys) {
    const Value* value = item.find(key.name);
    if (value == nullptr || key.key.is_bare_variable() || value->type() != ValueType::S) continue;
    const bool is_row = key.key.matches(value->string());
    const bool is_other =
        (entity.versioned && entity.versioned->row.find_key(key.name) != nullptr &&
         entity.versioned->row.find_key(key.name)->key.matches(value->string())) ||
        (entity.edge && entity.edge->mirror && entity.edge->mirror->find_key(key.name) != nullptr &&
         entity.edge->mirror->find_key(key.name)->key.matches(value->string()));
    if (is_row || is_other) continue;
    found.push_back({key.name, fmt::format("\"{}\" is not of the template \"{}\"", value->string(),
                                           key.key.text())});
  }
}

}  // namespace

std::vector<SampleViolation> check_value(const model::Attribute& attribute, const Value& value) {
  std::vector<SampleViolation> found;
  ValueCheck(found).check(*attribute.type, value, attribute.name, 0);
  return found;
}

std::vector<SampleViolation> check_item(const model::Entity& entity, const Item& item) {
  std::vector<SampleViolation> found;
  ValueCheck check(found);
  check.check_fields(entity.attributes, item, "", 0);
  check_unions(entity, item, check);
  check_keys(entity, item, found);
  check_expiry(entity, item, found);
  return found;
}

}  // namespace partita::lint
