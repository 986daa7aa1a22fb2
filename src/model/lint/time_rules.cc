#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

#include "model/lint/name_hints.h"
#include "model/lint/rule_groups.h"

namespace partita::lint {
namespace {

using model::AttributeKind;

bool is_epoch_seconds(const model::AttributeType& type) {
  return type.kind == AttributeKind::Timestamp && type.encoding == model::TimestampEncoding::EpochS;
}

void check_expiry(LintContext& context, const model::Entity& entity,
                  const model::Attribute& attribute) {
  const bool is_declared = attribute.name == entity.table->ttl_attribute;
  if (!is_declared && !suggests_expiry(attribute.name)) return;
  if (is_epoch_seconds(*attribute.type)) return;
  // An instant that another attribute's expiry is computed from is meant for people.
  if (entity.expire && entity.expire->from == attribute.name) return;
  context.report("L218", {attribute.notes.place, entity.name + "." + attribute.name,
                          fmt::format("{}.{} is a {}, but TTL reads only numbers of seconds since "
                                      "1970",
                                      entity.name, attribute.name, name_of(attribute.type->kind)),
                          "{type: timestamp, encode: epoch_s}, and an `expire` that fills it"});
}

// The form of a written timestamp, for people.
std::string_view form_of(const Value& value) {
  if (value.type() == ValueType::N) return "numbers";
  if (value.type() != ValueType::S) return "other types";
  const std::string& text = value.string();
  if (!model::parse_rfc3339(text)) return "other texts";
  if (text.back() != 'Z') return "an offset";
  return text.find('.') == std::string::npos ? "seconds and Z" : "milliseconds and Z";
}

using Forms = std::map<std::pair<const model::Entity*, std::string>, std::set<std::string_view>>;

Forms sampled_forms(const model::Model& model) {
  Forms forms;
  for (const auto& sample : model.samples) {
    if (sample.entity == nullptr) continue;
    for (const auto& attribute : sample.entity->attributes) {
      if (attribute.type->kind != AttributeKind::Timestamp) continue;
      const Value* value = sample.item.find(attribute.name);
      if (value == nullptr || value->type() == ValueType::Null) continue;
      forms[{sample.entity, attribute.name}].insert(form_of(*value));
    }
  }
  return forms;
}

}  // namespace

void check_times(LintContext& context) {
  for (const auto& entity : context.model().entities) {
    for (const auto& attribute : entity.attributes) check_expiry(context, entity, attribute);
  }
  for (const auto& [key, forms] : sampled_forms(context.model())) {
    if (forms.size() < 2) continue;
    const auto& [entity, name] = key;
    context.report("L219", {entity->find_attribute(name)->notes.place, entity->name + "." + name,
                            fmt::format("{}.{} is written in several forms ({}), so its order is "
                                        "not that of time",
                                        entity->name, name, fmt::join(forms, ", ")),
                            "one encoding; `accept: rfc3339` lets the server bring others to it"});
  }
}

}  // namespace partita::lint
